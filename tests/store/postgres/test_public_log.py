"""The public log in PostgreSQL: one chain, whoever adds to it."""

import asyncio

from dicehall.ports import Conflict
from dicehall.ports.partitions import PARTITIONS, partition_of
from dicehall.rules.log_check import Wanted, check_log
from dicehall.rules.public_log import Statement
from dicehall.rules.verify import holds
from dicehall.store.files.hall_key import HallKey, is_signed
from dicehall.store.postgres.journal import PostgresJournal
from tests.engines.postgresql import PostgreSQL
from tests.kit.signing import KEY
from tests.store.halls import entry, run
from tests.store.postgres.nodes import node

MOMENT = 0.02
COMMITMENT, START, END = Statement("commitment", "aa" * 32), Statement("start", "bb" * 32), Statement("end", "cc" * 32)


async def kinds(journal: PostgresJournal) -> list[str]:
    lines = await journal.public_log(0, 1000)
    assert holds(check_log(lines, is_signed, Wanted()))
    return [line.kind for line in lines]


def test_what_is_stated_is_logged_in_order(postgresql: PostgreSQL) -> None:
    async def logged() -> None:
        async with node(postgresql.new_hall()) as one:
            await one.journal.sign_with(KEY)
            appends = (entry("oak", 0, statements=(COMMITMENT, START)), entry("elm", 0))
            assert await asyncio.gather(*map(one.append, appends)) == [None, None]
            assert await one.append(entry("elm", 1, statements=(END,))) is None
            assert await kinds(one.journal) == ["begin", "commitment", "start", "end"]
            last = await one.journal.last_logged()
            assert last is not None
            assert last == await one.journal.logged(END.hash)

    run(logged())


def test_a_conflict_in_a_batch_leaves_no_line_and_no_gap_and_its_neighbours_stand(postgresql: PostgreSQL) -> None:
    async def logged() -> None:
        async with node(postgresql.new_hall()) as one:
            await one.journal.sign_with(KEY)
            appends = (
                entry("oak", 0, statements=(COMMITMENT,)),
                entry("elm", 5, statements=(START,)),
                entry("fir", 0, statements=(END,)),
            )
            found = await asyncio.gather(*map(one.append, appends))
            assert [type(each) for each in found] == [type(None), Conflict, type(None)]
            assert await kinds(one.journal) == ["begin", "commitment", "end"]

    run(logged())


def test_two_nodes_add_to_one_chain(postgresql: PostgreSQL) -> None:
    async def together() -> None:
        url = postgresql.new_hall()
        async with node(url, "one") as one, node(url, "two") as two:
            while not len(one.ownership.epochs) == len(two.ownership.epochs) == PARTITIONS // 2:
                await asyncio.sleep(MOMENT)
            for each in (one, two):
                await each.journal.sign_with(KEY)
            names = [f"t{number}" for number in range(40)]
            found = await asyncio.gather(
                *(
                    (one if partition_of(name) in one.ownership.epochs else two).append(
                        entry(name, 0, statements=(COMMITMENT, START))
                    )
                    for name in names
                )
            )
            assert found == [None] * 40
            assert len(await kinds(one.journal)) == 1 + 2 * 40

    run(together())


def test_a_new_key_is_told_in_a_line_of_its_own(postgresql: PostgreSQL) -> None:
    async def replaced() -> None:
        async with node(postgresql.new_hall()) as one:
            await one.journal.sign_with(KEY)
            await one.journal.sign_with(HallKey.new())
            assert await one.append(entry("oak", 0, statements=(COMMITMENT,))) is None
            assert await kinds(one.journal) == ["begin", "break", "commitment"]

    run(replaced())
