"""`dicehall doctor`: looks at a hall and at the machine it runs on, and says what to do. Nothing is changed."""

import json
import re
import resource
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from platform import python_version
from sqlite3 import sqlite_version
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress as Bars

from dicehall import __version__
from dicehall.cli.operate.examination import (
    Finding,
    Mark,
    bad,
    check_clock,
    check_folder,
    check_journal,
    check_lock,
    check_people,
    doubtful,
    good,
)
from dicehall.rules.wording import visible
from dicehall.server.bounds.limits import SPARE_FILES, Limits
from dicehall.store.files import read_only as onlooker

COLOURS = {Mark.GOOD: "green", Mark.DOUBTFUL: "yellow", Mark.BAD: "bold red"}
PLAIN = {Mark.GOOD: "+", Mark.DOUBTFUL: "!", Mark.BAD: "x"}
"""For a terminal that has no others."""
BACKLOG = 4096
"""Connections that may wait for the hall to take them, if the system lets them."""
PATIENCE = 5.0


def doctor(data: Path, url: str | None = None) -> int:
    """The exit code: 1 where something is wrong, and not only doubtful."""
    console = Console(highlight=False, soft_wrap=True)
    worst = 0
    for finding in examine(data, url):
        show(console, finding)
        worst = max(worst, finding.mark is Mark.BAD)
    return int(worst)


def show(console: Console, finding: Finding) -> None:
    mark, what, said, cure = finding
    sign, arrow = (mark.value, "→") if can_show(console, mark.value) else (PLAIN[mark], "->")
    line = f"[{COLOURS[mark]}]{sign}[/] [bold]{what:<12}[/] {escape(one_line(said))}"
    console.print(f"{line} {arrow} {escape(cure)}" if cure else line)


def one_line(said: str) -> str:
    """Whatever a damaged file has put in it."""
    return visible(" ".join(said.split()))


def can_show(console: Console, sign: str) -> bool:
    try:
        f"{sign}→".encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def examine(data: Path, url: str | None) -> Iterator[Finding]:
    yield from check_program()
    if data.is_dir():
        yield from examine_folder(data)
    else:
        yield bad("folder", f"there is no folder {data}", "is it the one that `dicehall serve` was given with --data?")
        yield from check_limits(None)
    if url is None:
        yield good("address", "not tried; with --url https://… it is looked at from outside")
    else:
        yield from check_address(url)


def examine_folder(data: Path) -> Iterator[Finding]:
    running = onlooker.holder(data)
    try:
        yield from check_folder(data)
        yield check_lock(running)
        yield from with_bar(data, running=running is not None)
        yield from check_people(data)
        yield check_clock(data)
    except OSError as error:
        yield bad("folder", f"{error.filename or data}: {error.strerror}", "run this as the user that runs the hall")
    yield from check_limits(running)


def with_bar(data: Path, *, running: bool) -> Iterable[Finding]:
    """Folding every table of a large hall takes a while."""
    with Bars(console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bars:
        task = bars.add_task("Folding tables", total=None)
        return list(
            check_journal(data, running=running, progress=lambda done, of: bars.update(task, completed=done, total=of))
        )


# The program


def check_program() -> Iterator[Finding]:
    yield good("program", f"Dicehall {__version__} on Python {python_version()}, SQLite {sqlite_version}")
    try:
        wanted = [re.fullmatch(r"([\w.-]+)(?:>=([\d.]+))?(?:;.*)?", line.replace(" ", "")) for line in
                  requires("dicehall") or []]  # fmt: skip
    except PackageNotFoundError:
        yield doubtful("parts", "Dicehall is not installed, only found", "install it: make setup, or pip install")
        return
    missing = [trouble for found in wanted if found and (trouble := lacking(found[1], found[2] or "0"))]
    if missing:
        yield bad("parts", "; ".join(missing), "install Dicehall anew: its requirements come with it")
    else:
        yield good("parts", f"all {len(wanted)} packages that it needs are there, and new enough")


def lacking(name: str, least: str) -> str | None:
    try:
        found = version(name)
    except PackageNotFoundError:
        return f"{name} is missing"
    return None if numbers(found) >= numbers(least) else f"{name} is {found}, and {least} is needed"


def numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)[:3]]


# The machine


def check_limits(running: int | None) -> Iterator[Finding]:
    limits = Limits()
    wanted = limits.sockets + limits.connections + SPARE_FILES
    files = open_files(running)
    said = f"{files:,} open files are allowed, {wanted:,} are needed for {limits.sockets:,} sockets"
    if files < wanted:
        yield doubtful("limits", said, f"LimitNOFILE={wanted} in the unit, or ulimit -n {wanted}; else fewer come in")
    else:
        yield good("limits", said)
    queue = Path("/proc/sys/net/core/somaxconn")
    if queue.exists() and (most := int(queue.read_text())) < BACKLOG:
        yield doubtful("limits", f"{most} connections may wait to be taken, and the hall asks for {BACKLOG}",
                       f"sysctl net.core.somaxconn={BACKLOG}")  # fmt: skip


def open_files(running: int | None) -> int:
    """Of the hall that runs, or of one that would be started from here, which takes all it may."""
    if running:
        try:
            found = re.search(r"^Max open files +(\d+)", Path(f"/proc/{running}/limits").read_text(), re.MULTILINE)
        except OSError:
            found = None
        if found:
            return int(found[1])
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1]


# From outside


def check_address(url: str) -> Iterator[Finding]:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        yield bad("address", f"{url!r} is no address", "it looks like https://dice.example.org")
        return
    if parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        yield doubtful("address", "http is not encrypted: passwords and cookies can be read on the way",
                       "put a proxy with a certificate before the hall; docs/hosting.md shows two")  # fmt: skip
    yield check_ready(url.rstrip("/"))
    yield check_socket(url.rstrip("/"))


def check_ready(url: str) -> Finding:
    try:
        with urlopen(f"{url}/readyz", timeout=PATIENCE) as answer:
            json.load(answer)
    except HTTPError as error:
        with error:
            said = error.read(2000).decode(errors="replace")
        return bad("address", f"{url}/readyz answers {error.code}: {' '.join(said.split())[:300]}",
                   "see what it says; 502 and 504 are the proxy's, which does not reach the hall")  # fmt: skip
    except (URLError, OSError, ValueError) as error:
        return bad("address", f"{url} does not answer as a hall: {getattr(error, 'reason', error)}",
                   "is the hall running, the proxy, the name right, the port open?")  # fmt: skip
    return good("address", f"the hall at {url} is ready")


def check_socket(url: str) -> Finding:
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    try:
        with connect(f"ws{url.removeprefix('http')}/ws", open_timeout=PATIENCE, origin=None, proxy=None) as socket:
            welcome = json.loads(socket.recv(PATIENCE))
    except (OSError, TimeoutError, ValueError, WebSocketException) as error:
        return bad("sockets", f"no WebSocket opens at {url}/ws: {error}",
                   "let the proxy pass Upgrade and Connection on; docs/hosting.md shows how")  # fmt: skip
    told = str(welcome.get("url", "")).rstrip("/")
    if told and told != url:
        return doubtful("sockets", f"sockets open, but the hall believes to be at {told}",
                        f"start it with --public-url {url}")  # fmt: skip
    return good("sockets", "sockets open, and the hall knows its address")
