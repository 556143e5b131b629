"""What happens at a table around its games: told to everyone, narrated, and kept in the log as it is."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from dicehall.ports.teams import Colour, Label, Pattern, Team
from dicehall.rules.tower import Scheme
from dicehall.rules.values import Event, Seat, Value

Who: TypeAlias = Annotated[str, msgspec.Meta(title="who", max_length=40)]
"""The opaque id of a person or a bot. The annotation lets narration put the name there."""

Seed: TypeAlias = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[!-~]*$(?!\n)")]
"""What a client mixes into the dice: visible ASCII, as random as it likes; empty for nothing."""

SHORTEST_CLOCK, LONGEST_CLOCK = 15, 24 * 60 * 60
QUICK_CLOCK = 60
"""Where strangers meet, whatever the game usually has."""

BOT = "bot:"
"""How the id of a bot begins; its name follows."""


NAMED = "name:"
"""How the id of an invitation to a name begins that nobody has yet."""


def is_bot(who: Who) -> bool:
    return who.startswith(BOT)


def is_named(who: Who) -> bool:
    """Whether this is nobody yet: an invitation by a name that waits for its account (H-12)."""
    return who.startswith(NAMED)


class Setting(Value, kw_only=True, forbid_unknown_fields=True):
    """What is played at a table, and how; the options are the game's own, the rest is the table's."""

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    """Only those that were chosen; the rest have their defaults."""
    seats: Annotated[int, msgspec.Meta(ge=2, le=26)]
    """How many may sit."""
    clock: Annotated[int, msgspec.Meta(ge=SHORTEST_CLOCK, le=LONGEST_CLOCK)] = 600
    """Seconds to answer; a table that is opened without one has the clock of its game's listing."""
    on_timeout: Literal["play", "kick", "wait"] = "play"
    """What the clock does at the end: play the first legal move, ask the player to leave, or nothing (P-15)."""
    public: bool = True
    """Whether the hall lists it."""
    quick: bool = False
    """Whether the hall fills it with the next people to come, then with bots."""
    people_only: bool = False
    """At a quick table: whether it waits for people instead of being filled with bots."""
    fill: bool = False
    """Whether bots take the free seats when the game starts (G-22)."""
    rated: bool | None = None
    """Whether games count for the rating (H-06); None is as usual, and `is_rated` says what that is here."""
    odds: bool = False
    """Whether everyone can ask for the odds while they play; such a table is unrated."""

    @property
    def is_rated(self) -> bool:
        """As chosen; else public and quick tables are rated, private ones and those with odds are not."""
        return self.rated if self.rated is not None else (self.public or self.quick) and not self.odds


class Fixture(Value):
    """What makes a table one of a tournament: the hall opens it for one game between people who are given."""

    tournament: str
    """Its code."""
    title: str
    round: int
    """Counted from 1."""
    spectators: bool = True
    """Whether others may watch."""
    duplicate: bool = False
    """Whether all tables of the round have the same dice: what is played is told nowhere else until the round ends."""


Look: TypeAlias = Literal["hall", "harbour", "garden", "lantern", "frost", "carnival"]
"""Felt, dice and confetti that go together."""
Sounds: TypeAlias = Literal["all", "dice", "none"]


class Night(Value):
    """What makes a table one of a theme night: its words, how it looks and sounds, and whose evening it is."""

    title: Annotated[str, msgspec.Meta(max_length=60)]
    welcome: Annotated[str, msgspec.Meta(max_length=300)] = ""
    look: Look = "hall"
    sounds: Sounds = "all"
    host: Who | None = None
    """Hosts the table whenever they sit there; None: whoever sits down first."""


class Sat(Event):
    who: Who
    seed: Seed = ""
    """What their client mixes into the dice of the next game."""


class BotSat(Event):
    who: Who
    level: str


class Stood(Event):
    """Left a seat; a running game is told as well."""

    who: Who


class Kicked(Event):
    who: Who


class SeatReplaced(Event):
    """The host removes this player from a rated game, and a bot plays the seat to the end (H-07)."""

    seat: Seat
    by: Who


class Readmitted(Event):
    who: Who


class LetIn(Event):
    """The host has let this person in, who knocked at a private table."""

    who: Who


class Invited(Event):
    """A seat is kept for this person."""

    who: Who


class Uninvited(Event):
    """The host no longer keeps a seat for this person."""

    who: Who


class Declined(Event):
    """This person has turned the invitation down."""

    who: Who


class Readied(Event):
    who: Who
    seed: Seed = ""


class Unreadied(Event):
    who: Who


class TeamChosen(Event):
    """Wears the badge of a team from now on; role play only (P-23)."""

    who: Who
    label: Label
    colour: Colour
    pattern: Pattern

    @property
    def team(self) -> Team:
        return Team(self.label, self.colour, self.pattern)


class TeamDropped(Event):
    """Wears the badge of a team no more."""

    who: Who


class Locked(Event):
    pass


class Unlocked(Event):
    pass


class HostChanged(Event):
    """The table has a new host."""

    who: Who


class Muted(Event):
    who: Who


class Unmuted(Event):
    who: Who


class TalkAllowed(Event):
    """Spectators may talk to players even while there are secrets."""


class TalkForbidden(Event):
    pass


class ReactionsAllowed(Event):
    pass


class ReactionsForbidden(Event):
    """Nobody can send reactions here."""


class KnocksAllowed(Event):
    pass


class KnocksForbidden(Event):
    """Nobody can knock at this private table."""


class PredictionsAllowed(Event):
    """Spectators can predict who wins."""


class PredictionsForbidden(Event):
    """Nobody can predict who wins here; stakes of the running game go back."""


class ScoreReset(Event):
    """The evening's score is reset."""


class Committed(Event):
    """The dice of the next game are bound to a secret: this is its hash; the secret follows when the game ends."""

    commit: str
    entrants: tuple[Seed, ...] | None = None
    """With duplicate dice, what the clients of all entrants have mixed in; what is sent from now on is not."""


class GameForfeited(Event):
    """The host ends a rated game alone and has lost it (H-08); the end follows."""

    who: Who


class ResetAgreed(Event):
    """A player of a rated game, or its host, wants it to end without a result (H-08)."""

    who: Who


class GameReset(Event):
    """The game ended without a result, because of the host or of a restart."""

    seed: str = ""
    """The secret of its dice: nobody can use it any more."""
    digest: str = ""


class WentBack(Event):
    """The hall has lost the end of this table's log: a running game is void, and the next dice are new."""

    lost: int
    """At least so many entries; 0 if that is unknown."""


class TimedOut(Event):
    """A player's time is up."""

    seat: Seat


class HandedOver(Event):
    """A bot holds the seat until its player is back."""

    seat: Seat


class TookBack(Event):
    seat: Seat


class Helped(Event):
    """The host makes the game go on for a player it is waiting for."""

    seat: Seat


class Closed(Event):
    pass


class Opened(Event):
    """A table has been set up; one without a host belongs to the hall."""

    host: Who | None
    setting: Setting
    key: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """What the link of a private table has beside the code: only those who come without it knock."""
    fixture: Fixture | None = None
    """The tournament that it belongs to."""
    night: Night | None = None
    """The theme night that it belongs to."""


class NoShow(Event):
    """At a table of a tournament: this player has not come; a bot plays the seat to the end."""

    who: Who


class Walkover(Event):
    """Nobody else came: this player wins without a game."""

    who: Who


class NobodyCame(Event):
    """Everyone who should have played here stayed away."""


class Configured(Event):
    """The host has changed what will be played, or how."""

    setting: Setting


class GameStarted(Event):
    """The players sit in this order, and nobody can join any more."""

    number: int
    game: str
    edition: int
    options: dict[str, Any]
    seats: tuple[Who, ...]
    levels: tuple[str | None, ...]
    """The level of the bot in each seat; None where a person sits."""
    commit: str = ""
    """The hash of the secret that the dice come from; empty where the dice are given."""
    client_seeds: tuple[Seed, ...] = ()
    """By seat, what was mixed in."""
    allowances: bool = False
    """Whether a question that follows a climax has more time; false in logs from before that was so."""
    rated: bool = True
    """Whether it counts for the rating (H-06); true in logs from before any game was unrated."""
    accounts: tuple[Seat, ...] | None = None
    """The seats of accounts in a rated game: only between them the rating moves (H-10). None in logs from before."""
    no_shows: tuple[Seat, ...] = ()
    """In a tournament, the seats that bots play because nobody came."""
    scheme: Scheme = "counted"
    """With duplicate dice, `client_seeds` are those of all entrants, and draws are told apart by what they are for."""


class GameEnded(Event):
    number: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    seed: str = ""
    """The secret that the dice came from; anyone who has the record can throw them again. With duplicate dice it stays
    a secret until the round ends."""
    digest: str = ""
    """Of the record, over all of its lines."""


class Disclosed(Event):
    """The last table of a round with duplicate dice has ended: from now on everyone may know what was played here."""

    seed: str
    """The secret that the dice of all tables came from."""
    digest: str
    """As it was told when the game ended."""


SeatEvent: TypeAlias = (
    Sat | BotSat | Stood | Kicked | Readmitted | LetIn | Readied | Unreadied | Invited | Uninvited | Declined
    | TeamChosen | TeamDropped
)  # fmt: skip
HostEvent: TypeAlias = (
    Opened
    | Configured
    | Locked
    | Unlocked
    | HostChanged
    | Muted
    | Unmuted
    | TalkAllowed
    | TalkForbidden
    | ReactionsAllowed
    | ReactionsForbidden
    | KnocksAllowed
    | KnocksForbidden
    | PredictionsAllowed
    | PredictionsForbidden
    | Helped
    | Closed
)
GameEvent: TypeAlias = (
    GameStarted
    | GameEnded
    | GameReset
    | GameForfeited
    | ResetAgreed
    | ScoreReset
    | TimedOut
    | HandedOver
    | TookBack
    | SeatReplaced
    | Committed
    | WentBack
    | NoShow
    | Walkover
    | NobodyCame
    | Disclosed
)

TableEvent: TypeAlias = SeatEvent | HostEvent | GameEvent
