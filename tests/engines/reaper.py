"""Runs a command, and waits for all that it leaves behind: `python reaper.py WORDS…`.

Patroni starts PostgreSQL as an orphan, and takes a process that nobody has waited for after its end for one that runs.
"""

import ctypes
import os
import signal
import subprocess
import sys

SET_CHILD_SUBREAPER = 36


def main() -> None:
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    child = subprocess.Popen(sys.argv[1:])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: child.send_signal(number))
    ended = None
    while ended != child.pid:
        ended, _ = os.wait()


if __name__ == "__main__":
    main()
