"""What happens in a tournament: told to everyone, and kept in its log as it is."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from dicehall.evenings.core.setting import Setting
from dicehall.ports.teams import Team
from dicehall.rules.values import Event, Seat, Value
from dicehall.table.core.events import Seed, Who

Code: TypeAlias = Annotated[str, msgspec.Meta(max_length=40)]
"""The code of a table."""
Wall: TypeAlias = int
"""Seconds since 1970, for people to read and for what starts by the calendar. All else is in hall time."""
Lot: TypeAlias = str
"""Where a lot decides: what everyone's place in it is worked out from (`lots.drawn`)."""
Stage: TypeAlias = Literal["swiss", "knock_out", "arena", "series"]
Why: TypeAlias = Literal["host", "too_few", "missed"]
"""The host ended it, too few had entered at the start, or the hall was down for a long time at the start."""


class Created(Event):
    """A tournament that people can enter; one without a host belongs to the hall."""

    host: Who | None
    setting: Setting
    key: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """What the link has beside the code, if only those who have the link may enter; told to nobody but the host."""
    wall: Wall = 0


class Configured(Event):
    """The host has changed what will be played, or how."""

    setting: Setting


class Committed(Event):
    """Every lot from now on is bound to a secret: this is its hash; the secret follows at the end."""

    commit: str


class Entered(Event):
    who: Who
    seed: Seed = ""
    """What their client mixes into the lots."""
    level: str | None = None
    """Of a bot; None for a person."""
    team: Team | str | None = None
    """A label alone in logs from before teams had colours."""


class Departed(Event):
    """Takes no more part. Before the start that is all; later they may come back for the next round."""

    who: Who


class Returned(Event):
    """Takes part again from the next pairing on."""

    who: Who


class Removed(Event):
    """The host has removed this entrant; what was played stays as it is."""

    who: Who


class Readmitted(Event):
    """The host lets someone whom they removed enter or come back."""

    who: Who


class SecondNamed(Event):
    """This person may do what the host may do; None: nobody but the host."""

    who: Who | None


class Paused(Event):
    """Nobody is paired and no table opens until the host resumes it; tables that are open play on."""


class Resumed(Event):
    """Goes on; whatever was to happen meanwhile happens that much later."""


class Started(Event):
    wall: Wall
    lot: Lot
    """For the first pairing, and for whatever is level until the end of the first round."""


class TableDrawn(Value):
    """A table that is to be opened under this code: everything needed to do so, and to do so only once."""

    code: Code
    number: int
    """As people call it: table 1 is the first of its round."""
    seats: tuple[Who, ...]
    """Who sits where, in the order of the seats."""


class Paired(Event):
    """Who plays at which table. It is in the log before any of these tables is opened."""

    round: int
    """Counted from 1; in an arena, a number for each time that anyone is seated."""
    stage: Stage
    tables: tuple[TableDrawn, ...]
    byes: tuple[Who, ...] = ()
    """Who sits out, since no table is left for them."""
    opens: float = 0.0
    """The hall time at which the tables open; until then the host can undo this."""
    commit: str = ""
    """With duplicate dice: what the dice of this round are bound to."""


class PairingUndone(Event):
    """The host has undone the last pairing before its tables opened. The tournament is paused."""

    round: int


class TableOpened(Event):
    """The table is there, and waits two minutes for everyone who sits at it."""

    code: Code


class Arrived(Event):
    """An entrant is at their table."""

    code: Code
    who: Who


class NoShow(Event):
    """An entrant has not come in time, or has left before the game: a bot plays the seat, and they take no more part
    until they come back."""

    code: Code
    who: Who


class TableEnded(Event):
    """A result; it never changes."""

    code: Code
    places: tuple[int, ...]
    """By seat, as the game has them: 1 is best, and equal places are shared."""
    left: tuple[Seat, ...] = ()
    """Seats whose players left the game before its end."""
    void: bool = False
    """No game could be finished here: everyone who was there shares the first place."""


class RoundEnded(Event):
    """The last table of a round has ended."""

    round: int
    lot: Lot
    """For whatever is level now: in the standings, at the cut, and in the next pairing."""
    through: tuple[Who, ...] | None = None
    """In the knock-out, and after the last round before it: who goes on, the best seed first."""
    seed: str = ""
    """With duplicate dice: the secret that the dice of the round came from."""


class Concluded(Event):
    """The tournament is over."""

    wall: Wall
    podium: tuple[Who, ...]
    """The best people, at most three; the first has the title. Bots have none."""
    seed: str = ""
    """The secret that the lots came from: everyone can work them out again."""


class CalledOff(Event):
    """It will not be played, or not to its end: nobody has the title."""

    wall: Wall
    why: Why
    seed: str = ""


class WentBack(Event):
    """The hall has lost the end of this tournament's log; later lots are bound to another secret."""

    lost: int
    """At least so many entries; 0 if that is unknown."""


EntrantEvent: TypeAlias = Entered | Departed | Returned
HostEvent: TypeAlias = (
    Created | Configured | Removed | Readmitted | SecondNamed | Paused | Resumed | PairingUndone | CalledOff
)  # fmt: skip
RoundEvent: TypeAlias = (
    Committed | Started | Paired | TableOpened | Arrived | NoShow | TableEnded | RoundEnded | Concluded | WentBack
)  # fmt: skip
TournamentEvent: TypeAlias = EntrantEvent | HostEvent | RoundEvent
