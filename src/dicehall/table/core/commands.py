"""What may be asked of a table: by the people at it, by its host, and by the hall itself."""

from typing import Annotated, Any, TypeAlias

import msgspec

from dicehall.rules.values import Move, Seat, Value, wire_name
from dicehall.table.core.events import Seed, Setting, Who

MOST_MOVES = 6


class Command(Value, tag_field="type", tag=wire_name, forbid_unknown_fields=True):
    """Something that somebody wants; `decide` says what follows from it, or why nothing does."""


class Open(Command):
    """Set a table up, with the host on a occupant or only hosting, and bots beside."""

    setting: Setting
    sit: bool = True
    bots: tuple[str, ...] = ()
    invite: tuple[Who, ...] = ()


class Sit(Command):
    """Take a occupant, and mix a seed into the dice."""

    seed: Seed = ""


class Stand(Command):
    """Get up and watch."""


class Leave(Command):
    """Go for good: a occupant, a running game and the ownership are given up."""


class Ready(Command):
    seed: Seed = ""


class Unready(Command):
    pass


class Rematch(Command):
    """The same again; it starts when everybody seated has said so."""

    seed: Seed = ""


class Hurry(Command):
    """At a quick table: do not wait for more people, let bots fill it up."""


class Throw(Command):
    """The gesture of the one who holds the dice."""


class MakeMoves(Command, tag="move"):
    """One to six moves at once, all or nothing."""

    moves: Annotated[tuple[dict[str, Any], ...], msgspec.Meta(min_length=1, max_length=MOST_MOVES)]


class Return(Command):
    """The player of a seat that a bot holds is back."""


class Decline(Command):
    """Do not keep a occupant for me."""


class AddBot(Command):
    level: str = "house"


class RemoveBot(Command):
    who: Who


class Start(Command):
    seed: Seed = ""


class Invite(Command):
    """Keep a occupant for somebody, and tell them."""

    who: Who


class Uninvite(Command):
    who: Who


class Kick(Command):
    who: Who


class Readmit(Command):
    """Let somebody come back who was kicked."""

    who: Who


class Lock(Command):
    pass


class Unlock(Command):
    pass


class Transfer(Command):
    who: Who


class Configure(Command):
    setting: Setting


class Mute(Command):
    who: Who


class Unmute(Command):
    who: Who


class AllowTalk(Command):
    """Let spectators talk to players also while there are secrets."""


class ForbidTalk(Command):
    pass


class Help(Command):
    """Stuck? Throw or play the first option for somebody who is awaited."""

    seat: Seat


class StopMatch(Command, tag="stop"):
    """End a match that has no length of its own."""


class Reset(Command):
    """End the game without a result; the same people go back to the lobby (P-22)."""


class ResetScore(Command):
    """Begin the evening's score anew."""


class Close(Command):
    pass


ByAnyone: TypeAlias = Sit | Stand | Leave | Ready | Unready | Rematch | Hurry | Throw | MakeMoves | Return | Decline
Moderation: TypeAlias = Lock | Unlock | Readmit | Mute | Unmute | AllowTalk | ForbidTalk
ByHost: TypeAlias = (
    AddBot
    | RemoveBot
    | Start
    | Invite
    | Uninvite
    | Kick
    | Transfer
    | Configure
    | Help
    | StopMatch
    | Reset
    | ResetScore
    | Close
    | Moderation
)
Request: TypeAlias = ByAnyone | ByHost
"""What people may ask for."""


class TimeUp(Command):
    """Whatever is overdue by now happens."""


class BotTurn(Command):
    """A bot moves, or throws where there is nothing to choose."""

    seat: Seat
    move: Move | None


AnyCommand: TypeAlias = Request | Open | TimeUp | BotTurn
