"""Invitations: each person is told at once, wherever they are in the hall, and again when they connect."""

from collections.abc import Callable

from dicehall.server.live.messages import Invitation, InvitationOver
from dicehall.table.core.events import Who
from dicehall.table.live.table import LiveTable


class Invitations:
    def __init__(self, tell: Callable[[Who, Invitation | InvitationOver], None], name: Callable[[Who], str]) -> None:
        self._tell = tell
        self._name = name
        self._tables: dict[Who, dict[str, LiveTable]] = {}
        """By person, the tables that have a seat kept for them."""
        self._known: dict[str, frozenset[Who]] = {}
        """By table, who was invited when it was looked at last."""

    def of(self, who: Who) -> tuple[Invitation, ...]:
        return tuple(self._invitation(live) for live in self._tables.get(who, {}).values())

    def look_at(self, live: LiveTable) -> None:
        """Tell those who have been invited since, or no longer are; while a game runs, nobody can sit down."""
        table = live.table
        before = self._known.pop(live.code, frozenset())
        now = frozenset() if table.closed or table.playing is not None else frozenset(table.invited)
        if now:
            self._known[live.code] = now
        for who in now - before:
            self._tables.setdefault(who, {})[live.code] = live
            self._tell(who, self._invitation(live))
        for who in before - now:
            del self._tables[who][live.code]
            if not self._tables[who]:
                del self._tables[who]
            self._tell(who, InvitationOver(live.code))

    def _invitation(self, live: LiveTable) -> Invitation:
        host = live.table.host
        return Invitation(live.code, live.table.setting.game, None if host is None else self._name(host))
