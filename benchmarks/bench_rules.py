"""How fast the rules are, beside a PettingZoo game and an OpenSpiel game measured in the same run.

A decision is a move of a player; dice are thrown in between and their time is included. Everyone plays at random.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import beside
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Ask, Chance, Game, play
from dicehall.rules.values import NATURE

PlayGame = Callable[[Random], int]
"""Plays one whole game and says how many decisions it took."""


class Pace(NamedTuple):
    decisions: float
    games: float


def measure(game: PlayGame, seconds: float, rounds: int = 3) -> Pace:
    """Decisions and games per second: the median of a few short rounds, after one that only warms up."""
    paces = []
    for number in range(rounds + 1):
        rng, decisions, games = Random(number), 0, 0
        began = time.perf_counter()
        while (elapsed := time.perf_counter() - began) < (seconds if number else seconds / 5):
            decisions += game(rng)
            games += 1
        paces.append(Pace(decisions / elapsed, games / elapsed))
    return statistics.median_low(paces[1:])


def random_game(game: Game[Any], step: Callable[[Any, Any, Any], Any]) -> PlayGame:
    """Whole games at random, taking each step through `apply` or through `play`."""

    def once(rng: Random) -> int:
        pending, random = game.pending, rng.random
        state, decisions = game.start(), 0
        while True:
            waiting = pending(state)
            if isinstance(waiting, Ask):
                (seat,) = waiting.due
                options = waiting.options[seat]
                state, _ = step(state, seat, options[int(random() * len(options))])
                decisions += 1
            elif isinstance(waiting, Chance):
                state, _ = step(state, NATURE, waiting.source.draw(rng))
            else:
                return decisions

    return once


def pettingzoo_game(name: str) -> PlayGame:
    """A PettingZoo environment as its users get it, with its standard wrappers."""
    import pettingzoo

    env = pettingzoo.make("aec", name)

    def once(rng: Random) -> int:
        env.reset(seed=rng.randrange(2**31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return once


def openspiel_game(name: str) -> PlayGame:
    import pyspiel

    game = pyspiel.load_game(name)

    def once(rng: Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                decisions += 1
        return decisions

    return once


PETTINGZOO = ("classic/connect_four-v3", "classic/tictactoe-v3")
OPENSPIEL = ("liars_dice",)


def seat_counts(fewest: int, most: int) -> list[int]:
    return sorted({fewest, min(4, most), most})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each round takes (default 0.5)")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="compare with the rules of another checkout")
    given = parser.parse_args()
    seconds = given.seconds
    if given.beside:
        beside.compare("rules_round.py", given.beside, str(seconds))
        return
    zoo = {name: measure(pettingzoo_game(name), seconds) for name in track(PETTINGZOO, "PettingZoo")}
    spiel = {name: measure(openspiel_game(name), seconds) for name in track(OPENSPIEL, "OpenSpiel ")}
    ours = [(listing, seats) for listing in GAMES for seats in seat_counts(*listing.seats)]
    fastest_zoo = max(pace.decisions for pace in zoo.values())
    fastest_spiel = max(pace.decisions for pace in spiel.values())

    table = Table(box=SIMPLE_HEAD, title="Decisions and games per second on one core, random play")
    for column in ("game", "seats", "apply: dec/s", "games/s", "play: dec/s", "games/s", "x PettingZoo", "x OpenSpiel"):
        table.add_column(column, justify="left" if column == "game" else "right", no_wrap=True)
    slowest = float("inf")
    for listing, seats in track(ours, "Dicehall  "):
        game = listing.new(seats)
        fast = measure(random_game(game, game.apply), seconds)
        checked = measure(random_game(game, partial(play, game)), seconds)
        slowest = min(slowest, fast.decisions)
        table.add_row(
            listing.name, str(seats), f"{fast.decisions:,.0f}", f"{fast.games:,.0f}",
            f"{checked.decisions:,.0f}", f"{checked.games:,.0f}",
            f"{fast.decisions / fastest_zoo:.1f}", f"{fast.decisions / fastest_spiel:.2f}",
        )  # fmt: skip
    table.add_section()
    for name, pace in (zoo | spiel).items():
        table.add_row(
            name.removeprefix("classic/"), "2", f"{pace.decisions:,.0f}", f"{pace.games:,.0f}", "", "",
            f"{pace.decisions / fastest_zoo:.1f}", f"{pace.decisions / fastest_spiel:.2f}",
        )  # fmt: skip
    console = Console(width=110)
    console.print(table)
    console.print(f"Slowest through apply: {slowest:,.0f} decisions/s (aim 100,000), ", end="")
    console.print(f"{slowest / fastest_zoo:.1f} x the faster PettingZoo game (aim 5).")


if __name__ == "__main__":
    main()
