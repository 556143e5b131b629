"""A hall in memory, for whatever is counted in it: in a database of either kind."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.store.evenings import Hall


@pytest.fixture(params=["sqlite", "postgres"])
def hall(request: pytest.FixtureRequest) -> Iterator[Hall]:
    database = request.getfixturevalue("postgres_database") if request.param == "postgres" else None
    with closing(Hall(database=database)) as hall:
        yield hall


@pytest.fixture
def sqlite_hall() -> Iterator[Hall]:
    """For what SQLite does, or what a test does to it."""
    with closing(Hall()) as hall:
        yield hall
