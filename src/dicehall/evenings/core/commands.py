"""What people, the host and the hall itself can ask of a tournament."""

from typing import TypeAlias

import msgspec

from dicehall.bots import NORMAL
from dicehall.evenings.core.events import Code
from dicehall.evenings.core.setting import Setting
from dicehall.ports.teams import WantedTeam
from dicehall.rules.values import Seat, Value, wire_name
from dicehall.table.core.events import Seed, Who


class Command(Value, tag_field="type", tag=wire_name, forbid_unknown_fields=True):
    """A request; `decide` says what follows from it, or why it is refused."""


class Create(Command):
    """Set up a tournament; people need an account for that, the hall does not."""

    setting: Setting
    key: str = ""
    """What the link has beside the code, where only those may enter who have the link. Made by the hall."""


class Enter(Command):
    """Take part: before the start, or late where the format allows it."""

    seed: Seed = ""
    key: str = ""
    team: WantedTeam = msgspec.UNSET
    """Left out, it is the team of your profile; null: none."""


class Leave(Command):
    """Take no more part. Whoever sits at a table leaves that game too."""


class Return(Command):
    """Take part again from the next pairing on."""


class Configure(Command):
    """Before the start, change what will be played."""

    setting: Setting


class AddBot(Command):
    level: str = NORMAL


class Remove(Command):
    """Remove a person or a bot; removed people cannot come back by themselves."""

    who: Who


class Readmit(Command):
    """Let someone who was removed enter or come back."""

    who: Who


class NameSecond(Command):
    """Let this person do what the host may do, except name a second; None: nobody."""

    who: Who | None


class Begin(Command):
    """Start now, whether or not it is full."""


class Pause(Command):
    pass


class Resume(Command):
    pass


class UndoPairing(Command):
    """Undo the last pairing before its tables open; the tournament is paused then, and `resume` pairs anew."""


class CallOff(Command):
    """End it without a title; what was played stays as it is."""


ByAnyone: TypeAlias = Enter | Leave | Return
ByHost: TypeAlias = (
    Configure | AddBot | Remove | Readmit | NameSecond | Begin | Pause | Resume | UndoPairing | CallOff
)  # fmt: skip
Request: TypeAlias = Create | ByAnyone | ByHost
"""What people can ask for."""


class TimeUp(Command):
    """Everything that is overdue by now happens: the start, pairings, no-shows, the end."""


class ReportOpened(Command):
    """A table of `to_do(...).open` is there now."""

    code: Code


class ReportArrived(Command):
    """An entrant is at their table."""

    code: Code
    who: Who


class ReportResult(Command):
    """The game at a table has ended. Sent again, it is refused as `already`, and nothing changes."""

    code: Code
    places: tuple[int, ...]
    left: tuple[Seat, ...] = ()


class ReportVoid(Command):
    """A table is closed, and its game will never have a result."""

    code: Code


class SetBack(Command):
    """The hall has found that the end of this tournament's log is lost."""

    lost: int
    """How many entries, at least; 0 if that is unknown."""


ByHall: TypeAlias = TimeUp | ReportOpened | ReportArrived | ReportResult | ReportVoid | SetBack
AnyCommand: TypeAlias = Request | ByHall
