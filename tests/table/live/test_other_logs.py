"""The logs of tournaments and of the whole hall lie in the same journal; a hall does not take them for tables."""

import asyncio
from random import Random

import pytest

from dicehall.cli.operate.checks import Mark, check_tables
from dicehall.ports import Append, Head
from dicehall.ports.codes import common_log
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.live.hall import Hall
from tests.server.timeless import Listeners

others = pytest.mark.parametrize("other", ["cuprami", common_log("predictions")])


@others
def test_another_log_is_no_table_of_the_hall(other: str) -> None:
    async def start() -> Hall:
        journal = MemoryJournal()
        for code in (other, "kiro"):
            journal.append(Append(code, 0, 1, b"not a table's log", due=None), lambda _error: None)
        await asyncio.sleep(0)
        hall = Hall(journal, Listeners(), dice=Random(1), luck=Random(2), pace=0.0)
        await hall.start()
        assert len(await journal.heads()) == 2
        return hall

    hall = asyncio.run(start())
    assert not hall.is_asleep(other)
    assert hall.is_asleep("kiro")
    assert hall.open_tables == 1


@others
def test_the_doctor_does_not_read_it_as_a_table(other: str) -> None:
    class OneLog:
        hall_time = 5.0

        def heads(self) -> list[Head]:
            return [Head(other, 3, None)]

        def bodies(self, table: str) -> list[bytes]:
            raise AssertionError(f"{table} is no table")

    told = list(check_tables(OneLog(), lambda _done, _of: None))
    assert {finding.mark for finding in told} == {Mark.GOOD}
