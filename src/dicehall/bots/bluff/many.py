"""Bluff for more than two, and with options that no table was made for: a mixed strategy that watches the claims.

Three ideas. A bluff is called as often as makes it no better than a modest claim, so that nothing is gained by bluffing
more. How much a claim is doubted beyond that depends on what everyone has claimed in this round: players who claim what
three dice seldom show, or who change their story, are taken for gamblers. And all is weighed by the chance to win, by a
rule of thumb: the more points ahead and the fewer rounds left, the surer.
"""

from functools import cache
from itertools import pairwise
from math import exp, sqrt
from typing import Any

from dicehall.bots.bluff.two import drawn, happens
from dicehall.rules.bluff import Accept, Answering, Bluff, Board, CallBluff, Claim, Claiming, Immunity, three_halves
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Mine, put
from dicehall.rules.values import Move, Seat

LEAST, HIGHEST = 3, 18
WAYS = {total: sum(1 for a in range(1, 7) for b in range(1, 7) if 1 <= total - a - b <= 6) for total in range(3, 19)}
MODEST = 9
"""A claim that is hardly ever called; who has less bluffs."""
FLAT = 0.7
"""Bluffs are a little bolder than throws are."""
SAFE = 5
"""What a bluff is to bring on average, with the calls it meets."""
HONEST = sum(ways for total, ways in WAYS.items() if total >= MODEST + 1) / 216
"""How many of a sensible player's claims are true."""
GAMBLERS = 0.15
"""How many players we take for gamblers before anyone has claimed anything."""
KNOWN = 4
"""How many players' worth that first guess counts."""
DOUBT = 1.5
"""How much more often a claim is called when it is less likely true than it ought to be."""
SPREAD_OF_ROUND, SPREAD_OF_CLAIM, LEAST_SPREAD = 14.0, 5.0, 0.3
KEEN = 2
"""How far below the claim our own dice are when we call as often as we should."""
CARD = 6
"""What a card is worth in points while rounds are left."""
TURN = 4
"""What it is worth to be the next to claim."""


# How good a position is


def standing(
    game: Bluff, board: Board, scores: tuple[int, ...], cards: tuple[bool, ...], seat: Seat, *, to_come: int = 0
) -> float:
    """About how likely this seat wins; `to_come` claims are still to be made in this round."""
    left = game.options.rounds - board.round if not board.elimination else 0
    spread = sqrt(LEAST_SPREAD**2 + left * SPREAD_OF_ROUND**2 + to_come * SPREAD_OF_CLAIM**2)
    points = {each: scores[each] + (CARD * cards[each] if left else 0) for each in board.players}
    best = max(points.values())
    weights = {each: exp(max((point - best) / spread, -50.0)) for each, point in points.items()}
    return weights[seat] / sum(weights.values())


def to_come(game: Bluff, phase: Answering | Claiming) -> int:
    """Claims of this round that are still to be made, as far as anyone can tell."""
    if game.options.claims == "rising":
        return 2
    return sum(max(game.options.laps - len(phase.claims[seat]), 0) for seat in phase.circle)


# How likely a claim is true


@cache
def likelihoods(claims: tuple[int, ...]) -> tuple[float, float]:
    """How likely a sensible player claims this, and a gambler."""
    first = claims[0]
    sensible = WAYS.get(first, 0) / 216 / HONEST if first > MODEST else WAYS.get(first, 0) / 216 / 4
    gambler = 1 / (HIGHEST - MODEST) if first > MODEST else 1 / 100
    for before, after in pairwise(claims):
        sensible *= 0.97 if after == before else 0.03 / 15
        gambler *= 0.5 if after == before else 0.5 / 15
    return sensible, gambler


def gamblers(board: Board, claims: tuple[tuple[int, ...], ...], me: Seat) -> float:
    """What part of this table gambles: the first guess, and what everyone else has claimed in this round."""
    seen = [odds(GAMBLERS, claims[seat]) for seat in board.players if seat != me and claims[seat]]
    return (KNOWN * GAMBLERS + sum(seen)) / (KNOWN + len(seen))


def odds(prior: float, claims: tuple[int, ...]) -> float:
    """How likely the player of these claims is a gambler."""
    sensible, gambler = likelihoods(claims)
    whole = prior * gambler + (1 - prior) * sensible
    return prior * gambler / whole if whole else 1.0


def chance_of_truth(game: Bluff, board: Board, phase: Answering) -> float:
    """Of the claim that stands."""
    claims, total = phase.claims[phase.claimant], phase.total
    ways = WAYS.get(total, 0) / 216
    if game.options.bluff == "over_only":
        ways = sum(count for dice, count in WAYS.items() if dice >= total) / 216
    gambles = odds(gamblers(board, phase.claims, phase.circle[0]), claims)
    if game.options.claims == "rising":
        return gambles * ways + (1 - gambles) * rising_truth(phase, ways)
    steady = all(claim == total for claim in claims)
    honest = (max(HONEST, ways) if total > MODEST else 0.8) if steady else 0.4
    return gambles * ways + (1 - gambles) * honest


def rising_truth(phase: Answering, ways: float) -> float:
    """Who claims for the first time may have the total; who had less than the claim before had to bluff or to call."""
    claims = phase.claims[phase.claimant]
    before = max((each[-1] for seat, each in enumerate(phase.claims) if each and seat != phase.claimant), default=0)
    if len(claims) > 1:
        return ways
    base = max(before, MODEST)
    short = sum(count for total, count in WAYS.items() if total <= base) / 216
    share = (0.5 ** max(phase.total - base, 1) + 1 / max(HIGHEST - base, 1)) / 2  # a little more, or anything
    return ways / (ways + short * share) if ways else 0.0


# What to do


def play(game: Bluff, board: Board, mine: Mine[Any, Move], rng: Rng) -> Move:
    match board.phase:
        case Immunity(total=total, accuser=accuser):
            decline, spend = mine.options
            return spend if spends(game, board, mine.seat, accuser, total) else decline
        case Answering() as phase if len(mine.options) == 1 or happens(
            calling(game, board, phase, mine.secret.total), rng
        ):
            return CallBluff()
        case Answering() if Accept() in mine.options:
            return Accept()
        case Answering() | Claiming() as phase:
            return claim(game, board, phase, mine, rng)
        case _:
            raise AssertionError(f"nobody is asked in {board.phase}")


def spends(game: Bluff, board: Board, me: Seat, accuser: Seat, total: int) -> bool:
    spared = standing(game, board, board.scores, put(board.cards, me, False), me)
    scores = put(board.scores, me, max(board.scores[me] - total, 0))
    if accuser not in board.left:
        scores = put(scores, accuser, scores[accuser] + total)
    return spared >= standing(game, board, scores, board.cards, me)


def calling(game: Bluff, board: Board, phase: Answering, own: int) -> float:
    """How often to call: as often as keeps bluffs from paying, and more or less of it by what we think of the claim."""
    me, other, total = phase.circle[0], phase.claimant, phase.total
    truth = chance_of_truth(game, board, phase)
    scores, cards, rest = board.scores, board.cards, to_come(game, phase)
    believed = put(scores, other, scores[other] + total)
    true = put(put(scores, other, scores[other] + three_halves(total)), me, max(scores[me] - total, 0))
    if cards[other]:
        caught, kept = scores, put(cards, other, False)
    else:
        caught = put(put(scores, other, max(scores[other] - total, 0)), me, scores[me] + total)
        kept = cards
    if game.options.claims == "rising":
        on = raised(game, board, phase, believed, own)
    else:
        on = standing(game, board, put(believed, me, believed[me] + TURN), cards, me, to_come=rest)
    right = standing(game, board, caught, kept, me)
    wrong = standing(game, board, true, cards, me)
    if right <= on or truth == 0:
        return float(right > on)  # to be right does not pay, or we cannot be wrong
    due = max(HONEST, (right - on) / max(right - wrong, 1e-9))  # the chance of truth at which it is all the same
    modest = put(scores, other, scores[other] + SAFE)
    gain = standing(game, board, believed, cards, other, to_come=rest) - standing(
        game, board, modest, cards, other, to_come=rest
    )
    risk = standing(game, board, believed, cards, other, to_come=rest) - standing(game, board, caught, kept, other)
    fair = min(max(gain / risk, 0.0), 1.0) if risk > 0 else 1.0
    keen = min(max((total - own) / KEEN, 0.0), 1.0)  # with good dice of our own we would rather have the round go on
    return min(max(fair * keen + DOUBT * (due - truth), 0.0), 1.0)


def raised(game: Bluff, board: Board, phase: Answering, scores: tuple[int, ...], own: int) -> float:
    """What it is worth to go on where claims rise: ours has to be higher, and a bluff may well be called."""
    me, total = phase.circle[0], max(phase.total + 1, own)
    believed = standing(game, board, put(scores, me, scores[me] + total), board.cards, me, to_come=2)
    if own > phase.total:
        return believed
    after = phase.circle[1]
    if board.cards[me]:
        caught = standing(game, board, scores, put(board.cards, me, False), me)
    else:
        lost = put(scores, me, max(scores[me] - total, 0))
        caught = standing(game, board, put(lost, after, lost[after] + total), board.cards, me)
    called = min(max((total - MODEST) / (HIGHEST - MODEST - 1), 0.0), 1.0)
    return believed + called * (caught - believed)


def claim(game: Bluff, board: Board, phase: Answering | Claiming, mine: Mine[Any, Move], rng: Rng) -> Claim:
    """Keep to the story; begin it with the truth, or, with a poor throw, with a better one."""
    total, said = mine.secret.total, phase.claims[mine.seat]
    claims = [move.total for move in mine.options if isinstance(move, Claim)]
    if nothing_to_lose(game, board, mine.seat):
        return Claim(HIGHEST)
    if game.options.claims == "rising":
        return Claim(total if total in claims and not said else claims[0])
    if said:
        return Claim(said[-1])
    modest = MODEST + board.cards[mine.seat]  # a bluff costs less with the card
    if total > modest:
        return Claim(total)
    shares = [WAYS.get(each, 0) ** FLAT if each > modest else 0 for each in claims]
    return Claim(claims[drawn([float(share) for share in shares], rng)])


def nothing_to_lose(game: Bluff, board: Board, me: Seat) -> bool:
    """Ahead in the last round, with the card: who calls ends the game, and we have won it."""
    if board.round < game.options.rounds or not board.cards[me]:
        return False
    return all(board.scores[me] > board.scores[seat] for seat in board.players if seat != me)
