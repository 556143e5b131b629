"""Simple players of King of StLucia that try to live off a bot's habits."""

from collections.abc import Callable
from typing import Any

from dicehall.bots import Bot
from dicehall.bots.stlucia.classic import CLASSICS, keep_those, seat_of
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.stlucia import ATTACK, FACES, HEART, Leave, State, Stay
from dicehall.rules.values import Move


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
ZOO: dict[str, Bot] = {**ALWAYS, **THRESHOLDS, **OTHERS, **CLASSICS}
