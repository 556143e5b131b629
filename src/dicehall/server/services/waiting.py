"""Waiting for what answers by a callback."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def answer_to(ask: Callable[[Callable[[T], None]], None]) -> T:
    """What the callback is given. If the request that waits is cancelled, what it asked for is done all the same."""
    future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def answered(result: T) -> None:
        if not future.done():
            future.set_result(result)

    ask(answered)
    return await future
