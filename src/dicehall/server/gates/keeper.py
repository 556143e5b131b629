"""Starts the gates of a hall, hears whether they work, and replaces those that do not."""

import asyncio
import logging
import math
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Final

from dicehall.rules.errors import BadOptions
from dicehall.server.gates.arrivals import taken
from dicehall.server.gates.branch import Branch, Reception
from dicehall.server.gates.line import Line
from dicehall.server.gates.words import AcceptNoMore

log = logging.getLogger("dicehall.gates")

BEAT: Final = 0.1
"""Seconds between two probes."""
MOST: Final = 0.3
"""Seconds between two beats that count: what is longer is the hall's own stall, and no gate's."""
SILENT: Final = 1.0
"""Seconds without an echo; from then on hall time stands still."""
GIVE_UP: Final = 10.0
"""Seconds without an echo after which a gate is ended, and another takes its place."""
STARTING: Final = 60.0
"""The same for a gate that has only been started: a slow machine takes its time."""
MOST_WAITING: Final = 32 << 20
"""Bytes that wait for one gate; one that takes so little is ended at once."""
AGAIN: Final = 1.0
"""Seconds until a gate that did not even open is started again."""
AT_ONCE: Final = 64
"""Connections taken from one gate before the hall does something else."""


class GateProcess:
    """One gate, from its start to its end."""

    def __init__(
        self,
        listen: socket.socket,
        reception: Reception,
        adopt: Callable[[socket.socket], None],
        lost: Callable[[], None],
    ) -> None:
        loop = asyncio.get_running_loop()
        self._adopt = adopt
        self._when_lost = lost
        self.silence = 0.0
        """Seconds for which the hall worked and heard nothing."""
        self._heard_until = 0.0
        self.is_lost = False
        self._line = Line(self._hear, self._lost)
        self.branch = Branch(reception, self._line.send, loop.time)
        self._near, far = socket.socketpair()
        self._door, far_door = socket.socketpair()
        self._door.setblocking(False)
        with far, far_door:
            files = (listen.fileno(), far.fileno(), far_door.fileno())
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", __package__, *map(str, files)],
                pass_fds=files, stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        loop.add_reader(self._door, self._take)

    async def connect(self) -> None:
        await asyncio.get_running_loop().create_unix_connection(lambda: self._line, sock=self._near)
        self.branch.open()

    @property
    def is_open(self) -> bool:
        return self.branch.is_ready and not self.is_lost

    @property
    def is_silent(self) -> bool:
        """Whether what its clients say does not come through."""
        return self.is_open and self.silence > SILENT

    def beat(self, passed: float) -> None:
        """Ask it for a sign of life, and end it if there was none for too long."""
        if self.branch.read_until > self._heard_until:
            self._heard_until, self.silence = self.branch.read_until, 0.0
        self.silence += min(passed, MOST)
        if self.silence > (GIVE_UP if self.branch.is_ready else STARTING):
            log.error("gate %d has not answered for %.0f s; it is ended", self.process.pid, self.silence)
            self.end()
        elif self._line.waiting > MOST_WAITING:
            log.error("gate %d takes nothing any more; it is ended", self.process.pid)
            self.end()
        elif self.branch.is_ready:
            self.branch.probe()

    def accept_no_more(self) -> None:
        self.branch.outbox.say(AcceptNoMore())

    def end(self) -> None:
        self._line.cut()
        self._lost()
        self.process.kill()

    def _hear(self, data: bytes) -> None:
        if not self.is_lost:
            self.branch.heard(data)

    def _take(self) -> None:
        for _ in range(AT_ONCE):
            if (connection := taken(self._door)) is None:
                return
            self._adopt(connection)

    def _lost(self) -> None:
        if not self.is_lost:
            self.is_lost = True
            asyncio.get_running_loop().remove_reader(self._door)
            self._door.close()
            self.branch.lost()
            self._when_lost()


class Keeper:
    """Of all gates of one hall; a hall without any holds its sockets itself."""

    def __init__(self) -> None:
        self.count = 0
        self.restarted = 0
        """How often a gate took the place of another."""
        self.lost_at = -math.inf
        """When the last one was, by the loop's time: its clients are on their way back."""
        self._make: Callable[[], GateProcess]
        self._gates: list[GateProcess] = []
        self._ended: list[GateProcess] = []
        """Whose processes are not reaped yet."""
        self._is_open = False
        self._closing = False
        self._missing_for = 0.0
        """Seconds for which the hall worked with fewer gates."""
        self._next_start = 0.0

    @property
    def alive(self) -> int:
        return sum(gate.is_open and not gate.is_silent for gate in self._gates)

    @property
    def pids(self) -> list[int]:
        return [gate.process.pid for gate in self._gates]

    def trouble(self) -> str | None:
        """For the operator; None if all gates work."""
        missing = self.count - self.alive
        return f"{missing} of {self.count} gates do not answer; they are being replaced" if missing else None

    # What the hall's time depends on

    def held_up(self) -> bool:
        """Whether some of its people cannot be heard, and it is not their fault."""
        if self._closing or not self.count:
            return False
        if not self._is_open:
            return True
        few = 0 < self._missing_for <= GIVE_UP  # then the others go on without the one that does not open
        return few or not self.alive or any(gate.is_silent for gate in self._gates)

    def have_read(self, since: float) -> bool:
        """Whether all that had come to the sockets by then has been heard; `since` is the loop's time."""
        return all(gate.branch.read_until > since for gate in self._gates if gate.is_open)

    # From the opening to the closing

    async def open(self, listen: socket.socket, reception: Reception, adopt: Callable[[socket.socket], None]) -> None:
        """As many as it is to have, on one listening socket; `adopt` is given what is not for WebSockets."""
        self._make = partial(GateProcess, listen, reception, adopt, self._lose)
        for _ in range(self.count):
            await self._start()
        while not all(gate.is_open for gate in self._gates):
            if any(gate.is_lost for gate in self._gates):
                await self.close()
                raise BadOptions("--workers: a gate ended before it was open; without --workers the hall opens")
            await asyncio.sleep(BEAT / 10)
        self._is_open = True

    async def keep(self) -> None:
        """Until it is cancelled."""
        loop = asyncio.get_running_loop()
        last = loop.time()
        while True:
            await asyncio.sleep(BEAT)
            passed, last = loop.time() - last, loop.time()
            if not self._is_open:
                continue
            for gate in tuple(self._gates):
                gate.beat(passed)
                if gate.is_lost and not self._closing:
                    self._remove(gate)
            if len(self._gates) < self.count and last >= self._next_start and not self._closing:
                await self._start_again()
            complete = sum(gate.is_open for gate in self._gates) == self.count
            self._missing_for = 0.0 if complete else self._missing_for + min(passed, MOST)
            self._ended = [gate for gate in self._ended if gate.process.poll() is None]

    def accept_no_more(self) -> None:
        self._closing = True
        for gate in self._gates:
            gate.accept_no_more()

    async def close(self) -> None:
        """The gates end when their lines do."""
        self._closing = True
        for gate in self._gates:
            gate.branch.outbox.flush()
        await asyncio.sleep(0)
        for gate in self._gates:
            gate.end()
        for gate in (*self._gates, *self._ended):
            gate.process.wait()

    async def _start(self) -> None:
        gate = self._make()
        self._gates.append(gate)
        await gate.connect()

    async def _start_again(self) -> None:
        try:
            await self._start()
            self.restarted += 1
        except OSError as error:
            log.error("no gate could be started: %s", error)
            self._next_start = asyncio.get_running_loop().time() + AGAIN

    def _lose(self) -> None:
        self.lost_at = asyncio.get_running_loop().time()

    def _remove(self, gate: GateProcess) -> None:
        gate.process.kill()  # it may hang
        self._gates.remove(gate)
        self._ended.append(gate)
        log.warning("gate %d has ended; another opens, through which its clients come back", gate.process.pid)
        if not gate.branch.is_ready:
            self._next_start = asyncio.get_running_loop().time() + AGAIN
