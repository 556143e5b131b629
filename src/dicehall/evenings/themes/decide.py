"""What follows from a wish of a host and from the time of day, or why it is refused."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from dicehall.evenings.core.entering import checked as playable
from dicehall.evenings.core.setting import FARTHEST
from dicehall.evenings.core.setting import Setting as TournamentSetting
from dicehall.evenings.themes import events
from dicehall.evenings.themes.events import Key, ThemeEvent
from dicehall.evenings.themes.programme import Evening, KeptTheme, Programme
from dicehall.evenings.themes.schedule import AnyWhen, Once, start_on, starts, verdict
from dicehall.evenings.themes.theme import Terms, Theme
from dicehall.names.clean import clean
from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.table.core import commands
from dicehall.table.core.decide import refusal
from dicehall.table.core.draft import Refused, RefusedError
from dicehall.table.core.events import Night, Setting, Who
from dicehall.table.core.seats import checked

MOST_OF_A_HOST: Final = 10
"""Themes that one person keeps."""
MOST: Final = 500
"""Themes in the whole hall."""
DOORS: Final = 30 * 60
"""Seconds before its start at which a tournament can be entered (N-04)."""
TO_ENTER: Final = 5 * 60
"""Seconds that people have at least to enter one, even if the hall was down at its start (N-04)."""

Answer = tuple[ThemeEvent, ...] | Refused
NO_THEME: Final = Refused("no_theme", "This hall has no such theme; it may have been removed.")
NOT_YOURS: Final = Refused("forbidden", "Only its host and administrators can change or remove this theme.")

NO_LINK: Final = Refused("key", "A theme of the hall has no host who could share the link: let everyone enter.")


class Due(NamedTuple):
    """An evening that begins now."""

    key: Key
    start: float
    host: Who | None
    theme: Theme


# Hosts


def save(programme: Programme, key: Key, host: Who, theme: Theme, now: float) -> Answer:
    if len(programme.themes_of(host)) >= MOST_OF_A_HOST:
        return Refused("too_many", f"You keep {MOST_OF_A_HOST} themes already; remove one first.")
    if len(programme.themes) >= MOST:
        return Refused("full", f"This hall keeps {MOST} themes already; someone has to remove one first.")
    theme = legible(theme)
    return objection(theme, now) or (events.ThemeSaved(now, key, host, theme),)


def change(programme: Programme, key: Key, who: Who, theme: Theme, now: float, *, administrator: bool) -> Answer:
    theme = legible(theme)
    wrong = _not_theirs(programme, key, who, administrator=administrator)
    if wrong is None and programme.themes[key].host is None and theme.terms is not None and not theme.terms.open:
        wrong = NO_LINK
    return wrong or objection(theme, now) or (events.ThemeChanged(now, key, theme),)


def remove(programme: Programme, key: Key, who: Who, now: float, *, administrator: bool) -> Answer:
    return _not_theirs(programme, key, who, administrator=administrator) or (events.ThemeRemoved(now, key),)


def forget(programme: Programme, who: Who, now: float) -> Answer:
    """An account was deleted: its evenings do not come any more."""
    return tuple(events.ThemeRemoved(now, key) for key, kept in programme.saved.items() if kept.host == who)


def _not_theirs(programme: Programme, key: Key, who: Who, *, administrator: bool) -> Refused | None:
    kept = programme.themes.get(key)
    if kept is None:
        return NO_THEME
    return None if administrator or kept.host == who else NOT_YOURS


def legible(theme: Theme) -> Theme:
    """With words that everybody can read: nothing in them hides, or turns the text around."""
    welcome = "\n".join(map(clean, theme.welcome.splitlines())).strip()
    return replace(theme, title=clean(theme.title), welcome=welcome)


def objection(theme: Theme, now: float) -> Refused | None:
    """Why this cannot be played, or never begins."""
    if not theme.title:
        return Refused("bad_title", "Give the evening a title of 1 to 60 characters.")
    try:
        if theme.tournament is None:
            checked(table_setting(theme))
        else:
            playable(tournament_setting(theme, None, None))
    except RefusedError as error:
        return error.refused
    except RulesError as error:
        return refusal(error)
    return None if theme.when is None else _untimely(theme.when, now)


def _untimely(when: AnyWhen, now: float) -> Refused | None:
    if isinstance(when, Once) and start_on(when, when.day) > now + FARTHEST:
        return Refused("far", "That time is too far away: choose one in the next two years.")
    if next(starts(when, now), None) is None:
        return Refused("past", "That time is over: choose one that is still to come.")
    return None


# The hall


def due(programme: Programme, now: float) -> tuple[tuple[ThemeEvent, ...], tuple[Due, ...]]:
    """The evenings that are called off, and those that begin; either is written down before the next look."""
    called_off: list[ThemeEvent] = []
    begin: list[Due] = []
    for key, kept in programme.themes.items():
        for start in _starts_by(kept, now):
            if verdict(start, now) == "call off":
                called_off.append(events.EveningCalledOff(now, key, start, kept.theme.title))
            else:
                begin.append(Due(key, start, kept.host, kept.theme))
    return tuple(called_off), tuple(begin)


def _starts_by(kept: KeptTheme, now: float) -> Iterator[float]:
    if kept.theme.when is None:
        return
    for start in starts(kept.theme.when, max(kept.since, kept.attended)):
        if doors(kept.theme, start) > now:
            return
        yield start


def next_doors(programme: Programme) -> float | None:
    """When the next evening begins, in seconds since 1970."""
    coming = ((kept.theme, kept.next_start) for kept in programme.themes.values())
    return min((doors(theme, start) for theme, start in coming if start is not None), default=None)


def doors(theme: Theme, start: float) -> float:
    return start if theme.tournament is None else start - DOORS


def begin(programme: Programme, evening: Due, code: str, now: float) -> tuple[ThemeEvent, ...]:
    """Nothing, if it has begun already."""
    if any((each.key, each.start) == (evening.key, evening.start) for each in programme.evenings):
        return ()
    return (events.EveningBegun(now, evening.key, evening.start, code, evening.host, evening.theme),)


# What is opened


def table_setting(theme: Theme) -> Setting:
    return Setting(game=theme.game, options=theme.options, seats=theme.seats, clock=theme.clock)


def night(theme: Theme, host: Who | None) -> Night:
    return Night(theme.title, theme.welcome, theme.look, theme.sounds, host)


def opening(theme: Theme, host: Who | None, *, sit: bool) -> commands.Open:
    return commands.Open(table_setting(theme), sit=sit, night=night(theme, host))


def tournament(evening: Evening, now: float) -> TournamentSetting:
    """People have time to enter, even if the hall opens it late (N-04)."""
    return tournament_setting(evening.theme, int(max(evening.start, now + TO_ENTER)), evening.host)


def tournament_setting(theme: Theme, starts_at: int | None, host: Who | None) -> TournamentSetting:
    assert theme.tournament is not None
    terms = theme.terms or Terms()
    return TournamentSetting(
        title=theme.title,
        game=theme.game,
        options=theme.options,
        seats=theme.seats,
        least=terms.least or min(theme.seats, find(theme.game).seats[0]),
        format=theme.tournament,
        most=terms.most,
        open=terms.open,
        starts=starts_at,
        clock=theme.clock,
        bots=terms.bots,
        between=terms.between,
        duplicate=terms.duplicate,
        teams=terms.teams,
        predictions=terms.predictions,
        night=night(theme, host),
    )
