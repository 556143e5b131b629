"""Breaks each guarantee of docs/testing.md once, in a copy of this tree, and expects the test that holds it to fail.

`python -m tests.breaking` tries all; `--only WORD` those whose row has the word in it; `--list` names them. A break
that no test notices is a guarantee that nothing holds: the program ends with 1.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.guarantees import ROOT, Break, Guarantee, breaks, guarantees

PAGE: Final = Path("src/dicehall/server/web/page")
OF_THE_PAGE: Final = ("web/src/", "web/index.html", "src/dicehall/narrate/messages/")
"""What the page is built from: where a break is there, it is built anew."""
LIMIT: Final = 600.0
"""Seconds; a test that waits for longer for what a break has taken away would fail too."""
PASSED, FAILED = 0, 1
"""The exit codes of pytest and vitest that say something; others say that nothing was tried."""


class Tried(NamedTuple):
    code: int | None
    """None if it did not end."""
    said: str
    seconds: float


class Copy:
    """This tree as it stands, in another folder, with an environment in which `dicehall` is the copy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        files = subprocess.run(listed, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.split(b"\0")
        for name in map(os.fsdecode, filter(None, files)):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        shutil.copytree(ROOT / PAGE, folder / PAGE)
        (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        self._make_environment()

    def _make_environment(self) -> None:
        """Packages are those of this environment but for `dicehall`: processes of the tests find the copy too."""
        own, theirs = self.folder / ".venv", Path(sys.prefix)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", own], check=True)
        (packages,) = own.glob("lib/python*/site-packages")
        installed = theirs / packages.relative_to(own)
        (packages / "copy.pth").write_text(f"{self.folder / 'src'}\n{installed}\n")
        for each in (*(theirs / "bin").iterdir(), *theirs.iterdir()):
            place = own / each.relative_to(theirs)
            if not os.path.lexists(place):
                place.symlink_to(each)
        command = own / "bin" / "dicehall"
        command.unlink()
        command.write_text((theirs / "bin" / "dicehall").read_text().replace(str(theirs), str(own)))
        command.chmod(0o755)
        imported = self._run(["-c", "import dicehall; print(dicehall.__file__)"]).said.strip()
        assert Path(imported).is_relative_to(self.folder), f"the tests would import {imported}"

    def run(self, *tests: Guarantee) -> Tried:
        """Those of one kind."""
        if tests[0].is_of_vitest:
            (test,) = tests
            only = [] if "%" in test.name else ["-t", f"^{re.escape(test.name)}$"]  # a name for each of its cases
            return self._run(["web/build.py", "--run", "test", test.file.removeprefix("web/"), *only])
        stop = ["-x"] if len(tests) == 1 else []
        names = (each.test for each in tests)
        return self._run(["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "", "--tb=short", *stop, *names])

    def build_page(self) -> Tried:
        return self._run(["web/build.py"])

    def keep_page(self) -> None:
        shutil.copytree(self.folder / PAGE, self.folder / ".page")

    def restore_page(self) -> None:
        shutil.rmtree(self.folder / PAGE)
        shutil.copytree(self.folder / ".page", self.folder / PAGE)

    def _run(self, words: Sequence[str]) -> Tried:
        """With the luck of `make test`, whatever this was started with."""
        around = {
            name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SEED", "VIRTUAL_ENV")
        }
        since = time.monotonic()
        with subprocess.Popen(
            [self.folder / ".venv" / "bin" / "python", *words], cwd=self.folder, env={**around, "TRIALS": "1"},
            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process:  # fmt: skip
            try:
                said, _ = process.communicate(timeout=LIMIT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return Tried(None, "", time.monotonic() - since)
        return Tried(process.returncode, said, time.monotonic() - since)


class Trial(NamedTuple):
    """What became of one break."""

    noticed: bool
    verdict: str
    seconds: float


def tried(copy: Copy, guarantee: Guarantee, broken: Break) -> Trial:
    """The copy is whole again afterwards."""
    if (fault := broken.fault(copy.folder)) is not None:
        return Trial(False, fault, 0.0)
    file = copy.folder / broken.file
    whole, of_the_page = file.read_text(encoding="utf-8"), broken.file.startswith(OF_THE_PAGE)
    file.write_text(broken.broken(copy.folder), encoding="utf-8")
    try:
        if of_the_page and not guarantee.is_of_vitest and (built := copy.build_page()).code != PASSED:
            return Trial(False, f"NOT TRIED: the page cannot be built\n{built.said[-2000:]}", built.seconds)
        code, said, seconds = copy.run(guarantee)
    finally:
        file.write_text(whole, encoding="utf-8")
        if of_the_page:
            copy.restore_page()
    match code:
        case _ if code == FAILED:
            return Trial(True, "noticed", seconds)
        case None:
            return Trial(True, "noticed: it never ends", seconds)
        case _ if code == PASSED:
            return Trial(False, "NOT NOTICED", seconds)
        case _:
            return Trial(False, f"NOT TRIED (exit code {code})\n{said[-2000:]}", seconds)


def red_already(copy: Copy, wanted: Sequence[Guarantee]) -> str:
    """What fails although nothing is broken: nothing would be proved by that."""
    said = ""
    for group in (
        [each for each in wanted if not each.is_of_vitest],
        *([each] for each in wanted if each.is_of_vitest),
    ):
        if group and (whole := copy.run(*group)).code != PASSED:
            said += whole.said[-8000:] or "it never ends"
    return said


def chosen(word: str) -> list[tuple[Guarantee, Break]]:
    known = breaks()
    every = [(guarantee, known[guarantee.key]) for guarantee in guarantees() if guarantee.key in known]
    return [(guarantee, broken) for guarantee, broken in every if word in f"{guarantee} {broken}"]


def main() -> int:
    parser = argparse.ArgumentParser(description="Break each guarantee of docs/testing.md once, in a copy.")
    parser.add_argument("--only", metavar="WORD", default="", help="those whose row or break has this word in it")
    parser.add_argument("--list", action="store_true", help="name them, and break nothing")
    parser.add_argument(
        "--no-whole", action="store_true", help="do not run them whole first: you have just seen them pass"
    )
    arguments = parser.parse_args()
    wanted = chosen(arguments.only)
    if arguments.list:
        for guarantee, broken in wanted:
            print(f"{guarantee.key:24} {broken.what} ({broken.file})\n{'':24} {guarantee.test}")
        return 0
    with TemporaryDirectory(prefix="dicehall-broken-") as folder:
        copy = Copy(Path(folder).resolve())
        copy.build_page()
        copy.keep_page()
        print(f"{len(wanted)} guarantees, each broken once:", flush=True)
        if not arguments.no_whole and (red := red_already(copy, [guarantee for guarantee, _ in wanted])):
            print(f"{red}\nThese fail although nothing is broken.")
            return 1
        survivors = 0
        for number, (guarantee, broken) in enumerate(wanted, start=1):
            done = tried(copy, guarantee, broken)
            survivors += not done.noticed
            print(
                f"{number:3}/{len(wanted)}  {guarantee.key:24} {done.seconds:6.1f} s  {done.verdict:12} {broken.what} "
                f"({broken.file})",
                flush=True,
            )
    print("Each break was noticed." if not survivors else f"{survivors} breaks were not noticed: see above.")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main())
