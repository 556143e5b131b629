"""The book of people and what belongs to it, on disk, in PostgreSQL and in memory."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.database import Database
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from tests.store.conftest import WHERE
from tests.store.halls import Clock


@pytest.fixture(params=WHERE)
def database(request: pytest.FixtureRequest) -> Iterator[AnyDatabase]:
    if request.param == "postgres":
        yield request.getfixturevalue("postgres_database")
        return
    with closing(Database(request.getfixturevalue("new_folder") if request.param == "disk" else None)) as opened:
        yield opened


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(database: AnyDatabase, clock: Clock) -> DiskPeople:
    return DiskPeople(database, clock)


@pytest.fixture
def accounts(database: AnyDatabase, people: DiskPeople) -> Iterator[DiskAccounts]:
    with closing(DiskAccounts(database, people)) as opened:
        yield opened
