"""The best plan of two for a bot that looks at the last call but not at the ones before it.

It knows the call that stands and who started, not how the calls got there. A plan under that limit is not linear in
what its player does each time, so it is improved step by step: each step is a linear program around the plan so far,
kept only if it guarantees more. What a plan guarantees is exact; that none guarantees more is not proved, but the
equilibrium, which remembers all calls, is a ceiling.
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack, lil_matrix

from dicehall.lab.mindroll.duel import Calls, Duel, Numbers, Plan
from dicehall.lab.mindroll.equilibrium import Sequences
from dicehall.lab.report import Tell

STARTS, STEPS = 3, 60
SMALLEST_STEP = 1e-9


class Slopes(NamedTuple):
    """The columns of a plan, and how each changes with each chance of the table."""

    columns: Numbers
    by_chance: Any


class Forgetful:
    """One side's table: by the last call (0 is none yet), the die, and the move (0 is a reveal)."""

    def __init__(self, duel: Duel, player: int) -> None:
        self.duel, self.player = duel, player
        self.sequences = Sequences(duel)
        self.shape = (1 + len(duel.calls), duel.dice, 1 + len(duel.calls))
        self.gains = self.sequences.gains(player)
        self.replies = self.sequences.flows(1 - player)
        self.legal = np.zeros(self.shape, dtype=bool)
        for calls in ((), *duel.lists):
            if len(calls) % 2 == player:
                self.legal[self.row(calls), :, 0] = bool(calls)
                for longer in duel.raises(calls):
                    self.legal[self.row(calls), :, self.row(longer)] = True
        sums = lil_matrix((int(self.legal.any(axis=2).sum()), self.legal.size))
        for row, (call, die) in enumerate(np.argwhere(self.legal.any(axis=2))):
            for move in np.flatnonzero(self.legal[call, die]):
                sums[row, np.ravel_multi_index((call, die, move), self.shape)] = 1
        self.sums = csr_matrix(sums)

    def row(self, calls: Calls) -> int:
        return 1 + calls[-1] - self.duel.calls[0] if calls else 0

    def some_table(self, rng: np.random.Generator) -> Numbers:
        return self.normed(rng.exponential(size=self.shape))

    def normed(self, table: Numbers) -> Numbers:
        kept = np.where(self.legal, np.clip(table, 0, None), 0)
        totals = kept.sum(axis=2, keepdims=True)
        shares: Numbers = np.divide(kept, totals, out=np.zeros(self.shape), where=totals > 0)
        return shares

    def plan(self, table: Numbers) -> Plan:
        return self.duel.plan(self.player, lambda calls: table[self.row(calls)])

    def guarantee(self, table: Numbers) -> Any:
        """What this side gains at least: the other one remembers all calls and knows the table."""
        return -self.duel.best_reply(1 - self.player, self.plan(table))

    def slopes(self, table: Numbers) -> Slopes:
        """Chances multiply along the calls, so the slope of a column is a sum over them."""
        columns = np.zeros(self.sequences.count)
        by_chance = np.zeros((self.sequences.count, table.size))
        columns[0] = 1
        for calls in ((), *self.duel.lists):
            if len(calls) % 2 != self.player:
                continue
            for die in range(self.duel.dice):
                before = self.sequences.column(calls[:-1], die)
                moves = [(self.row(longer), longer) for longer in self.duel.raises(calls)]
                for move, after in [*([(0, calls)] if calls else []), *moves]:
                    place = int(np.ravel_multi_index((self.row(calls), die, move), self.shape))
                    column = self.sequences.column(after, die)
                    columns[column] = columns[before] * table.flat[place]
                    by_chance[column] = by_chance[before] * table.flat[place]
                    by_chance[column, place] += columns[before]
        return Slopes(columns, csr_matrix(by_chance))

    def step(self, table: Numbers, size: float) -> Numbers | None:
        """The table within a step that guarantees most, as far as the slopes can tell."""
        columns, by_chance = self.slopes(table)
        chances, replies = table.size, self.replies.shape[0]
        against = self.gains.T @ by_chance
        goal = np.zeros(chances + replies)
        goal[chances] = -1
        near = zip(table.flat, self.legal.flat, strict=True)
        solved = linprog(
            goal,
            A_ub=hstack([-against, self.replies.T]),
            b_ub=self.gains.T @ columns - against @ table.ravel(),
            A_eq=hstack([self.sums, csr_matrix((self.sums.shape[0], replies))]),
            b_eq=np.ones(self.sums.shape[0]),
            bounds=[
                *[(max(0, chance - size), min(1, chance + size)) if legal else (0, 0) for chance, legal in near],
                *[(None, None)] * replies,
            ],
            method="highs",
        )
        return self.normed(solved.x[:chances].reshape(self.shape)) if solved.status == 0 else None

    def improved(self, table: Numbers, steps: int) -> tuple[float, Numbers]:
        """Step by step to a table that guarantees more."""
        best, size = float(self.guarantee(table)), 0.25
        for _ in range(steps):
            new = self.step(table, size)
            if new is not None and (value := float(self.guarantee(new))) > best:
                best, table, size = value, new, min(0.5, size * 1.5)
            elif (size := size / 3) < SMALLEST_STEP:
                break
        return best, table


def best_tables(tell: Tell, starts: int = STARTS, steps: int = STEPS) -> tuple[Numbers, Numbers]:
    """The best table of either side that is found from a few random ones."""
    duel = Duel(exact=False)
    sides = []
    for player, name in enumerate(("starter's table", "answerer's table")):
        side = Forgetful(duel, player)
        rng = np.random.default_rng(player)
        found = []
        for start in range(starts):
            tell(name, start, starts)
            found.append(side.improved(side.some_table(rng), steps))
        sides.append(max(found, key=lambda each: each[0])[1])
    return sides[0], sides[1]
