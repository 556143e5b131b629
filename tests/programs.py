"""The programs that tests drive beside our own: a Chromium, nginx and caddy.

`python -m tests.programs` gets what is missing, and says what it could not get.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / ".venv" / "programs"
"""Where Debian's packages are unpacked: not installed, so that no service starts and nobody needs to be root."""
FOLDERS = ("usr/lib/chromium", "usr/sbin", "usr/bin")
FOR_DOCS = ("nginx", "caddy")
PACKAGES = {
    "nginx": ("nginx",),
    "caddy": ("caddy",),
    "chromium-headless-shell": ("chromium-headless-shell", "chromium-common"),
    "etcd": ("etcd-server",),
}
"""Debian's names for what each program needs beside the libraries of the system."""


def find(name: str) -> str | None:
    """The one of this machine, or ours."""
    places = (os.environ.get("PATH", ""), "/usr/sbin", *(str(OWN / folder) for folder in FOLDERS))
    return shutil.which(name, path=os.pathsep.join(places))


def missing(name: str) -> str:
    cure = f"sudo apt-get install {' '.join(PACKAGES[name])}"
    return f"there is no {name} here, so docs/hosting is not tested with it; the cure: {cure}"


def get(name: str, purpose: str) -> str | None:
    """Debian's own, unpacked below .venv; None where there is no apt, or no network."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        return None
    print(f"Getting {name} for {purpose} ...", flush=True)
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # apt downloads as a user of its own
        if not download(name, folder):
            subprocess.run(["apt-get", "update", "-qq"], stdout=sys.stderr, check=False)  # for root: lists may be old
            download(name, folder)
        for package in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", str(package), str(OWN)], check=False)
    return find(name)


def download(name: str, folder: str) -> bool:
    words = ["apt-get", "download", "-qq", *PACKAGES[name]]
    return subprocess.run(words, cwd=folder, capture_output=True, check=False).returncode == 0


def main() -> None:
    """Tests that need what could not be had say so themselves; all others run."""
    from tests.e2e import chromium  # which looks here for a program of its own

    if find(chromium.SHELL) is None:
        get(chromium.SHELL, "the browser tests")
    if (chromium.find() or chromium.install()) is None:
        print(chromium.CURE, file=sys.stderr)
    for name in FOR_DOCS:
        if (find(name) or get(name, "the tests of docs/hosting")) is None:
            print(missing(name).capitalize(), file=sys.stderr)


if __name__ == "__main__":
    main()
