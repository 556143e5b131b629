"""Bluff for many, thousands of tables at once: a strategy, what scores are worth, and what a call would bring.

Rows are players in the order of the round, columns are tables. What a bot reckons for one table (`bots.bluff.crowd`) is
reckoned here for all of them; a test holds the two together.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.bots.bluff.crowd_table import (
    BLUFF,
    CALL_CONTEXTS,
    CODES,
    FAR,
    KEEP,
    KNOTS,
    LAPS,
    NEED,
    NEED_HIGH,
    NOTHING,
    OWN,
    PROBE,
    PROBE_HIGH,
    RISK,
    SLIGHT,
    STAGES,
    TOTALS,
    TRUTH,
    WAYS,
    layout,
)

Numbers = NDArray[Any]
FACES = np.arange(1, 7)
DICE = np.add.outer(np.add.outer(FACES, FACES), FACES).ravel().astype(np.int32)
"""The totals of three dice, each as often as it comes."""
GAPS = np.arange(-FAR, FAR + 1)
SPAN = len(GAPS)
HATS = np.stack([np.interp(GAPS, np.array(KNOTS, dtype=float), row) for row in np.eye(len(KNOTS))], axis=1)
"""How much each knot counts at each gap."""
STEEP = 14.0
"""Before anything is learned: so many points more are worth as much as `e` times the chance."""


class Model:
    """What is learned: how good scores are, and a strategy."""

    def __init__(self, seats: int, *, rising: bool) -> None:
        self.seats, self.rising = seats, rising
        self.height: Numbers = np.tile(np.array(KNOTS) / STEEP, (STAGES, LAPS + 1, 2, 1))
        """By rounds left, laps left, card and knot."""
        self.calls: Numbers = np.full((CALL_CONTEXTS, CODES, TOTALS, OWN), 0.3, dtype=np.float32)
        contexts, keys, sides = layout(rising=rising)
        self.legal = allowed(keys, sides, rising=rising)
        start = self.legal / np.maximum(self.legal.sum(axis=-1, keepdims=True), 1)
        self.claims: Numbers = np.tile(start.astype(np.float32), (contexts, 1, 1, 1, 1))
        self.refresh()

    def refresh(self) -> None:
        self.weigh()
        self.sums = np.cumsum(self.claims, axis=-1)

    def weigh(self) -> None:
        self.weight = np.exp(np.clip(self.height @ HATS.T, -30, 30)).astype(np.float32)
        self.weight[0, 0] = np.where(GAPS < 0, NOTHING, 1)  # the end: who is behind has lost


def allowed(keys: int, sides: int, *, rising: bool) -> Numbers:
    """Which ways there are to claim, by key, side and total."""
    legal = np.ones((keys, sides, TOTALS, WAYS), dtype=bool)
    places = np.arange(TOTALS)
    legal[:, :, places, BLUFF + places] = False  # that would be the truth
    if rising:
        legal[..., KEEP] = False
        for key in range(keys):
            least = key % TOTALS
            legal[key, :, :least, TRUTH] = False
            legal[key, :, :, BLUFF : BLUFF + least] = False
    else:
        legal[0, :, :, KEEP] = False
        legal[1:, 1, :, TRUTH] = False  # to keep to a true story is the truth
    return legal


def gaps(scores: Numbers) -> Numbers:
    """How far each is ahead of the best other one, as a place in `GAPS`."""
    best, second = scores[0], np.full_like(scores[0], -1)
    for row in scores[1:]:
        second = np.maximum(second, np.minimum(best, row))
        best = np.maximum(best, row)
    gap: Numbers = scores - best
    gap += (gap == 0) * (best - second)
    np.maximum(gap, -FAR, out=gap)
    np.minimum(gap, FAR, out=gap)
    gap += FAR
    return gap


class Position(NamedTuple):
    model: Model
    left: Numbers
    """How many rounds are left after this one."""
    scores: Numbers
    cards: Numbers

    def chances(self, laps: Any) -> Numbers:
        """Everyone's chance to win, by a rule of thumb that is fitted; at the very end it is what it is."""
        place = gaps(self.scores) + self.cards * SPAN
        place += (self.left * (LAPS + 1) + laps) * (2 * SPAN)
        weight: Numbers = self.model.weight.take(place, mode="wrap")  # none is outside, and this checks least
        weight /= weight.sum(axis=0)
        return weight

    def gains(self, who: int, points: Any) -> "Position":
        scores = self.scores.copy()
        np.maximum(scores[who] + points, 0, out=scores[who])
        return self._replace(scores=scores)

    def called(self, accuser: int, claimant: int, claim: Any) -> "Outcome":
        """The claimant plays the card if that is better."""
        caught = self.gains(claimant, -claim).gains(accuser, claim)
        punished = caught.chances(0)
        cards = self.cards.copy()
        cards[claimant] = 0
        spared = self._replace(cards=cards).chances(0)
        plays = (self.cards[claimant] > 0) & (spared[claimant] >= punished[claimant])
        wrong = self.gains(accuser, -claim).gains(claimant, claim * 3 // 2)
        return Outcome(np.where(plays, spared, punished), wrong.chances(0), plays, caught, wrong)


class Outcome(NamedTuple):
    """What everyone has after a call: of a bluff, and of the truth; and how it comes to that."""

    right: Numbers
    wrong: Numbers
    plays: Numbers
    """Where the claimant plays the card."""
    caught: Position
    """Without the card."""
    refuted: Position

    def ends(self, now: Position, claimant: int, true: Numbers, where: Numbers) -> tuple[Numbers, Numbers]:
        """Scores and cards after the calls of some tables."""
        spared = self.plays[where] & ~true
        scores = np.where(true, self.refuted.scores[:, where], self.caught.scores[:, where])
        cards = now.cards[:, where]
        cards[claimant, spared] = 0
        return np.where(spared, now.scores[:, where], scores), cards


# Contexts


def bucket(bounds: tuple[float, ...], values: Numbers) -> Numbers:
    found = np.zeros(values.shape, dtype=np.int32)
    for bound in bounds:
        found += values > np.float32(bound)
    return found


def need(out: Outcome, on: Numbers, accuser: int) -> Numbers:
    """How likely a claim may be true if the accuser is not to lose by a call; `on` is what all have without one."""
    found: Numbers = (out.right[accuser] - on[accuser]) / np.maximum(
        out.right[accuser] - out.wrong[accuser], np.float32(SLIGHT)
    )
    return found


def risk(out: Outcome, before: Numbers, on: Numbers, claimant: int) -> Numbers:
    """What a claim brings that is believed, as a part of what a call would take from a bluff."""
    found: Numbers = (on[claimant] - before[claimant]) / np.maximum(
        on[claimant] - out.right[claimant], np.float32(SLIGHT)
    )
    return found


def context_of(left: Numbers, needed: Numbers, risked: Numbers) -> Numbers:
    found: Numbers = (left * (len(NEED) + 1) + bucket(NEED, needed)) * (len(RISK) + 1) + bucket(RISK, risked)
    return found


def claim_context(now: Position, before: Numbers, mover: int, least: Any, laps: Any) -> Numbers:
    """What a middling claim would be worth if it is believed, what it risks, and how keen the next one is to call."""
    following = (mover + 1) % now.model.seats
    rising = now.model.rising
    needs = []
    for probe in (PROBE,) if rising else (PROBE, PROBE_HIGH):
        claim = np.maximum(least, probe)
        out = now.called(following, mover, claim)
        on = now.gains(mover, claim).chances(laps_left(claim) if rising else laps)
        needs.append(need(out, on, following))
        if probe == PROBE:
            risked = risk(out, before, on, mover)
    context = context_of(now.left, needs[0], risked)
    return context if rising else context * (len(NEED_HIGH) + 1) + bucket(NEED_HIGH, needs[1])


def laps_left(claim: Numbers) -> Numbers:
    """Where claims rise: about how much is still to come after this one."""
    return 3 - (claim >= 11).astype(np.int32) - (claim >= 14)


def own_class(total: Numbers, said: int, story: Numbers, heard: Numbers, *, rising: bool) -> Numbers:
    """What one has oneself: by total before the first claim, after that by the claim and whether it is true."""
    found: Numbers
    if rising:
        found = 4 * (said > 0) + bucket((0, 2, 4), total - heard)
        return found
    if said:
        found = 4 + 2 * (story == total) + (story > 12)
        return found
    return bucket((8, 10, 12), total)


# Where rounds begin


class Round(NamedTuple):
    """The first player leads."""

    scores: Numbers
    cards: Numbers
    guests: Numbers
    """Who of them plays by a strategy of their own."""

    def next(self, scores: Numbers, cards: Numbers, rng: Any) -> "Round":
        """The highest score leads, and of those who are tied the one who led before; the order is random."""
        keys = rng.random(scores.shape, dtype=np.float32)
        keys[0] = 1
        leader = (scores + keys * np.float32(0.5)).argmax(axis=0)
        keys = rng.random(scores.shape, dtype=np.float32)
        keys[leader, np.arange(scores.shape[1])] = -1
        order = keys.argsort(axis=0)
        return Round(*(np.take_along_axis(each, order, axis=0) for each in (scores, cards, self.guests)))


def beginning(seats: int, games: int, rng: Any, *, guests: bool, cards: bool = True) -> Round:
    """Of a game; with guests, one at each table."""
    sits = rng.integers(0, seats, games) == np.arange(seats)[:, None]
    return Round(np.zeros((seats, games), np.int32), np.full((seats, games), cards, np.int32), sits & guests)
