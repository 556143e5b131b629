"""What a hall is made of: a bill of materials, and a scan of it for known holes.

`make check` writes the bill, `dist/sbom.json` (CycloneDX), and scans the packages that a hall runs with. Where the
database of advisories cannot be reached, the scan says so and the check goes on.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from dicehall import __version__

ROOT: Final = Path(__file__).resolve().parents[1]
BILL: Final = ROOT / "dist" / "sbom.json"
PINNED: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
PATIENCE: Final = 120
"""Seconds for the whole scan."""


def python_packages(lock: Path) -> dict[str, str]:
    """Versions by name."""
    return dict(PINNED.findall(lock.read_text(encoding="utf-8")))


def page_packages(lock: Path) -> Iterator[tuple[str, str, str]]:
    """Name, version and digest of what ends up in the page; tools that only build it are left out."""
    for path, package in json.loads(lock.read_text(encoding="utf-8"))["packages"].items():
        if path and not package.get("dev") and not package.get("optional"):
            yield path.rpartition("node_modules/")[2], package["version"], package.get("integrity", "")


def bill(root: Path = ROOT) -> dict[str, Any]:
    python = [
        {"type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name}@{version}"}
        for name, version in python_packages(root / "requirements.lock").items()
    ]
    page = [
        {"type": "library", "name": name, "version": version, "purl": f"pkg:npm/{quote(name, safe='/')}@{version}"}
        for name, version, _ in page_packages(root / "web" / "package-lock.json")
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "dicehall", "version": __version__}},
        "components": [*python, *page],
    }


def scan(lock: Path) -> tuple[bool, str]:
    """Whether nothing is known against these packages, and a sentence about it."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--requirement", str(lock),
               "--format", "json", "--progress-spinner", "off", "--timeout", "10"]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return True, "NOT SCANNED for known holes: the database of advisories does not answer."
    return verdict(done.returncode, done.stdout, done.stderr)


def verdict(code: int, out: str, err: str) -> tuple[bool, str]:
    """Whatever pip-audit cannot say as JSON is a failure to scan, and not a hole."""
    try:
        told = json.loads(out)["dependencies"]
    except (ValueError, KeyError):
        last = (err.strip().splitlines() or ["no reason given"])[-1]
        return True, f"NOT SCANNED for known holes: the database of advisories cannot be reached ({last[:200]})."
    holes = [f"{each['name']} {each['version']}: {hole['id']}" for each in told for hole in each.get("vulns", ())]
    if holes or code:
        return False, f"Known holes: {'; '.join(holes) or err.strip()}. Try: make lock ARGS=--upgrade"
    return True, f"{len(told)} packages scanned, no known holes."


def main() -> int:
    BILL.parent.mkdir(exist_ok=True)
    written = bill()
    BILL.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    print(f"{BILL.relative_to(ROOT)}: {len(written['components'])} packages.")
    good, said = scan(ROOT / "requirements.lock")
    print(said)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
