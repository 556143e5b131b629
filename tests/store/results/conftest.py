"""A hall for whatever is counted in it: on disk, in memory, in PostgreSQL."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.store.conftest import WHERE
from tests.store.evenings import Hall


@pytest.fixture(params=WHERE)
def hall(request: pytest.FixtureRequest) -> Iterator[Hall]:
    database = request.getfixturevalue("postgres_database") if request.param == "postgres" else None
    with closing(Hall(request.getfixturevalue("new_folder") if request.param == "disk" else None, database)) as hall:
        yield hall


@pytest.fixture
def sqlite_hall() -> Iterator[Hall]:
    """For what SQLite does, or what a test does to it."""
    with closing(Hall()) as hall:
        yield hall
