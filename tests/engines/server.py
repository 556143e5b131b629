"""What the smaller engines have in common: a private folder, a port of this machine, and an end."""

import shutil
import signal
import socket
import subprocess
import tempfile
from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.engines.process import PATIENCE, hand_over, start, until

HERE: Final = "127.0.0.1"


class Server(ABC):
    """It is running when it is made, and everything of it is deleted when it is closed."""

    def __init__(self, name: str) -> None:
        """Raises `NoEngine`."""
        self._process: subprocess.Popen[bytes] | None = None
        self.folder = Path(tempfile.mkdtemp(prefix=f"dicehall-{name}-"))
        self._log = self.folder / "log"
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

    @abstractmethod
    def _words(self) -> tuple[str | Path, ...]:
        """The command that runs it."""

    @abstractmethod
    def _answers(self) -> bool: ...

    @property
    def pid(self) -> int:
        assert self._process is not None, "it is not running"
        return self._process.pid

    def start(self) -> None:
        self._process = start(self._log, *self._words())
        until(self._answers, self._process, self._log)

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


def free_ports(count: int, address: str = HERE) -> list[int]:
    """All different, and free a moment ago."""
    held = [socket.create_server((address, 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports
