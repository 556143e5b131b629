"""The best play of two, from the end of the game backwards.

A turn inside StLucia always brings points, and after a turn outside either somebody has gained points or the resident
throws next, inside. So no position comes back once StLucia has been claimed, and each is reckoned once. Only while it
is empty can both throw nothing of use and be where they were: there the equations are solved by repeating them.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from dicehall.bots.stlucia.dice import OUTCOMES
from dicehall.lab.report import Tell
from dicehall.lab.stlucia.positions import Positions, from_empty, from_inside, from_outside
from dicehall.lab.stlucia.turn import ROUNDINGS, Numbers, value, value_followed
from dicehall.rules.stlucia import MOST_HEALTH, MOST_TURNS

ENOUGH = 1e-15
"""Repeating stops when nothing moves further than this."""
UNIT = 2.0**-53
TOWNS = ("inside", "outside", "empty")


def layers(threshold: int) -> Iterator[tuple[int, int]]:
    """What both need, in an order in which all that a turn can lead to is known; the second is never less."""
    for total in range(2, 2 * threshold + 1):
        for mine in range(max(1, total - threshold), total // 2 + 1):
            yield mine, total - mine


def best_play(threshold: int, tell: Tell, folder: Path | None = None) -> Positions:
    """The chance to win of the player whose turn begins, in each position. In a folder, what is known is kept, so that
    the work can go on where it was stopped; it serves other thresholds as well."""
    chances = Positions.unknown(threshold)
    todo = list(layers(threshold))
    for done, (mine, yours) in enumerate(todo):
        tell("positions of two players", done, len(todo))
        file = folder and folder / f"{mine}-{yours}.npz"
        if file and file.exists():
            load(chances, mine, yours, file)
            continue
        solve_layer(chances, mine, yours)
        if file:
            save(chances, mine, yours, file)
    return chances


def solve_layer(chances: Positions, mine: int, yours: int) -> None:
    both = sorted({(mine, yours), (yours, mine)})
    for needs in both:
        for health in range(MOST_HEALTH):
            chances.inside[needs][health] = by_rival(from_inside(chances, *needs, health))
    for needs in both:
        for health in range(MOST_HEALTH):
            chances.outside[needs][health] = by_rival(from_outside(chances, *needs, health))
        chances.empty[needs] = 0.5
    moved = 1.0
    while moved > ENOUGH:
        moved = 0.0
        for needs in both:
            before = chances.empty[needs].copy()
            chances.empty[needs] = turns(from_empty(chances, *needs))
            moved = max(moved, float(np.abs(chances.empty[needs] - before).max()))


def by_rival(outcomes: Numbers) -> Numbers:
    """The turns of one health of the thrower, one health of the other after the other: what fits into a fast cache."""
    return np.stack([turns(outcomes[:, other]) for other in range(MOST_HEALTH)])


def turns(outcomes: Numbers) -> Numbers:
    return value(outcomes.reshape(len(OUTCOMES), -1)).reshape(outcomes.shape[1:])


def longest_wait() -> float:
    """The highest chance, whatever is kept, that a turn at an empty StLucia ends with no attack and no points."""
    waits = [float(not points and not attacks) for points, _, attacks, _ in OUTCOMES]
    return float(value(np.array(waits)[:, None])[0])


def error(threshold: int) -> float:
    """How far a chance can be from the truth.

    Being a mean of others, it is no further off than they are, except for its own rounding. Repeating brings it nearer
    by `longest_wait` each time, so what is missing in the end is at most the last movement / (1 - longest_wait).
    """
    rounding = ROUNDINGS * UNIT
    repeating = (rounding + ENOUGH) / (1 - longest_wait())
    return (2 * threshold - 1) * (2 * rounding + repeating)


def cap_effect(chances: Positions) -> float:
    """How much the chances can differ from those with the turn cap (K-22), at most.

    Once StLucia is claimed, two turns bring a point at least, so that nobody has more than 2 * threshold - 1 turns. A
    game can only be longer if nobody claims for all turns before. A player who plays the best for the game without
    the cap fails to claim with a chance of at most `waits` each turn, whatever the other one does; so this player
    can be sure of the chance without the cap, less the chance of such a game; and so can the other one.
    """
    threshold = chances.threshold
    claims_not = np.array([float(not attacks) for _, _, attacks, _ in OUTCOMES])
    waits = 0.0
    for needs in np.ndindex(threshold, threshold):
        outcomes = from_empty(chances, needs[0] + 1, needs[1] + 1).reshape(len(OUTCOMES), -1)
        waiting = value_followed(outcomes, np.broadcast_to(claims_not[:, None], outcomes.shape))
        waits = max(waits, float(waiting.max()))
    return waits ** max(MOST_TURNS - 2 * threshold + 1, 0)


def save(chances: Positions, mine: int, yours: int, file: Path) -> None:
    """Written whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    arrays = {
        f"{town}{side}": getattr(chances, town)[needs]
        for side, needs in enumerate([(mine, yours), (yours, mine)])
        for town in TOWNS
    }
    with part.open("wb") as out:
        np.savez(out, **arrays)
    part.replace(file)


def load(chances: Positions, mine: int, yours: int, file: Path) -> None:
    with np.load(file) as kept:
        for side, needs in enumerate([(mine, yours), (yours, mine)]):
            for town in TOWNS:
                getattr(chances, town)[needs] = kept[f"{town}{side}"]
