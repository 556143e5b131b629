"""What can be wrong with a move, an option or a record. Each error has its own class and says what is allowed."""

from collections.abc import Collection, Iterable, Sequence

from dicehall.rules.values import Actor, Move
from dicehall.rules.wording import describe, summary, visible


class RulesError(Exception):
    """Something from outside does not fit the rules. You can show the text to the person who sent it."""


class UnknownSeat(RulesError):
    """There is no such seat in this game."""

    def __init__(self, actor: object, seats: int) -> None:
        super().__init__(f"there is no seat {actor!r}: seats are 0 to {seats - 1}")


class NotYourTurn(RulesError):
    """The game waits for another player, or for dice."""

    def __init__(self, actor: Actor, awaited: Collection[Actor]) -> None:
        whom = " or ".join(_who(other) for other in sorted(awaited, key=_order))
        super().__init__(f"it is not the turn of {_who(actor)}: the game waits for {whom}")


class NotAnOption(RulesError):
    """The move is not legal now; `options` holds the moves that are, or describes them."""

    def __init__(self, move: Move, options: Sequence[Move] | str) -> None:
        self.options = options
        allowed = options if isinstance(options, str) else summary(options)
        super().__init__(f"{describe(move)} is not an option; allowed: {allowed}")


class GameOver(RulesError):
    """The game has ended, so no move is legal."""

    def __init__(self) -> None:
        super().__init__("the game is over: nothing more can be played")


class UnknownGame(RulesError):
    """There is no game with this name."""

    def __init__(self, name: str, games: Iterable[str]) -> None:
        super().__init__(f"there is no game {name!r}; the games are {', '.join(games)}")


class UnknownEdition(RulesError):
    """This program does not have that edition of the game's rules."""

    def __init__(self, name: str, edition: int, editions: Iterable[int]) -> None:
        known = ", ".join(map(str, editions))
        super().__init__(f"edition {edition} of {name} is unknown here, its games are void; known: {known}")


class BadOptions(RulesError):
    """An option or the number of seats does not fit; the text says what was given and what is allowed."""


class DamagedRecord(RulesError):
    """A record cannot be read or played; `line` is counted from 1, and `reason` says why."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = visible(reason)
        super().__init__(f"line {line}: {self.reason}")


def _who(actor: Actor) -> str:
    return f"seat {actor}" if isinstance(actor, int) else f"{actor}"


def _order(actor: Actor) -> tuple[str, int]:
    return ("", actor) if isinstance(actor, int) else (actor, 0)
