"""The tests of dice against known values, dice that are loaded, and dice that are not."""

import math
from itertools import groupby, pairwise
from random import Random
from statistics import fmean

import pytest

from dicehall.ports import Thrown
from dicehall.server.results.statistics import chi_square_tail, evenness, independence, judge, longest_row

# Degrees of freedom, and what chi-square exceeds with a probability of 5 %, 1 % and 0.1 %: as in any printed table.
TABLE = {
    1: (3.841, 6.635, 10.828),
    2: (5.991, 9.210, 13.816),
    3: (7.815, 11.345, 16.266),
    4: (9.488, 13.277, 18.467),
    5: (11.070, 15.086, 20.515),
    9: (16.919, 21.666, 27.877),
    10: (18.307, 23.209, 29.588),
    11: (19.675, 24.725, 31.264),
    19: (30.144, 36.191, 43.820),
    20: (31.410, 37.566, 45.315),
    29: (42.557, 49.588, 58.301),
    30: (43.773, 50.892, 59.703),
}


@pytest.mark.parametrize("degrees", TABLE)
def test_the_tail_of_chi_square_is_as_printed(degrees: int) -> None:
    tails = [chi_square_tail(statistic, degrees) for statistic in TABLE[degrees]]
    assert tails == [pytest.approx(0.05, rel=2e-3), pytest.approx(0.01, rel=2e-3), pytest.approx(0.001, rel=2e-3)]


@pytest.mark.parametrize("degrees", [1, 2, 3, 5, 19, 20, 99])
def test_the_tail_falls_from_one_to_nothing(degrees: int) -> None:
    assert chi_square_tail(0, degrees) == 1
    tails = [chi_square_tail(statistic / 4, degrees) for statistic in range(1200)]
    assert all(one >= other - 1e-12 for one, other in pairwise(tails))
    assert tails[1] > 0.6
    assert chi_square_tail(1e7, degrees) == 0


@pytest.mark.parametrize("degrees", range(1, 12))
def test_the_tail_is_the_area_under_the_curve(degrees: int) -> None:
    def density(x: float) -> float:
        return math.exp((degrees / 2 - 1) * math.log(x / 2) - x / 2 - math.lgamma(degrees / 2)) / 2

    step = 0.002
    between = step * sum(density(3 + step * (at + 0.5)) for at in range(2000))
    assert chi_square_tail(3, degrees) - chi_square_tail(7, degrees) == pytest.approx(between, abs=1e-7)


def test_faces_that_fell_equally_often_are_as_even_as_can_be() -> None:
    even = evenness((100,) * 6)
    assert (even.expected, even.chi_square, even.degrees, even.p) == (100, 0, 5, 1)


def test_a_textbook_example_of_evenness() -> None:
    """Sixty throws of one die; chi-square is 13.4, and the table above puts that between 5 % and 1 %."""
    uneven = evenness((5, 8, 9, 8, 10, 20))
    assert uneven.chi_square == pytest.approx(13.4)
    assert 0.01 < uneven.p < 0.05


def test_repeats_are_measured_in_standard_deviations() -> None:
    assert independence(601, 6, 100).z == pytest.approx(0)
    assert independence(601, 6, 100).p == pytest.approx(1)
    many = independence(10_001, 2, 5098)
    assert many.expected == pytest.approx(5000)
    assert many.z == pytest.approx(1.96)
    assert many.p == pytest.approx(0.05, abs=1e-4)
    assert independence(10_001, 2, 4902).p == pytest.approx(many.p)


@pytest.mark.parametrize(("sides", "dice"), [(2, 100), (2, 1000), (6, 200), (6, 1000), (20, 2000)])
def test_the_longest_row_is_as_long_as_those_of_a_fair_die_on_average(sides: int, dice: int) -> None:
    luck = Random(4)
    longest = [longest_of([luck.randrange(sides) for _ in range(dice)]) for _ in range(400)]
    assert fmean(longest) == pytest.approx(longest_row(dice, sides), abs=0.25)


def longest_of(faces: list[int]) -> int:
    return max(len(list(row)) for _, row in groupby(faces))


def thrown(sides: int, faces: list[int]) -> Thrown:
    counts = tuple(faces.count(face) for face in range(1, sides + 1))
    return Thrown(sides, counts, sum(one == other for one, other in pairwise(faces)), longest_of(faces))


@pytest.mark.parametrize("sides", [2, 5, 6, 12, 30])
def test_fair_dice_pass(sides: int) -> None:
    luck = Random(sides)
    verdict = judge(thrown(sides, [luck.randint(1, sides) for _ in range(20_000)]))
    assert verdict.faces is not None
    assert verdict.repeats is not None
    assert min(verdict.faces.p, verdict.repeats.p) > 0.001
    assert verdict.dice == 20_000


def test_p_values_of_fair_dice_lie_anywhere() -> None:
    """Of both tests: a p-value that is below 0.1 happens in a tenth of all cases, and so for every other share."""
    luck = Random(8)
    verdicts = [judge(thrown(6, [luck.randint(1, 6) for _ in range(600)])) for _ in range(400)]
    for values in ([v.faces.p for v in verdicts if v.faces], [v.repeats.p for v in verdicts if v.repeats]):
        assert len(values) == 400
        for share in (0.1, 0.25, 0.5, 0.75, 0.9):
            assert sum(value < share for value in values) / 400 == pytest.approx(share, abs=0.08)


def test_a_loaded_die_is_found_by_its_faces() -> None:
    luck = Random(1)
    verdict = judge(thrown(6, [luck.choice((1, 2, 3, 4, 5, 6, 6)) for _ in range(5000)]))
    assert verdict.faces is not None
    assert verdict.faces.p < 1e-6


def test_a_die_that_remembers_is_found_by_its_repeats_though_its_faces_are_even() -> None:
    verdict = judge(thrown(6, [1 + at % 6 for at in range(6000)]))
    assert verdict.faces is not None
    assert verdict.repeats is not None
    assert verdict.faces.p == 1
    assert verdict.repeats.p < 1e-6
    sticky = judge(thrown(6, [1 + at // 2 % 6 for at in range(6000)]))
    assert sticky.repeats is not None
    assert sticky.repeats.z > 10


@pytest.mark.parametrize(("counts", "enough"), [((29, *[0] * 5), False), ((30, *[0] * 5), True), ((500,), False)])
def test_too_few_dice_are_not_judged(counts: tuple[int, ...], enough: bool) -> None:
    verdict = judge(Thrown(len(counts), counts, 28, 29))
    judged = (verdict.faces, verdict.repeats, verdict.longest_expected)
    assert [part is not None for part in judged] == [enough] * 3
