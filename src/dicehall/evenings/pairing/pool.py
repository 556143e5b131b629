"""An arena: whoever is free is seated at once, if possible not with those they have just played."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from dicehall.evenings.pairing.draw import Candidate, numbered
from dicehall.evenings.pairing.objective import Player
from dicehall.evenings.pairing.sizes import table_sizes
from dicehall.evenings.pairing.swiss import pair

GATHER: Final = 10.0
"""Seconds for which those who are free wait for a table of the preferred size."""
AGAIN: Final = 30.0
"""Seconds after which they play those again whom they have just played."""


class Waiting(NamedTuple):
    """Someone who is free."""

    who: str
    waited: float
    place: int
    """In the standings; no two share one."""
    last: str = ""
    """The table that they come from; empty if they have not played yet."""
    score: Fraction = Fraction(0)
    met: Mapping[str, int] = {}  # never changed
    sat: Mapping[int, int] = {}


Tables: TypeAlias = tuple[tuple[str, ...], ...]


def seat_free(pool: Iterable[Waiting], preferred: int, least: int) -> Tables:
    """The tables that can be opened now, by seat; whoever is at none waits on. The pool is in no order."""
    free = sorted(pool, key=lambda each: (-each.waited, each.place))
    if not free:
        return ()
    if free[0].waited >= AGAIN:
        sizes = table_sizes(len(free), preferred, least)
        return _paired(free[: sum(sizes)], sizes)
    apart = _apart(free, preferred, least)
    seated = [each for table in apart for each in table]
    if free[0].waited < GATHER and len(seated) < preferred:
        return ()
    tables = _paired(seated, [len(table) for table in apart])
    last = {each.who: each.last for each in free}
    if all(_strangers([last[who] for who in table]) for table in tables):
        return tables
    return tuple(tuple(each.who for each in table) for table in apart)


def can_seat(pool: Iterable[Waiting], preferred: int, least: int) -> bool:
    """Whether `seat_free` finds a table, without looking for the best ones."""
    free = list(pool)
    longest = max((each.waited for each in free), default=0.0)
    if longest >= AGAIN:
        return len(free) >= least
    seated = sum(map(len, _apart(sorted(free, key=lambda each: (-each.waited, each.place)), preferred, least)))
    return seated >= (preferred if longest < GATHER else 1)


def _apart(free: Sequence[Waiting], preferred: int, least: int) -> list[list[Waiting]]:
    """As many as possible at tables at which no two come from the same one; the longest wait first.

    With so many tables, only so many of those who come from one table can be seated: one at each.
    """
    best: list[Waiting] = []
    count = 0
    for tables in range(1, len(free) // least + 1):
        seated = _seatable(free, tables)[: tables * preferred]
        if len(seated) >= tables * least and len(seated) > len(best):
            best, count = seated, tables
    # Those from one table follow each other, so that dealing them out one by one brings no two together.
    dealt = sorted(best, key=lambda each: (each.last, each.place))
    return [dealt[number::count] for number in range(count)]


def _seatable(free: Sequence[Waiting], tables: int) -> list[Waiting]:
    taken: dict[str, int] = defaultdict(int)
    chosen = []
    for each in free:
        taken[each.last] += 1
        if not each.last or taken[each.last] <= tables:
            chosen.append(each)
    return chosen


def _strangers(tables: Sequence[str]) -> bool:
    known = [table for table in tables if table]
    return len(known) == len(set(known))


def _paired(seated: Sequence[Waiting], sizes: Sequence[int]) -> Tables:
    """As in a Swiss round, only that having just met counts for more than everything before it."""
    ranked = sorted(seated, key=lambda each: each.place)
    many = 1 + sum(sum(each.met.values()) for each in ranked)
    players = [
        Player(player.score, {**player.met, **_just_met(ranked, at, player, many)}, player.sat)
        for at, player in enumerate(numbered([Candidate(e.who, e.place, e.score, e.met, e.sat) for e in ranked]))
    ]
    return tuple(tuple(ranked[each].who for each in table) for table in pair(players, sizes))


def _just_met(ranked: Sequence[Waiting], at: int, player: Player, many: int) -> dict[int, int]:
    return {
        other: many + player.met.get(other, 0)
        for other, each in enumerate(ranked)
        if other != at and each.last and each.last == ranked[at].last
    }
