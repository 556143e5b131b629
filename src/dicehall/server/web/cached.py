"""What stays the same between two versions of the hall: packed once, and kept by browsers until it changes."""

import gzip
from hashlib import sha256
from typing import Any, Final, NamedTuple

from litestar import Request, Response
from litestar.datastructures import State

A_YEAR: Final = 365 * 24 * 60 * 60
FOR_A_YEAR: Final = f"public, max-age={A_YEAR}, immutable"
"""Where another version has another address."""
ASKED_ABOUT: Final = "no-cache"
"""Kept too, but asked about each time."""

PACKED: Final = "packed"
"""The handlers that answer with what is kept say so: nobody needs to pack it again."""


class Kept(NamedTuple):
    body: bytes
    kind: str
    version: str
    packed: bytes | None
    """None where it would be no smaller."""


def keep(body: bytes, kind: str) -> Kept:
    packed = gzip.compress(body, 9, mtime=0)
    return Kept(body, kind, version_of(body), packed if len(packed) < len(body) else None)


def version_of(body: bytes) -> str:
    return sha256(body).hexdigest()[:12]


def answer(request: Request[Any, Any, State], kept: Kept, cache: str) -> Response[bytes]:
    """As the browser wants it: packed or not, or not at all where it has this version."""
    packed = kept.packed if takes_gzip(request.headers.get("accept-encoding", "")) else None
    tag = f'"{kept.version}"' if packed is None else f'"{kept.version}-gzip"'  # one for each sequence of bytes
    headers = {"ETag": tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=kept.kind)
    if packed is None:
        return Response(kept.body, headers=headers, media_type=kept.kind)
    return Response(packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=kept.kind)


def takes_gzip(accepted: str) -> bool:
    """Of `Accept-Encoding`: also "gzip;q=0.5", but not "gzip;q=0"."""
    for each in accepted.lower().split(","):
        name, _, weight = each.replace(" ", "").partition(";q=")
        if name == "gzip":
            return weight.strip("0.") != "" or weight == ""
    return False
