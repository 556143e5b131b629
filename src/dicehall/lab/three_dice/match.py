"""A match of two: how often the starter of a round wins it, by the rounds left and the sips between the two.

One simplification: level sips at the end count as half a win, though fewer lost rounds would decide (T-24).

The first axis of all arrays here holds chances of which the roller maximises the first; others only follow. The last
axis is by how many sips the roller has drunk more.
"""

from typing import NamedTuple

import numpy as np

from dicehall.bots.three_dice import CLASSES, MOST_AHEAD, class_of
from dicehall.lab.three_dice.dice import (
    FALSE_START,
    GENTLE,
    HANDS,
    IS_CHOICE,
    KEPT_BY_CHOICE,
    MOST_CHOICES,
    NOBODY,
    RANK,
    READ,
    SHIT,
    STAY,
    WAYS,
    Numbers,
    thrown,
)
from dicehall.rules.three_dice import MOST_ROLLS, Hand, worth

TIE = 1e-12
LIMITS = range(1, MOST_ROLLS + 1)
AHEAD = np.arange(-MOST_AHEAD, MOST_AHEAD + 1)
"""How many sips more the one who is asked has drunk; whoever is further ahead or behind counts as at the edge."""
LEVEL = (AHEAD < 0) + (AHEAD == 0) / 2


def moved(values: Numbers, sips: int) -> Numbers:
    """The values after so many sips more for the roller."""
    moved: Numbers = values[..., np.clip(AHEAD + sips, -MOST_AHEAD, MOST_AHEAD) + MOST_AHEAD]
    return moved


def turned(values: Numbers) -> Numbers:
    """The other player's chances of the same."""
    turned: Numbers = 1 - values[..., ::-1]
    return turned


class Starts(NamedTuple):
    """What the next round brings, if the second player of this one starts it, and if the other does."""

    mine: Numbers
    yours: Numbers


def second_turns(starts: Starts, *, gentle: bool) -> Numbers:
    """Before the second player's first throw: by value, limit, class of the starter's hand and sips."""
    return np.stack([second_turn(starts, limit, gentle=gentle) for limit in LIMITS], axis=1)


def second_turn(starts: Starts, limit: int, *, gentle: bool) -> Numbers:
    ends = np.stack([ends_against(starts, each) for each in CLASSES], axis=2)
    values = seen(ends)
    for used in range(limit - 1, 0, -1):
        bound = np.stack([bound_against(each) for each in CLASSES], axis=2) if gentle and used == limit - 1 else None
        values = seen(best(ends, thrown(values, step=1), bound))
    return thrown(values, step=1)[:, 0]


def ends_against(starts: Starts, first: Hand) -> Numbers:
    """For each hand that the second player may end with: who drinks, and who starts next (T-14, T-15, T-16)."""
    pot = 1 + (worth(first, 1) if first.roll == "triple" else 0)
    ends = []
    for mine in READ[first.roll == "stairs"]:
        raised = pot + (worth(mine, 2) if mine.roll == "triple" else 0)
        awarded = worth(mine, 2) if mine.roll in ("stairs", "super_stairs") else 0
        if first.roll == "stairs":
            awarded -= 1
        if mine.safe and first.safe:
            end = starts.yours
        elif first.safe or (not mine.safe and mine.points < first.points):
            end = moved(starts.mine, raised)
        elif mine.safe or mine.points > first.points:
            end = moved(starts.yours, -raised)
        else:
            end = (starts.mine + starts.yours) / 2
        ends.append(moved(end, -awarded))
    return np.stack(ends, axis=1)


def bound_against(first: Hand) -> Numbers:
    """Which choices keep the gentlemen's rule (T-26): by choice and hand."""
    lowest = NOBODY if first.safe else RANK[first.points]
    return np.stack([GENTLE[choice][:, int(first.roll == "stairs"), lowest] for choice in range(MOST_CHOICES)])


def starter_turn(second: Numbers) -> Numbers:
    """The starter's chances, from what they are by limit and class of the hand to end with; sips are the starter's."""
    classes = [class_of(hand) for hand in READ[False]]
    values = seen(second[:, MOST_ROLLS - 1, classes])
    for used in range(MOST_ROLLS - 1, 0, -1):
        values = seen(best(second[:, used - 1, classes], thrown(values, step=1), None))
    return first_throw(values)


def first_throw(values: Numbers) -> Numbers:
    """A false start costs sips and begins again (T-10), so more sips come first; at the edge there are no more."""
    counted: Numbers = (values[:, ~FALSE_START] * WAYS[~FALSE_START, None]).sum(axis=1) / 216
    starter: Numbers = np.zeros_like(counted)
    false = [(int(ways), worth(hand, 1)) for ways, hand in zip(WAYS, READ[False], strict=True) if hand.safe]
    edge = len(AHEAD)
    for at in range(edge - 1, -1, -1):
        known = sum((ways * starter[:, at + sips] for ways, sips in false if at + sips < edge), np.zeros(len(counted)))
        known = known + sum(ways for ways, sips in false if at + sips >= edge) * starter[:, -1] * (at < edge - 1)
        stuck = sum(ways for ways, _ in false) if at == edge - 1 else 0
        starter[:, at] = (counted[:, at] + known / 216) / (1 - stuck / 216)
    return starter


def seen(values: Numbers) -> Numbers:
    """Shit stairs cost a sip (T-03)."""
    values = values.copy()
    values[:, SHIT == 1] = moved(values[:, SHIT == 1], 1)
    return values


def best(ends: Numbers, again: Numbers, allowed: Numbers | None) -> Numbers:
    """What the choice brings that is best for the roller: to stay, or to throw some dice again."""
    chosen = ends.copy()
    if allowed is not None:
        chosen[0] = np.where(allowed[STAY][..., None], chosen[0], -1)
    for choice in range(1, MOST_CHOICES):
        other = again[:, KEPT_BY_CHOICE[choice]]
        better = IS_CHOICE[choice].reshape(len(HANDS), *[1] * (ends.ndim - 2)) & (other[0] > chosen[0] + TIE)
        if allowed is not None:
            better &= allowed[choice][..., None]
        np.copyto(chosen, other, where=better)
    return chosen


# I against you: either may keep the gentlemen's rule


class Chances(NamedTuple):
    """By the rounds left. Sips are those of the one whose chances they are."""

    mine: list[Numbers]
    """Where I start the next round."""
    yours: list[Numbers]
    """Yours, where you start it."""
    second: list[Numbers]
    """Yours, where I have started this round, by limit and class of the hand that I ended with."""


def match_of_two(rounds: int, *, i_am_gentle: bool, you_are_gentle: bool) -> Chances:
    """Both play their best, and know what the other may do."""
    chances = Chances([LEVEL], [LEVEL], [np.zeros((MOST_ROLLS, len(CLASSES), len(AHEAD)))])
    for left in range(rounds):
        mine, yours = chances.mine[left][None], chances.yours[left][None]
        i_follow = second_turns(Starts(mine, turned(yours)), gentle=i_am_gentle)
        you_follow = second_turns(Starts(yours, turned(mine)), gentle=you_are_gentle)
        chances.mine.append(starter_turn(turned(you_follow))[0])
        chances.yours.append(starter_turn(turned(i_follow))[0])
        chances.second.append(you_follow[0])
    return chances


def even(chances: Chances, rounds: int) -> float:
    """How often I win such a match, if the starter is drawn."""
    return float(chances.mine[rounds][MOST_AHEAD] + 1 - chances.yours[rounds][MOST_AHEAD]) / 2


def exploited(rounds: int, *, it_expects_gentleness: bool, gentle: bool) -> float:
    """How often the best answer to the hard bot wins a match whose starter is drawn.

    The bot keeps the gentlemen's rule. Its opponent knows all that it will do, and may keep the rule or not.
    """
    thought = match_of_two(rounds, i_am_gentle=True, you_are_gentle=it_expects_gentleness)
    first = then = LEVEL  # the opponent's chances where the opponent starts, and where the bot does
    for left in range(rounds):
        mine, yours = thought.mine[left], turned(thought.yours[left])
        bot_follows = second_turns(Starts(np.stack([mine, then[::-1]]), np.stack([yours, first[::-1]])), gentle=True)
        follows = second_turns(Starts(first[None], then[None]), gentle=gentle)[0]
        first = starter_turn(bot_follows[1:, ..., ::-1])[0]
        then = starter_turn(np.stack([turned(thought.second[left + 1]), follows[..., ::-1]]))[1][::-1]
    return float(first[MOST_AHEAD] + then[MOST_AHEAD]) / 2
