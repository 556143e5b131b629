"""Moves in a few plain words, for refusals and stories."""

from collections.abc import Sequence

from dicehall.rules.values import Move


def _fields(move: Move) -> tuple[object, ...]:
    return tuple(getattr(move, name) for name in move.__struct_fields__)


def _wire(move: Move) -> str:
    return str(move.__struct_config__.tag)


def visible(text: str, most: int = 300) -> str:
    """One line that is safe to show: what came from outside may hold escapes, line ends or a flood of digits."""
    shown = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    return shown if len(shown) <= most else f"{shown[:most]}…"


def sentence(error: Exception) -> str:
    """What is wrong as a sentence of its own; the names of options keep their small letters."""
    text = visible(str(error))
    first = text.split(" ", 1)[0]
    return f"{text[:1].upper() if first.isalpha() else text[:1]}{text[1:]}."


def describe(move: object) -> str:
    """A move in a few words: `pick 7`, `keep`, `reroll 0 and 2`."""
    if not isinstance(move, Move):
        return repr(move)
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
