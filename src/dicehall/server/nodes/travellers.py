"""Travellers: clients whose sockets are here, and whose tables may be anywhere. They notice nothing of it."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace
from websockets.frames import CloseCode

from dicehall.ports import Session
from dicehall.ports.codes import is_tournament
from dicehall.rules.values import Value
from dicehall.server.gates.words import Gone, Said
from dicehall.server.live import messages
from dicehall.server.live.client_messages import Follow, Watch
from dicehall.server.live.dispatcher import Dispatcher
from dicehall.server.live.listener import HallListener
from dicehall.server.nodes.far_listeners import ELSEWHERE, asked_for
from dicehall.server.nodes.glance import Answer, Glance, Over, Shown
from dicehall.server.nodes.link import SILENT, Link
from dicehall.server.nodes.words import Enters, WatchesAgain

if TYPE_CHECKING:
    from dicehall.server.nodes.nodes import Nodes

MOST_PARKED: Final = 64
"""Messages of one socket that wait for a node; more are refused."""
LOOKS: Final = frozenset(("watch", "follow"))
WHOLE: Final = 0
"""Tournaments are always told whole."""
STRANDED: Final = 2 * SILENT
"""Seconds after which a client whose table nobody shows any more is to connect again, perhaps elsewhere."""

UNREACHABLE: Final = (
    "The machine that runs this table has not answered for 5 seconds: nothing was done. Try again in a moment."
)
IN_DOUBT: Final = (
    "The machine that runs this table has not answered, so the hall does not know whether this was done: look again."
)


class Errand(Value, kw_only=True):
    """Something for another node, as often as it has to be tried."""

    id: int
    type: str
    table: str
    """Or the tournament; empty for a new one, and for a quick table."""
    is_hall_wide: bool = False
    """For the node that does what is done once for the whole hall."""
    text: bytes = b""
    since: int = 0
    """For a table that the client watches already, and is to be shown again; it has no text."""
    key: str = ""
    until: float = 0.0
    """By the loop's time."""

    @property
    def is_again(self) -> bool:
        return self.id < 0


class Watched(NamedTuple):
    version: int | None
    """What the client was shown last; None if nothing yet."""
    key: str


class Stay:
    """At one other node."""

    def __init__(self, link: Link, number: int) -> None:
        self.link = link
        self.number = number
        self.pending: dict[int, Errand] = {}
        """What was not answered yet."""
        self.watched: dict[str, Watched] = {}


class Traveller(HallListener):
    __slots__ = ("_agains", "_last_again", "_nodes", "_parked", "_stays")

    def __init__(
        self, dispatcher: Dispatcher, session: Session | None, token: bytes, address: str, nodes: "Nodes"
    ) -> None:
        super().__init__(dispatcher, session, token, address)
        self._nodes = nodes
        self._stays: dict[str, Stay] = {}
        self._parked: list[Errand] = []
        """What waits for a node, in its order."""
        self._last_again = 0
        self._agains: dict[int, str] = {}
        """By number, the tables that this node itself is about to show again."""

    @property
    def plays(self) -> bool:
        return super().plays or any(stay.watched for stay in self._stays.values())

    # What the client says

    def received(self, text: bytes) -> None:
        wanted = asked_for(text)
        if wanted is None or wanted.id is None or wanted.id < 0 or not (wanted.table or wanted.is_hall_wide):
            super().received(text)
            return
        errand = Errand(
            id=wanted.id, type=wanted.type, table=wanted.code, is_hall_wide=wanted.is_hall_wide, text=text,
            key=wanted.key,
        )  # fmt: skip
        if not self._parked and self._home_of(errand) == self._nodes.me:
            super().received(text)
        else:
            self._run(errand)

    def _home_of(self, errand: Errand) -> str | None:
        territory = self._nodes.territory
        return territory.first if errand.is_hall_wide else territory.owner(errand.table)

    def _run(self, errand: Errand) -> None:
        """Now, or behind those for the same table that wait."""
        behind = any(waiting.table == errand.table for waiting in self._parked)
        if behind or not self._try(errand):
            self._park(errand)

    def _try(self, errand: Errand) -> bool:
        home = self._home_of(errand)
        if home is None:
            return False
        if home == self._nodes.me:
            self._do_here(errand)
            return True
        link = self._nodes.links.get(home)
        if link is None or not link.is_up:
            return False
        self._send(self._stays.get(home) or self._enter(link), errand)
        return True

    def _do_here(self, errand: Errand) -> None:
        if not errand.is_again:
            super().received(errand.text)
            return
        self._agains[errand.id] = errand.table
        if errand.is_hall_wide:
            self.take(Follow(errand.id, errand.table))
            return
        if self.who is not None:
            self._dispatcher.rooms.knocks.vouch(self.who, errand.table)
        self.take(Watch(errand.id, errand.table, errand.since, errand.key))

    def _enter(self, link: Link) -> Stay:
        number = self._nodes.arrive(self)
        stay = self._stays[link.other] = Stay(link, number)
        link.say(Enters(number, self.person, self.sign_in, self.scope, self.token, self.address))
        return stay

    def _send(self, stay: Stay, errand: Errand) -> None:
        stay.pending[errand.id] = errand
        if errand.is_again:
            stay.watched[errand.table] = Watched(errand.since, errand.key)
            stay.link.say(WatchesAgain(stay.number, errand.id, errand.table, errand.since, errand.key))
            return
        if errand.type in LOOKS:
            stay.watched.setdefault(errand.table, Watched(None, errand.key))
        elif errand.type == "unwatch" or (errand.type == "unfollow" and is_tournament(errand.table)):
            stay.watched.pop(errand.table, None)
        stay.link.say(Said(stay.number, errand.text))

    # What waits

    def _park(self, errand: Errand) -> None:
        if len(self._parked) >= MOST_PARKED and not errand.is_again:
            self.refuse(errand.id, "busy", "Too many messages at once; wait for the answers.")
            return
        if not errand.until:
            wait = STRANDED if errand.is_again else SILENT
            errand = replace(errand, until=asyncio.get_running_loop().time() + wait)
        self._parked.append(errand)
        self._nodes.waiting.add(self)

    def try_again(self) -> None:
        """Everything that waits, in its order; what has waited for too long is refused."""
        now = asyncio.get_running_loop().time()
        parked, self._parked = self._parked, []
        for errand in parked:
            if any(before.table == errand.table for before in self._parked) or not self._try(errand):
                if errand.until > now:
                    self._parked.append(errand)
                else:
                    self._give_up(errand)
        if not self._parked:
            self._nodes.waiting.discard(self)

    def _give_up(self, errand: Errand) -> None:
        if errand.is_again:
            self.socket.close(CloseCode.SERVICE_RESTART, "the table cannot be reached from here")
        else:
            self.refuse(errand.id, "unreachable", UNREACHABLE)

    def _sent_back(self, errand: Errand) -> None:
        """Whoever should have the table does not, or not any more: it waits, but no longer than before."""
        if errand.until and errand.until <= asyncio.get_running_loop().time():
            self._give_up(errand)
        else:
            self._park(errand)

    def watch_again(self, code: str, since: int, key: str = "") -> None:
        """A table that the client was watching has moved, or a tournament that they follow."""
        self._last_again -= 1
        follows = is_tournament(code)
        type = "follow" if follows else "watch"
        self._run(Errand(id=self._last_again, type=type, table=code, is_hall_wide=follows, since=since, key=key))

    # What other nodes say

    def told(self, node: str, frames: bytes, seen: Glance) -> None:
        stay = self._stays.get(node)
        if stay is not None and self._passes(stay, seen):
            self.socket.send(frames)

    def _passes(self, stay: Stay, seen: Glance) -> bool:
        """Whether the client is to see it, too."""
        match seen:
            case Answer(id, reason):
                errand = stay.pending.pop(id, None)
                if errand is not None and reason == ELSEWHERE:
                    self._forget_watch(stay, errand)
                    self._sent_back(errand)
                    return False
                if errand is not None and reason:
                    self._forget_watch(stay, errand)
                elif errand is not None and errand.type == "follow":
                    stay.watched[errand.table] = Watched(WHOLE, "")
                if id < 0 and reason and errand is not None:
                    self._shut_out(errand.table, reason)
                return id >= 0
            case Shown(table) if table not in stay.watched:
                return False  # it was on its way when the table moved: the new owner shows it
            case Shown(table, version):
                stay.watched[table] = stay.watched[table]._replace(version=version)
            case Over(table):
                stay.watched.pop(table, None)
            case _:
                pass
        return True

    def _forget_watch(self, stay: Stay, errand: Errand) -> None:
        """A table that the client has not been shown, or that is not there any more."""
        watched = stay.watched.get(errand.table)
        if watched is not None and (errand.is_again or watched.version is None):
            del stay.watched[errand.table]

    def _shut_out(self, code: str, reason: str) -> None:
        if not is_tournament(code):
            super().tell(messages.Gone(code, "kicked" if reason in ("kicked", "locked") else "closed"))

    def tell(self, message: messages.ServerMessage) -> None:
        """Answers to what this node has asked for the client are not for the client."""
        match message:
            case messages.Done(id) if id in self._agains:
                del self._agains[id]
            case messages.Refusal(id, reason) if id in self._agains and id is not None:
                self._shut_out(self._agains.pop(id), reason)
            case _:
                super().tell(message)

    def stays_as(self, node: str) -> int | None:
        """Under which number it is known there."""
        stay = self._stays.get(node)
        return None if stay is None else stay.number

    def lost(self, node: str) -> None:
        """The line to it is down: what was asked may have been done or not, and what is watched is shown again."""
        stay = self._stays.pop(node)
        for errand in stay.pending.values():
            if errand.is_again:
                continue
            if errand.type in LOOKS:
                self._park(errand)
            else:
                self.refuse(errand.id, "uncertain", IN_DOUBT)
        self._again(stay.watched)

    def let_go(self, node: str, code: str) -> None:
        """It no longer runs this table, whatever this node knows of it."""
        stay = self._stays.get(node)
        if stay is not None and (seen := stay.watched.pop(code, None)) is not None:
            self._again({code: seen})

    def moved(self) -> None:
        """Other nodes run some of the tables now. Those that were not shown yet are answered for by their old owner."""
        for stay in tuple(self._stays.values()):
            owner, here = self._nodes.territory.owner, stay.link.other
            shown = {code: seen for code, seen in stay.watched.items() if seen.version is not None}
            gone = {code: seen for code, seen in shown.items() if owner(code) != here}
            for code in gone:
                del stay.watched[code]
            self._again(gone)

    def _again(self, watched: Mapping[str, Watched]) -> None:
        for code, (version, key) in watched.items():
            if version is not None:
                self.watch_again(code, version, key)

    def closed(self) -> None:
        super().closed()
        self._parked.clear()
        self._nodes.waiting.discard(self)
        for stay in self._stays.values():
            self._nodes.depart(stay.number)
            stay.link.say(Gone(stay.number))
        self._stays.clear()
