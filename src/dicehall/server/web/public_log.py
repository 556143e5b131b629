"""The public log over HTTP: anyone can read all of it, and check it with `dicehall log verify`."""

from typing import Annotated, Final

from litestar import get
from litestar.params import QueryParameter

from dicehall.ports import Journal
from dicehall.rules.public_log import LogLine, hash_of
from dicehall.rules.values import Value
from dicehall.server.services.asking import Handlers

MOST: Final = 200
"""Lines on a page."""

After = Annotated[int, QueryParameter(ge=0, le=2**53, description="Only lines with higher numbers")]
Statement = Annotated[
    str, QueryParameter(pattern="^([0-9a-f]{64})?$", max_length=64, description="Only the first line with this hash")
]


class LogHead(Value):
    """What stands for the whole log: two people who see different ones for the same number were shown two histories."""

    number: int
    """Of the last line."""
    hash: str
    """Of the last line."""
    key: str
    """The hall's public key."""


class LogPage(Value):
    lines: tuple[LogLine, ...]
    head: LogHead | None
    """None if the hall has no key."""


def handlers(journal: Journal) -> Handlers:
    @get("/api/log", tags=["results"])
    async def public_log(after: After = 0, hash: Statement = "") -> LogPage:
        """The signed log of commitments, starts and ends: salted hashes only. At most 200 lines, oldest first."""
        found = [await journal.logged(hash)] if hash else await journal.public_log(after, MOST)
        last = await journal.last_logged()
        head = None if last is None else LogHead(last.number, hash_of(last), last.key)
        return LogPage(tuple(line for line in found if line is not None), head)

    return (public_log,)
