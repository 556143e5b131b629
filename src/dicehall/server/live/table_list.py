"""The list of public tables, page by page, and what changes in it."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final, NamedTuple

from dicehall.server.live.messages import Listed, Row, ServerMessage, Unlisted
from dicehall.server.live.names import Names
from dicehall.table.core.events import is_bot
from dicehall.table.live.table import LiveTable

PAGE: Final = 50
"""Rows of one page: a few kilobytes, however many tables there are."""


class Page(NamedTuple):
    rows: tuple[Row, ...]
    next: int | None
    """Where the next page begins; None if this is the last one."""


class TableList:
    def __init__(self, names: Names) -> None:
        self._names = names
        self._rows: dict[str, Row] = {}
        self._listed: dict[str, LiveTable] = {}
        """Whose row it is: a code may have gone to another table."""
        self._elsewhere: dict[str, str] = {}
        """The nodes that run the tables of the other rows."""
        self._number = count()
        self._numbers: dict[str, int] = {}
        """In the order in which tables were listed."""
        self._codes: dict[int, str] = {}
        self._order: list[int] = []

    def page(self, after: int | None = None, own: Iterable[str] = ()) -> Page:
        """The newest first, from where the page before ended; the first one begins with a person's `own` tables."""
        end = len(self._order) if after is None else bisect_left(self._order, after)
        numbers = self._order[max(0, end - PAGE) : end][::-1]
        codes = [self._codes[number] for number in numbers]
        first = [code for code in own if code in self._rows][:PAGE] if after is None else []
        rows = tuple(self._rows[code] for code in dict.fromkeys((*first, *codes)))
        return Page(rows, numbers[-1] if end > PAGE else None)

    def changes(self, live: LiveTable) -> Iterator[ServerMessage]:
        """What a table has changed in the list since it was looked at last."""
        code = live.code
        table = live.table
        # The tables of a tournament are on its own page: hundreds of them would bury the others.
        if table.setting.public and table.version and not table.closed and table.fixture is None:
            row = self.row(live)
            if row != self._rows.get(code) or self._listed.get(code) is not live:
                self._put(row)
                self._listed[code] = live
                self._elsewhere.pop(code, None)
                yield Listed(row)
        else:
            yield from self.forget(live)

    def forget(self, live: LiveTable) -> Iterator[ServerMessage]:
        """It is not listed any more, or not here."""
        if self._listed.get(live.code) is live:
            del self._listed[live.code]
            yield self._take_out(live.code)

    # Tables of other nodes

    @property
    def own(self) -> list[Row]:
        """The rows of this node's tables, for the other nodes."""
        return [self._rows[code] for code in self._listed]

    def listed_at(self, node: str, rows: Iterable[Row]) -> Iterator[ServerMessage]:
        for row in rows:
            if row.table not in self._listed:
                self._put(row)
                self._elsewhere[row.table] = node
                yield Listed(row)

    def unlisted_at(self, node: str, codes: Iterable[str] | None = None) -> Iterator[ServerMessage]:
        """Tables of another node, or all that are known of it."""
        for code in tuple(self._elsewhere) if codes is None else codes:
            if self._elsewhere.get(code) == node:
                del self._elsewhere[code]
                yield self._take_out(code)

    def _put(self, row: Row) -> None:
        if row.table not in self._rows:
            self._append(row.table)
        self._rows[row.table] = row

    def _take_out(self, code: str) -> Unlisted:
        del self._rows[code]
        self._remove(code)
        return Unlisted(code)

    def _append(self, code: str) -> None:
        self._numbers[code] = number = next(self._number)
        self._codes[number] = code
        self._order.append(number)

    def _remove(self, code: str) -> None:
        number = self._numbers.pop(code)
        del self._codes[number]
        del self._order[bisect_left(self._order, number)]

    def row(self, live: LiveTable) -> Row:
        table = live.table
        bots = sum(is_bot(seated.who) for seated in table.seated)
        return Row(
            table=live.code,
            game=table.setting.game,
            host=None if table.host is None else self._names.of(table.host),
            people=len(table.seated) - bots,
            present=len(table.seated) - bots - len(live.presence.absent(table)),
            bots=bots,
            seats=table.setting.seats,
            state="playing" if table.playing else "finished" if table.play else "waiting",
            locked=table.locked,
            fills_at=table.fills_at,
            clock=table.setting.clock,
            rated=table.playing.rated if table.playing else table.setting.is_rated,
            odds=table.setting.odds,
            night="" if table.night is None else table.night.title,
        )
