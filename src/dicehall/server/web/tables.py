"""Tables over HTTP: the public list, one table, its QR code, and the records of its finished games."""

from collections.abc import Callable, Mapping
from hmac import compare_digest
from io import BytesIO
from typing import Final

import msgspec
import segno
from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, FromQuery

from dicehall.ports import Finished, Session
from dicehall.rules.values import Value
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.messages import Row
from dicehall.server.live.rooms import Rooms
from dicehall.server.services.asking import Given, HttpRequest
from dicehall.server.services.problems import Problem
from dicehall.server.web.origins import elsewhere, is_embedded_elsewhere
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


class Finder:
    """Finds tables for people who ask by HTTP, within the limits on guessing codes."""

    def __init__(self, hall: Hall, visitors: Visitors, url: str) -> None:
        self._hall = hall
        self._visitors = visitors
        self._url = url

    def find(self, request: HttpRequest, code: str, address: str, session: Session | None) -> LiveTable:
        self.refuse_embedding(request.headers)
        return self._visitors.find(self._hall, code, address, session and session.person.id)

    def refuse_embedding(self, headers: Mapping[str, str]) -> None:
        """Other sites must not use up an address's guesses, nor learn which tables there are."""
        if is_embedded_elsewhere(headers):
            raise Problem(403, "elsewhere", elsewhere(headers, self._url))


@get("/api/tables", tags=["tables"])
async def tables(rooms: Given[Rooms]) -> list[Row]:
    """The public tables."""
    return list(rooms.table_list.rows())


@get("/api/tables/{code:str}", tags=["tables"])
async def table(
    *,
    request: HttpRequest,
    code: FromPath[str],
    session: Given[Session | None],
    address: Given[str],
    finder: Given[Finder],
    rooms: Given[Rooms],
    hall: Given[Hall],
) -> TableInfo:
    """One table, public or private, by its code."""
    live = finder.find(request, code, address, session)
    games = tuple(_number(body) for body in hall.journal.records(live.code, MOST_LISTED))
    return TableInfo(rooms.table_list.row(live), games)


@get("/api/tables/{code:str}/qr", tags=["tables"], media_type="image/svg+xml", cache_control=FOR_AN_HOUR)
async def code_to_scan(
    *,
    request: HttpRequest,
    code: FromPath[str],
    session: Given[Session | None],
    address: Given[str],
    finder: Given[Finder],
    url: Given[str],
    draw: Given[Callable[[str], str]],
    k: FromQuery[str] = "",
) -> str:
    """The link of a table as a QR code, for the phones in the room; `k` is the key of a private table's link."""
    live = finder.find(request, code, address, session)
    key = live.table.key
    opens = key and compare_digest(k.encode(), key.encode())
    return draw(f"{url}/t/{live.code.upper()}{f'#k={key}' if opens else ''}")


def qr(link: str) -> str:
    """Dark on light with its quiet zone on any background; it scales to any size."""
    drawn = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawn, kind="svg", border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False)
    return drawn.getvalue().decode()


@get("/api/tables/{code:str}/games/{number:int}", tags=["tables"], media_type="application/x-ndjson")
async def record(
    *,
    request: HttpRequest,
    code: FromPath[str],
    number: FromPath[int],
    session: Given[Session | None],
    address: Given[str],
    finder: Given[Finder],
    visitors: Given[Visitors],
    hall: Given[Hall],
) -> str:
    """The record of a finished game, also of a closed table, as JSON Lines for `dicehall replay`.

    A running game has none: its record would give its players' secrets away.
    """
    finder.refuse_embedding(request.headers)
    visitors.admit_code(address)
    body = hall.journal.record(code.casefold(), number, _number)
    if body is not None:
        return msgspec.json.decode(body, type=Finished).record
    if not hall.journal.records(code.casefold(), most=1):
        finder.find(request, code, address, session)  # says so where there is no such table
    if _is_running(hall, code, number):
        raise Problem(409, "running", f"Game {number} at table {code.upper()} is still running; fetch it when it ends.")
    raise Problem(404, "no_game", f"Table {code.upper()[:12]} has no finished game {number}.")


class _Numbered(Value):
    """As much of a finished game as it takes to find it: the rest is skipped."""

    number: int


_finder = msgspec.json.Decoder(_Numbered)


def _number(body: bytes) -> int:
    return _finder.decode(body).number


def _is_running(hall: Hall, code: str, number: int) -> bool:
    play = next((live.table.playing for live in hall if live.code == code.casefold()), None)
    return play is not None and play.number == number


HANDLERS = (tables, table, code_to_scan, record)
