"""What tests about people share."""

import pytest

from tests.server.browser import fresh_name


@pytest.fixture
def name() -> str:
    """One that nobody in any hall has yet."""
    return fresh_name()
