"""Every message that clients send: one struct each, named by its `type`."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from dicehall.evenings.core.commands import ByAnyone, ByHost
from dicehall.evenings.core.setting import Setting as TournamentSetting
from dicehall.rules.values import Value, wire_name
from dicehall.server.live.messages import Reaction
from dicehall.table.core.commands import Request
from dicehall.table.core.events import LONGEST_CLOCK, SHORTEST_CLOCK, Seed

LONGEST_CHAT = 300

Code: TypeAlias = Annotated[str, msgspec.Meta(max_length=12)]
"""Of a table; capital or small letters."""
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=40)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]


class FromClient(Value, tag_field="type", tag=wire_name, forbid_unknown_fields=True):
    """Every message has a number that the client chooses, and the answer repeats."""

    id: Number


class EnterHall(FromClient):
    """Tell me about the tables, now and as they change."""

    after: Number | None = None
    """`next` of the page that I know; without it, the first page."""


class ExitHall(FromClient):
    pass


class OpenTable(FromClient, tag="open", kw_only=True):
    """Open a table."""

    game: str
    preset: str | None = None
    """A named set of options; what is given below takes precedence."""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    seats: Annotated[int, msgspec.Meta(ge=2, le=26)] | None = None
    """How many may sit (default: as many as the game takes)."""
    clock: Annotated[int, msgspec.Meta(ge=SHORTEST_CLOCK, le=LONGEST_CLOCK)] | None = None
    on_timeout: Literal["play", "kick", "wait"] = "play"
    public: bool = True
    sit: bool = True
    """Whether the host plays or only hosts."""
    bots: Annotated[tuple[str, ...], msgspec.Meta(max_length=26)] = ()
    """One level for each bot."""
    fill: bool = False
    """Whether bots take the free seats when the game starts."""
    rated: bool | None = None
    """Whether games count for the rating (default: at public tables without odds)."""
    odds: bool = False
    """Whether everyone can ask for the odds while they play; such a table is unrated."""
    invite: Annotated[tuple[Name, ...], msgspec.Meta(max_length=25)] = ()
    """People by name or id: a seat is kept for each."""


class Quick(FromClient):
    """A seat wherever people wait; without a game, any game."""

    game: str | None = None
    seed: Seed = ""
    """Mixed into the dice, if the table has already committed to its secret."""
    seats: Literal[2] | None = None
    """2 for a game of two (default: the usual number)."""
    bots: bool = True
    """Whether bots fill the free seats after a while; otherwise the table waits for people."""


class Watch(FromClient):
    """Show me a table, and tell me what happens there."""

    table: Code
    since: Number | None = None
    """The version that I know; later events are sent again, unless there are too many."""
    key: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """What the link of a private table has after `#k=`; without it you knock."""
    head: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The last head that I was told, and before it the version that it came with and a colon."""


class Unwatch(FromClient):
    table: Code


class Act(FromClient):
    """Do something at a table."""

    table: Code
    do: Request
    version: Number | None = None
    """The version this responds to: a second click, or a late one, is refused as `stale`."""


class Ping(FromClient):
    """Answered by `done`: the connection is alive."""


class Say(FromClient):
    table: Code
    text: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_CHAT)]


class React(FromClient):
    """Show a reaction at my face for a moment."""

    table: Code
    reaction: Reaction


class AskOdds(FromClient, tag="odds"):
    """What are the odds? Answered by `odds` as soon as they are reckoned, if this table shows them."""

    table: Code


class Predict(FromClient):
    """I watch, and predict who wins the running game; once more changes my prediction, until the pool closes."""

    table: Code
    seat: Annotated[int, msgspec.Meta(ge=0, le=25)]
    chips: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    """My stake, 1 to 100."""
    chance: Annotated[int, msgspec.Meta(ge=0, le=100)]
    """How sure I am that this seat wins, in percent: 1 to 99."""


class CreateTournament(FromClient):
    """Set up a tournament; people need an account for that."""

    setting: TournamentSetting


class Follow(FromClient):
    """Show me a tournament, and tell me what happens there."""

    tournament: Code


class Unfollow(FromClient):
    tournament: Code


class ActIn(FromClient):
    """Take part in a tournament, or run it."""

    tournament: Code
    do: ByAnyone | ByHost


AboutTournaments: TypeAlias = CreateTournament | Follow | Unfollow | ActIn
ClientMessage: TypeAlias = (
    EnterHall | ExitHall | OpenTable | Quick | Watch | Unwatch | Act | Say | React | AskOdds | Predict | Ping
    | AboutTournaments
)  # fmt: skip
