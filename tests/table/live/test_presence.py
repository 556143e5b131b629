"""Who is at a table: windows are opened and closed, and people are counted once."""

import pytest

from dicehall.table.live.presence import Presence
from tests.table.kit import ANN, BOB, lobby

NAMELESS = None


@pytest.fixture
def here() -> Presence:
    return Presence()


def test_only_the_first_and_the_last_window_of_a_person_change_who_is_here(here: Presence) -> None:
    assert [here.enter(ANN), here.enter(ANN)] == [True, False]
    assert [here.exit(ANN), ANN in here] == [False, True]
    assert [here.exit(ANN), ANN in here] == [True, False]


def test_every_window_without_a_name_may_be_another_person(here: Presence) -> None:
    assert [here.enter(NAMELESS), here.enter(NAMELESS), here.exit(NAMELESS)] == [True, True, True]
    assert len(here) == 1


def test_nobody_is_here_once_all_windows_are_closed(here: Presence) -> None:
    assert not here
    here.enter(ANN)
    here.enter(NAMELESS)
    assert (bool(here), len(here)) == (True, 2)
    here.exit(NAMELESS)
    here.exit(ANN)
    assert (bool(here), len(here)) == (False, 0)


def test_people_with_a_seat_and_no_window_are_absent_and_bots_never_are(here: Presence) -> None:
    table = lobby(ANN, BOB, bots=("normal",)).table
    assert here.absent(table) == (ANN, BOB)
    here.enter(BOB)
    assert here.absent(table) == (ANN,)


def test_spectators_are_counted_by_person_if_they_have_a_name_and_else_by_window(here: Presence) -> None:
    table = lobby(ANN, BOB).table
    for who in (ANN, "eve", "eve", NAMELESS, NAMELESS):
        here.enter(who)
    assert here.watching(table) == 3
