"""The engines of a hall on several machines, for the tests of each folder whose conftest imports them.

Folders do not share them: some tests stop theirs. Where an engine cannot run, tests that need it are skipped.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.engines.process import NoEngine

Engine = TypeVar("Engine", PostgreSQL, Nats)


@contextmanager
def started(kind: Callable[[], Engine]) -> Iterator[Engine]:
    """A new one, until the end of the block."""
    try:
        engine = kind()
    except NoEngine as error:
        pytest.skip(str(error))
    with engine:
        yield engine


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    with started(PostgreSQL) as engine:
        yield engine


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    with started(Nats) as engine:
        yield engine
