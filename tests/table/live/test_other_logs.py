"""The logs of tournaments lie in the same journal; a hall does not take them for tables."""

import asyncio
from random import Random

from dicehall.cli.operate.checks import Mark, check_tables
from dicehall.ports import Append, Head
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.live.hall import Hall
from tests.server.timeless import Listeners


def test_the_log_of_a_tournament_is_no_table_of_the_hall() -> None:
    async def start() -> Hall:
        journal = MemoryJournal()
        for code in ("cuprami", "kiro"):
            journal.append(Append(code, 0, 1, b"not a table's log", due=None), lambda _error: None)
        await asyncio.sleep(0)
        hall = Hall(journal, Listeners(), dice=Random(1), luck=Random(2), pace=0.0)
        await hall.start()
        assert len(await journal.heads()) == 2
        return hall

    hall = asyncio.run(start())
    assert not hall.is_asleep("cuprami")
    assert hall.is_asleep("kiro")
    assert hall.open_tables == 1


def test_the_doctor_does_not_read_it_as_a_table() -> None:
    class OneTournament:
        hall_time = 5.0

        def heads(self) -> list[Head]:
            return [Head("cuprami", 3, None)]

        def bodies(self, table: str) -> list[bytes]:
            raise AssertionError(f"{table} is no table")

    told = list(check_tables(OneTournament(), lambda _done, _of: None))
    assert {finding.mark for finding in told} == {Mark.GOOD}
