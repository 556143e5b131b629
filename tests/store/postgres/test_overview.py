"""What the database tells of itself: its standbys, and how far they are behind."""

import asyncio
from collections.abc import Iterator

import pytest

from dicehall import __version__
from dicehall.cli.commands.nodes import standbys_said
from dicehall.store.postgres.overview import PartitionRow, Picture, Standby, picture
from tests.engines.fixtures import started
from tests.engines.postgresql import Follower, PostgreSQL
from tests.store.halls import run
from tests.store.postgres.nodes import node

MOMENT = 0.02
MEGABYTE = "SELECT pg_logical_emit_message(false, 'tests', repeat('x', 1000000))"


@pytest.fixture
def followed() -> Iterator[PostgreSQL]:
    """With nothing in it yet: its standby copies all of it."""
    with started(PostgreSQL) as engine:
        yield engine


def test_standbys_are_named_with_what_they_lag_behind(followed: PostgreSQL) -> None:
    url = followed.new_database()

    async def until(following: bool, behind: int = 0) -> Picture:
        while True:
            seen = await picture(url)
            if not following and not seen.standbys:
                return seen
            if following and any((each.bytes_behind or 0) >= behind for each in seen.standbys):
                return seen
            await asyncio.sleep(MOMENT)

    async def looked_at() -> None:
        async with node(url):
            assert standbys_said((await until(following=False)).standbys) == ["The database has no standbys."]
            with Follower(followed) as standby:
                await until(following=True)
                standby.execute("SELECT pg_wal_replay_pause()")
                followed.execute(MEGABYTE)
                seen = await until(following=True, behind=1_000_000)
                (said,) = standbys_said(seen.standbys)
                assert said.startswith("Standby walreceiver (streaming, async) is 1")
                assert set(seen.partitions) == {PartitionRow("one", True, __version__)}
                (hidden,) = (await picture(as_a_stranger(followed, url))).standbys
                assert hidden == Standby("walreceiver", None, None, None, None)
                assert "pg_monitor" in standbys_said([hidden])[0]
            await until(following=False)

    run(looked_at())


def as_a_stranger(postgresql: PostgreSQL, url: str) -> str:
    """The same database for a role that may read the hall, and nothing of the server."""
    postgresql.execute("CREATE ROLE stranger LOGIN IN ROLE pg_read_all_data")
    return url.replace("dicehall@", "stranger@")
