"""Lines that a person types, or a pipe brings, for whichever plain face is shown."""

import asyncio
import contextlib
import os
import sys
import threading
from collections import deque


class Typed:
    def __init__(self) -> None:
        self.lines: deque[str] = deque()
        self.ended = False
        """Whether the input has ended."""
        self._notice: asyncio.Event | None = None

    def listen(self, notice: asyncio.Event) -> None:
        """From now on, set this when something was typed; a single thread listens, whoever shows what is said."""
        started, self._notice = self._notice is not None, notice
        if not started:
            threading.Thread(target=self._listen, args=(asyncio.get_running_loop(),), daemon=True).start()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread, because nothing else can wait for every kind of input."""
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody listens any more
            while (line := read_line()) is not None:
                loop.call_soon_threadsafe(self._heard, line)
            loop.call_soon_threadsafe(self._heard, None)

    def _heard(self, line: str | None) -> None:
        if line is None:
            self.ended = True
        else:
            self.lines.append(line)
        if self._notice is not None:
            self._notice.set()


def read_line() -> str | None:
    """Without a buffer that would keep the next lines, or a lock that would be held at the end; None at the end."""
    line = b""
    with contextlib.suppress(OSError, ValueError):  # a terminal that was closed has nothing more to say
        while (byte := os.read(sys.stdin.fileno(), 1)) not in (b"", b"\n"):
            line += byte
        if line or byte:
            return line.decode(errors="replace")
    return None
