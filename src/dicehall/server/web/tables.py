"""Tables over HTTP: the public list, one table, its QR code, and the records of its finished games."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from hmac import compare_digest
from io import BytesIO
from typing import Final

import msgspec
import segno
from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, FromQuery

from dicehall.ports import Damaged, Finished
from dicehall.rules.logged import hashes, with_log
from dicehall.rules.values import Value
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.messages import Row
from dicehall.server.live.rooms import Rooms
from dicehall.server.services.asking import Handlers, HttpRequest, address_of, asker_id
from dicehall.server.services.problems import Problem
from dicehall.server.web.embedding import refuse_embedding
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable

MOST_LISTED: Final = 50
"""Finished games of one table: a table may have had thousands."""

FOR_AN_HOUR: Final = CacheControlHeader(private=True, max_age=60 * 60)
"""The code of a table stays the same as long as the table exists."""


class TableInfo(Value):
    row: Row
    games: tuple[int, ...]
    """The numbers of the latest finished games; older ones can be fetched too."""


def drawing(tables: int) -> Callable[[str], str]:
    """Draws the code of each table once, of as many as there may be."""
    return lru_cache(maxsize=tables)(qr)


def qr(link: str) -> str:
    """Dark on light with its quiet zone on any background; it scales to any size."""
    drawn = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawn, kind="svg", border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False)
    return drawn.getvalue().decode()


class _Numbered(Value):
    """As much of a finished game as it takes to find it: the rest is skipped."""

    number: int


_finder = msgspec.json.Decoder(_Numbered)


def _number(body: bytes) -> int:
    return _finder.decode(body).number


def _is_running(hall: Hall, code: str, number: int) -> bool:
    play = next((live.table.playing for live in hall if live.code == code.casefold()), None)
    return play is not None and play.number == number


def _is_held(hall: Hall, code: str, number: int) -> bool:
    """Whether it has ended, and is told when the round does."""
    table = next((live.table for live in hall if live.code == code.casefold()), None)
    return table is not None and table.is_held and table.games == number


def handlers(hall: Hall, rooms: Rooms, visitors: Visitors, url: str) -> Handlers:
    draw = drawing(visitors.limits.tables)

    async def find(request: HttpRequest, code: str) -> LiveTable:
        refuse_embedding(request, url)
        await hall.wake(code)
        return visitors.find(hall, code, address_of(request, visitors), asker_id(request))

    @get("/api/tables", tags=["tables"])
    async def tables(request: HttpRequest, after: FromQuery[int | None] = None) -> Response[list[Row]]:
        """Public tables: your own first, then the newest; the header `Link` says where the next page is, if any."""
        who = asker_id(request)
        rows, following = rooms.table_list.page(after, () if who is None else hall.roster.codes_of(who))
        more = {} if following is None else {"Link": f'</api/tables?after={following}>; rel="next"'}
        return Response(list(rows), headers=more)

    @get("/api/tables/{code:str}", tags=["tables"])
    async def table(request: HttpRequest, code: FromPath[str]) -> TableInfo:
        """One table, public or private, by its code."""
        live = await find(request, code)
        games = tuple(_number(body) for body in await hall.journal.records(live.code, MOST_LISTED))
        return TableInfo(rooms.table_list.row(live), games)

    @get("/api/tables/{code:str}/qr", tags=["tables"], media_type="image/svg+xml", cache_control=FOR_AN_HOUR)
    async def code_to_scan(request: HttpRequest, code: FromPath[str], k: FromQuery[str] = "") -> str:
        """The link of a table as a QR code, for the phones in the room; `k` is the key of a private table's link."""
        live = await find(request, code)
        key = live.table.key
        opens = key and compare_digest(k.encode(), key.encode())
        return draw(f"{url}/t/{live.code.upper()}{f'#k={key}' if opens else ''}")

    @get("/api/tables/{code:str}/games/{number:int}", tags=["tables"], media_type="application/x-ndjson")
    async def record(request: HttpRequest, code: FromPath[str], number: FromPath[int]) -> str:
        """The record of a finished game, also of a closed table, as JSON Lines for `dicehall replay`.

        A running game has none: its record would give its players' secrets away.
        """
        refuse_embedding(request, url)
        visitors.admit_code(address_of(request, visitors))
        body = await hall.journal.record(code.casefold(), number, _number)
        if body is not None:
            game = msgspec.json.decode(body, type=Finished)
            with suppress(Damaged):  # `/api/log` says so; the game can be read without its proof
                wanted = hashes(game.record, game.levels)
                lines = {hash: await hall.journal.logged(hash) for hash in wanted}
                return with_log(game.record, game.levels, lines.get)
            return game.record
        if not await hall.journal.records(code.casefold(), most=1):
            await find(request, code)  # says so where there is no such table
        if _is_running(hall, code, number):
            running = f"Game {number} at table {code.upper()} is still running; fetch it when it ends."
            raise Problem(409, "running", running)
        if _is_held(hall, code, number):
            held = f"Other tables play with the dice of game {number} of {code.upper()}; fetch it when the round ends."
            raise Problem(409, "held", held)
        raise Problem(404, "no_game", f"Table {code.upper()[:12]} has no finished game {number}.")

    return tables, table, code_to_scan, record
