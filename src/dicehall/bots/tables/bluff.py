"""The tables of Bluff for two: what to do in a round, and what it is worth, by cards and scores.

A row of `bluff.bin` is a position at the beginning of a round, all numbers are chances in 255ths:

- as the leader, the first claim: for each total how often the truth; for each claim its share among the bluffs;
- the three later answers: how often to call, by whether our story is the truth, our story, the claim, and its code;
- as the other one, the first answer, for each claim: by total how often to call, and to tell the truth; each claim's
  share among the bluffs;
- the two later answers.

`bluff_values.bin` has the chance to win of which we are sure in each position, as the leader and as the other one.
"""

from typing import NamedTuple, TypeAlias

from dicehall.bots.tables import open_table

LEAST = 3
TOTALS = 16
LAPS = 3


class Memory(NamedTuple):
    """What we keep in mind of former claims: bounds between the classes of what changing them has brought."""

    after_one: tuple[int, ...] = (7, 11, 15)
    after_two: tuple[int, ...] = (17, 22, 28)

    @property
    def codes(self) -> tuple[int, int, int]:
        """How many there are when the other has made one claim, two, and three."""
        return 1, 2 + len(self.after_one), 1 + 2 * (1 + len(self.after_two))

    def code(self, claims: tuple[int, ...]) -> int:
        """0 for a story that was kept; of others how much has been believed, and whether the last claim is new."""
        *former, last = claims
        if all(claim == last for claim in former):
            return 0
        bounds = self.after_one if len(claims) == 2 else self.after_two
        place = sum(sum(former) >= bound for bound in bounds)
        return 1 + place + (1 + len(bounds)) * (len(claims) > 2 and former[-1] == last)


MEMORY = Memory()

SQUARE = TOTALS * TOTALS
LEADER_CALLS = 2 * TOTALS
FOLLOWER_FIRST = LEADER_CALLS + 2 * SQUARE * sum(MEMORY.codes)
FOLLOWER_CALLS = FOLLOWER_FIRST + 3 * SQUARE
WIDTH = FOLLOWER_CALLS + 2 * SQUARE * sum(MEMORY.codes[1:])

# Positions

Cards: TypeAlias = tuple[bool, bool]
"""Whether the leader and the other still have theirs."""
CARDS: tuple[Cards, ...] = ((False, False), (False, True), (True, False), (True, True))


class Grid(NamedTuple):
    """The scores at which a round is solved: the lower one, and how far the leader is ahead."""

    lows: tuple[int, ...]
    leads: tuple[int, ...]


LAST = Grid((0,), (0, 1, 3, 4, 6, 7, 9, 10, 12, 15, 18, 21, 24, 28, 31))
MIDDLE = Grid((0, 8), (0, 1, 3, 4, 6, 9, 12, 16, 20, 25, 31, 40))
FIRST = Grid((0,), (0,))
STAGES = {"last": LAST, "middle": MIDDLE, "first": FIRST}
"""In the order of their rows; in each, cards come first, then the lower score, then the lead."""

Rows: TypeAlias = tuple[tuple[int, float], ...]
"""Rows of the table and what each counts."""


def around(points: tuple[int, ...], where: int) -> Rows:
    """The neighbours among the points, by how near they are."""
    if where >= points[-1]:
        return ((len(points) - 1, 1.0),)
    above = next(place for place, point in enumerate(points) if point > where)
    if above == 0 or points[above - 1] == where:
        return ((max(above - 1, 0), 1.0),)
    part = (where - points[above - 1]) / (points[above] - points[above - 1])
    return ((above - 1, 1 - part), (above, part))


def rows_for(stage: str, cards: Cards, low: int, lead: int) -> Rows:
    base = 0
    for name, grid in STAGES.items():
        size = len(grid.lows) * len(grid.leads)
        if name == stage:
            base += CARDS.index(cards) * size
            break
        base += len(CARDS) * size
    return tuple(
        (base + row * len(grid.leads) + column, by_row * by_column)
        for row, by_row in around(grid.lows, low)
        for column, by_column in around(grid.leads, lead)
    )


# What the table has there


def sure(rows: Rows, *, leads: bool) -> float:
    """Our chance to win, whatever the other does."""
    values = open_table("bluff_values")
    return float(sum(weight * values[row, 0 if leads else 1] for row, weight in rows))


def entry(rows: Rows, place: int) -> float:
    table = open_table("bluff")
    return float(sum(weight * table[row, place] for row, weight in rows) / 255)


def entries(rows: Rows, place: int) -> list[float]:
    return [entry(rows, place + each) for each in range(TOTALS)]


def leader_claim(rows: Rows, total: int) -> tuple[float, list[float]]:
    """How often to tell the truth, and the shares of the bluffs."""
    return entry(rows, total - LEAST), entries(rows, TOTALS)


def follower_claim(rows: Rows, claim: int, total: int) -> tuple[float, float, list[float]]:
    """How often to call, how often to tell the truth, and the shares of the bluffs."""
    place = FOLLOWER_FIRST + (claim - LEAST) * 3 * TOTALS
    here = place + total - LEAST
    return entry(rows, here), entry(rows, here + TOTALS), entries(rows, place + 2 * TOTALS)


def later_call(rows: Rows, *, leads: bool, true: bool, story: int, claims: tuple[int, ...]) -> float:
    """How often to call the last of these claims."""
    lap = len(claims) - 1
    before = MEMORY.codes[:lap] if leads else MEMORY.codes[1:lap]
    place = (LEADER_CALLS if leads else FOLLOWER_CALLS) + 2 * SQUARE * sum(before)
    square = (true * TOTALS + story - LEAST) * TOTALS + claims[-1] - LEAST
    return entry(rows, place + square * MEMORY.codes[lap] + MEMORY.code(claims))
