"""A whole round of Three Dice, from the last player back to the starter, all with the same aim.

What matters of those who have rolled is the lowest score of the unsafe ones, whether the last one ended on stairs, the
pot and the limit. Nothing else enters: scores above the lowest cannot lose any more (T-17), the safe are not compared
(T-30), all who tie drink the whole pot whatever their number (T-15), and awarded sips are in no pot (T-19).
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from dicehall.lab.three_dice.dice import (
    CHOICES,
    FALSE_START,
    FALSE_START_SIPS,
    HANDS,
    NOBODY,
    RANK,
    READ,
    WAYS,
    Numbers,
    thrown,
)
from dicehall.lab.three_dice.turn import AWARD, HOLD, LATER, LOSE, POT, SIPS, Scale, choose, play_turn, seen
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.three_dice import MOST_ROLLS, TRIPLE_SIPS, Choosing, worth

MOST_SIPS = max(TRIPLE_SIPS.values())
LIMITS = range(1, MOST_ROLLS + 1)
ROUNDING = 64 * 2.0**-53
"""By which share the floats of one turn may be off: some 60 sums, products and quotients, and never a difference."""


def pots(position: int) -> int:
    """How many different pots this position can find: from one sip up, the most if all before it rolled 1-1-1."""
    return 1 + MOST_SIPS * (position - 1)


class Outlook(NamedTuple):
    """What a round brings to each position, before its first throw."""

    lose: tuple[Fraction | float, ...]
    sips: tuple[Fraction | float, ...]
    rolls: tuple[Fraction | float, ...]
    """How often the starter uses one, two, three rolls."""


class Solution:
    """The best play of every position of a round, and what it brings."""

    def __init__(self, seats: int, aim: int, *, gentle: bool, exact: bool, awards: bool = True) -> None:
        self.seats = seats
        self.aim = aim
        self.gentle = gentle
        self.exact = exact
        self.awards = awards
        """Without them a position is the same for any number of seats, if as many roll after it."""
        self.choices: dict[tuple[int, int, int], Numbers] = {}
        """By position, limit and rolls used; the starter's limit is still 3."""
        self.tables: dict[tuple[int, int], tuple[Numbers, Scale]] = {}
        """By position and limit: what is reckoned before this position's first throw."""
        for limit in LIMITS:
            self.solve_others(limit)
        self.outlook = self.solve_starter()

    @property
    def error(self) -> float:
        """By which share each number may be off: 0 for fractions."""
        return 0.0 if self.exact else self.seats * ROUNDING

    def solve_others(self, limit: int) -> None:
        """Everyone behind the starter, from the last one on."""
        after, scale = self.nobody_left()
        self.tables[self.seats + 1, limit] = after, scale
        for position in range(self.seats, 1, -1):
            ends = self.ends(position, after, scale, pots(position))
            turn = play_turn(ends, limit, self.aim, scale, is_bound=self.gentle and position == self.seats)
            self.choices |= {(position, limit, used): each for used, each in turn.choices.items()}
            after, scale = self.passed_on(turn.values), turn.scale
            self.tables[position, limit] = after, scale

    def nobody_left(self) -> tuple[Numbers, Scale]:
        """The round is over: the lowest drink the pot."""
        scale = Scale(self.seats - 1, 216) if self.exact else Scale(1.0, 1)
        after = np.zeros((AWARD + 1 - HOLD, 2, NOBODY + 1, pots(self.seats + 1)), object if self.exact else float)
        after[HOLD - HOLD, :, :NOBODY] = scale.unit
        after[POT - HOLD, :, :NOBODY] = scale.unit * np.arange(1, pots(self.seats + 1) + 1)
        return after, scale

    def passed_on(self, values: Numbers) -> Numbers:
        """What the position before this one has to know of it: its roller becomes the first of the later players."""
        return np.concatenate([values[HOLD:LATER], values[LOSE : SIPS + 1], values[LATER:]])

    def ends(self, position: int, after: Numbers, scale: Scale, pots: int) -> Numbers:
        """What it is worth to end a turn with each hand: by value, hand, after stairs, lowest score and pot."""
        lowest = np.arange(NOBODY + 1)[:, None]
        ends = np.zeros((HOLD + len(after), len(HANDS), 2, NOBODY + 1, pots), after.dtype)
        for stairs in (0, 1):
            for number, hand in enumerate(READ[stairs]):
                end = ends[:, number, stairs]
                if hand.safe:
                    more = worth(hand, position) if hand.roll == "triple" else 0
                    end[HOLD:] = after[:, int(hand.roll == "stairs"), :, more : more + pots]
                    end[SIPS] = end[AWARD]
                    if hand.roll != "triple":
                        gets = self.each_gets(worth(hand, position), scale)
                        end[AWARD] += gets
                        end[LATER + SIPS :: 2] += gets
                    continue
                rank = RANK[hand.points]
                end[HOLD:] = after[:, 0, np.minimum(lowest[:, 0], rank), :pots]
                is_lowest = rank <= lowest
                end[LOSE] = np.where(is_lowest, after[HOLD - HOLD, 0, rank, :pots], 0)
                end[SIPS] = end[AWARD] + np.where(is_lowest, after[POT - HOLD, 0, rank, :pots], 0)
                end[HOLD : POT + 1] *= rank >= lowest  # those before have the lowest score no more, unless it is a tie
        return ends

    def each_gets(self, sips: int, scale: Scale) -> Any:
        """An award, where each of the others is as likely to get it."""
        if not self.awards:
            return 0
        return sips * scale.unit // (self.seats - 1) if self.exact else sips / (self.seats - 1)

    def solve_starter(self) -> Outlook:
        """The starter finds the limit by use (T-12): to stay after a roll is to set it."""
        ends = {limit: self.starter_ends(limit) for limit in LIMITS}
        scale = self.starter_scale(MOST_ROLLS)
        values = seen(ends[MOST_ROLLS], scale)
        for used in range(MOST_ROLLS - 1, 0, -1):
            again = thrown(values, step=scale.step)
            scale = scale.after_throw()
            chosen, choice = choose(
                ends[used] * scale.step ** (MOST_ROLLS - used), again, self.aim, scale, is_bound=False
            )
            self.choices[1, MOST_ROLLS, used] = choice
            values = seen(chosen, scale)
        counted = WAYS * ~FALSE_START  # after a false start the same begins again (T-10)
        values = (values * counted).sum(axis=1)
        values[SIPS] += FALSE_START_SIPS * scale.unit
        shares = [self.share(value, scale.unit * int(counted.sum())) for value in values]
        players = [*shares[: SIPS + 1], *shares[LATER : LATER + 2 * (self.seats - 1)]]
        return Outlook(tuple(players[0::2]), tuple(players[1::2]), tuple(shares[-MOST_ROLLS:]))

    def share(self, value: Any, unit: Any) -> Fraction | float:
        return Fraction(int(value), int(unit)) if self.exact else float(value / unit)

    def starter_ends(self, limit: int) -> Numbers:
        """To end with each hand after this many rolls, scaled as with the most rolls; and how many they were."""
        after, scale = self.tables[2, limit]
        ends = self.ends(1, after, scale, 1)[:, :, 0, NOBODY, 0]
        used = np.zeros((MOST_ROLLS, len(HANDS)), ends.dtype)
        used[limit - 1] = scale.unit
        common = self.starter_scale(MOST_ROLLS).unit
        return np.concatenate([ends, used]) * (common // scale.unit if self.exact else 1)

    def starter_scale(self, limit: int) -> Scale:
        return self.tables[2, limit][1]

    # Asking for advice

    def advice(self, phase: Choosing) -> Keep | Reroll:
        """What to do in a round that nobody has left."""
        round = phase.round
        hand = HANDS.index(tuple(sorted(phase.dice)))
        choices = self.choices[round.position, round.limit or MOST_ROLLS, phase.used][hand]
        if round.position > 1:
            lowest = min((RANK[points] for points in round.unsafe(()).values()), default=NOBODY)
            choices = choices[int(round.after_stairs), lowest, round.pot - 1]
        again = Counter(phase.dice) - Counter(CHOICES[hand][int(choices)])
        which = []
        for index, face in enumerate(phase.dice):
            if again[face]:
                again[face] -= 1
                which.append(index)
        return Reroll(tuple(which)) if which else Keep()


solution = cache(Solution)
