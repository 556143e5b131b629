"""Whether a gate reads a socket: not while the hall is behind with it, nor while whoever listens wants it to wait."""

import asyncio
from collections.abc import Awaitable, Callable
from unittest.mock import Mock

import msgspec
import pytest

from dicehall.server.bounds.visitors import Visitors
from dicehall.server.gates import words
from dicehall.server.gates.batches import HallOutbox, Inbox
from dicehall.server.gates.far_socket import FarSocket

decoder = msgspec.msgpack.Decoder(words.Batch[words.ToGate])


class Behind:
    """A socket that has said something which the hall leaves for later, until it has caught up."""

    def __init__(self) -> None:
        inbox: Inbox[words.ToGate] = Inbox(decoder)
        self.said: list[words.ToGate] = []
        visitors = Visitors()
        self._rate = visitors.connection_rate = Mock(overloaded=True, grant=lambda: False)
        outbox = HallOutbox(lambda batch: self.said.extend(inbox.take(batch)))
        self.socket = FarSocket(7, "192.0.2.1", outbox, visitors, lambda _socket: None)
        self.listener = Mock(plays=False)
        self.socket.let_in(self.listener)
        self.socket.heard(b"later")

    async def catches_up(self) -> None:
        self._rate.overloaded = False
        while not self.listener.received.called:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0)

    async def holds(self) -> None:
        self.socket.hold()
        await asyncio.sleep(0)

    async def goes_on(self) -> None:
        self.socket.go_on()
        await asyncio.sleep(0)


Step = Callable[[Behind], Awaitable[None]]


@pytest.mark.parametrize(("first", "last"), [(Behind.catches_up, Behind.goes_on), (Behind.goes_on, Behind.catches_up)])
def test_it_is_read_again_when_both_want_it(first: Step, last: Step) -> None:
    async def wait() -> None:
        behind = Behind()
        await behind.holds()
        assert behind.said[-1:] == [words.Hold(7)]
        await first(behind)
        assert behind.said[-1:] == [words.Hold(7)]
        await last(behind)
        assert behind.said[-1:] == [words.GoOn(7)]

    asyncio.run(wait())
