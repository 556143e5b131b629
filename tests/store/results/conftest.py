"""A hall in memory, for whatever is counted in it."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.store.evenings import Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    with closing(Hall()) as hall:
        yield hall
