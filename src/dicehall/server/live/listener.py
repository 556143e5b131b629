"""Hears one socket: its messages are read, handed to the dispatcher, and refused where that fails."""

import msgspec

from dicehall.ports import Session
from dicehall.rules.errors import RulesError
from dicehall.server.bounds.limits import too_deep
from dicehall.server.live.connection import Connection
from dicehall.server.live.dispatcher import Dispatcher
from dicehall.server.live.frames import number_of
from dicehall.server.live.messages import ClientMessage
from dicehall.server.live.socket import Socket
from dicehall.table.core.decide import refusal
from dicehall.table.core.draft import RefusedError
from dicehall.table.live.hall import NoTable

decoder = msgspec.json.Decoder(ClientMessage)


class HallListener(Connection):
    """The `Listener` of every socket of a hall."""

    __slots__ = ("_dispatcher",)

    def __init__(self, dispatcher: Dispatcher, session: Session | None, address: str) -> None:
        super().__init__(session, address, dispatcher.rooms.metrics)
        self._dispatcher = dispatcher

    @property
    def plays(self) -> bool:
        """Players and hosts go first while the hall is overloaded."""
        return any(live.table.is_for(self.who) for live in self.watches.values())

    def opened(self, socket: Socket) -> None:
        self.socket = socket
        self._dispatcher.opened(self)

    def received(self, text: bytes) -> None:
        try:
            message = _read(text, self._dispatcher.visitors.limits.depth)
        except (msgspec.MsgspecError, RecursionError) as error:
            self.refuse(number_of(text), "bad_message", f"That message cannot be read: {error}. See docs/protocol.md.")
            return
        try:
            self._dispatcher.carry_out(self, message)
        except RefusedError as error:
            self.refuse(message.id, error.refused.reason, error.refused.message)
        except NoTable as error:
            self.refuse(message.id, "no_table", str(error))
        except RulesError as error:
            self.answer(message.id, None, refusal(error))

    def closed(self) -> None:
        self._dispatcher.closed(self)


def _read(text: bytes, depth: int) -> ClientMessage:
    if too_deep(text, depth):
        raise msgspec.DecodeError("it is nested too deeply")
    message: ClientMessage = decoder.decode(text)
    return message
