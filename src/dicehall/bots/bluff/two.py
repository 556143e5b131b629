"""Bluff for two, by the table: what the solver found for the scores, rounds and cards of this round.

We keep to our story: the first claim of the round. The other need not, and the table has an answer to that too.
"""

from functools import cache
from typing import Any, NamedTuple

from dicehall.bots.bluff.table import LAPS, LEAST, follower_claim, later_call, leader_claim, row_for, sure
from dicehall.bots.tables import FOLDER
from dicehall.rules.bluff import Accept, Answering, Bluff, Board, CallBluff, Claim, Claiming, Immunity, Secret
from dicehall.rules.chance import Rng, below
from dicehall.rules.kernel import Mine
from dicehall.rules.values import Move, Seat

FINENESS = 1 << 16


def happens(chance: float, rng: Rng) -> bool:
    return below(rng, FINENESS) < chance * FINENESS


def drawn(shares: list[float], rng: Rng) -> int:
    """A place, by its share."""
    left = below(rng, FINENESS) / FINENESS * sum(shares)
    for place, share in enumerate(shares):
        left -= share
        if left < 0:
            return place
    return max(range(len(shares)), key=shares.__getitem__)


class Talk(NamedTuple):
    """A round of two, as the one who has to answer sees it."""

    leads: bool
    mine: tuple[int, ...]
    """What we have claimed, and what the other has."""
    theirs: tuple[int, ...]
    row: int


@cache
def has_table() -> bool:
    return (FOLDER / "bluff.bin").exists()


def fits(game: Bluff, board: Board) -> bool:
    """Whether there is a table for this: two players, free claims, three laps, a bluff is whatever is not equal."""
    options = game.options
    if not has_table():
        return False
    if len(board.players) != 2 or (options.claims, options.bluff, options.laps) != ("free", "not_equal", LAPS):
        return False
    match board.phase:
        case Answering(circle, claims):
            if min(claims[circle[0]], default=LEAST) < LEAST:
                return False  # a seat that someone else has played
            return 0 <= len(claims[circle[-1]]) - len(claims[circle[0]]) <= 1  # another player may have left
        case Claiming(circle, claims):
            return not any(claims[seat] for seat in circle)
        case _:
            return True


def stage_of(game: Bluff, board: Board) -> str:
    """With more than three rounds, those after the first are like the middle one until the last."""
    left = game.options.rounds - board.round
    if left == 0:
        return "last"
    return "first" if left > 1 and board.round == 1 else "middle"


def talk(game: Bluff, board: Board, phase: Claiming | Answering) -> Talk:
    """Take back what was believed in this round, and look the round up by where it began."""
    me, other = phase.circle[0], phase.circle[-1]
    mine, theirs = phase.claims[me], phase.claims[other]
    leads = len(theirs) == len(mine)
    began = board.scores[me] - sum(mine), board.scores[other] - sum(theirs[:-1])
    cards = board.cards[me], board.cards[other]
    lead = abs(began[0] - began[1])
    row = row_for(stage_of(game, board), cards if leads else cards[::-1], min(began), lead, leads=leads)
    return Talk(leads, mine, theirs, row)


def play(game: Bluff, board: Board, mine: Mine[Any, Move], rng: Rng) -> Move:
    match board.phase:
        case Immunity(total=total, accuser=accuser):
            decline, spend = mine.options
            return spend if card_is_worth_it(game, board, mine.seat, accuser, total) else decline
        case Claiming() as phase:
            return first_claim(talk(game, board, phase), mine.secret, rng)
        case Answering() as phase if phase.total < LEAST:
            return CallBluff()  # three dice never show so little
        case Answering() as phase:
            return answer(talk(game, board, phase), mine, rng)
        case _:
            raise AssertionError(f"nobody is asked in {board.phase}")


def first_claim(now: Talk, secret: Secret, rng: Rng) -> Claim:
    truth, bluffs = leader_claim(now.row, secret.total)
    return Claim(secret.total) if happens(truth, rng) else bluff(bluffs, secret.total, rng)


def bluff(shares: list[float], total: int, rng: Rng) -> Claim:
    shares = [0 if place == total - LEAST else share for place, share in enumerate(shares)]
    return Claim(LEAST + drawn(shares, rng))


def answer(now: Talk, mine: Mine[Any, Move], rng: Rng) -> Move:
    total = mine.secret.total
    if not now.mine:
        call, truth, bluffs = follower_claim(now.row, now.theirs[0], total)
        if happens(call, rng):
            return CallBluff()
        return Claim(total) if happens(truth / max(1 - call, truth, 1 / FINENESS), rng) else bluff(bluffs, total, rng)
    story = now.mine[-1]
    if happens(later_call(now.row, leads=now.leads, true=story == total, story=story, claims=now.theirs), rng):
        return CallBluff()
    return Accept() if Accept() in mine.options else Claim(story)


# The card


def card_is_worth_it(game: Bluff, board: Board, me: Seat, accuser: Seat, total: int) -> bool:
    """Compare the chance to win without the card and with the scores as they are, to that with the card but caught."""
    if accuser in board.left:
        return True
    ours, theirs = board.scores[me], board.scores[accuser]
    spared = chance(game, board, me, accuser, (ours, theirs), keeps=False)
    return spared >= chance(game, board, me, accuser, (max(ours - total, 0), theirs + total), keeps=True)


def chance(game: Bluff, board: Board, me: Seat, other: Seat, scores: tuple[int, int], *, keeps: bool) -> float:
    """How likely we win from the next round on, with these scores."""
    ours, theirs = scores
    leads = ours > theirs or (ours == theirs and board.leader == me)
    cards = (keeps, board.cards[other]) if leads else (board.cards[other], keeps)
    left = game.options.rounds - board.round
    if left == 0 and ours != theirs:
        return float(leads)
    stage = "last" if left <= 1 else "middle"
    return sure(row_for(stage, cards, min(scores), abs(ours - theirs), leads=leads), leads=leads)
