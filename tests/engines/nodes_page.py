"""The page of `make cluster`: its nodes, who owns which partition, and what lags behind, looked at each second."""

import asyncio
import threading
from collections.abc import Iterable
from contextlib import suppress
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from dicehall.ports import JournalError
from dicehall.store.postgres.overview import NodeRow, PartitionRow, Picture, Standby, picture
from dicehall.store.postgres.ownership import LEASE
from tests.engines.server import HERE

FRAME: Final = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
COLOURS: Final = 7
"""Of nodes, in the style of the page; the eighth has that of the first again."""


def page(seen: Picture) -> str:
    return FRAME.replace("{body}", f"{strip(seen)}<ul>{''.join(cards(seen.nodes))}</ul>{database(seen.standbys)}")


def strip(seen: Picture) -> str:
    """A cell for each partition."""
    nodes = {row.name: (number, row) for number, row in enumerate(seen.nodes)}

    def cell(partition: int, found: PartitionRow) -> str:
        if found.owner is None:
            return f'<i class="gone" title="partition {partition}: nobody"></i>'
        number, row = nodes[found.owner]
        return f'<i class="{colour(number)} {row.state}" title="partition {partition}: {escape(found.owner)}"></i>'

    said = ", ".join(f"{row.partitions} of {escape(row.name)}" for row in seen.nodes)
    cells = "".join(cell(partition, found) for partition, found in enumerate(seen.partitions))
    count, waiting = len(seen.partitions), len(seen.waiting)
    told = f'<p class="wrong">{waiting} wait for a node that is as new as their last one.</p>' if waiting else ""
    return f'<h2>{count} partitions</h2><div class="strip" role="img" aria-label="{said}">{cells}</div>{told}'


def colour(number: int) -> str:
    return f"n{number % COLOURS}"


def cards(nodes: Iterable[NodeRow]) -> Iterable[str]:
    for number, row in enumerate(nodes):
        left = max(0.0, LEASE - row.renewed) if row.is_alive else 0.0
        yield (
            f'<li class="{row.state}" id="{escape(row.name)}">'
            f'<h3><i class="{colour(number)} {row.state}"></i>{escape(row.name)} <b>{row.state}</b></h3>'
            f"<dl><dt>version</dt><dd>{escape(row.version)}</dd><dt>partitions</dt><dd>{row.partitions}</dd><dt>tables</dt><dd>{row.tables}</dd>"
            f"<dt>renewed</dt><dd>{ago(row.renewed)}</dd><dt>lease</dt><dd>{left:.1f} s left</dd></dl>"
            f'<meter min="0" max="{LEASE}" value="{left:.2f}" aria-label="seconds left of its lease"></meter></li>'
        )


def ago(seconds: float) -> str:
    return f"{seconds:.1f} s ago" if seconds < 60 else f"{seconds / 60:.0f} min ago"


def database(standbys: Iterable[Standby]) -> str:
    lines = "".join(f"<li>{lag(standby)}</li>" for standby in standbys)
    return f"<h2>Standbys of the database</h2><ul>{lines}</ul>" if lines else "<p>The database has no standbys.</p>"


def lag(standby: Standby) -> str:
    name, state, sync, behind, size = standby
    if size is None:
        return f"{escape(name)}: {escape(state or 'nothing more is known')}"
    return f"{escape(name)} ({state}, {sync}): {size:,} bytes and {behind or 0:.1f} s behind"


class NodesPage:
    """On a port of its own, so that no address of the hall is taken; only this machine reaches it."""

    def __init__(self, database: str, port: int = 0) -> None:
        class Asked(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                with suppress(ConnectionError):  # who has asked does not wait any more
                    answer(self, database)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer((HERE, port), Asked)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self.url = f"http://{HERE}:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def answer(asked: BaseHTTPRequestHandler, database: str) -> None:
    status, body = HTTPStatus.OK, ""
    if asked.path.partition("?")[0] != "/":
        status = HTTPStatus.NOT_FOUND
    else:
        try:
            body = page(asyncio.run(picture(database)))
        except JournalError as error:
            status, body = HTTPStatus.SERVICE_UNAVAILABLE, FRAME.replace("{body}", f"<p>{escape(str(error))}</p>")
    asked.send_response(status)
    asked.send_header("content-type", "text/html; charset=utf-8")
    asked.send_header("content-length", str(len(body.encode())))
    asked.send_header("cache-control", "no-store")
    asked.end_headers()
    asked.wfile.write(body.encode())
