"""Each old folder is copied first: opening it writes to it."""

from pathlib import Path

import pytest

from tests.upgrade.kit import OldHall, copied


@pytest.fixture(params=[pytest.param("0.1-clean", marks=pytest.mark.soak), "0.1-killed"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> OldHall:
    return copied(request.param, tmp_path)
