"""The page: one document for all its views, and the files it loads."""

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from dicehall.narrate import Narrator
from dicehall.rules.catalog import find
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.services.asking import Handlers, HttpRequest, address_of, asker_id
from dicehall.server.web.cached import ASKED_ABOUT, FOR_A_YEAR, PACKED, Cached, answer, cache, version_of
from dicehall.server.web.origins import is_embedded_elsewhere
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable

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
VIEWS: Final = [
    "/", "/t", "/rules", "/rules/{game:str}", "/leaderboard", "/account", "/night", "/nights", "/dice", "/people",
    "/people/{person:str}", "/claim/{secret:str}", "/tournaments", "/tournaments/new", "/tournament",
    "/tournament/{code:str}",
]  # fmt: skip
NOT_BUILT: Final = "The page is not built yet: run `make page`, then start the hall again.\n"

TITLE: Final = re.compile(r"(?<=<title>)[^<]*")
DESCRIPTION: Final = re.compile(r'(?<=<meta name="description" content=")[^"]*')


PAGE: Final = Path(__file__).parent / "page"
"""Where `make page`, and the build of a wheel, put the page."""


class Page(NamedTuple):
    document: Cached
    assets: Mapping[str, Cached]


def load(folder: Path) -> Page | None:
    """All of it, read and compressed once; None where it is not built."""
    if not (folder / DOCUMENT).is_file():
        return None
    found = (folder / "assets").iterdir() if (folder / "assets").is_dir() else ()
    assets = {
        file.name: _read(file, kind) for file in found if (kind := KINDS.get(file.suffix.removeprefix("."))) is not None
    }
    return Page(_read(folder / DOCUMENT, HTML), assets)


def _read(file: Path, kind: str) -> Cached:
    brotli = file.with_name(f"{file.name}.br")
    return cache(file.read_bytes(), kind, brotli.read_bytes() if brotli.is_file() else None)


def titled(document: Cached, live: LiveTable) -> Cached:
    listing = find(live.table.setting.game)
    words = Narrator("link", ())
    title = words.text("link-title", {"game": listing.title, "code": live.code.upper()})
    description = words.text("link-description", {"sentence": listing.sentence})
    text = TITLE.sub(lambda _: escape(title), document.body.decode(), count=1)
    body = DESCRIPTION.sub(lambda _: escape(description), text, count=1).encode()
    return Cached(body, document.kind, version_of(body), packed={})


def not_built() -> Response[bytes]:
    return Response(NOT_BUILT.encode(), status_code=503, media_type=MediaType.TEXT)


def handlers(page: Page | None, visitors: Visitors, hall: Hall) -> Handlers:
    @get(VIEWS, media_type=MediaType.HTML, include_in_schema=False, opt={PACKED: True})
    async def view(request: HttpRequest) -> Response[bytes]:
        """The document is the same everywhere: its script reads the address."""
        return not_built() if page is None else answer(request, page.document, ASKED_ABOUT)

    @get("/t/{code:str}", media_type=MediaType.HTML, include_in_schema=False, opt={PACKED: True})
    async def table_view(request: HttpRequest, code: FromPath[str]) -> Response[bytes]:
        """With a title of its own, for the preview of a shared link; the page itself says where there is no table."""
        if page is None:
            return not_built()
        live = None
        if not is_embedded_elsewhere(request.headers):
            await hall.wake(code)
            live = visitors.glance(hall, code, address_of(request, visitors), asker_id(request))
        return answer(request, page.document if live is None else titled(page.document, live), ASKED_ABOUT)

    @get("/assets/{file:str}", include_in_schema=False, opt={PACKED: True})
    async def asset(request: HttpRequest, file: FromPath[str]) -> Response[bytes]:
        """Its name changes with its content."""
        if page is None:
            return not_built()
        if file not in page.assets:
            raise NotFoundException("There is no such file; reload the page.")
        return answer(request, page.assets[file], FOR_A_YEAR)

    return view, table_view, asset
