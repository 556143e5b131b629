"""What can be wrong with a move, an option or a record: each cause has its name, and says what is allowed."""

from collections.abc import Collection, Iterable, Sequence

from dicehall.rules.values import Actor, Move


class RulesError(Exception):
    """Something from outside does not fit the rules; its text is fit to be shown to the person who sent it."""


class UnknownSeat(RulesError):
    def __init__(self, actor: object, seats: int) -> None:
        super().__init__(f"there is no seat {actor!r}: seats are 0 to {seats - 1}")


class NotYourTurn(RulesError):
    def __init__(self, actor: Actor, awaited: Collection[Actor]) -> None:
        whom = " or ".join(_who(other) for other in sorted(awaited, key=_order))
        super().__init__(f"it is not the turn of {_who(actor)}: the game waits for {whom}")


class NotAnOption(RulesError):
    def __init__(self, move: Move, options: Sequence[Move] | str) -> None:
        self.options = options
        allowed = options if isinstance(options, str) else summary(options)
        super().__init__(f"{describe(move)} is not an option; allowed: {allowed}")


class GameOver(RulesError):
    def __init__(self) -> None:
        super().__init__("the game is over: nothing more can be played")


class UnknownGame(RulesError):
    def __init__(self, name: str, games: Iterable[str]) -> None:
        super().__init__(f"there is no game {name!r}; the games are {', '.join(games)}")


class UnknownEdition(RulesError):
    def __init__(self, name: str, edition: int, editions: Iterable[int]) -> None:
        known = ", ".join(map(str, editions))
        super().__init__(f"edition {edition} of {name} is unknown here, its games are void; known: {known}")


class BadOptions(RulesError):
    """The text names the option, what was given and what is allowed."""


class DamagedRecord(RulesError):
    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}")


def _who(actor: Actor) -> str:
    return f"seat {actor}" if isinstance(actor, int) else f"{actor}"


def _order(actor: Actor) -> tuple[str, int]:
    return ("", actor) if isinstance(actor, int) else (actor, 0)


def _fields(move: Move) -> tuple[object, ...]:
    return tuple(getattr(move, name) for name in move.__struct_fields__)


def _wire(move: Move) -> str:
    return str(move.__struct_config__.tag)


def describe(move: Move) -> str:
    """A move in a few words: `pick 7`, `keep`, `reroll 0 and 2`."""
    words = [_wire(move)]
    for value in _fields(move):
        if value is not None:
            words.append((" and ".join(map(str, value)) or "nothing") if isinstance(value, tuple) else str(value))
    return " ".join(words)


def summary(options: Sequence[Move]) -> str:
    """All options on one line: runs of numbers become ranges, long lists a count."""
    by_type: dict[str, list[Move]] = {}
    for move in options:
        by_type.setdefault(_wire(move), []).append(move)
    return "; ".join(_group(name, moves) for name, moves in by_type.items())


def _group(name: str, moves: list[Move]) -> str:
    numbers = [value for move in moves for value in _fields(move) if type(value) is int]
    if all(len(move.__struct_fields__) == 1 for move in moves) and len(numbers) == len(moves):
        return f"{name} {', '.join(ranges(numbers))}"
    if len(moves) <= 8:
        return ", ".join(describe(move) for move in moves)
    return f"{name} in {len(moves)} ways, from {describe(moves[0])} to {describe(moves[-1])}"


def ranges(numbers: list[int]) -> list[str]:
    """Numbers in short: `1..4`, `6`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [f"{run[0]}..{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
