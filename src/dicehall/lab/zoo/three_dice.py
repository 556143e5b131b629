"""Exploiters at Three Dice: each has one idea and sticks to it, and none keeps the gentlemen's rule unless it must."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from msgspec.structs import replace

from dicehall.bots import Bot
from dicehall.bots.three_dice import best_award_for_places, hard
from dicehall.lab.zoo.trained import Lessons, Seen, Ways
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.three_dice import LISTING, Choosing, Options, State, ThreeDice, read
from dicehall.rules.values import Move, Seat


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


EXPLOITERS: Mapping[str, Bot] = {
    "always stays": threshold(0),
    **{f"stays with {points}": threshold(points) for points in (60, 100, 107, 200)},
    "three of a kind": with_idea(chase),
    "copycat": with_idea(just_enough),
    "maniac": with_idea(maniac),
    "scoundrel": scoundrel,
}


def helping(partner: Seat) -> Bot:
    """A scoundrel who never gives sips to the partner."""

    def bot(game: Game[Any], view: View[State, None, Any], rng: Rng) -> Move:
        assert view.mine is not None
        board, options = view.table.board, view.mine.options
        if isinstance(board.phase, Choosing):
            return scoundrel(game, view, rng)
        others = tuple([award for award in options if award.to != partner])
        return best_award_for_places(board, others or options)

    return bot


# One who learns


def situation(view: Seen) -> Hashable:
    """The turn, the hand and the score to beat, all roughly; to whom sips go is not learned."""
    board = view.table.board
    if not isinstance(board.phase, Choosing):
        return None
    phase, round = board.phase, board.phase.round
    hand = read(phase.dice, round.after_stairs)
    lowest = min(round.unsafe(board.left).values(), default=300)
    rolls = (round.limit or 3) - phase.used
    return rolls, round.limit, len(round.waiting(board.left)), hand.safe or hand.points // 20, lowest // 20


def ways(game: Game[Any], view: Seen, rng: Rng) -> Ways:
    board, options = view.table.board, view.mine.options
    if not isinstance(board.phase, Choosing):
        return {"award": best_award_for_places(board, options)}
    dice = board.phase.dice
    found: dict[Hashable, Move] = {
        "well": scoundrel(game, view, rng),
        "stay": Keep(),
        "ones and sixes": throw_all_but(dice, lambda face: face in (1, 6)),
        "ones": throw_all_but(dice, lambda face: face == 1),
        "kind": chase(board, board.phase),
        "all": Reroll((0, 1, 2)),
    }
    return {way: move for way, move in found.items() if move in options}


LESSONS = Lessons(LISTING, situation, ways, games=3000, practice=Options(rounds=1))
