"""What waits to be written: every socket is written to once in a turn of the event loop, however much it is sent."""

import asyncio
import logging
from typing import Final, Protocol

log = logging.getLogger("dicehall.server")

MOST_AT_ONCE: Final = 128
"""Sockets that wait before they are written to: in a long turn the first of them need not wait for the last."""


class Writer(Protocol):
    def write_out(self) -> None: ...


class Outbox:
    """Of all sockets of a hall. A player's `update` and `done` leave together, and cost one call of the system."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: list[Writer] = []

    def add(self, writer: Writer) -> None:
        """To be called once for each writer that had nothing to write before."""
        waiting = self._waiting
        if not waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        waiting.append(writer)
        if len(waiting) >= MOST_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for writer in waiting:
            try:
                writer.write_out()
            except Exception:  # whatever is wrong with one socket, the others are written to
                log.exception("a socket could not be written to")
