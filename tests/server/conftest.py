"""The hall that most of these tests share."""

from collections.abc import Iterator

import pytest

from tests.server.kit import RunningHall


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a hall whose bots answer at once."""
    with RunningHall(tmp_path_factory.mktemp("hall"), "--fast") as hall:
        yield hall.url
