"""When an evening begins: by the wall clock of a place, whatever its summer time does."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Annotated, Final, Literal, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Meta

from dicehall.rules.values import Value, wire_name

TOO_LATE: Final = 15 * 60
"""Seconds after its start at which an evening is called off instead (N-03)."""
WEEK: Final = timedelta(days=7)
LAST: Final = datetime(9999, 12, 31, tzinfo=UTC).timestamp()
"""In seconds since 1970: some clocks, and calendars of readers, show no later moment."""
NOWHERE: Final = frozenset(("Factory", "localtime", "posixrules"))
"""What the files of a machine have beside the zones of places: no browser knows these."""

TimeOfDay: TypeAlias = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$(?!\n)")]
"""Hours and minutes, such as 20:30."""


class When(Value, tag_field="type", tag=wire_name, forbid_unknown_fields=True, kw_only=True):
    """A time of day in an IANA zone, such as Europe/Madrid."""

    at: TimeOfDay
    zone: str

    def __post_init__(self) -> None:
        if self.zone not in zones():
            raise ValueError(f"there is no time zone {self.zone!r}; name one like Europe/Madrid or UTC")


class Once(When):
    day: date


class Weekly(When):
    weekday: Annotated[int, Meta(ge=0, le=6)]
    """0 is Monday."""


AnyWhen: TypeAlias = Once | Weekly


def starts(when: AnyWhen, after: float) -> Iterator[float]:
    """Every start later than this moment, in seconds since 1970."""
    match when:
        case Once(day=day):
            yield from (start for start in (start_on(when, day),) if after < start < LAST)
        case Weekly(weekday=weekday):
            there = datetime.fromtimestamp(after, ZoneInfo(when.zone)).date()
            day = there + timedelta(days=(weekday - there.weekday()) % 7)
            while True:
                if (start := start_on(when, day)) > after:
                    yield start
                day += WEEK


def start_on(when: When, day: date) -> float:
    """A time that the clocks skip is as much later as they skip; one that comes twice is the first (N-02)."""
    local = datetime.combine(day, time.fromisoformat(when.at), ZoneInfo(when.zone))
    return local.replace(fold=0).timestamp()


def verdict(start: float, now: float) -> Literal["early", "begin", "call off"]:
    """What to do about a start that nobody has attended to yet, as after the hall was down."""
    if now < start:
        return "early"
    return "begin" if now - start <= TOO_LATE else "call off"


@cache
def zones() -> frozenset[str]:
    return frozenset(available_timezones()) - NOWHERE
