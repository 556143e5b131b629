"""A disk that fails at one operation, or from it on, and what is left of it after a power cut.

An operation is a write, a truncation or a flush of a file, counted from the beginning.
"""

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from threading import RLock

BLOCK = 4096
"""Bytes that a disk writes as one."""
DELAY = 0.2
"""Seconds that a slow operation takes."""


class Fault(Enum):
    """What happens at the operation, and how the evening ends."""

    EIO = "it fails once"
    TORN = "half of it is done, and it fails"
    LATE = "it is done, and said to have failed"
    SPELL = "three flushes in a row fail, though all is written"
    NO_FLUSH = "from it on no flush succeeds, though all is written"
    FULL = "from it on the disk is full"
    BROKEN = "from it on everything fails"
    SLOW = "it takes a while"
    KILL = "half of it is done, and the hall is killed"
    CUT = "the power fails: nothing that was not flushed is kept"
    MIXED_CUT = "the power fails: of what was not flushed, every other block is kept"


ENDURED = {Fault.NO_FLUSH, Fault.FULL, Fault.BROKEN}
"""It stays like this until the end."""
SPELL = 3


class File:
    """What a power cut would leave of a file: what was flushed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.flushed = bytearray(path.read_bytes())
        self.dirty: set[int] = set()
        """Blocks that were written since."""

    def touched(self, at: int, size: int) -> None:
        self.dirty.update(range(at // BLOCK, (at + size - 1) // BLOCK + 1))

    def flush(self) -> None:
        self.keep(self.dirty)
        del self.flushed[self.path.stat().st_size :]
        self.forget()

    def keep(self, blocks: set[int]) -> None:
        with self.path.open("rb") as file:
            for block in sorted(blocks):
                file.seek(block * BLOCK)
                data = file.read(BLOCK)
                if (missing := block * BLOCK - len(self.flushed)) > 0:
                    self.flushed += bytes(missing)
                self.flushed[block * BLOCK : block * BLOCK + len(data)] = data

    def forget(self) -> None:
        """After a flush that failed, the kernel takes these blocks for written, and never writes them."""
        self.dirty.clear()


class FaultyDisk:
    """Behaves until operation `at`."""

    def __init__(self, fault: Fault | None, at: int) -> None:
        self._fault = fault
        self._at = at
        self._lasts = fault in ENDURED or fault is Fault.SPELL
        self._flushes_left = SPELL
        self.operations = 0
        self._files: dict[Path, File] = {}
        self._lock = RLock()

    # What SQLite asks for.

    def write(self, path: Path, data: bytes, at: int, really: Callable[[bytes, int], int]) -> int:
        with self._lock:
            file = self._file(path)
            half = data[: len(data) // 2]
            match self._due():
                case Fault.EIO | Fault.BROKEN:
                    return sqlite3.SQLITE_IOERR_WRITE
                case Fault.FULL:
                    return sqlite3.SQLITE_FULL
                case Fault.TORN:
                    really(half, at)
                    file.touched(at, len(data))
                    return sqlite3.SQLITE_IOERR_WRITE
                case Fault.LATE:
                    really(data, at)
                    file.touched(at, len(data))
                    return sqlite3.SQLITE_IOERR_WRITE
                case Fault.KILL:
                    really(half, at)
                    die()
                case _:
                    pass
            file.touched(at, len(data))
            return really(data, at)

    def truncate(self, path: Path, size: int, really: Callable[[], int]) -> int:
        with self._lock:
            self._file(path)
            match self._due():
                case Fault.EIO | Fault.TORN | Fault.LATE | Fault.BROKEN:
                    return sqlite3.SQLITE_IOERR_TRUNCATE
                case Fault.KILL:
                    die()
                case _:
                    pass
            return really()

    def sync(self, path: Path, really: Callable[[], int]) -> int:
        """Nothing is flushed really: the machine itself keeps its power."""
        with self._lock:
            file = self._file(path)
            match self._due():
                case Fault.EIO | Fault.TORN | Fault.BROKEN | Fault.NO_FLUSH:
                    file.forget()
                    return sqlite3.SQLITE_IOERR_FSYNC
                case Fault.SPELL if self._flushes_left:
                    self._flushes_left -= 1
                    file.forget()
                    return sqlite3.SQLITE_IOERR_FSYNC
                case Fault.LATE:
                    file.flush()
                    return sqlite3.SQLITE_IOERR_FSYNC
                case Fault.KILL:
                    die()
                case _:
                    pass
            file.flush()
            return sqlite3.SQLITE_OK

    def _file(self, path: Path) -> File:
        if path not in self._files:
            self._files[path] = File(path)
        return self._files[path]

    def _due(self) -> Fault | None:
        self.operations += 1
        due = self.operations >= self._at if self._lasts else self.operations == self._at
        match self._fault if due else None:
            case Fault.CUT:
                self.cut_power(every=0)
            case Fault.MIXED_CUT:
                self.cut_power(every=2)
            case Fault.SLOW:
                time.sleep(DELAY)
            case fault:
                return fault
        return None

    # The end.

    def cut_power(self, every: int = 0) -> None:
        """Leave what was flushed, and every `every`th of the other blocks."""
        with self._lock:
            for file in self._files.values():
                if not file.path.exists():
                    continue
                if every:
                    file.keep({block for block in file.dirty if block % every})
                with file.path.open("r+b") as left:
                    left.write(file.flushed)
                    left.truncate(len(file.flushed))
            die()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
