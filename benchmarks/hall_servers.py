"""The servers under test, each in a process of its own on the first core, and what the system says of them."""

import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from sqlalchemy import Connection, insert

from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.database import Database
from dicehall.store.files.schema import people
from dicehall.store.people.disk import new_id
from dicehall.store.people.sign_ins import add_sign_in, new_token

SERVERS_CORE, PLAYERS_CORE = 0, 1
COMPILED = tempfile.TemporaryDirectory(prefix="dicehall-compiled-")
"""Servers find their modules compiled from the second start on, as everywhere where Python may write."""
TICKS = os.sysconf("SC_CLK_TCK")
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)(?!\d|/metrics)")
"""Where the hall is; its metrics have an address of their own."""
HERE = Path(__file__).parent


@contextmanager
def on(cores: Set[int]) -> Iterator[None]:
    """What is started here runs on these cores, from its first moment and with all its threads."""
    ours = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    yield
    os.sched_setaffinity(0, ours)


def nothing() -> None:
    pass


class Spent(NamedTuple):
    """CPU seconds, in code of one's own and in the system's for it."""

    owners: float = 0.0
    """Of the processes that own tables."""
    gates: float = 0.0
    engines: float = 0.0
    """PostgreSQL and NATS."""

    @property
    def total(self) -> float:
        return sum(self)

    def since(self, before: "Spent") -> "Spent":
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))


class Serving(Protocol):
    """What is measured: one process or several, open to players."""

    ports: list[int]
    sign_ins: list[str]
    """Of players, where they need one."""
    watched: Callable[[], None]
    """Called when a stretch of play begins."""
    unwatched: Callable[[], None]

    @property
    def spent(self) -> Spent: ...

    @property
    def memory(self) -> int: ...

    def __enter__(self) -> "Serving": ...

    def __exit__(self, *_: object) -> None: ...


class Server:
    """A command that prints its address once it is open."""

    def __init__(self, *command: str, cores: Set[int] = frozenset({SERVERS_CORE})) -> None:
        self.ports: list[int] = []
        self.sign_ins: list[str] = []
        self.watched: Callable[[], None] = nothing
        self.unwatched: Callable[[], None] = nothing
        environment = {
            **os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "NO_COLOR": "1",
            "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": COMPILED.name,
        }  # fmt: skip
        with on(cores):
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)

    def wait(self) -> int:
        """Until it is open; returns its port."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := ADDRESS.search(line):
                self.ports = [int(found[1])]
                return self.ports[0]
        raise RuntimeError("the server did not open")

    @property
    def processes(self) -> list[int]:
        return processes(self.process.pid)

    @property
    def cpu(self) -> float:
        """Seconds of all its processes and threads."""
        return self.spent.total

    @property
    def spent(self) -> Spent:
        owner, *gates = map(cpu, self.processes)
        return Spent(owner, sum(gates))

    @property
    def memory(self) -> int:
        """Resident bytes."""
        return sum(map(memory, self.processes))

    def kill(self) -> None:
        for process in self.processes:
            os.kill(process, signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


def processes(first: int) -> list[int]:
    """This one, and all that it has started."""
    found = [first]
    for process in found:
        with suppress(OSError):  # one that has just ended
            for thread in Path(f"/proc/{process}/task").iterdir():
                found += map(int, (thread / "children").read_text().split())
    return found


def cpu_of_machine() -> float:
    """Seconds in which its cores did anything, or were taken from it by other machines."""
    user, nice, system, _idle, _waiting, *taken = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:9])
    return (user + nice + system + sum(taken)) / TICKS


def cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(process: int) -> int:
    return 1024 * int(Path(f"/proc/{process}/status").read_text().partition("VmRSS:")[2].split()[0])


LOOSENED = (
    "connections_per_address", "drawn_per_second", "messages_at_once", "messages_per_address", "messages_per_second",
    "openings_per_address", "openings_per_person", "requests_per_address", "sockets_per_address",
    "sockets_per_person", "tables", "tables_per_address", "tables_per_person",
)  # fmt: skip
LIMITS = ("sockets=12000", *(f"{name}=1000000" for name in LOOSENED))
"""All players share the address of this machine, and send as fast as they can. Sockets and connections share the open
files that a process may have: a million of each would leave half of these to connections, which nobody uses."""


def hall(
    folder: Path, port: int = 0, *, workers: int = 1, profile: Path | None = None, metrics: int = 0,
    more: Sequence[str] = (),
) -> Server:  # fmt: skip
    """With a profile, stretches of play are watched, and where the time went is written there."""
    program = ["-m", "dicehall"] if profile is None else [str(HERE / "hall_profiled.py"), str(profile)]
    limits = [f"--limit={limit}" for limit in LIMITS]
    serve = [sys.executable, *program, "serve", "--fast", "--data", str(folder), "--port", str(port), *limits]
    if metrics:
        serve += ["--metrics", f"127.0.0.1:{metrics}"]
    if workers > 1:
        more = ("--workers", str(workers))
    if more:
        return Server(*serve, *more, cores=many_cores())
    server = Server(*serve)
    if profile is not None:
        server.watched = lambda: server.process.send_signal(signal.SIGUSR1)
        server.unwatched = lambda: server.process.send_signal(signal.SIGUSR2)
    return server


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def has_workers() -> bool:
    """Whether the hall can use more than one process."""
    told = subprocess.run(
        [sys.executable, "-m", "dicehall", "serve", "--help"], capture_output=True, text=True, check=True,
        env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1"},
    )  # fmt: skip
    return "--workers" in told.stdout


def many_cores() -> Set[int]:
    """For a server of several processes: all but the players', or all where there are only two."""
    every = frozenset(range(os.cpu_count() or 1))
    return every - {PLAYERS_CORE} if len(every) > 2 else every


def bare(size: int) -> Server:
    """Sockets of the same class without a game behind them: every message is answered to six by so many bytes."""
    return Server(sys.executable, str(HERE / "hall_bare.py"), str(size), *LIMITS)


def invite(folder: Path, count: int) -> list[str]:
    """Tokens of so many new guests, in a folder whose hall is not open yet."""
    database = Database(folder)
    tokens = enter(database, count)
    database.close()
    return tokens


def enter(database: AnyDatabase, count: int) -> list[str]:
    """Tokens of so many new guests, written in one go."""
    now = time.time()
    tokens = [new_token() for _ in range(count)]

    def write(connection: Connection) -> None:
        for number, token in enumerate(tokens):
            guest = new_id()
            connection.execute(
                insert(people).values(id=guest, name=f"Guest {number}", kind="guest", created=now, seen=now)
            )
            add_sign_in(connection, guest, token, "benchmark", "everything", now=now)

    database.write_now(write)
    return tokens


def allow_sockets() -> None:
    """As many as the system lets us have; the servers inherit it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
