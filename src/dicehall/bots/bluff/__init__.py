"""The house at Bluff: mostly honest, it doubts what three dice seldom show and weighs what the doubt may cost."""

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

from dicehall.bots.bluff import many, two
from dicehall.bots.bluff.two import happens
from dicehall.rules.bluff import Accept, Answering, Bluff, Board, CallBluff, Claim, Claiming, Immunity, Secret
from dicehall.rules.chance import Dice, Rng, below
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Move, Seat

THREE_DICE = Dice((6, 6, 6))
WAYS = Counter(map(sum, product(range(1, 7), repeat=3)))
"""In how many of the 216 ways three dice fall they add up to each total."""
HONESTY = 2 / 3
"""How often we take a claim to be the truth before we look at it; the rest may be any total at all."""
WORTH_A_CARD = 7
"""The lowest claim that we spend the immunity card on."""


@cache
def chance_of_truth(claims: frozenset[int], total: int) -> float:
    """How likely the dice show this total, given everything their player has claimed about them in the round."""
    anything = (1 - HONESTY) / len(WAYS)
    weights = {}
    for dice, ways in WAYS.items():
        weights[dice] = float(ways)
        for claimed in claims:
            weights[dice] *= anything + HONESTY * (claimed == dice)
    return weights.get(total, 0) / sum(weights.values())


def house(_game: Game[Any], view: View[Board, Secret | None, Move], rng: Rng) -> Move:
    mine = view.mine
    assert mine is not None
    board, options = view.table.board, mine.options
    match board.phase:
        case Immunity(total=total):
            decline, play = options
            return play if total >= WORTH_A_CARD else decline
        case Answering() as phase if len(options) == 1 or worth_calling(board, phase, mine.seat):
            return CallBluff()
        case Answering() if Accept() in options:
            return Accept()
        case Answering(claims=claims) | Claiming(claims=claims):
            assert mine.secret is not None
            return next_claim(
                [move for move in options if isinstance(move, Claim)], claims[mine.seat], mine.secret, rng
            )
        case _:
            raise AssertionError(f"nobody is asked in {board.phase}")


def worth_calling(board: Board, phase: Answering, seat: Seat) -> bool:
    """Compare points on average; what the claimant wins or loses counts as one of several opponents'."""
    total, claimant = phase.total, phase.claimant
    share = 1 / (len(board.players) - 1)
    truth = chance_of_truth(frozenset(phase.claims[claimant]), total)
    right = 0 if board.cards[claimant] else total + share * min(total, board.scores[claimant])
    wrong = -min(total, board.scores[seat]) - share * (total * 3 // 2)
    return (1 - truth) * right + truth * wrong > -share * total


def next_claim(claims: list[Claim], said: tuple[int, ...], secret: Secret, rng: Rng) -> Claim:
    """Stick to the story; begin it with the truth, or, every other time, with a better throw that might have been."""
    total = secret.total
    if said:
        total = said[-1]
    elif below(rng, 2):
        total = max(total, sum(THREE_DICE.draw(rng).faces))
    return next((claim for claim in claims if claim.total >= total), claims[0])


def hard(game: Game[Any], view: View[Board, Secret | None, Move], rng: Rng) -> Move:
    """For two and the usual options, the solver's table; otherwise a mixed strategy that watches the claims."""
    mine, board = view.mine, view.table.board
    assert mine is not None
    assert isinstance(game, Bluff)
    if two.fits(game, board):
        return two.play(game, board, mine, rng)
    return many.play(game, board, mine, rng)


def normal(game: Game[Any], view: View[Board, Secret | None, Move], rng: Rng) -> Move:
    """Knows how it is done, but follows its nose every fourth time."""
    return (house if happens(1 / 4, rng) else hard)(game, view, rng)


def easy(_game: Game[Any], view: View[Board, Secret | None, Move], rng: Rng) -> Move:
    """Plays as people do at first: it bluffs too little, and makes too much of the claim it has just heard."""
    mine = view.mine
    assert mine is not None
    options, phase = mine.options, view.table.board.phase
    if isinstance(phase, Immunity):
        return options[-1]  # the first time it is caught
    assert mine.secret is not None
    total = mine.secret.total
    if isinstance(phase, Answering) and happens((phase.total - total) / 16, rng):
        return CallBluff()  # whatever the dice say: that was more than we have
    claims = [move for move in options if isinstance(move, Claim)]
    if not claims:
        return options[-1]
    if happens(1 / 12, rng):
        total += 1 + below(rng, 3)
    return next((claim for claim in claims if claim.total >= total), claims[0])
