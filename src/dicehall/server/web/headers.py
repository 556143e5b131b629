"""The headers of every answer, errors included: they tell browsers to trust nothing but the hall itself."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from litestar.types import Message, Scope

from dicehall.server.web.origins import origin_of

A_YEAR = 365 * 24 * 60 * 60

BeforeSend: TypeAlias = Callable[[Message, Scope], Awaitable[None]]


def security_headers(url: str) -> dict[str, str]:
    """For a hall at this address."""
    socket = origin_of(url).replace("http", "ws", 1)
    headers = {
        # Pages have no inline script or style, so a name is never more than a name.
        # Browsers take 'self' for sockets too, except for older ones, which want it in full.
        "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"font-src 'self'; manifest-src 'self'; connect-src 'self' {socket}; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        # The link that a hall is claimed by holds a secret; same-origin, for with no-referrer forms hide their origin.
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), "
        "publickey-credentials-create=(self), publickey-credentials-get=(self)",
    }
    if url.startswith("https:"):
        headers["strict-transport-security"] = f"max-age={A_YEAR}"
    return headers


NO_DOCUMENTS = (b"text/javascript", b"text/css", b"font/woff2")
"""Kinds of files that no browser shows by themselves. A first visit loads some thirty, each with its headers."""
OF_DOCUMENTS = {"content-security-policy", "permissions-policy", "cross-origin-opener-policy", "x-frame-options"}
"""What browsers heed only with a document."""


def with_headers(url: str) -> BeforeSend:
    """For `before_send` of the application."""
    every = security_headers(url)
    ours = [(name.encode(), value.encode()) for name, value in every.items()]
    few = [(name.encode(), value.encode()) for name, value in every.items() if name not in OF_DOCUMENTS]

    async def add(message: Message, _scope: Scope) -> None:
        if message["type"] != "http.response.start":
            return
        kind = next((value for name, value in message["headers"] if name.lower() == b"content-type"), b"")
        headers = [*message["headers"], *(few if kind.startswith(NO_DOCUMENTS) else ours)]
        if not any(name.lower() == b"cache-control" for name, _ in headers):
            headers.append((b"cache-control", b"no-store"))  # who is asking must not stay in a shared cache
        message["headers"] = headers

    return add
