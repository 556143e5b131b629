"""A round of two as a tree of calls, and how well one side can do against a plan of the other, exactly.

`Calls` are all calls of a round so far; players alternate, so their number says who is next. A plan says for each list
of calls and each die how likely its player is to bring it about, as far as that is up to them: by calling the last of
the calls, or, where the other one has called it, by revealing. Every round ends with a reveal, so what it pays is a sum
over all lists of calls.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicehall.rules.mindroll import COLOURS, least_call, most_call

Calls: TypeAlias = tuple[int, ...]
Numbers: TypeAlias = NDArray[Any]
Plan: TypeAlias = dict[Calls, Numbers]
"""By the calls: for each die of the player how likely they bring it about."""
Policy: TypeAlias = Callable[[Calls], Numbers]
"""By the calls so far: a row for each die, a column for a reveal and one for each call of the round."""
Payoff: TypeAlias = Callable[[int], Numbers]
"""By the call that is revealed: what the revealer gains, a row for each die of theirs, a column for the caller's."""

STARTER, ANSWERER = 0, 1


def by_numbers(call: int) -> Numbers:
    """Colours are left out: two dice have the same one in a fifth of all rounds, and then the revealer loses."""
    same_colour = Fraction(1, len(COLOURS))
    wins = [[mine != theirs and call > mine + theirs for theirs in range(1, 7)] for mine in range(1, 7)]
    return np.array([[2 * (1 - same_colour) * won - 1 for won in row] for row in wins], dtype=object)


class Duel:
    """All lists of calls from the least to the most, with what a reveal pays after each."""

    def __init__(
        self, payoff: Payoff = by_numbers, least: int = least_call(2), most: int = most_call(2), *, exact: bool = True
    ) -> None:
        self.calls = range(least, most + 1)
        lengths = range(1, len(self.calls) + 1)
        self.lists: tuple[Calls, ...] = tuple(each for length in lengths for each in combinations(self.calls, length))
        self.payoffs = {call: payoff(call) if exact else payoff(call).astype(float) for call in self.calls}
        self.dice = len(self.payoffs[most])
        self.one: Fraction | float = Fraction(1) if exact else 1.0

    def raises(self, calls: Calls) -> list[Calls]:
        return [(*calls, call) for call in self.calls if not calls or call > calls[-1]]

    @cached_property
    def gains(self) -> dict[Calls, Numbers]:
        """What a reveal after these calls adds to the starter's side: a row for each of the starter's dice."""
        share = self.one / self.dice**2
        return {
            calls: share * (self.payoffs[calls[-1]] if len(calls) % 2 == STARTER else -self.payoffs[calls[-1]].T)
            for calls in self.lists
        }

    def plan(self, player: int, policy: Policy) -> Plan:
        """A plan from what the player does each time: chances multiply along the calls."""
        plan: Plan = {}
        for calls in ((), *self.lists):
            if len(calls) % 2 != player:
                continue
            sofar = plan[calls[:-1]] if len(calls) > 1 else self.one
            chances = policy(calls)
            if calls:
                plan[calls] = sofar * chances[:, 0]
            for longer in self.raises(calls):
                plan[longer] = sofar * chances[:, 1 + longer[-1] - self.calls[0]]
        return plan

    def worth(self, starter: Plan, answerer: Plan) -> Any:
        """What the starter gains in a round on average."""
        return sum(starter[calls] @ self.gains[calls] @ answerer[calls] for calls in self.lists)

    def best_reply(self, player: int, against: Plan) -> Any:
        """What this player gains at most against that plan of the other, who is known but for the die."""
        if player == STARTER:
            pays = {calls: self.gains[calls] @ against[calls] for calls in self.lists}
        else:
            pays = {calls: -(against[calls] @ self.gains[calls]) for calls in self.lists}
        best: Plan = {}
        for calls in (*reversed(self.lists), ()):
            options = [best[longer] for longer in self.raises(calls)]
            if len(calls) % 2 == player:
                best[calls] = largest([pays[calls], *options] if calls else options)
            else:  # the other one reveals or calls: both are weighed by their plan already
                best[calls] = added([pays[calls], *options] if calls else options)
        return sum(best[()])


def largest(options: Sequence[Numbers]) -> Numbers:
    best: Numbers = np.max(np.stack(options), axis=0)
    return best


def added(options: Sequence[Numbers]) -> Numbers:
    total: Numbers = np.sum(np.stack(options), axis=0)
    return total
