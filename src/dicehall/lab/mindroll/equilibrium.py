"""The equilibrium of a round of two: a linear program in floats, then fractions that best replies check."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_diag, csr_matrix, hstack, lil_matrix

from dicehall.lab.mindroll.duel import ANSWERER, STARTER, Calls, Duel, Numbers, Plan, Policy

LARGEST = 10**6
"""Denominators up to this are tried when floats are turned into fractions."""


class Equilibrium(NamedTuple):
    least: Fraction | float
    """What the starter's plan gains against every answer."""
    most: Fraction | float
    """What no start gains more than against the answerer's plan."""
    plans: tuple[Plan, Plan]

    @property
    def value(self) -> Fraction | float:
        return (self.least + self.most) / 2

    @property
    def bound(self) -> float:
        return float(self.most - self.least) / 2


def equilibrium(duel: Duel) -> Equilibrium:
    """A plan for each side, with what they guarantee. Least and most are equal where the fractions fit."""
    plans = tuple(exact(duel, player, program(duel, player)) for player in (STARTER, ANSWERER))
    starter, answerer = plans
    return Equilibrium(-duel.best_reply(ANSWERER, starter), duel.best_reply(STARTER, answerer), (starter, answerer))


class Sequences:
    """The columns of the program: 0 is doing nothing yet, then one for each list of calls and each die."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.first = {calls: 1 + place * duel.dice for place, calls in enumerate(duel.lists)}
        self.count = 1 + duel.dice * len(duel.lists)

    def column(self, calls: Calls, die: int) -> int:
        return self.first[calls] + die if calls else 0

    def flows(self, player: int) -> csr_matrix:
        """Each row says: what the player does next adds up to what they have done so far. The first: that is 1."""
        duel = self.duel
        places = [calls for calls in ((), *duel.lists) if len(calls) % 2 == player]
        rows = lil_matrix((1 + len(places) * duel.dice, self.count))
        rows[0, 0] = 1
        row = 1
        for calls in places:
            for die in range(duel.dice):
                rows[row, self.column(calls[:-1], die)] = -1
                for after in [*([calls] if calls else []), *duel.raises(calls)]:
                    rows[row, self.column(after, die)] = 1
                row += 1
        return csr_matrix(rows)

    def gains(self, player: int) -> csr_matrix:
        """What this player gains, by their column and the other's."""
        sign = 1 if player == STARTER else -1
        blocks = [sign * self.duel.gains[calls].astype(float) for calls in self.duel.lists]
        return block_diag([np.zeros((1, 1)), *[each if player == STARTER else each.T for each in blocks]], "csr")


def program(duel: Duel, player: int) -> Numbers:
    """The plan that gains most against the other's best reply, by sequences (Koller, Megiddo and von Stengel 1996)."""
    sequences = Sequences(duel)
    mine, theirs = sequences.flows(player), sequences.flows(1 - player)
    one = np.zeros(mine.shape[0])
    one[0] = 1
    goal = np.zeros(sequences.count + theirs.shape[0])
    goal[sequences.count] = -1
    solved = linprog(
        goal,
        A_ub=hstack([-sequences.gains(player).T, theirs.T]),
        b_ub=np.zeros(sequences.count),
        A_eq=hstack([mine, csr_matrix((mine.shape[0], theirs.shape[0]))]),
        b_eq=one,
        bounds=[(0, None)] * sequences.count + [(None, None)] * theirs.shape[0],
        method="highs-ds",  # ends in a corner, whose fractions are short
    )
    found: Numbers = solved.x[: sequences.count]
    return found


def exact(duel: Duel, player: int, found: Numbers) -> Plan:
    """What the player does each time, as fractions that add up to 1, and the plan that follows from them."""
    sequences = Sequences(duel)

    def weight(calls: Calls, die: int) -> Fraction:
        return Fraction(max(float(found[sequences.column(calls, die)]), 0.0)).limit_denominator(LARGEST)

    def policy(calls: Calls) -> Numbers:
        chances: Numbers = np.full((duel.dice, 1 + len(duel.calls)), Fraction(0), dtype=object)
        for die in range(duel.dice):
            if calls:
                chances[die, 0] = weight(calls, die)
            for longer in duel.raises(calls):
                chances[die, 1 + longer[-1] - duel.calls[0]] = weight(longer, die)
            total = sum(chances[die])
            if total:
                chances[die] /= total
            else:  # never reached: the plan does not say, and nobody can gain by it
                chances[die, 0 if calls else 1] = Fraction(1)
        return chances

    return duel.plan(player, policy)


def policy_of(duel: Duel, plan: Plan) -> Policy:
    """What a plan does each time; where it never comes, it reveals."""

    def policy(calls: Calls) -> Numbers:
        chances = np.zeros((duel.dice, 1 + len(duel.calls)), dtype=object)
        if calls:
            chances[:, 0] = plan[calls]
        for longer in duel.raises(calls):
            chances[:, 1 + longer[-1] - duel.calls[0]] = plan[longer]
        for die in range(duel.dice):
            if total := sum(chances[die]):
                chances[die] /= total
            else:
                chances[die, 0 if calls else 1] = 1
        return chances

    return policy
