"""Reading a hall's public log, page by page."""

from collections.abc import Iterator

import msgspec

from dicehall.cli.client.http import ask, no_hall
from dicehall.rules.log_check import BadLine
from dicehall.rules.public_log import NOTHING, LogLine, hash_of
from dicehall.server.web.public_log import LogPage


def read_log(url: str) -> Iterator[LogLine]:
    """From the first line to the last one that the hall shows."""
    after, head = 0, NOTHING
    while True:
        answer, _ = ask(url, "GET", f"/api/log?after={after}")
        try:
            page = msgspec.convert(answer, LogPage)
        except msgspec.MsgspecError:
            raise no_hall(url) from None
        if not page.lines:
            if page.head is not None and (page.head.number, page.head.hash) != (after, head):
                raise BadLine(page.head.number, "is told to be the last one, and is not shown")
            return
        yield from page.lines
        head = hash_of(page.lines[-1])
        after = max(page.lines[-1].number, after + 1)  # whatever a hostile hall answers, this ends
