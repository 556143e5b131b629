"""The few files that pages load: a browser keeps each until it changes."""

from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

KINDS: Final = {"css": "text/css", "js": "text/javascript"}
A_YEAR: Final = 365 * 24 * 60 * 60


class File(NamedTuple):
    body: bytes
    kind: str
    version: str


def load() -> dict[str, File]:
    """Read once, for they are few and small."""
    found: dict[str, File] = {}
    for entry in files("dicehall.server.web").joinpath("static").iterdir():
        kind = KINDS.get(entry.name.rpartition(".")[2])
        if kind is not None:
            body = entry.read_bytes()
            found[entry.name] = File(body, kind, sha256(body).hexdigest()[:12])
    return found


FILES: Final = load()


def address(name: str) -> str:
    """Where a page loads a file from; another version has another address."""
    return f"/static/{name}?v={FILES[name].version}"


@get("/static/{file:str}", include_in_schema=False)
async def static(request: Request[Any, Any, State], file: FromPath[str]) -> Response[bytes]:
    """Kept for a year where the version is asked for, and asked about each time where it is not."""
    found = FILES.get(file)
    if found is None:
        raise NotFoundException(f"There is no such file; there are {', '.join(sorted(FILES))}.")
    tag = f'"{found.version}"'
    current = request.query_params.get("v") == found.version
    headers = {"ETag": tag, "Cache-Control": f"public, max-age={A_YEAR}, immutable" if current else "no-cache"}
    if tag in request.headers.get("if-none-match", "").removeprefix("W/"):
        return Response(b"", status_code=304, headers=headers, media_type=found.kind)
    return Response(found.body, headers=headers, media_type=found.kind)


HANDLERS = (static,)
