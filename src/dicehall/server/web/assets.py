"""The few files that plain pages load: a browser keeps each until it changes."""

from importlib.resources import files
from typing import Any, Final

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from dicehall.server.web.cached import ASKED_ABOUT, FOR_A_YEAR, PACKED, Kept, answer, keep

KINDS: Final = {"css": "text/css", "js": "text/javascript"}


def load() -> dict[str, Kept]:
    """Read once, for they are few and small."""
    return {
        entry.name: keep(entry.read_bytes(), kind)
        for entry in files("dicehall.server.web").joinpath("static").iterdir()
        if (kind := KINDS.get(entry.name.rpartition(".")[2])) is not None
    }


FILES: Final = load()


def address(name: str) -> str:
    """Where a page loads a file from; another version has another address."""
    return f"/static/{name}?v={FILES[name].version}"


@get("/static/{file:str}", include_in_schema=False, opt={PACKED: True})
async def static(request: Request[Any, Any, State], file: FromPath[str]) -> Response[bytes]:
    """Kept for a year where the version is asked for, and asked about each time where it is not."""
    found = FILES.get(file)
    if found is None:
        raise NotFoundException(f"There is no such file; there are {', '.join(sorted(FILES))}.")
    current = request.query_params.get("v") == found.version
    return answer(request, found, FOR_A_YEAR if current else ASKED_ABOUT)


HANDLERS = (static,)
