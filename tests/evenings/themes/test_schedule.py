"""Evenings begin by the wall clock of their place, across changes of summer time."""

from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.evenings.themes.schedule import TOO_LATE, AnyWhen, Once, Weekly, starts, verdict

MADRID = "Europe/Madrid"
SUNDAY = 6


def utc(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def shown(when: AnyWhen, after: str, most: int = 3) -> list[str]:
    return [f"{datetime.fromtimestamp(start, UTC):%m-%d %H:%M}" for start in islice(starts(when, utc(after)), most)]


def test_n_01_a_weekly_evening_keeps_its_local_time_when_the_clocks_change() -> None:
    evening = Weekly(at="20:00", zone=MADRID, weekday=SUNDAY)
    assert shown(evening, "2026-03-20") == ["03-22 19:00", "03-29 18:00", "04-05 18:00"]
    assert shown(evening, "2026-10-17") == ["10-18 18:00", "10-25 19:00", "11-01 19:00"]


def test_n_01_where_the_day_differs_from_utc_the_place_decides_which_day_it_is() -> None:
    assert shown(Weekly(at="08:00", zone="Pacific/Auckland", weekday=0), "2026-06-01", 1) == ["06-07 20:00"]
    assert shown(Weekly(at="23:30", zone="America/Los_Angeles", weekday=0), "2026-06-01", 1) == ["06-02 06:30"]


def test_n_02_a_skipped_time_is_as_much_later_as_the_clocks_skip() -> None:
    assert shown(Once(at="02:30", zone=MADRID, day=date(2026, 3, 29)), "2026-01-01") == ["03-29 01:30"]  # 03:30 there
    half_an_hour = Once(at="02:15", zone="Australia/Lord_Howe", day=date(2026, 10, 4))
    [start] = starts(half_an_hour, 0)
    assert f"{datetime.fromtimestamp(start, ZoneInfo('Australia/Lord_Howe')):%H:%M}" == "02:45"


def test_n_02_a_time_that_comes_twice_is_the_first() -> None:
    assert shown(Once(at="02:30", zone=MADRID, day=date(2026, 10, 25)), "2026-01-01") == ["10-25 00:30"]
    assert shown(Weekly(at="02:30", zone=MADRID, weekday=SUNDAY), "2026-10-25T00:31", 1) == ["11-01 01:30"]


def test_an_evening_that_was_once_does_not_come_again() -> None:
    assert shown(Once(at="20:00", zone="UTC", day=date(2026, 5, 1)), "2026-05-01T20:00") == []


def test_n_03_an_evening_that_the_hall_missed_begins_late_or_is_called_off() -> None:
    assert verdict(1000, 999) == "early"
    assert verdict(1000, 1000) == verdict(1000, 1000 + TOO_LATE) == "begin"
    assert verdict(1000, 1001 + TOO_LATE) == "call off"


@given(
    st.sampled_from([MADRID, "UTC", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kathmandu"]),
    st.integers(0, 6),
    st.times(),
    st.datetimes(datetime(2000, 1, 1), datetime(2035, 1, 1)),
)
def test_n_01_there_is_one_start_in_every_week(zone: str, weekday: int, at: object, after: datetime) -> None:
    evening = Weekly(at=f"{at:%H:%M}", zone=zone, weekday=weekday)
    found = list(islice(starts(evening, after.replace(tzinfo=UTC).timestamp()), 60))
    days = [datetime.fromtimestamp(start, ZoneInfo(zone)).date() for start in found]
    assert found[0] > after.replace(tzinfo=UTC).timestamp()
    assert found[0] - after.replace(tzinfo=UTC).timestamp() <= timedelta(days=7, hours=3).total_seconds()
    assert {day.weekday() for day in days} == {weekday}
    assert {later - day for day, later in pairwise(days)} == {timedelta(days=7)}


@pytest.mark.parametrize(
    ("at", "zone"),
    [
        ("24:00", "UTC"),
        ("8:00", "UTC"),
        ("20:30\n", "UTC"),
        ("23:59:60", "UTC"),
        ("20:00", "Mars/Olympus"),
        ("20:00", "../etc/passwd"),
        ("20:00", "localtime"),
        ("20:00", "Factory"),
    ],
)
def test_a_time_that_is_none_is_refused(at: str, zone: str) -> None:
    asked = msgspec.json.encode({"type": "weekly", "at": at, "zone": zone, "weekday": 1})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(asked, type=AnyWhen)
