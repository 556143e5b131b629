"""For tests of limits: time passes when they say so, and a refusal is what must come."""

from collections.abc import Callable
from typing import Any

import pytest

from dicehall.server.bounds.visitors import TooMany


class Clock:
    """Time passes when the test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def refused(ask: Callable[[], Any]) -> TooMany:
    with pytest.raises(TooMany) as error:
        ask()
    return error.value
