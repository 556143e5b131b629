"""An etcd of the tests' own: one member, on this machine. Where the vote is taken is not what the tests are about."""

import urllib.request
from pathlib import Path

from tests import programs
from tests.engines.process import NoEngine
from tests.engines.server import HERE, Server, free_ports

MISSING = "etcd is not here; the cure: sudo apt-get install etcd-server"


class Etcd(Server):
    def __init__(self) -> None:
        """Raises `NoEngine`."""
        program = programs.find("etcd")
        if program is None:
            raise NoEngine(MISSING)
        self._program = program
        self._client, self._peer = (f"{HERE}:{port}" for port in free_ports(2))
        super().__init__("etcd")

    @property
    def host(self) -> str:
        return self._client

    def _words(self) -> tuple[str | Path, ...]:
        client, peer = (f"http://{each}" for each in (self._client, self._peer))
        return (
            self._program, "--data-dir", self.folder / "data", "--initial-cluster", f"default={peer}",
            "--listen-client-urls", client, "--advertise-client-urls", client,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
        )  # fmt: skip

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://{self._client}/health") as answer:
                return b'"true"' in answer.read()
        except OSError:
            return False
