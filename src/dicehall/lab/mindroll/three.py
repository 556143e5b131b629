"""Three players: the best reply to a table by one who remembers all calls, exactly.

What the others have called says something about their dice: each call weighs each number by how likely its owner
would have called so. There are some ten thousand lists of callers and calls for three, and sixteen million for four.
"""

import numpy as np

from dicehall.lab.mindroll.crowd import LOST, WON, Numbers
from dicehall.rules.mindroll import least_call

PLAYERS = 3
TOP = 3 * PLAYERS


def payoffs() -> Numbers:
    """By call, and the numbers (less one) of the revealer, the caller and the third: what the revealer gains."""
    call, mine, theirs, third = np.ogrid[: TOP + 1, :6, :6, :6]
    above = call + least_call(PLAYERS) - 1 > mine + theirs + third + PLAYERS
    return np.where((mine != theirs) & above, WON, LOST)


PAYS = payoffs()


class Remembering:
    """One seat against two others who play the table; seat 0 starts."""

    def __init__(self, table: Numbers, seat: int) -> None:
        self.table, self.seat = table, seat
        self.others = [each for each in range(PLAYERS) if each != seat]

    def best(self) -> float:
        """What the seat gains a round on average, whatever its number."""
        even = {other: np.full(6, 1 / 6) for other in self.others}
        if self.seat == 0:
            by_number = np.max([self.stands(call, 0, even) for call in range(1, TOP + 1)], axis=0)
        else:
            opens = self.table[0, 0]
            by_number = sum(
                (self.stands(call, 0, even | {0: even[0] * opens[:, call]}) for call in range(1, TOP + 1)), np.zeros(6)
            )
        return float(by_number.mean())

    def stands(self, call: int, caller: int, weights: dict[int, Numbers]) -> Numbers:
        """By the seat's own number: what it gains from here, times how likely the others have come here."""
        if not all(each.any() for each in weights.values()):
            return np.zeros(6)
        asked = [each for each in range(PLAYERS) if each != caller]
        values = [
            self.mine(call, caller, weights) if each == self.seat else self.theirs(call, caller, each, weights)
            for each in asked
        ]
        mean: Numbers = (values[0] + values[1]) / 2
        return mean

    def mine(self, call: int, caller: int, weights: dict[int, Numbers]) -> Numbers:
        third = next(other for other in self.others if other != caller)
        reveal = np.einsum("act,c,t->a", PAYS[call], weights[caller], weights[third])
        raises = [self.stands(more, self.seat, weights) for more in range(call + 1, TOP + 1)]
        best: Numbers = np.max([reveal, *raises], axis=0)
        return best

    def theirs(self, call: int, caller: int, other: int, weights: dict[int, Numbers]) -> Numbers:
        part = 0 if other == 0 else 1 if caller == 0 else 2
        chances = self.table[part, call] * weights[other][:, None]
        gained = np.zeros(6)
        if caller == self.seat:
            third = next(each for each in self.others if each != other)
            gained -= np.einsum("rat,r,t->a", PAYS[call], chances[:, 0], weights[third])
        for more in range(call + 1, TOP + 1):
            gained += self.stands(more, other, weights | {other: chances[:, more]})
        return gained


def best_reply(table: Numbers) -> float:
    """What one seat gains a round at most against two others' table: it starts one round in three."""
    return (Remembering(table, 0).best() + 2 * Remembering(table, 1).best()) / 3
