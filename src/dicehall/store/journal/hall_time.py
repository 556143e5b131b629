"""Hall time: the seconds for which a journal has been open."""

from time import monotonic


class HallTime:
    """Goes on from where it was saved, and only forwards."""

    def __init__(self, saved: float = 0.0) -> None:
        self._zero = monotonic() - saved

    @property
    def now(self) -> float:
        return monotonic() - self._zero
