"""Hears one socket: its messages are read, handed to the dispatcher in their order, and refused where that fails."""

from collections import deque
from typing import Final

import msgspec
from websockets.frames import CloseCode

from dicehall.ports import JournalError, Session
from dicehall.rules.errors import RulesError
from dicehall.server.bounds.limits import too_deep
from dicehall.server.live.client_messages import ClientMessage, EnterHall, Watch
from dicehall.server.live.connection import Connection, Waiting
from dicehall.server.live.dispatcher import Dispatcher
from dicehall.server.live.frames import number_of
from dicehall.server.live.handshake import Peer
from dicehall.table.core.decide import refusal
from dicehall.table.core.draft import RefusedError
from dicehall.table.live.hall import NoTable

MOST_WAITING: Final = 64
"""Messages of one socket that wait for the one before; more are refused."""

REFUSALS: Final = (RefusedError, NoTable, RulesError, JournalError)

decoder = msgspec.json.Decoder(ClientMessage)


class HallListener(Connection):
    """The `Listener` of every socket of a hall."""

    __slots__ = ("_dispatcher", "_queue")

    def __init__(self, dispatcher: Dispatcher, session: Session | None, token: bytes, address: str) -> None:
        super().__init__(session, token, address, dispatcher.rooms.metrics, dispatcher.visitors.budget())
        self._dispatcher = dispatcher
        self._queue: deque[ClientMessage] | None = None
        """What came after a message that has to wait; None if none does."""

    @property
    def plays(self) -> bool:
        """Players and hosts go first while the hall is overloaded."""
        return any(live.table.is_for(self.who) for live in self.watches.values())

    def opened(self, socket: Peer) -> None:
        self.socket = socket
        self._dispatcher.opened(self)

    def received(self, text: bytes) -> None:
        try:
            message = _read(text, self._dispatcher.visitors.limits.depth)
        except (msgspec.MsgspecError, RecursionError) as error:
            self.refuse(number_of(text), "bad_message", f"That message cannot be read: {error}. See docs/protocol.md.")
            return
        self.take(message)

    def take(self, message: ClientMessage) -> None:
        """In its order: after those that wait."""
        if self._queue is None:
            if (waiting := self._carry_out(message)) is not None:
                self._queue = queue = deque[ClientMessage]()
                self._dispatcher.rooms.start(self._wait(message, waiting, queue))
        elif len(self._queue) < MOST_WAITING:
            self._queue.append(message)
        else:
            self.refuse(message.id, "busy", "Too many messages at once; wait for the answers.")

    def closed(self) -> None:
        self._dispatcher.closed(self)

    def _carry_out(self, message: ClientMessage) -> Waiting | None:
        try:
            return self._dispatcher.carry_out(self, message)
        except REFUSALS as error:
            self._explain(message, error)
            return None

    async def _wait(self, message: ClientMessage, waiting: Waiting, queue: deque[ClientMessage]) -> None:
        """Only this socket waits; what it has sent since is done in its order. It is closed if the hall fails."""
        left: Waiting | None = waiting
        try:
            while True:
                if left is not None:
                    try:
                        await left
                    except REFUSALS as error:
                        self._explain(message, error)
                if not queue:
                    return
                message = queue.popleft()
                left = None if self._comes_too_late(message) else self._carry_out(message)
        except Exception:
            self.socket.close(CloseCode.INTERNAL_ERROR, "the server failed")
            raise
        finally:
            self._queue = None

    def _comes_too_late(self, message: ClientMessage) -> bool:
        """A window that has been closed looks at nothing; whatever else was sent before is done."""
        return isinstance(message, EnterHall | Watch) and self not in self._dispatcher.rooms.everybody

    def _explain(self, message: ClientMessage, error: Exception) -> None:
        match error:
            case RefusedError():
                self.refuse(message.id, error.refused.reason, error.refused.message)
            case NoTable():
                self.refuse(message.id, "no_table", str(error))
            case RulesError():
                self.answer(message.id, None, refusal(error))
            case _:
                self.refuse(message.id, "unwritable", str(error))


def _read(text: bytes, depth: int) -> ClientMessage:
    if too_deep(text, depth):
        raise msgspec.DecodeError("it is nested too deeply")
    message: ClientMessage = decoder.decode(text)
    return message
