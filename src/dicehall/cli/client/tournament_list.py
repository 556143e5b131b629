"""The list of tournaments that a hall shows to whoever asks."""

import time

import msgspec

from dicehall.cli.client.caller import ask_as_last
from dicehall.cli.shared.lists import moment
from dicehall.cli.shared.words import words
from dicehall.narrate.words import title
from dicehall.server.web.tournaments import TournamentList, TournamentRow

say = words("terminal-tournament")


def ask_list(url: str) -> TournamentList:
    """As the identity that was used last sees it: those by link are shown to those who are in."""
    return msgspec.convert(ask_as_last(url, "/api/tournaments"), TournamentList)


def row(each: TournamentRow, now: int) -> tuple[str, ...]:
    return (
        each.code.upper(),
        each.title,
        title(each.game),
        say("format-short", format=str(each.format.__struct_config__.tag)),
        _state(each, now),
        say("list-entrants", entrants=each.entrants, most=each.most, bots=each.entrants - each.people),
        each.host or say("the-hall"),
    )


def _state(each: TournamentRow, now: int) -> str:
    if each.phase == "done":
        return say("list-over", winner=each.podium[0] if each.podium else say("nobody"))
    if each.phase == "gathering" and each.starts is not None:
        return say("list-starts", when=moment(time.time() + each.starts - now))
    phase = "paused" if each.paused else each.phase
    return say("list-state", phase=phase)
