"""The page that people play on: one document for all its places, and the files that it loads."""

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from dicehall.narrate import Narrator
from dicehall.rules.catalog import find
from dicehall.server.web.cached import ASKED_ABOUT, FOR_A_YEAR, PACKED, Kept, answer, keep, version_of
from dicehall.server.web.guard import address_of, house_of, who_asks
from dicehall.server.web.origins import is_embedded_elsewhere
from dicehall.table.live.table import Live

DOCUMENT: Final = "index.html"
HTML: Final = "text/html"
KINDS: Final = {
    "js": "text/javascript",
    "css": "text/css",
    "woff2": "font/woff2",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
}
PLACES: Final = ["/", "/t", "/rules", "/rules/{game:str}", "/leaderboard", "/account"]
NOT_BUILT: Final = "The page is not built yet: run `make page`, and open the hall again.\n"

TITLE: Final = re.compile(r"(?<=<title>)[^<]*")
DESCRIPTION: Final = re.compile(r'(?<=<meta name="description" content=")[^"]*')


class Page(NamedTuple):
    document: Kept
    assets: Mapping[str, Kept]


def load(folder: Path) -> Page | None:
    """All of it, read and packed once; None where nothing is built."""
    if not (folder / DOCUMENT).is_file():
        return None
    found = (folder / "assets").iterdir() if (folder / "assets").is_dir() else ()
    assets = {
        file.name: keep(file.read_bytes(), kind)
        for file in found
        if (kind := KINDS.get(file.suffix.removeprefix("."))) is not None
    }
    return Page(keep((folder / DOCUMENT).read_bytes(), HTML), assets)


def page_of(request: Request[Any, Any, State]) -> Page | None:
    page: Page | None = request.app.state["page"]
    return page


@get(PLACES, media_type=MediaType.HTML, include_in_schema=False, opt={PACKED: True})
async def place(request: Request[Any, Any, State]) -> Response[bytes]:
    """The document is the same everywhere: its script reads the address."""
    page = page_of(request)
    return not_built() if page is None else answer(request, page.document, ASKED_ABOUT)


@get("/t/{code:str}", media_type=MediaType.HTML, include_in_schema=False, opt={PACKED: True})
async def table_place(request: Request[Any, Any, State], code: FromPath[str]) -> Response[bytes]:
    """With a title of its own, for whoever is sent the link; where there is no table, the page says so itself."""
    page, house = page_of(request), house_of(request)
    if page is None:
        return not_built()
    live = None
    if not is_embedded_elsewhere(request.headers):
        live = house.visitors.glance(house.hall, code, address_of(request), who_asks(request))
    return answer(request, page.document if live is None else titled(page.document, live), ASKED_ABOUT)


def titled(document: Kept, live: Live) -> Kept:
    listing = find(live.table.setting.game)
    words = Narrator("page", ())
    title = words.text("link-title", {"game": listing.title, "code": live.code.upper()})
    description = words.text("link-description", {"sentence": listing.sentence})
    text = TITLE.sub(lambda _: escape(title), document.body.decode(), count=1)
    body = DESCRIPTION.sub(lambda _: escape(description), text, count=1).encode()
    return Kept(body, document.kind, version_of(body), packed=None)


def not_built() -> Response[bytes]:
    return Response(NOT_BUILT.encode(), status_code=503, media_type=MediaType.TEXT)


@get("/assets/{file:str}", include_in_schema=False, opt={PACKED: True})
async def asset(request: Request[Any, Any, State], file: FromPath[str]) -> Response[bytes]:
    """Its name changes with what is in it."""
    page = page_of(request)
    if page is None:
        return not_built()
    if file not in page.assets:
        raise NotFoundException("There is no such file; load the page again.")
    return answer(request, page.assets[file], FOR_A_YEAR)


HANDLERS = (place, table_place, asset)
