"""A person at a pipe: `dicehall join` in a process of its own, whose lines are read and answered."""

import os
import re
import signal
import subprocess
import threading
from pathlib import Path
from typing import Self

from tests.kit.forked import Dicehall

PATIENCE = 90.0
"""Seconds after which something that should have been said has not been; no test measures time by it."""


class Terminal:
    """Everything that is said is kept; a thread reads, so that nobody waits for a full pipe."""

    def __init__(self, home: Path, *arguments: str) -> None:
        """`home` is where this machine keeps who it is."""
        self.process = Dicehall(
            "join", *arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "XDG_CONFIG_HOME": str(home), "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        self.lines: list[str] = []
        self.at = 0
        """Where the next `until` begins to look."""
        self._over = False
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._news:
                self.lines.append(line.rstrip("\n"))
                self._news.notify_all()
        with self._news:
            self._over = True
            self._news.notify_all()

    @property
    def said(self) -> str:
        return "\n".join(self.lines)

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, pattern: str) -> str:
        """The next line in which this stands."""
        with self._news:
            while True:
                for number in range(self.at, len(self.lines)):
                    if re.search(pattern, self.lines[number]):
                        self.at = number + 1
                        return self.lines[number]
                self.at = len(self.lines)
                if self._over or not self._news.wait(PATIENCE):
                    raise AssertionError(f"{pattern!r} was not said:\n{self.said}\n{self._complaint()}")

    def answer(self) -> bool:
        """Take the first option of the next question; False when the game is over instead."""
        line = self.until(r"your move|^The end: ")
        if line.startswith("The end: "):
            return False
        self.type(first_key(self.until(r"^  ")))
        return True

    def play(self) -> None:
        """To the end, in a thread of its own where others have to play too."""
        going = True
        while going:
            going = self.answer()

    def finish(self) -> tuple[int, str]:
        """Let the input end, if it has not yet; the exit code and all that was said."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self._reader.join()
        return self.process.returncode, self.said

    def interrupt(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        self._reader.join()
        return self.process.returncode, self.said

    def _complaint(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read() if self._over else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            if not stream.closed:
                stream.close()


def first_key(line: str) -> str:
    """What to type for a line of a menu: `t` for `  t  Throw the die`, `3` for `  Pick 3, 5 to 12`."""
    key, two_spaces, _ = line.strip().partition("  ")
    if two_spaces:
        return key
    number = re.search(r"\d+", line)
    assert number is not None
    return number[0]


def play_together(*terminals: Terminal) -> None:
    """All at once, each in a thread; anyone who fails is heard."""
    failures: list[BaseException] = []

    def play(terminal: Terminal) -> None:
        try:
            terminal.play()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=play, args=(terminal,)) for terminal in terminals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
