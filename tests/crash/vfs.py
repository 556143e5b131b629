"""Stands between SQLite and its files: every write, truncation and flush passes through Python.

SQLite lets a program register a layer of its own, by a table of function pointers. This one opens files as the usual
layer does, and then replaces three entries of each file's own table. Nothing has to be compiled.
"""

import ctypes
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

OK = 0
FUNCTIONS = 19
"""Entries of a file's table in its third edition, the version at the beginning included."""
CLOSE, WRITE, TRUNCATE, SYNC = 1, 3, 4, 5
"""Positions in it."""

Pointer = ctypes.c_void_p
Open = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, Pointer, Pointer, ctypes.c_int, Pointer)
Close = ctypes.CFUNCTYPE(ctypes.c_int, Pointer)
Write = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, Pointer, ctypes.c_int, ctypes.c_int64)
Truncate = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, ctypes.c_int64)
Sync = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, ctypes.c_int)


class Vfs(ctypes.Structure):
    """https://www.sqlite.org/c3ref/vfs.html; only the beginning has to be understood, the rest is copied."""

    _fields_ = (
        ("version", ctypes.c_int), ("file_size", ctypes.c_int), ("longest_path", ctypes.c_int),
        ("next", Pointer), ("name", ctypes.c_char_p), ("data", Pointer), ("open", Pointer),
        ("rest", Pointer * 15),
    )  # fmt: skip


class Layer(Protocol):
    """Each function does what it is asked by calling the last argument, or does not; it returns SQLite's code."""

    def write(self, path: Path, data: bytes, at: int, really: Callable[[bytes, int], int]) -> int: ...
    def truncate(self, path: Path, size: int, really: Callable[[], int]) -> int: ...
    def sync(self, path: Path, really: Callable[[], int]) -> int: ...


def library() -> ctypes.CDLL | None:
    """The SQLite that Python itself uses; None if its functions cannot be reached from outside."""
    import _sqlite3

    for name in (getattr(_sqlite3, "__file__", None), None):
        loaded = ctypes.CDLL(name)
        if hasattr(loaded, "sqlite3_vfs_register") and hasattr(loaded, "sqlite3_libversion"):
            loaded.sqlite3_libversion.restype = ctypes.c_char_p
            if loaded.sqlite3_libversion() == sqlite3.sqlite_version.encode():
                return loaded
    return None


IMPOSSIBLE = "" if library() and os.name == "posix" else "the SQLite of this Python cannot be reached by ctypes"
"""Why no layer can be put in between; empty if it can."""

KEPT: list[Any] = []
"""Python's side of what SQLite now points to; it must never be freed."""


def install(layer: Layer) -> None:
    """For every file that is opened from now on in this process."""
    sqlite = library()
    assert sqlite is not None
    sqlite.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
    usual = sqlite.sqlite3_vfs_find(None).contents
    ours = Vfs.from_buffer_copy(usual)
    ours.name = b"faulty"
    shim = Shim(layer, Open(usual.open))
    opener = Open(shim.open)
    ours.open = ctypes.cast(opener, Pointer).value
    KEPT.extend((shim, opener, ours))
    assert sqlite.sqlite3_vfs_register(ctypes.byref(ours), 1) == OK


class Shim:
    def __init__(self, layer: Layer, usual: Any) -> None:
        self._layer = layer
        self._usual = usual
        self._tables: dict[int, Any] = {}
        """Ours, by the address of the usual one."""
        self._paths: dict[int, Path] = {}
        """Of open files, by their address."""

    def open(self, vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        code: int = self._usual(vfs, name, file, flags, out)
        first = Pointer.from_address(file)
        if code == OK and name and first.value:
            self._paths[file] = Path(os.fsdecode(ctypes.string_at(name)))
            if first.value not in self._tables:
                self._tables[first.value] = self._table(first.value)
            first.value = ctypes.addressof(self._tables[first.value])
        return code

    def _table(self, address: int) -> Any:
        usual = (Pointer * FUNCTIONS).from_address(address)
        ours = (Pointer * FUNCTIONS)(*usual)
        close, write = Close(usual[CLOSE] or 0), Write(usual[WRITE] or 0)
        truncate, sync = Truncate(usual[TRUNCATE] or 0), Sync(usual[SYNC] or 0)

        def closed(file: int) -> int:
            self._paths.pop(file, None)
            return int(close(file))

        def written(file: int, data: int, size: int, at: int) -> int:
            def really(data: bytes, at: int) -> int:
                return int(write(file, ctypes.cast(ctypes.c_char_p(data), Pointer), len(data), at))

            return self._layer.write(self._paths[file], ctypes.string_at(data, size), at, really)

        def truncated(file: int, size: int) -> int:
            return self._layer.truncate(self._paths[file], size, lambda: int(truncate(file, size)))

        def synced(file: int, flags: int) -> int:
            return self._layer.sync(self._paths[file], lambda: int(sync(file, flags)))

        replaced = {CLOSE: Close(closed), WRITE: Write(written), TRUNCATE: Truncate(truncated), SYNC: Sync(synced)}
        for position, function in replaced.items():
            ours[position] = ctypes.cast(function, Pointer).value
        KEPT.extend((ours, *replaced.values()))
        return ours
