"""`dicehall join`: finds the hall and the table, sits down, and goes so that one can come back."""

import asyncio
import contextlib
import sys
from collections.abc import Mapping
from shlex import quote
from typing import Any, Literal, NamedTuple
from urllib.parse import quote as quoted
from urllib.parse import urlsplit

import msgspec

from dicehall.cli.client import identities as guests
from dicehall.cli.client.identities import Kept
from dicehall.cli.client.news import Note
from dicehall.cli.client.table import RemoteTable
from dicehall.cli.client.wire import Wire
from dicehall.cli.commands.main import HALL, Refused, find_game
from dicehall.cli.terminal.live_plain import PlainVisit, read_line
from dicehall.cli.terminal.visit import Visit
from dicehall.cli.terminal.words import is_lonely, together
from dicehall.narrate.words import title
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.errors import RulesError
from dicehall.rules.wording import sentence
from dicehall.server.live import messages
from dicehall.server.live.messages import Row
from dicehall.table.core import commands


class Where(NamedTuple):
    """A hall, and a table in it if that is known."""

    url: str
    code: str | None
    bare: bool = False
    """Whether only the code was given."""


class Opening(NamedTuple):
    """A table to be opened."""

    game: str
    preset: str | None
    options: Mapping[str, Any]
    seats: int | None
    bots: int
    public: bool = True
    sit: bool = True
    """Whether the host plays, or only hosts."""
    clock: int | None = None
    on_timeout: Literal["play", "kick", "wait"] = "play"
    fill: bool = False
    """Whether bots take the free seats when the game starts."""
    invite: tuple[str, ...] = ()
    """Whom a seat is kept for, by name."""

    def check(self) -> None:
        """Refused now rather than by the hall."""
        listing = find(self.game)
        fewest, most = listing.seats
        if self.seats is not None:
            listing.check_seats(self.seats)
        sitting = self.bots + self.sit + len(self.invite)
        if sitting > (self.seats or most):
            has = (
                f"{listing.title} has {fewest} to {most} seats"
                if self.seats is None
                else f"there are {self.seats} seats"
            )
            bots = f"{self.bots} {'bot' if self.bots == 1 else 'bots'}"
            who = [*(["you"] if self.sit else []), *([bots] if self.bots else []), *self.invite]
            raise Refused(f"{has}; {together(who)} need {sitting}")


class Wish(NamedTuple):
    """What somebody wants in a hall: a seat at a table, at any table of a game, or at one of their own."""

    code: str | None = None
    game: str | None = None
    opening: Opening | None = None
    watch: bool = False


def where(target: str | None, hall: str) -> Where:
    """A link to a table, the address of a hall, or a bare code."""
    if target is None:
        return Where(address(hall), None)
    if not any(sign in target for sign in ":/."):
        return Where(address(hall), target.upper(), bare=True)
    base, at, code = target.partition("/t/")
    return Where(address(base), code.strip("/").upper() if at and code.strip("/") else None)


def address(text: str) -> str:
    """`localhost:8000` is `http://localhost:8000`."""
    url = text if "://" in text else f"http://{text}"
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise Refused(f"{text!r} is neither a link to a table nor the address of a hall, like {HALL}")
    return url.rstrip("/")


def join(
    place: Where, wish: Wish, name: str | None, *, new: bool = False, rename: str | None = None, plain: bool
) -> None:
    try:
        guest = guests.come_in(place.url, name, new=new, rename=rename)
    except guests.NoAnswer as error:
        if not place.bare:
            raise
        whose = "this machine's hall" if is_lonely(place.url) else "the hall"
        hint = f"a bare code is looked for at {whose} ({place.url}); for another one give the whole link"
        raise Refused(f"{error}; {hint}") from None
    if wish == Wish(watch=wish.watch):
        chosen = choose(place.url, wish.watch)
        if chosen is None:
            return
        wish = chosen
    with guests.here(guest):
        code = asyncio.run(stay(place.url, guest, wish, plain=plain))
    if code:
        sys.exit(code)


async def stay(url: str, guest: Kept, wish: Wish, *, plain: bool) -> int:
    """At a table, until the person goes, however that is; the exit code."""
    wire = Wire(url, guest.cookie)
    await wire.open()
    try:
        visit = Visit(wire, await enter(wire, wish))
        guests.keep(url, guest)
        try:
            return await (show_plain(visit) if plain else show_screen(visit))
        finally:
            print(farewell(visit, guest))
    finally:
        await wire.close()


async def show_plain(visit: Visit) -> int:
    face = PlainVisit(visit)
    face.listen()
    try:
        await face.run()
    except asyncio.CancelledError:  # the terminal has written ^C, and the cursor stands behind it
        print()
        raise
    return 0


async def show_screen(visit: Visit) -> int:
    from dicehall.cli.terminal.live_screen import LiveApp

    app = LiveApp(visit)
    await app.run_async()
    return app.return_code or 0


def farewell(visit: Visit, guest: Kept) -> str:
    """Going is not giving up: a seat is kept, and so is the way back to it."""
    table = visit.table
    if visit.left:
        return "You have left the table. Until next time!"
    if table.closed is not None:
        return table.closed
    if table.version < 0 or (table.occupant is None and not table.owns):
        return "Until next time!"
    kept = "Your seat is kept." if table.occupant is not None else "The table stays yours."
    return f"{kept} Come back with: dicehall join {visit.wire.url}/t/{table.code} --name {quote(guest.name)}"


async def enter(wire: Wire, wish: Wish) -> RemoteTable:
    """To the table, and onto a occupant if one is wanted and free."""
    code = wish.code
    if (own := wish.opening) is not None:
        code = (await wire.ask(lambda id: opening(id, own))).table
    elif code is None:
        game = None if wish.game == "any" else wish.game
        code = (await wire.ask(lambda id: messages.Quick(id, game, wire.seed()))).table
    assert code is not None
    await wire.watch(code)
    table = RemoteTable(None if wire.you is None else wire.you.id, f"{wire.hall}/t/{code.upper()}", wire.seeds)
    table.hear(next(message for message in wire.inbox if isinstance(message, messages.TableMessage)))
    if table.occupant is None and not table.owns and not wish.watch:
        await sit(wire, table)
    elif table.occupant is not None and table.shown.fills_at is not None and not table.occupant.ready:
        with contextlib.suppress(Refused):  # the game may have begun meanwhile
            await wire.act(commands.Ready())
    return RemoteTable(table.me, table.link, wire.seeds)


async def sit(wire: Wire, table: RemoteTable) -> None:
    """Who comes too late may still watch."""
    if table.playing:
        wire.put(Note("A game is running, and you are watching it."))
        return
    try:
        await wire.act(commands.Sit())
    except Refused as refused:
        wire.put(Note(f"{refused} You are watching."))


def opening(id: int, wish: Opening) -> messages.OpenTable:
    return messages.OpenTable(
        id=id, game=wish.game, preset=wish.preset, options=dict(wish.options), seats=wish.seats,
        bots=("house",) * wish.bots, public=wish.public, sit=wish.sit, clock=wish.clock, on_timeout=wish.on_timeout,
        fill=wish.fill, invite=wish.invite,
    )  # fmt: skip


WAYS = "Type a code, a game for a quick match, any for any game, open GAME for a table of your own, or q:"


def choose(url: str, watch: bool) -> Wish | None:
    """Somebody who came to the hall looks round first; None for one who goes again."""
    rows = [msgspec.convert(row, Row) for row in guests.ask(url, "GET", "/api/tables")[0]]
    print(f"The hall at {url} is open. " + ("Its tables:" if rows else "No table is open yet."))
    for row in rows:
        print(f"  {row.table.upper()}  {title(row.game)}: {row.people + row.bots} of {row.seats} seats, {row.state}"
              f"{', locked' if row.locked else ''}")  # fmt: skip
    print(f"Its games: {', '.join(game.name for game in GAMES)}")
    while True:
        print(WAYS, flush=True)
        typed = read_line()
        if typed is None:
            raise Refused("nothing was chosen; name a table, or take --game or --open")
        try:
            match typed.strip().casefold().split():
                case []:
                    continue
                case ["q"]:
                    return None
                case words:
                    return understand(url, words, watch)
        except RulesError as error:
            print(sentence(error))


def understand(url: str, words: list[str], watch: bool) -> Wish:
    """Refused where it is none of the ways; a private table is not in the list, but the hall knows it."""
    match words:
        case ["any"]:
            return Wish(game="any", watch=watch)
        case ["open", *game] if game:
            return Wish(opening=Opening(find_game(" ".join(game)).name, None, {}, None, 0, sit=not watch))
        case _:
            typed = " ".join(words)
    try:
        return Wish(game=find_game(typed).name, watch=watch)
    except RulesError:
        pass
    try:
        guests.ask(url, "GET", f"/api/tables/{quoted(typed)}")
    except Refused:
        raise Refused(f"{typed!r} is neither a table here nor a game") from None
    return Wish(code=typed, watch=watch)
