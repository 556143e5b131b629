"""The rules of tournaments, command by command."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from dicehall.evenings.core import commands, events
from dicehall.evenings.core.agenda import Withdrawal, to_do
from dicehall.evenings.core.log import evolve
from dicehall.evenings.core.lots import draw
from dicehall.evenings.core.public_view import public_view
from dicehall.evenings.core.setting import FARTHEST, AnyFormat, Arena, KnockOut, Series, Swiss
from dicehall.evenings.core.standings import standings
from dicehall.evenings.core.state import NO_SHOW_AFTER, Cancelled, Done, Open, RoundTable
from dicehall.evenings.pairing.pool import AGAIN, GATHER
from dicehall.rules.tower import commitment
from dicehall.table.core.events import is_bot
from tests.evenings.core.logs import ANN, BEN, CAT, DAN, EVE, FAY
from tests.evenings.kit import HOST, START, Cup, by_name, setting


def begun(form: AnyFormat, *people: str, **other: object) -> Cup:
    cup = Cup().create(form, *people, **other)  # type: ignore[arg-type]
    return cup if cup.tournament.started else cup.do(HOST, commands.Begin())


def points(cup: Cup) -> dict[str, Fraction]:
    return {standing.who: standing.points for standing in standings(cup.tournament)}


def status(cup: Cup, who: str) -> str | None:
    entrant = cup.tournament.entrant(who)
    return None if entrant is None else entrant.status


def table(cup: Cup, number: int = 0) -> RoundTable:
    return cup.tournament.rounds[-1].tables[number]


def waits_until(cup: Cup) -> float | None:
    return public_view(cup.tournament).rounds[-1].tables[0].starts_by


def seated(cup: Cup) -> set[str]:
    return {who for each in cup.tournament.rounds[-1].tables for who in each.seats}


def paired(cup: Cup) -> Cup:
    """Up to a pairing whose tables are not open yet."""
    rounds = len(cup.tournament.rounds)
    while len(cup.tournament.rounds) == rounds:
        cup.tick()
    return cup


def places(table: RoundTable, *order: str) -> tuple[int, ...]:
    return tuple(order.index(who) + 1 for who in table.seats)


def bots_first(table: RoundTable) -> tuple[int, ...]:
    return places(table, *sorted(table.seats, key=lambda who: (not is_bot(who), who)))


def test_e_12_after_two_minutes_a_bot_plays_for_whoever_has_not_come_and_the_others_are_placed_without() -> None:
    cup = begun(Swiss(2), ANN, BEN, CAT).pair().gather(CAT)
    assert to_do(cup.tournament, cup.now).start == ()
    assert waits_until(cup) == cup.now + NO_SHOW_AFTER, "everyone may see how long"
    cup.now += NO_SHOW_AFTER - 1
    assert cup.refused(None, commands.TimeUp()) == "too_early"
    cup.tick()
    (ready,) = to_do(cup.tournament, cup.now).start
    assert ready.no_shows == (CAT,)
    assert waits_until(cup) is None
    assert cup.refused(None, commands.ReportArrived(ready.code, CAT)) == "too_late"
    cup.finish(lambda table: places(table, CAT, ANN, BEN))
    assert points(cup) == {ANN: 1, BEN: 0, CAT: 0}
    assert status(cup, CAT) == "away"


@pytest.mark.parametrize(
    ("starts", "reason"),
    [(-1, "past"), (START, "past"), (START + 1000, "past"), (START + 1001 + FARTHEST, "far"), (10**29, "far")],
)
def test_a_tournament_starts_within_two_years(starts: int, reason: str) -> None:
    assert Cup().refused(HOST, commands.Create(setting(starts=starts), "secret")) == reason
    gathering = Cup().create(Swiss(2), starts=START + 1000 + FARTHEST)
    assert gathering.refused(HOST, commands.Configure(setting(starts=starts))) == reason


def test_a_title_is_one_line_that_can_be_read() -> None:
    assert Cup().refused(HOST, commands.Create(setting(title=" \x00\u2800"), "secret")) == "bad_title"
    cup = Cup().create(Swiss(2), title="\u202eFri\x1bday\ncup ")
    assert cup.tournament.setting.title == "Friday cup"
    assert cup.refused(HOST, commands.Configure(setting(title="\n"))) == "bad_title"


@pytest.mark.parametrize(("absent", "made"), [((BEN,), {ANN: 1, BEN: 0}), ((ANN, BEN), {ANN: 0, BEN: 0})])
def test_e_13_if_at_most_one_comes_there_is_no_game(absent: tuple[str, ...], made: dict[str, int]) -> None:
    cup = begun(Swiss(1), ANN, BEN, seats=2).pair().gather(*absent).tick()
    assert points(cup) == made
    assert isinstance(cup.tournament.phase, Done)


def test_e_14_whoever_leaves_a_game_comes_last() -> None:
    cup = begun(Swiss(2), ANN, BEN, CAT).pair().gather().do(ANN, commands.Leave())
    code, seat = table(cup).code, table(cup).seats.index(ANN)
    assert to_do(cup.tournament, cup.now).withdraw == (Withdrawal(code, ANN),)
    cup.do(None, commands.ReportResult(code, by_name(table(cup)), (seat,)))
    assert points(cup) == {ANN: 0, BEN: 1, CAT: Fraction(1, 2)}


def test_e_14_nobody_waits_for_whoever_leaves_before_the_game() -> None:
    cup = paired(begun(Swiss(2), ANN, BEN, CAT)).do(ANN, commands.Leave())
    assert table(cup).no_shows == (ANN,)
    cup.wait_for_opening().gather()
    assert table(cup).is_ready


def test_e_15_whoever_left_can_come_back_for_the_next_round() -> None:
    cup = begun(Swiss(3), ANN, BEN, CAT).do(ANN, commands.Leave())
    assert cup.refused(ANN, commands.Leave()) == "not_in"
    cup.play_round()
    assert seated(cup) == {BEN, CAT}
    cup.do(ANN, commands.Return())
    assert cup.refused(ANN, commands.Return()) == "already"
    cup.pair()
    assert seated(cup) == {ANN, BEN, CAT}


def test_e_15_in_a_knock_out_whoever_is_out_stays_out() -> None:
    cup = begun(KnockOut(1), ANN, BEN, CAT, DAN, seats=2).pair().gather(DAN).finish(by_name)
    while not cup.tournament.rounds[-1].ended:
        cup.tick()
    cup.do(DAN, commands.Return())
    cup.pair()
    assert DAN not in seated(cup)


def test_e_16_late_entry_in_a_swiss_until_the_second_pairing() -> None:
    cup = begun(Swiss(3), ANN, BEN).play_round().do(CAT, commands.Enter())
    assert points(cup)[CAT] == 0
    cup.pair()
    assert CAT in seated(cup)
    assert cup.refused(DAN, commands.Enter()) == "too_late"


@pytest.mark.parametrize(("form", "answer"), [(KnockOut(1), "too_late"), (Series(2), "too_late"), (Arena(5), None)])
def test_e_16_late_entry_in_an_arena_always_in_a_knock_out_and_a_series_never(
    form: AnyFormat, answer: str | None
) -> None:
    cup = begun(form, ANN, BEN, seats=3)
    if answer is None:
        cup.pair().do(CAT, commands.Enter())
    else:
        assert cup.refused(CAT, commands.Enter()) == answer


def test_e_16_when_the_time_of_an_arena_is_up_nobody_enters_while_its_last_tables_play() -> None:
    cup = begun(Arena(5), ANN, BEN, seats=2).pair().gather()
    assert isinstance(cup.tournament.phase, Open)
    ends = cup.now = cup.tournament.phase.ends
    assert cup.refused(CAT, commands.Enter()) == "too_late"
    assert cup.refused(HOST, commands.AddBot()) == "too_late"
    cup.now = ends - 0.1
    cup.do(CAT, commands.Enter()).do(HOST, commands.Pause())
    cup.now = ends + 60
    cup.do(DAN, commands.Enter())  # during a pause its time stands still


def test_the_five_hundred_and_first_is_refused() -> None:
    cup = Cup().create(Swiss(5), starts=START + 9000)
    for number in range(500):
        cup.tournament = evolve(cup.tournament, events.Entered(f"p{number}"), cup.now)
    assert cup.refused(ANN, commands.Enter()) == "full"
    assert cup.refused(HOST, commands.AddBot()) == "full"
    assert not public_view(cup.tournament).can_enter
    cup.do("p7", commands.Leave()).do(ANN, commands.Enter())


def test_e_18_whoever_was_removed_makes_room_and_whoever_is_away_keeps_their_place() -> None:
    cup = begun(Swiss(3), ANN, BEN, CAT, most=3).pair().do(CAT, commands.Leave())
    assert cup.refused(DAN, commands.Enter()) == "full"
    cup.do(HOST, commands.Remove(CAT)).do(DAN, commands.Enter())
    assert cup.refused(HOST, commands.Readmit(CAT)) == "full"
    cup.do(HOST, commands.Remove(DAN), commands.Readmit(CAT)).do(CAT, commands.Return())


def test_e_12_a_bot_plays_for_whoever_has_not_come_also_where_bots_may_not_enter() -> None:
    cup = Cup().create(Swiss(2), ANN, BEN, CAT)
    cup.do(HOST, commands.Configure(replace(cup.tournament.setting, bots=False)))
    assert cup.refused(HOST, commands.AddBot()) == "no_bots"
    cup.do(HOST, commands.Begin()).pair().gather(CAT).tick()
    (ready,) = to_do(cup.tournament, cup.now).start
    assert ready.no_shows == (CAT,)


def test_e_04_everyone_sits_out_once_for_half_a_point_before_anyone_does_so_twice() -> None:
    cup = begun(Swiss(4), ANN, BEN, CAT, DAN, seats=3, least=3)
    for _ in range(4):
        cup.play_round()
    assert sorted(who for each in cup.tournament.rounds for who in each.byes) == [ANN, BEN, CAT, DAN]
    assert [s.points for standing in standings(cup.tournament) for s in standing.scores if s.table is None] == [
        Fraction(1, 2)
    ] * 4


def test_e_09_bots_that_win_everything_take_nobodys_place_and_no_title() -> None:
    cup = begun(KnockOut(1), ANN, BEN, CAT, bots=3).play_round(bots_first)
    tables = [set(each.seats) for each in cup.tournament.rounds[0].tables]
    through = cup.tournament.rounds[0].through or ()
    assert all(any(not is_bot(who) for who in through if who in each) for each in tables if each & {ANN, BEN, CAT})
    cup.play_on(bots_first)
    assert isinstance(cup.tournament.phase, Done)
    assert cup.tournament.phase.podium
    assert not any(map(is_bot, cup.tournament.phase.podium))


def test_e_06_e_07_two_who_have_just_played_wait_for_others_and_then_play_again() -> None:
    cup = begun(Arena(5), ANN, BEN, seats=2).pair().gather().finish(by_name)
    free = cup.now
    cup.tick()
    assert (cup.now, len(cup.tournament.rounds)) == (free + GATHER, 1)
    cup.tick()
    assert (cup.now, len(cup.tournament.rounds)) == (free + AGAIN, 2)


def test_e_17_in_an_arena_bots_play_only_with_people() -> None:
    cup = begun(Arena(5), ANN, BEN, bots=9).play_on()
    assert len(cup.tournament.rounds) > 2
    assert all(not all(map(is_bot, each.seats)) for each in cup.tournament.tables())


def test_e_18_a_pause_holds_back_the_pairing_and_resuming_moves_it() -> None:
    cup = begun(Swiss(2), ANN, BEN).play_round()
    due = cup.due()
    assert due is not None
    cup.do(HOST, commands.Pause())
    assert cup.due() is None
    cup.now += 100
    assert cup.refused(None, commands.TimeUp()) == "too_early"
    cup.do(HOST, commands.Resume())
    assert cup.due() == due + 100


def test_e_18_tables_that_are_open_play_on_in_a_pause() -> None:
    cup = begun(Swiss(2), ANN, BEN).pair().gather().do(HOST, commands.Pause()).finish(by_name)
    assert points(cup) == {ANN: 1, BEN: 0}


def test_e_18_whoever_is_removed_comes_back_only_when_readmitted() -> None:
    cup = begun(Swiss(2), ANN, BEN, CAT).do(HOST, commands.Remove(CAT))
    assert cup.refused(CAT, commands.Return()) == "removed"
    assert cup.refused(CAT, commands.Enter()) == "removed"
    assert cup.refused(BEN, commands.Readmit(CAT)) == "not_host"
    cup.do(HOST, commands.Readmit(CAT)).do(CAT, commands.Return())
    assert status(cup, CAT) == "in"
    early = Cup().create(Swiss(2), ANN).do(HOST, commands.Remove(ANN))
    assert early.refused(ANN, commands.Enter()) == "removed"


def test_e_19_the_last_pairing_can_be_undone_before_its_tables_open() -> None:
    cup = paired(begun(Swiss(2), ANN, BEN, CAT)).do(HOST, commands.UndoPairing())
    assert cup.tournament.rounds == ()
    assert cup.tournament.paused is not None
    assert cup.refused(HOST, commands.UndoPairing()) == "no_pairing"
    cup.do(HOST, commands.Resume()).pair()
    assert cup.refused(HOST, commands.UndoPairing()) == "too_late"
    arena = paired(begun(Arena(5), ANN, BEN))
    assert arena.refused(HOST, commands.UndoPairing()) == "no_pairing"


def test_e_20_a_result_never_changes() -> None:
    cup = begun(Swiss(2), ANN, BEN).play_round()
    again = commands.ReportResult(table(cup).code, (2, 1))
    assert cup.refused(None, again) == "already"
    assert cup.refused(None, commands.ReportVoid(table(cup).code)) == "already"
    assert cup.refused(HOST, again) == "forbidden"
    cup.do(HOST, commands.Remove(ANN))
    assert points(cup) == {ANN: 1, BEN: 0}, "what was played stays as it is"


def test_e_21_a_second_may_do_what_the_host_may_except_name_a_second() -> None:
    cup = begun(Swiss(2), ANN, BEN)
    assert cup.refused(ANN, commands.Pause()) == "not_host"
    cup.do(HOST, commands.NameSecond(ANN)).do(ANN, commands.Pause(), commands.Resume(), commands.Remove(BEN))
    assert cup.refused(ANN, commands.NameSecond(BEN)) == "not_host"
    cup.do(HOST, commands.NameSecond(None))
    assert cup.refused(ANN, commands.Pause()) == "not_host"


def test_e_22_a_tournament_with_a_time_starts_then() -> None:
    cup = Cup().create(Swiss(2), ANN, BEN, starts=START + 1600).tick()
    assert (cup.now, cup.tournament.started) == (1600, START + 1600)


@pytest.mark.parametrize(("people", "later", "why"), [((ANN,), 0, "too_few"), ((ANN, BEN), 15 * 60 + 1, "missed")])
def test_e_22_too_few_or_too_late_it_is_called_off(people: tuple[str, ...], later: int, why: str) -> None:
    cup = Cup().create(Swiss(2), *people, starts=START + 1600)
    cup.now = 1600.0 + later
    cup.tick()
    assert isinstance(cup.tournament.phase, Cancelled)
    assert cup.tournament.phase.why == why


def test_e_23_when_the_time_is_over_tables_that_play_are_played_to_their_end() -> None:
    cup = begun(Arena(5), ANN, BEN).pair().gather()
    cup.now += 301
    assert cup.refused(None, commands.TimeUp()) == "too_early"
    cup.finish(by_name)
    assert cup.tournament.phase == Done(START + int(cup.now), (ANN, BEN))


def test_e_25_those_who_are_too_few_for_a_table_play_at_one_all_the_same() -> None:
    cup = begun(KnockOut(1), ANN, BEN, CAT, DAN, EVE, FAY, seats=3, least=3).play_round()
    through = cup.tournament.rounds[0].through or ()
    assert len(through) == 3
    cup.do(through[-1], commands.Leave()).pair()
    assert seated(cup) == set(through[:2])


def test_e_25_if_one_is_left_it_is_over() -> None:
    cup = begun(KnockOut(1), ANN, BEN, CAT, DAN, seats=2).play_round()
    ahead, other = cup.tournament.rounds[0].through or ()
    cup.do(other, commands.Leave()).tick()
    assert isinstance(cup.tournament.phase, Done)
    assert cup.tournament.phase.podium[0] in (ahead, other)


def test_e_26_a_table_without_a_result_is_shared() -> None:
    cup = begun(Swiss(2), ANN, BEN, CAT).pair().gather()
    cup.do(None, commands.ReportVoid(table(cup).code))
    assert points(cup) == dict.fromkeys((ANN, BEN, CAT), Fraction(1, 2))


def test_e_27_everyone_can_work_out_the_lots_at_the_end_and_nobody_before() -> None:
    cup = Cup().create(Swiss(2), ANN, BEN, CAT)
    secret = cup.seed
    assert secret is not None
    assert cup.log[1][1] == events.Committed(commitment(secret)), "bound before anyone enters"
    cup.do(HOST, commands.Begin()).play_round()
    assert not any(secret.hex() in repr(entry) for _, entry in cup.log)
    cup.play_on()
    lots = [entry.lot for _, entry in cup.log if isinstance(entry, events.Started | events.RoundEnded)]
    revealed = bytes.fromhex(cup.tournament.seed)
    seeds = [f"seed-of-{who}" for who in (ANN, BEN, CAT)]
    assert lots == [draw(revealed, seeds, number) for number in range(3)]


def test_e_28_hosts_have_accounts_and_guests_may_enter() -> None:
    assert Cup().refused("guest", commands.Create(setting())) == "no_account"
    cup = Cup().create(Swiss(2), "guest", open=True)
    assert status(cup, "guest") == "in"
    by_link = Cup().create(Swiss(2), open=False)
    assert by_link.refused(ANN, commands.Enter()) == "key"
    by_link.do(ANN, commands.Enter(key="secret"))


def test_people_cannot_do_what_only_the_hall_may() -> None:
    cup = begun(Swiss(2), ANN, BEN).pair()
    for command in (commands.TimeUp(), commands.ReportVoid("t1"), commands.SetBack(0)):
        assert cup.refused(HOST, command) == "forbidden"


def test_after_the_end_nothing_can_be_asked_for() -> None:
    cup = begun(Swiss(2), ANN, BEN).do(HOST, commands.CallOff())
    for command in (commands.Enter(), commands.Leave(), commands.Pause()):
        assert cup.refused(HOST, command) == "over"
