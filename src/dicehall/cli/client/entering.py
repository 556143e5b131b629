"""Into a hall: which table is meant, and a seat at it."""

import contextlib
from typing import Literal, NamedTuple
from urllib.parse import parse_qs

from msgspec import UNSET
from msgspec.structs import replace

from dicehall.cli.client.line import Ended, Found, Lost, Note
from dicehall.cli.client.table import ClientTable
from dicehall.cli.client.wire import Wire
from dicehall.cli.shared.addresses import address
from dicehall.cli.shared.errors import HallRefused, Refused, refused
from dicehall.cli.shared.words import say, together
from dicehall.ports.codes import is_tournament, typed_code
from dicehall.ports.teams import WantedTeam
from dicehall.rules.catalog import find
from dicehall.server.live.client_messages import OpenTable, Quick
from dicehall.server.live.messages import Admitted, Gone, TableMessage
from dicehall.table.core import commands

GONE = {"closed": "table-closed", "kicked": "table-kicked", "no_knocking": "table-no-knocking"}


class Where(NamedTuple):
    """A hall, and a table in it if that is known."""

    url: str
    code: str | None
    bare: bool = False
    """Whether only the code was given."""
    key: str = ""
    """What the link of a private table, or of a tournament by link, has beside the code."""
    tournament: str | None = None


class Wish(NamedTuple):
    """A seat at this table, at any table of a game, or at a table of your own."""

    code: str | None = None
    game: str | None = None
    opening: OpenTable | None = None
    """It is numbered when it is sent."""
    watch: bool = False
    key: str = ""
    seats: Literal[2] | None = None
    """At any table of a game: for two players."""
    bots: bool = True
    """At any table of a game: whether bots may fill it."""
    team: WantedTeam = UNSET
    """To wear at the table."""


def where(target: str | None, hall: str) -> Where:
    """A link to a table or a tournament, the address of a hall, or a bare code."""
    if target is None:
        return Where(address(hall), None)
    if not any(sign in target for sign in ":/."):
        code = typed_code(target).upper()
        if is_tournament(code.casefold()):
            return Where(address(hall), None, bare=True, tournament=code)
        return Where(address(hall), target.upper(), bare=True)
    link, _, fragment = target.partition("#")
    key = parse_qs(fragment).get("k", [""])[-1]
    base, at, code = link.partition("/tournament/")
    if at:
        return Where(address(base), None, key=key, tournament=typed_code(code).upper() or None)
    base, at, code = link.partition("/t/")
    return Where(address(base), code.strip("/").upper() if at and code.strip("/") else None, key=key)


def check(opening: OpenTable) -> None:
    """Refused here rather than by the hall."""
    listing, seats, bots = find(opening.game), opening.seats, len(opening.bots)
    fewest, most = listing.seats
    if seats is not None:
        listing.check_seats(seats)
    needed = bots + opening.sit + len(opening.invite)
    if needed > (seats or most):
        named = [say("you")] if opening.sit else []
        named += [say("bots-count", count=bots)] if bots else []
        who = together([*named, *opening.invite])
        if seats is None:
            raise refused("open-too-many", game=listing.title, fewest=fewest, most=most, who=who, needed=needed)
        raise refused("open-too-few-seats", seats=seats, who=who, needed=needed)


async def enter(wire: Wire, wish: Wish) -> ClientTable:
    """To the table, and into a seat if one is wanted and free."""
    code = wish.code
    if (opening := wish.opening) is not None:
        code = (await wire.ask(lambda id: replace(opening, id=id))).table
    elif code is None:
        game = None if wish.game == "any" else wish.game
        code = (await wire.ask(lambda id: Quick(id, game, wire.seed(), wish.seats, wish.bots))).table
    assert code is not None
    await wire.watch(code, wish.key)
    me, link = None if wire.you is None else wire.you.id, f"{wire.hall}/t/{code.upper()}"
    table = ClientTable(me, link, wire.seeds)
    table.hear(next(message for message in wire.inbox if isinstance(message, TableMessage)))
    seated = table.seated is not None
    if table.shown.fixture is not None:
        await come(wire, table, watch=wish.watch)
    elif not seated and not table.hosting and not wish.watch:
        seated = await sit(wire, table)
    elif table.seated is not None and table.gathers and not table.seated.ready:
        with contextlib.suppress(Refused):  # the game may have begun meanwhile
            await wire.act(commands.Ready())
    if seated and not wish.watch:
        await wear(wire, wish.team)
    return ClientTable(me, link, wire.seeds)


async def come(wire: Wire, table: ClientTable, *, watch: bool) -> None:
    """At a table of a tournament, those who play there say that they have come; it waits for nobody else."""
    seated = table.seated
    if seated is None or seated.ready or watch or table.playing or table.shown.settled:
        return
    try:
        await wire.act(commands.Ready())
    except Refused as error:
        wire.put(Note(str(error)))


async def admitted(wire: Wire) -> None:
    """Wait until we should try again: the host lets us in, or the line has broken and we have to knock once more.

    Raises `Refused` if waiting is of no use.
    """
    while True:
        while wire.inbox:
            match wire.inbox.popleft():
                case Admitted() | Found():
                    return
                case Gone(_, reason):
                    raise refused(GONE[reason])
                case Lost():
                    print(say("line-lost"), flush=True)
                case Ended(why):
                    raise Refused(why)
                case _:
                    pass
        await wire.wait(idle=True)


async def sit(wire: Wire, table: ClientTable) -> bool:
    """Whether there was a seat; latecomers can watch."""
    if table.playing:
        wire.put(Note(say("watching-running")))
        return False
    try:
        await wire.act(commands.Sit())
    except Refused as error:
        wire.put(Note(say("watching-instead", why=str(error))))
        return False
    return True


async def wear(wire: Wire, team: WantedTeam) -> None:
    """The badge that was asked for; the seat is kept whatever the hall says to it."""
    if team is UNSET:
        return
    try:
        await wire.act(commands.ChooseTeam(team))
    except HallRefused as error:
        if error.reason != "already":
            wire.put(Note(str(error)))
