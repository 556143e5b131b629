"""Every message that the hall sends: one struct each, named by its `type`."""

from typing import Any, Literal, TypeAlias

import msgspec

from dicehall.evenings.core.public_view import PublicView
from dicehall.ports import ChatLine, Person
from dicehall.ports.odds import Odds
from dicehall.rules.values import Seat, Value, wire_name
from dicehall.table.core.events import Who
from dicehall.table.core.public_view import PublicTable

PROTOCOL = 2

Reaction: TypeAlias = Literal["laugh", "wow", "cry", "hmm", "angry", "heart"]
"""By name; a client chooses the picture."""


class ToClient(Value, tag_field="type", tag=wire_name):
    pass


class Welcome(ToClient):
    """The first message."""

    protocol: int
    you: Person | None
    """None without a name: you may watch, but not sit or talk."""
    now: float
    """Hall time, the unit of deadlines."""
    url: str
    """The address of this hall."""
    predictions: bool = True
    """Whether spectators can predict who wins, where the host allows it."""


class Done(ToClient, omit_defaults=True):
    """The request is done, and on disk."""

    id: int
    table: str | None = None
    """The table that was opened or found, or the tournament."""


class Refusal(ToClient, tag="refused"):
    """Nothing has changed; only with the reason `uncertain` the hall does not know whether something has."""

    id: int | None
    """None if the message could not be read."""
    reason: str
    message: str


class MineShown(Value, kw_only=True):
    """What only one seat knows, and may do now."""

    seat: Seat
    secret: Any = msgspec.UNSET
    """Left out of an update if it has not changed for this person."""
    moves: msgspec.Raw
    """The legal moves, folded: see `fold`. They are valid for this version only."""


class TableMessage(ToClient, tag="table", kw_only=True):
    """A whole table, as it is now."""

    table: str
    version: int
    now: float
    shown: PublicTable
    people: dict[Who, str]
    """The names of everyone mentioned."""
    won: dict[Who, int]
    """How many games of this kind the people at the table have won in this hall."""
    mine: tuple[MineShown, ...]
    absent: tuple[Who, ...]
    watching: int
    events: tuple[Any, ...]
    """What has happened since the version that the client knew."""
    missed: bool
    """Whether some are missing."""
    chat: dict[Literal["all", "spectators"], tuple[ChatLine, ...]]
    """The last lines that this person may read, by channel."""
    head: str = ""
    """What proves to the hall later that its table was at this version; empty at tables older than heads."""


class Update(ToClient, omit_defaults=True):
    """What a command has changed; the same for everyone, except `mine`."""

    table: str
    version: int
    events: tuple[Any, ...]
    changes: dict[str, Any]
    """To be laid over `shown`, field by field; an object with a `type` replaces, and a list may get `more`."""
    people: dict[Who, str] = msgspec.field(default_factory=dict)
    won: dict[Who, int] = msgspec.field(default_factory=dict)
    """Only what is new."""
    mine: tuple[MineShown, ...] = ()
    """For each seat of this person, if there is anything new for them; empty once they have none."""
    head: str = ""
    """As in `table`, for this version."""


class PeopleMessage(ToClient, tag="people"):
    """A person mentioned at the table has a new name."""

    table: str
    people: dict[Who, str]


class Present(ToClient):
    """A person came or left."""

    table: str
    absent: tuple[Who, ...]
    """Those who sit there and are disconnected."""
    watching: int


class Spectators(ToClient):
    """Only for the host and administrators: who watches."""

    table: str
    people: dict[Who, str]
    """Their names; visitors without a name are not among them."""


class KnocksMessage(ToClient, tag="knocks"):
    """Only for the host and administrators: who knocks at the private table, and waits to be let in."""

    table: str
    people: dict[Who, str]


class ExpectedMessage(ToClient, tag="expected"):
    """Only for the host and administrators: the names behind invitations that wait for an account of that name."""

    table: str
    people: dict[Who, str]
    """By the id of the invitation, which is among the `invited`."""


class UsualWait(ToClient):
    """You watch a quick table for people only that still waits, and this is how long others have waited lately."""

    table: str
    seconds: int | None
    """None: nobody has."""
    people: int
    """How many others have, up to 20, in the last hour."""


class Admitted(ToClient):
    """The host has let you in: watch the table now."""

    table: str


class ClockWarning(ToClient):
    """A clock is about to run out."""

    table: str
    seat: Seat
    seconds: int


class Away(ToClient):
    """The hall could do nothing for a while. Clocks stood still: nobody lost any time."""

    now: float
    """Hall time, which clients have to set their clocks by again."""
    seconds: int


class UncertainMessage(ToClient, tag="uncertain"):
    """The disk failed while the hall wrote: it does not know whether the last command at this table counts."""

    table: str
    known: bool
    """False at first: the command has no answer yet. True as soon as the hall knows: the answer has come, and the table
    is what it says. If the connection ends before, it is what it says when you come back."""


class Chat(ToClient):
    table: str
    channel: Literal["all", "spectators"]
    line: ChatLine


class ReactionMessage(ToClient, tag="reaction"):
    """Someone shows a reaction; it is gone a moment later, and kept nowhere."""

    table: str
    channel: Literal["all", "spectators"]
    who: Who
    name: str
    reaction: Reaction


class OddsMessage(ToClient, tag="odds"):
    """The odds as your own seat can know them, or everyone if you have none."""

    table: str
    version: int
    """Of the table that they are for; it may have moved on."""
    odds: Odds
    padding: str
    """Blanks: the size of the message must not tell what is in it."""


class SeatStakes(Value):
    """What was predicted of one seat."""

    chips: int
    count: int


class MyPrediction(Value):
    seat: Seat
    chips: int
    chance: int
    paid: int | None = None
    """What came back at the end of the game, in chips; null until then."""


class PoolMessage(ToClient, tag="pool", kw_only=True):
    """What spectators predict of the running game, or of the last one. From `mine` on it is your own."""

    table: str
    game: int
    """Its number at this table."""
    status: Literal["open", "closed", "settled", "void", "off"]
    why: Literal["declared", "clear", "left", "reset", "void", "closed", "off"] | None
    """Why the pool is closed (the game's own point, or someone is too likely to win), or why it is void."""
    count: int
    """How many predictions count."""
    pot: int
    """Their stakes together."""
    seats: tuple[SeatStakes, ...] | None
    """By seat; null while the pool is open: until then nobody knows what others chose."""
    winners: tuple[Seat, ...] | None
    mine: MyPrediction | None
    purse: int | None
    """The chips that you can stake now, with those of the day if you have not had them; null without a name."""
    may: bool
    """Whether you may predict this game at all."""
    why_not: Literal["player", "nameless"] | None


class Gone(ToClient):
    """The table is no longer shown to you."""

    table: str
    reason: Literal["closed", "kicked", "no_knocking"]
    """With `no_knocking` you knocked, and the host has turned knocking off."""


class Invitation(ToClient):
    """A seat is kept for you."""

    table: str
    game: str
    by: str | None
    """The name of the host."""


class InvitationOver(ToClient):
    """The invitation is over: you have sat down, the game has begun, or the host has withdrawn it."""

    table: str


class Row(Value):
    """A table in the list of tables."""

    table: str
    game: str
    host: str | None
    """The name of the host; None at a quick table."""
    people: int
    """How many sit there, whether they are connected or not."""
    present: int
    """How many of them are connected."""
    bots: int
    seats: int
    state: Literal["waiting", "playing", "finished"]
    locked: bool
    fills_at: float | None
    clock: int
    rated: bool
    """Whether the running game counts for the rating; between games, whether the next one will if two accounts play."""
    odds: bool
    """Whether everyone can ask for the odds."""
    night: str = ""
    """The title of the theme night that it belongs to."""


class HallMessage(ToClient, tag="hall"):
    """Public tables: one page of them, your own first and then the newest."""

    now: float
    tables: tuple[Row, ...]
    after: int | None = None
    """What the page was asked for with; null for the first page, which replaces what you know."""
    next: int | None = None
    """Ask for the next page with this; null if this is the last one."""


class Listed(ToClient):
    """A table is new, or its row has changed."""

    row: Row


class Unlisted(ToClient):
    table: str


class TournamentMessage(ToClient, tag="tournament", kw_only=True):
    """A whole tournament, as it is now."""

    tournament: str
    now: float
    """Hall time, the unit of its deadlines."""
    shown: PublicView
    people: dict[Who, str]
    """The names of everyone who takes part or runs it."""
    key: str = ""
    """Only for those who run it: what the link has after `#k=`, where only those may enter who have the link."""


class TournamentUpdate(ToClient, kw_only=True, omit_defaults=True):
    """What has changed in a tournament that you know."""

    tournament: str
    version: int
    since: int
    """The version that the changes are to be laid over."""
    now: float
    changes: dict[str, Any]
    """To be laid over `shown` as in `update`; a list may also say which of its rows stay, and how they have changed."""
    people: dict[Who, str] = msgspec.field(default_factory=dict)
    """Only what is new."""


class Restarting(ToClient):
    """The hall restarts. You keep your seat and clocks stand still: connect again."""


ServerMessage: TypeAlias = (
    Welcome | Done | Refusal | TableMessage | Update | PeopleMessage | Present | Spectators | KnocksMessage | Admitted
    | ExpectedMessage | UsualWait
    | ClockWarning | Away | UncertainMessage | Chat | ReactionMessage | OddsMessage | PoolMessage | Gone
    | Invitation | InvitationOver | HallMessage | Listed | Unlisted | TournamentMessage | TournamentUpdate
    | Restarting
)  # fmt: skip
