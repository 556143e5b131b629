"""Whom a table keeps out, whatever its link says."""

from dicehall.server.live.viewers import Viewer
from dicehall.table.core.decide import ACCESS_DENIED
from dicehall.table.core.draft import KICKED, RefusedError
from dicehall.table.core.events import Who
from dicehall.table.core.state import Table
from dicehall.table.live.table import LiveTable

NAMELESS = "Without a name nobody can tell whether you were inside before: ask the host to unlock it for a moment."
"""A visitor without a name has no cookie, and anyone could have the table's key: nothing sets them apart."""


NO_SPECTATORS = "Nobody may watch this table until the round is over: all tables play with the same dice."


def plays(table: Table, who: Who | None) -> bool:
    return who is not None and (table.is_for(who) or (table.play is not None and who in table.play.seats))


def admit(viewer: Viewer, live: LiveTable) -> None:
    """Refuse those whom the host has kicked, and all but those inside while the table is locked.

    Where a tournament admits no spectators, administrators are none either: they may play at another of its tables.
    """
    table, who = live.table, viewer.who
    if table.fixture is not None and not table.fixture.spectators and not plays(table, who):
        raise RefusedError("no_spectators", NO_SPECTATORS)
    if who is not None and who in table.kicked:
        raise RefusedError("kicked", KICKED)
    is_inside = table.is_for(who) or who in table.inside or live.code in viewer.watches
    if table.locked and not is_inside and not viewer.is_administrator:
        raise RefusedError("locked", ACCESS_DENIED if who else f"{ACCESS_DENIED} {NAMELESS}")
