"""Who owns which tables: evenly spread, taken over when a node is gone, handed over on request."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from dicehall.ports import Fenced, JournalError
from dicehall.ports.partitions import PARTITIONS, partition_of
from dicehall.store.postgres.connection import connect
from dicehall.store.postgres.overview import picture
from dicehall.store.postgres.ownership import Ownership
from tests.engines.postgresql import PostgreSQL
from tests.store.halls import entry, run
from tests.store.postgres.nodes import node

MOMENT = 0.02
PATIENCE = 30.0
OTHER = """
import asyncio, sys
from dicehall.store.postgres.ownership import Ownership

async def main():
    ownership = await Ownership.open(sys.argv[1], "other")
    print(len(ownership.epochs), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(MOMENT)


async def close(*owners: Ownership) -> None:
    for owner in owners:
        await owner.close()


def test_a_node_alone_owns_everything_and_a_second_one_gets_half(postgresql: PostgreSQL) -> None:
    async def two() -> None:
        url = postgresql.new_hall()
        one = await Ownership.open(url, "one")
        assert len(one.epochs) == PARTITIONS
        before = dict(one.epochs)
        other = await Ownership.open(url, "other")
        await until(lambda: len(one.epochs) == len(other.epochs) == PARTITIONS // 2)
        assert one.epochs.keys().isdisjoint(other.epochs)
        assert all(other.epochs[each] > before[each] for each in other.epochs), "a new owner has a new epoch"
        assert all(one.epochs[each] == before[each] for each in one.epochs), "who stays keeps it"
        await close(one, other)

    run(two())


def test_a_node_that_ends_is_taken_over_from(postgresql: PostgreSQL) -> None:
    async def ends() -> None:
        url = postgresql.new_hall()
        one, other = await Ownership.open(url, "one"), await Ownership.open(url, "other")
        await until(lambda: len(other.epochs) == PARTITIONS // 2)
        await other.close()
        assert other.epochs == {}
        await until(lambda: len(one.epochs) == PARTITIONS)
        await one.close()

    run(ends())


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_node_that_is_killed_or_stopped_is_taken_over_from(postgresql: PostgreSQL, how: signal.Signals) -> None:
    """Killed, its connection is gone; stopped, its lease runs out."""

    async def dies() -> None:
        url = postgresql.new_hall()
        one = await Ownership.open(url, "one")
        other = await asyncio.create_subprocess_exec(sys.executable, "-c", OTHER, url, stdout=subprocess.PIPE)
        try:
            await until(lambda: len(one.epochs) == PARTITIONS // 2)
            other.send_signal(how)
            await until(lambda: len(one.epochs) == PARTITIONS)
        finally:
            if other.returncode is None:
                other.kill()
            await other.wait()
        await one.close()

    run(dies())


def test_a_node_that_drains_hands_everything_over_and_writes_until_then(postgresql: PostgreSQL) -> None:
    async def drains() -> None:
        url = postgresql.new_hall()
        async with node(url, "one") as one, node(url, "other") as other:
            await until(lambda: len(other.ownership.epochs) == PARTITIONS // 2)
            mine = next(name for name in map(str, range(1000)) if partition_of(name) in one.ownership.epochs)
            assert await one.append(entry(mine, 0)) is None
            one.ownership.drain()
            await until(lambda: len(other.ownership.epochs) == PARTITIONS)
            assert one.ownership.epochs == {}
            assert isinstance(await one.append(entry(mine, 1)), Fenced)
            assert await other.append(entry(mine, 1)) is None

    run(drains())


def test_a_takeover_waits_for_the_batch_that_is_being_written(postgresql: PostgreSQL) -> None:
    async def waits() -> None:
        url = postgresql.new_hall()
        one = await Ownership.open(url, "one")
        batch = await connect(url)
        async with batch.transaction():
            await batch.execute("UPDATE nodes SET batch = batch + 1 WHERE node = 'one'")  # as every batch does
            await one.close()
            other = await Ownership.open(url, "other")
            assert other.epochs == {}
        await until(lambda: len(other.epochs) == PARTITIONS)
        await batch.close()
        await other.close()

    run(waits())


def test_after_a_death_only_nodes_as_new_take_over_and_the_rest_waits_for_one(postgresql: PostgreSQL) -> None:
    """An older node may not know what it would read: nobody can play there until a newer one is back."""

    async def dies() -> None:
        url = postgresql.new_hall()
        old = await Ownership.open(url, "old", "1.0")
        newer = await Ownership.open(url, "newer", "1.1")
        await until(lambda: len(old.epochs) == len(newer.epochs) == PARTITIONS // 2)
        theirs = set(newer.epochs)
        await newer.close()
        await until(lambda: set(old.waiting) == theirs)
        assert theirs.isdisjoint(old.epochs)
        assert len((await picture(url)).waiting) == len(theirs)
        again = await Ownership.open(url, "newer", "1.0.9")
        await until(lambda: bool(again.others))
        assert theirs.isdisjoint(again.epochs), "nor under the same name"
        newest = await Ownership.open(url, "newest", "2.0")
        await until(lambda: theirs <= set(newest.epochs) and not old.waiting)
        assert not (await picture(url)).waiting
        await close(old, again, newest)

    run(dies())


def test_who_comes_back_with_a_newer_version_notes_it_before_anything_is_run(postgresql: PostgreSQL) -> None:
    async def comes_back() -> None:
        url = postgresql.new_hall()
        await (await Ownership.open(url, "one", "1.0")).close()
        again = await Ownership.open(url, "one", "1.1")
        await until(lambda: len(again.epochs) == PARTITIONS)
        assert {row.version for row in (await picture(url)).partitions} == {"1.1"}
        await again.close()

    run(comes_back())


def test_two_processes_cannot_run_under_one_name(postgresql: PostgreSQL) -> None:
    async def twice() -> None:
        url = postgresql.new_hall()
        one = await Ownership.open(url, "one")
        with pytest.raises(JournalError, match="another process of this hall runs as one"):
            await Ownership.open(url, "one")
        await one.close()

    run(twice())


@pytest.mark.parametrize("turns", range(5))
def test_a_node_that_is_closed_while_it_wakes_up_ends(postgresql: PostgreSQL, turns: int) -> None:
    """A request to look again and the end may come in the same moment: the end is not overheard."""

    async def both() -> None:
        one = await Ownership.open(postgresql.new_hall(), "one")
        one.drain()
        for _ in range(turns):
            await asyncio.sleep(0)
        await asyncio.wait_for(one.close(), PATIENCE)

    run(both())
