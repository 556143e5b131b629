"""Metrics at an address of their own, which only the operator's monitoring needs to reach; off unless asked for."""

import asyncio
import socket
from contextlib import suppress
from email.parser import BytesHeaderParser
from http import HTTPStatus
from typing import Final

from dicehall.server.app.health import census
from dicehall.server.app.parts import Parts

LONGEST_HEAD: Final = 8 * 1024
"""Bytes of a request."""
PATIENCE: Final = 10.0
"""Seconds that a connection may last."""
MOST: Final = 16
"""Connections at once; there is seldom more than one."""


class MetricsPage:
    """Answers `GET /metrics`, one request for each connection, and nothing else."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._open = 0

    async def listen(self, at: socket.socket) -> asyncio.Server:
        return await asyncio.start_server(self._serve, sock=at, limit=LONGEST_HEAD)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        try:
            if self._open <= MOST:
                with suppress(TimeoutError, ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                    async with asyncio.timeout(PATIENCE):
                        writer.write(self._answer(await reader.readuntil(b"\r\n\r\n")))
                        await writer.drain()
        finally:
            self._open -= 1
            writer.close()

    def _answer(self, head: bytes) -> bytes:
        line, _, rest = head.partition(b"\r\n")
        method, _, path = line.partition(b" ")
        if path.partition(b" ")[0].partition(b"?")[0] != b"/metrics":
            return _answer(HTTPStatus.NOT_FOUND, b"The metrics are at /metrics.\n")
        if method not in (b"GET", b"HEAD"):
            return _answer(HTTPStatus.METHOD_NOT_ALLOWED, b"Only GET.\n")
        accept = str(BytesHeaderParser().parsebytes(rest).get("accept", ""))
        parts = self._parts
        now = census(parts.hall, parts.rooms, parts.visitors, parts.gates)
        text, kind = parts.metrics.exposition(now, accept)
        answer = _answer(HTTPStatus.OK, text, kind)
        return answer if method == b"GET" else answer.removesuffix(text)


def _answer(status: HTTPStatus, body: bytes, kind: str = "text/plain; charset=utf-8") -> bytes:
    lines = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"content-type: {kind}",
        f"content-length: {len(body)}",
        "cache-control: no-store",
        "connection: close",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
