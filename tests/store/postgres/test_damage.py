"""What is stored is checked when it is read, and a database of someone else is refused."""

import pytest

from dicehall.ports import Damaged, JournalError
from dicehall.store.postgres.connection import connect
from dicehall.store.postgres.journal import PostgresJournal
from tests.engines.postgresql import PostgreSQL
from tests.engines.process import NoEngine
from tests.store.halls import body_of, entry, run
from tests.store.postgres.nodes import node


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ("UPDATE appends SET body = 'other' WHERE last = 2", "versions 2 to 2 are not what was written"),
        ("DELETE FROM appends WHERE last = 2", "after version 1 comes what was written as 3 to 3"),
        ("DELETE FROM appends WHERE last = 3", "its entries end at version 2 and its head is at 3"),
    ],
)
def test_damage_is_named_and_nothing_is_made_up(postgresql: PostgreSQL, damage: str, reason: str) -> None:
    async def damaged() -> None:
        url = postgresql.new_hall()
        async with node(url) as one:
            for version in range(3):
                assert await one.append(entry("oak", version)) is None
            operator = await connect(url)
            await operator.execute(damage)
            await operator.close()
            with pytest.raises(Damaged, match=f"table oak is damaged: {reason}"):
                await one.journal.load("oak")

    run(damaged())


def test_a_damaged_snapshot_is_ignored(postgresql: PostgreSQL) -> None:
    async def damaged() -> None:
        url = postgresql.new_hall()
        async with node(url) as one:
            assert await one.append(entry("oak", 0, snapshot=b"at one")) is None
            operator = await connect(url)
            await operator.execute("UPDATE snapshots SET body = 'other'")
            await operator.close()
            assert (await one.journal.load("oak")).bodies == [body_of("oak", 0)]

    run(damaged())


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        ("CREATE SCHEMA journal", "tables of another program"),
        ("CREATE SCHEMA journal; CREATE TABLE journal.edition AS SELECT 99 AS edition", "a newer Dicehall"),
    ],
)
def test_a_database_that_is_not_ours_is_refused(postgresql: PostgreSQL, before: str, reason: str) -> None:
    async def opened() -> None:
        url = postgresql.new_database()
        operator = await connect(url)
        await operator.execute(before)
        await operator.close()
        with pytest.raises(JournalError, match=reason):
            await PostgresJournal.open(url, "one", {})

    run(opened())


def test_a_database_that_may_lose_what_it_acknowledged_is_told(caplog: pytest.LogCaptureFixture) -> None:
    try:
        engine = PostgreSQL("fsync=off", "synchronous_commit=off", "default_transaction_isolation=serializable")
    except NoEngine as error:
        pytest.skip(str(error))

    async def settings() -> list[str]:
        url = engine.new_database()
        async with node(url):
            connection = await connect(url)
            found = [
                await connection.fetchval(f"SHOW {name}") for name in ("synchronous_commit", "transaction_isolation")
            ]
            await connection.close()
            return found

    with engine:
        assert run(settings()) == ["on", "read committed"]
    assert "fsync is off" in caplog.text


def test_a_database_that_does_not_answer_is_named() -> None:
    with pytest.raises(JournalError, match="the hall's database cannot be reached"):
        run(PostgresJournal.open("postgresql://nobody@/hall?host=/nowhere", "one", {}))
