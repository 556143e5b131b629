"""The best tables for a few players, found among all."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from dicehall.evenings.pairing.objective import Group

MOST = 12
"""Players; the number of ways to seat them grows too fast for more."""


def best_groups(everyone: Group, sizes: Sequence[int], price: Callable[[Group], int]) -> tuple[Group, ...]:
    """How to share these players out among tables of these sizes, so that the prices add up to the least.

    The player who comes first chooses a table, then the first of the rest, and so on: every way is looked at once.
    """
    small, large = min(sizes), max(sizes)

    @cache
    def priced(group: Group) -> int:
        return price(group)

    @cache
    def best(rest: Group, larger: int, smaller: int) -> tuple[int, tuple[Group, ...]]:
        if not rest:
            return 0, ()
        first, others = rest[0], rest[1:]
        found: tuple[int, tuple[Group, ...]] | None = None
        for size, left in ((large, (larger - 1, smaller)), (small, (larger, smaller - 1))):
            if min(left) < 0:
                continue
            for company in combinations(others, size - 1):
                here = priced((first, *company))
                if found is not None and here >= found[0]:
                    continue
                total, tables = best(tuple(each for each in others if each not in company), *left)
                if found is None or here + total < found[0]:
                    found = (here + total, ((first, *company), *tables))
        assert found is not None, "the sizes add up to the players"
        return found

    larger = sum(size == large for size in sizes) if large != small else 0
    return best(tuple(sorted(everyone)), larger, len(sizes) - larger)[1]
