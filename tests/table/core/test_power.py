"""What the host's tools cost in a rated game: nobody wins with them, and nobody escapes a loss."""

from typing import Any

import msgspec
import pytest

from dicehall.bots import NORMAL
from dicehall.ports import Finished
from dicehall.table.core import events
from dicehall.table.core.commands import (
    AgreeReset,
    Close,
    Help,
    Kick,
    Leave,
    Open,
    Readmit,
    Ready,
    Reset,
    Sit,
    Stand,
    Start,
    TimeUp,
)
from dicehall.table.core.public_view import show, show_mine
from dicehall.table.core.state import load, save
from tests.table.core.test_rated import played
from tests.table.kit import ANN, BOB, CID, DEE, HALL, Evening, setting

EVERYONE = frozenset((ANN, BOB, CID, DEE))
LONG: dict[str, Any] = {"options": {"rounds": 9, "turn_order": "seat"}}


def rated(*people: str, bots: int = 0) -> Evening:
    """A rated game in which someone has moved; the first of these people hosts it."""
    return played(*people, accounts=EVERYONE, bots=bots, **LONG).step()


def unrated(*people: str) -> Evening:
    return played(*people, accounts=EVERYONE, rated=False, **LONG).step()


def as_administrator(evening: Evening, *, on: bool = True) -> Evening:
    evening.inputs = evening.inputs._replace(administrator=on)
    return evening


def won(finished: Finished, who: str) -> bool | None:
    return finished.outcomes[finished.seats.index(who)]


# Removing a player


def test_a_bot_plays_on_for_a_player_who_was_removed_and_the_host_wins_nothing_h_07() -> None:
    evening = rated(ANN, BOB).do(ANN, Kick(BOB))
    assert evening.table.playing is not None, "the last player left has not won"
    assert evening.play.level_of(1) == NORMAL
    assert evening.play.left == ()
    game = evening.to_the_end().game
    assert game.no_win == (0,)
    assert (game.accounts, game.replaced) == ((0, 1), (1,)), "for the rating a bot has played"
    assert won(game, ANN) is not True
    assert won(game, BOB) is (game.places[1] == 1), "the seat's result is that of the player who was removed"


def test_a_host_who_removed_a_player_and_comes_behind_has_lost_h_07() -> None:
    results = {won(rated_until_end(seed), ANN) for seed in range(12)}
    assert results == {None, False}


def rated_until_end(seed: int) -> Finished:
    evening = played(ANN, BOB, accounts=EVERYONE, **LONG)
    evening.luck.random.seed(seed)
    return evening.step().do(ANN, Kick(BOB)).to_the_end().game


def test_who_was_removed_sees_and_plays_nothing_of_the_game_any_more_h_07() -> None:
    evening = rated(ANN, BOB, CID).do(ANN, Kick(BOB), Readmit(BOB))
    assert BOB not in show_mine(evening.table)
    assert show(evening.table).handed == (1,)
    assert evening.refused(BOB, Sit()) == "game_running"
    while evening.awaited != BOB:
        evening.step()
    assert evening.options(BOB) == []
    assert evening.until is None, "a bot has no clock"
    assert load(save(evening.table)) == evening.table


def test_a_bot_that_holds_the_seat_of_someone_away_plays_on_when_they_are_removed_h_07() -> None:
    evening = rated(ANN, BOB, CID)
    for _ in range(60):
        if evening.play.handed:
            break
        if evening.awaited == BOB:
            evening.after(10_000).do(HALL, TimeUp())
        else:
            evening.step()
    assert 1 in evening.play.handed
    after = evening.do(ANN, Kick(BOB)).play
    assert (after.handed, after.replaced) == ((), (1,))


def test_a_bot_that_the_host_removes_plays_to_the_end_h_07() -> None:
    evening = rated(ANN, BOB, bots=1).do(ANN, Kick("bot:Fox"))
    assert evening.play.left == ()
    assert "bot:Fox" not in evening.seated
    assert evening.to_the_end().game.no_win == ()


def test_at_an_unrated_table_a_player_who_is_removed_has_left_p_16_p_17_h_07() -> None:
    game = unrated(ANN, BOB).do(ANN, Kick(BOB)).game
    assert (game.left, game.no_win) == ((1,), ())
    assert (won(game, ANN), won(game, BOB)) == (True, False)


def test_a_spectator_can_be_removed_without_a_price_h_07() -> None:
    evening = rated(ANN, BOB).do(ANN, Kick(CID))
    assert evening.heard(events.Kicked) == [events.Kicked(CID)]
    assert evening.to_the_end().game.no_win == ()


def test_administrators_are_free_where_they_neither_host_nor_play_h_07_h_08_h_09() -> None:
    evening = as_administrator(rated(ANN, BOB)).do(DEE, Kick(BOB))
    assert evening.game.left == (1,)
    assert evening.game.no_win == ()
    assert as_administrator(rated(ANN, BOB)).do(DEE, Reset()).game.left == ()
    assert as_administrator(rated(ANN, BOB)).do(DEE, Close()).game.left == ()
    evening = as_administrator(rated(ANN, BOB)).after(31)
    assert evening.do(DEE, Help(evening.play.due[0].seat)).heard(events.Helped)
    for who in (ANN, BOB):
        assert as_administrator(rated(ANN, BOB)).do(who, Reset()).game.left == ((ANN, BOB).index(who),)


# Breaking off


@pytest.mark.parametrize("command", [Reset(), Close()], ids=["reset", "close"])
def test_the_host_who_ends_a_rated_game_alone_has_lost_it_and_the_others_have_no_result_h_08(
    command: Reset | Close,
) -> None:
    game = rated(ANN, BOB, CID).do(ANN, command).game
    assert game.outcomes == [False, None, None]


@pytest.mark.parametrize("command", [Reset(), Close()], ids=["reset", "close"])
def test_at_an_unrated_table_that_costs_nothing_p_22_h_08(command: Reset | Close) -> None:
    assert unrated(ANN, BOB).do(ANN, command).game.outcomes == [None, None]


def test_before_the_first_move_a_reset_costs_nothing_h_08() -> None:
    evening = played(ANN, BOB, accounts=EVERYONE, **LONG)
    assert not evening.play.decided
    assert evening.refused(ANN, AgreeReset()) == "not_needed"
    evening.do(ANN, Reset())
    assert evening.heard(events.GameReset) == [events.GameReset()]


def test_a_throw_is_a_decision_too_h_08() -> None:
    evening = played(ANN, BOB, accounts=EVERYONE, game="three_dice", options={})
    while not evening.play.decided:
        evening.step()
    assert won(evening.do(ANN, Reset()).game, ANN) is False


def test_a_host_without_a_seat_has_nothing_to_lose_h_08() -> None:
    evening = Evening()
    evening.inputs = evening.inputs._replace(is_account=EVERYONE.__contains__)
    evening.do(DEE, Open(setting("mindroll", 3, **LONG), sit=False))
    for who in (ANN, BOB):
        evening.do(who, Sit(), Ready())
    evening.do(DEE, Start()).step()
    assert evening.do(DEE, Reset()).game.outcomes == [None, None]


def test_if_everyone_agrees_a_reset_costs_nobody_anything_h_08() -> None:
    evening = rated(ANN, BOB, CID).do(ANN, AgreeReset()).do(BOB, AgreeReset())
    assert show(evening.table).agreed == (ANN, BOB)
    assert evening.refused(BOB, AgreeReset()) == "already"
    evening.do(CID, AgreeReset())
    assert evening.table.playing is None
    assert evening.game.outcomes == [None, None, None]


def test_only_the_host_asks_and_only_players_are_asked_h_08() -> None:
    evening = rated(ANN, BOB)
    assert evening.refused(BOB, AgreeReset()) == "not_asked"
    assert evening.refused(CID, AgreeReset()) == "not_seated"
    assert unrated(ANN, BOB).refused(ANN, AgreeReset()) == "not_needed"


def test_who_plays_on_has_taken_the_yes_back_h_08() -> None:
    evening = rated(ANN, BOB)
    evening.do(evening.awaited if evening.awaited == ANN else ANN, AgreeReset())
    while ANN in evening.play.agreed:
        evening.step()
    assert evening.table.playing is not None
    assert evening.refused(BOB, AgreeReset()) == "not_asked"


@pytest.mark.parametrize("goes", [Stand(), Leave()], ids=["stand", "leave"])
def test_nobody_waits_for_the_yes_of_a_leaver_h_08(goes: Stand | Leave) -> None:
    evening = rated(ANN, BOB, CID).do(ANN, AgreeReset()).do(BOB, AgreeReset()).do(CID, goes)
    assert evening.table.playing is None
    assert evening.game.outcomes == [None, None, False]


def test_a_host_cannot_remove_the_ones_who_say_no_h_08() -> None:
    evening = rated(ANN, BOB, CID).do(ANN, AgreeReset()).do(BOB, AgreeReset()).do(ANN, Kick(CID))
    assert evening.table.playing is not None
    fresh = rated(ANN, BOB).do(ANN, Kick(BOB))
    assert fresh.refused(ANN, AgreeReset()) == "cannot_agree"
    assert won(fresh.do(ANN, Reset()).game, ANN) is False


# Playing for others


def test_in_a_rated_game_the_host_plays_for_others_only_when_their_time_is_up_h_09() -> None:
    evening = rated(ANN, BOB)
    seat = evening.play.due[0].seat
    clock = evening.table.setting.clock
    assert evening.after(clock - 5).refused(ANN, Help(seat)) == "too_early"
    assert "rated" in evening.message(ANN, Help(seat))
    assert evening.after(6).do(ANN, Help(seat)).heard(events.Helped)


def test_without_a_clock_the_time_of_the_table_has_to_pass_h_09() -> None:
    evening = played(ANN, BOB, accounts=EVERYONE, on_timeout="wait", **LONG).step()
    seat = evening.play.due[0].seat
    assert evening.until is None
    assert evening.after(evening.table.setting.clock - 5).refused(ANN, Help(seat)) == "too_early"
    assert evening.after(6).do(ANN, Help(seat)).heard(events.Helped)


def test_at_an_unrated_table_half_a_minute_is_enough_h_09() -> None:
    evening = unrated(ANN, BOB).after(31)
    assert evening.do(ANN, Help(evening.play.due[0].seat)).heard(events.Helped)


# Logs from before


def test_a_game_from_before_keeps_the_rules_it_began_with_h_07_h_08() -> None:
    evening = rated(ANN, BOB)
    started = msgspec.structs.replace(evening.play.started, accounts=None)
    old = msgspec.structs.replace(evening.play, started=started)
    for command, left in ((Kick(BOB), (1,)), (Reset(), ())):
        before = Evening(msgspec.structs.replace(evening.table, play=old))
        before.do(ANN, command)
        assert (before.table.play.left if before.table.play else ()) == left
        assert not before.heard(events.GameForfeited)


def test_a_finished_game_from_before_reads_as_it_was() -> None:
    finished = msgspec.to_builtins(rated(ANN, BOB).do(ANN, Reset()).game)
    for added in ("accounts", "replaced", "no_win"):
        del finished[added]
    assert msgspec.convert(finished, Finished).accounts is None
