"""`dicehall doctor`: checks a hall and the machine it runs on, and says what to do. Nothing is changed."""

import json
import re
import resource
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from platform import python_version
from sqlite3 import sqlite_version
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from rich.console import Console
from rich.markup import escape

from dicehall import __version__
from dicehall.cli.operate import checks
from dicehall.cli.operate.checks import Finding, Mark, bad, doubtful, good
from dicehall.cli.operate.key_check import check_key
from dicehall.cli.operate.marks_check import check_marks
from dicehall.cli.operate.progress import bars
from dicehall.cli.shared.words import can_show, say
from dicehall.rules.wording import visible
from dicehall.server.bounds.limits import SPARE_FILES, Limits
from dicehall.store.files.folder import running_hall
from dicehall.store.people.marks import see_setbacks

COLOURS = {Mark.GOOD: "green", Mark.DOUBTFUL: "yellow", Mark.BAD: "bold red"}
PLAIN = {Mark.GOOD: "+", Mark.DOUBTFUL: "!", Mark.BAD: "x"}
"""For a terminal without those signs."""
BACKLOG = 4096
"""Connections that may wait to be accepted, if the system allows it."""
PATIENCE = 5.0
"""Seconds to wait for an answer."""


def doctor(data: Path, url: str | None = None, *, seen: bool = False) -> int:
    """The exit code: 1 where something is wrong, not only doubtful.

    `seen` notes that the operator knows of everything shown that the journal has lost.
    """
    return tell(examine(data, url), partial(see_setbacks, data) if seen else None)


def tell(findings: Iterable[Finding], see: Callable[[], int] | None) -> int:
    """`see` notes what the operator knows from now on, and returns how much that is."""
    console = Console(highlight=False, soft_wrap=True)
    worst = 0
    for finding in findings:
        show(console, finding)
        worst = max(worst, finding.mark is Mark.BAD)
    if see is not None:
        console.print(say("setbacks-seen", count=see()))
    return int(worst)


def show(console: Console, finding: Finding) -> None:
    mark, what, said, cure = finding
    sign, arrow = (mark.value, "→") if can_show((mark.value, "→"), console.encoding) else (PLAIN[mark], "->")
    on_one_line = visible(" ".join(said.split()))  # whatever a damaged file has put into it
    line = f"[{COLOURS[mark]}]{sign}[/] [bold]{what:<12}[/] {escape(on_one_line)}"
    console.print(f"{line} {arrow} {escape(cure)}" if cure else line)


def examine(data: Path, url: str | None) -> Iterator[Finding]:
    yield from check_program()
    if data.is_dir():
        yield from examine_folder(data)
    else:
        yield bad("folder", "folder-missing", data=str(data))
        yield from check_limits(None)
    yield from check_address(url)


def examine_folder(data: Path) -> Iterator[Finding]:
    running = running_hall(data)
    try:
        yield from checks.check_folder(data)
        yield checks.check_lock(running)
        yield from with_bar(data, running=running is not None)
        yield from check_key(data)
        yield from checks.check_people(data)
        yield from check_marks(data)
        yield checks.check_clock(data)
    except OSError as error:
        yield bad("folder", "folder-error", file=str(error.filename or data), why=error.strerror or "")
    yield from check_limits(running)


def with_bar(data: Path, *, running: bool) -> list[Finding]:
    """Reading every table of a large hall takes a while."""
    with bars() as progress:
        return list(checks.check_journal(data, running=running, progress=partial(progress, say("progress-tables"))))


# The program


def check_program() -> Iterator[Finding]:
    yield good("program", "program-fine", version=__version__, python=python_version(), sqlite=sqlite_version)
    try:
        wanted = [re.fullmatch(r"([\w.-]+)(?:>=([\d.]+))?(?:;.*)?", line.replace(" ", "")) for line in
                  requires("dicehall") or []]  # fmt: skip
    except PackageNotFoundError:
        yield doubtful("packages", "packages-uninstalled")
        return
    missing = [trouble for found in wanted if found and (trouble := lacking(found[1], found[2] or "0"))]
    if missing:
        yield bad("packages", "packages-missing", packages="; ".join(missing))
    else:
        yield good("packages", "packages-fine", count=len(wanted))


def lacking(name: str, least: str) -> str | None:
    try:
        found = version(name)
    except PackageNotFoundError:
        return say("package-missing", name=name)
    return None if numbers(found) >= numbers(least) else say("package-old", name=name, found=found, least=least)


def numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)[:3]]


# The machine


def check_limits(running: int | None) -> Iterator[Finding]:
    limits = Limits()
    wanted = limits.sockets + limits.connections + SPARE_FILES
    files = open_files(running)
    counts: dict[str, str | int] = {"files": files, "wanted": wanted, "sockets": limits.sockets, "plain": str(wanted)}
    yield doubtful("limits", "files-few", **counts) if files < wanted else good("limits", "files-fine", **counts)
    queue = Path("/proc/sys/net/core/somaxconn")
    if queue.exists() and (most := int(queue.read_text())) < BACKLOG:
        yield doubtful("limits", "backlog-short", most=str(most), wanted=str(BACKLOG))


def open_files(running: int | None) -> int:
    """Of the running hall, or of one started from here, which would take all it may."""
    if running:
        try:
            found = re.search(r"^Max open files +(\d+)", Path(f"/proc/{running}/limits").read_text(), re.MULTILINE)
        except OSError:
            found = None
        if found:
            return int(found[1])
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1]


# From outside


def check_address(url: str | None) -> Iterator[Finding]:
    if url is None:
        yield good("address", "address-untried")
        return
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        yield bad("address", "address-is-none", url=repr(url))
        return
    if parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        yield doubtful("address", "address-plain")
    yield check_ready(url.rstrip("/"))
    yield check_socket(url.rstrip("/"))


def check_ready(url: str) -> Finding:
    try:
        with urlopen(f"{url}/readyz", timeout=PATIENCE) as answer:
            ready = json.load(answer)
    except HTTPError as error:
        with error:
            said = error.read(2000).decode(errors="replace")
        return bad("address", "address-error", url=url, code=str(error.code), said=" ".join(said.split())[:300])
    except (URLError, OSError, ValueError) as error:
        return bad("address", "address-silent", url=url, why=str(getattr(error, "reason", error)))
    if lost := ready.get("degraded"):
        return bad("address", "address-degraded", url=url, said="; ".join(lost)[:300])
    return good("address", "address-fine", url=url)


def check_socket(url: str) -> Finding:
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    try:
        with connect(f"ws{url.removeprefix('http')}/ws", open_timeout=PATIENCE, origin=None, proxy=None) as socket:
            welcome = json.loads(socket.recv(PATIENCE))
    except (OSError, TimeoutError, ValueError, WebSocketException) as error:
        return bad("sockets", "sockets-closed", url=url, why=str(error))
    told = str(welcome.get("url", "")).rstrip("/")
    if told and told != url:
        return doubtful("sockets", "sockets-elsewhere", told=told, url=url)
    return good("sockets", "sockets-fine")
