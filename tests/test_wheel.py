"""What is shipped: a wheel with the built page that needs no node, and an archive to build it from."""

import re
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from dicehall.rules.catalog import GAMES

ROOT = Path(__file__).parents[1]


def hatch(target: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if built.returncode != 0:
        pytest.fail(built.stdout + built.stderr)
    (made,) = folder.iterdir()
    return made


def test_a_wheel_carries_the_built_page_and_the_rules_and_needs_no_node(tmp_path: Path) -> None:
    with ZipFile(hatch("wheel", tmp_path)) as wheel:
        names = set(wheel.namelist())
        page = wheel.read("dicehall/server/web/page/index.html").decode()
        [metadata] = [wheel.read(name).decode() for name in names if name.endswith(".dist-info/METADATA")]
    loaded = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
    assert loaded
    assert {f"dicehall/server/web/page/{file}" for file in loaded} <= names
    assert any(name.endswith(".woff2") for name in names)
    for listing in GAMES:
        assert f"dicehall/cli/rulebook/rules/{listing.name}.md" in names
        assert f"dicehall/cli/rulebook/rulings/{listing.name}.md" in names
        assert f"dicehall/narrate/messages/en/{listing.name}.ftl" in names
    assert not [name for name in names if "node_modules" in name or name.startswith(("web/", "tests/"))]
    assert not [name for name in names if ".stamp" in name or "__pycache__" in name]
    assert "nodejs" not in metadata


def test_an_archive_of_the_sources_has_all_that_the_page_is_built_from(tmp_path: Path) -> None:
    with tarfile.open(hatch("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for file in ("build.py", "package.json", "package-lock.json", ".npmrc", "index.html", "vite.config.ts"):
        assert f"web/{file}" in names
    assert {"hatch_build.py", "web/src/main.ts", "web/protocol.ts"} <= names
    assert not [name for name in names if "node_modules" in name or name.startswith("src/dicehall/server/web/page/")]
