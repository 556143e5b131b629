"""Invitations: each person is told at once, wherever they are in the hall, and again when they connect."""

from collections.abc import Callable, Iterator

from dicehall.server.live.messages import Invitation, InvitationOver
from dicehall.table.core.events import Who, is_named
from dicehall.table.live.table import LiveTable


class Invitations:
    def __init__(
        self,
        tell: Callable[[Who, Invitation | InvitationOver], None],
        name: Callable[[Who], str],
        blocked_by: Callable[[Who], frozenset[Who]] = lambda _who: frozenset(),
    ) -> None:
        self._tell = tell
        self._name = name
        self._blocked_by = blocked_by
        self._tables: dict[Who, dict[str, LiveTable]] = {}
        """By person, the tables that have a seat kept for them."""
        self._known: dict[str, frozenset[Who]] = {}
        """By table, who was invited when it was looked at last."""
        self._elsewhere: dict[Who, dict[str, tuple[str, Invitation]]] = {}
        """By person and table, those to tables of other nodes, and of which."""

    def of(self, who: Who) -> tuple[Invitation, ...]:
        there = (invitation for _, invitation in self._elsewhere.get(who, {}).values())
        return (*(self._invitation(live) for live in self._tables.get(who, {}).values()), *there)

    @property
    def own(self) -> list[tuple[Who, Invitation]]:
        """Those to this node's tables, for the other nodes."""
        return [(who, self._invitation(live)) for who, tables in self._tables.items() for live in tables.values()]

    def look_at(self, live: LiveTable) -> None:
        """Tell those who have been invited since, or no longer are; while a game runs, nobody can sit down.

        Who has blocked the host never hears of it, and the host sees an invitation that is not answered.
        """
        table = live.table
        before = self._known.pop(live.code, frozenset())
        now = frozenset() if table.closed or table.playing is not None else frozenset(self._told_of(live))
        if now:
            self._known[live.code] = now
        for who in now - before:
            self._tables.setdefault(who, {})[live.code] = live
            self._tell(who, self._invitation(live))
        for who in before - now:
            self._drop(who, live.code)
            self._tell(who, InvitationOver(live.code))

    def _told_of(self, live: LiveTable) -> Iterator[Who]:
        for who in live.table.invited:
            if not is_named(who) and live.table.host not in self._blocked_by(who):
                yield who

    def let_go(self, live: LiveTable) -> None:
        """Another node runs the table, and keeps them from now on."""
        for who in self._known.pop(live.code, frozenset()):
            self._drop(who, live.code)

    def heard_of(self, node: str, who: Who, news: Invitation | InvitationOver) -> None:
        """From another node."""
        if isinstance(news, Invitation):
            self._elsewhere.setdefault(who, {})[news.table] = (node, news)
        elif self._elsewhere.get(who, {}).pop(news.table, None) is not None and not self._elsewhere[who]:
            del self._elsewhere[who]

    def lost(self, node: str) -> None:
        """It tells them again when it is back."""
        for who, tables in tuple(self._elsewhere.items()):
            kept = {code: told for code, told in tables.items() if told[0] != node}
            if kept:
                self._elsewhere[who] = kept
            else:
                del self._elsewhere[who]

    def _drop(self, who: Who, code: str) -> None:
        del self._tables[who][code]
        if not self._tables[who]:
            del self._tables[who]

    def _invitation(self, live: LiveTable) -> Invitation:
        host = live.table.host
        return Invitation(live.code, live.table.setting.game, None if host is None else self._name(host))
