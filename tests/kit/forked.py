"""`dicehall` as a process of its own, forked from one that has loaded everything: a start takes a moment, not seconds.

It is `python -m dicehall` in all else but its luck, which follows from a seed, and what `ready` spares it: arguments,
environment, streams, signals and exit code are its own.
"""

import atexit
import ctypes
import gc
import importlib
import io
import os
import pkgutil
import socket
import subprocess
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from tests.kit import luck

ROOT = Path(__file__).resolve().parents[2]
SET_CHILD_SUBREAPER = 36
LATE = (
    "alembic.command", "encodings.idna", "litestar._openapi.schema_generation.examples",
    "litestar.exceptions.responses", "litestar.middleware._internal.exceptions.middleware",
    "litestar.plugins.pydantic", "mako.template", "typer._adapters", "uvicorn.lifespan.off", "uvloop",
)  # fmt: skip
"""What is loaded only when a command runs. Nothing but time is lost where one of them has moved."""
LOADED_FROM = os.environ.get("PYTHONPATH")
"""Who wants modules from elsewhere gets a process of their own from the start."""
LARGEST = 1 << 17
"""Bytes of an order; its environment is most of it."""


class Order(msgspec.Struct):
    module: str
    arguments: list[bytes]
    environment: dict[bytes, bytes]
    folder: bytes
    streams: list[int]
    """Which of 0, 1 and 2 come along with the order; the others are those of the tests."""
    alone: bool
    """In a session of its own, which has no terminal yet."""


# The side of the tests


class Nursery:
    """The process that all others are forked from. It is started with the first of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def _start(self) -> socket.socket:
        """The person who is forked there becomes a child of this process, so that it can be waited for."""
        if ctypes.CDLL(None, use_errno=True).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "this system has no subreapers")
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.kit.forked"], stdin=theirs.fileno(), cwd=ROOT
            )
        atexit.register(self.close)
        return ours

    def fork(self, order: Order, streams: list[int]) -> int:
        with self._lock:
            self._line = self._line or self._start()
            socket.send_fds(self._line, [msgspec.msgpack.encode(order)], streams)
            return int(self._line.recv(LARGEST))

    def close(self) -> None:
        """It ends when nobody can order any more."""
        if self._line is not None and self._process is not None:
            self._line.close()
            self._process.wait()


nursery = Nursery()


class Dicehall(subprocess.Popen[str]):
    """What `subprocess.Popen([sys.executable, "-m", "dicehall", ...], encoding="utf-8")` would be."""

    def __init__(self, *arguments: str, module: str = "dicehall", **options: Any) -> None:
        """`module` is another one to begin with; it has a `main`."""
        super().__init__((sys.executable, "-m", module, *arguments), encoding="utf-8", **options)

    if sys.platform == "linux":

        def _execute_child(self, args: Any, *rest: Any) -> None:
            cwd, env, pipes = rest[4], rest[5], rest[9:15]
            if (os.environ if env is None else env).get("PYTHONPATH") != LOADED_FROM:
                super()._execute_child(args, *rest)  # type: ignore[misc]
                return
            ends = {number: pipes[at] for number, at in enumerate((0, 3, 5)) if pipes[at] != -1}
            around = {
                os.fsencode(name): os.fsencode(value)
                for name, value in {luck.HALL: luck.of_next_process(), **(os.environ if env is None else env)}.items()
            }
            order = Order(
                args[2], [os.fsencode(word) for word in args[3:]], around, os.fsencode(cwd or Path.cwd()), list(ends),
                alone=rest[20],
            )  # fmt: skip
            self.pid = nursery.fork(order, list(ends.values()))
            self._child_created = True
            self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


def run(*arguments: str, typed: str = "", **options: Any) -> "subprocess.CompletedProcess[str]":
    """Until its end; for no longer than a test may hang."""
    pipe = subprocess.PIPE
    with Dicehall(*arguments, stdin=pipe, stdout=pipe, stderr=pipe, **options) as process:
        said, complained = process.communicate(typed, timeout=600)
    return subprocess.CompletedProcess(arguments, process.returncode, said, complained)


# The side of the nursery


def main() -> None:
    from dicehall.cli import main as dicehall  # before a module of that name is loaded

    load_everything()
    with socket.socket(fileno=os.dup(0)) as line:
        while order := receive(line):
            if forked_for(line, order[1]):
                break
        else:
            return
    become(*order)
    luck.in_this_process()
    code: object = 0
    try:
        begin = dicehall if order[0].module == "dicehall" else importlib.import_module(order[0].module).main
        begin()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    leave(code)


def load_everything() -> None:
    import dicehall
    from dicehall.narrate import bundle_of
    from tests.kit import ready

    for module in pkgutil.walk_packages(dicehall.__path__, "dicehall."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for name in LATE:
        with suppress(ImportError):
            importlib.import_module(name)
    ready.hasten_halls()
    bundle_of("terminal", "en")  # every command says something
    gc.collect()
    gc.freeze()


def receive(line: socket.socket) -> tuple[Order, list[int]] | None:
    data, streams, _, _ = socket.recv_fds(line, LARGEST, 3)
    return (msgspec.msgpack.decode(data, type=Order), streams) if data else None


def forked_for(line: socket.socket, streams: list[int]) -> bool:
    """True in the new process. The one between them ends at once, which makes it an orphan."""
    reading, writing = os.pipe()
    waiting, orphaned = os.pipe()
    between = os.fork()
    if between == 0:
        if (pid := os.fork()) == 0:
            os.read(waiting, 1)  # not before it is the tests' own child: it may ask to die with its parent
            return True
        os.write(writing, b"%d" % pid)
        os._exit(0)
    os.close(writing)
    os.waitpid(between, 0)
    os.write(orphaned, b"!")
    line.send(os.read(reading, 20))
    for each in (reading, waiting, orphaned, *streams):
        os.close(each)
    return False


def become(order: Order, streams: list[int]) -> None:
    if order.alone:
        os.setsid()
    for number, stream in zip(order.streams, streams, strict=True):
        os.dup2(stream, number)
    if 0 not in order.streams:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.closerange(3, 256)
    os.environb.clear()
    os.environb.update(order.environment)
    os.chdir(order.folder)
    sys.argv = [order.module, *map(os.fsdecode, order.arguments)]
    at_once = bool(os.environ.get("PYTHONUNBUFFERED"))
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = open(0, encoding=encoding, closefd=False)  # noqa: SIM115, it stays open
    sys.stdout = stream_to(1, encoding, "strict", at_once)
    sys.stderr = stream_to(2, encoding, "backslashreplace", True)


def leave(code: object) -> NoReturn:
    """As Python ends, but without taking all apart that was loaded."""
    threading._shutdown()  # type: ignore[attr-defined]  # waits for threads
    atexit._run_exitfuncs()
    if isinstance(code, str):
        print(code, file=sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def stream_to(number: int, encoding: str, errors: str, at_once: bool) -> io.TextIOWrapper:
    file = io.BufferedWriter(io.FileIO(number, "w", closefd=False))
    return io.TextIOWrapper(file, encoding=encoding, errors=errors, line_buffering=at_once or file.isatty())


if __name__ == "__main__":
    main()
