"""King of StLucia: the tables that ship hold what was solved and fitted, and bots read them as they were evaluated."""

import re
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dicehall.bots.stlucia.crowd import the_crowd
from dicehall.bots.stlucia.dice import DICE, INDEX, OUTCOMES, SETS
from dicehall.bots.stlucia.duel import the_duel
from dicehall.bots.stlucia.search import Position, choice, worths
from dicehall.bots.tables import open_table
from dicehall.lab.stlucia.crowd import EFFECTS, Games, Weights, after, fresh_games, judged, self_play
from dicehall.lab.stlucia.duel import best_play
from dicehall.lab.stlucia.fit import as_file, as_judged, fitted
from dicehall.lab.stlucia.positions import Positions, from_empty, from_inside, from_outside
from dicehall.lab.stlucia.response import best_response, worst_share
from dicehall.lab.stlucia.table import as_read, rounded_by, tables
from dicehall.lab.stlucia.turn import followed, sums
from dicehall.odds.stlucia import OFF
from dicehall.rules.stlucia import King

KNOWLEDGE = Path(__file__).resolve().parents[2] / "docs" / "knowledge"
LOSES_LESS_THAN = 1e-6


def quiet(_what: str, _done: int, _of: int) -> None:
    pass


def shipped() -> tuple[Any, Any]:
    return np.array(open_table("stlucia")), np.array(open_table("stlucia_empty"))


# Two players


@pytest.fixture(scope="module")
def chances() -> Positions:
    return best_play(2, quiet)


def test_what_ships_is_what_was_solved(chances: Positions) -> None:
    for read, made in zip(shipped(), tables(chances), strict=True):
        assert len(read) == 15
        assert np.array_equal(read[:2, :2], made)


def test_the_page_knows_what_the_first_player_wins() -> None:
    """The table has one entry for few tokens, so it only comes near."""
    page = (KNOWLEDGE / "stlucia.md").read_text(encoding="utf-8")
    told = {
        int(points): float(share) for points, share in re.findall(r"^\| (\d+) \| ([\d.]+) % \|$", page, re.MULTILINE)
    }
    assert list(told) == [1, 3, 5, 9, 11, 13, 15]
    _, empty = shipped()
    for points, share in told.items():
        assert share / 100 == pytest.approx(empty[points - 1, points - 1, 0, 0] / 65535, abs=0.003)


def some_positions(count: int) -> list[Position]:
    rng = Random(3)
    residents = (None, 0, 1)
    return [
        Position(
            rng.randrange(2),
            (rng.randint(1, 15), rng.randint(1, 15)),
            (rng.randint(1, 10), rng.randint(1, 10)) if number % 3 else (10, 10),
            (rng.randrange(10), rng.randrange(10)),
            residents[number % 3],
        )
        for number in range(count)
    ]


def test_how_far_rounding_moves_a_chance_is_known_and_covers_what_the_odds_promise(chances: Positions) -> None:
    found = tables(chances)
    bound = rounded_by(found, chances)
    one = abs(float(found[1][1, 1, 0, 0]) / 65535 - float(chances.empty[2, 2, 4, 4]))
    assert 0 < one <= bound < OFF


def test_the_bot_weighs_a_turn_as_the_evaluation_does() -> None:
    """Number by number, and they are whole: so the bot plays exactly the game that was evaluated."""
    table, duel = as_read(*shipped()), the_duel()
    assert duel
    for position in some_positions(60):
        mine, yours = position.seat, 1 - position.seat
        needs = position.needs[mine], position.needs[yours]
        health, other = position.health[mine] - 1, position.health[yours] - 1
        tokens = position.tokens[mine], position.tokens[yours]
        if position.resident is None:
            found = from_empty(table, *needs)[(slice(None), *tokens)]
        elif position.resident == mine:
            found = from_inside(table, *needs, health)[(slice(None), other, *tokens)]
        else:
            found = from_outside(table, *needs, health)[(slice(None), other, *tokens)]
        assert worths(duel, King(2), position) == found.tolist(), position
        assert found.astype(int).tolist() == found.tolist()


def test_the_bot_keeps_what_the_evaluation_follows() -> None:
    """Among equals too: few different numbers make many of them."""
    rng = np.random.default_rng(2)
    guessed, real = rng.integers(0, 4, (462, 1)).astype(float), rng.random((462, 1))
    ladder, truth = sums(guessed), sums(real)
    _, worth = followed(ladder, truth)
    plain = [each[:, 0].tolist() for each in ladder]
    for roll, found in zip(SETS[DICE], worth[:, 0], strict=True):
        kept = choice(plain, roll)
        assert truth[len(kept)][INDEX[len(kept)][kept], 0] * 6.0 ** len(kept) == found


def test_the_best_response_to_the_table_gains_next_to_nothing() -> None:
    chances = best_play(1, quiet)
    found = best_response(as_read(*tables(chances)))
    assert 0.5 - LOSES_LESS_THAN < found.share <= 0.5 + 1e-12


def test_the_best_response_to_nonsense_gains_much() -> None:
    """Who thinks that every position is as good as won keeps whatever falls."""
    town, empty = shipped()
    nonsense = as_read(np.zeros_like(town[:1, :1]), np.zeros_like(empty[:1, :1]))
    assert worst_share(nonsense) < 0.4


# More players


def test_the_fit_is_read_the_same_way_for_two() -> None:
    judged_all = as_judged(read_weights(), 15)
    for position in some_positions(60):
        mine, yours = position.seat, 1 - position.seat
        where: list[int] = [position.needs[mine], position.needs[yours]]
        if position.resident is not None:
            where += [position.health[mine] - 1, position.health[yours] - 1]
        where += [position.tokens[mine], position.tokens[yours]]
        town = "empty" if position.resident is None else "inside" if position.resident == mine else "outside"
        assert the_crowd().worth(position, mine) == pytest.approx(getattr(judged_all, town)[tuple(where)], rel=1e-5)


def read_weights() -> Any:
    """As the bot reads them: needs and health merged already."""
    numbers = np.array(open_table("stlucia_crowd"))
    guess = Weights.first_guess()
    places, few = guess.merged.size, guess.merged.size + guess.turn.size
    return SimpleNamespace(
        merged=numbers[:places].reshape(guess.merged.shape),
        turn=numbers[places:few].reshape(guess.turn.shape),
        tokens=numbers[few:],
    )


def test_the_bot_judges_a_crowd_as_the_fit_does() -> None:
    games = fresh_games(5, 40, np.random.default_rng(4))
    games.health[4, ::3] = 0
    games = Games(*games[:3], np.where(games.resident == 4, 0, games.resident), games.who)
    worth, _ = judged(read_weights(), games, after(games, *EFFECTS))
    for game in range(40):
        columns = [tuple(int(number) for number in each[:, game]) for each in games[:3]]
        resident = int(games.resident[game])
        position = Position(0, columns[0], columns[1], columns[2], None if resident < 0 else resident)
        found = worths(the_crowd(), King(5), position)
        assert found == pytest.approx((worth[:, game] * the_crowd().sure).tolist(), rel=1e-5)


def test_the_fit_finds_who_wins_more_often() -> None:
    """From the same games, fitted weights are less surprised by the winners, and their file holds all of them."""
    rng = np.random.default_rng(5)
    guess = Weights.first_guess()
    seen = list(self_play(guess, fresh_games(3, 60, rng), rng))
    assert sum(len(each.winner) for each in seen) > 60
    for each in seen:
        alive = each.games.health[each.winner, np.arange(len(each.winner))] > 0
        assert alive.all()
    _, before = fitted(seen, 60, guess, steps=0)
    weights, surprise = fitted(seen, 60, guess, steps=20)
    assert surprise < before
    assert len(as_file(weights)) == len(as_file(guess))
    assert len(OUTCOMES) == 159
