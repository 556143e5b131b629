"""A round of Bluff for many, thousands at once: nobody's call is drawn, all are reckoned with by how likely they are.

At each answer the round ends with some chance and goes on with the rest, so one walk through a round tells what each
call and each claim on the way is worth to everyone. Only dice, claims, and the end from which the next round begins are
drawn.
"""

from typing import Any, NamedTuple

import numpy as np

from dicehall.bots.bluff.crowd_table import BLUFF, CODES, HIGHEST, KEEP, LAPS, LEAST, OWN, TOTALS, TRUTH, WAYS
from dicehall.lab.bluff.crowd import (
    DICE,
    Model,
    Numbers,
    Position,
    Round,
    claim_context,
    context_of,
    laps_left,
    need,
    own_class,
    risk,
)

CURIOSITY = np.array([2.0, 6.0] + [0.2] * 6 + [1.0] * 10)
"""How often each way to claim is tried: the story, the truth, and bluffs; the lowest are of little interest."""
SELDOM = 0.0005
"""How likely we take a claim to be that nobody makes: what was only tried counts as little as that."""


class Answered(NamedTuple):
    accuser: int
    place: Numbers
    chance: Numbers
    value: Numbers
    """What everyone has after a call."""
    weight: Numbers
    """How likely the round comes here."""


class Made(NamedTuple):
    """A claim, by whom, where, which way of the strategy, and what scores were worth before it."""

    claimant: int
    context: Numbers
    key: Any
    side: Numbers
    total: Numbers
    way: Numbers
    base: Numbers
    weight: Numbers
    tried: Numbers


class Scores(NamedTuple):
    """At some moment; what they turn out to be worth is found later."""

    left: Numbers
    laps: Any
    scores: Numbers
    cards: Numbers


class Players(NamedTuple):
    """Who plays by which model: a guest at each table may have their own."""

    host: Model
    guest: Model | None = None

    def calls(self, index: Numbers, guests: Numbers) -> Numbers:
        found: Numbers = self.host.calls.ravel().take(index)
        if self.guest is not None:
            found = np.where(guests, self.guest.calls.ravel().take(index), found)
        return found

    def claims(self, place: Numbers, guests: Numbers) -> Numbers:
        found: Numbers = self.host.sums.reshape(-1, WAYS).take(place, axis=0)
        if self.guest is not None:
            found = np.where(guests[:, None], self.guest.sums.reshape(-1, WAYS).take(place, axis=0), found)
        return found


class Walk(NamedTuple):
    steps: list[tuple[Answered | None, Made | None, Scores | None]]
    end: Numbers
    """What everyone has if nobody ever calls."""
    scores: Numbers
    cards: Numbers
    """After the end that was drawn."""


class Walker:
    """`curious`: in how many rounds somebody tries something."""

    def __init__(self, players: Players, left: Numbers, start: Round, rng: Any, curious: float) -> None:
        self.players, self.rng = players, rng
        self.model, self.rising = players.host, players.host.rising
        scores, cards, self.guests = start
        self.now = Position(self.model, left, scores, cards)
        self.seats, self.count = scores.shape
        self.most = TOTALS if self.rising else LAPS * self.seats
        self.totals = DICE[rng.integers(0, 216, scores.shape)]
        self.story, self.before = np.zeros_like(self.totals), np.zeros_like(self.totals)
        self.moved = np.zeros(scores.shape, dtype=bool)
        """Whose story was not always the same."""
        self.weight = np.ones(self.count, dtype=np.float32)
        self.alive = np.ones(self.count, dtype=bool)
        self.end_scores, self.end_cards = scores.copy(), cards.copy()
        tries = rng.random(self.count) < curious
        self.tries = np.where(tries, rng.integers(0, min(self.most, LAPS * self.seats), self.count), -1)
        self.claim = self.previous = np.full(self.count, LEAST - 1, dtype=np.int32)
        self.base = self.now.chances(LAPS)

    def walk(self) -> Walk:
        steps: list[tuple[Answered | None, Made | None, Scores | None]] = []
        for turn in range(self.most + 1):
            laps = laps_left(self.claim) if self.rising else -(-(self.most - turn) // self.seats)
            answered = self.answer(turn, laps) if turn else None
            if turn == self.most or not self.weight.any():
                steps.append((answered, None, None))
                break
            scores = Scores(self.now.left, laps, self.now.scores, self.now.cards)
            steps.append((answered, self.make_claim(turn), scores))
        end = self.now.chances(0)
        scores_then = np.where(self.alive, self.now.scores, self.end_scores)
        return Walk(steps, end, scores_then, np.where(self.alive, self.now.cards, self.end_cards))

    # The answer

    def answer(self, turn: int, laps: Any) -> Answered:
        mover, claimant = turn % self.seats, (turn - 1) % self.seats
        now, claim = self.now, self.claim
        true = claim == self.totals[claimant]
        out = now.called(mover, claimant, claim)
        believed = now.gains(claimant, claim)
        on = believed.chances(laps)
        context = context_of(now.left, need(out, on, mover), risk(out, self.base, on, claimant))
        own = own_class(self.totals[mover], turn // self.seats, self.story[mover], claim, rising=self.rising)
        index = ((context * CODES + self.code(turn, claimant)) * TOTALS + claim - LEAST) * OWN + own
        chance, reach = self.players.calls(index, self.guests[mover]), self.weight
        if self.rising:
            forced = claim == HIGHEST
            chance, reach = np.where(forced, np.float32(1), chance), np.where(forced, np.float32(0), reach)
        ends = self.alive & (self.rng.random(self.count, dtype=np.float32) < chance)
        where = np.nonzero(ends)[0]
        self.end_scores[:, where], self.end_cards[:, where] = out.ends(now, claimant, true[where], where)
        self.alive = self.alive & ~ends
        self.weight = self.weight * (1 - chance)
        self.now, self.base = believed, on
        return Answered(mover, index, chance, np.where(true, out.wrong, out.right), reach)

    def code(self, turn: int, claimant: int) -> Any:
        """How the claimant came to this claim: the first, the same as before, or another."""
        count = (turn - 1) // self.seats + 1
        if self.rising:
            jump = self.claim - self.previous
            return 3 * (count > 1) + (jump > 1).astype(np.int32) + (jump > 3)
        if count == 1:
            return 0
        kept = self.before[claimant] == self.claim
        return 2 - kept if count == 2 else np.where(kept, 3 + 2 * self.moved[claimant], 4)

    # The claim

    def make_claim(self, turn: int) -> Made:
        mover, said = turn % self.seats, turn // self.seats
        rising, form = self.rising, self.model.legal.shape
        least: Any = np.minimum(self.claim + 1, HIGHEST) if rising else LEAST
        context = claim_context(self.now, self.base, mover, least, -(-(self.most - turn - 1) // self.seats))
        total, story = self.totals[mover], self.story[mover]
        key = TOTALS * (said > 0) + least - LEAST if rising else said
        side = (story == total).astype(np.int32) if said and not rising else np.zeros(self.count, dtype=np.int32)
        place = ((context * form[0] + key) * form[1] + side) * TOTALS + total - LEAST
        sums = self.players.claims(place, self.guests[mover])
        drawn = self.rng.random(self.count, dtype=np.float32) * sums[:, -1]
        way = np.minimum((sums <= drawn[:, None]).sum(axis=1), WAYS - 1)
        tried = self.tries == turn
        if tried.any():
            self.try_out(np.nonzero(tried)[0], place, sums, way)
        claim = np.where(way == KEEP, story, np.where(way == TRUTH, total, way - BLUFF + LEAST)).astype(np.int32)
        made = Made(mover, context, key, side, total - LEAST, way, self.base[mover], self.weight, tried)
        if said > 1:
            self.moved[mover] |= self.before[mover] != story
        self.before[mover] = story if said else claim
        self.story[mover] = claim
        self.previous, self.claim = self.claim, claim
        return made

    def try_out(self, which: Numbers, place: Numbers, sums: Numbers, way: Numbers) -> None:
        """Some claim something else; what follows counts as little as that is likely."""
        legal = self.model.legal.reshape(-1, WAYS)
        odds = np.cumsum(legal[place[which] % len(legal)] * CURIOSITY, axis=1)
        drawn = self.rng.random(len(which)) * odds[:, -1]
        new = np.minimum((odds <= drawn[:, None]).sum(axis=1), WAYS - 1)
        each = np.arange(len(which))
        share = np.diff(odds, axis=1, prepend=0)[each, new] / odds[:, -1]
        usual = np.diff(sums[which], axis=1, prepend=0)[each, new]
        way[which] = new
        self.weight = self.weight.copy()
        self.weight[which] *= np.minimum(1.0, (usual + SELDOM) / np.maximum(share, 1e-6))
