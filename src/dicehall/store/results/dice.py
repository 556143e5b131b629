"""The dice of finished games, counted from their records."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from dicehall.rules.chance import Dice, Rolled
from dicehall.rules.kernel import Chance
from dicehall.rules.record import Record


class Die(NamedTuple):
    """One that has fallen."""

    sides: int
    face: int


class Row(NamedTuple):
    """How the dice of one size have followed one another up to now."""

    repeats: int = 0
    longest: int = 0
    face: int = 0
    run: int = 0

    def then(self, face: int) -> "Row":
        repeated = face == self.face
        run = self.run + 1 if repeated else 1
        return Row(self.repeats + repeated, max(self.longest, run), face, run)


def dice_of(record: str) -> tuple[Die, ...]:
    """Every die of a game in the order in which they fell; raises `DamagedRecord`."""
    return tuple(_fallen(Record.read(record)))


def _fallen(record: Record) -> Iterator[Die]:
    pending = record.game.pending(record.game.start())
    for moment in record.replay():
        match pending, moment.entry.move:
            case Chance(Dice(sides)), Rolled(faces):
                yield from map(Die, sides, faces)
            case _:
                pass
        pending = moment.pending


def followed(rows: Mapping[int, Row], dice: Sequence[Die]) -> tuple[dict[int, Row], Counter[Die]]:
    """The rows after these dice, and how often each face fell among them."""
    after = dict(rows)
    for die in dice:
        after[die.sides] = after.get(die.sides, Row()).then(die.face)
    return after, Counter(dice)
