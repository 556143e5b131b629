"""What only the host of a table is told: who watches it, by name, who knocks, and which names are expected."""

from collections.abc import Iterable, Iterator

from dicehall.server.live.knocks import Knocks
from dicehall.server.live.messages import ExpectedMessage, KnocksMessage, Spectators
from dicehall.server.live.names import Names
from dicehall.server.live.viewers import Viewer
from dicehall.table.core.events import Who
from dicehall.table.live.table import LiveTable

News = Spectators | KnocksMessage | ExpectedMessage


class HostNews:
    def __init__(self, names: Names, knocks: Knocks) -> None:
        self._names = names
        self._knocks = knocks
        self._told: dict[str, tuple[Who | None, tuple[News, ...]]] = {}
        """By table, which host was told what last; nothing where nobody watches or knocks."""
        self._ahead: dict[str, list[News]] = {}
        """By table, what a window was welcomed with since."""

    def welcome(self, viewer: Viewer, live: LiveTable) -> None:
        """A window of a host looks at the table."""
        for news in self._news(live) if viewer.hosts(live) else ():
            if news.people:
                viewer.tell(news)
                ahead = self._ahead.setdefault(live.code, [])
                if news not in ahead:
                    ahead.append(news)

    def look_at(self, live: LiveTable, room: Iterable[Viewer]) -> None:
        """People have come or gone, or the table has another host."""
        nothing = (Spectators(live.code, {}), KnocksMessage(live.code, {}), ExpectedMessage(live.code, {}))
        ahead = self._ahead.pop(live.code, [])
        host, before = self._told.pop(live.code, (live.table.host, nothing))
        if live.table.closed:
            return
        now = tuple(self._news(live))
        if now != nothing:
            self._told[live.code] = (live.table.host, now)
        hosts = [viewer for viewer in room if viewer.hosts(live)]
        for old, new in zip(before, now, strict=True):
            is_late = any(type(told) is type(new) and told != new for told in ahead)
            if new != old or is_late or (new.people and host != live.table.host):
                for viewer in hosts:
                    viewer.tell(new)

    def let_go(self, live: LiveTable) -> None:
        """Another node runs the table, and tells its host anew."""
        self._told.pop(live.code, None)
        self._ahead.pop(live.code, None)

    def _news(self, live: LiveTable) -> Iterator[News]:
        table = live.table
        watching = (who for who in live.presence.people() if who != table.host and table.seated_as(who) is None)
        yield Spectators(live.code, self._names.all(watching))
        yield KnocksMessage(live.code, self._names.all(self._knocks.at(live)))
        yield ExpectedMessage(live.code, dict(table.expected))
