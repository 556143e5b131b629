"""A journal without one of its precautions is noticed; otherwise tests that find nothing would prove nothing."""

import asyncio

import pytest

from dicehall.ports import Append, Note
from dicehall.ports.partitions import partition_of
from dicehall.store.postgres.batch import Job
from dicehall.store.postgres.connection import connect
from dicehall.store.postgres.journal import PostgresJournal
from dicehall.store.postgres.schema import HERE
from tests.engines.postgresql import PostgreSQL
from tests.engines.proxy import Proxy
from tests.faults.checker import Takeover
from tests.store.halls import entry, run
from tests.store.postgres.checker import Answered, complaints, skipped
from tests.store.postgres.nodes import node
from tests.store.postgres.test_faults import nobody_writes, owns_all

MOMENT = 0.02
FUNCTIONS = (HERE / "functions.sql").read_text(encoding="utf-8")


async def sabotage(url: str, *changes: tuple[str, str]) -> None:
    """The functions in the database, with something changed."""
    functions = FUNCTIONS
    for old, new in changes:
        assert old in functions
        functions = functions.replace(old, new)
    operator = await connect(url)
    await operator.execute(functions)
    await operator.close()


async def late_batch(url: str, postgresql: PostgreSQL, *changes: tuple[str, str]) -> list[str]:
    """A batch is held up on its way, its node gives it up, and then it arrives."""
    async with Proxy(postgresql) as line, node(line.url(url), ownership_url=url) as one:
        await sabotage(url, *changes)
        story = [Answered(append := entry("oak", 0), await one.append(append))]
        line.holds = b"late"
        append = entry("oak", 1, body=b"late")
        answer = asyncio.ensure_future(one.append(append))
        await line.held.wait()
        line.cut()
        story.append(Answered(append, await answer))
        line.deliver()
        await nobody_writes(url)
        return await complaints(one.journal, story)


def test_a_late_batch_does_no_harm(postgresql: PostgreSQL) -> None:
    assert run(late_batch(postgresql.new_hall(), postgresql)) == []


def test_without_the_fence_a_refused_move_is_found(postgresql: PostgreSQL) -> None:
    without = ("WHERE node = by_node AND session = in_session", "WHERE node = by_node")
    found = run(late_batch(postgresql.new_hall(), postgresql, without))
    assert found == ["oak: b'late' was refused and is there"]


@pytest.mark.soak
def test_an_acknowledgement_before_the_commit_is_found(postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = PostgresJournal._write

    async def hasty(journal: PostgresJournal, jobs: list[Job]) -> None:
        for job in jobs:
            if isinstance(job.work, Append) and job.work.body == b"late":
                job.done(None)
        await honest(journal, [Job(work, lambda _: None) if work.body == b"late" else Job(work, done)
                               for work, done in jobs])  # fmt: skip

    async def cut() -> list[str]:
        url = postgresql.new_hall()
        async with Proxy(postgresql) as line, node(line.url(url), ownership_url=url) as one:
            story = [Answered(append := entry("oak", 0), await one.append(append))]
            line.holds = b"late"
            story.append(Answered(append := entry("oak", 1, body=b"late"), await one.append(append)))
            await line.held.wait()
            line.cut()
            return await complaints(one.journal, story)

    monkeypatch.setattr(PostgresJournal, "_write", hasty)
    assert run(cut()) == ["oak: b'late' was acknowledged and is not there"]


async def late_commit(url: str, *changes: tuple[str, str]) -> set[int]:
    """One node numbers a game and is slow to commit, another is quick, and a reader follows both: what it misses."""
    async with node(url, "quick") as quick:
        await sabotage(url, *changes)
        slow = await connect(url)
        await slow.execute("INSERT INTO nodes VALUES ('slow', DEFAULT, 1, 0, NULL, 0, now(), false)")
        arrays: list[list[object]] = [[] for _ in range(24)]
        arrays[14], arrays[15] = [0], [b"slow"]
        numbered = ", ".join(f"${number}" for number in range(1, 25))
        transaction = slow.transaction()
        await transaction.start()
        await slow.execute(f"SELECT write_batch('slow', 1, 1, 0, {numbered})", *arrays)
        answer = asyncio.ensure_future(quick.outcomes(Note(b"quick")))
        watcher = await connect(url)
        waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 1"
        while not answer.done() and not await watcher.fetchval(waiting):
            await asyncio.sleep(MOMENT)
        seen = [row.number for row in await quick.journal.hall_log(0, 9)]
        await transaction.commit()
        await answer
        seen += [row.number for row in await quick.journal.hall_log(max(seen, default=0), 9)]
        await watcher.close()
        await slow.close()
        return await skipped(quick.journal, seen)


def test_a_game_that_commits_late_is_not_skipped(postgresql: PostgreSQL) -> None:
    assert run(late_commit(postgresql.new_hall())) == set()


def test_with_a_plain_sequence_a_skipped_game_is_found(postgresql: PostgreSQL) -> None:
    sequence = (
        ("PERFORM hold_logs();", ""),
        ("SELECT coalesce(max(number), 0) INTO base FROM records;", ""),
        ("SELECT base + row_number() OVER (ORDER BY w.n),", "SELECT nextval('plain'),"),
        ("-- What a node asks", "CREATE SEQUENCE plain;\n-- What a node asks"),
    )
    assert run(late_commit(postgresql.new_hall(), *sequence)) == {1}


@pytest.mark.soak
def test_a_lease_without_an_epoch_is_found(postgresql: PostgreSQL) -> None:
    """The old owner writes after the takeover, and is believed."""

    async def both(*changes: tuple[str, str]) -> list[str]:
        url = postgresql.new_hall()
        async with node(url) as one:
            first = entry("oak", 0, body=b"first")
            old = dict(one.ownership.epochs)
            epoch = old[partition_of("oak")]
            story: list[Answered | Takeover] = [Answered(first, await one.append(first), epoch)]
            await one.ownership.close()
            one.ownership.epochs.update(old)
            async with node(url, "two") as two:
                await owns_all(two)
                story.append(Takeover("oak", two.ownership.epochs[partition_of("oak")], 0.0))
                await sabotage(url, *changes)
                late = entry("oak", 1, body=b"late")
                story.append(Answered(late, await one.append(late), epoch))
                return await complaints(two.journal, story)

    assert run(both()) == []
    found = run(both((" AND p.epoch = w.epoch AND p.node = by_node", "")))
    assert found == ["oak: b'late' was acknowledged by an owner who was none any more"]
