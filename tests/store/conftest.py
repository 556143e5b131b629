"""What all tests of storage share: a PostgreSQL, a database of their own each, and how it is made quickly."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest
from sqlalchemy import delete

from dicehall.store.files.database import Database
from dicehall.store.files.schema import meetings, metadata
from dicehall.store.postgres.database import PostgresDatabase
from tests.engines.fixtures import postgresql
from tests.engines.postgresql import PostgreSQL
from tests.kit.scale import kept_for_soak

__all__ = ["postgresql"]

WHERE = ("disk", "postgres", kept_for_soak("memory"))
"""Where people and results are kept. In memory, for tests alone, it is what it is on disk."""


@pytest.fixture(scope="session")
def made_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty database: to make its tables takes longer than most tests."""
    folder = tmp_path_factory.mktemp("made")
    Database(folder).close()
    return folder


@pytest.fixture
def new_folder(made_before: Path, tmp_path: Path) -> Path:
    return copytree(made_before, tmp_path, dirs_exist_ok=True)


@pytest.fixture(scope="session")
def lasting_database(postgresql: PostgreSQL) -> Iterator[PostgresDatabase]:
    with closing(PostgresDatabase(postgresql.new_hall())) as opened:
        yield opened


@pytest.fixture
def postgres_database(lasting_database: PostgresDatabase) -> PostgresDatabase:
    """Of people and results, and empty: to make its tables takes longer than most tests."""
    tables = (meetings, *reversed(metadata.sorted_tables))
    lasting_database.write_now(lambda connection: [connection.execute(delete(table)) for table in tables])
    return lasting_database
