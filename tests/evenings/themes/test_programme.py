"""The programme of a hall is a fold of its log: who may change it, what begins, and what is called off."""

from datetime import UTC, date, datetime

import msgspec
import pytest
from msgspec.structs import replace

from dicehall.evenings.core.entering import checked as playable
from dicehall.evenings.core.setting import KnockOut, Setting, Swiss, TeamScoring
from dicehall.evenings.themes import decide, events
from dicehall.evenings.themes.events import ThemeEvent
from dicehall.evenings.themes.programme import REMEMBERED, Programme, evolve
from dicehall.evenings.themes.schedule import TOO_LATE, Once, Weekly
from dicehall.evenings.themes.shipped import SHIPPED
from dicehall.evenings.themes.theme import LOOKS, Terms, Theme
from dicehall.rules.catalog import GAMES
from dicehall.table.core.draft import Refused

MADRID = "Europe/Madrid"
FRIDAY = Theme(title="Friday", game="peril", seats=4, when=Weekly(at="20:00", zone=MADRID, weekday=4))
CUP = replace(FRIDAY, title="Cup", tournament=KnockOut())
HOUR, WEEK = 60 * 60.0, 7 * 24 * 60 * 60.0


def utc(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


MONDAY = utc("2026-11-16T12:00")
START = utc("2026-11-20T19:00")


def done(programme: Programme, answer: tuple[ThemeEvent, ...] | Refused) -> Programme:
    assert not isinstance(answer, Refused), answer
    for event in answer:
        programme = evolve(programme, event)
    return programme


def keeping(theme: Theme, host: str = "ann", at: float = MONDAY) -> Programme:
    return done(Programme(), decide.save(Programme(), "friday", host, theme, at))


def refused(answer: tuple[ThemeEvent, ...] | Refused) -> str:
    assert isinstance(answer, Refused)
    return answer.reason


def attended(programme: Programme, now: float) -> tuple[list[float], list[float], Programme]:
    """What begins and what is called off at this moment, and the programme after both are written."""
    called_off, begin = decide.due(programme, now)
    programme = done(programme, called_off)
    for evening in begin:
        programme = done(programme, decide.begin(programme, evening, f"code{evening.start}", now))
    return [each.start for each in begin], [each.start for each in called_off], programme  # type: ignore[union-attr]


def test_a_hall_has_five_themes_of_five_games_and_none_begins_by_itself() -> None:
    assert len(SHIPPED) == 5
    assert [theme.game for theme in SHIPPED.values()] == [game.name for game in GAMES][:5]
    assert decide.next_doors(Programme()) is None
    assert decide.due(Programme(), MONDAY) == ((), ())
    assert len({theme.look for theme in SHIPPED.values()}) == len(SHIPPED) == len(LOOKS) - 1
    for theme in SHIPPED.values():
        assert decide.objection(theme, MONDAY) is None


def test_an_evening_begins_at_its_time_and_only_once() -> None:
    programme = keeping(FRIDAY)
    assert decide.next_doors(programme) == START
    assert attended(programme, START - 1)[:2] == ([], [])
    begun, called_off, programme = attended(programme, START)
    assert (begun, called_off) == ([START], [])
    assert attended(programme, START + 1)[:2] == ([], [])
    assert [evening.code for evening in programme.to_open] == [f"code{START}"]
    assert decide.next_doors(programme) == START + WEEK


def test_what_was_begun_twice_at_the_same_moment_is_written_once() -> None:
    programme = keeping(FRIDAY)
    [evening] = decide.due(programme, START)[1]
    programme = done(programme, decide.begin(programme, evening, "bada", START))
    assert decide.begin(programme, evening, "gaga", START) == ()


@pytest.mark.parametrize("late", [0, 1, TOO_LATE])
def test_n_03_up_to_fifteen_minutes_late_it_begins(late: float) -> None:
    assert attended(keeping(FRIDAY), START + late)[:2] == ([START], [])


def test_n_03_after_that_it_is_called_off_and_said_and_so_is_every_week_that_was_missed() -> None:
    begun, called_off, programme = attended(keeping(FRIDAY), START + 2 * WEEK + TOO_LATE + 1)
    assert (begun, called_off) == ([], [START, START + WEEK, START + 2 * WEEK])
    assert programme.called_off[-1].title == "Friday"
    assert decide.next_doors(programme) == START + 3 * WEEK


def test_n_04_a_tournament_can_be_entered_half_an_hour_before_and_starts_on_time() -> None:
    programme = keeping(CUP)
    assert decide.next_doors(programme) == START - HOUR / 2
    assert attended(programme, START - HOUR / 2 - 1)[0] == []
    begun, _, programme = attended(programme, START - HOUR / 2)
    assert begun == [START]
    assert decide.tournament(programme.to_open[0], START - HOUR / 2).starts == START
    assert decide.next_doors(programme) == START + WEEK - HOUR / 2


def test_n_04_opened_late_it_leaves_five_minutes_to_enter() -> None:
    programme = attended(keeping(CUP), START + 60)[2]
    setting = decide.tournament(programme.to_open[0], START + 60)
    assert setting.starts == START + 60 + 5 * 60
    assert playable(setting).title == "Cup"
    assert setting.night is not None
    assert setting.night.host == "ann"


def test_a_saved_tournament_is_opened_as_its_host_has_thought_it_out() -> None:
    chosen = Terms(
        least=3, most=24, open=False, bots=False, between=90, duplicate=True, teams=TeamScoring(2), predictions=False
    )
    cup = replace(CUP, game="bluff", tournament=Swiss(rounds=7), terms=chosen)
    programme = attended(keeping(cup), START - HOUR / 2)[2]
    setting = decide.tournament(programme.to_open[0], START - HOUR / 2)
    assert setting.format == Swiss(rounds=7)
    assert {name: getattr(setting, name) for name in Terms.__struct_fields__} == msgspec.structs.asdict(chosen)


def test_a_tournament_without_terms_has_the_usual_ones() -> None:
    usual = decide.tournament_setting(CUP, None, None)
    plain = Setting(title="Cup", game="peril", seats=4, least=2, format=KnockOut(), night=usual.night)
    assert usual == plain
    assert decide.tournament_setting(replace(CUP, terms=Terms()), None, None) == plain


def test_a_theme_of_an_older_log_is_read() -> None:
    old = b'{"title":"Cup","game":"peril","seats":4,"tournament":{"type":"knock_out"}}'
    assert msgspec.json.decode(old, type=Theme) == replace(CUP, when=None)


def test_only_a_host_can_share_the_link_of_a_tournament() -> None:
    by_link = replace(CUP, terms=Terms(open=False))
    assert not isinstance(decide.save(Programme(), "friday", "ann", by_link, MONDAY), Refused)
    [key, *_] = SHIPPED
    assert refused(decide.change(Programme(), key, "ann", by_link, MONDAY, administrator=True)) == "key"


def test_an_evening_keeps_its_local_time_when_the_clocks_change() -> None:
    programme = keeping(FRIDAY, at=utc("2026-10-20T12:00"))
    begun, _, programme = attended(programme, utc("2026-10-23T18:00"))
    assert begun == [utc("2026-10-23T18:00")]
    assert attended(programme, utc("2026-10-30T18:00"))[:2] == ([], [])  # 19:00 there: the clocks went back
    assert attended(programme, utc("2026-10-30T19:00"))[0] == [utc("2026-10-30T19:00")]


def test_a_theme_that_is_changed_begins_only_after_that() -> None:
    programme = keeping(FRIDAY)
    earlier = replace(FRIDAY, when=Weekly(at="10:00", zone=MADRID, weekday=4))
    programme = done(programme, decide.change(programme, "friday", "ann", earlier, START - HOUR, administrator=False))
    assert attended(programme, START)[:2] == ([], [])


def test_words_that_are_changed_after_the_doors_open_begin_nothing_again() -> None:
    programme = attended(keeping(CUP), START - HOUR / 2)[2]
    other = replace(CUP, welcome="New words")
    programme = done(programme, decide.change(programme, "friday", "ann", other, START - 60, administrator=False))
    assert attended(programme, START + 60)[:2] == ([], [])


def test_only_the_host_and_administrators_change_and_remove_a_theme() -> None:
    programme = keeping(FRIDAY)
    assert refused(decide.change(programme, "friday", "ben", FRIDAY, MONDAY, administrator=False)) == "forbidden"
    assert refused(decide.remove(programme, "friday", "ben", MONDAY, administrator=False)) == "forbidden"
    assert refused(decide.remove(programme, "monday", "ann", MONDAY, administrator=False)) == "no_theme"
    for who, administrator in (("ann", False), ("zoe", True)):
        after = done(programme, decide.remove(programme, "friday", who, MONDAY, administrator=administrator))
        assert "friday" not in after.themes
        assert decide.next_doors(after) is None


def test_administrators_give_the_halls_own_themes_a_time_or_remove_them() -> None:
    key = next(iter(SHIPPED))
    timed = replace(SHIPPED[key], when=FRIDAY.when)
    assert refused(decide.change(Programme(), key, "ann", timed, MONDAY, administrator=False)) == "forbidden"
    programme = done(Programme(), decide.change(Programme(), key, "zoe", timed, MONDAY, administrator=True))
    assert decide.next_doors(programme) == START
    assert programme.themes[key].host is None
    programme = done(programme, decide.remove(programme, key, "zoe", MONDAY, administrator=True))
    assert key not in programme.themes
    assert len(programme.themes) == len(SHIPPED) - 1


def test_limits_are_said() -> None:
    programme = Programme()
    for number in range(decide.MOST_OF_A_HOST):
        programme = done(programme, decide.save(programme, f"k{number}", "ann", FRIDAY, MONDAY))
    assert refused(decide.save(programme, "one-more", "ann", FRIDAY, MONDAY)) == "too_many"
    assert not isinstance(decide.save(programme, "one-more", "ben", FRIDAY, MONDAY), Refused)


@pytest.mark.parametrize(
    ("theme", "reason"),
    [
        (replace(FRIDAY, title="  "), "bad_title"),
        (replace(FRIDAY, title="\x00\u202e\u2800"), "bad_title"),
        (replace(FRIDAY, seats=26), "bad_request"),
        (replace(FRIDAY, options={"lives": "many"}), "bad_request"),
        (replace(FRIDAY, game="chess"), "unknown_game"),
        (replace(FRIDAY, tournament=KnockOut(advance=4)), "advance"),
        (replace(CUP, terms=Terms(least=5)), "seats"),
        (replace(CUP, terms=Terms(duplicate=True)), "duplicate"),
        (replace(CUP, tournament=Swiss(), terms=Terms(least=4, most=3)), "most"),
        (replace(FRIDAY, when=Once(at="20:00", zone=MADRID, day=date(2026, 11, 1))), "past"),
        (replace(FRIDAY, when=Once(at="20:00", zone=MADRID, day=date.min)), "past"),
        (replace(FRIDAY, when=Once(at="20:00", zone=MADRID, day=date(2028, 11, 18))), "far"),
        (replace(FRIDAY, when=Once(at="20:00", zone=MADRID, day=date.max)), "far"),
    ],
)
def test_what_cannot_be_played_or_never_comes_is_refused(theme: Theme, reason: str) -> None:
    answer = decide.save(Programme(), "friday", "ann", theme, MONDAY)
    assert isinstance(answer, Refused)
    assert answer.reason == reason


def test_words_that_hide_or_turn_the_text_around_are_left_out() -> None:
    wild = replace(FRIDAY, title=" \u202eFri\x1b[2Jday\n", welcome="Come\x00 in!\r\n\u200b\n\u2066Bring a scarf. ")
    kept = keeping(wild).themes["friday"].theme
    assert (kept.title, kept.welcome) == ("Fri[2Jday", "Come in!\n\nBring a scarf.")
    changed = done(keeping(FRIDAY), decide.change(keeping(FRIDAY), "friday", "ann", wild, MONDAY, administrator=False))
    assert changed.themes["friday"].theme == kept


def test_an_evening_may_be_two_years_ahead() -> None:
    keeping(replace(FRIDAY, when=Once(at="11:59", zone="UTC", day=date(2028, 11, 16))))


@pytest.mark.parametrize("day", [date.min, date.max])
def test_an_evening_that_no_calendar_has_never_comes_if_an_older_hall_has_kept_it(day: date) -> None:
    endless = replace(FRIDAY, when=Once(at="23:59", zone="Pacific/Pago_Pago", day=day))
    kept = events.ThemeSaved(-1e12, "endless", "ann", endless)
    programme = evolve(keeping(FRIDAY), kept)
    assert programme.themes["endless"].next_start is None
    assert decide.next_doors(programme) == START
    assert attended(programme, START)[:2] == ([START], [])


def test_a_deleted_account_leaves_no_evening_behind() -> None:
    programme = keeping(FRIDAY)
    programme = done(programme, decide.forget(programme, "ann", MONDAY))
    assert len(programme.themes) == len(SHIPPED)


def test_yesterday_is_forgotten_but_never_what_is_still_to_be_opened() -> None:
    programme = attended(keeping(FRIDAY), START)[2]
    later = START + REMEMBERED + 1
    touched = evolve(programme, events.ThemeSaved(later, "other", "ben", FRIDAY))
    assert [each.start for each in touched.evenings] == [START]
    opened = evolve(programme, events.EveningOpened(START, f"code{START}"))
    assert evolve(opened, events.ThemeSaved(later, "other", "ben", FRIDAY)).evenings == ()
