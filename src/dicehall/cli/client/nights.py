"""The theme nights of a hall: what is on, what comes, and when that is here and there."""

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
from babel.dates import format_date

from dicehall.cli.client.caller import ask_as_last
from dicehall.cli.client.http import ask
from dicehall.cli.client.identities import SavedIdentity
from dicehall.cli.shared.words import LOCALE, words
from dicehall.server.web.nights import OpenedNow
from dicehall.server.web.programme import Programmed

say = words("terminal-nights")


def ask_programme(url: str) -> Programmed:
    """As the identity that was used last sees it."""
    return msgspec.convert(ask_as_last(url, "/api/nights"), Programmed)


def open_now(url: str, identity: SavedIdentity, key: str) -> OpenedNow:
    return msgspec.convert(ask(url, "POST", f"/api/nights/{key}/open", identity=identity)[0], OpenedNow)


def when(start: float, now: float, zone: str | None) -> str:
    """In the time of this machine; and in that of the place, where its clocks show another."""
    here, today = datetime.fromtimestamp(start).astimezone(), datetime.fromtimestamp(now).date()
    days = (here.date() - today).days
    day = "today" if days == 0 else "tomorrow" if days == 1 else "other"
    shown = say("when", day=day, date=_date(here), time=_time(here))
    there = here if zone is None else here.astimezone(ZoneInfo(zone))
    if there.utcoffset() == here.utcoffset():
        return shown
    same = "yes" if there.date() == here.date() else "no"
    place = str(zone).rpartition("/")[2].replace("_", " ")
    return f"{shown} {say('there', same=same, date=_date(there), time=_time(there), place=place)}"


def _date(moment: datetime) -> str:
    return format_date(moment.date(), "EEE d MMM", locale=LOCALE)


def _time(moment: datetime) -> str:
    return f"{moment:%H:%M}"
