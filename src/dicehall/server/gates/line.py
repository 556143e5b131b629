"""The local socket between a gate and the hall: batches, each with its length before it."""

import asyncio
from collections.abc import Callable
from typing import Final, cast

LENGTH: Final = 4
"""Bytes of the length."""
FULL: Final = 1 << 20
"""Bytes that wait to be sent, beyond which the other end is slower than this one."""


class Line(asyncio.Protocol):
    """One end. `lost` is called once, however it ended; `full` when the other end falls behind, and has caught up."""

    def __init__(
        self,
        heard: Callable[[bytes], None],
        lost: Callable[[], None],
        full: Callable[[bool], None] = lambda _full: None,
    ) -> None:
        self._heard = heard
        self._lost = lost
        self._full = full
        self._unread = b""
        self._transport: asyncio.Transport | None = None

    @property
    def waiting(self) -> int:
        """Bytes that the other end has not taken yet."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    def send(self, batch: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(len(batch).to_bytes(LENGTH) + batch)

    def cut(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's transports are no subclass
        self._transport.set_write_buffer_limits(FULL)

    def data_received(self, data: bytes) -> None:
        unread, start = self._unread + data, 0
        while len(unread) >= start + LENGTH:
            end = start + LENGTH + int.from_bytes(unread[start : start + LENGTH])
            if len(unread) < end:
                break
            self._heard(unread[start + LENGTH : end])
            start = end
        self._unread = unread[start:]

    def pause_writing(self) -> None:
        self._full(True)

    def resume_writing(self) -> None:
        self._full(False)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost()
