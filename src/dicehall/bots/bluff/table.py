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


LAST = Grid((0,), (0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21, 22, 24, 25, 27, 28, 31))
MIDDLE = Grid((0, 8), (0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 16, 20, 25, 31, 40))
FIRST = Grid((0,), (0,))
STAGES = {"last": LAST, "middle": MIDDLE, "first": FIRST}
"""In the order of their rows; in each, cards come first, then the lower score, then the lead."""


def low_place(grid: Grid, low: int) -> int:
    """The nearest; the lower score hardly matters."""
    return min(range(len(grid.lows)), key=lambda place: abs(grid.lows[place] - low))


def lead_place(grid: Grid, lead: int, *, leads: bool) -> int:
    """Never better than it is: less ahead if we lead, further behind if we do not. So what we are sure to win there we
    are sure to win here: the row's answers do not depend on scores, and every end of the round is at least as good."""
    if leads:
        return sum(point <= lead for point in grid.leads) - 1
    return min(sum(point < lead for point in grid.leads), len(grid.leads) - 1)


def row_for(stage: str, cards: Cards, low: int, lead: int, *, leads: bool) -> int:
    base = 0
    for name, grid in STAGES.items():
        size = len(grid.lows) * len(grid.leads)
        if name == stage:
            base += CARDS.index(cards) * size
            break
        base += len(CARDS) * size
    return base + low_place(grid, low) * len(grid.leads) + lead_place(grid, lead, leads=leads)


# What the table has there


def sure(row: int, *, leads: bool) -> float:
    """Our chance to win, whatever the other does."""
    return float(open_table("bluff_values")[row, 0 if leads else 1])


def entry(row: int, place: int) -> float:
    return float(open_table("bluff")[row, place] / 255)


def entries(row: int, place: int) -> list[float]:
    return [entry(row, place + each) for each in range(TOTALS)]


def leader_claim(row: int, total: int) -> tuple[float, list[float]]:
    """How often to tell the truth, and the shares of the bluffs."""
    return entry(row, total - LEAST), entries(row, TOTALS)


def follower_claim(row: int, claim: int, total: int) -> tuple[float, float, list[float]]:
    """How often to call, how often to tell the truth, and the shares of the bluffs."""
    place = FOLLOWER_FIRST + (claim - LEAST) * 3 * TOTALS
    here = place + total - LEAST
    return entry(row, here), entry(row, here + TOTALS), entries(row, place + 2 * TOTALS)


def later_call(row: int, *, leads: bool, true: bool, story: int, claims: tuple[int, ...]) -> float:
    """How often to call the last of these claims."""
    lap = len(claims) - 1
    before = MEMORY.codes[:lap] if leads else MEMORY.codes[1:lap]
    place = (LEADER_CALLS if leads else FOLLOWER_CALLS) + 2 * SQUARE * sum(before)
    square = (true * TOTALS + story - LEAST) * TOTALS + claims[-1] - LEAST
    return entry(row, place + square * MEMORY.codes[lap] + MEMORY.code(claims))
