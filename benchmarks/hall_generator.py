"""The players in C: `generator.c`, compiled where it is needed, and what a stretch of their play took."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Self

import msgspec
from hall_servers import PLAYERS_CORE, Serving, Spent, cpu_of_machine, on

SEATS = 6
SOURCE = Path(__file__).with_name("generator.c")
NO_COMPILER = """\
The players of this benchmark are a program in C, and there is no C compiler here.
The cure: apt install gcc, or .venv/bin/uv pip install --python .venv/bin/python ziglang"""


class Stretch(msgspec.Struct, frozen=True):
    """What was played in some seconds, as the generator tells it, and what that took."""

    moves: int
    """Those that were timed: all six saw them within these seconds."""
    seconds: float
    players: float
    """CPU seconds of the generator."""
    p50: float
    """Seconds from sending a move until all six have seen it."""
    p99: float
    seen: int
    """All moves of the stretch, with those that arrived just after it: bytes are counted for these."""
    bytes: int
    """WebSocket frames that came from the server, heads included, of all clients."""
    reveals: int
    revealed: int
    """Bytes of reveals."""
    all: int
    """Moves with those before the clock was started, while play began to run evenly."""
    spent: Spent = Spent()
    """By the server."""
    others: float = 0.0
    """CPU seconds of everything else on this machine, and those that other machines took."""

    @property
    def server(self) -> float:
        """CPU seconds of all its processes."""
        return self.spent.total

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    @property
    def per_cpu_second(self) -> float:
        return self.moves / self.server

    @property
    def bytes_per_client(self) -> float:
        return self.bytes / self.seen / SEATS

    @property
    def bytes_of_call(self) -> float:
        return (self.bytes - self.revealed) / max(1, self.seen - self.reveals) / SEATS

    @property
    def bytes_of_reveal(self) -> float:
        return self.revealed / max(1, self.reveals) / SEATS


def compilers() -> list[list[str]]:
    found = [["cc"]] if shutil.which("cc") else []
    return [*found, [sys.executable, "-m", "ziglang", "cc"]] if find_spec("ziglang") else found


def compiled(folder: Path) -> Path:
    """The generator, by the first compiler that there is."""
    if not (found := compilers()):
        sys.exit(NO_COMPILER)
    program = folder / "generator"
    subprocess.run([*found[0], "-O2", "-std=c11", "-o", str(program), str(SOURCE), "-lm"], check=True)
    return program


class Generator:
    """Six players at each of so many tables, seated and ready to play. Any trouble of theirs ends the benchmark."""

    def __init__(
        self, program: Path, protocol: str, ports: Sequence[int], tables: int, sign_ins: Sequence[str] = (),
        *, spread: bool = False,
    ) -> None:  # fmt: skip
        """Tables take turns at the ports; spread, those who sit at a table do."""
        command = [str(program), protocol, ",".join(map(str, ports)), str(tables), *["spread"] * spread]
        with on({PLAYERS_CORE}):
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._tell(*sign_ins)
        self._hear("ready")

    def closed(self, server: Serving, seconds: float) -> Stretch:
        """As fast as it goes: a move is sent when all six have seen the last one."""
        return self._play(server, f"closed {seconds}")

    def paced(self, server: Serving, rate: float, seconds: float) -> Stretch:
        """Moves at random moments, so many a second on average, each at the table that has waited longest."""
        return self._play(server, f"paced {seconds} {rate}")

    def _play(self, server: Serving, stretch: str) -> Stretch:
        self._tell(stretch)
        self._hear("began")
        machine, before = cpu_of_machine(), server.spent
        server.watched()
        self._hear("ended")
        spent, busy = server.spent.since(before), cpu_of_machine() - machine
        server.unwatched()
        told = msgspec.json.decode(self._hear("{"), type=Stretch)
        others = max(0.0, busy - spent.total - told.players)
        return msgspec.structs.replace(told, spent=spent, others=others)

    def _tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.writelines(f"{line}\n" for line in lines)
        self.process.stdin.flush()

    def _hear(self, what: str) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith(what):
            self.process.communicate()
            raise RuntimeError(f"the generator has ended with code {self.process.returncode}: see above")
        return line

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
