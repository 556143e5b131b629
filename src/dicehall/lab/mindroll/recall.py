"""Rounds of two or three players who remember all calls: every list of callers and calls is a node of one tree.

A node is the call that stands and how it came about. Seats are counted from its caller: 0 has called, `k` sits so many
seats further. Nodes of a call are numbered so that those that follow from a call `p` are `n ** (p - 1)` to `n ** p`,
whatever the call is: see `bots.mindroll.follows`. The chances that a player comes to a node by moves of their own are
kept for each number of the die; colours are left out as in `duel`.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicehall.lab.mindroll.crowd import LOST, WON
from dicehall.lab.report import Tell
from dicehall.rules.mindroll import least_call

Numbers: TypeAlias = NDArray[Any]
Plan: TypeAlias = list[Numbers]
"""First what the starter calls, by number and call (less one); then for each call that stands: by node, by how many
seats after the caller the player sits, by number and by move (0 is a reveal, then the calls above)."""

TURNS = 1500
"""Three players give away 0.0054 points a round after 200 turns, and 0.0007 after these."""


class Best(NamedTuple):
    """What one seat gains a round, counted from the starter, if it answers the plan as well as possible."""

    by_seat: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum(self.by_seat) / len(self.by_seat)


class Tree:
    def __init__(self, players: int) -> None:
        self.players, self.top = players, 3 * players
        self.pays = payoffs(players)
        self.reach: list[Numbers] = []
        """By call (less one): by node, seat after the caller, and number."""

    def anything(self) -> Plan:
        """Any move, all as likely."""
        n, top = self.players, self.top
        starts = np.full((6, top), 1 / top)
        return [starts, *[np.full((n ** (c - 1), n - 1, 6, top - c + 1), 1 / (top - c + 1)) for c in self.calls]]

    @property
    def calls(self) -> range:
        return range(1, self.top + 1)

    def below(self, lower: int, arrays: Numbers) -> Numbers:
        """Of the nodes of a call those that follow from a lower one: by its node and by who raised."""
        n = self.players
        return arrays[n ** (lower - 1) : n**lower].reshape(n ** (lower - 1), n - 1, *arrays.shape[1:])

    def follow(self, plan: Plan) -> None:
        """How likely each seat's own moves lead to each node."""
        n = self.players
        self.reach = [np.empty((n ** (c - 1), n, 6)) for c in self.calls]
        for c in self.calls:
            self.reach[c - 1][0] = 1 / 6
            self.reach[c - 1][0, 0] *= plan[0][:, c - 1]
        for lower in self.calls:
            here = self.reach[lower - 1]
            for c in range(lower + 1, self.top + 1):
                there = self.below(lower, self.reach[c - 1])
                for k in range(1, n):
                    there[:, k - 1] = np.roll(here, -k, axis=1)
                    there[:, k - 1, 0] *= plan[lower][:, k - 1, :, c - lower]

    def revealed(self, c: int, k: int, chance: Numbers) -> tuple[Numbers, Numbers]:
        """What a reveal by the one who sits so many seats after the caller brings to the two, by their numbers."""
        here, n = self.reach[c - 1], self.players
        third = here[:, 3 - k] if n == 3 else np.ones((len(here), 1))
        mine = np.einsum("dqt,xt->xdq", self.pays[c], third)
        to_me = np.einsum("xdq,xq->xd", mine, here[:, 0])
        to_caller = -np.einsum("xdq,xd->xq", mine, here[:, k] * chance)
        return to_me, to_caller

    def values(self, plan: Plan) -> tuple[Numbers, Plan]:
        """What each seat gains by number, from the starter on; and what each move is worth, times how likely the
        others come to it."""
        n, top = self.players, self.top
        values = [np.zeros((n ** (c - 1), n, 6)) for c in self.calls]
        worth: Plan = [np.empty_like(each) for each in plan]
        for c in reversed(self.calls):
            here = values[c - 1]
            for k in range(1, n):
                moves = plan[c][:, k - 1]
                of_moves = worth[c][:, k - 1]
                of_moves[..., 0], to_caller = self.revealed(c, k, moves[..., 0])
                here[:, 0] += to_caller
                for higher in range(c + 1, top + 1):
                    there = self.below(c, values[higher - 1])[:, k - 1]
                    of_moves[..., higher - c] = there[:, 0]
                    for other in range(1, n):
                        here[:, (other + k) % n] += there[:, other]
                here[:, k] += (moves * of_moves).sum(axis=-1)
            here /= n - 1
            worth[c] /= n - 1
        firsts = np.stack([values[c - 1][0] for c in self.calls])
        worth[0] = firsts[:, 0].T
        gains = firsts.sum(axis=0)
        gains[0] = (plan[0] * worth[0]).sum(axis=1)
        return gains / 6, worth

    def best(self, plan: Plan) -> Best:
        """Exactly what the best reply to the plan gains, of a player who remembers all calls, in each seat."""
        self.follow(plan)
        return Best(tuple([self.best_of(plan, seat) for seat in range(self.players)]))

    def best_of(self, plan: Plan, seat: int) -> float:
        n, top = self.players, self.top
        callers = self.callers()
        values = [np.zeros((n ** (c - 1), 6)) for c in self.calls]
        for c in reversed(self.calls):
            here, place = values[c - 1], (seat - callers[c - 1]) % n
            for k in range(1, n):
                to_me, to_caller = self.revealed(c, k, plan[c][:, k - 1, :, 0])
                raises = [self.below(c, values[higher - 1])[:, k - 1] for higher in range(c + 1, top + 1)]
                mine = np.max([to_me, *raises], axis=0)
                others = np.sum(raises, axis=0) + np.where(place[:, None] == 0, to_caller, 0)
                here += np.where(place[:, None] == k, mine, others)
            here /= n - 1
        firsts = np.stack([values[c - 1][0] for c in self.calls])
        return float((firsts.max(axis=0) if seat == 0 else firsts.sum(axis=0)).sum() / 6)

    def gains(self, mine: Plan, others: Plan) -> float:
        """What one seat gains a round with a plan of its own, in every seat in turn."""
        total = 0.0
        for seat in range(self.players):
            plan = self.mixed(mine, others, seat)
            self.follow(plan)
            total += float(self.values(plan)[0][seat].sum())
        return total / self.players

    def mixed(self, mine: Plan, others: Plan, seat: int) -> Plan:
        """One seat plays the one, all others play the other."""
        plan = [mine[0] if seat == 0 else others[0]]
        for c, callers in zip(self.calls, self.callers(), strict=True):
            asked = (callers[:, None] + np.arange(1, self.players)) % self.players
            plan.append(np.where((asked == seat)[:, :, None, None], mine[c], others[c]))
        return plan

    def callers(self) -> list[Numbers]:
        """Who has called, from the starter on, by call and node."""
        n = self.players
        found = [np.zeros(n ** (c - 1), int) for c in self.calls]
        for lower in self.calls:
            for c in range(lower + 1, self.top + 1):
                self.below(lower, found[c - 1])[:] = (found[lower - 1][:, None] + np.arange(1, n)) % n
        return found


def as_plan(table: Numbers) -> Plan:
    """A table of the last call as a plan of three."""
    tree = Tree(table.shape[1] // 3)
    callers, n = tree.callers(), tree.players
    plan = [table[0, 0, :, 1:], *[np.empty_like(each) for each in tree.anything()[1:]]]
    for c in tree.calls:
        for k in range(1, n):
            starts, by_starter = (callers[c - 1] + k) % n == 0, callers[c - 1] == 0
            rows = table[np.where(starts, 0, np.where(by_starter, 1, 2)), c]
            plan[c][:, k - 1] = rows[..., [0, *range(c + 1, tree.top + 1)]]
    return plan


def payoffs(players: int) -> Numbers:
    """What the revealer gains: by call, and the numbers (less one) of revealer, caller and the third, if any."""
    thirds = 6 if players == 3 else 1
    call, mine, theirs, third = np.ogrid[: 3 * players + 1, :6, :6, :thirds]
    above = call + least_call(players) - 1 > mine + theirs + third * (players == 3) + players
    return np.where((mine != theirs) & above, WON, LOST)


def trained_to_remember(players: int, tell: Tell, turns: int = TURNS) -> Plan:
    """Regret matching: each turn, all lean towards the moves that they regret not to have made; later turns weigh more,
    and the mean of all turns is kept. Among two this leads to an equilibrium, among three nothing is guaranteed."""
    tree = Tree(players)
    plan = tree.anything()
    regrets = [np.zeros_like(each) for each in plan]
    sums = [1e-9 * each for each in plan]
    for turn in range(1, turns + 1):
        tell(f"plan for {players} who remember", turn, turns)
        tree.follow(plan)
        _, worth = tree.values(plan)
        for at, moves in enumerate(plan):
            own = np.full((6, 1), 1 / 6) if at == 0 else tree.reach[at - 1][:, 1:, :, None]
            sums[at] += turn**2 * own * moves
            gained = (moves * worth[at]).sum(axis=-1, keepdims=True)
            regret = regrets[at] * np.where(regrets[at] > 0, turn**1.5 / (turn**1.5 + 1), 0.5) + worth[at] - gained
            regrets[at] = regret
            wanted = np.maximum(regret, 0)
            total = wanted.sum(axis=-1, keepdims=True)
            plan[at] = np.where(total > 0, wanted / np.where(total > 0, total, 1), 1 / moves.shape[-1])
    return [each / each.sum(axis=-1, keepdims=True) for each in sums]
