"""Whole runs of the suite, one after the other: `python -m tests.in_a_row 10 --busy 3 --deaf 1`.

Four busy programs run beside each of the first few, and SIGINT is ignored in the next. It prints a line a run, keeps
what each has printed, and ends with 1 if any was red. The seed is the usual one; `SEED=random` tries others.
"""

import argparse
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
LOOPS: Final = 4
CLOSING: Final = re.compile(r"^=*\s*((?:\d+ \w+,? ?)+) in [\d.]+s.*$", re.MULTILINE)
CORE_SECONDS: Final = re.compile(r"^ *([\d.]+) s .* on all cores together$", re.MULTILINE)


class Run(NamedTuple):
    seconds: float
    code: int
    said: str

    def __str__(self) -> str:
        closing, cores = CLOSING.search(self.said), CORE_SECONDS.search(self.said)
        minutes, seconds = divmod(round(self.seconds), 60)
        together = f"{float(cores[1]):6.0f} s of tests" if cores else ""
        colour, counts = "RED" if self.code else "green", closing[1] if closing else ""
        return f"{colour:5} {minutes:3} min {seconds:2} s {together}  {counts}"


@contextmanager
def beside(busy: bool) -> Iterator[None]:
    """Programs that take all the time they can get."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(LOOPS if busy else 0)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run(deaf: bool) -> Run:
    began = time.monotonic()
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN if deaf else signal.getsignal(signal.SIGINT))
    try:
        done = subprocess.run(
            ["make", "test"], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, usual)
    return Run(time.monotonic() - began, done.returncode, done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description="Run the whole suite several times in a row.")
    parser.add_argument("runs", type=int)
    parser.add_argument(
        "--busy", type=int, default=0, metavar="N", help="the first N have four busy programs beside them"
    )
    parser.add_argument("--deaf", type=int, default=0, metavar="N", help="in the next N, SIGINT is ignored")
    parser.add_argument("--logs", type=Path, default=ROOT / ".venv" / "runs", help="a folder for what they print")
    wanted = parser.parse_args()
    wanted.logs.mkdir(parents=True, exist_ok=True)
    red = 0
    for number in range(1, wanted.runs + 1):
        busy = number <= wanted.busy
        deaf = not busy and number <= wanted.busy + wanted.deaf
        with beside(busy):
            done = run(deaf)
        (wanted.logs / f"{number}.log").write_text(done.said, encoding="utf-8")
        red += done.code != 0
        kind = "four busy programs beside it" if busy else "SIGINT ignored" if deaf else ""
        print(f"{number:3}  {done}  {kind}", flush=True)
    sys.exit(red > 0)


if __name__ == "__main__":
    main()
