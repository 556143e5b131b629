"""Tables of like scores with few repeat opponents: the best of all for a few players, very good ones for many."""

from collections.abc import Sequence
from typing import TypeAlias

from dicehall.evenings.pairing.exact import MOST, best_groups
from dicehall.evenings.pairing.objective import Group, Player, best_cuts, in_seats, repeats, whole_scores
from dicehall.evenings.pairing.seating import seat_cost

Gain: TypeAlias = tuple[int, int]
"""By how much the repeats and the spread change; less is better."""

LOOK = 60
"""Players: how far up the order of scores a table looks for someone whom nobody at it has met."""
NEAR = 8
"""Tables: players who have met nobody at their table change places only with those of tables with like scores."""
PASSES = 12
"""How often all players are looked at; the search has hardly ever anything left to do after half of these."""


def pair(players: Sequence[Player], sizes: Sequence[int]) -> tuple[Group, ...]:
    """The tables, the one with the best scores first; players are in the order of their seats.

    `players` come in the order of the standings, and all of them have a seat. The same players give the same tables.
    """
    if not players:
        return ()
    if len(players) <= MOST:
        groups = list(exactly(players, tuple(range(len(players))), sizes, with_seats=True))
    else:
        search = Search(players, sizes)
        search.improve()
        groups = [tuple(sorted(group)) for group in search.groups]
    scores = whole_scores(players)
    groups.sort(key=lambda group: (-sum(scores[each] for each in group) / len(group), group))
    return tuple(in_seats(players, group) for group in groups)


def exactly(
    players: Sequence[Player], everyone: Group, sizes: Sequence[int], *, with_seats: bool = False
) -> tuple[Group, ...]:  # fmt: skip
    """The best tables of these players; the three parts of the cost are folded into one number."""
    scores = whole_scores(players)
    # More than the less important part can ever be, so that it never outweighs the more important one.
    spread = 1 + len(sizes) * (max(scores[each] for each in everyone) - min(scores[each] for each in everyone))
    seats = 1 + sum(sum(players[each].sat.values()) for each in everyone)

    def price(group: Group) -> int:
        mine = [scores[each] for each in group]
        total = repeats(players, group) * spread + max(mine) - min(mine)
        if not with_seats:
            return total
        seated = in_seats(players, group)
        return total * seats + seat_cost([players[each].sat for each in seated], range(len(seated)))

    return best_groups(everyone, sizes, price)


class Search:
    """Fills table after table from the lowest score up, and lets players change places while that helps."""

    def __init__(self, players: Sequence[Player], sizes: Sequence[int]) -> None:
        self._players = players
        self._met = [player.met for player in players]
        self._scores = whole_scores(players)
        left = sorted(range(len(players)), key=lambda each: self._scores[each])
        cuts = best_cuts(tuple(self._scores[each] for each in left), tuple(sorted(sizes)))
        self.groups = [self._next_group(left, size) for size in cuts]
        self._at = {each: number for number, group in enumerate(self.groups) for each in group}

    def _next_group(self, left: list[int], size: int) -> list[int]:
        """Taken out of `left`: the first, and then always the nearest in score who has met none of the group."""
        group = [left.pop(0)]
        while len(group) < size:
            group.append(left.pop(self._newcomer(left[:LOOK], group)))
        return group

    def _newcomer(self, candidates: Sequence[int], group: Sequence[int]) -> int:
        """The place among the candidates of the first who has met the group least."""
        fewest, place = -1, 0
        for number, candidate in enumerate(candidates):
            met = self._met[candidate]
            again = sum([met.get(other, 0) for other in group])
            if again == 0:
                return number
            if fewest < 0 or again < fewest:
                fewest, place = again, number
        return place

    def improve(self) -> None:
        for _ in range(PASSES):
            changed = [self._settle(player) for player in range(len(self._players))]
            polished = self._polish()
            if not any(changed) and not polished:
                break

    def _settle(self, player: int) -> bool:
        """The best change of places for this player, if any helps: with anyone for those who meet someone again."""
        here = self._at[player]
        again = self._meetings(player, here)
        near = range(max(0, here - NEAR), min(len(self.groups), here + NEAR + 1))
        best: tuple[Gain, int] = ((0, 0), -1)
        for there in range(len(self.groups)) if again else near:
            if there == here:
                continue
            new = self._meetings(player, there) - again
            for other in self.groups[there]:
                both = self._met[player].get(other, 0)
                change = new + self._meetings(other, here) - self._meetings(other, there) - 2 * both
                if change <= best[0][0]:
                    gain = (change, self._spread_with(here, player, other) + self._spread_with(there, other, player))
                    best = min(best, (gain, other))
        if best[1] < 0 or best[0] >= (0, 0):
            return False
        self._swap(player, best[1])
        return True

    def _polish(self) -> bool:
        """Each table with the next one: the best way to share their players out."""
        changed = False
        for number in range(len(self.groups) - 1):
            one, two = self.groups[number], self.groups[number + 1]
            if len(one) + len(two) > MOST:
                continue
            before = self._worth(one) + self._worth(two)
            if before == 0:
                continue
            first, second = exactly(self._players, (*one, *two), (len(one), len(two)))
            if self._worth(first) + self._worth(second) < before:
                self.groups[number], self.groups[number + 1] = list(first), list(second)
                self._at.update(dict.fromkeys(first, number) | dict.fromkeys(second, number + 1))
                changed = True
        return changed

    def _worth(self, group: Sequence[int]) -> int:
        scores = [self._scores[each] for each in group]
        far = 1 + len(self.groups) * (max(self._scores) - min(self._scores))
        return repeats(self._players, tuple(group)) * far + max(scores) - min(scores)

    def _meetings(self, player: int, table: int) -> int:
        met = self._met[player]
        return sum([met.get(other, 0) for other in self.groups[table]])

    def _spread_with(self, table: int, out: int, into: int) -> int:
        """How the spread of a table changes if one player takes the place of another."""
        scores = self._scores
        before = [scores[each] for each in self.groups[table]]
        after = [scores[into] if each == out else scores[each] for each in self.groups[table]]
        return max(after) - min(after) - max(before) + min(before)

    def _swap(self, one: int, two: int) -> None:
        here, there = self._at[one], self._at[two]
        self.groups[here][self.groups[here].index(one)] = two
        self.groups[there][self.groups[there].index(two)] = one
        self._at[one], self._at[two] = there, here
