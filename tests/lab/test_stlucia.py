"""King of StLucia for two, solved for small thresholds: against the rules themselves, forwards, and by playing."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import comb, factorial, prod
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from dicehall.bots.match import play_out
from dicehall.bots.stlucia import hard
from dicehall.bots.stlucia.dice import ABOVE, BELOW, DICE, INDEX, ORDERS, OUTCOMES, SETS
from dicehall.lab.stlucia import duel
from dicehall.lab.stlucia.duel import best_play, cap_effect, error, layers, longest_wait
from dicehall.lab.stlucia.positions import Positions, from_empty, from_inside, from_outside
from dicehall.lab.stlucia.turn import CHANCES, ROLLS, bests, sums, value
from dicehall.rules.chance import Rolled
from dicehall.rules.kernel import Ask
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.stlucia import LISTING, Choosing, Deciding, King, Options, Rerolling, State, Throwing, Won
from dicehall.rules.values import NATURE
from tests.kit.scale import kept_for_soak

THRESHOLD = 3


def quiet(_what: str, _done: int, _of: int) -> None:
    pass


@pytest.fixture(scope="module")
def chances() -> Positions:
    return best_play(THRESHOLD, quiet)


def chance_of(chances: Positions, game: King, state: State) -> float:
    """The thrower's chance at the beginning of a turn, as solved."""
    assert isinstance(state.phase, Throwing)
    seats = (state.phase.seat, 1 - state.phase.seat)
    needs = tuple(game.options.threshold - state.points[seat] for seat in seats)
    health = tuple(state.health[seat] - 1 for seat in seats)
    tokens = tuple(state.tokens[seat] for seat in seats)
    if state.resident is None:
        return float(chances.empty[(*needs, *tokens)])
    town = chances.inside if state.resident == seats[0] else chances.outside
    return float(town[(*needs, *health, *tokens)])


# The dice


def test_there_are_as_many_sets_as_counting_says() -> None:
    assert [len(sets) for sets in SETS] == [comb(size + 5, 5) for size in range(7)]
    assert sum(ORDERS) == 6**DICE
    assert len(OUTCOMES) == 159


def test_the_ladder_is_the_keep_matrix() -> None:
    """The mean of each of the 924 sets that can be kept, from 12,376 multinomial chances (the second way)."""
    rolls = np.random.default_rng(1).random((462, 1))
    ladder, pairs = sums(rolls), 0
    for size in range(7):
        thrown = DICE - size
        for kept, found in zip(SETS[size], ladder[size][:, 0], strict=True):
            mean = 0.0
            for faces in SETS[thrown]:
                chance = factorial(thrown) / prod(factorial(faces.count(face)) for face in set(faces)) / 6**thrown
                mean += chance * rolls[INDEX[DICE][tuple(sorted((*kept, *faces)))], 0]
                pairs += 1
            assert mean == pytest.approx(found / 6**thrown, rel=1e-12)
    assert pairs == 12_376


# The first way: the rules' own moves, all of them


def by_all_moves(game: King, state: State, chances: Positions) -> float:
    """The thrower's chance by every move and every throw of this turn. Dice are sorted, which changes nothing."""
    assert isinstance(state.phase, Throwing)
    thrower = state.phase.seat

    @cache
    def throws(kept: tuple[int, ...], left: int) -> float:
        count = DICE - len(kept)
        total, ways = 0.0, 0
        for faces in SETS[count]:
            orders = factorial(count) // prod(factorial(faces.count(face)) for face in set(faces))
            phase = Rerolling(thrower, (*kept, *faces), tuple(range(len(kept), DICE)), left)
            after = state if left == 2 else replace(state, phase=phase)
            total += orders * worth(game.apply(after, NATURE, Rolled(faces)).state)
            ways += orders
        return total / ways

    @cache
    def choice(dice: tuple[int, ...], left: int) -> float:
        asked = replace(state, phase=Choosing(thrower, dice, left))
        pending = game.pending(asked)
        assert isinstance(pending, Ask)
        kept_sets = {
            tuple(face for index, face in enumerate(dice) if index not in move.dice)
            for move in pending.options[thrower]
            if isinstance(move, Reroll)
        }
        kept = worth(game.apply(asked, thrower, Keep()).state)
        return max(kept, *(throws(faces, left - 1) for faces in kept_sets))

    def worth(after: State) -> float:
        match after.phase:
            case Choosing(_, dice, left):
                return choice(tuple(sorted(dice)), left)
            case Deciding(_, resident):
                answers = game.pending(after).options[resident]  # type: ignore[union-attr]
                return min(worth(game.apply(after, resident, answer).state) for answer in answers)
            case Won(seat):
                return float(seat == thrower)
            case _:
                return 1 - chance_of(chances, game, after)

    return throws((), 2)


def some_positions(seed: int, count: int) -> Iterator[State]:
    rng = Random(seed)
    for number in range(count):
        resident = (None, 0, 1)[number % 3]
        pair = [(rng.randint(1, 10), rng.randint(1, 10)), (rng.randrange(10), rng.randrange(10))]
        health, tokens = pair if resident is not None else ((10, 10), pair[1])
        points = (rng.randrange(THRESHOLD), rng.randrange(THRESHOLD))
        yield State(health, points, tokens, (1, 1), resident, (), Throwing(rng.randrange(2)))


@pytest.mark.parametrize("count", [3, kept_for_soak(9)])
def test_a_turn_by_the_rules_own_moves_gives_the_same(chances: Positions, count: int) -> None:
    game = King(2, Options(threshold=THRESHOLD))
    for state in some_positions(seed=5, count=count):
        assert by_all_moves(game, state, chances) == pytest.approx(chance_of(chances, game, state), abs=1e-12)


def test_a_killed_resident_ends_a_game_of_two_whatever_the_option_says(chances: Positions) -> None:
    state = State((4, 2), (0, 0), (5, 0), (1, 1), 1, (), Throwing(0))
    game = King(2, Options(threshold=THRESHOLD, resident_killed="becomes_empty"))
    assert by_all_moves(game, state, chances) == pytest.approx(chance_of(chances, game, state), abs=1e-12)


# The second way: forwards. Where does the probability go when both play what was found?


def kept_of_rolls(ladder: list[Any]) -> tuple[Any, Any]:
    """For each roll: the size and the index of the best set to keep."""
    size_of, index_of, best = np.zeros(1, int), np.zeros(1, int), ladder[0][:, 0]
    for size in range(1, DICE + 1):
        own = ladder[size][:, 0] * 6.0**size
        sizes, indices = np.full(len(own), size), np.arange(len(own))
        for which, below in enumerate(BELOW[size]):
            for less in below:
                if best[less] > own[which]:
                    own[which], sizes[which], indices[which] = best[less], size_of[less], index_of[less]
        size_of, index_of, best = sizes, indices, own
    return size_of, index_of


def thrown_on(spread: Any, kept: tuple[Any, Any]) -> Any:
    """From chances of rolls to chances of rolls: keep, and throw the rest."""
    at = [np.bincount(kept[1], np.where(kept[0] == size, spread, 0), 462)[: len(SETS[size])] for size in range(7)]
    for size, above in enumerate(ABOVE):
        np.add.at(at[size + 1], np.array(above), at[size][:, None] / 6)
    return at[DICE]


def outcome_chances(worth: Any) -> Any:
    """How likely each outcome of the turn is, from what it is worth to the thrower."""
    last = sums(worth[ROLLS][:, None])
    first = sums(bests(last))
    rolls = thrown_on(thrown_on(CHANCES, kept_of_rolls(first)), kept_of_rolls(last))
    return np.bincount(ROLLS, rolls, len(OUTCOMES))


def test_the_probability_of_all_ends_adds_up_to_the_chances(chances: Positions) -> None:
    start = ("outside", 3, 3, 9, 2, 9, 8)  # town, what they need, their health, their tokens
    here: dict[tuple[Any, ...], Any] = {start: np.array([1.0, 0.0])}  # the first player throws
    won, dropped, followed = np.zeros(2), 0.0, 0
    while here:
        position = max(here, key=lambda each: (each[1] + each[2], each[0] == "outside"))
        spread = here.pop(position)
        if spread.sum() < 1e-6:
            dropped += spread.sum()
            continue
        followed += 1
        for after, chance in ends_of(chances, position).items():
            if after is None:
                won += chance * spread
            else:
                here[after] = here.get(after, np.zeros(2)) + chance * spread[::-1]
    assert followed > 100
    assert dropped < 1e-3
    assert won.sum() + dropped == pytest.approx(1, abs=1e-12)
    assert won[0] - 1e-12 <= looked_up(chances, start) <= won[0] + dropped + 1e-12


def ends_of(chances: Positions, position: tuple[Any, ...]) -> dict[Any, float]:
    """Written once more, one position at a time. The thrower's win is None."""
    town, mine, yours, health, other, tokens, theirs = position
    ends: dict[Any, float] = defaultdict(float)
    worths = []
    for points, hearts, attacks, palms in OUTCOMES:
        saved = tokens + palms
        need = mine - points - saved // 10 - (2 if town == "inside" else 0)
        healed = health if town == "inside" else min(health + hearts, 10)
        left = other - attacks
        after: Any = (town_after(town), yours, need, left, healed, theirs, saved % 10)
        if need <= 0 or left <= 0:
            after = None
        elif town == "outside" and attacks and need > 1:
            leaves = ("outside", yours, need - 1, *after[3:])
            after = max((after, leaves), key=lambda each: looked_up(chances, each))
        worths.append((after, 1 - (looked_up(chances, after) if after else 0)))
    spread = outcome_chances(np.array([worth for _, worth in worths]))
    for (after, _), chance in zip(worths, spread, strict=True):
        ends[after] += chance
    return ends


def town_after(town: str) -> str:
    return {"inside": "outside", "outside": "inside"}[town]


def looked_up(chances: Positions, position: tuple[Any, ...]) -> float:
    town, mine, yours, health, other, *tokens = position
    return float(getattr(chances, town)[(mine, yours, health - 1, other - 1, *tokens)])


# The third way: playing


def test_games_of_two_perfect_players_agree(chances: Positions) -> None:
    """The shipped table knows the same game: 60 games lie within four standard errors."""
    options = Options(threshold=THRESHOLD, first_player="first_seat")
    wins = [play_out(LISTING, [hard, hard], options, Random(seed))[1].winners[0] for seed in range(60)]
    first = float(chances.empty[THRESHOLD, THRESHOLD, 0, 0])
    assert abs(wins.count(0) / len(wins) - first) < 4 * (first * (1 - first) / len(wins)) ** 0.5


# What the proof says


def test_below_and_above_meet_where_the_town_is_empty(chances: Positions) -> None:
    """From 0 up and from 1 down: the truth lies between, however slowly they come together."""
    needs = (THRESHOLD, THRESHOLD)
    bounds = []
    for start in (0.0, 1.0):
        guess = Positions(chances.inside, chances.outside, chances.empty.copy())
        guess.empty[needs] = start
        for _ in range(60):
            guess.empty[needs] = duel.turns(from_empty(guess, *needs))
        bounds.append(guess.empty[needs])
    assert np.abs(bounds[0] - bounds[1]).max() < 1e-12
    assert np.abs(bounds[0] - chances.empty[needs]).max() < 1e-12


def test_every_layer_leads_only_to_layers_before_it(chances: Positions) -> None:
    """With nothing known but what came before, nothing unknown is met."""
    fresh = Positions.unknown(THRESHOLD)
    for mine, yours in layers(THRESHOLD):
        for needs in {(mine, yours), (yours, mine)}:
            assert np.isfinite(from_inside(fresh, *needs, 9)).all()
            fresh.inside[needs] = chances.inside[needs]
        for needs in {(mine, yours), (yours, mine)}:
            assert np.isfinite(from_outside(fresh, *needs, 9)).all()
            fresh.outside[needs] = chances.outside[needs]
            fresh.empty[needs] = chances.empty[needs]


def test_the_error_counts_what_it_must() -> None:
    assert longest_wait() == pytest.approx(0.902592, abs=1e-6)
    assert 0 < error(15) < 1e-9


def test_the_turn_cap_changes_nothing_that_matters(chances: Positions) -> None:
    assert 0 <= cap_effect(chances) < 1e-50


def test_work_goes_on_where_it_was_stopped_and_serves_any_threshold(chances: Positions, tmp_path: Path) -> None:
    best_play(1, quiet, tmp_path)
    [file] = tmp_path.iterdir()
    before = file.read_bytes()
    again = best_play(1, quiet, tmp_path)
    assert file.read_bytes() == before
    for name in ("inside", "outside", "empty"):
        assert np.array_equal(getattr(again, name)[1, 1], getattr(chances, name)[1, 1])


def test_the_first_player_of_a_short_game_wins_nearly_always(chances: Positions) -> None:
    """To one point, any attack will do: 1 - (5/6)**18 at least, and a triple helps as well."""
    first = chances.empty[1, 1, 0, 0]
    assert 1 - (5 / 6) ** 18 < first < 1
    wins = [[float(points > 0 or attacks > 0)] for points, _, attacks, _ in OUTCOMES]
    once = float(value(np.array(wins))[0])
    assert first == pytest.approx(once / (1 - (1 - once) ** 2), abs=1e-3)
