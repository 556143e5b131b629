"""A Chromium for the browser tests: one that has no window, the one of this machine, or one that is installed now."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests import programs

SHELL = "chromium-headless-shell"
"""The same browser without what is around a page: a person comes in three times as fast."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
VARIABLE = "DICEHALL_CHROMIUM"
CURE = (
    "The browser tests need a Chromium. The cure: sudo apt-get install chromium, "
    f"or {VARIABLE}=/path/to/chromium make test"
)
ARGUMENTS = (
    "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-quic",
)  # fmt: skip


def find() -> str | None:
    """The program, or None where there is none."""
    wanted = os.environ.get(VARIABLE)
    if wanted:
        return wanted if Path(wanted).is_file() else None
    return shell() or next((found for name in NAMES if (found := shutil.which(name))), None) or own()


def shell() -> str | None:
    """None where there is none, or where the libraries are missing that it needs."""
    program = programs.find(SHELL)
    if program is None or subprocess.run([program, "--version"], capture_output=True, check=False).returncode != 0:
        return None
    return program


def own() -> str | None:
    """The one that Playwright has fetched for itself, if it ever has."""
    folders = (Path.home() / ".cache" / "ms-playwright").glob("chromium-*/chrome-linux*/chrome")
    return next(map(str, sorted(folders)), None)


def arguments() -> list[str]:
    """As root, Chromium runs only without its sandbox."""
    return [*ARGUMENTS, *(("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ())]


def install() -> str | None:
    """With apt where we are root, else with Playwright's own download."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing Chromium for the browser tests ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (("update", "-q"), ("install", "-y", "-q", "--no-install-recommends", SHELL)):
            subprocess.run(["apt-get", *words], env=environment, stdout=sys.stderr, check=False)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return find()
