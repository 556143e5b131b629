"""Viewers: the open windows of people, what each watches, and what each may hear."""

from typing import TypeAlias

from dicehall.ports import Person
from dicehall.server.live.frames import frame
from dicehall.server.live.handshake import Peer
from dicehall.server.live.messages import ServerMessage
from dicehall.server.live.talk import Channel
from dicehall.table.core.events import Who
from dicehall.table.live.table import LiveTable

Presence: TypeAlias = tuple[tuple[Who, ...], int]
"""Who is absent, and how many watch."""


class Viewer:
    """One window of one person, or of a visitor without a name."""

    __slots__ = ("person", "sign_in", "socket", "watches", "who")

    is_far = False
    """Whether another node holds its socket."""

    def __init__(self, person: Person | None, sign_in: str | None = None) -> None:
        self.person = person
        self.who: Who | None = None if person is None else person.id
        self.sign_in = sign_in
        """The key of the session or access token that it belongs to."""
        self.socket: Peer
        self.watches: dict[str, LiveTable] = {}

    @property
    def is_administrator(self) -> bool:
        return False

    def hosts(self, live: LiveTable) -> bool:
        """Whether it may do at this table what a host may."""
        return self.is_administrator or (self.who is not None and self.who == live.table.host)

    def tell(self, message: ServerMessage) -> None:
        self.socket.send(frame(message))


def sits(live: LiveTable, who: Who | None) -> bool:
    """Nobody sits down in a running game, and leaving it gives up the seat: who sits, plays."""
    return who is not None and live.table.seated_as(who) is not None


def hears(live: LiveTable, who: Who | None) -> tuple[Channel, ...]:
    """Spectators' talk is not for players, nor for windows without a name, which any player could open."""
    return ("all",) if who is None or sits(live, who) else ("all", "spectators")


def presence(live: LiveTable) -> Presence:
    return live.presence.absent(live.table), live.presence.watching(live.table)
