"""How much the tests try. One setting, `TRIALS`, scales them all: 1 is the size that every commit is tested with."""

import os
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

TRIALS = float(os.environ.get("TRIALS", "1"))


def scaled(usual: int, least: int = 1) -> int:
    """So many trials where the usual number is this."""
    return max(least, round(usual * TRIALS))


def sampled(*lists: Iterable[Any]) -> list[Any]:
    """All combinations, as parameters of a test: every commit meets each value at least once, `make soak` the rest."""
    axes = [list(each) for each in lists]
    sample = {tuple(number % len(axis) for axis in axes) for number in range(max(map(len, axes)))}
    return [
        pytest.param(
            *(axis[at] for axis, at in zip(axes, place, strict=True)),
            marks=() if place in sample else pytest.mark.soak,
        )
        for place in product(*(range(len(axis)) for axis in axes))
    ]


def kept_for_soak(*values: Any) -> Any:
    """One set of parameters that only `make soak` tries."""
    return pytest.param(*values, marks=pytest.mark.soak)
