"""What the hall knows of one gate: its sockets, and whether it is heard."""

import logging
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, Final, NamedTuple

import msgspec

from dicehall.server.bounds.visitors import TooMany, Visitors
from dicehall.server.gates import words
from dicehall.server.gates.batches import HallOutbox, Inbox
from dicehall.server.gates.far_socket import FarSocket
from dicehall.server.live.handshake import Admission, Listener, Rejected, Request, rejected_by

log = logging.getLogger("dicehall.gates")

KNOWN: Final = ("cookie", "authorization")
"""Headers of visitors who need not wait for an overload to end."""

decoder = msgspec.msgpack.Decoder(words.Batch[words.FromGate])


class Reception(NamedTuple):
    """Where the sockets of all gates are admitted and counted: one for the whole hall."""

    admission: Admission
    visitors: Visitors
    connections: set[Any]
    """uvicorn waits for these before it exits."""


class Branch:
    """Hears one gate, whatever carries its words."""

    def __init__(self, reception: Reception, send: Callable[[bytes], None], now: Callable[[], float]) -> None:
        self._reception = reception
        self._now = now
        self._inbox: Inbox[words.FromGate] = Inbox(decoder)
        self._probes: dict[int, float] = {}
        """When those that are not answered yet were sent."""
        self._last_probe = 0
        self.outbox = HallOutbox(send)
        self.sockets: dict[int, FarSocket] = {}
        self.is_ready = False
        self.read_until = now()
        """What had come to its sockets by then has been heard here."""

    def open(self) -> None:
        limits, proxies = self._reception.visitors.limits, self._reception.visitors.proxies
        self.outbox.say(words.Opened(limits._asdict(), list(proxies.words())))

    def probe(self) -> None:
        self._last_probe += 1
        self._probes[self._last_probe] = self._now()
        self.outbox.say(words.Probe(self._last_probe))

    def heard(self, data: bytes) -> None:
        for word in self._inbox.take(data):
            self._hear(word)

    def lost(self) -> None:
        """All that it held is gone."""
        for socket in tuple(self.sockets.values()):
            socket.lost()

    def _hear(self, word: words.FromGate) -> None:
        match word:
            case words.Said(number, text):
                if (socket := self.sockets.get(number)) is not None:
                    socket.heard(text)
            case words.Gone(number):
                if (socket := self.sockets.get(number)) is not None:
                    socket.lost()
            case words.Written(number):
                if (socket := self.sockets.get(number)) is not None:
                    socket.written()
            case words.Asks():
                self._asks(word)
            case words.Echo(number):
                self.read_until = self._probes.pop(number)
            case words.Flooded(client):
                self._reception.visitors.flooded(client)
            case words.Ready():
                self.is_ready, self.read_until = True, self._now()
            case words.Logged(level, text):
                log.log(level, "%s", text)

    def _asks(self, word: words.Asks) -> None:
        visitors, headers, number = self._reception.visitors, word.headers, word.socket
        visitors.connection_rate.watch()
        try:
            visitors.admit_request(word.client)
            visitors.admit_socket(word.client, known=any(name in headers for name in KNOWN))
        except TooMany as limit:
            why = f"{HTTPStatus(limit.status).phrase}: {limit.detail.rstrip('.')}.\n"
            self.outbox.say(words.TurnedAway(number, limit.status, why, dict(limit.headers)))
            return
        socket = self.sockets[number] = FarSocket(number, word.client, self.outbox, visitors, self._ended)
        answer = partial(self._answer, socket)
        try:
            self._reception.admission(Request(word.path, word.query, headers, word.client), answer)
        except Exception as error:
            answer(rejected_by(error))

    def _answer(self, socket: FarSocket, verdict: Listener | Rejected) -> None:
        """Only the first answer counts, and none if the client, or its gate, has gone meanwhile."""
        if self.sockets.get(socket.number) is not socket or socket in self._reception.connections:
            return
        if isinstance(verdict, Rejected):
            status, reason, headers = verdict
            self.outbox.say(words.TurnedAway(socket.number, status, reason, dict(headers)))
            socket.lost()
            return
        self._reception.connections.add(socket)
        self.outbox.say_to(socket, words.Admitted(socket.number))
        socket.let_in(verdict)

    def _ended(self, socket: FarSocket) -> None:
        del self.sockets[socket.number]
        self._reception.connections.discard(socket)
