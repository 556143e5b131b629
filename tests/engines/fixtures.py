"""The engines of a hall on several machines, for the tests of each folder whose conftest imports them.

Folders do not share them: some tests stop theirs. Where an engine cannot run, tests that need it are skipped.
"""

from collections.abc import Iterator

import pytest

from tests.engines.nats import Nats
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


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    try:
        engine = Nats()
    except NoEngine as error:
        pytest.skip(str(error))
    with engine:
        yield engine
