"""A hall that can be killed and opened again a thousand times."""

import os
import re
import resource
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Self

import msgspec

from tests.crash.launcher import Order
from tests.kit.forked import Dicehall
from tests.server.kit import ROOMY

ROOT = Path(__file__).resolve().parents[2]


class MortalHall:
    """`dicehall serve` on a folder, forked by a launcher; any free port, so clients ask for `url` after each start."""

    def __init__(self, data: Path, *arguments: str, sabotage: tuple[str, ...] = ()) -> None:
        self.data = data
        self.arguments = (*(f"--limit={limit}" for limit in ROOMY), *arguments)
        self.url = ""
        self.said = ""
        """All that was printed since the last start."""
        self.pid: int | None = None
        self._launcher = Dicehall(
            *sabotage, module="tests.crash.launcher", cwd=ROOT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "NO_COLOR": "1"},
        )  # fmt: skip

    def begin(self, *, largest: int | None = None, as_nobody: bool = False) -> None:
        """Order it; it is not open yet."""
        assert self._launcher.stdin is not None
        arguments = ["--data", str(self.data), "--port", "0", *self.arguments]
        self._launcher.stdin.write(msgspec.json.encode(Order(arguments, largest, as_nobody)).decode() + "\n")
        self._launcher.stdin.flush()
        self.said = ""
        self.pid = int(self._read_until(lambda line: re.search(r"\[started (\d+)\]", line))[1])

    def open(self) -> None:
        self.begin()
        self.wait_until_open()

    def wait_until_open(self) -> None:
        self.url = self._read_until(lambda line: re.search(r"open at (http://\S+:\d+)", line))[1]

    def kill(self) -> None:
        """As a power cut would end it."""
        self.end(signal.SIGKILL)

    def stop(self) -> str:
        """As Ctrl-C would; returns what was printed since the start."""
        self.end(signal.SIGINT)
        return self.said

    def end(self, number: signal.Signals) -> None:
        assert self.pid is not None
        os.kill(self.pid, number)
        self.exit_code()

    def exit_code(self) -> int:
        """Wait for its end; negative where a signal ended it."""
        code = int(self._read_until(lambda line: re.search(r"\[ended (-?\d+)\]", line))[1])
        self.pid = None
        return code

    def limit(self, largest: int) -> None:
        """No file may grow beyond so many bytes from now on: every write that would is refused by the kernel."""
        assert self.pid is not None
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))

    def lift_limit(self) -> None:
        self.limit(resource.RLIM_INFINITY)

    def _read_until(self, wanted: Callable[[str], re.Match[str] | None]) -> re.Match[str]:
        assert self._launcher.stdout is not None
        for line in self._launcher.stdout:
            if found := wanted(line):
                if not line.startswith("["):
                    self.said += line
                return found
            self.said += line
            if re.search(r"\[ended (-?\d+)\]", line):
                self.pid = None
                break
        raise AssertionError(f"the hall has ended: {self.said}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pid is not None:
            os.kill(self.pid, signal.SIGKILL)
        assert self._launcher.stdin is not None
        assert self._launcher.stdout is not None
        self._launcher.stdin.close()
        self._launcher.wait()
        self._launcher.stdout.close()
