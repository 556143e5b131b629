"""A gate: it holds sockets, reads their frames and keeps their limits; what they say is for the hall."""

import asyncio
import logging
import math
import socket
import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

import msgspec

from dicehall.server.bounds.addresses import Proxies
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.pace import Bucket, Now, Pace
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.gates import words
from dicehall.server.gates.arrivals import Arrivals, Door
from dicehall.server.gates.batches import Inbox, Outbox
from dicehall.server.gates.line import Line
from dicehall.server.live.handshake import Answer, Peer, Rejected, Request
from dicehall.server.live.socket import Socket, socket_protocol

ENDLESS: Final = Pace(math.inf, 0.0)

decoder = msgspec.msgpack.Decoder(words.Batch[words.ToGate])


class GateVisitors(Visitors):
    """A gate knows what one socket may send. What an address or the whole hall may is counted in the hall."""

    def __init__(self, opened: words.Opened, now: Now, flooded: Callable[[str], None]) -> None:
        super().__init__(Limits(**opened.limits), Proxies.read(opened.proxies), now)
        self._flooded = flooded

    def entered(self, _address: str) -> Bucket:
        return Bucket(ENDLESS, self.now())

    def left(self, _address: str) -> None:
        pass

    def flooded(self, address: str) -> None:
        self._flooded(address)


class Carried:
    """Hears one socket, and passes on what it says."""

    __slots__ = ("_gate", "is_open", "number", "socket")

    plays = True  # who plays is known in the hall, which holds sockets that have to wait

    def __init__(self, gate: "Gate", number: int) -> None:
        self._gate = gate
        self.number = number
        self.is_open = False

    def opened(self, socket: Peer) -> None:
        assert isinstance(socket, Socket)
        self.is_open = True
        self._gate.sockets[self.number] = socket

    def received(self, text: bytes) -> None:
        self._gate.say(words.Said(self.number, text))

    def closed(self) -> None:
        self._gate.left(self.number)


class Gate:
    """`door` is where connections that are not for it are handed over; `ended` is called when the hall has gone."""

    def __init__(
        self, listen: socket.socket, door: socket.socket, ended: Callable[[], None], now: Now = time.monotonic
    ) -> None:
        self.line = Line(self._heard, self._ended, self._fill)
        self.sockets: dict[int, Socket] = {}
        """Those that were admitted."""
        self._now = now
        self._when_ended = ended
        self._outbox: Outbox[words.FromGate] = Outbox(self.line.send)
        self.say = self._outbox.say
        self._inbox: Inbox[words.ToGate] = Inbox(decoder)
        self._arrivals = Arrivals(listen, Door(door), self._keep)
        self._last_number = 0
        self._asking: dict[int, Answer] = {}
        self._held: set[int] = set()
        """Sockets that the hall wants to hear later."""
        self._is_full = False
        """Whether the hall takes less than the sockets say; then none of them is read."""
        self._state = SimpleNamespace(connections=set[Any]())
        self._protocol: type[asyncio.Protocol] = asyncio.Protocol
        self._tasks: set[asyncio.Task[Any]] = set()

    # What clients do

    def _keep(self, connection: socket.socket) -> None:
        """The request is still unread, and the socket reads it as it would in the hall."""
        connecting = self._connect(connection)
        task = asyncio.get_running_loop().create_task(connecting)
        self._tasks.add(task)  # the loop itself holds tasks by weak references only
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, connection: socket.socket) -> None:
        try:
            make: Any = self._protocol  # as uvicorn would make it
            await asyncio.get_running_loop().connect_accepted_socket(lambda: make(None, self._state, None), connection)
        except OSError:
            connection.close()

    def _ask(self, request: Request, answer: Answer) -> None:
        self._last_number += 1
        self._asking[self._last_number] = answer
        path, query, headers, client = request
        self.say(words.Asks(self._last_number, path, query, dict(headers), client))

    def left(self, number: int) -> None:
        self.sockets.pop(number, None)
        self._held.discard(number)
        self.say(words.Gone(number))

    def _fill(self, full: bool) -> None:
        """A gate that cannot pass on what it reads stops reading."""
        self._is_full = full
        for number, each in self.sockets.items():
            if full:
                each.hold()
            elif number not in self._held:
                each.go_on()

    # What the hall says

    def _heard(self, data: bytes) -> None:
        for word in self._inbox.take(data):
            self._hear(word)

    def _hear(self, word: words.ToGate) -> None:
        match word:
            case words.Tell(numbers, frames):
                for number in numbers:
                    if (told := self.sockets.get(number)) is not None:
                        told.send(frames)
            case words.Probe(number):
                # What lay in the sockets when the probe was sent is read in this turn of the loop.
                asyncio.get_running_loop().call_soon(self.say, words.Echo(number))
            case words.Admitted(number):
                self._admit(number)
            case words.TurnedAway(number, status, reason, headers):
                self._asking.pop(number)(Rejected(status, reason, headers))
            case words.Close(number, code, reason):
                if (closed := self.sockets.get(number)) is not None:
                    closed.close(code, reason)
            case words.Hold(number):
                if (held := self.sockets.get(number)) is not None:
                    self._held.add(number)
                    held.hold()
            case words.GoOn(number):
                self._held.discard(number)
                if (held := self.sockets.get(number)) is not None and not self._is_full:
                    held.go_on()
            case words.TellWhenWritten(number):
                if (told := self.sockets.get(number)) is not None:
                    told.when_written(partial(self.say, words.Written(number)))
            case words.Opened():
                visitors = GateVisitors(word, self._now, lambda client: self.say(words.Flooded(client)))
                self._protocol = socket_protocol(self._ask, visitors)
                self._arrivals.start()
                self.say(words.Ready())
            case words.AcceptNoMore():
                self._arrivals.stop()

    def _admit(self, number: int) -> None:
        carried = Carried(self, number)
        self._asking.pop(number)(carried)
        if not carried.is_open:
            self.left(number)  # it has not waited

    def _ended(self) -> None:
        self._arrivals.stop()
        for each in self.sockets.values():
            each.drop()
        self._when_ended()


class Logged(logging.Handler):
    """What a gate logs is for the log of the hall, which knows its format and its secrets."""

    def __init__(self, gate: Gate) -> None:
        super().__init__(logging.WARNING)
        self._gate = gate

    def emit(self, record: logging.LogRecord) -> None:
        self._gate.say(words.Logged(record.levelno, self.format(record)))
