"""A hall under Python's profiler while it is told so: `hall_profiled.py FILE serve …`.

SIGUSR1 starts the watching, and SIGUSR2 ends it and writes the file: starting up and sitting down are not in it.
"""

import cProfile
import signal
import sys

from dicehall.cli import main

if __name__ == "__main__":
    file, profile = sys.argv.pop(1), cProfile.Profile()

    def end(_signal: int, _frame: object) -> None:
        profile.disable()
        profile.dump_stats(file)

    signal.signal(signal.SIGUSR1, lambda _signal, _frame: profile.enable())
    signal.signal(signal.SIGUSR2, end)
    main()
