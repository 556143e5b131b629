"""A NATS of the tests' own, on a free port of this machine that nobody else can reach."""

import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.engines.process import PATIENCE, NoEngine, hand_over, start, until

HERE: Final = "127.0.0.1"


def program() -> Path:
    """Where its wheel puts it; raises `NoEngine`."""
    found = Path(sys.executable).with_name("nats-server")
    if not found.is_file():
        raise NoEngine("NATS is not here, and the tests of halls on several machines are not run; the cure: make setup")
    return found


class Nats:
    """Without JetStream: what is on the bus is gone when it stops."""

    def __init__(self) -> None:
        """Raises `NoEngine`."""
        self._program = program()
        self._process: subprocess.Popen[bytes] | None = None
        self.folder = Path(tempfile.mkdtemp(prefix="dicehall-nats-"))
        self._log = self.folder / "log"
        with socket.create_server((HERE, 0)) as free:
            self.port: int = free.getsockname()[1]
        try:
            hand_over(self.folder)
            self.start()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def url(self) -> str:
        return f"nats://{HERE}:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None, "it is not running"
        return self._process.pid

    def start(self) -> None:
        self._process = start(self._log, self._program, "--addr", HERE, "--port", str(self.port))
        until(self._answers, self._process, self._log)

    def _answers(self) -> bool:
        """Whether it introduces itself, as every NATS does."""
        try:
            with socket.create_connection((HERE, self.port), timeout=PATIENCE) as line:
                return line.recv(1024).startswith(b"INFO ")
        except OSError:
            return False

    def stop(self) -> None:
        self._end(signal.SIGINT)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def close(self) -> None:
        self._end(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)
