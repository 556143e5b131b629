"""The tables of Bluff for more than two and for rising claims: how they are laid out, and where a position is in them.

A strategy was learned for some numbers of players. It does not know scores, only what they mean: by a fitted rule of
thumb for the chance to win (`bluff_3_values.bin`), how likely a claim must be a bluff for a call to pay, and how
much a bluff risks for what it may bring. Each table, `bluff_3.bin` or `bluff_rising_2.bin`, has chances in 255ths:

- how often to call, by context, code of the claimant's story, claim, and what we have ourselves;
- how often to keep to our story and to tell the truth, by context, lap (or least claim), whether our story is true, and
  total;
- each claim's share among the bluffs, by the same without the total.
"""

from functools import cache
from math import exp
from typing import Any, NamedTuple

from dicehall.bots.tables import open_table

LEAST, HIGHEST, TOTALS, LAPS = 3, 18, 16, 3
STAGES = 3
"""Rounds that are left after this one: none, one, two or more."""

# The rule of thumb for scores

FAR = 60
KNOTS = (-60, -40, -28, -18, -10, -4, 0, 4, 10, 18, 28, 40, 60)
"""How far one is ahead of the best other player; between the knots the heights are straight lines."""
NOTHING = 1e-9
SLIGHT = 1e-3
"""A smaller difference between two chances to win counts for nothing."""

# Contexts

NEED = (0.005, 0.1, 0.2, 0.3, 0.4, 0.55, 0.8)
"""Bounds of how likely a claim may be true if a call is to pay."""
RISK = (0.1, 0.25, 0.4, 0.55, 0.75)
"""Bounds of what a claim that is believed brings, as a part of what a call would take from a bluff."""
NEED_HIGH = (0.005, 0.4)
"""The same as `NEED`, for a high claim."""
PROBE, PROBE_HIGH = 12, 17
"""Before a claim is chosen, its context is that of these."""
CODES, OWN = 6, 8
KEEP, TRUTH, BLUFF = 0, 1, 2
WAYS = BLUFF + TOTALS
"""What may be said: the same as before, the truth, or another claim."""

CALL_CONTEXTS = STAGES * (len(NEED) + 1) * (len(RISK) + 1)


class Layout(NamedTuple):
    """Of a table: how many contexts there are for claims, keys (laps, or least claims before and after our first), and
    sides (whether our story is true)."""

    contexts: int
    keys: int
    sides: int

    @property
    def calls(self) -> int:
        return CALL_CONTEXTS * CODES * TOTALS * OWN

    @property
    def places(self) -> int:
        return self.contexts * self.keys * self.sides

    @property
    def size(self) -> int:
        return self.calls + 3 * TOTALS * self.places


FREE = Layout(CALL_CONTEXTS * (len(NEED_HIGH) + 1), LAPS, 2)
RISING = Layout(CALL_CONTEXTS, 2 * TOTALS, 1)
KINDS = (*((players, False) for players in (3, 4, 5, 6)), *((players, True) for players in (2, 3, 4, 5, 6)))
"""For how many players there are tables, and whether claims rise; more are played like the most."""


def layout(*, rising: bool) -> Layout:
    return RISING if rising else FREE


def kind_for(players: int, *, rising: bool) -> int:
    known = [place for place, (_, rises) in enumerate(KINDS) if rises == rising]
    return next((place for place in known if KINDS[place][0] >= players), known[-1])


def name_of(kind: int) -> str:
    players, rising = KINDS[kind]
    return f"bluff_rising_{players}" if rising else f"bluff_{players}"


def values_of(kind: int) -> str:
    return f"{name_of(kind)}_values"


def bucket(bounds: tuple[float, ...], value: float) -> int:
    return sum(value > bound for bound in bounds)


@cache
def weights(kind: int) -> list[list[list[list[float]]]]:
    """By rounds left, laps left, card and gap: one's part of all weights is the chance to win."""
    heights: Any = open_table(values_of(kind))
    found = [
        [[between([heights[left, laps, card, knot] for knot in range(len(KNOTS))]) for card in (0, 1)]
         for laps in range(LAPS + 1)]
        for left in range(STAGES)
    ]  # fmt: skip
    found[0][0] = [[NOTHING if gap < 0 else 1.0 for gap in range(-FAR, FAR + 1)]] * 2  # the end: who is behind has lost
    return found


def between(heights: list[float]) -> list[float]:
    found = []
    for gap in range(-FAR, FAR + 1):
        after = max(1, sum(knot < gap for knot in KNOTS))
        low, high = KNOTS[after - 1], KNOTS[after]
        part = (gap - low) / (high - low)
        found.append(exp(min(max(heights[after - 1] + part * (heights[after] - heights[after - 1]), -30.0), 30.0)))
    return found


# What a table says


def calling(kind: int, context: int, code: int, claim: int, own: int) -> float:
    place = ((context * CODES + code) * TOTALS + claim - LEAST) * OWN + own
    return float(open_table(name_of(kind))[place] / 255)


def claiming(kind: int, context: int, key: int, side: int, total: int) -> tuple[float, float, list[float]]:
    """How often to keep to the story, how often to tell the truth, and the shares of the bluffs."""
    table, form = open_table(name_of(kind)), layout(rising=KINDS[kind][1])
    row = ((context * form.keys + key) * form.sides + side) * TOTALS
    here = form.calls + row + total - LEAST
    step = form.places * TOTALS
    shares = form.calls + 2 * step + row
    return table[here] / 255, table[here + step] / 255, [float(table[shares + each]) for each in range(TOTALS)]
