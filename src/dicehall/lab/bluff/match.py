"""A whole game of Bluff for two: rounds from the last one back, each solved at some scores.

Who leads a round has at least as many points as the other. The lower score counts only while it is so low that a caught
bluff costs less than its claim. All values are what the bot is sure to have, whatever its guest does.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from dicehall.bots.bluff.table import CARDS, FIRST, LAST, MEMORY, MIDDLE, Cards, Grid
from dicehall.lab.bluff.learn import Solved, solve_round
from dicehall.lab.bluff.round import After, Ends, Hands, Numbers, Stakes, Strategy, best_value, ends

WAYS = Counter(map(sum, product(range(1, 7), repeat=3)))
THREE_DICE = Hands(sorted(WAYS), [WAYS[total] / 216 for total in sorted(WAYS)], MEMORY)

TIED = Grid((0,), (0,))
ROUNDS = (
    *((f"elimination {number}", TIED, True) for number in (3, 2, 1)),
    ("last", LAST, True),
    ("middle", MIDDLE, False),
    ("first", FIRST, False),
)
"""From the end of the game to its beginning: where each is solved, and whether it ends the game unless all is tied."""


class Stage(NamedTuple):
    """What the bot has before a round: if it leads, and if the guest does; by the leader's and the other's card."""

    grid: Grid
    leading: dict[Cards, Numbers]
    following: dict[Cards, Numbers]

    def at(self, table: Numbers, low: Numbers, lead: Numbers, *, leads: bool) -> Numbers:
        """The value that the bot has by the row it looks up, which is no more than it is sure of there."""
        lows, ahead = np.array(self.grid.lows), np.array(self.grid.leads)
        row = np.abs(low[..., None] - lows).argmin(axis=-1)
        beyond = len(ahead) - 1
        found: Numbers
        if leads:
            found = table[row, np.searchsorted(ahead, lead, side="right") - 1]
        else:
            place = np.searchsorted(ahead, lead)
            found = np.where(place > beyond, 0.0, table[row, np.minimum(place, beyond)])
        return found

    def after(self, *, over: bool, bot_led: bool) -> After:
        """What the guest has when this is next. `over`: the game ends before it, unless all is tied."""

        def worth(mine: Numbers, yours: Numbers, card: bool, bots_card: bool) -> Numbers:
            low, lead = np.minimum(mine, yours), np.abs(mine - yours)
            ahead = self.at(self.leading[bots_card, card], low, lead, leads=True)
            behind = self.at(self.following[card, bots_card], low, lead, leads=False)
            leads = (yours > mine) | ((yours == mine) & bot_led)  # the old leader stays where all is tied (G-10)
            value = np.where(leads, ahead, behind)
            if over:
                value = np.where(mine == yours, value, yours > mine)
            return 1 - value

        return worth


COIN = Stage(TIED, dict.fromkeys(CARDS, np.full((1, 1), 0.5)), dict.fromkeys(CARDS, np.full((1, 1), 0.5)))
"""After three elimination rounds the winner is drawn."""


class Task(NamedTuple):
    """A position that is to be solved."""

    stage: Stage
    over: bool
    leads: bool
    cards: Cards
    low: int
    lead: int
    steps: int
    tremble: float

    def at(self) -> Ends:
        high = self.low + self.lead
        scores = (self.low, high) if self.leads else (high, self.low)
        cards = self.cards[::-1] if self.leads else self.cards  # the guest's first
        after = self.stage.after(over=self.over, bot_led=self.leads)
        return ends(Stakes(THREE_DICE, self.leads, scores, cards, after))


def solved(task: Task) -> Solved:
    return solve_round(THREE_DICE, task.at(), leads=task.leads, steps=task.steps, tremble=task.tremble)


class Round(NamedTuple):
    """A round that was solved at every point of a grid: the lower score first, then the lead."""

    name: str
    leading: dict[Cards, list[Strategy]]
    following: dict[Cards, list[Strategy]]
    values: Stage


Mapped: TypeAlias = Callable[[Callable[[Task], Any], list[Task]], Iterable[Any]]
"""`map`, or one that uses more processors."""


def solve_game(mapped: Mapped, *, steps: int, tremble: float) -> Iterator[Round]:
    stage = COIN
    for name, grid, over in ROUNDS:
        tasks = tasks_of(stage, grid, over=over, steps=steps, tremble=tremble)
        answers = iter(list(mapped(solved, tasks)))
        sides: list[dict[Cards, list[Solved]]] = [{}, {}]
        for side in sides:
            for cards in CARDS:
                side[cards] = [next(answers) for _ in range(len(grid.lows) * len(grid.leads))]
        strategies = [{cards: [each.bot for each in found] for cards, found in side.items()} for side in sides]
        values = [{cards: sure(grid, [each.most for each in found]) for cards, found in side.items()} for side in sides]
        stage = Stage(grid, *values)
        yield Round(name, strategies[0], strategies[1], stage)


def tasks_of(stage: Stage, grid: Grid, *, over: bool, steps: int = 0, tremble: float = 0) -> list[Task]:
    return [
        Task(stage, over, leads, cards, low, lead, steps, tremble)
        for leads in (True, False)
        for cards in CARDS
        for low in grid.lows
        for lead in grid.leads
    ]


def sure(grid: Grid, most: list[float]) -> Numbers:
    return 1 - np.array(most).reshape(len(grid.lows), len(grid.leads))


def guaranteed(rounds: Iterable[Round]) -> Iterator[Stage]:
    """What these strategies are sure to win, whatever they were made for: the best guest for the whole game.

    An elimination round is played by the strategies of the last round.
    """
    known = {each.name: each for each in rounds}
    stage = COIN
    for name, grid, over in ROUNDS:
        played = known["last"] if name.startswith("elimination") else known[name]
        values: list[dict[Cards, list[float]]] = [{cards: [] for cards in CARDS} for _ in range(2)]
        for task in tasks_of(stage, grid, over=over):
            table = played.leading if task.leads else played.following
            place = played.values.grid
            strategy = table[task.cards][place.lows.index(task.low) * len(place.leads) + place.leads.index(task.lead)]
            values[not task.leads][task.cards].append(best_value(THREE_DICE, task.at(), strategy))
        stage = Stage(grid, *({cards: sure(grid, most) for cards, most in side.items()} for side in values))
        yield stage
