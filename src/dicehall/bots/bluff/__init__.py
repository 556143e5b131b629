"""Bluff: `hard` mixes as its tables say, `normal` slips now and then, `easy` plays as people do at first."""

from typing import Any

from dicehall.bots.bluff import crowd, two
from dicehall.bots.bluff.two import happens
from dicehall.rules.bluff import Answering, Bluff, Board, CallBluff, Claim, Immunity, Secret
from dicehall.rules.chance import Rng, below
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Move

QUICK = ("easy", "normal", "hard")


def hard(game: Game[Any], view: View[Board, Secret | None, Move], rng: Rng) -> Move:
    """For two and the usual options, the solver's table; otherwise one that was learned, and an eye on the claims."""
    mine, board = view.mine, view.table.board
    assert mine is not None
    assert isinstance(game, Bluff)
    if two.fits(game, board):
        return two.play(game, board, mine, rng)
    return crowd.play(game, board, mine, rng)


SLIPS = 1 / 5
"""How often a normal bot plays like a beginner."""


def normal(game: Game[Any], view: View[Board, Secret | None, Move], rng: Rng) -> Move:
    """Knows how it is done, but now and then plays like a beginner."""
    return (easy if happens(SLIPS, rng) else hard)(game, view, rng)


def easy(_game: Game[Any], view: View[Board, Secret | None, Move], rng: Rng) -> Move:
    """Plays as people do at first: it bluffs too little, and believes too much."""
    mine = view.mine
    assert mine is not None
    options, phase = mine.options, view.table.board.phase
    if isinstance(phase, Immunity):
        return options[-1]  # the first time it is caught
    assert mine.secret is not None
    total = mine.secret.total
    if isinstance(phase, Answering) and happens((phase.total - total) / 24, rng):
        return CallBluff()  # whatever the dice say: that was more than we have
    claims = [move for move in options if isinstance(move, Claim)]
    if not claims:
        return options[-1]
    if happens(1 / 12, rng):
        total += 1 + below(rng, 3)
    return next((claim for claim in claims if claim.total >= total), claims[0])
