"""Which of two versions of the program is newer."""

import re
from functools import cache
from typing import Final, TypeAlias

Rank: TypeAlias = tuple[tuple[int, ...], int, int]

VERSION: Final = re.compile(r"(?P<release>\d+(?:\.\d+)*)(?:[.-]?(?P<stage>dev|a|b|rc|post)(?P<number>\d*))?")
STAGES: Final = {"dev": 0, "a": 1, "b": 2, "rc": 3, None: 4, "post": 5}
OLDEST: Final[Rank] = ((), 0, 0)


@cache
def rank(version: str) -> Rank:
    """The newer, the larger. What is no version is older than all."""
    found = VERSION.match(version)
    if found is None:
        return OLDEST
    release = tuple(map(int, re.sub(r"(\.0+)+$", "", found["release"]).split(".")))
    return release, STAGES[found["stage"]], int(found["number"] or 0)


def is_fit(node: str, least: str) -> bool:
    """Whether a node of this version can read all that one of the other version has written."""
    return rank(node) >= rank(least)
