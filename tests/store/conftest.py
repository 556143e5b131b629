"""The PostgreSQL that all tests of storage share, each with a database of its own."""

from collections.abc import Iterator

import pytest

from tests.engines.postgresql import PostgreSQL
from tests.engines.process import NoEngine


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    try:
        engine = PostgreSQL()
    except NoEngine as error:
        pytest.skip(str(error))
    with engine:
        yield engine
