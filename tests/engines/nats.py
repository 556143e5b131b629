"""A NATS of the tests' own, on a free port of this machine that nobody else can reach."""

import socket
import sys
from pathlib import Path

from tests.engines.process import PATIENCE, NoEngine
from tests.engines.server import HERE, Server, free_ports


def program() -> Path:
    """Where its wheel puts it; raises `NoEngine`."""
    found = Path(sys.executable).with_name("nats-server")
    if not found.is_file():
        raise NoEngine("NATS is not here, and the tests of halls on several machines are not run; the cure: make setup")
    return found


class Nats(Server):
    """Without JetStream: what is on the bus is gone when it stops."""

    def __init__(self, address: str = HERE) -> None:
        """Raises `NoEngine`."""
        self._program = program()
        self.address = address
        (self.port,) = free_ports(1, address)
        super().__init__("nats")

    @property
    def url(self) -> str:
        return f"nats://{self.address}:{self.port}"

    def _words(self) -> tuple[str | Path, ...]:
        return self._program, "--addr", self.address, "--port", str(self.port)

    def _answers(self) -> bool:
        """Whether it introduces itself, as every NATS does."""
        try:
            with socket.create_connection((self.address, self.port), timeout=PATIENCE) as line:
                return line.recv(1024).startswith(b"INFO ")
        except OSError:
            return False
