"""The dice of finished games, counted from their records."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from dicehall.rules.chance import Dice, Rolled
from dicehall.rules.kernel import Chance
from dicehall.rules.record import Record


class Die(NamedTuple):
    """One that was rolled."""

    sides: int
    face: int


class FaceRuns(NamedTuple):
    """Runs of the same face among all dice of one size so far."""

    repeats: int = 0
    longest: int = 0
    face: int = 0
    run: int = 0

    def then(self, face: int) -> "FaceRuns":
        repeated = face == self.face
        run = self.run + 1 if repeated else 1
        return FaceRuns(self.repeats + repeated, max(self.longest, run), face, run)


def dice_of(record: str) -> tuple[Die, ...]:
    """Every die of a game in the order of its rolls; raises `DamagedRecord`."""
    return tuple(_rolled(Record.read(record)))


def _rolled(record: Record) -> Iterator[Die]:
    pending = record.game.pending(record.game.start())
    for moment in record.replay():
        match pending, moment.entry.move:
            case Chance(Dice(sides)), Rolled(faces):
                yield from map(Die, sides, faces)
            case _:
                pass
        pending = moment.pending


def after_dice(runs: Mapping[int, FaceRuns], dice: Sequence[Die]) -> tuple[dict[int, FaceRuns], Counter[Die]]:
    """The runs after these dice, and how often each face came up among them."""
    after = dict(runs)
    for die in dice:
        after[die.sides] = after.get(die.sides, FaceRuns()).then(die.face)
    return after, Counter(dice)
