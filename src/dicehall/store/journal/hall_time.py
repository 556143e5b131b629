"""Hall time: how many seconds a journal has been open."""

from time import monotonic


class HallTime:
    """Goes on from where it was saved, and never back."""

    def __init__(self, saved: float = 0.0) -> None:
        self._zero = monotonic() - saved

    @property
    def now(self) -> float:
        return monotonic() - self._zero
