"""Work that takes longer than a move may wait: it is done elsewhere, and the event loop goes on."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class WorkLost(Exception):
    """The work was not done, however often it was tried; its text is for the operator."""


class Workers(Protocol):
    def submit(self, function: Callable[..., T], *given: Any) -> asyncio.Future[T]:
        """What a function of a module makes of these values, or raises; `WorkLost` if nobody could do it.

        The function and the values travel, so they know nothing that is not given. Cancel it if nobody waits any more.
        """
        ...

    def stop(self) -> None:
        """Nothing is worked on from now on; what is awaited is cancelled."""
        ...
