"""Clients of other nodes who are at tables of this one: to tables they are viewers like any other."""

import math
from typing import Final

import msgspec

from dicehall.ports import Session
from dicehall.ports.codes import is_tournament, typed_code
from dicehall.server.bounds.pace import Bucket, Pace
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.gates.batches import HallOutbox
from dicehall.server.gates.far_socket import FarSocket
from dicehall.server.live.client_messages import Follow, Watch
from dicehall.server.live.dispatcher import Dispatcher
from dicehall.server.live.handshake import Peer
from dicehall.server.live.listener import HallListener
from dicehall.server.live.messages import Refusal
from dicehall.server.nodes.link import Link
from dicehall.server.nodes.territory import Territory
from dicehall.server.nodes.words import Enters, LetGo, WatchesAgain

ELSEWHERE: Final = "elsewhere"
"""The reason of a refusal between nodes: the table has moved, and nothing was done. No client sees it."""
HALL_WIDE: Final = frozenset(("quick", "create_tournament", "follow", "unfollow", "act_in"))
"""Messages for the node that does what is done once for the whole hall."""
ENDLESS: Final = Pace(math.inf, 0.0)


class Asked(msgspec.Struct):
    """As much of a client's message as it takes to know where it belongs."""

    type: str
    id: int | None = None
    table: str = ""
    tournament: str = ""
    key: str = ""

    @property
    def is_hall_wide(self) -> bool:
        return self.type in HALL_WIDE

    @property
    def code(self) -> str:
        """Of what it is about; empty if that has none yet."""
        return typed_code(self.tournament) if self.tournament else self.table.casefold()


asked = msgspec.json.Decoder(Asked)


def asked_for(text: bytes) -> Asked | None:
    """None where it cannot be read: that is explained elsewhere."""
    try:
        return asked.decode(text)
    except (msgspec.MsgspecError, RecursionError):
        return None


class Uncounted(Visitors):
    """The node that holds a socket counts it, and what it says."""

    def __init__(self, here: Visitors) -> None:
        super().__init__(here.limits, here.proxies, here.now)
        self.connection_rate = here.connection_rate

    def entered(self, _address: str) -> Bucket:
        return Bucket(ENDLESS, self.now())

    def left(self, _address: str) -> None:
        pass


class FarListener(HallListener):
    """Welcomed by another node; heard here."""

    __slots__ = ("_outbox", "_territory")

    is_far = True

    def __init__(self, dispatcher: Dispatcher, territory: Territory, outbox: HallOutbox, word: Enters) -> None:
        session = None if word.person is None else Session(word.sign_in or "", word.person, word.scope)
        super().__init__(dispatcher, session, word.token, word.address)
        self._territory = territory
        self._outbox = outbox

    def opened(self, socket: Peer) -> None:
        self.socket = socket
        self._dispatcher.came(self)

    def closed(self) -> None:
        self._dispatcher.went(self)

    def received(self, text: bytes) -> None:
        wanted = asked_for(text)
        if wanted is not None and not self._is_here(wanted):
            self.tell(Refusal(wanted.id, ELSEWHERE, ""))
        else:
            super().received(text)

    def _is_here(self, wanted: Asked) -> bool:
        if wanted.is_hall_wide:
            return self._territory.first == self._territory.me
        return self._territory.owns(wanted.code)

    def watch_again(self, word: WatchesAgain) -> None:
        if not self._territory.owns(word.table):
            self.tell(Refusal(word.id, ELSEWHERE, ""))
            return
        if is_tournament(word.table):
            self.take(Follow(word.id, word.table))
            return
        if self.who is not None:
            self._dispatcher.rooms.knocks.vouch(self.who, word.table)
        self.take(Watch(word.id, word.table, word.since, word.key))

    def let_go(self, code: str) -> None:
        """Its own node knows where the table is, or waits until somebody has it."""
        assert isinstance(self.socket, FarSocket)
        self._outbox.say_to(self.socket, LetGo(self.socket.number, code))


class FarListeners:
    """All clients of one other node that are here."""

    def __init__(self, link: Link, dispatcher: Dispatcher, territory: Territory) -> None:
        self._link = link
        self._dispatcher = dispatcher
        self._territory = territory
        self._visitors = Uncounted(dispatcher.visitors)
        self._sockets: dict[int, FarSocket] = {}
        self._listeners: dict[int, FarListener] = {}

    def enter(self, word: Enters) -> None:
        outbox, number = self._link.outbox, word.socket
        socket = self._sockets[number] = FarSocket(number, word.address, outbox, self._visitors, self._ended)
        listener = self._listeners[number] = FarListener(self._dispatcher, self._territory, outbox, word)
        socket.let_in(listener)

    def _ended(self, socket: FarSocket) -> None:
        del self._sockets[socket.number], self._listeners[socket.number]

    def said(self, number: int, text: bytes) -> None:
        if (socket := self._sockets.get(number)) is not None:
            socket.heard(text)

    def written(self, number: int) -> None:
        if (socket := self._sockets.get(number)) is not None:
            socket.written()

    def watch_again(self, word: WatchesAgain) -> None:
        if (listener := self._listeners.get(word.socket)) is not None:
            listener.watch_again(word)

    def gone(self, number: int) -> None:
        if (socket := self._sockets.get(number)) is not None:
            socket.lost()

    def all_gone(self) -> None:
        for socket in tuple(self._sockets.values()):
            socket.lost()
