"""What a table of rounded chances loses: the player who trusts it, against the best that can be played against it.

The trusting player throws for the highest mean of the table and answers attacks by it, exactly as the bot does; nothing
about it is estimated.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from dicehall.bots.stlucia.dice import OUTCOMES
from dicehall.lab.stlucia.duel import ENOUGH, by_rival, layers, load, save, turns
from dicehall.lab.stlucia.positions import Positions, from_empty, from_inside, from_outside
from dicehall.lab.stlucia.turn import Numbers, value_followed
from dicehall.rules.stlucia import MOST_HEALTH


class Trust(NamedTuple):
    """How the trusting player throws."""

    table: Positions
    ahead: int

    def by_rival(self, guessed: Numbers, real: Numbers) -> Numbers:
        return np.stack([self.turns(guessed[:, other], real[:, other]) for other in range(MOST_HEALTH)])

    def turns(self, guessed: Numbers, real: Numbers) -> Numbers:
        thought, true = (each.reshape(len(OUTCOMES), -1) for each in (guessed, real))
        return value_followed(thought, true, self.ahead).reshape(real.shape[1:])


class Response(NamedTuple):
    trusting: Positions
    """The chance to win of the player who trusts the table, at the start of their own turn."""
    best: Positions
    """The chance of the other one, at the start of theirs."""

    @property
    def share(self) -> float:
        """How often the trusting player wins when the first player is drawn."""
        start = (self.best.threshold, self.best.threshold, 0, 0)
        return float(self.trusting.empty[start] + 1 - self.best.empty[start]) / 2


def worst_share(table: Positions, folder: Path | None = None, ahead: int = 2) -> float:
    """How often a player who trusts the table wins against the best that can be played against it."""
    return best_response(table, folder, ahead).share


def best_response(table: Positions, folder: Path | None = None, ahead: int = 2) -> Response:
    found = Response(Positions.unknown(table.threshold), Positions.unknown(table.threshold))
    for mine, yours in layers(table.threshold):
        files = folder and [folder / f"{mine}-{yours}-{who}.npz" for who in ("trusting", "best")]
        if files and all(file.exists() for file in files):
            for positions, file in zip(found, files, strict=True):
                load(positions, mine, yours, file)
            continue
        respond_in_layer(Trust(table, ahead), found, mine, yours)
        for positions, file in zip(found, files or (), strict=False):
            save(positions, mine, yours, file)
    return found


def respond_in_layer(trust: Trust, found: Response, mine: int, yours: int) -> None:
    table, (trusting, best) = trust.table, found
    both = sorted({(mine, yours), (yours, mine)})
    for needs in both:
        for health in range(MOST_HEALTH):
            best.inside[needs][health] = by_rival(from_inside(trusting, *needs, health))
            trusting.inside[needs][health] = trust.by_rival(
                from_inside(table, *needs, health), from_inside(best, *needs, health)
            )
    for needs in both:
        for health in range(MOST_HEALTH):
            best.outside[needs][health] = by_rival(from_outside(trusting, *needs, health, judge=table))
            trusting.outside[needs][health] = trust.by_rival(
                from_outside(table, *needs, health), from_outside(best, *needs, health)
            )
        best.empty[needs] = trusting.empty[needs] = 0.5
    moved = 1.0
    while moved > ENOUGH:
        before = [positions.empty[needs].copy() for positions in found for needs in both]
        for needs in both:
            best.empty[needs] = turns(from_empty(trusting, *needs))
        for needs in both:
            trusting.empty[needs] = trust.turns(from_empty(table, *needs), from_empty(best, *needs))
        after = [positions.empty[needs] for positions in found for needs in both]
        moved = max(float(np.abs(new - old).max()) for new, old in zip(after, before, strict=True))
