"""Who goes on in a knock-out."""

from collections.abc import Sequence
from typing import Any, NamedTuple


class Finisher(NamedTuple):
    """Someone who came to their table, or sat out, and what decides about going on."""

    who: str
    place: int
    """At the table: 1 is best, and equal places are shared; whoever left comes last. Who sat out has 1."""
    before: tuple[Any, ...]
    """Their standing before the round; the smaller, the better."""
    lot: str
    """Decides where nothing else does; the smaller comes first."""
    is_bot: bool = False
    is_gone: bool = False
    """Takes no more part since: is the one who goes out, or one of them."""


def through(
    tables: Sequence[Sequence[Finisher]], byes: Sequence[Finisher], advance: int, least: int
) -> tuple[str, ...]:
    """The seeds of the next round, the best first: by the place at their tables, then by the standing before (E-10).

    If so few go on that they cannot fill a table, the best of the others come too (E-11).
    """
    on = [each for table in tables for each in going_on(table, advance)] + list(byes)
    rest = sorted(
        (each for table in tables for each in table if each not in on and not each.is_gone), key=_people_first
    )
    return tuple(each.who for each in sorted(on + rest[: max(0, least - len(on))], key=_merit))


def going_on(table: Sequence[Finisher], advance: int) -> list[Finisher]:
    """The best of a table, people before bots (E-09); where two or more came, somebody goes out (E-08)."""
    left = (each for each in table if not each.is_gone)
    return sorted(left, key=_people_first)[: min(advance, max(1, len(table) - 1))]


def _merit(each: Finisher) -> tuple[Any, ...]:
    return (each.place, each.before, each.lot)


def _people_first(each: Finisher) -> tuple[Any, ...]:
    return (each.is_bot, *_merit(each))
