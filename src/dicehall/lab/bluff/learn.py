"""Regret matching for a round: the guest and the bot learn against each other, and the bot's average is kept."""

from typing import NamedTuple

import numpy as np

from dicehall.bots.bluff.table import LAPS
from dicehall.lab.bluff.round import Ends, Hands, Numbers, Strategy, best_value, guest_value, true_ones, walk

TINY = np.float32(1e-20)
"""Without any regret, all ways are alike."""


def matched(regret: Numbers) -> Numbers:
    """Each choice (last axis) in proportion to how much it is regretted."""
    ways = regret.shape[-1]
    total = np.dot(regret, np.ones(ways, dtype=np.float32))[..., None]  # far faster than a sum over a short axis
    found: Numbers = (regret + TINY / ways) / (total + TINY)
    return found


class Said(NamedTuple):
    """What the guest does, over (s, claims): how often each claim is made, as a bluff and as the truth; how often the
    bot is called in each lap; and in what share of its last claims."""

    claims: list[Numbers]
    calls: list[Numbers]
    last_call: Numbers | None


LAST_WAYS = ("bluff", "truth", "call")
BLUFFS = 4
"""Where the guest's last bluffs are kept, after the turns."""


class Guest:
    """In the last lap all totals bluff alike, since it no longer matters what is behind a bluff. One that happens to be
    true is taken for a bluff here; it hardly ever is, and `best_value` has it right."""

    def __init__(self, hands: Hands, *, bot_leads: bool, tremble: float) -> None:
        n, self.hands, self.bot_leads, self.tremble = hands.count, hands, bot_leads, np.float32(tremble)
        first = (n, n, n + 1) if bot_leads else (n, n)
        shapes = [first, (n, n, n, n + 1), (n, n, n, n, len(LAST_WAYS)), (n, n, n, n, 2), (n, n, n, n)]
        self.regrets = [np.zeros(shape, dtype=np.float32) for shape in shapes]
        self.now = [matched(regret) for regret in self.regrets]

    def pick(self, turn: int, ways: Numbers) -> Numbers:
        value: Numbers = np.einsum("...i,...i->...", self.shaken(turn), ways)
        regret = self.regrets[turn]
        regret += ways
        regret -= value[..., None]
        np.maximum(regret, 0, out=regret)
        self.now[turn] = matched(regret)
        return value

    def last_claim(self, bluff: Numbers, truth: Numbers, call: Numbers) -> Numbers:
        mean = self.pick(BLUFFS, bluff)
        each = np.moveaxis(truth, -1, 0)
        return self.pick(LAPS - 1, np.stack(np.broadcast_arrays(mean[None], each, call[None]), axis=-1))

    def shaken(self, turn: int) -> Numbers:
        """The hand trembles: no way is left out altogether, so that the bot learns an answer to each."""
        now = self.now[turn]
        shaken: Numbers = (1 - self.tremble) * now + self.tremble / now.shape[-1]
        return shaken

    def said(self) -> Said:
        found = Said([], [], None if self.bot_leads else self.shaken(LAPS)[..., 1])
        reach = self.hands.chances
        for lap in range(LAPS):
            played = self.shaken(lap)
            if lap == 1 and not self.bot_leads:
                reach = reach[:, None]  # now there is a story
            reach = reach.reshape(*reach.shape, *[1] * (played.ndim - reach.ndim))
            whole = reach * played
            if lap or self.bot_leads:
                found.calls.append(whole[..., -1].sum(axis=0))
            if lap == LAPS - 1:
                bluff = whole[..., 0].sum(axis=0)[..., None] * self.shaken(BLUFFS)
                found.claims.append(np.stack([bluff, np.moveaxis(whole[..., 1], 0, -1)]))
                break
            if lap or self.bot_leads:
                whole = whole[..., :-1]
            truth = true_ones(whole)
            found.claims.append(np.stack([whole.sum(axis=0) - truth, truth]))
            reach = whole
        return found


class Bot:
    def __init__(self, hands: Hands, *, leads: bool) -> None:
        n, self.hands, self.leads = hands.count, hands, leads
        self.first_regret = np.zeros((n, n) if leads else (n, n, n + 1), dtype=np.float32)
        codes = hands.memory.codes if leads else hands.memory.codes[1:]
        self.regrets = [np.zeros((2, n, n, count, 2), dtype=np.float32) for count in codes]
        self.now = self.matched()
        self.first_sum = np.zeros_like(self.first_regret)
        self.sums = [np.zeros_like(regret) for regret in self.regrets]

    def matched(self) -> Strategy:
        return Strategy(matched(self.first_regret), tuple(matched(regret)[..., 0] for regret in self.regrets))

    def learn(self, at: Ends, guest: Said, weight: float) -> None:
        """The bot wants all values to be small."""
        everything = guest.claims[2].sum(axis=0)
        value = everything * at.accepted
        if guest.last_call is not None:
            value = value + everything * guest.last_call * (at.bot[2] - at.accepted)
        for place, lap in reversed(list(enumerate(self.now.laps()))):
            call = (guest.claims[lap] * at.guest[lap]).sum(axis=0)
            value = self.answer(place, lap, call, value).sum(axis=-1)
            value = value + guest.calls[place] * at.bot[place]
        self.choose_first(at, guest, value)
        self.now = self.matched()
        self.remember(weight)

    def answer(self, place: int, lap: int, call: Numbers, on: Numbers) -> Numbers:
        chance = self.hands.recall(lap, self.now.calls[place])
        value: Numbers = on + chance * (call - on)
        regret = self.regrets[place]
        regret[..., 0] += self.hands.forget(lap, value - call)
        regret[..., 1] += self.hands.forget(lap, value - on)
        np.maximum(regret, 0, out=regret)
        return value

    def choose_first(self, at: Ends, guest: Said, value: Numbers) -> None:
        """From (f, s) or (f, s, i) to what each story is worth to each total, and calling."""
        ways = np.repeat(np.moveaxis(value[0], 0, -1)[None], self.hands.count, axis=0)
        for total in range(self.hands.count):
            ways[total, ..., total] = value[1][total]
        if not self.leads:
            call = (guest.claims[0] * at.guest[0][:, 0]).sum(axis=0)
            ways = np.concatenate([ways, np.broadcast_to(call[:, None], (*ways.shape[:2], 1))], axis=-1)
        mean = np.einsum("...i,...i->...", self.now.first, ways)[..., None]
        self.first_regret += mean - ways
        np.maximum(self.first_regret, 0, out=self.first_regret)

    def remember(self, weight: float) -> None:
        self.first_sum += weight * self.now.first
        come, calls = walk(self.hands, self.now)
        for place, lap in enumerate(self.now.laps()):
            here = np.broadcast_to(come[place][..., None], calls[place].shape)
            self.sums[place][..., 0] += weight * self.hands.forget(lap, calls[place])
            self.sums[place][..., 1] += weight * self.hands.forget(lap, here)

    def average(self) -> Strategy:
        first = self.first_sum / self.first_sum.sum(axis=-1, keepdims=True)
        calls = [
            np.divide(total[..., 0], total[..., 1], out=now.copy(), where=total[..., 1] > 0)
            for total, now in zip(self.sums, self.now.calls, strict=True)
        ]
        return Strategy(first, tuple(calls))


class Solved(NamedTuple):
    bot: Strategy
    most: float
    """What a guest wins who knows the bot's strategy: nobody wins more against it."""


FORGETS = 3
"""With which power of its number a step counts: what was played first is of little use."""
FIRST_LOOK, DECIDED = 20, 5e-4
"""Where all is lost after a few steps, more of them are wasted."""


def solve_round(hands: Hands, at: Ends, *, leads: bool, steps: int, tremble: float = 0) -> Solved:
    bot, guest = Bot(hands, leads=leads), Guest(hands, bot_leads=leads, tremble=tremble)
    bold = boldest(bot.now)
    if best_value(hands, at, bold) < DECIDED:
        return Solved(bold, best_value(hands, at, bold))
    for step in range(1, steps + 1):
        guest_value(hands, at, bot.now, guest)
        bot.learn(at, guest.said(), step**FORGETS)
        if step == FIRST_LOOK and best_value(hands, at, bot.average()) > 1 - DECIDED:
            break
    found = bot.average()
    return Solved(found, best_value(hands, at, found))


def boldest(like: Strategy) -> Strategy:
    """Always claim the highest total and never call: ahead in the last round, with the card, nobody can beat that."""
    first = np.zeros_like(like.first)
    first[..., like.first.shape[0] - 1] = 1
    return Strategy(first, tuple(np.zeros_like(call) for call in like.calls))
