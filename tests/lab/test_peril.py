"""Peril reckoned, against the rules themselves: by all moves, by a chain of states, and by playing."""

import math
from fractions import Fraction
from itertools import product
from random import Random
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.bots.match import play_out
from dicehall.bots.uniform import uniform
from dicehall.lab.peril import MOST_EXACT, Rounds, outlook
from dicehall.rules.catalog import find
from dicehall.rules.kernel import Ask, Chance, Over
from dicehall.rules.peril import Options, Peril, Picking, State, Threw
from dicehall.rules.values import NATURE
from tests.kit.scale import kept_for_soak

FOLLOWERS = ("random", "next_seat", "first_seat")


def ways_on(game: Peril, state: State) -> list[tuple[Fraction, State]] | list[State]:
    """Nature's ways on with their chances, or one for each move of the player who is asked."""
    match game.pending(state):
        case Chance(source):
            return [(chance, game.apply(state, NATURE, move).state) for move, chance in source.outcomes()]
        case Ask(options):
            [(seat, moves)] = options.items()
            return [game.apply(state, seat, move).state for move in moves]
        case Over():
            return []
    raise AssertionError(state)


def test_no_pick_is_better_than_another() -> None:
    """P-21: whether everyone helps the first seat or hinders it, by every choice of numbers, its chance is the same."""
    game = Peril(2, Options(starting_lives=1))
    ways: dict[State, Any] = {}
    new = [game.start()]
    while new:
        state = new.pop()
        if state not in ways:
            ways[state] = ways_on(game, state)
            new += [each[1] if isinstance(each, tuple) else each for each in ways[state]]
    assert len(ways) > 300
    for best in (max, min):
        values = dict.fromkeys(ways, 0.0)
        for _ in range(500):  # some eight of them are a round, which halves what is still open
            for state, after in ways.items():
                if not after:
                    values[state] = float(state.phase.seat == 0)  # type: ignore[union-attr]
                elif isinstance(after[0], tuple):
                    values[state] = sum(float(chance) * values[each] for chance, each in after)
                else:
                    values[state] = best(values[each] for each in after)
        for state, value in values.items():
            assert value == pytest.approx(float(outlook(game, state).wins[0]), abs=1e-9), state


@pytest.mark.parametrize("follower", FOLLOWERS)
@pytest.mark.parametrize("scaling", ["alive", "start"])
def test_a_chain_of_the_rules_own_states_gives_the_same(follower: Any, scaling: Any) -> None:
    """The second way: one matrix of all states, in which everybody picks the lowest number, solved at once."""
    game = Peril(3, Options(starting_lives=2, die_scaling=scaling, peril_after_elimination=follower))
    states = [game.start()]
    number = {game.start(): 0}
    rows, columns, chances = [], [], []
    for state in states:
        after: Any = ways_on(game, state)
        steps = after if not after or isinstance(after[0], tuple) else [(Fraction(1), after[0])]
        for chance, each in steps:
            if each not in number:
                number[each] = len(states)
                states.append(each)
            rows.append(number[state])
            columns.append(number[each])
            chances.append(float(chance))
    chain = np.zeros((len(states), len(states)))
    np.add.at(chain, (rows, columns), chances)
    won = np.array(
        [[float(state.lives[seat] > 0 and not ways_on(game, state)) for seat in range(3)] for state in states]
    )
    rolls = np.array([[float(type(state.phase).__name__ == "Rolling")] for state in states])
    solved = np.linalg.solve(np.eye(len(states)) - chain, np.hstack([won, rolls]))
    for state, row in zip(states, solved, strict=True):
        found = outlook(game, state)
        assert found.error == 0
        assert [*map(float, found.wins), float(found.rounds)] == pytest.approx(list(row), abs=1e-9), state


@pytest.mark.parametrize(
    ("follower", "games"), [*product(FOLLOWERS, [150]), *(kept_for_soak(each, 500) for each in FOLLOWERS)]
)
def test_games_that_are_played_agree(follower: Any, games: int) -> None:
    """The third way: they lie within four standard errors of what was reckoned (P-11 has the shares)."""
    game = Peril(4, Options(peril_after_elimination=follower))
    found = outlook(game, game.start())
    wins, rounds = [], []
    for seed in range(games):
        record, over = play_out(find("peril"), [uniform] * 4, game.options, Random(seed))
        wins.append(over.winners[0])
        rounds.append(sum(isinstance(event, Threw) for moment in record.replay() for event in moment.events))
    assert abs(fmean(rounds) - found.rounds) < 4 * stdev(rounds) / math.sqrt(len(rounds))
    for seat, chance in enumerate(found.wins):
        share = wins.count(seat) / len(wins)
        assert abs(share - chance) < 4 * math.sqrt(chance * (1 - chance) / len(wins)), seat


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 11), (4, 20), (6, 33), (8, 45), (10, 71)])
def test_the_rulings_mean_rounds_are_right(seats: int, rounds: int) -> None:
    game = Peril(seats)
    found = outlook(game, game.start())
    assert round(found.rounds) == rounds
    assert found.wins == (Fraction(1, seats),) * seats


def test_floats_are_as_near_as_they_say() -> None:
    options = Options(peril_after_elimination="first_seat")
    lives = (3, 1, 2, 3, 2)
    exact, rounded = (Rounds(5, options, exact=exact) for exact in (True, False))
    for true, near in zip(exact.values(lives).flat, rounded.values(lives).flat, strict=True):
        assert abs(Fraction(near) - true) <= rounded.error(lives) * true
    game = Peril(MOST_EXACT + 1, options)
    state = State((1,) * game.seats, (), game.start().phase)
    assert 0 < outlook(game, state).error < 1e-12


@given(st.data())
def test_chances_add_up_to_one_from_any_position(data: st.DataObject) -> None:
    """Also after someone has left in the middle of a round (P-16)."""
    seats = data.draw(st.integers(2, 4))
    game = Peril(seats, Options(peril_after_elimination=data.draw(st.sampled_from(FOLLOWERS))))
    state = game.start()
    for _ in range(data.draw(st.integers(0, 40))):
        pending = game.pending(state)
        if isinstance(pending, Over):
            break
        if data.draw(st.integers(0, 19)) == 0:
            state = game.withdraw(state, data.draw(st.sampled_from(state.alive))).state
        elif isinstance(pending, Chance):
            move, _ = data.draw(st.sampled_from(list(pending.source.outcomes())))
            state = game.apply(state, NATURE, move).state
        else:
            [(seat, moves)] = pending.options.items()
            state = game.apply(state, seat, data.draw(st.sampled_from(moves))).state
    found = outlook(game, state)
    assert sum(found.wins) == 1
    assert all(found.wins[seat] == 0 for seat in range(seats) if state.lives[seat] == 0)
    if isinstance(state.phase, Picking):
        [(seat, moves)] = game.pending(state).options.items()  # type: ignore[union-attr]
        assert {outlook(game, game.apply(state, seat, move).state) for move in moves} == {found}
