"""What happens at a table around its games: told to everybody, narrated, and kept in the log as it is."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from dicehall.rules.values import Event, Seat, Value

Who: TypeAlias = Annotated[str, msgspec.Meta(title="who", max_length=40)]
"""A person's opaque id, or a bot's. The annotation lets narration put the name in its place."""

SHORTEST_CLOCK, LONGEST_CLOCK = 15, 24 * 60 * 60
USUAL_CLOCK, QUICK_CLOCK = 600, 60
"""As printed, and less where strangers meet."""

BOT = "bot:"
"""How the id of a bot begins; its name follows."""


def is_bot(who: Who) -> bool:
    return who.startswith(BOT)


class Setting(Value, kw_only=True, forbid_unknown_fields=True):
    """What is played at a table, and how; the options are the game's own, the rest is the table's."""

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    """Only those that were chosen; the rest are as usual."""
    seats: Annotated[int, msgspec.Meta(ge=2, le=26)]
    """How many may sit."""
    clock: Annotated[int, msgspec.Meta(ge=SHORTEST_CLOCK, le=LONGEST_CLOCK)] = USUAL_CLOCK
    """Seconds to answer: ten minutes, as printed (P-14)."""
    on_timeout: Literal["play", "kick", "wait"] = "play"
    """What the clock does at the end: play the first option, ask the player to leave, or nothing (P-15)."""
    public: bool = True
    """Whether the hall lists it."""
    quick: bool = False
    """Whether the hall fills it with whoever comes, then with bots."""


class Sat(Event):
    who: Who


class BotSat(Event):
    who: Who
    level: str


class Stood(Event):
    """Got up from a chair; in a running game the game is told as well."""

    who: Who


class Kicked(Event):
    who: Who


class Readmitted(Event):
    who: Who


class Readied(Event):
    who: Who


class Unreadied(Event):
    who: Who


class Locked(Event):
    pass


class Unlocked(Event):
    pass


class Owned(Event):
    """The table has a new owner."""

    who: Who


class Muted(Event):
    who: Who


class Unmuted(Event):
    who: Who


class TalkAllowed(Event):
    """Spectators may talk to players even while there are secrets."""


class TalkForbidden(Event):
    pass


class ScoreReset(Event):
    """The evening's score begins anew."""


class GameReset(Event):
    """The game was ended without a result, by the owner or because the hall started anew."""


class TimedOut(Event):
    """A player's time is up."""

    seat: Seat


class HandedOver(Event):
    """A bot holds the seat until its player is back."""

    seat: Seat


class TookBack(Event):
    seat: Seat


class Helped(Event):
    """The owner lets the game go on for somebody who is awaited."""

    seat: Seat


class Closed(Event):
    pass


class Opened(Event):
    """A table has been set up; one without an owner belongs to the hall."""

    owner: Who | None
    setting: Setting


class Configured(Event):
    """The owner has changed what will be played, or how."""

    setting: Setting


class GameStarted(Event):
    """Everybody is seated in this order, and nobody joins any more."""

    number: int
    game: str
    edition: int
    options: dict[str, Any]
    seats: tuple[Who, ...]
    levels: tuple[str | None, ...]
    """The level of the bot in each seat; None where a person sits."""


class GameEnded(Event):
    number: int
    scores: tuple[int, ...]
    places: tuple[int, ...]


SeatEvent: TypeAlias = Sat | BotSat | Stood | Kicked | Readmitted | Readied | Unreadied
HostEvent: TypeAlias = (
    Opened | Configured | Locked | Unlocked | Owned | Muted | Unmuted | TalkAllowed | TalkForbidden | Helped | Closed
)
GameEvent: TypeAlias = GameStarted | GameEnded | GameReset | ScoreReset | TimedOut | HandedOver | TookBack

TableEvent: TypeAlias = SeatEvent | HostEvent | GameEvent
