"""A WebSocket that another process holds: for its listener it is like any other."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final

from websockets.frames import CloseCode

from dicehall.server.bounds.connection_rate import LATER, PIECE
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.gates.batches import HallOutbox
from dicehall.server.gates.words import Close, GoOn, Hold, TellWhenWritten
from dicehall.server.live.frames import too_fast
from dicehall.server.live.handshake import Listener

log = logging.getLogger("dicehall.server")

NOWHERE: Final = -1


class FarSocket:
    """From the request for it until its gate says that it is gone; the hall counts it for all that time."""

    __slots__ = (
        "_awaiting", "_ended", "_held", "_home", "_listener", "_open", "_outbox", "_paid", "_visitors", "_waiting",
        "address", "last_word", "number",
    )  # fmt: skip

    def __init__(
        self, number: int, address: str, outbox: HallOutbox, visitors: Visitors, ended: "Callable[[FarSocket], None]"
    ) -> None:
        self.number = number
        self.address = address
        self.last_word = NOWHERE
        self._ended = ended
        self._outbox = outbox
        self._visitors = visitors
        self._home = visitors.entered(address)
        self._listener: Listener | None = None
        self._open = False
        self._held = False
        """Whether its listener wants to hear nothing for now; what is on its way is heard."""
        self._waiting: deque[bytes] = deque()
        """What a stranger has said while players go first."""
        self._awaiting: deque[Callable[[], None]] = deque()
        """What to call when its gate says, each time, that all has left."""
        self._paid = 0
        """Units of the strangers' allowance that were spent on the first of them."""

    # For the listener, and for uvicorn

    def send(self, frames: bytes) -> None:
        if self._open:
            self._outbox.tell(self, frames)

    def close(self, code: int, reason: str) -> None:
        if self._open:
            self._open = False
            self._outbox.say_to(self, Close(self.number, code, reason))

    def hold(self) -> None:
        self._held = True
        self._say_whether_to_read()

    def go_on(self) -> None:
        self._held = False
        self._say_whether_to_read()

    def when_written(self, call: Callable[[], None]) -> None:
        if self._open:
            self._awaiting.append(call)
            self._outbox.say_to(self, TellWhenWritten(self.number))

    def shutdown(self) -> None:
        self.close(CloseCode.SERVICE_RESTART, "restarting")

    # For its gate

    def let_in(self, listener: Listener) -> None:
        self._listener, self._open = listener, True
        try:
            listener.opened(self)
        except Exception:
            self._fail()

    def heard(self, text: bytes) -> None:
        """One message that was within the limits of its socket; those of its address are the hall's."""
        visitors = self._visitors
        if not self._open:
            return
        if not self._home.take(visitors.now()):
            self.send(too_fast(text, visitors.limits.messages_per_second))
        elif self._waiting or self._is_to_wait():
            self._wait(text)
        else:
            self._deliver(text)

    def written(self) -> None:
        """Its gate answers in order."""
        if self._open and self._awaiting:
            self._awaiting.popleft()()

    def lost(self) -> None:
        """Its gate says that it is gone, or is gone itself."""
        self._open = False
        self._waiting.clear()
        self._awaiting.clear()
        self._visitors.left(self.address)
        self._ended(self)
        listener, self._listener = self._listener, None
        if listener is not None:
            try:
                listener.closed()
            except Exception:
                log.exception("a listener failed when its socket closed")

    def _deliver(self, text: bytes) -> None:
        assert self._listener is not None
        try:
            self._listener.received(text)
        except Exception:
            self._fail()

    def _fail(self) -> None:
        log.exception("a listener failed")
        self.close(CloseCode.INTERNAL_ERROR, "the server failed")

    # During an overload

    def _is_to_wait(self) -> bool:
        return self._visitors.connection_rate.overloaded and self._listener is not None and not self._listener.plays

    def _wait(self, text: bytes) -> None:
        """Its gate reads no more of it; what is on its way already waits here."""
        self._waiting.append(text)
        if len(self._waiting) == 1:
            self._say_whether_to_read()
            self._hear_on()

    def _hear_on(self) -> None:
        if not self._open or not self._waiting:
            return
        if self._is_to_wait() and not self._pay(1 + len(self._waiting[0]) // PIECE):
            asyncio.get_running_loop().call_later(LATER, self._hear_on)
            return
        self._paid = 0
        self._deliver(self._waiting.popleft())
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._hear_on)
        else:
            self._say_whether_to_read()

    def _say_whether_to_read(self) -> None:
        if self._open:
            word = Hold if self._held or self._waiting else GoOn
            self._outbox.say_to(self, word(self.number))

    def _pay(self, price: int) -> bool:
        """Piece by piece: a long message costs more than strangers are ever given at once."""
        while self._paid < price and self._visitors.connection_rate.grant():
            self._paid += 1
        return self._paid >= price
