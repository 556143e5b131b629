"""What people at a table, its host and the hall itself can ask it to do."""

from typing import Annotated, Any, TypeAlias

import msgspec

from dicehall.bots import NORMAL
from dicehall.ports.teams import Team
from dicehall.rules.values import Move, Seat, Value, wire_name
from dicehall.table.core.events import Fixture, Night, Seed, Setting, Who

MOST_MOVES = 6


class Command(Value, tag_field="type", tag=wire_name, forbid_unknown_fields=True):
    """A request; `decide` says what follows from it, or why it is refused."""


class SharedDice(Value):
    """Duplicate dice: what all tables of a round have in common."""

    secret: bytes
    entrants: tuple[Seed, ...]
    """What their clients have mixed in, in the order of entry."""


class Open(Command):
    """Set up a table; the host takes a seat or only hosts."""

    setting: Setting
    sit: bool = True
    bots: tuple[str, ...] = ()
    invite: tuple[Who, ...] = ()
    key: str = ""
    """What the link of a private table has beside the code."""
    fixture: Fixture | None = None
    """For a table of a tournament; only the hall opens those."""
    line_up: tuple[tuple[Who, str | None], ...] = ()
    """Who plays there, in the order of the seats, and the levels of the bots among them."""
    night: Night | None = None
    """For a table of a theme night."""
    dice: SharedDice | None = None
    """For a table with duplicate dice; any other gets a secret of its own."""
    teams: tuple[tuple[Who, Team], ...] = ()
    """Of those who play there, as they entered the tournament."""
    predictions: bool = True
    """Whether spectators may predict who wins: a table of a tournament has no host who could say so later."""


class Sit(Command):
    """Take a seat, and mix a seed into the dice."""

    seed: Seed = ""


class Stand(Command):
    """Leave the seat and watch."""


class Leave(Command):
    """Leave for good: give up the seat, the running game and the role of host."""


class Ready(Command):
    seed: Seed = ""


class Unready(Command):
    pass


class Rematch(Command):
    """Play the same again; it starts when everyone seated has asked for it."""

    seed: Seed = ""


class Hurry(Command):
    """At a quick table: do not wait for more people. Bots fill the seats, unless it is for people only."""


class AgreeReset(Command):
    """In a rated game the host asks in this way to end it without a result; it ends when every player has agreed."""


class Throw(Command):
    """The player who holds the dice throws them."""


class MakeMoves(Command, tag="move"):
    """One to six moves at once; all are made, or none."""

    moves: Annotated[tuple[dict[str, Any], ...], msgspec.Meta(min_length=1, max_length=MOST_MOVES)]


class Return(Command):
    """Take my seat back from the bot that holds it."""


class Decline(Command):
    """Turn down an invitation."""


class ChooseTeam(Command, tag="team"):
    """Wear the badge of a team, or none; also while a game runs, since no rule knows of it."""

    team: Team | None = None


class AddBot(Command):
    level: str = NORMAL


class RemoveBot(Command):
    who: Who


class Start(Command):
    seed: Seed = ""


class Invite(Command):
    """Keep a seat for a person, and tell them."""

    who: Who


class Uninvite(Command):
    who: Who


class Kick(Command):
    who: Who


class Readmit(Command):
    """Let a person who was kicked come back."""

    who: Who


class LetIn(Command):
    """Let a person who knocks at a private table come in."""

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
    """Let spectators talk to players even while there are secrets."""


class ForbidTalk(Command):
    pass


class AllowReactions(Command):
    """Let people send reactions again."""


class ForbidReactions(Command):
    pass


class AllowKnocks(Command):
    """Let people knock at a private table again."""


class ForbidKnocks(Command):
    """Only the link, an invitation or the host opens a private table."""


class AllowPredictions(Command):
    """Let spectators predict who wins."""


class ForbidPredictions(Command):
    """Nobody predicts here; stakes of the running game go back (W-04)."""


class Help(Command):
    """The game is stuck: throw for a player, or play their first legal move."""

    seat: Seat


class DressUp(Command, tag="team_of"):
    """Give a bot a team; take anyone's badge off."""

    who: Who
    team: Team | None = None


class StopMatch(Command, tag="stop"):
    """End a match that has no fixed length."""


class Reset(Command):
    """End the game without a result; the same people go back to the lobby (P-22)."""


class ResetScore(Command):
    """Reset the evening's score."""


class Close(Command):
    pass


ByAnyone: TypeAlias = (
    Sit | Stand | Leave | Ready | Unready | Rematch | Hurry | AgreeReset | Throw | MakeMoves | Return | Decline
    | ChooseTeam
)  # fmt: skip
Switch: TypeAlias = (
    AllowTalk | ForbidTalk | AllowReactions | ForbidReactions | AllowKnocks | ForbidKnocks | AllowPredictions
    | ForbidPredictions
)  # fmt: skip
Moderation: TypeAlias = (
    Lock | Unlock | Readmit | LetIn | Mute | Unmute | Switch
)  # fmt: skip
ByHost: TypeAlias = (
    AddBot | RemoveBot | Start | Invite | Uninvite | Kick | Transfer | Configure | Help | StopMatch | Reset | ResetScore
    | Close | DressUp | Moderation
)  # fmt: skip
Request: TypeAlias = ByAnyone | ByHost
"""What people can ask for."""


class TimeUp(Command):
    """Everything that is overdue by now happens."""


class BotTurn(Command):
    """A bot moves, or throws if there is nothing to choose."""

    seat: Seat
    move: Move | None


class SetBack(Command):
    """The hall has found that the end of this table's log is lost."""

    lost: int
    """How many entries, at least; 0 if that is unknown."""


class Arrive(Command):
    """Someone has an account now under a name that was invited here before anybody had it (H-12)."""

    invitation: Who
    who: Who


class Begin(Command):
    """At a table of a tournament: play now, with bots for those who have not come."""

    no_shows: tuple[Who, ...] = ()


class Disclose(Command):
    """At a table with duplicate dice: the round is over, and what was played is no secret any more."""


AnyCommand: TypeAlias = Request | Open | TimeUp | BotTurn | SetBack | Arrive | Begin | Disclose
