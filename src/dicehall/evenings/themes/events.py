"""What happens to the hall's themes: each of these is an entry of their log."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from dicehall.evenings.themes.theme import Theme
from dicehall.rules.values import Event
from dicehall.table.core.events import Who

Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
"""The name of a theme in links and logs."""


class Entry(Event):
    at: float
    """The wall time at which it was written, in seconds since 1970: evenings go by the calendar, not by hall time."""


class ThemeSaved(Entry):
    """Kept from now on; one without a host is the hall's own."""

    key: Key
    host: Who | None
    theme: Theme


class ThemeChanged(Entry):
    key: Key
    theme: Theme


class ThemeRemoved(Entry):
    """Starts that have been named stay as they are."""

    key: Key


class EveningBegun(Entry):
    """The hall is about to open this table or tournament: whatever happens to the hall, it opens no other."""

    key: Key
    start: float
    """When it begins by its schedule, in seconds since 1970."""
    code: str
    host: Who | None
    theme: Theme
    """As it was then: the host may change it, or remove it."""


class EveningOpened(Entry):
    """People can come in."""

    code: str


class EveningRefused(Entry):
    """It could not be opened: the hall runs as many tournaments as it can, or the host hosts too many."""

    code: str
    why: str
    """A sentence for people."""


class EveningCalledOff(Entry):
    """The hall was down at its start, and for too long after it (N-03)."""

    key: Key
    start: float
    title: str


ThemeEvent: TypeAlias = (
    ThemeSaved | ThemeChanged | ThemeRemoved | EveningBegun | EveningOpened | EveningRefused | EveningCalledOff
)
