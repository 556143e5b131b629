"""`dicehall serve`: puts a hall together from its parts, says where it is, and closes it properly."""

import asyncio
import errno
import os
import re
import shutil
import socket
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import segno
from rich.console import Console

from dicehall.cli.operate.keys import key_of
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.rulebook import chapter
from dicehall.cli.shared.words import say
from dicehall.odds.oracle import WorkingOracle
from dicehall.ports.codes import tables_of
from dicehall.ports.odds import Oracle
from dicehall.rules.catalog import GAMES
from dicehall.server.admin.claim import first_link
from dicehall.server.app.parts import Parts, Storage, put_together
from dicehall.server.app.run import run
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.loop import new_loop
from dicehall.server.watch import logs
from dicehall.store.files.database import Database
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from dicehall.store.people.marks import DiskMarks, noted_hall_time
from dicehall.store.results.disk import DiskResults
from dicehall.table.live.workers import Processes

EVERYWHERE = ("0.0.0.0", "::", "")
MOST_WORKERS = 64


def serve(
    host: str,
    port: int,
    data: Path,
    public_url: str | None,
    visitors: Visitors,
    *,
    reset: bool,
    pace: float,
    key: Path | None = None,
    metrics: str | None = None,
    workers: int = 1,
    predictions: bool = True,
) -> None:
    """Until Ctrl-C, or a signal to stop."""
    with reserve(host, port) as listen, ExitStack() as stack:
        monitored = stack.enter_context(reserve(*checked_address(metrics))) if metrics else None
        url = checked_url(public_url) if public_url else address(host, listen.getsockname()[1])
        journal = stack.enter_context(closing(DiskJournal(data, noted_hall_time(data))))
        journal.sign_with(key_of(journal, data, key))
        database = stack.enter_context(closing(Database(data)))
        oracle = stack.enter_context(closing(WorkingOracle(Processes(1))))
        parts = furnish(
            journal, database, visitors, url, pace, oracle, public=public_url is not None, predictions=predictions
        )
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(open_hall(parts, listen, data, host, reset=reset, metrics=monitored, workers=workers))
    logs.closed()
    print(say("serve-goodbye"))


def furnish(
    journal: DiskJournal,
    database: Database,
    visitors: Visitors,
    url: str,
    pace: float,
    oracle: Oracle | None = None,
    *,
    public: bool = False,
    predictions: bool = True,
) -> Parts:
    """A hall on these files."""
    people = DiskPeople(database)
    results = DiskResults(database, journal)
    storage = Storage(journal, people, DiskAccounts(database, people), results, DiskMarks(database))
    return put_together(
        storage, visitors, url, chapter, pace=pace, workers=Processes(), oracle=oracle, public=public,
        predictions=predictions,
    )  # fmt: skip


async def open_hall(
    parts: Parts,
    listen: socket.socket,
    data: Path,
    host: str,
    *,
    reset: bool,
    metrics: socket.socket | None = None,
    workers: int = 1,
) -> None:
    link = await first_link(parts.accounts, parts.url)
    tables = len(tables_of(await parts.hall.journal.heads()))

    def ready() -> None:
        if metrics is not None:
            print(say("serve-metrics", url=f"{address(*metrics.getsockname()[:2])}/metrics"))
        welcome(parts.url, data, host, tables, link)

    await run(parts, listen, ready=ready, reset=reset, metrics=metrics, gates=workers - 1)


def reserve(host: str, port: int) -> socket.socket:
    """The port is ours, or the operator is told what to do about it."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        both = host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, backlog=4096, dualstack_ipv6=both)
    except socket.gaierror:
        raise refused("serve-no-address", host=repr(host)) from None
    except OSError as error:
        raise refused("serve-cannot-listen", host=host, port=str(port), cure=_cure(error.errno, port)) from None


def _cure(number: int | None, port: int) -> str:
    match number:
        case errno.EADDRINUSE:
            return say("listen-in-use", other=str(port + 1))
        case errno.EADDRNOTAVAIL:
            return say("listen-not-here")
        case errno.EACCES:
            return say("listen-low-port")
        case _:
            return os.strerror(number or 0)


def address(host: str, port: int) -> str:
    """Where others find a hall that listens here; one that listens everywhere, by the address of this machine."""
    if host in EVERYWHERE:
        host = own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_address() -> str:
    """The address from which this machine would speak to the network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def checked_url(url: str) -> str:
    """A scheme and a name: links and files of the page begin at the root."""
    found = re.fullmatch(r"(https?://[^\s/?#]+)/*(\S*)", url)
    if found is None:
        raise refused("public-url-bad", url=repr(url))
    if found[2]:
        raise refused("public-url-path", url=repr(url))
    return found[1]


def checked_workers(text: str) -> int:
    """Of `--workers`: how many processes, the hall's own included."""
    can_share = hasattr(socket, "send_fds")
    if text == "auto":
        cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
        return min(cores, MOST_WORKERS) if can_share else 1
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= MOST_WORKERS):
        raise refused("workers-bad", text=repr(text), most=str(MOST_WORKERS))
    if int(text) > 1 and not can_share:
        raise refused("workers-not-here")
    return int(text)


def checked_address(text: str) -> tuple[str, int]:
    """Of `HOST:PORT`; an IPv6 address stands in brackets."""
    found = re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[^\s:/]+):(\d{1,5})", text)
    if found is None or int(found[2]) > 65535:
        raise refused("metrics-bad", text=repr(text))
    return found[1].strip("[]"), int(found[2])


def welcome(url: str, data: Path, host: str, tables: int, link: str | None) -> None:
    logs.opened(url, tables)
    console = Console(highlight=False, soft_wrap=True)
    console.print(say("serve-open", url=f"[bold]{url}[/]"))
    if host not in ("127.0.0.1", "localhost", "::1"):
        console.print(say("serve-code"))
        console.file.write(qr(url))
    console.print(say("serve-data", data=str(data.resolve()), tables=tables))
    console.print(say("serve-join", command=f"[bold]{own_command()} join {url} --open {GAMES[0].name} --name YOU[/]"))
    if link is not None:
        console.print(say("serve-claim", link=f"[bold]{link}[/]"))
    console.print(say("serve-close"))
    console.file.flush()  # a log that waits for more would keep the link back


def own_command() -> str:
    """How this program is called from here."""
    return "dicehall" if shutil.which("dicehall") else str(Path(sys.executable).with_name("dicehall"))


def qr(url: str) -> str:
    """A QR code of half blocks, with its quiet zone, for dark and light terminals."""
    rows = [list(row) for row in segno.make(url, error="m").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    lines = [
        "".join(blocks[int(upper), int(lower)] for upper, lower in zip(rows[at], rows[at + 1], strict=True))
        for at in range(0, len(rows), 2)
    ]
    return "\n".join(lines) + "\n"
