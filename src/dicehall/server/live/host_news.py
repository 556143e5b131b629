"""What only the host of a table is told: who watches it, by name."""

from collections.abc import Iterable

from dicehall.server.live.messages import Spectators
from dicehall.server.live.names import Names
from dicehall.server.live.viewers import Viewer
from dicehall.table.core.events import Who
from dicehall.table.live.table import LiveTable


class HostNews:
    def __init__(self, names: Names) -> None:
        self._names = names
        self._told: dict[str, tuple[Who | None, Spectators]] = {}
        """By table, which host was told what last."""

    def welcome(self, viewer: Viewer, live: LiveTable) -> None:
        """A window of a host looks at the table."""
        news = self._spectators(live)
        if viewer.hosts(live) and news.people:
            viewer.tell(news)

    def look_at(self, live: LiveTable, room: Iterable[Viewer]) -> None:
        """People have come or gone, or the table has another host."""
        news = self._spectators(live)
        before = self._told.pop(live.code, (None, Spectators(live.code, {})))
        now = (live.table.host, news)
        if live.table.closed:
            return
        if news.people:
            self._told[live.code] = now
        if news.people != before[1].people or (news.people and now != before):
            for viewer in room:
                if viewer.hosts(live):
                    viewer.tell(news)

    def _spectators(self, live: LiveTable) -> Spectators:
        table = live.table
        watching = (who for who in live.presence.people() if who != table.host and table.seated_as(who) is None)
        return Spectators(live.code, self._names.all(watching))
