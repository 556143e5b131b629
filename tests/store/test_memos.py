"""What memos promise, in memory and in PostgreSQL."""

import asyncio

import pytest
from sqlalchemy import delete, select

from dicehall.ports.memos import Kept, Memo, MemoryMemos, Memos
from dicehall.store.postgres.database import PostgresDatabase
from dicehall.store.postgres.memos import SharedMemos, memos
from tests.store.halls import Clock, run


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "postgres"])
def kept(request: pytest.FixtureRequest, clock: Clock) -> Memos:
    if request.param == "memory":
        return MemoryMemos(clock)
    database: PostgresDatabase = request.getfixturevalue("postgres_database")
    database.write_now(lambda connection: connection.execute(delete(memos)))
    return SharedMemos(database, clock)


async def count(kept: Memos, key: str, lasts: float = 60.0) -> int:
    """One more, and how many that makes."""

    def work(found: Kept) -> int:
        memo = found.get(key)
        number = 1 if memo is None else int(memo.value) + 1
        found[key] = Memo(b"%d" % number, kept.now() + lasts)
        return number

    return await kept.change("sign-in", [key], work)


def test_what_is_kept_is_found_under_its_key_and_topic_until_its_end(kept: Memos, clock: Clock) -> None:
    assert run(kept.find("sign-in", "ada")) is None
    assert [run(count(kept, "ada")) for _ in range(3)] == [1, 2, 3]
    assert run(kept.find("sign-in", "ada")) == Memo(b"3", clock.now + 60)
    assert run(kept.find("sign-in", "bob")) is run(kept.find("ceremony", "ada")) is None
    clock.now += 60
    assert run(kept.find("sign-in", "ada")) is None
    assert run(count(kept, "ada")) == 1


def test_none_is_forgotten_also_where_it_was_not_asked_for(kept: Memos) -> None:
    for key in ("ada", "bob", "cid"):
        run(count(kept, key))
    run(kept.change("sign-in", ["ada"], lambda found: found.update({"ada": None, "bob": None, "dan": None})))
    assert [run(kept.find("sign-in", key)) is None for key in ("ada", "bob", "cid")] == [True, True, False]


def test_work_that_fails_changes_nothing(kept: Memos) -> None:
    def fails(found: Kept) -> None:
        found["ada"] = None
        raise LookupError

    run(count(kept, "ada"))
    with pytest.raises(LookupError):
        run(kept.change("sign-in", ["ada"], fails))
    assert run(count(kept, "ada")) == 2


def test_who_change_a_topic_at_once_do_it_one_after_the_other(kept: Memos) -> None:
    async def together() -> list[int]:
        return await asyncio.gather(*(count(kept, "ada") for _ in range(10)))

    assert sorted(run(together())) == list(range(1, 11))


def test_the_database_does_not_tell_what_a_memo_is_about(postgres_database: PostgresDatabase) -> None:
    run(count(SharedMemos(postgres_database), "home 203.0.113.7"))
    assert not any(b"203.0.113.7" in row.key for row in postgres_database.read_now(select(memos)))
