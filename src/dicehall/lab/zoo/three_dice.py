"""Exploiters at Three Dice: each has one idea and sticks to it, and none keeps the gentlemen's rule unless it must."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dicehall.bots import Bot
from dicehall.bots.three_dice import best_award_for_places, hard
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.three_dice import Choosing, State, ThreeDice, read
from dicehall.rules.values import Move


def with_idea(idea: Callable[[State, Choosing], Move]) -> Bot:
    """Awards go to the leader; a choice that the table forbids becomes three new dice."""

    def bot(_game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
        assert view.mine is not None
        board, options = view.table.board, view.mine.options
        if not isinstance(board.phase, Choosing):
            return best_award_for_places(board, options)
        chosen = idea(board, board.phase)
        return chosen if chosen in options else Reroll((0, 1, 2))

    return bot


def throw_all_but(dice: tuple[int, ...], kept: Callable[[int], bool]) -> Move:
    which = tuple([index for index, face in enumerate(dice) if not kept(face)])
    return Reroll(which) if which else Keep()


def threshold(points: int) -> Bot:
    """Stays with this many points; until then keeps nothing but ones and sixes."""

    def idea(_board: State, phase: Choosing) -> Move:
        hand = read(phase.dice, phase.round.after_stairs)
        if hand.safe or hand.points >= points:
            return Keep()
        return throw_all_but(phase.dice, lambda face: face in (1, 6))

    return with_idea(idea)


def chase(_board: State, phase: Choosing) -> Move:
    """Three of a kind or nothing."""
    if read(phase.dice, phase.round.after_stairs).safe:
        return Keep()
    face, count = max(Counter(phase.dice).items(), key=lambda item: (item[1], item[0] == 1, item[0]))
    return throw_all_but(phase.dice, lambda each: count > 1 and each == face)


def just_enough(board: State, phase: Choosing) -> Move:
    """Copies the score to beat: stays as soon as someone is lower, whatever is left."""
    hand = read(phase.dice, phase.round.after_stairs)
    unsafe = phase.round.unsafe(board.left).values()
    if hand.safe or (min(unsafe) < hand.points if unsafe else hand.points >= 100):
        return Keep()
    return throw_all_but(phase.dice, lambda face: face in (1, 6))


def maniac(_board: State, _phase: Choosing) -> Move:
    return Reroll((0, 1, 2))


def scoundrel(game: Game[Any], view: View[State, None, Any], rng: Rng) -> Move:
    """The hard bot without manners: it plays as if no gentlemen's rule held."""
    assert isinstance(game, ThreeDice)
    assert view.mine is not None
    free = ThreeDice(game.seats, replace(game.options, gentlemen="off"))
    chosen = hard(free, view, rng)
    return chosen if chosen in view.mine.options else Reroll((0, 1, 2))


stay = threshold(0)
sixty = threshold(60)
hundred = threshold(100)
two_hundred = threshold(200)
chaser = with_idea(chase)
copycat = with_idea(just_enough)
thrower = with_idea(maniac)

ZOO = ("stay", "sixty", "hundred", "two_hundred", "chaser", "copycat", "thrower", "scoundrel")
