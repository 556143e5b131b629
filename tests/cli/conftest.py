"""The halls of these tests: their bots answer at once."""

from collections.abc import Iterator
from itertools import product

import pytest

from tests.server.kit import RunningHall
from tests.server.near import NearHall, near_hall

LETTERS = product("abcdefghkmpqrstuvwxyz", repeat=2)


@pytest.fixture
def hall() -> Iterator[NearHall]:
    """A new one for every test: in one hall, the second Ann would be Ann 2."""
    with near_hall() as near:
        yield near


@pytest.fixture(scope="module")
def shared_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """`dicehall serve` in a process of its own for a whole module, whose tests use names that nobody has yet."""
    with RunningHall(tmp_path_factory.mktemp("hall"), "--fast") as running:
        yield running


@pytest.fixture
def name() -> str:
    """One that nobody in the hall has yet."""
    return "Eve " + "".join(next(LETTERS))
