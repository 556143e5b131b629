"""What a table of rounded chances loses: the player who trusts it, against the best that can be played against it.

The trusting player throws for the highest mean of the table and answers attacks by it, exactly as the bot does; nothing
about it is estimated.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from dicehall.bots.stlucia.dice import OUTCOMES
from dicehall.lab.report import Tell
from dicehall.lab.stlucia.duel import ENOUGH, by_rival, layers, load, save, turns
from dicehall.lab.stlucia.positions import Positions, from_empty, from_inside, from_outside
from dicehall.lab.stlucia.turn import Numbers, value_followed
from dicehall.rules.stlucia import MOST_HEALTH


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


def best_response(table: Positions, tell: Tell, folder: Path | None = None) -> Response:
    found = Response(Positions.unknown(table.threshold), Positions.unknown(table.threshold))
    todo = list(layers(table.threshold))
    for done, (mine, yours) in enumerate(todo):
        tell("what the table loses", done, len(todo))
        files = folder and [folder / f"{mine}-{yours}-{who}.npz" for who in ("trusting", "best")]
        if files and all(file.exists() for file in files):
            for positions, file in zip(found, files, strict=True):
                load(positions, mine, yours, file)
            continue
        respond_in_layer(table, found, mine, yours)
        for positions, file in zip(found, files or (), strict=False):
            save(positions, mine, yours, file)
    return found


def respond_in_layer(table: Positions, found: Response, mine: int, yours: int) -> None:
    trusting, best = found
    both = sorted({(mine, yours), (yours, mine)})
    for needs in both:
        for health in range(MOST_HEALTH):
            best.inside[needs][health] = by_rival(from_inside(trusting, *needs, health))
            trusting.inside[needs][health] = followed_by_rival(
                from_inside(table, *needs, health), from_inside(best, *needs, health)
            )
    for needs in both:
        for health in range(MOST_HEALTH):
            best.outside[needs][health] = by_rival(from_outside(trusting, *needs, health, judge=table))
            trusting.outside[needs][health] = followed_by_rival(
                from_outside(table, *needs, health), from_outside(best, *needs, health)
            )
        best.empty[needs] = trusting.empty[needs] = 0.5
    moved = 1.0
    while moved > ENOUGH:
        before = [positions.empty[needs].copy() for positions in found for needs in both]
        for needs in both:
            best.empty[needs] = turns(from_empty(trusting, *needs))
        for needs in both:
            trusting.empty[needs] = turns_followed(from_empty(table, *needs), from_empty(best, *needs))
        after = [positions.empty[needs] for positions in found for needs in both]
        moved = max(float(np.abs(new - old).max()) for new, old in zip(after, before, strict=True))


def followed_by_rival(guessed: Numbers, real: Numbers) -> Numbers:
    return np.stack([turns_followed(guessed[:, other], real[:, other]) for other in range(MOST_HEALTH)])


def turns_followed(guessed: Numbers, real: Numbers) -> Numbers:
    flat = [each.reshape(len(OUTCOMES), -1) for each in (guessed, real)]
    return value_followed(*flat).reshape(real.shape[1:])
