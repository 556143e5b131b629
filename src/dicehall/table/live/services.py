"""What a table needs from its hall, and what it tells."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from dicehall.ports import Finished, Journal, Marks
from dicehall.ports.workers import Workers
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Mine
from dicehall.rules.values import Event, Seat
from dicehall.table.core.draft import Inputs
from dicehall.table.core.events import Who
from dicehall.table.core.public_view import PublicTable, changes, changes_by_moves
from dicehall.table.live.acquaintances import Acquaintances
from dicehall.table.live.roster import Roster

if TYPE_CHECKING:
    from dicehall.table.live.table import LiveTable


Players: TypeAlias = Mapping[Who, Mine[Any, Any]]
"""What each of them knows and may do."""


class TableChange(NamedTuple):
    """A table after a command."""

    since: int
    """The version before."""
    version: int
    events: tuple[Event, ...]
    before: PublicTable
    after: PublicTable
    mine: Players
    """For players who may do something now, or whose secret has changed."""
    secrets: frozenset[Who]
    """Players whose secret has changed."""
    seatless: frozenset[Who]
    """People who played before this change, and no longer do."""
    moved: bool = False
    """Whether there were only moves, in a game that goes on."""

    def changes(self) -> dict[str, Any] | None:
        """What is different for everyone; worked out only where somebody looks."""
        return changes_by_moves(self.before, self.after) if self.moved else changes(self.before, self.after)


def news_for_players(known: Players, mine: Players, events: tuple[Event, ...]) -> tuple[Players, frozenset[Who]]:
    """What players are told who may do something now or whose secret has changed; and those whose secret has.

    The same dice again are told again: what is not told would tell that they are.
    """
    dealt = any(event.thrown for event in events)
    secrets: set[Who] = set()
    news: dict[Who, Mine[Any, Any]] = {}
    for player, own in mine.items():
        old = known.get(player)
        if old is None or own.secret != old.secret or (dealt and own.secret is not None):
            secrets.add(player)
            news[player] = own
        elif own.options:
            news[player] = own
    return news, frozenset(secrets)


class Broadcaster(Protocol):
    """Tells people what happens at tables."""

    def told(self, live: "LiveTable", change: TableChange) -> None: ...

    def present(self, live: "LiveTable") -> None:
        """People have come or gone; the table itself has not changed."""
        ...

    def warned(self, live: "LiveTable", seat: Seat, seconds: int) -> None: ...

    def away(self, now: float, seconds: int) -> None:
        """The hall could do nothing for so many seconds; clocks stood still, and go on from this hall time."""
        ...

    def uncertain(self, live: "LiveTable", *, known: bool) -> None:
        """Whether the last command was written is not known yet, or is known again."""
        ...

    def closed(self, live: "LiveTable") -> None: ...


class Ears(Protocol):
    """Whether the hall hears its people."""

    def held_up(self) -> bool:
        """Whether some cannot be heard now, by no fault of theirs: hall time stands still."""
        ...

    def have_read(self, since: float) -> bool:
        """Whether all that had come to their sockets by then has been heard; `since` is the loop's time."""
        ...


class OwnEars:
    """A hall that holds all sockets itself: what it has not heard holds up itself too."""

    def held_up(self) -> bool:
        return False

    def have_read(self, _since: float) -> bool:
        return True


class HallServices(NamedTuple):
    """What a table needs from the hall."""

    journal: Journal
    broadcaster: Broadcaster
    roster: Roster
    forget: "Callable[[LiveTable], None]"
    """Called when a table is closed."""
    inputs: Inputs
    """For every decision, except the table's own secret."""
    luck: Rng
    """For bots; apart from the dice, or a bot could foresee them."""
    pace: float
    workers: Workers | None
    """Who thinks for bots that take longer; None if the event loop does."""
    acquaintances: Acquaintances
    game_finished: Callable[[str, Finished], None]
    """Called when a game has ended and is on the disk."""
    appended: Callable[[float], None]
    """Called with the seconds that the disk took for an append."""
    marks: Marks
    have_read: Callable[[float], bool]
    """Whether all that people had sent by then has been heard; it is the loop's time."""
    fixture_changed: "Callable[[LiveTable], None]" = lambda _live: None
    """Called when something other than a move has happened at a table of a tournament."""
