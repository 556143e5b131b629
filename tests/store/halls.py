"""What the tests of storage share: appends in one line, and small programs that share a folder with a test."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from dicehall.ports import Append, Journal, JournalError

T = TypeVar("T")


class Kept(Journal, Protocol):
    """A journal as its host sees it."""

    def close(self) -> None: ...


class Clock:
    """Goes on when the test says so."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


_lasting: list[asyncio.Runner] = []


@contextmanager
def lasting_loop() -> Iterator[None]:
    """All that runs meanwhile runs in one loop: a connection to a database lives as long as the loop it was made in."""
    with asyncio.Runner() as runner:
        _lasting.append(runner)
        try:
            yield
        finally:
            _lasting.remove(runner)


def run(work: Coroutine[Any, Any, T]) -> T:
    return _lasting[-1].run(work) if _lasting else asyncio.run(work)


def entry(table: str, expected: int, count: int = 1, **more: Any) -> Append:
    return Append(
        **{"body": body_of(table, expected), "due": None, **more}, table=table, expected=expected, count=count
    )


def body_of(table: str, expected: int) -> bytes:
    return f'[{{"type":"played","table":"{table}","after":{expected}}}]'.encode()


def write(journal: Journal, *appends: Append) -> list[JournalError | None]:
    """All of them at once, as tables do; the outcome of each."""

    async def together() -> list[JournalError | None]:
        outcomes: list[asyncio.Future[JournalError | None]] = []
        for append in appends:
            outcomes.append(asyncio.get_running_loop().create_future())
            journal.append(append, outcomes[-1].set_result)
        return [await outcome for outcome in outcomes]

    return run(together())


def fill(journal: Journal, tables: Iterable[str], moves: int) -> None:
    """So many moves at each table, one entry each."""
    names = list(tables)
    for expected in range(moves):
        assert write(journal, *(entry(name, expected) for name in names)) == [None] * len(names)


def program(source: str, folder: Path) -> subprocess.Popen[str]:
    """Another process with the same package; its folder is `sys.argv[1]`."""
    return subprocess.Popen(
        [sys.executable, "-c", source, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def output(source: str, folder: Path) -> str:
    """What such a program prints, when it ends well."""
    process = program(source, folder)
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out


def only(*people: str) -> Callable[[Collection[str]], Awaitable[Collection[str]]]:
    """These stay when guests are deleted."""

    async def staying(_candidates: Collection[str]) -> Collection[str]:
        return people

    return staying


async def everyone(candidates: Collection[str]) -> Collection[str]:
    return candidates
