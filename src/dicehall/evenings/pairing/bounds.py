"""What no pairing can beat, to say how good one is."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dicehall.evenings.pairing.objective import Group, Player, best_cuts


def least_repeats(players: Sequence[Player], sizes: Sequence[int], earlier: Iterable[Group]) -> int:
    """`earlier` are all tables that these players have sat at, whose meetings are those of the players."""
    return max(least_by_player(players, sizes), sum(least_by_table(len(table), len(sizes)) for table in earlier))


def least_by_player(players: Sequence[Player], sizes: Sequence[int]) -> int:
    """Everyone sits with at least as many others as the smallest table has; at best those whom they met least."""
    company = min(sizes) - 1
    total = 0
    for number, player in enumerate(players):
        unmet = len(players) - 1 - len(player.met.keys() - {number})
        total += sum(sorted(player.met.values())[: max(0, company - unmet)])
    return -(-total // 2)


def least_by_table(people: int, tables: int) -> int:
    """Pairs of an earlier table that sit together again even if its people are shared out as evenly as possible."""
    each, more = divmod(people, tables)
    return more * each * (each + 1) // 2 + (tables - more) * each * (each - 1) // 2


def least_spread(players: Sequence[Player], sizes: Sequence[int]) -> Fraction:
    """With no regard to repeats, neighbours in the order of scores sit together; only the order of sizes is open."""
    ordered = sorted(player.score for player in players)
    total, start = Fraction(0), 0
    for size in best_cuts(tuple(ordered), tuple(sorted(sizes))):
        total += ordered[start + size - 1] - ordered[start]
        start += size
    return total
