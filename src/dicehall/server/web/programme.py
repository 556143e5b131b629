"""What a hall shows of its theme nights: what is on, what comes, and what was called off."""

from collections.abc import Mapping
from itertools import islice
from typing import Final

from dicehall.evenings.live.nights import Nights
from dicehall.evenings.themes import links
from dicehall.evenings.themes.calendar import Entry
from dicehall.evenings.themes.events import Key
from dicehall.evenings.themes.programme import Evening, KeptTheme, Programme
from dicehall.evenings.themes.schedule import starts
from dicehall.evenings.themes.theme import Theme
from dicehall.ports import Person
from dicehall.rules.values import Value
from dicehall.table.core.events import Look, Sounds, Who

AHEAD: Final = 8
"""Starts of a weekly evening in the calendar; who subscribes fetches it again long before they are over."""


class Night(Value):
    """A theme, and when it comes."""

    key: Key
    theme: Theme
    host: str | None
    """The name of its host; None: the hall's own."""
    next: float | None
    """When it begins next, in seconds since 1970; None: whenever somebody opens it."""
    link: str
    """Opens the form with this theme filled in; for hosts, to share."""
    yours: bool
    """Whether you can change and remove it."""


class Tonight(Value):
    """An evening that has begun: people can come."""

    key: Key
    title: str
    welcome: str
    game: str
    look: Look
    sounds: Sounds
    start: float
    code: str
    tournament: bool
    open: bool
    """Whether everyone may come, or only those who have the link of the tournament."""
    link: str


class NotTonight(Value):
    """An evening that was missed because the hall was down, or that could not be opened."""

    key: Key
    title: str
    start: float
    why: str
    """Empty: the hall was down. Else a sentence."""


class Programmed(Value):
    """What is on, what comes, and what does not."""

    now: float
    tonight: tuple[Tonight, ...]
    nights: tuple[Night, ...]
    """Those that come, the next first; then those that anyone can open."""
    called_off: tuple[NotTonight, ...]


def address(code: str, *, tournament: bool) -> str:
    return f"/{'tournament' if tournament else 't'}/{code.upper()}"


def tonight(evening: Evening) -> Tonight:
    theme, is_tournament = evening.theme, evening.theme.tournament is not None
    link = address(evening.code, tournament=is_tournament)
    return Tonight(
        evening.key, theme.title, theme.welcome, theme.game, theme.look, theme.sounds, evening.start, evening.code,
        is_tournament, theme.terms is None or theme.terms.open, link,
    )  # fmt: skip


async def programmed(nights: Nights, names: Mapping[Who, Person], asker: Person | None) -> Programmed:
    programme = nights.programme
    shown = [night(key, kept, names, asker) for key, kept in programme.themes.items()]
    refused = [each for each in programme.evenings if each.refused]
    missed = [NotTonight(each.key, each.title, each.start, "") for each in programme.called_off]
    return Programmed(
        now=nights.wall(),
        tonight=tuple(tonight(each) for each in await nights.on()),
        nights=tuple(sorted(shown, key=lambda each: each.next or float("inf"))),
        called_off=(
            *missed,
            *(NotTonight(each.key, each.theme.title, each.start, each.refused) for each in refused),
        ),
    )


def night(key: Key, kept: KeptTheme, names: Mapping[Who, Person], asker: Person | None) -> Night:
    host = names.get(kept.host) if kept.host is not None else None
    yours = asker is not None and (asker.kind == "administrator" or asker.id == kept.host)
    name = None if host is None else host.name
    return Night(key, kept.theme, name, kept.next_start, f"/night#{links.packed(kept.theme)}", yours)


def entries(programme: Programme, url: str) -> list[Entry]:
    """Every start of the next weeks; what has begun stays, so that it does not vanish from the day."""
    coming = [
        Entry(key, start, kept.theme.title, kept.theme.welcome, f"{url}/nights")
        for key, kept in programme.themes.items()
        if kept.theme.when is not None
        for start in islice(starts(kept.theme.when, max(kept.since, kept.attended)), AHEAD)
    ]
    begun = [
        Entry(
            each.key, each.start, each.theme.title, each.theme.welcome,
            url + address(each.code, tournament=each.theme.tournament is not None),
        )
        for each in programme.evenings
        if each.opened
    ]  # fmt: skip
    return sorted(begun + coming, key=lambda entry: entry.start)
