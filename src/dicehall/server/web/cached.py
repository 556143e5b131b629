"""Files that only change with the version of the hall: compressed once, and cached by browsers until they change."""

import gzip
from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from litestar import Response

from dicehall.server.services.asking import HttpRequest

A_YEAR: Final = 365 * 24 * 60 * 60
FOR_A_YEAR: Final = f"public, max-age={A_YEAR}, immutable"
"""For files whose address changes with their content."""
ASKED_ABOUT: Final = "no-cache"
"""Cached too, but checked with the hall each time."""

PACKED: Final = "packed"
"""Handlers that answer with a cached file say so: it need not be compressed again."""


class Cached(NamedTuple):
    body: bytes
    kind: str
    version: str
    packed: Mapping[str, bytes]
    """Compressed, by the name of the coding, the smallest first; empty where that would be no smaller."""


def cache(body: bytes, kind: str, brotli: bytes | None = None) -> Cached:
    """`brotli` is what the build of the page has compressed better than we could."""
    packed = {"br": brotli, "gzip": gzip.compress(body, 9, mtime=0)}
    smaller = {coding: each for coding, each in packed.items() if each is not None and len(each) < len(body)}
    return Cached(body, kind, version_of(body), smaller)


def version_of(body: bytes) -> str:
    return sha256(body).hexdigest()[:12]


def answer(request: HttpRequest, cached: Cached, policy: str) -> Response[bytes]:
    """As the browser wants it: compressed or not, or not at all where it has this version."""
    accepted = request.headers.get("accept-encoding", "")
    coding = next((each for each in cached.packed if takes(each, accepted)), None)
    tag = f'"{cached.version}"' if coding is None else f'"{cached.version}-{coding}"'  # one for each sequence of bytes
    headers = {"ETag": tag, "Cache-Control": policy, "Vary": "Accept-Encoding"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=cached.kind)
    if coding is None:
        return Response(cached.body, headers=headers, media_type=cached.kind)
    return Response(cached.packed[coding], headers={**headers, "Content-Encoding": coding}, media_type=cached.kind)


def takes(coding: str, accepted: str) -> bool:
    """Of `Accept-Encoding`: also "gzip;q=0.5", but not "gzip;q=0"."""
    for each in accepted.lower().split(","):
        name, _, weight = each.replace(" ", "").partition(";q=")
        if name == coding:
            return weight.strip("0.") != "" or weight == ""
    return False
