"""A machine of its own for a node: a network namespace with three lines to it, each of which can be cut in silence."""

import os
import shutil
import subprocess
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from tests.engines.process import NoEngine

PEOPLE, DATABASE, BUS = range(3)
LINES: Final = (PEOPLE, DATABASE, BUS)


class Network:
    """Each line ends here at a bridge, as at a switch. A line that is cut is pulled out there: neither end is told."""

    def __init__(self) -> None:
        """Raises `NoEngine`."""
        if os.geteuid() != 0:
            raise NoEngine("network namespaces need root; the cure: sudo make soak")
        if shutil.which("ip") is None:
            raise NoEngine("ip is not here; the cure: sudo apt-get install iproute2")
        self.name = f"dh{os.getpid()}"
        try:
            _ip("netns", "add", self.name)
            self._in("link", "set", "lo", "up")
            for line in LINES:
                self._lay(line)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def inside(self) -> tuple[str, ...]:
        """Words before a command that is to run there."""
        return "ip", "netns", "exec", self.name

    @property
    def there(self) -> str:
        """Where people reach it."""
        return f"{_net(PEOPLE)}.2"

    def here(self, line: int) -> str:
        """This end of a line."""
        return f"{_net(line)}.1"

    def cut(self, *lines: int) -> None:
        for line in lines:
            _ip("link", "set", self._end(line), "nomaster")

    def mend(self, *lines: int) -> None:
        for line in lines:
            _ip("link", "set", self._end(line), "master", self._bridge(line))

    def close(self) -> None:
        """Each line by itself: a namespace is gone only when nothing in it has a socket any more."""
        for made in (made for line in LINES for made in (self._end(line), self._bridge(line))):
            with suppress(NoEngine):
                _ip("link", "delete", made)
        with suppress(NoEngine):
            _ip("netns", "delete", self.name)

    def _lay(self, line: int) -> None:
        bridge, end, far = self._bridge(line), self._end(line), f"{self.name}f{line}"
        _ip("link", "add", bridge, "type", "bridge")
        _ip("address", "add", f"{self.here(line)}/24", "dev", bridge)
        _ip("link", "set", bridge, "up")
        _ip("link", "add", end, "type", "veth", "peer", "name", far, "netns", self.name)
        _ip("link", "set", end, "master", bridge, "up")
        self._in("address", "add", f"{_net(line)}.2/24", "dev", far)
        self._in("link", "set", far, "up")

    def _bridge(self, line: int) -> str:
        return f"{self.name}b{line}"

    def _end(self, line: int) -> str:
        return f"{self.name}e{line}"

    def _in(self, *words: str) -> None:
        _ip("-netns", self.name, *words)


def _net(line: int) -> str:
    """Of addresses that are kept for measuring; another run beside this one has others."""
    return f"198.18.{len(LINES) * (os.getpid() % 80) + line}"


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip() or "it says nothing").splitlines()[-1]
        raise NoEngine(f"ip {' '.join(words)} failed: {said}")
