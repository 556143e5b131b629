"""Everything that is not live: people, games, tables, records and a few plain pages, under one guard."""

import asyncio
from html import escape
from typing import Any, Final, cast
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, MediaType, Request, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.params import FromPath
from litestar.types import HTTPScope, LifeSpanReceive, LifeSpanScope, LifeSpanSend, Receive, Scope, Send

from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from dicehall.rules.values import Value
from dicehall.server.admin import handlers as admin
from dicehall.server.admin.claim import refuse_bad_link
from dicehall.server.house import House
from dicehall.server.live.messages import Row
from dicehall.server.people import account_page, accounts, doors, oneself, passkeys
from dicehall.server.people.account_page import Own
from dicehall.server.people.ceremonies import Ceremonies, place_of
from dicehall.server.people.throttle import Throttle
from dicehall.server.results import standings
from dicehall.server.watch import health as running
from dicehall.server.web import assets, avatars, pages, problems
from dicehall.server.web.documentation import DOCUMENTATION, describe_problems
from dicehall.server.web.guard import address_of, deeds, guard, house_of, session_of
from dicehall.server.web.headers import with_headers
from dicehall.server.web.problems import Problem
from dicehall.table.ports import Finished, Session


class OptionInfo(Value):
    name: str
    default: Any
    allowed: str
    values: tuple[Any, ...]


class PresetInfo(Value):
    title: str
    options: dict[str, Any]
    clock: int | None


class GameInfo(Value):
    name: str
    title: str
    edition: int
    seats: tuple[int, int]
    minutes: int
    sentence: str
    options: tuple[OptionInfo, ...]
    presets: tuple[PresetInfo, ...]


MOST_LISTED: Final = 50
"""Finished games of one table: a table may have had thousands."""


class TableInfo(Value):
    row: Row
    games: tuple[int, ...]
    """The numbers of the last finished games, as many as are listed; all of them can be fetched."""


# Games and tables


@get("/api/games", tags=["games"])
async def games() -> list[GameInfo]:
    """What can be played, with every option and preset."""
    return [_info(listing) for listing in GAMES]


@get("/api/tables", tags=["tables"])
async def tables(request: Request[Any, Any, State]) -> list[Row]:
    """The public tables."""
    return list(house_of(request).rooms.rows())


@get("/api/tables/{code:str}", tags=["tables"])
async def table(request: Request[Any, Any, State], code: FromPath[str]) -> TableInfo:
    """One table, also a private one, by its code."""
    house = house_of(request)
    live = house.visitors.find(house.hall, code, address_of(request))
    return TableInfo(house.rooms.row(live), _finished(house, live.code))


@get("/api/tables/{code:str}/games/{number:int}", tags=["tables"], media_type="application/x-ndjson")
async def record(request: Request[Any, Any, State], code: FromPath[str], number: FromPath[int]) -> str:
    """The record of a finished game, also of a closed table, as JSON Lines for `dicehall replay`.

    A game that is still running has none: its record would tell what its players may not know.
    """
    house, address = house_of(request), address_of(request)
    house.visitors.admit_code(address)
    body = house.hall.journal.record(code.casefold(), number, _number)
    if body is not None:
        return msgspec.json.decode(body, type=Finished).record
    if not house.hall.journal.records(code.casefold(), most=1):
        house.visitors.find(house.hall, code, address)  # says so where there is no such table
    if _is_running(house, code, number):
        running_game = f"Game {number} at table {code.upper()} is still running; its record is open when it has ended."
        raise Problem(409, "running", running_game)
    raise Problem(404, "no_game", f"Table {code.upper()[:12]} has no finished game {number}.")


class _Numbered(Value):
    """As much of a finished game as it takes to find it: the rest is passed over unread."""

    number: int


_finder = msgspec.json.Decoder(_Numbered)


def _number(body: bytes) -> int:
    return _finder.decode(body).number


def _finished(house: House, code: str) -> tuple[int, ...]:
    return tuple(_number(body) for body in house.hall.journal.records(code, MOST_LISTED))


def _is_running(house: House, code: str, number: int) -> bool:
    play = next((live.table.playing for live in house.hall if live.code == code.casefold()), None)
    return play is not None and play.number == number


def _info(listing: Listing) -> GameInfo:
    return GameInfo(
        name=listing.name,
        title=listing.title,
        edition=listing.edition,
        seats=listing.seats,
        minutes=listing.minutes,
        sentence=listing.sentence,
        options=tuple(OptionInfo(*choice) for choice in listing.choices()),
        presets=tuple(
            PresetInfo(preset.title, msgspec.to_builtins(preset.options), preset.clock) for preset in listing.presets
        ),
    )


# Pages


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def landing(request: Request[Any, Any, State]) -> str:
    house = house_of(request)
    return pages.landing(house.rooms.rows(), house.url)


@get("/t/{code:str}", media_type=MediaType.HTML, include_in_schema=False)
async def table_page(request: Request[Any, Any, State], code: FromPath[str]) -> str:
    house = house_of(request)
    live = house.visitors.find(house.hall, code, address_of(request))
    names = [house.rooms.name(chair.who) for chair in live.table.chairs]
    return pages.table(house.rooms.row(live), names, _finished(house, live.code), house.url)


@get("/account", media_type=MediaType.HTML, include_in_schema=False)
async def own_page(request: Request[Any, Any, State]) -> str:
    session, house = session_of(request), house_of(request)
    return account_page.account(None if session is None else _own(house, session), house.url, _about_passkeys(request))


def _own(house: House, session: Session) -> Own:
    who, accounts = session.person.id, house.accounts
    return Own(
        person=session.person,
        doors=accounts.doors(who),
        current=session.key,
        passkeys=[(passkeys.key_of(each), each.label, each.created) for each in accounts.passkeys(who)],
        has_password=accounts.keeps_password(who),
        invitations=house.rooms.invitations.of(who),
    )


def _about_passkeys(request: Request[Any, Any, State]) -> str:
    """Why they do not work at the address that this browser has opened; empty where they do."""
    try:
        origin = place_of(house_of(request).url).origin
    except Problem as why_not:
        return escape(why_not.detail)
    if request.headers.get("host") == urlsplit(origin).netloc:
        return ""
    return f'Passkeys do not work at this address, but at <a href="{escape(origin)}/account">{escape(origin)}</a>.'


@get("/claim/{secret:str}", media_type=MediaType.HTML, include_in_schema=False)
async def claim_page(request: Request[Any, Any, State], secret: FromPath[str]) -> str:
    refuse_bad_link(request, secret)
    session = session_of(request)
    return account_page.claim(secret, None if session is None else session.person)


# All of it


ALSO_AT: Final = {"/favicon.ico": "/avatars/Dicehall.svg"}
"""Where browsers and their extensions look without having been told to."""


class HallApp(Litestar):
    async def __call__(
        self, scope: Scope | LifeSpanScope, receive: Receive | LifeSpanReceive, send: Send | LifeSpanSend
    ) -> None:
        if scope["type"] == ScopeType.HTTP:
            scope = meant(cast(HTTPScope, scope))
        await super().__call__(scope, receive, send)


def meant(scope: HTTPScope) -> HTTPScope:
    """HEAD is answered as GET is: uvicorn knows what was really asked for, and leaves the body out."""
    told = scope.copy()
    if scope["method"] == "HEAD":
        told["method"] = "GET"
    if scope["path"] in ALSO_AT:
        told["path"] = ALSO_AT[scope["path"]]
    return told


def http_app(house: House) -> Litestar:
    app = HallApp(
        [
            *(games, tables, table, record, landing, table_page, own_page, claim_page),
            *(*accounts.HANDLERS, *oneself.HANDLERS, *doors.HANDLERS, *passkeys.HANDLERS),
            *(*admin.HANDLERS, *standings.HANDLERS),
            *(*avatars.HANDLERS, *assets.HANDLERS, *running.HANDLERS),
        ],
        state=State({"house": house, "throttle": Throttle(), "ceremonies": Ceremonies(), "exporting": asyncio.Lock()}),
        guards=[guard],
        openapi_config=DOCUMENTATION,
        exception_handlers=problems.HANDLERS,
        before_send=[with_headers(house.url), running.count_answer],
        compression_config=CompressionConfig(
            "gzip", minimum_size=2000, gzip_compress_level=6, exclude=["^/api/me/export$"]
        ),
        request_max_body_size=64 * 1024,
        logging_config=None,
    )
    describe_problems(app)
    app.state["deeds"] = deeds(app)
    return app
