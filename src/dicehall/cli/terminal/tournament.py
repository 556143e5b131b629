"""Taking part in a tournament: from the standings to my tables and back, until it is over or the person goes."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from shlex import quote
from typing import TypeAlias

from msgspec import UNSET

from dicehall.cli.client import identities
from dicehall.cli.client.entering import Where
from dicehall.cli.client.hosting import follow
from dicehall.cli.client.http import cookie
from dicehall.cli.client.identities import SavedIdentity
from dicehall.cli.client.wire import Wire
from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.words import words
from dicehall.cli.terminal import tournament_status as status
from dicehall.cli.terminal.faces import show
from dicehall.cli.terminal.joining import known_there
from dicehall.cli.terminal.tournament_visit import CupVisit
from dicehall.cli.terminal.typed import Typed
from dicehall.ports.teams import WantedTeam

say = words("terminal-tournament")


def take_part(
    where: Where,
    name: str | None,
    *,
    new: bool,
    rename: str | None,
    watch: bool,
    plain: bool,
    reactions: bool,
    team: WantedTeam = UNSET,
) -> None:
    identity = known_there(where, name, new=new, rename=rename)
    with identities.here(identity):
        code = asyncio.run(stay(where, identity, team, watch=watch, plain=plain, reactions=reactions))
    if code:
        sys.exit(code)


async def stay(
    where: Where, identity: SavedIdentity, team: WantedTeam, *, watch: bool, plain: bool, reactions: bool
) -> int:
    wire = Wire(where.url, cookie(identity))
    await wire.open()
    try:
        cup = await follow(wire, str(where.tournament))
        visit = CupVisit(wire, cup, plain=plain, watch=watch, key=where.key)
        if not watch:
            await visit.come(team)
        identities.save(where.url, identity)
        try:
            return await play(visit, reactions=reactions)
        finally:
            print(farewell(visit, where.url, identity))
    finally:
        await wire.close()


async def play(visit: CupVisit, *, reactions: bool) -> int:
    """From the standings to a table and back; the exit code."""
    typed = Typed()
    look = _line_by_line(visit, typed) if visit.plain else _full_screen(visit)
    hints = True
    while True:
        code, table = await look()
        if table is None:
            return code
        try:
            round_visit = await visit.sit_down(table)
        except Refused as error:
            visit.try_later(str(error))
            continue
        round_visit.table.shows_reactions = reactions
        round_visit.hints, hints = hints, False
        code = await show(round_visit, plain=visit.plain, typed=typed)
        if code or not (round_visit.over or round_visit.left):
            return code
        await visit.get_up(round_visit)


Look: TypeAlias = Callable[[], Awaitable[tuple[int, str | None]]]
"""Shows the standings until a table calls: the exit code, and the table."""


def _line_by_line(visit: CupVisit, typed: Typed) -> Look:
    from dicehall.cli.terminal.tournament_plain import PlainStandings

    face = PlainStandings(visit, typed)

    async def look() -> tuple[int, str | None]:
        return 0, await face.run()

    return look


def _full_screen(visit: CupVisit) -> Look:
    from dicehall.cli.terminal.tournament_screen import StandingsScreen

    async def look() -> tuple[int, str | None]:
        screen = StandingsScreen(visit)
        await screen.run_async()
        return screen.return_code or 0, screen.table

    return look


def farewell(visit: CupVisit, url: str, identity: SavedIdentity) -> str:
    """Quitting gives nothing up: here is the way back."""
    cup = visit.cup
    visit.hear()
    if cup.closed is not None:
        return cup.closed
    if cup.is_over and not visit.plain:
        return "\n".join(status.state(cup))
    if cup.is_over or not cup.takes_part:
        return say("farewell-out")
    way = f"dicehall join {url}/tournament/{cup.code} --name {quote(identity.name)}"
    return say("farewell-in", command=way)
