"""Duplicate dice: each die follows from what it is thrown for, so that no other decision shifts the dice after it.

Where draws are counted, whoever throws next gets the next dice. Here a die is named by the round, whose it is, how many
throws there were for that, and which of the dice it is: two games with the same secret give it the same face.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from dicehall.rules.chance import Dice, Drawn, NatureMove, OneOf, Rolled, Shuffle, Shuffled, Source, below
from dicehall.rules.kernel import Game
from dicehall.rules.listing import Listing
from dicehall.rules.purpose import Purpose
from dicehall.rules.tower import Proof, Tower
from dicehall.rules.values import Seat, Value


class Tally(Value):
    """How often there was a draw for each thing of the round."""

    round: int = 0
    times: tuple[tuple[str, int], ...] = ()

    def after(self, purpose: Purpose) -> "Tally":
        """With one more draw. What was drawn for in earlier rounds never comes again."""
        times = self._of(purpose.round)
        for what in dict.fromkeys(what for what, _ in purpose.dice):
            times[what] = times.get(what, 0) + 1
        return Tally(purpose.round, tuple(times.items()))

    def keys(self, purpose: Purpose) -> tuple[str, ...]:
        """The name of each die of the next draw; of a lot there is one."""
        times = self._of(purpose.round)
        return tuple(
            f"round {purpose.round}, {what}, time {times.get(what, 0) + 1}, die {die}" for what, die in purpose.dice
        )

    def _of(self, round: int) -> dict[str, int]:
        return dict(self.times) if round == self.round else {}


def draw(tower: Tower, source: Source, keys: Sequence[str], seats: int) -> NatureMove:
    """Each die by itself. A lot puts all seats of the game in an order, and those of the source keep that order: where
    only some may be drawn, the others change nothing."""
    match source:
        case Dice(sides):
            faces = [below(tower.named(key), each) + 1 for key, each in zip(keys, sides, strict=True)]
            return Rolled(tuple(faces))
        case OneOf(those):
            return Drawn(_ordered(tower, keys, seats, those)[0])
        case Shuffle(those):
            return Shuffled(_ordered(tower, keys, seats, those))


def _ordered(tower: Tower, keys: Sequence[str], seats: int, those: Iterable[Seat]) -> tuple[Seat, ...]:
    (key,) = keys
    drawn = Shuffle(tuple(range(seats))).draw(tower.named(key)).order
    wanted = frozenset(those)
    return tuple(seat for seat in drawn if seat in wanted)


# All draws of a game, one after the other


class Drawer(Protocol):
    """Draws again what a record says was drawn."""

    def draw(self, source: Source, state: Any) -> NatureMove:
        """The next draw of the game, which is in this state."""
        ...


class Counted:
    """By a running number."""

    def __init__(self, tower: Tower) -> None:
        self._tower = tower
        self._number = 0

    def draw(self, source: Source, _state: Any) -> NatureMove:
        self._number += 1
        return self._tower.draw(source, self._number - 1)


class Duplicate:
    """By what each draw is for."""

    def __init__(self, tower: Tower, listing: Listing, game: Game[Any]) -> None:
        assert listing.drawn_for is not None
        self._tower, self._game, self._drawn_for = tower, game, listing.drawn_for
        self._tally = Tally()

    def draw(self, source: Source, state: Any) -> NatureMove:
        purpose = self._drawn_for(self._game, state)
        keys, self._tally = self._tally.keys(purpose), self._tally.after(purpose)
        return draw(self._tower, source, keys, self._game.seats)


def drawer_of(listing: Listing, game: Game[Any], proof: Proof, seed: bytes) -> Drawer | None:
    """As the record says; None if the game has no such dice."""
    tower = Tower(seed, proof.client_seeds)
    if proof.scheme == "counted":
        return Counted(tower)
    return None if listing.drawn_for is None else Duplicate(tower, listing, game)
