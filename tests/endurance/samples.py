"""What a hall says of itself every few seconds, and what is made of it in the end."""

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

import httpx

from tests.endurance.curve import slope

MB = 10**6
LONG_ENOUGH = 10.0
"""Minutes; what memory does in less is no proof of anything."""
WARM_UP = 0.3
"""Of the whole time: caches fill, and the collector finds its pace."""
SPARE_FILES = 3
"""A database may open a file for a moment."""


class Sample(NamedTuple):
    at: float
    memory: float
    """MB of the process."""
    files: int
    tasks: int
    sockets: int
    people: int
    tables: int
    moves: int
    appends: int
    append_seconds: float
    requests_failed: int
    """Answers by HTTP of 500 and more."""


class Verdict(NamedTuple):
    growth: float
    """MB in ten minutes, after the warm-up."""
    wrong: list[str]


async def take(http: httpx.AsyncClient, metrics: str) -> Sample:
    text = (await http.get(metrics)).raise_for_status().text
    told = {name: float(value) for name, _, value in
            (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))}  # fmt: skip
    return Sample(
        at=monotonic(),
        memory=told["process_resident_memory_bytes"] / MB,
        files=int(told["process_open_fds"]),
        tasks=int(told["dicehall_tasks"]),
        sockets=int(told["dicehall_sockets"]),
        people=int(told["dicehall_people"]),
        tables=int(sum(value for name, value in told.items() if name.startswith("dicehall_tables{"))),
        moves=int(told["dicehall_moves_total"]),
        appends=int(told["dicehall_append_seconds_count"]),
        append_seconds=told["dicehall_append_seconds_sum"],
        requests_failed=int(told['dicehall_http_requests_total{status="5xx"}']),
    )


def growth(samples: Sequence[Sample]) -> float:
    """MB in ten minutes."""
    warm = samples[int(len(samples) * WARM_UP) :]
    return 600 * slope([(sample.at, sample.memory) for sample in warm])


def is_long_enough(samples: Sequence[Sample]) -> bool:
    return (samples[-1].at - samples[0].at) / 60 > 0.9 * LONG_ENOUGH


def judge(before: Sample, during: Sequence[Sample], after: Sample, most: float) -> Verdict:
    """Against what an empty hall had, and against the growth that is allowed."""
    grown = growth(during)
    wrong = []
    if grown > most and is_long_enough(during):
        wrong.append(f"memory grows by {grown:.1f} MB in ten minutes; {most:g} are allowed")
    for what, spare in (("sockets", 0), ("people", 0), ("tasks", 0), ("files", SPARE_FILES), ("tables", 0)):
        had, has = getattr(before, what), getattr(after, what)
        if has > had + spare:
            wrong.append(f"{has - had} {what} are left when everybody has gone ({had} before, {has} after)")
    if after.requests_failed:
        wrong.append(f"{after.requests_failed} requests were answered by a failure of the hall")
    return Verdict(grown, wrong)
