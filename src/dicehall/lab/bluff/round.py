"""One round of Bluff for two: a bot that keeps to its story, against a player who may claim anything in every lap.

The bot's story is its first claim; later it calls or says the same again. From then on only the truth of it counts, not
which dice are behind it. The other one, the guest, knows the bot's strategy. What the bot remembers of a guest's former
claims is a code: whether they kept to their story too, and if not, about how many points they have got by it.

Letters in names: f is 0 for the bot's bluff and 1 for its truth, s its story, a the guest's total, and i, j, k are the
guest's three claims. All values are the guest's.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicehall.bots.bluff.table import LAPS, Memory

Numbers: TypeAlias = NDArray[Any]
After: TypeAlias = Callable[[Numbers, Numbers, bool, bool], Numbers]
"""What the guest has after the round: by the guest's and the bot's score, and whether they have their cards."""


class Hands:
    """What the dice may show, which are the claims too, and what a bot remembers."""

    def __init__(self, totals: list[int], chances: list[float], memory: Memory) -> None:
        self.totals, self.chances, self.memory = np.array(totals), np.array(chances, dtype=np.float32), memory
        n = self.count = len(totals)
        second = np.array([[memory.code((i, j)) for j in totals] for i in totals])
        third = np.array([[[memory.code((i, j, k)) for k in totals] for j in totals] for i in totals])
        self.codes = np.zeros((n,), dtype=int), second, third
        """By the guest's claims, the last of which is the last axis."""

    @cached_property
    def one_hot(self) -> tuple[Numbers, ...]:
        """For each lap: (last claim, former claims, code)."""
        found = []
        for codes, count in zip(self.codes, self.memory.codes, strict=True):
            flat = np.moveaxis(codes, -1, 0).reshape(self.count, -1)
            found.append((flat[..., None] == np.arange(count)).astype(np.float32))
        return tuple(found)

    def recall(self, lap: int, calls: Numbers) -> Numbers:
        """From (f, s, last claim, code) to (f, s, all claims)."""
        claims = np.arange(self.count)
        return calls[:, :, np.broadcast_to(claims, self.codes[lap].shape), self.codes[lap]]

    def forget(self, lap: int, values: Numbers) -> Numbers:
        """The sum over all that the bot cannot tell apart: from (f, s, all claims) to (f, s, last claim, code)."""
        last = np.moveaxis(values, -1, 2).reshape(*values.shape[:2], self.count, -1)
        summed: Numbers = np.matmul(last[:, :, :, None, :], self.one_hot[lap][None, None])[:, :, :, 0, :]
        return summed


# What is at stake


class Stakes(NamedTuple):
    """Where a round begins for guest and bot, and what its ends are worth to the guest."""

    hands: Hands
    leads: bool
    """Whether the bot does."""
    scores: tuple[int, int]
    cards: tuple[bool, bool]
    worth: After

    def axes(self, laps: int) -> tuple[Numbers, Numbers, Numbers]:
        """The bot's story, all that the guest has claimed, and the last of it, over (s, i, …)."""
        totals = self.hands.totals
        shaped = [totals.reshape(-1, *[1] * (laps - place)) for place in range(laps + 1)]
        return shaped[0], sum(shaped[1:], start=np.zeros(1, dtype=int)), shaped[-1]

    def believed(self, laps: int) -> tuple[Numbers, Numbers]:
        """Scores after this many claims of each."""
        story, claimed, _ = self.axes(laps)
        return self.scores[0] + claimed, self.scores[1] + laps * story

    def bot_called(self, mine: Numbers, yours: Numbers, claim: Numbers) -> Numbers:
        """The bot's claim is called: a bluff, then the truth. It plays its card if that leaves the guest less."""
        bluff = self.worth(mine + claim, np.maximum(yours - claim, 0), *self.cards)
        if self.cards[1]:
            bluff = np.minimum(bluff, self.worth(mine, yours, self.cards[0], False))
        return both(bluff, self.worth(np.maximum(mine - claim, 0), yours + 3 * claim // 2, *self.cards))

    def guest_called(self, mine: Numbers, yours: Numbers, claim: Numbers) -> Numbers:
        bluff = self.worth(np.maximum(mine - claim, 0), yours + claim, *self.cards)
        if self.cards[0]:
            bluff = np.maximum(bluff, self.worth(mine, yours, False, self.cards[1]))
        return both(bluff, self.worth(mine + 3 * claim // 2, np.maximum(yours - claim, 0), *self.cards))


def both(bluff: Numbers, truth: Numbers) -> Numbers:
    return np.stack(np.broadcast_arrays(bluff, truth)).astype(np.float32)


class Ends(NamedTuple):
    """For each lap: the guest's claim called, over (s, claims); the bot's called. And the last claim accepted."""

    guest: tuple[Numbers, ...]
    bot: tuple[Numbers, ...]
    accepted: Numbers


def ends(at: Stakes) -> Ends:
    """A bot that leads is called before the guest's claim of the same lap, and is believed before it answers that."""
    guest, bot = [], []
    for lap in range(LAPS):
        story, claimed, last = at.axes(lap + 1)
        yours = at.scores[1] + (lap + at.leads) * story
        guest.append(at.guest_called(at.scores[0] + claimed - last, yours, last))
        known = at.axes(lap + (not at.leads))
        bot.append(at.bot_called(at.scores[0] + known[1], at.scores[1] + lap * known[0], known[0]))
    return Ends(tuple(guest), tuple(bot), at.worth(*at.believed(LAPS), *at.cards).astype(np.float32))


# Strategies


class Strategy(NamedTuple):
    """The bot's: all numbers are chances."""

    first: Numbers
    """By total: each story, if it leads. Otherwise by total and the guest's claim, and the last choice is to call."""
    calls: tuple[Numbers, ...]
    """For each later answer, by (f, s, the guest's last claim, code). A bot that leads has three, otherwise two."""

    def laps(self) -> range:
        """In which laps the later answers are."""
        return range(LAPS - len(self.calls), LAPS)


def stories(hands: Hands, claims: Numbers) -> Numbers:
    """From (total, …, story) to how often each story comes up (f, story, …)."""
    mass = np.moveaxis(claims, -1, 1) * hands.chances.reshape(-1, *[1] * (claims.ndim - 1))
    truth = np.moveaxis(np.diagonal(mass), -1, 0)
    return np.stack([mass.sum(axis=0) - truth, truth])


def true_ones(values: Numbers) -> Numbers:
    """Of (a, …, a): where the last claim is the guest's total; it comes last."""
    return np.diagonal(values, axis1=0, axis2=values.ndim - 1)


def by_total(hands: Hands, on: Numbers, mass: Numbers, called: Numbers) -> Numbers:
    """What each claim (last axis) is worth to each total (first axis); it is called as often as `mass` says."""
    ways: Numbers = on + mass * called[0]
    for total in range(hands.count):
        ways[total, ..., total] += (mass * (called[1] - called[0]))[..., total]
    return ways


class Picks(Protocol):
    """How a guest plays: given what the ways (last axis) are worth, what the choice is worth."""

    def pick(self, turn: int, ways: Numbers) -> Numbers:
        """First and second claims, and the answer to the bot's last claim; calling, where it is a way, comes last."""

    def last_claim(self, bluff: Numbers, truth: Numbers, call: Numbers) -> Numbers:
        """Third claims (last axis) as a bluff and as the truth, or to call; then what it is worth to each total."""


class Walk(NamedTuple):
    """How often the bot comes to each of its later answers, and calls there: over (f, s, claims)."""

    come: list[Numbers]
    """The claim that is to be answered is not among them; the last one is for the end of the round."""
    calls: list[Numbers]


def walk(hands: Hands, bot: Strategy) -> Walk:
    reach = stories(hands, bot.first if len(bot.calls) == LAPS else bot.first[..., :-1])
    found = Walk([reach], [])
    for lap, table in zip(bot.laps(), bot.calls, strict=True):
        reach = reach[..., None]
        found.calls.append(reach * hands.recall(lap, table))
        reach = reach - found.calls[-1]
        found.come.append(reach)
    return found


def guest_value(hands: Hands, at: Ends, bot: Strategy, guest: Picks) -> Numbers:
    """What the guest has by total, against the bot's strategy."""
    leads = len(bot.calls) == LAPS
    come, calls = walk(hands, bot)
    if leads:
        value = at.accepted * come[3].sum(axis=0)
    else:
        call = (come[2] * at.bot[2]).sum(axis=0)
        value = guest.pick(LAPS, np.stack([at.accepted * come[2].sum(axis=0), call], axis=-1))
    for place, lap in reversed(list(enumerate(bot.laps()))):
        call, mass = (come[place] * at.bot[place]).sum(axis=0), calls[place].sum(axis=0)
        if lap == LAPS - 1:
            value = guest.last_claim(value + mass * at.guest[lap][0], value + mass * at.guest[lap][1], call)
        else:
            value = guest.pick(lap, choice(by_total(hands, value, mass, at.guest[lap]), call))
    if leads:
        whole: Numbers = value.sum(axis=1)
        return whole
    mass = np.tensordot(hands.chances, bot.first[..., -1], axes=1)
    return guest.pick(0, by_total(hands, value.sum(axis=1), mass, at.guest[0][:, 0]))


def choice(claims: Numbers, call: Numbers) -> Numbers:
    """The claims and, as the last way, to call."""
    return np.concatenate([claims, np.broadcast_to(call, claims.shape[:-1])[..., None]], axis=-1)


class Best:
    """The guest who knows the bot's strategy."""

    def pick(self, _turn: int, ways: Numbers) -> Numbers:
        best: Numbers = ways.max(axis=-1)
        return best

    def last_claim(self, bluff: Numbers, truth: Numbers, call: Numbers) -> Numbers:
        """A bluff must not by chance be the truth."""
        best = []
        for total in range(bluff.shape[-1]):
            false = np.delete(bluff, total, axis=-1).max(axis=-1)
            best.append(np.maximum(np.maximum(false, truth[..., total]), call))
        return np.stack(best)


def best_value(hands: Hands, at: Ends, bot: Strategy) -> float:
    """What the guest wins at most."""
    return float(hands.chances @ guest_value(hands, at, bot, Best()))
