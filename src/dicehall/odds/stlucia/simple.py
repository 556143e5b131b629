"""King of StLucia with three and more players: a quick bot that prices each face in points, to play on from here."""

from functools import cache, lru_cache
from itertools import combinations
from typing import Any, TypeAlias

from dicehall.bots.stlucia.dice import FACES, Faces
from dicehall.bots.stlucia.prices import CHANCES, SETS, TOKENS, Worth
from dicehall.bots.stlucia.search import keeping
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View, others
from dicehall.rules.stlucia import FOR_CLAIMING, MOST_HEALTH, Choosing, Leave, State, Stay
from dicehall.rules.values import Move, Seat

DAMAGE = 0.3
"""For 1 health of the only rival; with more rivals, it helps the others as well."""
KILL = 1.0
HOLDING = 0.5
"""What having StLucia promises beyond the point for claiming it."""
YIELDING = 0.4
"""How often an attacked resident makes room."""

Promise: TypeAlias = tuple[tuple[float, ...], ...]
"""By the dice thrown again and those kept that show a face: what that face will be worth on average."""


def simple(_game: Game[Any], view: View[State, None, Move], _rng: Rng) -> Move:
    """Prices each face in points, with every sum made once."""
    assert view.mine is not None
    state, seat = view.table.board, view.mine.seat
    if not isinstance(state.phase, Choosing):
        return Stay() if can_hold(state, seat) else Leave()
    dice = state.phase.dice
    return keeping(dice, best_faces(tuple(sorted(dice)), tuple(hearts(state, seat)), tuple(attacks(state, seat))))


@lru_cache(maxsize=50_000)
def best_faces(dice: Faces, hearts: tuple[float, ...], attacks: tuple[float, ...]) -> Faces:
    ones, twos, threes = POINTS
    heart, attack = promise(hearts), promise(attacks)
    best: Faces = ()
    most = -1.0
    for faces, again, (a, b, c, d, e, f) in ways_to_keep(dice):
        worth = (
            ones[again][a] + twos[again][b] + threes[again][c] + heart[again][d] + attack[again][e] + SAVED[again][f]
        )
        if worth > most:
            best, most = faces, worth
    return best


@cache
def ways_to_keep(dice: Faces) -> tuple[tuple[Faces, int, tuple[int, ...]], ...]:
    """Which faces stay, how many dice are thrown again, and how often each face stays; of equals the most stay."""
    ways = {some for size in range(7) for some in combinations(dice, size)}
    return tuple(
        (faces, 6 - len(faces), tuple(faces.count(face) for face in FACES))
        for faces in sorted(ways, key=lambda faces: (-len(faces), faces))
    )


@cache
def promise(worth: tuple[float, ...]) -> Promise:
    return tuple(
        tuple(
            sum([chance * worth[count + more] for more, chance in enumerate(CHANCES[again])])
            for count in range(7 - again)
        )
        for again in range(7)
    )


POINTS: tuple[Promise, ...] = tuple(promise(tuple(worth)) for worth in SETS)
SAVED: Promise = promise(tuple(TOKENS))


def hearts(state: State, seat: Seat) -> Worth:
    """The weaker, the dearer: a step up to health h is worth 2/h outside, and nothing in StLucia."""
    if state.resident == seat:
        return [0.0] * 7
    health = state.health[seat]
    return [sum(2 / step for step in range(health + 1, min(health + count, MOST_HEALTH) + 1)) for count in range(7)]


def attacks(state: State, seat: Seat) -> Worth:
    """Damage and kills, and the claim if it is certain or likely enough."""
    rivals = others(state.alive, seat)
    claim = FOR_CLAIMING + (HOLDING if can_hold(state, seat) else 0)
    if state.resident is None:
        return [0.0] + [claim] * 6
    if state.resident == seat:
        return [sum(blow(state.health[rival], count, len(rivals)) for rival in rivals) for count in range(7)]
    health = state.health[state.resident]
    return [0.0] + [
        blow(health, count, len(rivals)) + claim * (1 if count >= health else YIELDING) for count in range(1, 7)
    ]


def blow(health: int, count: int, among: int) -> float:
    return DAMAGE * min(count, health) / among + (KILL if count >= health else 0)


def can_hold(state: State, seat: Seat) -> bool:
    """Every rival strikes once before the next turn here, most with one die, some with more."""
    return state.health[seat] > len(others(state.alive, seat)) + 2
