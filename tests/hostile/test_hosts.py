"""Hosts and accounts that play for the leaderboard instead of the game win nothing by it."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from msgspec.structs import replace

from tests.at_once import at_once
from tests.hostile.hosts import (
    CHEATS,
    DAY,
    EVENING,
    GAMES,
    Cheat,
    always_kicks,
    closes_behind,
    evening_of,
    farmed,
    kicks_ahead_and_resets_behind,
)
from tests.store.evenings import Hall
from tests.table.kit import ANN, BOB, CID, DEE


@pytest.fixture
def hall() -> Iterator[Hall]:
    with closing(Hall()) as hall:
        yield hall


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_host_who_uses_the_tools_wins_no_game_and_escapes_no_loss(hall: Hall, cheat: Cheat) -> None:
    hall.counts(*evening_of(cheat))
    mine = hall.tally(ANN) if at_once(hall.results.tallies(ANN)) else None
    assert mine is None or mine.won == 0
    assert mine is None or mine.rating <= 1000
    assert mine is not None or cheat is always_kicks
    if cheat is kicks_ahead_and_resets_behind:
        assert mine is not None
        assert mine.lost >= GAMES // 3, "every reset was a loss"


@pytest.mark.parametrize("cheat", [CHEATS[0], *(pytest.param(cheat, marks=pytest.mark.soak) for cheat in CHEATS[1:])])
def test_the_same_evening_before_these_rulings_was_won(hall: Hall, cheat: Cheat) -> None:
    """So the attack is one."""
    hall.counts(*evening_of(cheat, before=True))
    assert hall.tally(ANN).won > hall.tally(ANN).lost
    assert hall.tally(ANN).rating > 1000


def test_a_host_who_closes_the_table_when_behind_has_lost(hall: Hall) -> None:
    games = evening_of(closes_behind)
    hall.counts(*games)
    broken_off = [game for game in games if not game.places]
    assert broken_off
    assert hall.tally(ANN).lost >= len(broken_off)


# Accounts that farm each other


def test_accounts_that_farm_each_other_for_a_day_gain_less_than_two_honest_games_give(hall: Hall) -> None:
    hall.counts(*farmed(GAMES))
    [game] = farmed(1)
    honest = [replace(game, seats=(CID, DEE), ended=EVENING + DAY * day) for day in range(2)]
    hall.counts(*honest)
    assert hall.tally(ANN).won == GAMES
    assert 1000 < hall.tally(ANN).rating < hall.tally(CID).rating


def test_a_guest_who_gives_up_feeds_nobodys_rating(hall: Hall) -> None:
    """At a table where another account only sits."""
    [game] = farmed(1)
    feeding = replace(game, seats=(ANN, BOB, CID), levels=(None,) * 3, places=(1, 3, 2), scores=(0,) * 3, left=(1,))
    hall.counts(*[replace(feeding, accounts=(0,), ended=EVENING + number) for number in range(GAMES)])
    assert hall.tally(ANN).rating == 1000
    assert hall.tally(ANN).won == GAMES
