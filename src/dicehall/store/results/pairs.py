"""Between whom a rated game changes ratings, and how much: less with each game of two accounts on one day (H-10)."""

from collections.abc import Iterator, Mapping, MutableMapping
from itertools import combinations
from typing import NamedTuple

from dicehall.ports import Finished
from dicehall.store.results.ratings import Encounter

DAY = 24 * 60 * 60


class Meeting(NamedTuple):
    """Two accounts on one day; `one` comes first in the alphabet."""

    day: int
    one: str
    other: str


def weight_after(games: int) -> float:
    """How much a game counts after so many of the same two accounts on one day: all, a half, a quarter and so on.

    All games of a day together move a rating less than two would.
    """
    return 0.5**games


def encounters(finished: Finished, met: Mapping[Meeting, int]) -> list[Encounter]:
    """`met` is how often all pairs have met before this game."""
    found = []
    for seats in _pairs(finished):
        encounter = _encounter(finished, seats, weight_after(met.get(_meeting(finished, seats), 0)))
        if encounter is not None:
            found.append(encounter)
    return found


def meet(met: MutableMapping[Meeting, int], finished: Finished) -> None:
    """Count the game for every pair in it."""
    for meeting in meetings_of(finished):
        met[meeting] = met.get(meeting, 0) + 1


def meetings_of(finished: Finished) -> list[Meeting]:
    """Only those that change a rating, or games that cannot count would make later losses cheap."""
    return [_meeting(finished, seats) for seats in _pairs(finished) if _encounter(finished, seats, 1.0) is not None]


def _pairs(finished: Finished) -> Iterator[tuple[int, int]]:
    """None in a game that changes no rating: unrated, from before, or broken off while everyone stayed."""
    if finished.rated and (finished.places or finished.left):
        yield from combinations(finished.accounts or (), 2)


def _meeting(finished: Finished, seats: tuple[int, int]) -> Meeting:
    one, other = sorted(finished.seats[seat] for seat in seats)
    return Meeting(int(finished.ended // DAY), one, other)


def _encounter(finished: Finished, seats: tuple[int, int], weight: float) -> Encounter | None:
    """None if nothing follows from it for either."""
    ranks = (_rank(finished, seats[0]), _rank(finished, seats[1]))
    behind = (ranks[0] > ranks[1], ranks[1] > ranks[0])
    if any(seat in finished.no_win and not lost for seat, lost in zip(seats, behind, strict=True)):
        return None  # a host who has removed a player wins nothing, so nobody loses to them (H-07)
    if finished.places and not any(seat in finished.replaced for seat in seats):
        return Encounter(seats, ranks, weight)
    moves = (_loses(finished, seats[0], lost=behind[0]), _loses(finished, seats[1], lost=behind[1]))
    return Encounter(seats, ranks, weight, moves) if any(moves) else None


def _loses(finished: Finished, seat: int, *, lost: bool) -> bool:
    """Where nobody can win: those who broke the game off or left lose, and those who came behind a bot they brought."""
    return lost and seat not in finished.replaced and (not finished.places or seat in finished.no_win)


def _rank(finished: Finished, seat: int) -> int:
    """The place, except that players who left cannot be first (H-01)."""
    last = len(finished.seats) + 1
    if not finished.places:
        return last if seat in finished.left else 1
    place = finished.places[seat]
    return last if place == 1 and seat in finished.left else place
