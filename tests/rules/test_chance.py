"""Chance: what may happen, how likely, and what did."""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.rules.chance import Dice, Drawn, NatureMove, OneOf, Rolled, Shuffle, Shuffled, Source, below
from dicehall.rules.values import Move, Stop

T = TypeVar("T")

SOURCES: list[Source] = [
    Dice((6,)),
    Dice((30,)),
    Dice((6, 5)),
    Dice((6, 6, 6)),
    OneOf((0, 1)),
    OneOf((1, 4, 6, 9)),
    Shuffle((0, 1, 2)),
    Shuffle((5, 2, 3, 0)),
]
each_source = pytest.mark.parametrize("source", SOURCES, ids=str)


# Outcomes


@each_source
def test_probabilities_are_exact_and_sum_to_one(source: Source) -> None:
    outcomes = list(source.outcomes())
    assert all(type(probability) is Fraction for _, probability in outcomes)
    assert sum(probability for _, probability in outcomes) == 1


@each_source
def test_an_outcome_is_listed_once_and_allowed(source: Source) -> None:
    moves = [move for move, _ in source.outcomes()]
    assert len(set(moves)) == len(moves)
    assert all(source.allows(move) for move in moves)


def test_a_sum_of_dice_can_be_counted() -> None:
    sevens = sum(chance for move, chance in Dice((6, 6)).outcomes() if sum(move.faces) == 7)
    assert sevens == Fraction(1, 6)


def test_dice_of_different_sides_keep_their_order() -> None:
    moves = {move for move, _ in Dice((2, 3)).outcomes()}
    assert moves == {Rolled((first, second)) for first in (1, 2) for second in (1, 2, 3)}


def test_outcomes_are_lazy() -> None:
    assert next(Dice((6,) * 100).outcomes()) == (Rolled((1,) * 100), Fraction(1, 6**100))
    assert next(Shuffle(tuple(range(60))).outcomes())[1] == Fraction(1, math.factorial(60))


@pytest.mark.parametrize(
    ("source", "kind", "value"),
    [
        (Dice((6, 6)), Rolled, (1.0, 2)),
        (Dice((6, 6)), Rolled, (True, 2)),
        (Dice((6, 6)), Rolled, b"\x01\x02"),
        (Dice((6, 6)), Rolled, [1, 2]),
        (Dice((6, 6)), Rolled, None),
        (OneOf((0, 1)), Drawn, True),
        (OneOf((0, 1)), Drawn, 1.0),
        (Shuffle((0, 1)), Shuffled, [0, 1]),
        (Shuffle((0, 1)), Shuffled, (False, True)),
    ],
)
def test_what_only_equals_a_whole_number_is_not_allowed(source: Source, kind: Any, value: Any) -> None:
    assert not source.allows(kind(value))


# Draws


class Asked(Exception):
    def __init__(self, width: int) -> None:
        self.width = width


class Script:
    """Luck that has been decided beforehand; when it runs out, it says how many bits more were asked for."""

    def __init__(self, answers: tuple[int, ...]) -> None:
        self.answers = iter(answers)

    def getrandbits(self, width: int, /) -> int:
        for answer in self.answers:
            return answer
        raise Asked(width)


def every_luck(draw: Callable[[Script], T], most: int, answers: tuple[int, ...] = ()) -> Iterator[tuple[T, Fraction]]:
    """What comes of every answer that fair bits can give, at most so many of them, and how likely that is."""
    try:
        yield draw(Script(answers)), Fraction(1)
    except Asked as asked:
        share = Fraction(1, 2**asked.width)
        for answer in range(2**asked.width if len(answers) < most else 0):
            for drawn, chance in every_luck(draw, most, (*answers, answer)):
                yield drawn, chance * share


def weights(drawn: Iterator[tuple[T, Fraction]]) -> dict[T, Fraction]:
    total: dict[T, Fraction] = {}
    for move, chance in drawn:
        total[move] = total.get(move, Fraction()) + chance
    return total


@pytest.mark.parametrize("limit", range(1, 34))
def test_a_number_below_a_limit_is_exactly_as_fair_as_its_bits(limit: int) -> None:
    shares = weights(every_luck(lambda rng: below(rng, limit), most=2))
    assert shares.keys() == set(range(limit))
    assert len(set(shares.values())) == 1


def numbers_needed(source: Source) -> int:
    match source:
        case Dice(sides):
            return 1 if math.prod(sides) <= 216 else len(sides)  # few throws are drawn whole
        case OneOf():
            return 1
        case Shuffle(seats):
            return len(seats) - 1


@each_source
def test_a_draw_is_exactly_as_fair_as_its_luck(source: Source) -> None:
    shares = weights(every_luck(source.draw, most=numbers_needed(source) + 1))
    assert shares.keys() == {move for move, _ in source.outcomes()}
    assert len(set(shares.values())) == 1


def chi_square(drawn: Counter[NatureMove], source: Source, draws: int) -> float:
    expected = {move: float(probability * draws) for move, probability in source.outcomes()}
    return sum((drawn[move] - often) ** 2 / often for move, often in expected.items())


def limit(outcomes: int) -> float:
    """Five standard deviations above the mean of the chi-square distribution."""
    return outcomes - 1 + 5 * math.sqrt(2 * (outcomes - 1))


@each_source
def test_draws_are_uniform(source: Source) -> None:
    rng = Random(20250814)
    drawn = Counter[NatureMove](source.draw(rng) for _ in range(20_000))
    outcomes = len(list(source.outcomes()))
    assert chi_square(drawn, source, 20_000) < limit(outcomes)


def test_a_loaded_die_would_be_noticed() -> None:
    class Loaded(Random):
        def getrandbits(self, k: int, /) -> int:
            return super().getrandbits(k) or super().getrandbits(k)

    rng = Loaded(20250814)
    drawn = Counter[NatureMove](Dice((6,)).draw(rng) for _ in range(20_000))
    assert chi_square(drawn, Dice((6,)), 20_000) > limit(6)


@given(st.lists(st.integers(2, 30), min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_what_dice_draw_they_allow(sides: list[int], rng: Random) -> None:
    assert Dice(tuple(sides)).allows(Dice(tuple(sides)).draw(rng))


@given(st.sets(st.integers(0, 25), min_size=1), st.randoms(use_true_random=False))
def test_what_is_drawn_or_shuffled_is_allowed(seats: set[int], rng: Random) -> None:
    for source in (OneOf(tuple(seats)), Shuffle(tuple(seats))):
        assert source.allows(source.draw(rng))


def test_a_draw_follows_its_seed() -> None:
    for source in SOURCES:
        assert source.draw(Random(7)) == source.draw(Random(7))


# What is not allowed


@pytest.mark.parametrize(
    ("source", "move"),
    [
        (Dice((6, 5)), Rolled((0, 1))),
        (Dice((6, 5)), Rolled((7, 1))),
        (Dice((6, 5)), Rolled((5, 6))),
        (Dice((6, 5)), Rolled((1,))),
        (Dice((6, 5)), Rolled((1, 1, 1))),
        (Dice((6, 5)), Rolled(())),
        (Dice((6, 5)), Drawn(1)),
        (OneOf((1, 4)), Drawn(0)),
        (OneOf((1, 4)), Rolled((1,))),
        (OneOf((1, 4)), Stop()),
        (Shuffle((1, 4, 2)), Shuffled((1, 4))),
        (Shuffle((1, 4, 2)), Shuffled((1, 4, 4))),
        (Shuffle((1, 4, 2)), Shuffled((1, 4, 2, 2))),
        (Shuffle((1, 4, 2)), Shuffled((1, 4, 3))),
        (Shuffle((1, 4, 2)), Drawn(1)),
    ],
)
def test_what_a_source_cannot_give_is_not_allowed(source: Source, move: Move) -> None:
    assert not source.allows(move)


# As text


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (Dice((12,)), "a throw of d12"),
        (Dice((6, 6, 6)), "a throw of 3d6"),
        (Dice((6, 5, 6, 5)), "a throw of d6, d5, d6, d5"),
        (OneOf((0, 2)), "a draw among seats 0, 2"),
        (Shuffle((0, 1, 2)), "a shuffle of seats 0, 1, 2"),
    ],
)
def test_a_source_says_in_words_what_is_owed(source: Source, words: str) -> None:
    assert str(source) == words


@each_source
def test_a_source_survives_encoding(source: Source) -> None:
    assert msgspec.json.decode(msgspec.json.encode(source), type=Source) == source


@pytest.mark.parametrize(
    ("move", "wire"),
    [
        (Rolled((4, 1)), b'{"type":"rolled","faces":[4,1]}'),
        (Drawn(2), b'{"type":"drawn","seat":2}'),
        (Shuffled((2, 0)), b'{"type":"shuffled","order":[2,0]}'),
    ],
)
def test_natures_moves_are_written_as_the_design_says(move: NatureMove, wire: bytes) -> None:
    assert msgspec.json.encode(move) == wire
    assert msgspec.json.decode(wire, type=NatureMove) == move
