"""The house at Three Dice: exact odds of every re-roll, weighed by the sips that staying with a hand should cost."""

from functools import cache
from itertools import combinations, product
from typing import Any

from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.three_dice import (
    MOST_ROLLS,
    Award,
    Choosing,
    Hand,
    State,
    ThreeDice,
    is_able_to_lose,
    kept_by,
    read,
    worth,
)
from dicehall.rules.values import Move

FACES = range(1, 7)


def house(game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
    assert view.mine is not None
    board, options = view.table.board, view.mine.options
    if isinstance(board.phase, Choosing):
        return best_choice(board, board.phase, gentlemanly(game, board, board.phase, options))
    return best_award(board, options)


def gentlemanly(
    game: Game[Any], board: State, phase: Choosing, options: tuple[Keep | Reroll, ...]
) -> tuple[Keep | Reroll, ...]:
    """Those that keep the gentlemen's rule (T-26), unless it is off; three new dice always do."""
    assert isinstance(game, ThreeDice)
    mark = None if game.options.gentlemen == "off" else game.mark(board, phase)
    return options if mark is None else tuple([move for move in options if is_able_to_lose(phase.dice, move, mark)])


def best_award(board: State, options: tuple[Award, ...]) -> Award:
    """As much as possible for the player who has drunk least."""
    return min(options, key=lambda award: (board.sips[award.to], -(award.sips or 0)))


def best_choice(board: State, phase: Choosing, options: tuple[Keep | Reroll, ...]) -> Keep | Reroll:
    """The choice with the greatest expected worth, over all rolls that are left."""
    round = phase.round
    after = round.after_stairs

    @cache
    def throwing(kept: tuple[int, ...], used: int) -> float:
        """The worth of throwing dice to join these, as the roll of that number."""
        if len(kept) < 3:
            return sum(throwing(tuple(sorted((*kept, face))), used) for face in FACES) / 6
        stay = staying(board, phase, read(kept, after), used)
        if used == (round.limit or MOST_ROLLS):
            return stay
        subsets = (some for size in range(3) for some in combinations(kept, size))
        return max(stay, *(throwing(some, used + 1) for some in subsets))

    def worth_of(move: Keep | Reroll) -> float:
        if isinstance(move, Keep):
            return staying(board, phase, read(phase.dice, after), phase.used)
        return throwing(tuple(sorted(kept_by(phase.dice, move.dice))), phase.used + 1)

    best = max(options, key=worth_of)
    throwing.cache_clear()  # it knows itself, and with all that it remembers would wait for the collector
    return best


def staying(board: State, phase: Choosing, hand: Hand, used: int) -> float:
    """The sips that others should drink for this hand, less those that its roller should."""
    round = phase.round
    if hand.safe:
        return worth(hand, round.position)
    if any(points < hand.points for points in round.unsafe(board.left).values()):
        return 0
    waiting = len(round.waiting(board.left))
    return -round.pot * (1 - falls_below(hand.points) ** (round.limit or used)) ** waiting


@cache
def falls_below(points: int) -> float:
    """The chance that one throw of three dice is neither special nor as good as this."""
    hands = [read(dice) for dice in product(FACES, repeat=3)]
    return sum(not hand.safe and hand.points < points for hand in hands) / len(hands)
