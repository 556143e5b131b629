"""uvicorn looks ten times a second whether it shall end. Of the many servers in tests, each looks more often."""

import asyncio
from typing import Any

import uvicorn.server

GLANCE = 0.002


class Prompt:
    """`asyncio`, as uvicorn sees it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, _seconds: float) -> None:
        await asyncio.sleep(GLANCE)


def let_servers_end_at_once() -> None:
    uvicorn.server.asyncio = Prompt()  # type: ignore[assignment, attr-defined]
