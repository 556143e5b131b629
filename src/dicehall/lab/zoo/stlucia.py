"""Simple players of King of StLucia that try to live off a bot's habits, and what one can learn to."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from dicehall.bots import Bot
from dicehall.bots.stlucia import hard, normal
from dicehall.bots.stlucia.classic import CLASSICS, keep_those, seat_of
from dicehall.lab.zoo.trained import Lessons, Seen, Ways
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.stlucia import ATTACK, FACES, HEART, LISTING, Leave, State, Stay
from dicehall.rules.values import Move, Seat


def keeper(wanted: Callable[[State, int], bool], leaves_below: int) -> Bot:
    """Keeps these faces whatever else is there, and leaves below this health."""

    def bot(_game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
        state, seat, deciding = seat_of(view)
        if deciding:
            return Leave() if state.health[seat] < leaves_below else Stay()
        return keep_those(view, lambda face: wanted(state, face))

    return bot


def counts(state: State, face: int) -> int:
    dice: tuple[int, ...] = state.phase.dice  # type: ignore[union-attr]
    return dice.count(face)


ALWAYS = {f"always {letter}": keeper(lambda _, face, k=k: face == k, 5) for k, letter in enumerate(FACES, start=1)}  # type: ignore[misc]
THRESHOLDS = {
    f"sets, leaves below {health}": keeper(lambda state, face: face < HEART and counts(state, face) > 1, health)
    for health in (1, 4, 7, 11)
}
OTHERS = {
    "keeps all": keeper(lambda _state, _face: True, 5),
    "maniac": keeper(lambda _, face: face == ATTACK, 1),
    "fighter who heals": keeper(lambda _, face: face in {HEART, ATTACK}, 4),
    "copycat": keeper(lambda state, face: counts(state, face) == max(counts(state, each) for each in range(1, 7)), 5),
}
"""The copycat keeps more of what it has most of."""
EXPLOITERS: Mapping[str, Bot] = {**ALWAYS, **THRESHOLDS, **OTHERS, **CLASSICS}


def helping(partner: Seat) -> Bot:
    """Leaves the partner in peace in StLucia, and gathers points and health meanwhile."""
    peaceful = keeper(lambda state, face: face == HEART or (face < HEART and counts(state, face) > 1), 5)

    def bot(game: Game[Any], view: View[State, None, Any], rng: Rng) -> Move:
        is_inside = view.table.board.resident == partner
        return (peaceful if is_inside else hard)(game, view, rng)

    return bot


# One who learns

STYLES: Mapping[str, Bot] = {
    "well": normal,
    "sets": THRESHOLDS["sets, leaves below 4"],
    "fight": OTHERS["fighter who heals"],
    "blows": ALWAYS["always A"],
    "science": CLASSICS["SCIENCE"],
}


def situation(view: Seen) -> Hashable:
    """Where everyone is, roughly: to stay, or what to throw for."""
    board, me = view.table.board, view.mine.seat
    rivals = [seat for seat, health in enumerate(board.health) if health and seat != me]
    where = 0 if board.resident is None else 1 if board.resident == me else 2
    leads = board.points[me] - max(board.points[seat] for seat in rivals)
    return view.mine.options[0], where, board.health[me] // 3, leads // 4, board.points[me] // 5


def ways(game: Game[Any], view: Seen, rng: Rng) -> Ways:
    if view.mine.options[0] in (Stay(), Leave()):
        return {type(move).__name__: move for move in view.mine.options}
    return {name: style(game, view, rng) for name, style in STYLES.items()}


LESSONS = Lessons(LISTING, situation, ways, games=400)
