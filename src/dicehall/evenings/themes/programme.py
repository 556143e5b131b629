"""The hall's programme: its themes, the evenings that have begun, and those that were called off. A fold of its log."""

from typing import Final

import msgspec
from msgspec.structs import replace

from dicehall.evenings.themes import events
from dicehall.evenings.themes.events import Key, ThemeEvent
from dicehall.evenings.themes.schedule import starts
from dicehall.evenings.themes.shipped import SHIPPED
from dicehall.evenings.themes.theme import Theme
from dicehall.rules.values import Value
from dicehall.table.core.events import Who

REMEMBERED: Final = 24 * 60 * 60
"""Seconds for which an evening is told of after its start."""


class KeptTheme(Value):
    theme: Theme
    host: Who | None = None
    """None: the hall's own."""
    since: float = 0.0
    """When it was saved or changed: earlier starts are no business of it."""
    attended: float = 0.0
    """The last start that has begun or was called off."""

    @property
    def next_start(self) -> float | None:
        """In seconds since 1970; None if it has no time, or its only time is over."""
        if self.theme.when is None:
            return None
        return next(starts(self.theme.when, max(self.since, self.attended)), None)


class Evening(Value):
    """One that has begun."""

    key: Key
    start: float
    code: str
    host: Who | None
    theme: Theme
    opened: bool = False
    refused: str = ""


class CalledOff(Value):
    key: Key
    start: float
    title: str


class Programme(Value):
    version: int = 0
    saved: dict[Key, KeptTheme] = msgspec.field(default_factory=dict)
    """Those of hosts, and those of the hall that were changed or have begun."""
    removed: tuple[Key, ...] = ()
    """Those of the hall that an administrator has removed."""
    evenings: tuple[Evening, ...] = ()
    """Those of the last day, and all that are not opened yet."""
    called_off: tuple[CalledOff, ...] = ()
    """Of the last day."""

    @property
    def themes(self) -> dict[Key, KeptTheme]:
        """All that there are, the hall's own first."""
        shipped = {key: KeptTheme(theme) for key, theme in SHIPPED.items() if key not in self.removed}
        return shipped | self.saved

    @property
    def to_open(self) -> tuple[Evening, ...]:
        return tuple(evening for evening in self.evenings if not evening.opened and not evening.refused)

    def themes_of(self, who: Who) -> list[Theme]:
        """Those that this person keeps."""
        return [kept.theme for kept in self.saved.values() if kept.host == who]

    def evening(self, code: str) -> Evening | None:
        return next((evening for evening in self.evenings if evening.code == code), None)


def evolve(programme: Programme, event: ThemeEvent) -> Programme:
    after = _happened(_of_today(programme, event.at), event)
    return replace(after, version=programme.version + 1)


def _happened(programme: Programme, event: ThemeEvent) -> Programme:
    match event:
        case events.ThemeSaved(at, key, host, theme):
            return _with(programme, key, KeptTheme(theme, host, since=at))
        case events.ThemeChanged(at, key, theme):
            before = programme.themes.get(key, KeptTheme(theme))
            return _with(programme, key, replace(before, theme=theme, since=at))
        case events.ThemeRemoved(_, key):
            saved = {name: kept for name, kept in programme.saved.items() if name != key}
            removed = (*programme.removed, key) if key in SHIPPED else programme.removed
            return replace(programme, saved=saved, removed=removed)
        case events.EveningBegun(_, key, start, code, host, theme):
            evening = Evening(key, start, code, host, theme)
            return replace(_attended(programme, key, start), evenings=(*programme.evenings, evening))
        case events.EveningOpened(_, code):
            return _changed(programme, code, opened=True)
        case events.EveningRefused(_, code, why):
            return _changed(programme, code, refused=why)
        case events.EveningCalledOff(_, key, start, title):
            left = tuple(each for each in programme.evenings if (each.key, each.start) != (key, start))
            called_off = (*programme.called_off, CalledOff(key, start, title))
            return replace(_attended(programme, key, start), called_off=called_off, evenings=left)


def _with(programme: Programme, key: Key, kept: KeptTheme) -> Programme:
    return replace(programme, saved={**programme.saved, key: kept})


def _attended(programme: Programme, key: Key, start: float) -> Programme:
    kept = programme.themes.get(key)
    return programme if kept is None else _with(programme, key, replace(kept, attended=max(kept.attended, start)))


def _changed(programme: Programme, code: str, **to: object) -> Programme:
    evenings = tuple(replace(each, **to) if each.code == code else each for each in programme.evenings)
    return replace(programme, evenings=evenings)


def _of_today(programme: Programme, at: float) -> Programme:
    """Nobody asks for the evenings of last week; what is still to be opened is never dropped."""
    begun = programme.to_open
    return replace(
        programme,
        evenings=tuple(each for each in programme.evenings if each in begun or each.start > at - REMEMBERED),
        called_off=tuple(each for each in programme.called_off if each.start > at - REMEMBERED),
    )
