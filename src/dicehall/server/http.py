"""Everything that is not live: who I am, the games, the tables, records of finished games, and a few plain pages."""

from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get, patch, post
from litestar.config.compression import CompressionConfig
from litestar.datastructures import Cookie, State
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.params import FromPath, JSONBody

from dicehall import __version__
from dicehall.rules.catalog import GAMES
from dicehall.rules.errors import RulesError
from dicehall.rules.listing import Listing
from dicehall.rules.values import Value
from dicehall.rules.wording import sentence
from dicehall.server import pages
from dicehall.server.house import COOKIE, House
from dicehall.server.messages import Row
from dicehall.table.hall import NoTable
from dicehall.table.log import Finished
from dicehall.table.names import clean_name
from dicehall.table.ports import Guest, JournalError

A_YEAR = 365 * 24 * 60 * 60


class NewGuest(Value, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=200, description="1 to 20 visible characters")]


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


class TableInfo(Value):
    row: Row
    games: tuple[int, ...]
    """The numbers of the finished games whose records can be fetched."""


def house_of(state: State) -> House:
    house: House = state["house"]
    return house


def me(request: Request[Any, Any, State]) -> Guest:
    guest = house_of(request.app.state).guest(request.headers.get("cookie", ""))
    if guest is None:
        raise NotAuthorizedException("You have no name here yet: POST /api/guests with one.")
    return guest


# People


@post("/api/guests", tags=["people"])
async def come_in(request: Request[Any, Any, State], data: JSONBody[NewGuest]) -> Response[Guest]:
    """Come in as a guest with a name; the answer sets the cookie of your session."""
    house = house_of(request.app.state)
    guest, token = await house.people.welcome(clean_name(data.name))
    secure = house.url.startswith("https:")
    cookie = Cookie(COOKIE, value=token, httponly=True, samesite="lax", secure=secure, max_age=A_YEAR, path="/")
    return Response(guest, cookies=[cookie])


@get("/api/me", tags=["people"])
async def who_am_i(request: Request[Any, Any, State]) -> Guest:
    """The guest that the cookie belongs to."""
    return me(request)


@patch("/api/me", tags=["people"])
async def rename(request: Request[Any, Any, State], data: JSONBody[NewGuest]) -> Guest:
    """Take another name; it is told at every table where you are known."""
    house = house_of(request.app.state)
    guest = await house.people.rename(me(request).id, clean_name(data.name))
    house.rooms.renamed(guest, house.hall)
    return guest


# Games and tables


@get("/api/games", tags=["games"])
async def games() -> list[GameInfo]:
    """What can be played, with every option and preset."""
    return [_info(listing) for listing in GAMES]


@get("/api/tables", tags=["tables"])
async def tables(request: Request[Any, Any, State]) -> list[Row]:
    """The public tables."""
    return list(house_of(request.app.state).rooms.rows())


@get("/api/tables/{code:str}", tags=["tables"])
async def table(request: Request[Any, Any, State], code: FromPath[str]) -> TableInfo:
    """One table, also a private one, by its code."""
    house = house_of(request.app.state)
    live = house.hall.find(code)
    numbers = tuple(game.number for game in _finished(house, live.code))
    return TableInfo(house.rooms.row(live), numbers)


@get("/api/tables/{code:str}/games/{number:int}", tags=["tables"], media_type="application/x-ndjson")
async def record(request: Request[Any, Any, State], code: FromPath[str], number: FromPath[int]) -> str:
    """The record of a finished game, also of a closed table, as JSON Lines for `dicehall replay`."""
    house = house_of(request.app.state)
    games = _finished(house, code.casefold())
    for game in games:
        if game.number == number:
            return game.record
    if not games:
        house.hall.find(code)  # says so where there is no such table
    raise NotFoundException(f"Table {code.upper()[:12]} has no finished game {number}.")


def _finished(house: House, code: str) -> list[Finished]:
    return [msgspec.json.decode(body, type=Finished) for body in house.hall.journal.records(code)]


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
    house = house_of(request.app.state)
    return pages.landing(house.rooms.rows(), house.url)


@get("/t/{code:str}", media_type=MediaType.HTML, include_in_schema=False)
async def table_page(request: Request[Any, Any, State], code: FromPath[str]) -> str:
    house = house_of(request.app.state)
    live = house.hall.find(code)
    names = [house.rooms.name(chair.who) for chair in live.table.chairs]
    return pages.table(house.rooms.row(live), names, house.url)


class PlainDocs(OpenAPIRenderPlugin):
    """The API as a page of its own: nothing is loaded from anywhere else."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return pages.api(openapi_schema, self.get_openapi_json_route(request)).encode()


# Mistakes


def no_table(request: Request[Any, Any, State], error: NoTable) -> Response[Any]:
    """As a page to people, and as JSON to programs."""
    if request.url.path.startswith("/api/"):
        return _problem(404, str(error))
    return Response(pages.nothing_here(str(error)), status_code=404, media_type=MediaType.HTML)


def bad_request(_request: Request[Any, Any, State], error: RulesError) -> Response[Any]:
    return _problem(400, sentence(error))


def unwritable(_request: Request[Any, Any, State], error: JournalError) -> Response[Any]:
    return _problem(503, str(error))


def too_deep(_request: Request[Any, Any, State], _error: RecursionError) -> Response[Any]:
    return _problem(400, "The body is nested too deeply.")


def _problem(status: int, detail: str) -> Response[Any]:
    return Response({"status_code": status, "detail": detail}, status_code=status, media_type=MediaType.JSON)


def http_app(house: House) -> Litestar:
    docs = OpenAPIConfig(
        title="Dicehall",
        version=__version__,
        description="Who you are, the games, the tables, and records. What is live goes over the socket at /ws.",
        path="/docs",
        use_handler_docstrings=True,
        render_plugins=[PlainDocs(path="/")],
    )
    return Litestar(
        [come_in, who_am_i, rename, games, tables, table, record, landing, table_page],
        state=State({"house": house}),
        openapi_config=docs,
        exception_handlers={
            NoTable: no_table,
            RulesError: bad_request,
            JournalError: unwritable,
            RecursionError: too_deep,
        },
        compression_config=CompressionConfig("gzip", minimum_size=2000),
        request_max_body_size=64 * 1024,
        logging_config=None,
    )
