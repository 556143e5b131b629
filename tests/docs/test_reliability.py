"""Each figure of docs/reliability.md has a command, and each command tries something that is there."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
COMMANDS = [command for command in re.findall(r"`([^`]+)`", PAGE) if re.match(r"(\w+=\S+ )?(pytest|python) ", command)]


def files(command: str) -> list[Path]:
    """What a command runs."""
    words = command.split()
    modules = [
        f"{word.replace('.', '/')}.py" for before, word in pairwise(words) if before == "-m" and "python" in words
    ]
    return [ROOT / path for path in (*modules, *(word for word in words if "/" in word))]


@pytest.mark.parametrize("command", sorted(set(COMMANDS)))
def test_a_command_runs_what_is_there(command: str) -> None:
    assert files(command)
    for path in files(command):
        assert path.exists(), path
    if chosen := re.search(r" -k (\w+)", command):
        assert f"_{chosen[1]}_" in "".join(path.read_text(encoding="utf-8") for path in files(command))


def test_every_row_ends_with_a_command() -> None:
    rows = [line for line in PAGE.splitlines() if re.match(r"\| (?!what was tried)", line)]
    assert len(rows) > 30
    for row in rows:
        last = row.rstrip(" |").rpartition(" | ")[2]
        assert re.search(r"`[^`]*(pytest|python|build\.py) |the same$|`make ", last), row
