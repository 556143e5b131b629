"""At a table of a hall: finding it, staying at it, and leaving so that you can come back."""

import asyncio
import sys
from shlex import quote
from urllib.parse import quote as quoted

import msgspec

from dicehall.cli.client import identities
from dicehall.cli.client.caller import come_in
from dicehall.cli.client.entering import Where, Wish, admitted, enter
from dicehall.cli.client.http import NoAnswer, ask, cookie
from dicehall.cli.client.identities import SavedIdentity
from dicehall.cli.client.table import ClientTable
from dicehall.cli.client.wire import Wire
from dicehall.cli.shared.addresses import is_this_machine
from dicehall.cli.shared.errors import HallRefused, Refused, refused
from dicehall.cli.shared.games import find_game
from dicehall.cli.shared.words import say
from dicehall.cli.terminal.faces import show
from dicehall.cli.terminal.typed import read_line
from dicehall.cli.terminal.visit import Visit
from dicehall.narrate.words import title
from dicehall.rules.catalog import GAMES
from dicehall.rules.errors import RulesError
from dicehall.rules.wording import sentence
from dicehall.server.live.client_messages import OpenTable
from dicehall.server.live.messages import Row


def join(
    where: Where, wish: Wish, name: str | None, *, new: bool, rename: str | None, plain: bool, reactions: bool = True
) -> None:
    identity = known_there(where, name, new=new, rename=rename)
    if wish == Wish(watch=wish.watch, team=wish.team):
        chosen = choose(where.url, wish.watch)
        if chosen is None:
            return
        wish = chosen._replace(team=wish.team)
    with identities.here(identity):
        code = asyncio.run(stay(where.url, identity, wish, plain=plain, reactions=reactions))
    if code:
        sys.exit(code)


def known_there(where: Where, name: str | None, *, new: bool, rename: str | None) -> SavedIdentity:
    """Who I am in that hall."""
    try:
        return come_in(where.url, name, new=new, rename=rename)
    except NoAnswer as error:
        if not where.bare:
            raise
        whose = "here" if is_this_machine(where.url) else "there"
        raise refused("bare-code", why=str(error), whose=whose, url=where.url) from None


async def stay(url: str, identity: SavedIdentity, wish: Wish, *, plain: bool, reactions: bool) -> int:
    """At a table, until the person goes; the exit code."""
    wire = Wire(url, cookie(identity))
    await wire.open()
    try:
        visit = Visit(wire, await enter_or_knock(wire, wish))
        visit.table.shows_reactions = reactions
        visit.table.register = way_to_an_account(url, identity)
        identities.save(url, identity)
        try:
            return await show(visit, plain=plain)
        finally:
            print(farewell(visit, identity))
    finally:
        await wire.close()


async def enter_or_knock(wire: Wire, wish: Wish) -> ClientTable:
    """Strangers who have only the code of a private table wait for its host."""
    knocked = False
    while True:
        try:
            return await enter(wire, wish)
        except HallRefused as error:
            if error.reason != "knocking":
                raise
            print(say("knocking", code=str(wish.code)), flush=True)
            knocked = True
        except Refused:
            if not knocked:
                raise
            # the line broke once more: it connects again by itself
        await admitted(wire)


def way_to_an_account(url: str, identity: SavedIdentity) -> str | None:
    """What a guest types; None for others."""
    if identity.kind != "guest":
        return None
    return f"dicehall account register --as {quote(identity.name)} --hall {url}"


def farewell(visit: Visit, identity: SavedIdentity) -> str:
    """Quitting gives nothing up: the seat is kept, and here is the way back."""
    table = visit.table
    if visit.left:
        return say("farewell-left")
    if table.closed is not None:
        return table.closed
    if table.version < 0 or (table.seated is None and not table.hosting):
        return say("farewell")
    way = f"dicehall join {visit.line.url}/t/{table.code} --name {quote(identity.name)}"
    return say("farewell-seat" if table.seated is not None else "farewell-host", command=way)


# Looking round


def choose(url: str, watch: bool) -> Wish | None:
    """Without a table named, look round the hall first; None to go again."""
    rows = [msgspec.convert(row, Row) for row in ask(url, "GET", "/api/tables")[0]]
    print(say("hall-open", url=url, tables=len(rows)))
    for row in rows:
        locked = f", {say('locked')}" if row.locked else ""
        taken = say("seats-of", taken=row.people + row.bots, seats=row.seats)
        print(f"  {row.table.upper()}  {title(row.game)}: {taken} {say('seats')}, {row.state}{locked}")
    print(say("hall-games", games=", ".join(game.name for game in GAMES)))
    while True:
        print(say("hall-choose"), flush=True)
        typed = read_line()
        if typed is None:
            raise refused("hall-nothing-chosen")
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
    """A private table is not in the list, but the hall knows it; `two` and `people` narrow a quick match down."""
    match words:
        case ["open", *game] if game:
            return Wish(opening=OpenTable(id=0, game=find_game(" ".join(game)).name, sit=not watch))
    quick = Wish(watch=watch, seats=2 if "two" in words else None, bots="people" not in words)
    wanted = " ".join(word for word in words if word not in ("two", "people"))
    if wanted in ("", "any"):
        return quick._replace(game="any")
    try:
        return quick._replace(game=find_game(wanted).name)
    except RulesError:
        pass
    typed = " ".join(words)
    try:
        ask(url, "GET", f"/api/tables/{quoted(typed)}")
    except Refused:
        raise refused("hall-unknown-choice", typed=repr(typed)) from None
    return Wish(code=typed, watch=watch)
