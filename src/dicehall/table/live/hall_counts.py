"""What the nodes of a hall count: each counts what it has itself, and tells the others. Limits hold for the sum."""

from collections.abc import Callable
from typing import TypeAlias

Count: TypeAlias = tuple[str, str, int]
"""What is counted, whose, and how many."""


def nobody_asks(_count: Count) -> None:
    """A hall that is alone tells nobody."""


class HallCounts:
    def __init__(self) -> None:
        self.tell: Callable[[Count], None] = nobody_asks
        """Called with each count that has changed here."""
        self._elsewhere: dict[str, dict[tuple[str, str], int]] = {}
        """What other nodes count, by node."""

    def elsewhere(self, what: str, whose: str = "") -> int:
        return sum(counts.get((what, whose), 0) for counts in self._elsewhere.values())

    def heard(self, node: str, count: Count) -> None:
        what, whose, number = count
        counts = self._elsewhere.setdefault(node, {})
        if number:
            counts[what, whose] = number
        else:
            counts.pop((what, whose), None)

    def lost(self, node: str) -> None:
        """It is gone, or is about to say everything anew."""
        self._elsewhere.pop(node, None)
