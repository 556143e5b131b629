"""Rounds of three and more, for players who see the last call only: what everyone gains, over many deals at once.

A table is as in `bots.mindroll`: by the part in the round, the last call (0 is none yet), the number, and the move (0
is a reveal). With such tables a round is a chain: the call that stands and its caller say all. So the worth of every
call is reckoned from the highest down, and how likely each is made from the lowest up, for each deal without any luck.
Seat 0 starts, which stands for all seats, because dice are dealt alike. Colours are left out as in `duel`.
"""

from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicehall.bots.mindroll import NUMBERS, rows
from dicehall.rules.mindroll import COLOURS, least_call

Numbers: TypeAlias = NDArray[Any]

LOST, WON = -1.0, 1 - 2 / len(COLOURS)
"""What a reveal pays on average where the numbers speak against it, and for it."""
STARTED, ANSWERS_STARTER, BETWEEN = range(3)


def deals(players: int, many: int, rng: np.random.Generator) -> Numbers:
    """So many deals of numbers (less one, from 0), or all if there are no more: a row for each, a column for a seat."""
    if len(NUMBERS) ** players <= many:
        return np.array(list(product(range(len(NUMBERS)), repeat=players)))
    return rng.integers(0, len(NUMBERS), size=(many, players))


def legal_moves(players: int) -> Numbers:
    """By the last call and the move."""
    _, calls, _, moves = rows(players)
    legal = np.arange(moves) > np.arange(calls)[:, None]
    legal[1:, 0] = True
    return legal


def anything(players: int) -> Numbers:
    """The table of a player who takes any move."""
    legal = legal_moves(players)[None, :, None, :]
    shares: Numbers = np.broadcast_to(legal / legal.sum(axis=-1, keepdims=True), rows(players)).copy()
    return shares


class Swept(NamedTuple):
    gains: Numbers
    """What each seat gains, by deal."""
    worth: Numbers
    """By part, last call, number and move: what the move is worth, times how often it can be made."""
    asked: Numbers
    """By part, last call and number: how often the question comes."""


class Sweep:
    """A round in which everyone plays one table but one seat, if given, another."""

    values: Numbers
    """By call, deal, caller and who gains."""

    def __init__(self, dealt: Numbers, table: Numbers, other: Numbers | None = None, seat: int = 0) -> None:
        self.many, self.players = dealt.shape
        self.dealt, self.seat = dealt, seat
        self.top = 3 * self.players
        self.alone = other is not None
        between = BETWEEN if table.shape[0] > BETWEEN else STARTED  # among two nobody is in between
        parts = [[STARTED, *[part] * (self.players - 1)] for part in (ANSWERS_STARTER, between)]
        tables = [other if other is not None and each == seat else table for each in range(self.players)]
        self.answers = [  # to the starter's calls, and to all others': by last call, deal, seat and move
            np.stack([mine[part, :, dealt[:, k]] for k, (mine, part) in enumerate(zip(tables, every, strict=True))])
            .transpose(2, 1, 0, 3)
            .copy()
            for every in parts
        ]
        total = dealt.sum(axis=1) + self.players
        different = dealt[:, :, None] != dealt[:, None, :]
        above = np.arange(1, self.top + 1) + least_call(self.players) - 1 > total[:, None]
        self.reveals = [np.where(different & above[:, call, None, None], WON, LOST) for call in range(self.top)]
        self.asked: list[tuple[Numbers, Numbers]] = []
        self.reach = np.zeros((self.top + 1, self.many, self.players))

    def backward(self) -> None:
        """What a call is worth to every seat, by its caller: the next player is any of the others (M-03)."""
        n = self.players
        higher = np.zeros((self.many, n, self.top + 1, n))  # by caller, call and who gains
        for call in range(self.top, 0, -1):
            reveal = self.reveals[call - 1]  # by who reveals and who has called
            for callers, answers in zip(([0], range(1, n)), self.answers, strict=True):
                paid = answers[call, :, :, :1] * reveal
                goes_on = np.matmul(answers[call, :, :, None, call + 1 :], higher[:, :, call + 1 :])[:, :, 0]
                everyone = goes_on.sum(axis=1)
                for caller in callers:
                    value = everyone - goes_on[:, caller] + paid[:, :, caller]
                    value[:, caller] -= paid[:, :, caller].sum(axis=1)  # what the others gain by it, I lose
                    higher[:, caller, call] = value / (n - 1)
        self.values = higher.transpose(2, 0, 1, 3)

    def forward(self) -> None:
        """How likely each call is made, by its caller, and so how likely each seat is asked what to do about it."""
        n = self.players
        self.reach[:, :, 0] = self.answers[0][0, :, 0].T
        for call in range(1, self.top + 1):
            made = self.reach[call] / (n - 1)
            later = made[:, 1:].sum(axis=1, keepdims=True)
            to_starters = np.broadcast_to(made[:, :1], made.shape).copy()
            to_others = later - made
            to_starters[:, 0], to_others[:, :1] = 0, later
            self.asked.append((to_starters, to_others))
            for weights, answers in zip((to_starters, to_others), self.answers, strict=True):
                self.reach[call + 1 :] += (weights[:, :, None] * answers[call, :, :, call + 1 :]).transpose(2, 0, 1)

    def swept(self) -> Swept:
        self.backward()
        self.forward()
        n = self.players
        shape = rows(n)
        worth, asked = np.zeros(shape), np.zeros(shape[:-1])
        own = np.ascontiguousarray(self.values[:, :, np.arange(n), np.arange(n)])  # what my own calls are worth to me
        alike = (self.dealt == np.arange(len(NUMBERS))[:, None, None]).astype(float)
        if not self.alone or self.seat == 0:
            asked[STARTED, 0] = alike[:, :, 0].sum(axis=1)
            worth[STARTED, 0, :, 1:] = alike[:, :, 0] @ own[1:, :, 0].T
        seats = (slice(self.seat, self.seat + 1),) * 2 if self.alone else (slice(0, 1), slice(1, n))
        between = BETWEEN if shape[0] > BETWEEN else ANSWERS_STARTER
        for call in range(1, self.top + 1):
            made, reveal = self.reach[call] / (n - 1), self.reveals[call - 1]
            to_starters, to_others = self.asked[call - 1]
            pays_starters = to_starters * reveal[:, :, 0]
            pays_others = np.einsum("bj,bkj->bk", made[:, 1:], reveal[:, :, 1:])
            pays_others[:, 1:] -= made[:, 1:] * LOST  # nobody answers their own call; alike numbers would lose
            for part, which, weights, pays in (
                (STARTED, seats[0], to_others, pays_others),
                (ANSWERS_STARTER, seats[1], to_starters, pays_starters),
                (between, seats[1], to_others, pays_others),
            ):
                if self.alone and (part == STARTED) != (self.seat == 0):
                    continue
                by_number = (alike[:, :, which] * weights[:, which]).reshape(len(NUMBERS), -1)
                asked[part, call] += by_number.sum(axis=1)
                worth[part, call, :, 0] += alike[:, :, which].reshape(len(NUMBERS), -1) @ pays[:, which].ravel()
                worth[part, call, :, call + 1 :] += (
                    by_number @ own[call + 1 :, :, which].reshape(self.top - call, by_number.shape[1]).T
                )
        opening = self.answers[0][0, :, 0]
        gains = np.einsum("bc,cbi->bi", opening[:, 1:], self.values[1:, :, 0])
        return Swept(gains, worth, asked)
