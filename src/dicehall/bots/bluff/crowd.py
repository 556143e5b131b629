"""Bluff for more than two, and where claims rise: a mixed strategy that was learned, and that watches the claims.

The table knows what a call and a bluff are worth, and how often each is right in total. It falls back on the nearest
table where none was made: other laps, more players, `bluff=over_only` and claims below 3.
"""

from itertools import pairwise
from typing import Any, NamedTuple

from dicehall.bots.bluff.crowd_table import (
    FAR,
    KINDS,
    LAPS,
    LEAST,
    NEED,
    NEED_HIGH,
    PROBE,
    PROBE_HIGH,
    RISK,
    SLIGHT,
    STAGES,
    TOTALS,
    bucket,
    calling,
    claiming,
    kind_for,
    weights,
)
from dicehall.bots.bluff.two import drawn, happens
from dicehall.rules.bluff import Accept, Answering, Bluff, Board, CallBluff, Claim, Claiming, Immunity, three_halves
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Mine, put
from dicehall.rules.values import Move, Seat

ME, LAST = 0, -1
"""In the circle: who is asked comes first, who claimed comes last."""


class Now(NamedTuple):
    """A position as its circle sees it: scores and cards are in the order of the circle."""

    kind: int
    left: int
    scores: tuple[int, ...]
    cards: tuple[bool, ...]

    @property
    def rising(self) -> bool:
        return KINDS[self.kind][1]

    def chances(self, laps: int) -> list[float]:
        """About how likely each wins with so many laps to come; 0 when the round is over."""
        table = weights(self.kind)[self.left][laps]
        *_, second, best = sorted(self.scores)
        found = []
        for score, card in zip(self.scores, self.cards, strict=True):
            gap = score - (second if score == best else best)
            found.append(table[card][min(max(gap, -FAR), FAR) + FAR])
        whole = sum(found)
        return [each / whole for each in found]

    def gains(self, who: int, points: int) -> "Now":
        who %= len(self.scores)
        return self._replace(scores=put(self.scores, who, max(self.scores[who] + points, 0)))

    def caught(self, accuser: int, claimant: int, claim: int) -> list[float]:
        """What everyone has after a bluff was called; the claimant plays the card if that is better."""
        claimant %= len(self.scores)
        punished = self.gains(claimant, -claim).gains(accuser, claim).chances(0)
        if not self.cards[claimant]:
            return punished
        spared = self._replace(cards=put(self.cards, claimant, False)).chances(0)
        return spared if spared[claimant] >= punished[claimant] else punished

    def need(self, accuser: int, claimant: int, claim: int, on: list[float]) -> float:
        """How likely the claim may be true if the accuser is not to lose by a call; `on` is what all have without."""
        right = self.caught(accuser, claimant, claim)[accuser]
        wrong = self.gains(accuser, -claim).gains(claimant, three_halves(claim)).chances(0)[accuser]
        return (right - on[accuser]) / max(right - wrong, SLIGHT)

    def risk(self, accuser: int, claimant: int, claim: int, before: list[float], on: list[float]) -> float:
        """What the claimant gains if the claim is believed, as a part of what a call would take from a bluff."""
        lost = on[claimant] - self.caught(accuser, claimant, claim)[claimant]
        return (on[claimant] - before[claimant]) / max(lost, SLIGHT)


def place(game: Bluff, board: Board, circle: tuple[Seat, ...]) -> Now:
    left = 0 if board.elimination else max(game.options.rounds - board.round, 0)
    kind = kind_for(len(circle), rising=game.options.claims == "rising")
    scores, cards = tuple([board.scores[seat] for seat in circle]), tuple([board.cards[seat] for seat in circle])
    return Now(kind, min(left, STAGES - 1), scores, cards)


def laps_to_come(game: Bluff, phase: Claiming | Answering, more: int = 0) -> int:
    """How many laps are still to be claimed, at most three; `more` claims are taken back, or still to be made."""
    claims = [phase.claims[seat] for seat in phase.circle]
    if game.options.claims == "rising":
        heard = sorted(claim for each in claims for claim in each)
        return rising_laps(heard[-1 - more] if len(heard) > more else 0)
    rest = sum(max(game.options.laps - len(each), 0) for each in claims) + more
    return max(min(-(-rest // len(claims)), LAPS), 0)


def rising_laps(claim: int) -> int:
    """Where claims rise: about how much is still to come after this one."""
    return 3 - (claim >= 11) - (claim >= 14)


# What to do


def play(game: Bluff, board: Board, mine: Mine[Any, Move], rng: Rng) -> Move:
    match board.phase:
        case Immunity(total=total, accuser=accuser):
            decline, spend = mine.options
            return spend if spends(game, board, mine.seat, accuser, total) else decline
        case Answering() as phase if len(mine.options) == 1 or happens(
            chance_to_call(game, board, phase, mine.secret.total), rng
        ):
            return CallBluff()
        case Answering() if Accept() in mine.options:
            return Accept()
        case Answering() | Claiming() as phase:
            return claim(game, board, phase, mine, rng)
        case _:
            raise AssertionError(f"nobody is asked in {board.phase}")


def spends(game: Bluff, board: Board, me: Seat, accuser: Seat, total: int) -> bool:
    others = tuple([seat for seat in board.players if seat not in (me, accuser)])
    if accuser in board.left:
        return True
    now = place(game, board, (accuser, *others, me))
    punished = now.gains(LAST, -total).gains(ME, total).chances(0)
    spared = now._replace(cards=put(now.cards, len(now.cards) - 1, False)).chances(0)
    return spared[LAST] >= punished[LAST]


def chance_to_call(game: Bluff, board: Board, phase: Answering, own: int) -> float:
    total = phase.total
    if total < LEAST:
        return 1.0  # three dice never show so little
    now = place(game, board, phase.circle)
    context = call_context(game, phase, now)
    claims = phase.claims[phase.circle[ME]]
    found = calling(now.kind, context, story_code(game, phase), total, own_class(now, own, claims, total))
    return watchful(found, now, phase)


def call_context(game: Bluff, phase: Answering, now: Now) -> int:
    total = phase.total
    before = now.chances(laps_to_come(game, phase, 1))
    on = now.gains(LAST, total).chances(laps_to_come(game, phase))
    need, risk = now.need(ME, LAST, total, on), now.risk(ME, LAST, total, before, on)
    return (now.left * (len(NEED) + 1) + bucket(NEED, need)) * (len(RISK) + 1) + bucket(RISK, risk)


def story_code(game: Bluff, phase: Answering) -> int:
    """How the claimant came to this claim: the first, the same as before, or another."""
    said = phase.claims[phase.claimant]
    if game.options.claims == "rising":
        heard = sorted(claim for seat in phase.circle for claim in phase.claims[seat])
        jump = said[-1] - (heard[-2] if len(heard) > 1 else LEAST - 1)
        return 3 * (len(said) > 1) + (jump > 1) + (jump > 3)
    if len(said) == 1:
        return 0
    kept = said[-1] == said[-2]
    if len(said) == 2:
        return 2 - kept
    return 3 + 2 * (len(set(said)) > 1) if kept else 4


def own_class(now: Now, total: int, said: tuple[int, ...], heard: int) -> int:
    """What we have ourselves: by total before we have claimed, after that by our claim and whether it is true."""
    if now.rising:
        return 4 * bool(said) + bucket((0, 2, 4), total - heard)
    if said:
        return 4 + 2 * (said[-1] == total) + (said[-1] > 12)
    return bucket((8, 10, 12), total)


def claim(game: Bluff, board: Board, phase: Answering | Claiming, mine: Mine[Any, Move], rng: Rng) -> Claim:
    total, said = mine.secret.total, phase.claims[mine.seat]
    claims = [move.total for move in mine.options if isinstance(move, Claim)]
    now = place(game, board, phase.circle)
    if isinstance(phase, Answering):
        now = now.gains(LAST, phase.total)  # believed
    least = max(claims[0], LEAST)
    context = claim_context(game, phase, now, least)
    if now.rising:
        key, side = TOTALS * bool(said) + least - LEAST, 0
    else:
        key, side = min(len(said), LAPS - 1), int(bool(said) and said[-1] == total)
    keep, truth, shares = claiming(now.kind, context, key, side, total)
    if said and not now.rising and happens(keep, rng):
        return Claim(said[-1])
    if total in claims and happens(truth / max(1 - keep, truth, 1e-6), rng):
        return Claim(total)
    shares = [share if each + LEAST in claims and each + LEAST != total else 0 for each, share in enumerate(shares)]
    if not any(shares):
        return Claim(total if total in claims else claims[0])
    return Claim(LEAST + drawn(shares, rng))


def claim_context(game: Bluff, phase: Answering | Claiming, now: Now, least: int) -> int:
    """What a middling claim would be worth if it is believed, what it risks, and how keen the next one is to call."""
    before = now.chances(laps_to_come(game, phase))
    needs = []
    risk = 0.0
    for probe in (PROBE,) if now.rising else (PROBE, PROBE_HIGH):
        said = max(probe, least)
        on = now.gains(ME, said).chances(rising_laps(said) if now.rising else laps_to_come(game, phase, -1))
        needs.append(now.need(1, ME, said, on))
        if probe == PROBE:
            risk = now.risk(1, ME, said, before, on)
    context = (now.left * (len(NEED) + 1) + bucket(NEED, needs[0])) * (len(RISK) + 1) + bucket(RISK, risk)
    return context if now.rising else context * (len(NEED_HIGH) + 1) + bucket(NEED_HIGH, needs[1])


# What the claims of this table say


WAYS_OF = {total: sum(1 for a in range(1, 7) for b in range(1, 7) if 1 <= total - a - b <= 6) for total in range(3, 19)}
GAMBLERS = 0.1
"""How many players we take for gamblers before they have claimed anything."""
SWAY = 0.08
"""How far at most our doubts move the chance to call: so little that nobody gains by feeding them."""


def gambles(claims: tuple[int, ...]) -> float:
    """How likely these are the claims of one who says 12 to 18 at random, not of one who bluffs with poor dice."""
    sensible = (WAYS_OF.get(claims[0], 0) / 216 + (0.5 / 6 if 11 <= claims[0] <= 16 else 0.01)) * (1 - GAMBLERS)
    gambler = (1 / 7 if claims[0] >= PROBE else 0.01) * GAMBLERS
    for before, after in pairwise(claims):
        sensible *= 0.9 if after == before else 0.1 / TOTALS
        gambler *= 0.3 if after == before else 0.7 / TOTALS
    return gambler / (gambler + sensible)


def watchful(chance: float, now: Now, phase: Answering) -> float:
    """A little more often, or less, by what we take the claimant for. Only where both would do, and not in the last
    round, in which everyone gambles."""
    if now.rising or now.left == 0 or not 0.02 < chance < 0.98:
        return chance
    doubt = gambles(phase.claims[phase.claimant]) - GAMBLERS
    return min(max(chance + SWAY * min(max(doubt / (1 - GAMBLERS), -1.0), 1.0), 0.0), 1.0)
