"""How far a game is: a round, lives lost, or the points of whoever has most, by what everyone can see."""

from random import Random
from typing import Any

from dicehall.rules.catalog import find
from dicehall.rules.kernel import Over, board_of
from dicehall.rules.progress import Progress, in_round, most_points
from tests.kit.walk import walk


def told(name: str, seats: int = 3, seed: int = 4, **options: Any) -> list[Progress]:
    """In a random game, each once, in their order; not what it is at the end, where only the result is told."""
    listing = find(name)
    game = listing.new(seats, options)
    stands = [stand for stand in walk(game, Random(seed)) if not isinstance(stand.pending, Over)]
    return list(dict.fromkeys(listing.progress(game, board_of(game, stand.state)) for stand in stands))


def test_matches_of_rounds_tell_the_round() -> None:
    for name in ("mindroll", "three_dice"):
        assert told(name, match="rounds", rounds=3) == [Progress("round", number, 3) for number in (1, 2, 3)]


def test_open_matches_tell_the_round_and_no_end() -> None:
    for name in ("mindroll", "three_dice"):
        assert told(name, match="open")[:2] == [Progress("round", 1), Progress("round", 2)]


def test_a_mindroll_match_to_a_target_tells_the_most_points() -> None:
    first, *_, last = told("mindroll", match="target", target=3)
    assert first == Progress("points", 0, 3)
    assert last == Progress("points", 2, 3)


def test_bluff_tells_its_rounds_and_then_counts_elimination_rounds_on() -> None:
    assert told("bluff", rounds=2)[:2] == [Progress("round", 1, 2), Progress("round", 2, 2)]
    eliminations = [each for seed in range(20) for each in told("bluff", 2, seed, rounds=1) if each.of is None]
    assert eliminations[0] == Progress("round", 2)


def test_peril_tells_the_lives_that_are_lost() -> None:
    lost = told("peril", starting_lives=2)
    assert lost[0] == Progress("lives", 0, 6)
    assert [each.now for each in lost] == sorted(each.now for each in lost)
    assert 3 <= lost[-1].now < 6


def test_king_tells_the_most_points() -> None:
    first, *_, last = told("stlucia", threshold=6)
    assert first == Progress("points", 0, 6)
    assert 0 < last.now <= 6


def test_what_is_told_stays_within_what_is_set() -> None:
    assert in_round(4, 3) == Progress("round", 3, 3)
    assert most_points((-2, -1), 5) == Progress("points", 0, 5)
    assert most_points((2, 9), 5) == Progress("points", 5, 5)
