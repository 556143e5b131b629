"""Simulated games: the same whatever the number of processes, everyone in every seat, and numbers that are right."""

import json
import os
import sys
from statistics import fmean

import pytest
from msgspec.structs import replace

from dicehall.bots import UnknownBot
from dicehall.bots.simulate import GAMES_AT_ONCE, Match, bot_named, play_game, share, simulate
from dicehall.bots.uniform import uniform
from dicehall.rules.catalog import find
from tests.kit import forked

GAMES = 2 * GAMES_AT_ONCE + 3
"""Three processes have something to do, and the last one has fewer games."""


def match(game: str, *bots: str, seed: int = 5) -> Match:
    return Match(game, bots, find(game).options(), seed)


def test_the_number_of_processes_changes_nothing() -> None:
    said = [
        forked.run(
            *("simulate", "three_dice", "--bot", "normal", "--bot", "uniform", "--bot", "normal"),
            *("--games", str(GAMES), "--seed", "5", "--set", "rounds=2", "--processes", processes, "--json"),
            env=dict(os.environ),
        )
        for processes in ("1", "3")
    ]
    assert [(each.returncode, each.stderr) for each in said] == [(0, ""), (0, "")]
    assert said[0].stdout == said[1].stdout
    told = json.loads(said[0].stdout)
    assert [bot["bot"] for bot in told["bots"]] == ["normal", "uniform", "normal"]
    assert (told["game"], told["games"], told["seed"]) == ("three_dice", GAMES, 5)
    assert sum(bot["wins"]["mean"] for bot in told["bots"]) == pytest.approx(1)


def test_it_prints_a_table() -> None:
    done = forked.run(
        *("simulate", "peril", "--bot", "uniform", "--bot", "normal", "--games", "2", "--processes", "1"),
        env={**os.environ, "COLUMNS": "100"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Peril, 2 games with seed 0" in done.stdout
    assert "uniform" in done.stdout


def test_a_level_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownBot):
        simulate(match("peril", "uniform", "grandmaster"), 2)
    for name in ("hard:", ":hard", "no.such.module:bot", "dicehall.bots.three_dice:nobody"):
        with pytest.raises(UnknownBot):
            bot_named("three_dice", name)
    assert bot_named("peril", "dicehall.bots.uniform:uniform") is uniform


def test_it_counts_what_was_played() -> None:
    told: list[int] = []
    playing = match("three_dice", "normal", "uniform")
    simulation = simulate(playing, 10, 1, told.append)
    played = [play_game(playing, number) for number in range(10)]
    assert told == [8, 10]
    assert [bot.wins.mean for bot in simulation.bots] == [fmean(each.wins[at] for each in played) for at in (0, 1)]
    assert simulation.bots[0].place.mean == fmean(each.places[0] for each in played)
    assert simulation.length.mean == fmean(each.length for each in played)
    assert simulate(match("three_dice", "normal", "uniform", seed=6), 10, 1) != replace(simulation, seed=6)


def test_everyone_sits_in_every_seat() -> None:
    """A bot that is told where it sits writes it down."""
    sat: list[int] = []

    def scribe(game: object, view: object, rng: object) -> object:
        sat.append(view.mine.seat)  # type: ignore[attr-defined]
        return uniform(game, view, rng)  # type: ignore[arg-type]

    sys.modules[__name__].scribe = scribe  # type: ignore[attr-defined]
    playing = match("peril", f"{__name__}:scribe", "uniform", "uniform")
    for number, seat in enumerate((0, 1, 2, 0)):
        sat.clear()
        played = play_game(playing, number)
        assert set(sat) <= {seat}
        assert sum(played.wins) == 1


def test_an_interval_is_196_standard_errors() -> None:
    found = share([0, 1, 0, 1])
    assert found.mean == 0.5
    assert found.margin == pytest.approx(1.96 * (1 / 3) ** 0.5 / 2)
    assert share([3]).margin == float("inf")
