"""Finding the database: among several hosts, some silent, some standbys, and again after the network was cut."""

import asyncio
import socket
from collections.abc import Iterator

import pytest

from dicehall.store.postgres.connection import LOST, connect, each_host, pool
from dicehall.store.postgres.ownership import Ownership
from tests.engines.postgresql import ROLE, PostgreSQL
from tests.engines.proxy import Proxy
from tests.store.halls import run

MOMENT = 0.02
PATIENCE = 30.0


@pytest.fixture(scope="module")
def standby() -> Iterator[PostgreSQL]:
    """It answers, and takes no writes."""
    with PostgreSQL("default_transaction_read_only=on") as engine:
        yield engine


@pytest.fixture
def silent() -> Iterator[str]:
    """A host that lets everybody in, and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        yield f"127.0.0.1:{door.getsockname()[1]}"


@pytest.mark.parametrize(
    ("url", "each"),
    [
        ("postgresql://hall@one/hall", ["postgresql://hall@one/hall"]),
        ("postgresql:///hall?host=/run/postgresql", ["postgresql:///hall?host=/run/postgresql"]),
        (
            "postgresql://hall:a,b@one,two:5433/hall?sslmode=require",
            [
                "postgresql://hall:a,b@one/hall?sslmode=require&target_session_attrs=read-write",
                "postgresql://hall:a,b@two:5433/hall?sslmode=require&target_session_attrs=read-write",
            ],
        ),
        (
            "postgresql://[::1],[::2]:5433/hall?target_session_attrs=primary",
            [
                "postgresql://[::1]/hall?target_session_attrs=primary",
                "postgresql://[::2]:5433/hall?target_session_attrs=primary",
            ],
        ),
    ],
)
def test_each_host_has_its_own_address(url: str, each: list[str]) -> None:
    assert each_host(url) == each


def test_the_host_that_takes_writes_is_found_beside_a_silent_one_and_a_standby(
    postgresql: PostgreSQL, standby: PostgreSQL, silent: str
) -> None:
    async def found() -> None:
        async with Proxy(postgresql) as primary, Proxy(standby) as other:
            url = f"postgresql://{ROLE}@{silent},{other.host},{primary.host}/postgres"
            connection = await connect(url)
            assert await connection.fetchval("SHOW data_directory") == str(postgresql.folder / "data")
            await connection.close()
            readers = await pool(url, 2)
            assert await readers.fetchval("SHOW transaction_read_only") == "off"
            await readers.close()

    run(found())


def test_where_only_standbys_answer_the_database_is_away(standby: PostgreSQL, silent: str) -> None:
    async def away() -> None:
        async with Proxy(standby) as one, Proxy(standby) as other:
            url = f"postgresql://{ROLE}@{one.host},{other.host}/postgres"
            with pytest.raises(ConnectionError, match="no host takes writes"):
                await connect(url)
            with pytest.raises(LOST):
                await connect(f"postgresql://{ROLE}@{silent},{one.host}/postgres", 0.2)

    run(away())


def test_a_node_comes_back_under_its_name_although_the_database_still_believes_in_its_old_line(
    postgresql: PostgreSQL,
) -> None:
    async def cut() -> None:
        url = postgresql.new_hall()
        async with Proxy(postgresql) as line:
            one = await Ownership.open(line.url(url), "one")
            owned = dict(one.epochs)
            line.fall_silent()
            async with asyncio.timeout(PATIENCE):
                while one.epochs:
                    await asyncio.sleep(MOMENT)
                line.is_silent = False
                while one.epochs.keys() != owned.keys():
                    await asyncio.sleep(MOMENT)
            await one.close()

    run(cut())
