"""The list of public tables, and what changes in it."""

from collections.abc import Iterator

from dicehall.server.live.messages import Listed, Row, ServerMessage, Unlisted
from dicehall.server.live.names import Names
from dicehall.table.core.events import is_bot
from dicehall.table.live.table import LiveTable


class TableList:
    def __init__(self, names: Names) -> None:
        self._names = names
        self._rows: dict[str, Row] = {}
        self._listed: dict[str, LiveTable] = {}
        """Whose row it is: a code may have gone to another table."""

    def rows(self) -> tuple[Row, ...]:
        return tuple(self._rows.values())

    def changes(self, live: LiveTable) -> Iterator[ServerMessage]:
        """What a table has changed in the list since it was looked at last."""
        code = live.code
        if live.table.setting.public and live.table.version and not live.table.closed:
            row = self.row(live)
            if row != self._rows.get(code) or self._listed[code] is not live:
                self._rows[code], self._listed[code] = row, live
                yield Listed(row)
        elif self._listed.get(code) is live:
            del self._rows[code], self._listed[code]
            yield Unlisted(code)

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
        )
