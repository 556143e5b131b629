"""Everything that is not live: people, games, tables, records and the page, under one guard."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import Any, Final, cast

import msgspec
import segno
from litestar import Litestar, MediaType, Request, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.enums import ScopeType
from litestar.params import FromPath
from litestar.types import HTTPScope, LifeSpanReceive, LifeSpanScope, LifeSpanSend, Receive, Scope, Send

from dicehall.ports import Finished
from dicehall.rules.values import Value
from dicehall.server.admin import claim_page
from dicehall.server.admin import handlers as admin
from dicehall.server.admin.claim import refuse_bad_link
from dicehall.server.app import health as running
from dicehall.server.app.admission import why_not
from dicehall.server.bounds.login_throttle import Throttle
from dicehall.server.house import House
from dicehall.server.live.messages import Row
from dicehall.server.people import accounts, passkeys
from dicehall.server.people import me as oneself
from dicehall.server.people import sign_ins as doors
from dicehall.server.people.ceremonies import Ceremonies
from dicehall.server.results import standings
from dicehall.server.web import assets, avatars, games, page, problems
from dicehall.server.web.cached import PACKED
from dicehall.server.web.documentation import DOCUMENTATION, describe_problems
from dicehall.server.web.guard import address_of, deeds, find_table, guard, house_of, refuse_embedding, session_of
from dicehall.server.web.headers import with_headers
from dicehall.server.web.problems import Problem

MOST_LISTED: Final = 50
"""Finished games of one table: a table may have had thousands."""

FOR_AN_HOUR: Final = CacheControlHeader(private=True, max_age=60 * 60)
"""The code of a table stays the same while there is a table."""


class TableInfo(Value):
    row: Row
    games: tuple[int, ...]
    """The numbers of the last finished games, as many as are listed; all of them can be fetched."""


# Tables


@get("/api/tables", tags=["tables"])
async def tables(request: Request[Any, Any, State]) -> list[Row]:
    """The public tables."""
    return list(house_of(request).rooms.rows())


@get("/api/tables/{code:str}", tags=["tables"])
async def table(request: Request[Any, Any, State], code: FromPath[str]) -> TableInfo:
    """One table, also a private one, by its code."""
    house, live = house_of(request), find_table(request, code)
    return TableInfo(house.rooms.row(live), _finished(house, live.code))


@get("/api/tables/{code:str}/qr", tags=["tables"], media_type="image/svg+xml", cache_control=FOR_AN_HOUR)
async def code_to_scan(request: Request[Any, Any, State], code: FromPath[str]) -> str:
    """The link of a table as a QR code, for the phones in the room."""
    draw: Callable[[str], str] = request.app.state["qr"]
    return draw(f"{house_of(request).url}/t/{find_table(request, code).code.upper()}")


def qr(link: str) -> str:
    """Dark on light with its quiet zone, whatever is around it; as large as whoever shows it wants."""
    drawn = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawn, kind="svg", border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False)
    return drawn.getvalue().decode()


@get("/api/tables/{code:str}/games/{number:int}", tags=["tables"], media_type="application/x-ndjson")
async def record(request: Request[Any, Any, State], code: FromPath[str], number: FromPath[int]) -> str:
    """The record of a finished game, also of a closed table, as JSON Lines for `dicehall replay`.

    A game that is still running has none: its record would tell what its players may not know.
    """
    refuse_embedding(request)
    house = house_of(request)
    house.visitors.admit_code(address_of(request))
    body = house.hall.journal.record(code.casefold(), number, _number)
    if body is not None:
        return msgspec.json.decode(body, type=Finished).record
    if not house.hall.journal.records(code.casefold(), most=1):
        find_table(request, code)  # says so where there is no such table
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


# The one link that is not of the page: whoever runs the hall opens it, with or without a page


@get("/claim/{secret:str}", media_type=MediaType.HTML, include_in_schema=False)
async def claim(request: Request[Any, Any, State], secret: FromPath[str]) -> str:
    refuse_bad_link(request, secret)
    session = session_of(request)
    return claim_page.claim(secret, None if session is None else session.person)


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
            *(tables, table, code_to_scan, record, claim, why_not),
            *(*games.HANDLERS, *page.HANDLERS),
            *(*accounts.HANDLERS, *oneself.HANDLERS, *doors.HANDLERS, *passkeys.HANDLERS),
            *(*admin.HANDLERS, *standings.HANDLERS),
            *(*avatars.HANDLERS, *assets.HANDLERS, *running.HANDLERS),
        ],
        state=State(
            {
                "house": house,
                "page": page.load(house.page),
                "qr": lru_cache(maxsize=house.visitors.limits.tables)(qr),
                "throttle": Throttle(),
                "ceremonies": Ceremonies(),
                "exporting": asyncio.Lock(),
            }
        ),
        guards=[guard],
        openapi_config=DOCUMENTATION,
        exception_handlers=problems.HANDLERS,
        before_send=[with_headers(house.url), running.count_answer],
        compression_config=CompressionConfig(
            "gzip",
            minimum_size=2000,
            gzip_compress_level=6,
            exclude=["^/api/me/export$"],
            exclude_opt_key=PACKED,
        ),
        request_max_body_size=64 * 1024,
        logging_config=None,
    )
    describe_problems(app)
    app.state["deeds"] = deeds(app)
    return app
