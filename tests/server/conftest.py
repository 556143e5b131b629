"""The halls that these tests share: each is `dicehall serve` in a process of its own, and its bots answer at once."""

from collections.abc import Iterator

import pytest

from tests.kit import ready
from tests.server import prompt
from tests.server.kit import ROOMY, TWO_NODES, RunningHall

prompt.let_servers_end_at_once()
ready.hasten_halls()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """A hall that the tests of one module share, and nobody else: what is found there does not depend on neighbours."""
    with RunningHall(tmp_path_factory.mktemp("hall"), "--fast") as hall:
        yield hall


@pytest.fixture(scope="module")
def url(hall: RunningHall) -> str:
    return hall.url


@pytest.fixture(scope="module")
def fuzzed_hall(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """A hall of a module's own whose output is checked at the end: whatever was sent, it has not failed.

    A module may raise limits with `LIMITS`.
    """
    limits = (*ROOMY, *getattr(request.module, "LIMITS", ()))
    with RunningHall(tmp_path_factory.mktemp("fuzzed"), "--fast", limits=limits) as hall:
        yield hall
        said = hall.stop()
        assert "Traceback" not in said
        assert " ERROR " not in said


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if TWO_NODES:
        from tests.server.two_nodes import marked  # its engines are needed there only

        marked(items)
