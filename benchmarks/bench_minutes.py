"""How long a game takes: normal bots play it, and every step costs the seconds that people, bots and the page need."""

import argparse
from random import Random
from statistics import median

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from dicehall.bots import find_bot
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Ask, Chance, Over
from dicehall.rules.listing import Listing
from dicehall.rules.values import NATURE, Seat, allowance_for
from dicehall.table.live.bots import PATIENCE, PAUSE

CHOOSES = (2.0, 8.0)
"""Seconds that a person takes for a choice, the least and the most."""
THROWS = (1.0, 2.0)
"""For a throw."""
SEES = 1.2
"""Seconds in which the page shows a throw; a climax takes its allowance."""


def seconds(listing: Listing, seats: int, people: int, seed: int) -> float:
    """The first seats are people; all play like normal bots, for what they choose hardly changes how long it takes."""
    rng, bot = Random(seed), find_bot(listing.name, "normal")
    game = listing.new(seats)
    state, passed, patience = game.start(), 0.0, PATIENCE
    last: Seat | None = None
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Chance):
            seat, thinks, move = pending.thrower, THROWS, pending.source.draw(rng)
            state, events = game.apply(state, NATURE, move)
        else:
            assert isinstance(pending, Ask)
            seat, thinks = min(pending.due), CHOOSES
            state, events = game.apply(state, seat, bot(game, game.view(state, seat), rng))
        if seat is not None and seat < people:
            passed, patience, last = passed + rng.uniform(*thinks), PATIENCE, None
        elif seat is not None and seat != last:
            pause = min(PAUSE, patience) if people else PAUSE
            passed, patience, last = passed + pause, patience - pause, seat
        passed += allowance_for(events) or SEES * any(event.thrown for event in events)
    return passed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="games a cell (default 60)")
    games = parser.parse_args().games
    table = Table(box=SIMPLE_HEAD, title=f"Minutes of a game: median of {games}, nine in ten in brackets")
    for column in ("game", "you and a bot", "you and 3 bots", "4 people", "on the card", "ratio"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for listing in track(GAMES, "Playing"):
        cells, usual = [], 0.0
        for seats, people in ((2, 1), (4, 1), (4, 4)):
            taken = sorted(seconds(listing, seats, people, seed) / 60 for seed in range(games))
            cells.append(f"{median(taken):.1f} ({taken[games * 9 // 10]:.1f})")
            usual = median(taken) if (seats, people) == (4, 1) else usual
        table.add_row(listing.name, *cells, str(listing.minutes), f"{listing.minutes / usual:.1f}")
    console = Console()
    console.print(table)
    console.print("People take 2 to 8 s for a choice and 1 to 2 s for a throw; the ratio is the card against 3 bots.")


if __name__ == "__main__":
    main()
