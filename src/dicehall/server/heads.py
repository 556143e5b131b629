"""The heads of HTTP requests, which uvicorn reads however long they are and however long they take."""

import asyncio
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LONGEST_HEAD = 16 * 1024
"""Bytes of a request line and its headers."""
HEAD_WITHIN = 10.0
"""Seconds in which a new connection has to say what it wants."""


class BoundedHttp(HttpToolsProtocol):
    """One connection of HTTP, until it is upgraded to a socket or closed."""

    _in_head = True
    _head = 0
    _impatience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._impatience = self.loop.call_later(HEAD_WITHIN, self._refuse, HTTPStatus.REQUEST_TIMEOUT)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._head += len(data)
            if self._head > LONGEST_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._be_patient()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._be_patient()
        super().on_headers_complete()

    def _be_patient(self) -> None:
        if self._impatience is not None:
            self._impatience.cancel()

    def _refuse(self, status: HTTPStatus) -> None:
        if self.transport.is_closing():
            return
        said = f"{status.phrase}: at most {LONGEST_HEAD} bytes of headers, within {HEAD_WITHIN:.0f} seconds.\n".encode()
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain\r\ncontent-length: {len(said)}\r\n"
        self.transport.write(head.encode() + b"connection: close\r\n\r\n" + said)
        self.transport.close()
