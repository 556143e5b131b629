"""One round of random games by the rules of the checkout whose `benchmarks` folder this runs in; see `beside.py`.

It counts CPU time, so that other work on the machine matters less.
"""

import json
import statistics
import sys
import time
from functools import partial
from random import Random

from bench_rules import PlayGame, random_game, seat_counts

from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import play


def pace(game: PlayGame, seconds: float) -> float:
    """Decisions per second."""
    rng, decisions, began = Random(1), 0, time.process_time()
    while (elapsed := time.process_time() - began) < seconds:
        decisions += game(rng)
    return decisions / elapsed


seconds = float(sys.argv[1])
figures = {}
for listing in GAMES:
    for seats in seat_counts(*listing.seats):
        rules = listing.new(seats)
        for way, step in (("apply", rules.apply), ("play", partial(play, rules))):
            game = random_game(rules, step)
            pace(game, seconds / 5)  # warms up
            figures[f"{listing.name}, {seats} seats, {way}: decisions/s"] = pace(game, seconds)
for way in ("apply", "play"):
    paces = [figure for name, figure in figures.items() if f", {way}:" in name]
    figures[f"geometric mean, {way}: decisions/s"] = statistics.geometric_mean(paces)
print(json.dumps(figures))
