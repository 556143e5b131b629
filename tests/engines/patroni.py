"""Three PostgreSQL that Patroni looks after, with the file that `docs/hosting` gives: for `make soak` only."""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import msgspec

from tests.engines.etcd import Etcd
from tests.engines.postgresql import programs
from tests.engines.process import PATIENCE, NoEngine, call, hand_over, kill_family, start, until, wait_until
from tests.engines.server import HERE, free_ports

ROOT: Final = Path(__file__).resolve().parents[2]
FILE: Final = ROOT / "docs" / "hosting" / "patroni.yml"
HOME: Final = ROOT / ".venv" / "patroni"
"""Patroni's own environment: it is no part of ours."""
REAPER: Final = Path(__file__).with_name("reaper.py")
MISSING: Final = "Patroni is not here; the cure: .venv/bin/python -m tests.engines.get_patroni"
MEMBERS: Final = ("db1", "db2", "db3")
ROLE: Final = "hall"
RETURN: Final = 180.0
"""Seconds for a member to come back, if need be by copying everything."""


class Member(NamedTuple):
    name: str
    port: int
    """Of PostgreSQL."""
    folder: Path
    config: Path

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def postmaster(self) -> int | None:
        """The process of its PostgreSQL, if that runs."""
        with suppress(OSError, ValueError, IndexError):
            pid = int((self.data / "postmaster.pid").read_text().split()[0])
            os.kill(pid, 0)
            return pid
        return None


class Patroni:
    """Whatever is confirmed is at two of them. `url` names all three, as it does for a real hall."""

    def __init__(self) -> None:
        """Raises `NoEngine`."""
        if not (HOME / "bin" / "patroni").is_file():
            raise NoEngine(MISSING)
        self._programs = programs()
        self._etcd = Etcd()
        self._databases = 0
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._passwords = {name: secrets.token_hex() for name in ("superuser", "replication", "rewind", ROLE)}
        self.folder = Path(tempfile.mkdtemp(prefix="dicehall-patroni-"))
        ports = iter(free_ports(2 * len(MEMBERS)))
        self.members = [self._member(name, next(ports), next(ports)) for name in MEMBERS]
        try:
            hand_over(self.folder)
            for member in self.members:
                hand_over(member.folder)
                self.start(member)
            self.until_whole()
            self.execute(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{self._passwords[ROLE]}'")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _member(self, name: str, port: int, api: int) -> Member:
        """The file of the documents, but for what is different on each machine."""
        folder = self.folder / name
        folder.mkdir()
        member = Member(name, port, folder, folder / "patroni.yml")
        roles = {role: {"password": self._passwords[role]} for role in ("superuser", "replication", "rewind")}
        listen = {"listen": f"{HERE}:{port}", "connect_address": f"{HERE}:{port}"}
        mine = {
            "name": name,
            "restapi": {"listen": f"{HERE}:{api}", "connect_address": f"{HERE}:{api}"},
            "etcd3": {"hosts": [self._etcd.host]},
            "postgresql": {
                **listen, "data_dir": str(member.data), "bin_dir": str(self._programs), "authentication": roles,
                "pgpass": str(folder / "pgpass"), "parameters": {"unix_socket_directories": str(folder)},
            },
        }  # fmt: skip
        config = laid_over(msgspec.yaml.decode(FILE.read_bytes()), mine)
        member.config.write_bytes(msgspec.json.encode(config))
        member.config.chmod(0o644)  # in a folder that only the engine's user can enter
        return member

    # As an operator would

    def url(self, database: str) -> str:
        hosts = ",".join(f"{HERE}:{member.port}" for member in self.members)
        return f"postgresql://{ROLE}:{self._passwords[ROLE]}@{hosts}/{database}"

    def new_database(self) -> str:
        """The URL of an empty one, which belongs to a role that may do nothing else."""
        self._databases += 1
        name = f"hall_{self._databases}"
        self.execute(f"CREATE DATABASE {name} OWNER {ROLE}")
        return self.url(name)

    def execute(self, statement: str) -> str:
        url = f"postgresql://postgres:{self._passwords['superuser']}@{HERE}:{self.primary.port}/postgres"
        return call(self._programs / "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statement, url)

    def switch_over(self) -> None:
        """Returns when another one is the primary."""
        call(HOME / "bin" / "patronictl", "-c", self.members[0].config, "switchover", "--force")

    # What they say of themselves

    @property
    def primary(self) -> Member:
        name = self.primary_now()
        return next(member for member in self.members if member.name == name)

    def primary_now(self) -> str | None:
        """Its name, if there is one."""
        return next((name for name, role in self._roles().items() if role == ("leader", "running")), None)

    def until_whole(self) -> None:
        """One is the primary, and it waits for one of the two others."""
        whole = [("leader", "running"), *2 * [("quorum_standby", "streaming")]]
        wait_until(lambda: sorted(self._roles().values()) == whole, RETURN)

    def _roles(self) -> dict[str, tuple[str, str]]:
        """Role and state, as the first says who answers."""
        for member in self.members:
            api = msgspec.json.decode(member.config.read_bytes())["restapi"]["listen"]
            with suppress(OSError), urllib.request.urlopen(f"http://{api}/cluster", timeout=PATIENCE) as answer:
                told: list[dict[str, Any]] = msgspec.json.decode(answer.read())["members"]
                return {each["name"]: (each["role"], each["state"]) for each in told}
        return {}

    # What happens to them

    def start(self, member: Member) -> None:
        log = member.folder / "log"
        words = (HOME / "bin" / "python", REAPER, HOME / "bin" / "patroni", member.config)
        self._processes[member.name] = start(log, *words)
        until(lambda: b"REST API" in log.read_bytes(), self._processes[member.name], log)

    def start_all(self) -> None:
        for member in self.members:
            if member.name not in self._processes:
                self.start(member)

    def kill_postgresql(self, member: Member) -> None:
        """Patroni is still there, and notices."""
        if (pid := member.postmaster()) is not None:
            kill_family(pid)

    def kill_machine(self, member: Member) -> None:
        """Nothing of it is there any more, and nobody says so to the others."""
        if (process := self._processes.pop(member.name, None)) is not None:
            kill_family(process.pid)
            process.wait(PATIENCE)

    def close(self) -> None:
        for member in self.members:
            self.kill_machine(member)
        self._etcd.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def laid_over(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Key by key, also further down."""
    both = {**under, **over}
    for key in under.keys() & over.keys():
        if isinstance(under[key], dict) and isinstance(over[key], dict):
            both[key] = laid_over(under[key], over[key])
    return both


if __name__ == "__main__":
    with Patroni() as running:
        print(running.new_database(), flush=True)
        signal.sigwait({signal.SIGINT, signal.SIGTERM})
        sys.exit()
