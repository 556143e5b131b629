"""Who is here: the windows that people have open on one table."""

from collections import Counter

from dicehall.table.core.events import Who, is_bot
from dicehall.table.core.state import Table


class Presence:
    def __init__(self) -> None:
        self._windows: Counter[Who | None] = Counter()
        """How many each person has open; None stands for visitors without a name."""

    def __contains__(self, who: Who | None) -> bool:
        return who in self._windows

    def __bool__(self) -> bool:
        return bool(self._windows)

    def __len__(self) -> int:
        """How many windows are open."""
        return self._windows.total()

    def enter(self, who: Who | None) -> bool:
        """A window is opened; whether that changes who is here."""
        self._windows[who] += 1
        return self._windows[who] == 1 or who is None

    def exit(self, who: Who | None) -> bool:
        """A window is closed; whether that changes who is here."""
        self._windows[who] -= 1
        if not self._windows[who]:
            del self._windows[who]
        return who not in self._windows or who is None

    def people(self) -> tuple[Who, ...]:
        """Everyone with a name who has a window open."""
        return tuple(who for who in self._windows if who is not None)

    def absent(self, table: Table) -> tuple[Who, ...]:
        """People who sit at the table and have no window open."""
        people = (seated.who for seated in table.seated if not is_bot(seated.who))
        return tuple(who for who in people if who not in self._windows)

    def watching(self, table: Table) -> int:
        """How many spectators there are; each window without a name counts as one."""
        return sum(
            1 if who else count for who, count in self._windows.items() if who is None or not table.seated_as(who)
        )
