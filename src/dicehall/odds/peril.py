"""Peril: exact fractions, because which numbers are picked never matters, only how many each player owns.

The larger solver of the laboratory, which also counts rounds, was written apart from this one: a test compares them.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from dicehall.bots.uniform import uniform
from dicehall.odds.exact import Reckoned, exactly
from dicehall.odds.models import Played
from dicehall.ports.odds import Estimate
from dicehall.rules.kernel import put
from dicehall.rules.peril import (
    PICKS,
    Opening,
    Options,
    Peril,
    Picking,
    Rolling,
    State,
    Succession,
    die_for,
    picks_each,
)
from dicehall.rules.values import Move

Lives: TypeAlias = tuple[int, ...]
"""Of those who are still in, in the order of their seats."""
Wins: TypeAlias = tuple[Fraction, ...]
"""How likely each of them wins."""

MODEL = Played(uniform, "any")
MOST_IN_ORDER = 5
"""Where the order of the seats matters, more players than this have too many sets of lives to reckon at once."""


def reckon(game: Peril, state: State) -> Reckoned | None:
    alive = state.alive
    if game.options.peril_after_elimination != "random" and len(alive) > MOST_IN_ORDER:
        return None
    wins = dict(zip(alive, from_here(game, state), strict=True))
    estimates = tuple(exactly(wins.get(seat, Fraction(0))) for seat in range(game.seats))
    options: dict[Move, Estimate] = {}
    if isinstance(state.phase, Picking):
        options |= dict.fromkeys(PICKS, estimates[state.phase.queue[0]])  # every number is worth the same
    return Reckoned(estimates, options, "any", risk_assessment(state))


def risk_assessment(state: State) -> dict[str, Estimate]:
    """What the die would bring if it were thrown now, by the picks so far."""
    match state.phase:
        case Picking(peril, board) | Rolling(peril, board):
            owners = Counter("none" if owner is None else "own" if owner == peril else "other" for owner in board)
            chances = {"plot_twist": "other", "direct_hit": "own", "no_shield": "none"}
            return {name: exactly(Fraction(owners[whose], len(board))) for name, whose in chances.items()}
        case _:
            return {}


def from_here(game: Peril, state: State) -> Wins:
    """Those who have still to pick may take any numbers: it is the same."""
    alive, options = state.alive, game.options
    lives = tuple([state.lives[seat] for seat in alive])
    match state.phase:
        case Picking(peril, board) | Rolling(peril, board):
            queue = state.phase.queue if isinstance(state.phase, Picking) else ()
            owned = Counter(owner for owner in (*board, *queue) if owner is not None)
            twists = [0 if seat == peril else owned[seat] for seat in alive]
            rows = values(game.seats, options, lives)
            lost = after_loss(game.seats, options, lives, alive.index(peril))
            weights = [Fraction(each, len(board)) for each in (*twists, len(board) - sum(twists))]
            return mixed(weights, [*rows, lost])
        case Opening() | Succession():
            return mean(values(game.seats, options, lives))
        case _:
            return (Fraction(1),)


def mixed(weights: list[Fraction], rows: list[Wins]) -> Wins:
    return tuple(
        sum((weight * row[seat] for weight, row in zip(weights, rows, strict=True)), Fraction(0))
        for seat in range(len(rows[0]))
    )


def mean(rows: tuple[Wins, ...]) -> Wins:
    return tuple(sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True))


def values(seats: int, options: Options, lives: Lives) -> tuple[Wins, ...]:
    """A row for each Peril Player, at the beginning of a round."""
    if options.peril_after_elimination != "random":
        return solved(seats, options, lives)
    order = sorted(range(len(lives)), key=lives.__getitem__)  # the order of the seats changes nothing
    rows = solved(seats, options, tuple([lives[seat] for seat in order]))
    place = {seat: index for index, seat in enumerate(order)}
    everyone = range(len(lives))
    return tuple(tuple(rows[place[peril]][place[seat]] for seat in everyone) for peril in everyone)


@cache
def solved(seats: int, options: Options, lives: Lives) -> tuple[Wins, ...]:
    """With the share s of the die that everyone owns, a Peril Player's row is s * (sum of the others' rows) plus the
    rest of the die times the row after a lost life. So all rows need only the sum of all, which follows from the rests.
    """
    players = len(lives)
    if players == 1:
        return ((Fraction(1),),)
    die = die_for(seats if options.die_scaling == "start" else players)
    share = [Fraction(picks_each(each), die) for each in lives]
    rest = [
        tuple((1 - (players - 1) * s) / (1 + s) * chance for chance in after_loss(seats, options, lives, peril))
        for peril, s in enumerate(share)
    ]
    part = [s / (1 + s) for s in share]
    total = [sum(column, Fraction(0)) / (1 - sum(part)) for column in zip(*rest, strict=True)]
    return tuple(
        tuple(own + each * all_rows for own, all_rows in zip(row, total, strict=True))
        for row, each in zip(rest, part, strict=True)
    )


def after_loss(seats: int, options: Options, lives: Lives, peril: int) -> Wins:
    """The Peril Player goes on with a life less (P-10), or is out and someone follows (P-11)."""
    if lives[peril] > 1:
        return values(seats, options, put(lives, peril, lives[peril] - 1))[peril]
    rows = values(seats, options, lives[:peril] + lives[peril + 1 :])
    match options.peril_after_elimination:
        case "random":
            after = mean(rows)
        case "next_seat":
            after = rows[peril % len(rows)]
        case "first_seat":
            after = rows[0]
    return (*after[:peril], Fraction(0), *after[peril:])
