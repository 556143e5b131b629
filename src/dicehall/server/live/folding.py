"""Legal moves on the wire: runs of numbers and sets of dice are folded, without loss."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import msgspec

from dicehall.rules.values import Move
from dicehall.server.live.frames import padded

ANY_OF = "any of "


def fold(options: Sequence[Move]) -> list[dict[str, Any]]:
    """Calls of 16 to 36 become `"total": "16..36"`, and all ways to throw some of six dice `"dice": "any of 6"`."""
    folded: list[dict[str, Any]] = []
    at = 0
    while at < len(options):
        length, line = _dice(options, at) or _run(options, at) or (1, msgspec.to_builtins(options[at]))
        folded.append(line)
        at += length
    return folded


def unfold(folded: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves one by one again, as they were."""
    return [move for line in folded for move in _unfolded(line)]


@lru_cache(4096)
def folded_json(options: tuple[Move, ...]) -> msgspec.Raw:
    """Encoded once: the same moves come again and again. Padded, since they may depend on a secret."""
    return padded(msgspec.json.encode(fold(options)))


def _run(options: Sequence[Move], at: int) -> tuple[int, dict[str, Any]] | None:
    """Moves that differ in one number, each one more than the last."""
    first = options[at]
    if len(first.__struct_fields__) != 1:
        return None
    (field,) = first.__struct_fields__
    number, length = getattr(first, field), 1
    if type(number) is not int:
        return None
    while at + length < len(options) and options[at + length] == _with(first, field, number + length):
        length += 1
    return (length, msgspec.to_builtins(first) | {field: f"{number}..{number + length - 1}"}) if length > 1 else None


def _with(move: Move, field: str, number: int) -> Move:
    return msgspec.structs.replace(move, **{field: number})


def _dice(options: Sequence[Move], at: int) -> tuple[int, dict[str, Any]] | None:
    """Every set of some dice, the small ones first."""
    first = options[at]
    if first.__struct_fields__ != ("dice",) or first.dice != (0,):  # type: ignore[attr-defined]
        return None
    for count in range(12, 1, -1):
        subsets = _subsets(count)
        if [getattr(move, "dice", None) for move in options[at : at + len(subsets)]] == subsets:
            return len(subsets), msgspec.to_builtins(first) | {"dice": f"{ANY_OF}{count}"}
    return None


def _subsets(count: int) -> list[tuple[int, ...]]:
    return [dice for size in range(1, count + 1) for dice in combinations(range(count), size)]


def _unfolded(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for field, value in line.items():
        if field == "type" or not isinstance(value, str):
            continue
        if value.startswith(ANY_OF):
            yield from (line | {field: list(dice)} for dice in _subsets(int(value.removeprefix(ANY_OF))))
            return
        low, dots, high = value.partition("..")
        if dots:
            yield from (line | {field: number} for number in range(int(low), int(high) + 1))
            return
    yield line
