"""Gets what `make soak` needs for switches: etcd and Patroni. `python -m tests.engines.get_patroni`."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests import programs
from tests.engines.patroni import HOME, ROOT
from tests.engines.process import NoEngine, call

LOCK: Final = ROOT / "requirements-patroni.lock"


def python() -> str | None:
    """One that the user of the engines may run: ours may be in a home that nobody else can enter."""
    own = str(Path(sys.executable).resolve())
    for found in (own, shutil.which("python3", path="/usr/bin")):
        try:
            call(str(found), "-c", "")
        except (NoEngine, OSError):
            continue
        return found
    return None


def install(interpreter: str) -> bool:
    uv = Path(sys.executable).with_name("uv")
    words = (
        ("venv", "--quiet", "--clear", "--python", interpreter, HOME),
        ("pip", "sync", "--quiet", "--require-hashes", "--python", HOME / "bin" / "python", LOCK),
    )
    return all(subprocess.run([uv, *each], check=False).returncode == 0 for each in words)


def is_there() -> bool:
    """As the lock says."""
    made = HOME / "bin" / "patroni"
    return made.is_file() and made.stat().st_mtime > LOCK.stat().st_mtime


def main() -> None:
    """What cannot be had is said in one line; the soak says then what it has not run."""
    if (programs.find("etcd") or programs.get("etcd", "make soak")) is None:
        print(programs.missing("etcd").capitalize(), file=sys.stderr)
    if is_there():
        return
    if (found := python()) is None:
        print("No Python here can be run by the user of the engines, so Patroni is not installed; the cure: "
              "sudo apt-get install python3", file=sys.stderr)  # fmt: skip
    elif not install(found):
        print("Patroni could not be installed.", file=sys.stderr)


if __name__ == "__main__":
    main()
