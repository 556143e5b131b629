"""Who knocks at which private table, and who comes in without knocking."""

from collections.abc import Callable
from hmac import compare_digest
from typing import NoReturn

from dicehall.server.live.messages import Admitted, Gone
from dicehall.server.live.viewers import Viewer
from dicehall.table.core.draft import RefusedError
from dicehall.table.core.events import Who
from dicehall.table.live.table import LiveTable

KNOCKING = (
    "You are knocking: this table is private, and its host has to let you in. The link of the table opens it at once."
)
NO_KNOCKING = (
    "This table is private, and its host has turned knocking off. The link of the table or an invitation opens it."
)
AFTER_A_REMOVAL = (
    "You are knocking: someone was removed from this private table, so its host has to let newcomers in, "
    "with the link too."
)
NO_KNOCKING_AFTER_A_REMOVAL = (
    "Someone was removed from this private table, and its host has turned knocking off. Only an invitation opens it."
)
NAME_FIRST = "This table is private. Choose a name, so that its host knows who is knocking."
MOST_KNOCKS = 20
"""People who may knock at one table at the same time."""


class Knocks:
    def __init__(self, blocked_by: Callable[[Who | None], frozenset[Who]] = lambda _who: frozenset()) -> None:
        self._blocked_by = blocked_by
        self._knocking: dict[str, dict[Who, set[Viewer]]] = {}
        self._visitors: dict[str, set[Who]] = {}
        """By table, who has come by its link since the hall was started: they need it only once."""

    def at(self, live: LiveTable) -> tuple[Who, ...]:
        return tuple(self._knocking.get(live.code, ()))

    def admits(self, viewer: Viewer, live: LiveTable, key: str = "") -> bool:
        """Whether they may come in: all may at a public table, and at one from before there were keys.

        While someone is kept out, the link opens the table to nobody new: it could be them under another name (H-11).
        """
        table, who = live.table, viewer.who
        if table.setting.public or viewer.is_administrator or live.code in viewer.watches:
            return True
        if self.shuts_out(live, who):
            return who is not None and who in table.people()
        if not table.kicked and (not table.key or compare_digest(key.encode(), table.key.encode())):
            if who is not None:
                self._visitors.setdefault(live.code, set()).add(who)
            return True
        if who is None:
            return False
        known = (*table.people(), *table.invited, *table.let_in)
        return who in known or who in self._visitors.get(live.code, ())

    def shuts_out(self, live: LiveTable, who: Who | None) -> bool:
        """Whether the host has blocked them."""
        return who is not None and who in self._blocked_by(live.table.host)

    def drop_blocked(self, live: LiveTable) -> None:
        """The host has blocked someone: if they knock, the host hears it no longer, and they are not told."""
        for who in [who for who in self._knocking.get(live.code, ()) if self.shuts_out(live, who)]:
            self._drop(live.code, who)

    def knock(self, viewer: Viewer, live: LiveTable) -> None:
        """Always refuses; the host is told who is there, unless nobody may knock or the host has blocked them."""
        if not live.table.knocks:
            refuse(live)
        if viewer.who is None:
            raise RefusedError("no_name", NAME_FIRST)
        if self.shuts_out(live, viewer.who):
            raise RefusedError("knocking", AFTER_A_REMOVAL)
        knocking = self._knocking.setdefault(live.code, {})
        if viewer.who not in knocking and len(knocking) >= MOST_KNOCKS:
            raise RefusedError("too_many", f"{MOST_KNOCKS} people are knocking at this table already; try again later.")
        knocking.setdefault(viewer.who, set()).add(viewer)
        refuse(live)

    def vouch(self, who: Who, code: str) -> None:
        """Another node has let them in, before the table came here."""
        self._visitors.setdefault(code, set()).add(who)

    def let_go(self, live: LiveTable) -> None:
        """Another node runs the table: those who wait have to knock there."""
        self._visitors.pop(live.code, None)
        for windows in self._knocking.pop(live.code, {}).values():
            for viewer in windows:
                viewer.tell(Admitted(live.code))  # they watch it, and knock there

    def stop(self, viewer: Viewer, code: str | None = None) -> tuple[str, ...]:
        """They wait no longer, at one table or at all of them; the tables whose hosts have to be told."""
        changed: list[str] = []
        for table in tuple(self._knocking) if code is None else (code,):
            windows = self._knocking.get(table, {}).get(viewer.who or "", set())
            if viewer in windows:
                windows.discard(viewer)
                if not windows:
                    self._drop(table, viewer.who or "")
                    changed.append(table)
        return tuple(changed)

    def look_at(self, live: LiveTable) -> None:
        """Tell those who wait that they may come in, or that they need not wait any more."""
        for who, windows in tuple(self._knocking.get(live.code, {}).items()):
            table = live.table
            if table.closed or who in table.kicked:
                news: Admitted | Gone = Gone(live.code, "closed" if table.closed else "kicked")
            elif any(self.admits(viewer, live) for viewer in windows):
                news = Admitted(live.code)
            elif not table.knocks:
                news = Gone(live.code, "no_knocking")
            else:
                continue
            self._drop(live.code, who)
            for viewer in windows:
                viewer.tell(news)
        if live.table.closed:
            self._visitors.pop(live.code, None)
        elif visitors := self._visitors.get(live.code):
            visitors.difference_update(live.table.kicked)

    def _drop(self, code: str, who: Who) -> None:
        del self._knocking[code][who]
        if not self._knocking[code]:
            del self._knocking[code]


def refuse(live: LiveTable) -> NoReturn:
    """The answer to a stranger without the link."""
    if not live.table.knocks:
        raise RefusedError("no_knocking", NO_KNOCKING_AFTER_A_REMOVAL if live.table.kicked else NO_KNOCKING)
    raise RefusedError("knocking", AFTER_A_REMOVAL if live.table.kicked else KNOCKING)
