"""What nodes say to each other: the words of gates and halls, for each is both, and news for all."""

from typing import Final, TypeAlias

from dicehall.ports import Person
from dicehall.ports.people import Scope
from dicehall.server.gates.words import Close, Echo, Gone, GoOn, Hold, Probe, Said, Tell, TellWhenWritten, Word, Written
from dicehall.server.live.messages import Invitation, InvitationOver, Row

LANGUAGE: Final = 1
"""Grows with whatever a node that was released before would not understand, or would misunderstand."""


class Enters(Word, tag=20):
    """A client who was admitted elsewhere has something to say to this node."""

    socket: int
    person: Person | None
    sign_in: str | None
    scope: Scope
    token: bytes
    address: str


class WatchesAgain(Word, tag=21):
    """A client was at this table before it moved here, and has seen it up to this version."""

    socket: int
    id: int
    """Below zero: no client sends such a number."""
    table: str
    since: int
    key: str
    """Of its link: visitors without a name need it."""


class LetGo(Word, tag=30):
    """The sender no longer runs this table, though it may again soon: the client is to watch it where it is."""

    socket: int
    table: str


class Listed(Word, tag=22):
    """Tables of the sender are new in the list, or their rows have changed."""

    rows: list[Row]


class Unlisted(Word, tag=23):
    tables: list[str]


class Invited(Word, tag=24):
    """A table of the sender keeps a seat for someone, or no longer does."""

    who: str
    news: Invitation | InvitationOver


class Renamed(Word, tag=25):
    person: Person


class HungUp(Word, tag=26):
    """Sockets of this person are to be closed: all, or those of one sign-in."""

    who: str
    sign_in: str | None
    code: int
    reason: str


class Leaves(Word, tag=27):
    """This person is off all tables: banned, if there is a reason, or deleted."""

    who: str
    banned: str | None


class Requests(Word, tag=28):
    """A request over HTTP that is about a table of this node."""

    number: int
    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes
    client: str


class Answers(Word, tag=29):
    """To the request of this number."""

    number: int
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Asks(Word, tag=31):
    """Something that every node is asked, or has to do; the answer is `Replies`."""

    number: int
    name: str
    about: bytes


class Replies(Word, tag=32):
    number: int
    body: bytes | None
    """None where it could not be done."""


class Spent(Word, tag=33):
    """The sender has let something through that is limited for the whole hall."""

    limit: str
    whose: str
    cost: float


class Left(Word, tag=34):
    """What the sender would still let through: limit, whose, and how much."""

    levels: list[tuple[str, str, float]]


class Counted(Word, tag=36):
    """How many open tables and sockets the sender has: of what kind, whose, and how many."""

    counts: list[tuple[str, str, int]]
    is_anew: bool = False
    """Whether this begins all that there is, and what was heard before is over."""


class Stirred(Word, tag=35):
    """Something has happened at a table of a tournament, other than a move that brings the game no further."""

    tournament: str
    table: str


News: TypeAlias = Listed | Unlisted | Invited | Renamed | HungUp | Leaves | Spent | Left | Counted | Stirred

NodeWord: TypeAlias = (
    Said | Gone | Tell | TellWhenWritten | Written | Close | Hold | GoOn | Probe | Echo | Enters | WatchesAgain | LetGo
    | Requests | Answers | Asks | Replies | News
)  # fmt: skip
