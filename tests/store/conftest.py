"""The PostgreSQL that all tests of storage share, each with a database of its own."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import delete

from dicehall.store.files.schema import meetings, metadata
from dicehall.store.postgres.database import PostgresDatabase
from tests.engines.fixtures import postgresql
from tests.engines.postgresql import PostgreSQL

__all__ = ["postgresql"]


@pytest.fixture(scope="session")
def lasting_database(postgresql: PostgreSQL) -> Iterator[PostgresDatabase]:
    with closing(PostgresDatabase(postgresql.new_database())) as opened:
        yield opened


@pytest.fixture
def postgres_database(lasting_database: PostgresDatabase) -> PostgresDatabase:
    """Of people and results, and empty: to make its tables takes longer than most tests."""
    tables = (meetings, *reversed(metadata.sorted_tables))
    lasting_database.write_now(lambda connection: [connection.execute(delete(table)) for table in tables])
    return lasting_database
