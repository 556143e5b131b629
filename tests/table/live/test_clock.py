"""Clocks: how long a question waits, what happens at the end, and when a table that nobody uses is closed."""

from typing import Any

import msgspec
import pytest

from dicehall.rules.catalog import GAMES, find
from dicehall.rules.kernel import Ask, Over, Pending, Step, View, view_of
from dicehall.rules.listing import Listing, Preset
from dicehall.rules.peril import Pick, Picking
from dicehall.rules.progress import in_round
from dicehall.rules.values import Actor, Left, Move, Options, Seat, Value
from dicehall.table.core import events
from dicehall.table.core.commands import BotTurn, Close, Help, Kick, Leave, Lock, Return, Sit, Stand, Throw, TimeUp
from dicehall.table.core.draft import Decided
from dicehall.table.core.events import LONGEST_CLOCK, QUICK_CLOCK, SHORTEST_CLOCK, Setting
from dicehall.table.core.log import LogEntry, Played
from dicehall.table.core.state import Due, Play, Seated, Table
from tests.table.kit import ANN, BOB, CID, DEE, HALL, SHORT, Evening, lobby, move, pick, quick, running, setting

HOUR = 3600.0


def entries(evening: Evening) -> tuple[LogEntry, ...]:
    """What follows when the clock strikes."""
    answer = evening.ask(HALL, TimeUp())
    assert isinstance(answer, Decided), answer
    return answer.entries


def strike(evening: Evening) -> Evening:
    """Nobody does anything until the next thing happens by itself."""
    evening.now = evening.table.due_at
    return evening.do(HALL, TimeUp())


# How long


def test_ten_minutes_as_printed_p_14() -> None:
    evening = running(ANN, BOB)
    assert evening.until == evening.now + 600
    assert evening.table.due_at == evening.now + 600


def test_a_table_has_the_clock_that_was_chosen_p_14() -> None:
    evening = running(ANN, BOB, clock=17).after(5).step()
    assert evening.until == evening.now + 17


def test_speed_is_two_minutes_p_14() -> None:
    preset = find("peril").preset("Speed")
    assert preset.clock == 120
    evening = running(ANN, BOB, clock=preset.clock)
    assert evening.until == evening.now + 120


def test_the_clocks_of_all_presets_are_clocks_a_table_can_have() -> None:
    clocks = [preset.clock for listing in GAMES for preset in listing.presets if preset.clock is not None]
    assert clocks
    for clock in clocks:
        assert setting(clock=clock).clock == clock


def test_a_clock_has_fifteen_seconds_to_a_day_p_14() -> None:
    assert (SHORTEST_CLOCK, LONGEST_CLOCK, QUICK_CLOCK) == (15, 86_400, 60)
    for clock in (15, 60, 86_400):
        assert setting(clock=clock).clock == clock
    for wrong in (14, 86_401, 0, -1, 10**30, "60", None):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(msgspec.json.encode({"game": "peril", "seats": 4, "clock": wrong}), type=Setting)


@pytest.mark.parametrize("given", [{"seats": 1}, {"seats": 27}, {"on_timeout": "shout"}])
def test_what_no_table_can_be_is_no_setting(given: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        setting(**given)


# What happens


def test_the_lowest_free_number_is_picked_when_the_time_is_up_p_15() -> None:
    evening = running(ANN, BOB).after(600)
    seat = evening.play.due[0].seat
    assert entries(evening) == (events.TimedOut(seat), Played(seat, Pick(1), "clock"))
    assert evening.play.timeouts[seat] == 1


def test_the_die_is_thrown_when_the_time_is_up_p_15() -> None:
    evening = running(ANN, BOB).until_dice_are_held().after(600)
    seat = evening.play.due[0].seat
    timed_out, thrown, *_ = entries(evening)
    assert timed_out == events.TimedOut(seat)
    assert isinstance(thrown, Played)
    assert (thrown.actor, thrown.by) == ("nature", "clock")


def test_before_the_time_is_up_nothing_happens() -> None:
    evening = running(ANN, BOB).after(599.9)
    assert evening.message(HALL, TimeUp()) == "Nobody's time is up."
    assert lobby(ANN).after(600).refused(HALL, TimeUp()) == "not_due"


def test_the_next_question_has_its_full_time_after_a_time_out() -> None:
    evening = running(ANN, BOB).after(600).do(HALL, TimeUp())
    assert evening.until == evening.now + 600
    assert evening.refused(HALL, TimeUp()) == "not_due"


def never_answered(times: int, **given: Any) -> Evening:
    """MindRoll of two: the same seat is asked again and again, and the other plays."""
    evening = running(ANN, BOB, game="mindroll", options={"rounds": 50}, **given)
    while evening.play.timeouts[1] < times:
        if evening.awaited == BOB:
            strike(evening)
        else:
            evening.step()
    return evening


def test_three_time_outs_in_a_row_hand_the_seat_to_a_bot_p_15() -> None:
    evening = never_answered(2)
    assert evening.play.handed == ()
    evening = never_answered(3)
    assert evening.play.handed == (1,)
    assert evening.heard(events.HandedOver) == [events.HandedOver(1)]
    assert evening.play.level_of(1) == "normal"
    assert evening.play.level_of(0) is None


def until_awaited(evening: Evening, who: str) -> Evening:
    while evening.awaited != who:
        evening.step()
    return evening


def test_an_own_move_in_between_restarts_the_count_p_15() -> None:
    evening = until_awaited(never_answered(2), BOB).step()
    assert evening.play.timeouts[1] == 0
    assert evening.play.timeouts[0] == 0


def test_an_own_throw_in_between_restarts_the_count_p_15() -> None:
    """The Peril Player is the first to pick and the one to throw."""
    evening = running(ANN, BOB).after(600).do(HALL, TimeUp()).until_dice_are_held()
    (due,) = evening.play.due
    assert evening.play.timeouts[due.seat] == 1
    evening.do(evening.awaited, Throw())
    assert evening.play.timeouts[due.seat] == 0


def test_what_others_do_for_a_seat_does_not_restart_its_count() -> None:
    """The host's help and a bot's moves are not the player's."""
    evening = until_awaited(never_answered(2), BOB).after(30).do(ANN, Help(1))
    assert evening.play.timeouts[1] == 2
    evening = until_awaited(never_answered(3), BOB).do(HALL, BotTurn(1, None))
    assert evening.play.timeouts[1] == 3


def test_what_others_do_themselves_does_not_restart_the_count() -> None:
    evening = never_answered(1)
    while evening.awaited != ANN:
        strike(evening)
    count = evening.play.timeouts[1]
    assert evening.step().play.timeouts[1] == count > 0


def test_a_bot_that_holds_a_seat_plays_there_and_is_not_handed_it_twice() -> None:
    evening = until_awaited(never_answered(3), BOB)
    assert evening.play.due[0].until is None, "bots have no clock"
    evening.do(HALL, BotTurn(1, None))
    assert until_awaited(evening, BOB).after(600).refused(HALL, TimeUp()) == "not_due"
    assert evening.play.handed == (1,)
    assert len(evening.heard(events.HandedOver)) == 1


def test_anyone_who_comes_back_has_the_seat_and_the_full_time_p_15() -> None:
    evening = until_awaited(never_answered(3), BOB).after(100).do(BOB, Return())
    assert evening.play.handed == ()
    assert evening.play.timeouts[1] == 0
    assert evening.until == evening.now + 600
    assert evening.refused(BOB, Return()) == "not_away"
    assert evening.refused(HALL, BotTurn(1, None)) == "no_bot"


def test_anyone_who_just_moves_is_back_p_15() -> None:
    evening = until_awaited(never_answered(3), BOB)
    evening.do(BOB, move(evening.options(BOB)[0]))
    assert evening.play.handed == ()
    assert evening.heard(events.TookBack) == [events.TookBack(1)]


def test_anyone_who_just_throws_is_back_p_15() -> None:
    evening = running(ANN, BOB)
    while not (evening.play.handed and evening.until_dice_are_held().play.due[0].seat in evening.play.handed):
        strike(evening)
    seat = evening.play.due[0].seat
    evening.do(evening.awaited, Throw())
    assert seat not in evening.play.handed
    assert evening.play.timeouts[seat] == 0


def test_a_refused_move_brings_nobody_back() -> None:
    evening = until_awaited(never_answered(3), BOB)
    evening.refused(BOB, move({"type": "call", "total": 1}))
    assert evening.play.handed == (1,)


def test_a_bot_holds_no_seat_whose_player_has_left() -> None:
    evening = running(ANN, BOB, CID, game="mindroll", options={"rounds": 50})
    while not evening.play.handed:
        strike(evening)
    (seat,) = evening.play.handed
    evening.do(evening.play.seats[seat], Stand())
    assert (evening.play.handed, evening.play.left) == ((), (seat,))


def test_a_bystander_who_acts_is_back_as_well() -> None:
    """M-26: anyone who may reveal out of turn."""
    evening = running(ANN, BOB, CID, game="mindroll", options={"reveal_by": "anyone_but_caller", "rounds": 50})
    while len(evening.play.handed) < 3 or len(evening.play.pending.options) < 2:  # type: ignore[union-attr]
        (due,) = evening.play.due
        if due.until is None:
            evening.do(HALL, BotTurn(due.seat, None))
        else:
            strike(evening)
    assert isinstance(evening.play.pending, Ask)
    bystander = next(seat for seat in evening.play.pending.options if seat not in evening.play.pending.due)
    evening.do(evening.play.seats[bystander], move({"type": "reveal"}))
    assert bystander not in evening.play.handed
    assert evening.play.timeouts[bystander] == 0


def test_the_clock_may_ask_a_player_to_leave_p_15() -> None:
    evening = running(ANN, BOB, CID, on_timeout="kick")
    who, seat = evening.awaited, evening.play.due[0].seat
    strike(evening)
    assert evening.heard(Left) == [Left(seat)]
    assert who not in evening.seated
    assert evening.table.kicked == ()
    assert evening.refused(who, pick(1)) == "not_seated"


def test_the_last_whom_the_clock_leaves_there_has_won_p_15() -> None:
    evening = running(ANN, BOB, on_timeout="kick")
    slow = evening.awaited
    strike(evening)
    assert evening.table.playing is None
    assert dict(evening.table.wins) == {who: int(who != slow) for who in (ANN, BOB)}


def test_the_clock_closes_a_table_of_the_hall_when_it_asks_the_last_person_to_leave() -> None:
    evening = quick(2, on_timeout="kick").do(ANN, Sit()).after(15).do(HALL, TimeUp())
    until_awaited(evening, ANN)
    strike(evening)
    assert evening.table.closed


def test_the_clock_may_do_nothing_at_all_p_15() -> None:
    evening = running(ANN, BOB, on_timeout="wait")
    assert evening.until is None
    assert evening.after(47 * HOUR).refused(HALL, TimeUp()) == "not_due"
    evening.step()
    assert evening.until is None
    assert evening.table.due_at == evening.now + 48 * HOUR


# Whose clock runs on


def test_a_leaver_does_not_renew_the_time_of_one_who_picks() -> None:
    """The numbers are as free as they were."""
    evening = running(ANN, BOB, CID, DEE)
    slow, until = evening.awaited, evening.until
    leaver = next(who for who in (BOB, CID, DEE) if who != slow)
    evening.after(100).do(leaver, Leave())
    assert (evening.awaited, evening.until) == (slow, until)


def test_a_leaver_whose_numbers_are_free_again_changes_the_question() -> None:
    evening = running(ANN, BOB, CID, DEE).step()
    slow = evening.awaited
    picked = next(host for host in evening.play.state.phase.board if host is not None)
    assert evening.play.state.phase.peril == picked
    evening.step()
    second = next(seat for seat in evening.play.state.phase.board if seat not in (None, picked))
    assert evening.play.seats[second] == slow
    slower = evening.awaited
    evening.after(100).do(slow, Stand())
    assert isinstance(evening.play.state.phase, Picking)
    assert (evening.awaited, evening.until) == (slower, evening.now + 600)


def test_a_leaver_does_not_renew_the_time_of_one_who_throws() -> None:
    evening = running(ANN, BOB, CID).until_dice_are_held()
    slow, until = evening.awaited, evening.until
    leaver = next(who for who in (BOB, CID) if who != slow)
    evening.after(100).do(leaver, Leave())
    assert (evening.awaited, evening.until) == (slow, until)


def test_what_the_host_does_beside_the_game_does_not_renew_a_clock() -> None:
    evening = running(ANN, BOB)
    until = evening.until
    evening.after(100).do(ANN, Lock(), Kick(DEE))
    assert evening.until == until


# Several who are awaited at once: no game in the catalog has that yet, so here is one.


class Show(Move):
    fingers: int


class Hands(Value):
    """Everybody shows some fingers, in whatever order; three are shown again."""

    seats: int
    options: Options = Options()

    def start(self) -> tuple[int | None, ...]:
        return (None,) * self.seats

    def pending(self, state: tuple[int | None, ...]) -> Pending:
        if None not in state:
            return Over(tuple(fingers or 0 for fingers in state), (1,) * self.seats)
        waiting = [seat for seat, fingers in enumerate(state) if fingers is None]
        return Ask(dict.fromkeys(waiting, (Show(0), Show(1), Show(2), Show(3))), frozenset(waiting))

    def apply(self, state: tuple[int | None, ...], actor: Actor, move: Any) -> Step[tuple[int | None, ...]]:
        fingers = None if move.fingers == 3 else move.fingers
        return Step(tuple(fingers if seat == actor else shown for seat, shown in enumerate(state)), ())

    def withdraw(self, state: tuple[int | None, ...], seat: Seat) -> Step[tuple[int | None, ...]]:
        return Step(tuple(0 if seat == other else shown for other, shown in enumerate(state)), (Left(seat),))

    def view(self, state: tuple[int | None, ...], seat: Seat | None) -> View[Any, Any, Any]:
        return view_of(self, state, seat, board=state)


HANDS = Listing(
    "hands", "Hands", 1, (2, 10), 1, "Show your fingers.", Options, (Preset("Standard", Options()),),
    Hands, tuple[int | None, ...], View[Any, Any, Any], Show, Left, lambda _game, _board: in_round(1),
)  # fmt: skip


def hands(*people: str, **given: Any) -> Evening:
    game, now = Hands(len(people)), 1000.0
    state = game.start()
    due = tuple(Due(seat, now + 600, now) for seat in range(len(people)))
    nobody: tuple[None, ...] = (None,) * len(people)
    started = events.GameStarted(1, HANDS.name, HANDS.edition, {}, people, nobody)
    timeouts = (0,) * len(people)
    play = Play(started, 8, state, timeouts, due, listing=HANDS, game=game, pending=game.pending(state))
    seated = tuple(Seated(who) for who in people)
    table = Table(version=9, setting=setting(**given), host=people[0], seated=seated, touched=now, play=play)
    return Evening(table, now)


def show(fingers: int) -> Any:
    return move({"type": "show", "fingers": fingers})


def test_the_move_of_one_does_not_renew_the_clocks_of_the_others() -> None:
    evening = hands(ANN, BOB, CID).after(100).do(BOB, show(1))
    assert evening.play.due == (Due(0, 1600.0, 1000.0), Due(2, 1600.0, 1000.0))


def test_anyone_who_is_asked_the_same_again_has_the_full_time_again() -> None:
    evening = hands(ANN, BOB).after(100).do(BOB, show(3))
    assert evening.play.due == (Due(0, 1600.0, 1000.0), Due(1, 1700.0, 1100.0))


def test_the_time_of_all_who_are_due_is_up_at_once() -> None:
    evening = hands(ANN, BOB, CID).after(100).do(BOB, show(2)).after(500).do(HALL, TimeUp())
    assert evening.heard(events.TimedOut) == [events.TimedOut(0), events.TimedOut(2)]
    assert evening.play.state == (0, 2, 0)
    assert evening.table.playing is None
    assert len(evening.heard(events.GameEnded)) == 1


def test_anyone_who_comes_back_renews_no_clock_but_their_own() -> None:
    evening = hands(ANN, BOB)
    away = msgspec.structs.replace(evening.play, handed=(1,))
    evening.table = msgspec.structs.replace(evening.table, play=away)
    evening.after(100).do(BOB, Return())
    assert evening.play.due == (Due(0, 1600.0, 1000.0), Due(1, 1700.0, 1100.0))


def test_all_who_are_due_are_asked_to_leave_at_once() -> None:
    evening = hands(ANN, BOB, CID, on_timeout="kick").do(BOB, show(1)).after(600).do(HALL, TimeUp())
    assert evening.heard(Left) == [Left(0), Left(2)]
    assert evening.seated == [BOB]


def test_nothing_is_written_after_the_clock_has_closed_a_table() -> None:
    """A bot that is awaited as well stays where it is."""
    evening = hands(ANN, "bot:Fox", on_timeout="kick")
    evening.table = msgspec.structs.replace(evening.table, host=None)
    strike(evening)
    assert evening.table.closed
    assert evening.heard(events.Closed) == [evening.told[-1]]


# Tables that nobody uses


def test_an_idle_lobby_is_closed_after_an_hour() -> None:
    evening = lobby(ANN, BOB)
    assert evening.table.due_at == evening.now + HOUR
    assert evening.after(HOUR - 1).refused(HALL, TimeUp()) == "not_due"
    assert evening.after(1).do(HALL, TimeUp()).table.closed


def test_after_a_game_the_table_is_a_lobby_again() -> None:
    evening = running(ANN, BOB, **SHORT).to_the_end()
    assert evening.table.due_at == evening.now + HOUR


def test_a_running_game_is_closed_only_after_two_days() -> None:
    evening = running(ANN, BOB, on_timeout="wait").after(48 * HOUR - 1)
    assert evening.refused(HALL, TimeUp()) == "not_due"
    assert evening.after(1).do(HALL, TimeUp()).table.closed


def test_the_longest_clock_strikes_before_the_game_is_closed() -> None:
    evening = strike(running(ANN, BOB, clock=LONGEST_CLOCK))
    assert not evening.table.closed
    assert evening.table.playing is not None


def test_everything_that_is_done_keeps_a_table_open() -> None:
    evening = lobby(ANN).after(HOUR - 1).do(BOB, Sit())
    assert evening.table.due_at == evening.now + HOUR
    evening.do(ANN, Close())
