"""Running an engine as a child that does not outlive the tests, and never as root."""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

PATIENCE: Final = 60.0
"""Seconds for an engine to answer, or to end."""
MOMENT: Final = 0.02
DIE_WITH_PARENT: Final = 1
NOBODY: Final = "nobody"
"""PostgreSQL refuses to run as root. This user is on every machine, and owns nothing."""


class NoEngine(Exception):
    """Its text is one line: why an engine cannot run here, and the cure."""


def user() -> str | None:
    """Whom an engine runs as; None is whoever runs the tests."""
    return NOBODY if os.geteuid() == 0 else None


def hand_over(folder: Path) -> None:
    """The folder belongs to the user whom the engine runs as, and to nobody else."""
    folder.chmod(0o700)
    if (name := user()) is not None:
        entry = pwd.getpwnam(name)
        os.chown(folder, entry.pw_uid, entry.pw_gid)


def call(*words: str | Path) -> str:
    """What a program of an engine says when it ends well; raises `NoEngine`."""
    done = _run([str(word) for word in words])
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "it says nothing").splitlines()[-1]
        raise NoEngine(f"{Path(words[0]).name} failed: {said}")
    return done.stdout


def _run(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(words, user=user(), extra_groups=_groups(), cwd="/", env=_environment(),
                              capture_output=True, text=True, check=False)  # fmt: skip
    except PermissionError as error:
        raise NoEngine(_unreadable(words[0])) from error


def start(log: Path, *words: str | Path) -> subprocess.Popen[bytes]:
    """Its output goes to a file. From the main thread: an engine ends with the thread that has started it."""
    assert threading.current_thread() is threading.main_thread()
    with log.open("ab") as output:
        try:
            return subprocess.Popen([str(word) for word in words], user=user(), extra_groups=_groups(), cwd="/",
                                    env=_environment(), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                    preexec_fn=_die_with_parent)  # fmt: skip  # noqa: PLW1509
        except PermissionError as error:
            raise NoEngine(_unreadable(str(words[0]))) from error


def until(is_ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Raises `NoEngine` with the last line of its log if the engine ends, or does not answer."""
    end = time.monotonic() + PATIENCE
    while not is_ready():
        if process.poll() is not None or time.monotonic() > end:
            last = (log.read_text(errors="replace").strip().splitlines() or ["it says nothing"])[-1]
            raise NoEngine(f"{Path(str(process.args[0])).name} does not start: {last}")  # type: ignore[index]
        time.sleep(MOMENT)


# What the machine knows of processes; none of it where there is no /proc


def children_of(pid: int) -> list[int]:
    """Of a process that runs."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def kill_family(pid: int) -> None:
    """As a power cut would, with all its descendants: nothing is written any more, and nobody holds its memory.

    Each is stopped before its children are looked for: one that it forks meanwhile, as PostgreSQL does for a new
    connection, would live on, and PostgreSQL does not start again while there is one.
    """
    family = _stopped(pid)
    kill_and_wait(family)
    for orphan in family[1:]:  # whoever starts halls takes orphans in; others see them until they are waited for
        with suppress(ChildProcessError):
            os.waitpid(orphan, 0)


def _stopped(pid: int) -> list[int]:
    """It and all its descendants do nothing any more."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
    wait_until(lambda: _state(pid) in "TZX")
    return [pid, *(each for child in children_of(pid) for each in _stopped(child))]


def kill_and_wait(pids: Sequence[int]) -> None:
    """Until the last of them holds nothing any more; who is only waited for by its parent does not."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    wait_until(lambda: all(_state(pid) in "ZX" for pid in pids))


def wait_until(is_so: Callable[[], bool], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < end, "the machine does not do what it was told"
        time.sleep(MOMENT)


def _state(pid: int) -> str:
    """One letter; none if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def _groups() -> list[int] | None:
    return [] if user() is not None else None


def _environment() -> dict[str, str]:
    """Without the settings of another PostgreSQL: PGPORT and its like."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")} | {"TZ": "UTC"}


def _unreadable(program: str) -> str:
    return f"as root, engines run as {NOBODY}, who cannot read {program}: move the checkout to where everyone may read"


def _die_with_parent() -> None:
    """Tests that are ended by force leave no engine behind. SIGINT ends PostgreSQL quickly and cleanly."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGINT)
