"""The servers under test, each in a process of its own on the first core, and what the system says of them."""

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, insert

from dicehall.store.files.database import Database
from dicehall.store.files.schema import people
from dicehall.store.people.disk import new_id
from dicehall.store.people.sign_ins import add_sign_in, new_token

SERVERS_CORE, PLAYERS_CORE = 0, 1
COMPILED = tempfile.TemporaryDirectory(prefix="dicehall-compiled-")
"""Servers find their modules compiled from the second start on, as everywhere where Python may write."""
TICKS = os.sysconf("SC_CLK_TCK")
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


class Server:
    """A command that prints its address once it is open."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, text=True,
            env={
                **os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "NO_COLOR": "1",
                "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": COMPILED.name,
            },
        )  # fmt: skip
        os.sched_setaffinity(self.process.pid, {SERVERS_CORE})

    def wait(self) -> int:
        """Until it is open; returns its port."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := ADDRESS.search(line):
                return int(found[1])
        raise RuntimeError("the server did not open")

    @property
    def cpu(self) -> float:
        """Seconds of all its threads, in its own code and in the system's for it."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self) -> int:
        """Resident bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(status.partition("VmRSS:")[2].split()[0])

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


LOOSENED = (
    "connections", "connections_per_address", "messages_at_once", "messages_per_address", "messages_per_second",
    "openings_per_person", "requests_per_address", "sockets", "sockets_per_address", "sockets_per_person", "tables",
    "tables_per_person",
)  # fmt: skip
LIMITS = tuple(f"{name}=1000000" for name in LOOSENED)
"""All players share the address of this machine, and send as fast as they can."""


def hall(folder: Path, port: int = 0, profile: Path | None = None) -> Server:
    watched = [] if profile is None else ["-m", "cProfile", "-o", str(profile)]
    limits = [f"--limit={limit}" for limit in LIMITS]
    return Server(*watched, "-m", "dicehall", "serve", "--fast", "--data", str(folder), "--port", str(port), *limits)


def bare(size: int) -> Server:
    """Sockets of the same class without a game behind them: every message is answered to six by so many bytes."""
    return Server(str(Path(__file__).with_name("hall_bare.py")), str(size), *LIMITS)


def invite(folder: Path, count: int) -> list[str]:
    """Tokens of so many new guests, written to the book in one go before the hall opens."""
    database, now = Database(folder), time.time()
    tokens = [new_token() for _ in range(count)]

    def write(connection: Connection) -> None:
        for number, token in enumerate(tokens):
            guest = new_id()
            connection.execute(
                insert(people).values(id=guest, name=f"Guest {number}", kind="guest", created=now, seen=now)
            )
            add_sign_in(connection, guest, token, "benchmark", "everything", now=now)

    database.write_now(write)
    database.close()
    return tokens


def allow_sockets() -> None:
    """As many as the system lets us have; the servers inherit it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
