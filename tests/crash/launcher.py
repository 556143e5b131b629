"""Forks one hall after the other; it is itself forked from a process that has everything loaded.

Each line of the input orders a hall; it is `dicehall serve` in every other respect, and it is killed for good.
"""

import ctypes
import encodings.idna  # noqa: F401, loaded late otherwise, which nobody may be allowed to
import os
import resource
import signal
import sys
import traceback
from typing import NoReturn

import msgspec

from dicehall.cli.run import run
from tests.crash import sabotage
from tests.kit import luck

NOBODY = 65534
DIE_WITH_PARENT = 1


class Order(msgspec.Struct):
    arguments: list[str]
    """Of `dicehall serve`."""
    largest: int | None = None
    """Bytes that no file may exceed from the beginning."""
    as_nobody: bool = False
    """Root may write everywhere: then the hall first becomes someone who may not."""


def main() -> None:
    die_with_parent()
    for name in sys.argv[1:]:
        getattr(sabotage, name)()
    for number, line in enumerate(sys.stdin):
        order = msgspec.json.decode(line, type=Order)
        luck.draw_from(f"{os.environ[luck.HALL]} {number}")
        pid = os.fork()
        if pid == 0:
            become_hall(order)
        print(f"[started {pid}]", flush=True)
        _, status = os.waitpid(pid, 0)
        print(f"\n[ended {os.waitstatus_to_exitcode(status)}]", flush=True)


def become_hall(order: Order) -> NoReturn:
    die_with_parent()
    sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115, the orders are not for the hall
    if order.largest is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (order.largest, resource.RLIM_INFINITY))
    if order.as_nobody and os.getuid() == 0:
        os.setuid(NOBODY)
    sys.argv = ["dicehall", "serve", *order.arguments]
    code: object = 1
    try:
        run()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def die_with_parent() -> None:
    """A test that is ended by force leaves no hall behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


if __name__ == "__main__":
    main()
