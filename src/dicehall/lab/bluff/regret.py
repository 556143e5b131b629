"""Regret matching at a table of many: all play the same strategy, and learn what another move would have brought."""

from collections.abc import Callable
from typing import Any

import numpy as np

from dicehall.bots.bluff.crowd_table import BLUFF, CODES, KEEP, LAPS, NEED, OWN, RISK, STAGES, TOTALS, TRUTH
from dicehall.lab.bluff.crowd import HATS, SPAN, Model, Numbers, Position, Round, beginning, gaps
from dicehall.lab.bluff.walk import Answered, Made, Players, Scores, Walk, Walker

CURIOUS = 0.5
"""In how many rounds somebody tries something."""
KNOWN, LASTS, LASTS_LARGE = 60.0, 0.95, 0.2
"""Of what claims were worth in former steps so much counts in the next, where it is known from so many tries. In large
batches little of it does: who learns from what others no longer do runs in circles after them."""
HOPE, TRIES = 0.1, 2.0
"""Before anything was tried, we hope that it would have brought that much, and take it for that many tries."""
MOST = 50.0
"""How many visits in one step count, at most: claims are many, and what they are worth is known from few."""
TRIED = 0.05
"""What a claim that was only tried counts at least for what it is worth."""
A_LITTLE = 100.0
"""How many visits the neighbourhood of a position counts, in the end."""
FADES, GOES = 0.9, 0.3
"""What scores are worth: how much of former steps counts, and how far a step goes towards what was seen."""
CALLS_KNOWN, CLAIMS_KNOWN = 2.0, 10.0
"""How much regret what others have learned counts."""
AT_ONCE = 10_000
"""Games that are walked together: with many more, their numbers no longer fit into a processor's cache."""
TESTED, BATCHES = 8000, 10
"""How many games test what a guest has learned."""


class Learner:
    """`fits`: it also learns what scores are worth. With a host it is a guest at the host's table."""

    def __init__(
        self, model: Model, *, fits: bool = False, host: Model | None = None, cards: bool = True, lasts: float = LASTS
    ) -> None:
        self.model, self.fits, self.host, self.cards, self.lasts = model, fits, host, cards, lasts
        self.now: list[Round] = []
        self.call_regret, self.call_sum = (np.zeros((model.calls.size, 2)) for _ in range(2))
        self.claim_regret, self.claim_sum = (np.zeros(model.claims.shape, dtype=np.float32) for _ in range(2))
        contexts, keys, sides, totals, _ = model.claims.shape
        self.worth = {
            KEEP: np.zeros((2, contexts, keys, sides, totals)),
            TRUTH: np.zeros((2, contexts, keys, totals)),
            BLUFF: np.zeros((2, contexts, keys, totals)),
        }
        """What claims have brought, and in how many tries. It matters little what a bluff hides."""
        self.came = np.zeros(model.claims.shape[:-1])
        self.call_more, self.call_came = (np.zeros(model.calls.size) for _ in range(2))
        self.fit = np.zeros((2, *model.height.shape))

    def follow(self, other: Model) -> None:
        """Begin with what was learned for another number of players: contexts mean the same there."""
        self.model.calls[:], self.model.claims[:] = other.calls, other.claims
        self.model.refresh()
        both = np.stack([other.calls.ravel(), 1 - other.calls.ravel()], axis=1)
        self.call_regret += CALLS_KNOWN * both
        self.claim_regret += CLAIMS_KNOWN * other.claims
        self.call_sum += A_LITTLE * np.stack([both[:, 0], np.ones(len(both))], axis=1)
        self.claim_sum += A_LITTLE * other.claims

    def step(self, number: int, rng: Any, games: int) -> None:
        """Play a batch, some tables at once: as many as fit into a processor's cache."""
        self.forget()
        for place, first in enumerate(range(0, games, AT_ONCE)):
            self.see_some(place, rng, min(AT_ONCE, games - first))
        self.learn_calls(number)
        self.learn_claims(number)
        if self.fits:
            self.model.height = self.model.height + GOES * self.fit[0] / (self.fit[1] + 20)
            self.model.weigh()

    def see_some(self, place: int, rng: Any, games: int) -> None:
        """The first rounds of some games, the second ones of games that have had theirs, and so on."""
        guests, seats = self.host is not None, self.model.seats
        players = Players(self.model) if self.host is None else Players(self.host, self.model)
        if place == len(self.now):
            new = [beginning(seats, games, rng, guests=guests, cards=self.cards) for _ in range(STAGES)]
            self.now.append(joined(new))
        now, left = self.now[place], np.repeat(np.arange(STAGES - 1, -1, -1, dtype=np.int32), games)
        walk = Walker(players, left, now, rng, CURIOUS).walk()
        value = self.see(walk, now.guests if guests else None)
        if self.fits:
            _, later = np.split(np.arange(len(left)), [games])
            scores, cards, _ = (each[:, later] for each in now)
            self.see_scores(Scores(left[later] + 1, 0, scores, cards), value[:, later])
        after = Round(*(each[:, : (STAGES - 1) * games] for each in now.next(walk.scores, walk.cards, rng)))
        self.now[place] = joined([beginning(seats, games, rng, guests=guests, cards=self.cards), after])

    # What a batch has shown

    def forget(self) -> None:
        self.came[:] = 0
        self.call_more, self.call_came = (np.zeros(self.model.calls.size) for _ in range(2))
        self.fit *= FADES
        for table in self.worth.values():
            np.multiply(table, np.where(table[1] > KNOWN, self.lasts, 1.0), out=table)

    def see(self, walk: Walk, guests: Numbers | None) -> Numbers:
        """From the end of a round back to its beginning; only `guests` learn, or everyone does."""
        value = walk.end
        seen = []
        for answered, made, scores in reversed(walk.steps):
            if made is not None and scores is not None:
                learns = True if guests is None else guests[made.claimant]
                self.see_claim(made, value[made.claimant] - made.base, learns)
                if self.fits:
                    self.see_scores(scores, value)
            if answered is not None:
                seen.append(self.see_answer(answered, value, guests))
                value = value + answered.chance * (answered.value - value)
        index, more, weight = (np.concatenate(each) for each in zip(*seen, strict=True))
        self.call_more += np.bincount(index, more, len(self.call_regret))
        self.call_came += np.bincount(index, weight, len(self.call_regret))
        found: Numbers = value
        return found

    def see_answer(self, answered: Answered, value: Numbers, guests: Numbers | None) -> tuple[Numbers, ...]:
        who, place, _, called, weight = answered
        if guests is not None:
            weight = weight * guests[who]
        return place, (called[who] - value[who]) * weight, weight

    def see_claim(self, made: Made, gain: Numbers, learns: Any) -> None:
        weight = np.maximum(made.weight, TRIED * made.tried) * learns
        _, _, keys, sides, totals = self.worth[KEEP].shape
        here = made.context * keys + made.key
        whole = (here * sides + made.side) * totals + made.total
        for way, chosen, index in (
            (KEEP, made.way == KEEP, whole),
            (TRUTH, made.way == TRUTH, here * totals + made.total),
            (BLUFF, made.way >= BLUFF, here * totals + made.way - BLUFF),
        ):
            if chosen.any():
                table = self.worth[way].reshape(2, -1)
                table[0] += np.bincount(index[chosen], (gain * weight)[chosen], table.shape[1])
                table[1] += np.bincount(index[chosen], weight[chosen], table.shape[1])
        self.came += np.bincount(whole, weight, self.came.size).reshape(self.came.shape)

    def see_scores(self, at: Scores, value: Numbers) -> None:
        found = Position(self.model, at.left, at.scores, at.cards).chances(at.laps)
        place = gaps(at.scores) + ((at.left * (LAPS + 1) + at.laps) * 2 + at.cards) * SPAN
        weight = self.model.weight
        for row, numbers in enumerate((value - found, found * (1 - found))):
            summed = np.bincount(place.ravel(), numbers.ravel(), weight.size)
            self.fit[row] += summed.reshape(weight.shape) @ HATS

    # What follows from it

    def learn_calls(self, number: int) -> None:
        here = np.nonzero(self.call_came)[0]
        calls = self.model.calls.reshape(-1)
        chance, more, came = calls[here], self.call_more[here], self.call_came[here] * number
        self.call_sum[here] += np.stack([came * chance, came], axis=1)
        regret = self.call_regret[here] + np.stack([more * (1 - chance), -more * chance], axis=1)
        self.call_regret[here] = regret = np.maximum(regret, 0)
        whole = regret.sum(axis=1)
        calls[here] = np.where(whole > 0, regret[:, 0] / np.maximum(whole, 1e-12), chance)

    def learn_claims(self, number: int) -> None:
        model = self.model
        here = np.nonzero(self.came.any(axis=(1, 2, 3)))[0]
        ways = np.empty((len(here), *model.claims.shape[1:]), dtype=np.float32)
        mean = {way: (table[0, here] + HOPE * TRIES) / (table[1, here] + TRIES) for way, table in self.worth.items()}
        ways[..., KEEP] = mean[KEEP]
        ways[..., TRUTH] = mean[TRUTH][:, :, None, :]
        ways[..., BLUFF:] = mean[BLUFF][:, :, None, None, :]
        played = model.claims[here]
        value = (ways * played).sum(axis=-1, keepdims=True)
        weight = np.minimum(self.came[here], MOST)[..., None].astype(np.float32)
        self.claim_sum[here] += weight * played * np.float32(number)
        regret = self.claim_regret[here] + (ways - value) * weight
        self.claim_regret[here] = regret = np.maximum(regret, 0) * model.legal
        whole = regret.sum(axis=-1, keepdims=True)
        model.claims[here] = played = np.where(whole > 1e-9, regret / np.maximum(whole, 1e-9), played)
        model.sums[here] = np.cumsum(played, axis=-1)

    def average(self) -> Model:
        """What was played on average, the later the more; where nobody ever came, as it is played nearby."""
        found = Model(self.model.seats, rising=self.model.rising)
        found.height = self.model.height
        calls: Numbers = self.call_sum.reshape(STAGES, len(NEED) + 1, len(RISK) + 1, CODES, TOTALS, OWN, 2)
        for axes in ((2,), (0, 2), (0, 2, 5)):
            around = calls.sum(axis=axes, keepdims=True)
            calls = calls + A_LITTLE * around / np.maximum(around[..., 1:], 1e-12)
        found.calls = (calls[..., 0] / np.maximum(calls[..., 1], 1e-12)).reshape(found.calls.shape)
        claims: Numbers = self.claim_sum.reshape(STAGES, -1, *self.claim_sum.shape[1:])
        claims = claims + A_LITTLE * share(claims.sum(axis=1, keepdims=True)) + 1e-3 * found.legal
        found.claims = share(claims).reshape(found.claims.shape)
        found.refresh()
        return found


def joined(rounds: list[Round]) -> Round:
    return Round(*(np.concatenate(each, axis=1) for each in zip(*rounds, strict=True)))


def share(sums: Numbers) -> Numbers:
    """As parts of the whole along the last axis."""
    found: Numbers = sums / np.maximum(sums.sum(axis=-1, keepdims=True), 1e-12)
    return found


def learn(like: Model, *, steps: int, games: int, tell: Callable[[int], None], after: Model | None = None) -> Model:
    """First what scores are worth; then, with that settled and all else forgotten, a strategy.

    `after`: what was learned for fewer players, to begin with."""
    rng = np.random.default_rng(1)
    learner, again = (Learner(Model(like.seats, rising=like.rising), fits=fits) for fits in (True, False))
    if after is not None:
        learner.model.height = after.height.copy()
        learner.follow(after)
        again.follow(after)
    first = steps // 4
    heights = []
    for number in range(1, first + 1):
        learner.step(number, rng, games)
        if number > first // 2:
            heights.append(learner.model.height)
        tell(number)
    again.model.height = np.stack(heights).mean(axis=0).astype(np.float32)
    again.model.refresh()
    again.now = learner.now
    for number in range(1, steps - first + 1):
        again.step(number, rng, games)
        tell(first + number)
    return again.average()


def settle(like: Model, *, steps: int, games: int, tell: Callable[[int], None]) -> Model:
    """A strategy from nothing, in large batches, where it is known what scores are worth."""
    rng = np.random.default_rng(3)
    learner = Learner(Model(like.seats, rising=like.rising), lasts=LASTS_LARGE)
    learner.model.height = like.height
    learner.model.refresh()
    for number in range(1, steps + 1):
        learner.step(number, rng, games)
        tell(number)
    return learner.average()


# A guest


def exploited(
    host: Model, *, steps: int, games: int, tell: Callable[[int], None], cards: bool = True, batches: int = BATCHES
) -> tuple[float, float]:
    """A guest who learns against the host's strategy: what they win in the end, and half its 95 % interval."""
    rng = np.random.default_rng(2)
    guest = Model(host.seats, rising=host.rising)
    guest.height, guest.calls, guest.claims = host.height, host.calls.copy(), host.claims.copy()
    guest.refresh()
    learner = Learner(guest, host=host, cards=cards)
    for number in range(1, steps + 1):
        learner.step(number, rng, games)
        tell(number)
    won = np.concatenate([play(host, guest, rng, TESTED, cards=cards) for _ in range(batches)])
    return float(won.mean()), float(1.96 * won.std() / np.sqrt(len(won)))


def play(host: Model, guest: Model, rng: Any, games: int, *, cards: bool = True) -> Numbers:
    """What guests win at the host's tables, game by game; a tie is shared."""
    now = beginning(host.seats, games, rng, guests=True, cards=cards)
    for left in range(STAGES - 1, -1, -1):
        walk = Walker(Players(host, guest), np.full(games, left, dtype=np.int32), now, rng, 0.0).walk()
        now = now.next(walk.scores, walk.cards, rng)
    best = now.scores == now.scores.max(axis=0)
    shares: Numbers = (best & now.guests).sum(axis=0) / best.sum(axis=0)
    return shares
