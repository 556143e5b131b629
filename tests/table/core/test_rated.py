"""Which games count for the rating, and where people may be told the odds."""

from typing import Any

import msgspec
import pytest

from dicehall.table.core import events
from dicehall.table.core.commands import Configure, Open, Ready, Rematch, Reset, Sit, Start
from dicehall.table.core.events import GameStarted, Setting
from dicehall.table.core.public_view import show
from dicehall.table.core.state import load, save
from dicehall.table.core.stored import fold
from tests.table.kit import ANN, BOB, CID, SHORT, Evening, lobby, quick, setting

ACCOUNTS = frozenset((ANN, BOB))


def played(*people: str, accounts: frozenset[str] = ACCOUNTS, bots: int = 0, **given: Any) -> Evening:
    """A game of these people at a table with these settings, from the start to the end."""
    evening = lobby(*people, bots=("normal",) * bots, **(SHORT | given))
    evening.inputs = evening.inputs._replace(is_account=accounts.__contains__)
    for who in people[1:]:
        evening.do(who, Ready())
    return evening.do(people[0], Start())


# What a table is by itself


@pytest.mark.parametrize(
    ("given", "rated"),
    [
        ({}, True),
        ({"quick": True}, True),
        ({"public": False}, False),
        ({"public": False, "rated": True}, True),
        ({"rated": False}, False),
        ({"odds": True}, False),
        ({"odds": True, "rated": False}, False),
        ({"public": False, "odds": True}, False),
    ],
)
def test_public_and_quick_tables_are_rated_and_private_ones_and_those_with_odds_are_not_h_06(
    given: dict[str, Any], rated: bool
) -> None:
    assert setting(**given).is_rated is rated


def test_a_setting_from_before_is_as_usual() -> None:
    assert msgspec.json.decode(b'{"game":"peril","seats":4}', type=Setting).is_rated
    assert not msgspec.json.decode(b'{"game":"peril","seats":4,"public":false}', type=Setting).is_rated


# Which games are rated


def test_a_game_is_rated_if_two_accounts_sit_at_its_start_h_06() -> None:
    assert played(ANN, BOB, CID).play.rated
    assert played(ANN, BOB, bots=2).play.rated
    assert not played(ANN, CID).play.rated
    assert not played(ANN, bots=3).play.rated
    assert not played(ANN, BOB, accounts=frozenset()).play.rated


def test_bots_are_never_asked_for_an_account_and_nobody_is_at_an_unrated_table_h_06() -> None:
    asked: list[str] = []

    def is_account(who: str) -> bool:
        asked.append(who)
        return True

    for given in ({}, {"rated": False}, {"odds": True}, {"public": False}):
        evening = lobby(ANN, bots=("normal",), **(SHORT | given))
        evening.inputs = evening.inputs._replace(is_account=is_account)
        assert not evening.do(ANN, Start()).play.rated
    assert asked == [ANN]


def test_the_host_decides_whether_a_table_is_rated_h_06() -> None:
    assert not played(ANN, BOB, rated=False).play.rated
    assert not played(ANN, BOB, public=False).play.rated
    assert played(ANN, BOB, public=False, rated=True).play.rated
    assert not played(ANN, BOB, odds=True).play.rated


def test_a_quick_table_is_rated_when_two_accounts_play_h_06() -> None:
    for accounts, rated in ((ACCOUNTS, True), (frozenset((ANN,)), False), (frozenset[str](), False)):
        evening = quick(2)
        evening.inputs = evening.inputs._replace(is_account=accounts.__contains__)
        assert evening.do(ANN, Sit()).do(BOB, Sit()).play.rated is rated


def test_whether_a_game_is_rated_is_in_the_log_in_the_snapshot_and_in_what_the_hall_keeps() -> None:
    for chosen, rated in ((None, True), (False, False)):
        evening = played(ANN, BOB, rated=chosen).to_the_end()
        assert [started.rated for started in evening.heard(GameStarted)] == [rated]
        assert evening.game.rated is rated
        assert show(evening.table).rated is rated
        assert load(save(evening.table)).play == fold(type(evening.table)(), evening.bodies).play


def test_who_makes_an_account_during_a_game_changes_nothing_until_the_next_h_06() -> None:
    evening = played(ANN, CID)
    evening.inputs = evening.inputs._replace(is_account=lambda _who: True)
    assert not evening.to_the_end().game.rated
    assert evening.do(CID, Rematch()).do(ANN, Rematch()).play.rated


def test_a_game_from_before_any_was_unrated_counts() -> None:
    old = {"number": 1, "game": "peril", "edition": 1, "options": {}, "seats": ["ann"], "levels": [None]}
    assert msgspec.convert(old, GameStarted).rated


# Odds


def test_a_table_that_shows_the_odds_cannot_be_rated_and_says_so_h_06() -> None:
    both = setting(rated=True, odds=True)
    assert Evening().refused(ANN, Open(both)) == "rated_odds"
    assert "unrated" in Evening().message(ANN, Open(both))
    assert lobby(ANN, BOB).refused(ANN, Configure(both)) == "rated_odds"


def test_odds_in_the_lobby_turn_off_a_rating_that_nobody_has_chosen_h_06() -> None:
    evening = lobby(ANN, BOB)
    for odds in (False, True, False):
        evening.do(ANN, Configure(setting(odds=odds)))
        assert evening.table.setting.is_rated is not odds


def test_neither_can_be_changed_while_a_game_runs_h_06() -> None:
    evening = played(ANN, BOB)
    for changed in (setting(rated=False), setting(odds=True)):
        assert evening.refused(ANN, Configure(changed)) == "game_running"


def test_live_odds_are_allowed_only_where_they_are_on_and_no_rated_game_runs() -> None:
    assert played(ANN, BOB, odds=True).table.odds_allowed
    assert not played(ANN, BOB).table.odds_allowed
    assert not played(ANN, BOB, rated=False).table.odds_allowed
    assert not played(ANN, CID).table.odds_allowed  # unrated for want of accounts: the table still promised no odds


def test_a_rated_game_gives_no_odds_whatever_its_table_says() -> None:
    """As if a log had been written by hand."""
    evening = played(ANN, BOB)
    opened = next(entry for entry in evening.heard(events.Opened))
    forged = msgspec.structs.replace(evening.table, setting=msgspec.structs.replace(opened.setting, odds=True))
    assert not forged.odds_allowed
    reset = evening.do(ANN, Reset()).do(ANN, Configure(setting(odds=True)))
    assert reset.table.odds_allowed
