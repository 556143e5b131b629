"""What a node answers when its line is cut or its database dies: done, refused, or in doubt until it knows."""

import asyncio
from collections.abc import Iterator

import pytest

from dicehall.ports import Conflict, Fenced, JournalError, Uncertain, Unwritable
from dicehall.ports.partitions import PARTITIONS
from dicehall.store.postgres.connection import connect
from dicehall.store.postgres.journal import REPLACED, PostgresJournal
from tests.engines.fixtures import started
from tests.engines.postgresql import PostgreSQL
from tests.engines.proxy import Proxy
from tests.store.halls import entry, run
from tests.store.postgres.checker import Answered, complaints
from tests.store.postgres.nodes import NodeOnPostgres, node

PATIENCE = 60.0
MOMENT = 0.02


@pytest.fixture(scope="module")
def mortal() -> Iterator[PostgreSQL]:
    """A PostgreSQL that may be killed: nobody else uses it."""
    with started(PostgreSQL) as engine:
        yield engine


async def stream(one: NodeOnPostgres, table: str, story: list[Answered], enough: int) -> None:
    """A table that plays on until so many of its moves are acknowledged, whatever happens meanwhile."""
    version = count = 0
    while count < enough:
        append = entry(table, version, body=f"{table} {len(story)} at {version}".encode())
        outcome = await one.append(append)
        story.append(Answered(append, outcome))
        if outcome is None:
            version, count = version + 1, count + 1
        elif isinstance(outcome, Conflict):
            version = next(head.version for head in await one.journal.heads() if head.table == table)
        else:
            await asyncio.sleep(MOMENT)


async def frozen_time(one: NodeOnPostgres) -> float:
    """Hall time, once it stands still."""
    before = -1.0
    while before != (now := one.journal.now):
        before = now
        await asyncio.sleep(MOMENT)
    return now


def test_a_commit_whose_answer_was_lost_is_done_and_written_once(postgresql: PostgreSQL) -> None:
    async def cut_after_the_commit() -> None:
        url = postgresql.new_hall()
        async with Proxy(postgresql) as line, node(line.url(url), ownership_url=url) as one:
            assert await one.append(entry("oak", 0)) is None
            line.loses_answers_to = b"lost"
            answer = asyncio.ensure_future(one.append(entry("oak", 1, body=b"lost")))
            await line.lost.wait()
            line.cut()
            assert await answer is None
            assert len(await one.journal.bodies("oak")) == 2
            assert await one.append(entry("oak", 2)) is None

    run(cut_after_the_commit())


def test_a_conflict_whose_answer_was_lost_is_a_conflict_and_its_neighbours_are_done(postgresql: PostgreSQL) -> None:
    async def cut_after_the_commit() -> None:
        url = postgresql.new_hall()
        async with Proxy(postgresql) as line, node(line.url(url), ownership_url=url) as one:
            assert await one.append(entry("oak", 0)) is None
            line.loses_answers_to = b"lost"
            appends = (entry("oak", 7), entry("elm", 0, body=b"lost"), entry("fir", 3))
            answers = asyncio.gather(*(one.append(append) for append in appends))
            await line.lost.wait()
            line.cut()
            assert [type(answer) for answer in await answers] == [Conflict, type(None), Conflict]

    run(cut_after_the_commit())


def test_a_batch_that_never_arrived_is_refused_and_does_not_come_later(postgresql: PostgreSQL) -> None:
    async def cut_before_it_arrives() -> None:
        url = postgresql.new_hall()
        async with Proxy(postgresql) as line, node(line.url(url), ownership_url=url) as one:
            assert await one.append(entry("oak", 0)) is None
            line.holds = b"late"
            answer = asyncio.ensure_future(one.append(entry("oak", 1, body=b"late")))
            await line.held.wait()
            line.cut()
            assert isinstance(await answer, Unwritable)
            line.deliver()
            await nobody_writes(url)
            assert b"late" not in await one.journal.bodies("oak")
            assert await one.append(entry("oak", 1)) is None

    run(cut_before_it_arrives())


async def nobody_writes(url: str) -> None:
    """Until no connection runs a batch any more."""
    watcher = await connect(url)
    running = (
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%write_batch%' AND state = 'active' AND pid <> $1"
    )
    while await watcher.fetchval(running, watcher.get_server_pid()):
        await asyncio.sleep(MOMENT)
    await watcher.close()


def test_while_nobody_knows_the_table_is_told_so_and_then_the_truth(postgresql: PostgreSQL) -> None:
    async def away_for_a_while() -> None:
        url = postgresql.new_hall()
        async with Proxy(postgresql) as line, node(line.url(url), ownership_url=url) as one:
            assert await one.append(entry("oak", 0)) is None
            line.loses_answers_to, line.is_shut = b"lost", True
            answers = asyncio.ensure_future(one.outcomes(entry("oak", 1, body=b"lost")))
            await line.lost.wait()
            line.cut()
            assert isinstance(await one.append(entry("elm", 0)), Unwritable)
            assert not answers.done()
            line.is_shut = False
            assert [type(each) for each in await answers] == [Uncertain, type(None)]
            assert await one.append(entry("oak", 2)) is None

    run(away_for_a_while())


def test_a_server_that_is_killed_and_started_again_loses_nothing_and_repeats_nothing(mortal: PostgreSQL) -> None:
    async def killed() -> list[str]:
        url = mortal.new_hall()
        story: list[Answered] = []
        async with node(url) as one:
            tables = [asyncio.ensure_future(stream(one, f"t{number}", story, 150)) for number in range(8)]
            for enough in (200, 500):
                while len(story) < enough:
                    await asyncio.sleep(MOMENT)
                mortal.kill()
                await frozen_time(one)
                mortal.start()
            await asyncio.wait_for(asyncio.gather(*tables), PATIENCE)
            return await complaints(one.journal, story)

    assert run(killed()) == []


def test_hall_time_stands_still_while_the_database_is_away(mortal: PostgreSQL) -> None:
    async def frozen() -> None:
        async with node(mortal.new_hall()) as one:
            mortal.stop()
            before = await frozen_time(one)
            mortal.start()
            assert one.journal.now == before
            while await one.append(entry("oak", 0)) is not None:
                await asyncio.sleep(MOMENT)
            assert one.journal.now < before + PATIENCE

    run(frozen())


def test_a_node_with_an_old_epoch_writes_nothing(postgresql: PostgreSQL) -> None:
    async def taken_over() -> None:
        url = postgresql.new_hall()
        async with node(url) as one:
            assert await one.append(entry("oak", 0)) is None
            old = dict(one.ownership.epochs)
            await one.ownership.close()
            one.ownership.epochs.update(old)  # it has not noticed yet
            async with node(url, "two") as two:
                await owns_all(two)
                assert isinstance(await one.append(entry("oak", 1, record=b"no", seed=b"no")), Fenced)
                assert isinstance(await one.append(entry("elm", 0)), Fenced)
                assert await two.append(entry("oak", 1)) is None
                assert (await two.journal.hall_log(0, 9), await two.journal.seed("oak")) == ([], None)

    run(taken_over())


async def owns_all(one: NodeOnPostgres) -> None:
    while len(one.ownership.epochs) < PARTITIONS:
        await asyncio.sleep(MOMENT)


def test_a_second_process_under_the_same_name_ends_the_first(postgresql: PostgreSQL) -> None:
    async def twice() -> None:
        url = postgresql.new_hall()
        async with node(url) as one:
            assert await one.append(entry("oak", 0)) is None
            second = await PostgresJournal.open(url, "one", one.ownership.epochs)
            assert isinstance(await one.append(entry("oak", 1)), Fenced)
            assert isinstance(await one.append(entry("oak", 1)), Unwritable)
            await second.close()

    run(twice())


def test_a_batch_of_a_process_that_was_replaced_is_not_taken_for_one_of_its_successor(postgresql: PostgreSQL) -> None:
    """Both count their batches from the same row: the successor's first one had the number of the one in doubt."""

    async def replaced() -> None:
        url = postgresql.new_hall()
        async with Proxy(postgresql) as line, node(line.url(url), ownership_url=url) as one:
            assert await one.append(entry("oak", 0)) is None
            line.holds, line.is_shut = b"late", True
            told: list[JournalError | None] = []
            one.journal.append(entry("oak", 1, body=b"late"), told.append)
            await line.held.wait()
            line.cut()
            second = await PostgresJournal.open(url, "one", one.ownership.epochs)
            assert await NodeOnPostgres(second, one.ownership).append(entry("elm", 0)) is None
            line.is_shut = False
            while len(told) < 2 and str(await one.append(entry("oak", 1))) != REPLACED:
                await asyncio.sleep(MOMENT)
            await second.close()
            assert [type(each) for each in told] == [Uncertain]
            assert b"late" not in await one.journal.bodies("oak")

    run(replaced())
