"""docs/write-a-bot.md keeps its word: its files are taken from the page and run against a real hall."""

import ast
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from dicehall.rules.catalog import GAMES
from tests.server.kit import RunningHall

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
PATIENCE = 120.0
"""Seconds after which something that should have ended has not; nothing is measured by it."""


def files() -> dict[str, str]:
    """The files that a reader would have typed in; blocks of one file follow one another."""
    found: dict[str, str] = {}
    for name, text in re.findall(r"^```python (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        found[name] = f"{found[name]}\n\n{text}" if name in found else text
    return found


FILES = files()


class Reader:
    """Someone who has typed everything in."""

    def __init__(self, folder: Path, hall: RunningHall) -> None:
        self.folder = folder
        self.url = hall.url
        self.token = ""
        for name, text in FILES.items():
            (folder / name).write_text(text, encoding="utf-8")

    def runs(self, name: str, *arguments: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, "-W", "error", str(self.folder / name), self.url, *arguments],
            capture_output=True, text=True, check=False, timeout=PATIENCE,
            env={**os.environ, "DICEHALL_TOKEN": self.token},
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    def says(self, name: str, *arguments: str) -> str:
        status, said, complained = self.runs(name, *arguments)
        assert (status, complained) == (0, "")
        return said


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    with RunningHall(tmp_path_factory.mktemp("hall"), "--fast") as hall:
        someone = Reader(tmp_path_factory.mktemp("robo"), hall)
        someone.token = someone.says("account.py", "Robo", "a long password").strip()
        yield someone


def test_there_are_no_other_python_blocks() -> None:
    assert list(FILES) == ["account.py", "hello.py", "robo.py", "rating.py"]
    assert PAGE.count("```python") == len(re.findall(r"^```python \S+$", PAGE, re.MULTILINE))


def test_it_needs_nothing_but_the_standard_library_and_websockets() -> None:
    nodes = [node for text in FILES.values() for node in ast.walk(ast.parse(text))]
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in imported} - set(sys.stdlib_module_names) == {"websockets"}


def test_it_says_hello_as_on_the_page(reader: Reader) -> None:
    greeting = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert [reader.says("hello.py")] == greeting


def test_from_three_games_comes_a_rating(reader: Reader) -> None:
    status, _, complained = reader.runs("rating.py", "Robo", "mindroll")
    assert (status, complained) == (1, "Robo has not finished a game of mindroll yet.\n")
    assert re.fullmatch(r"(Place [1-4] of 4\.\n){3}", reader.says("robo.py", "mindroll", "3"))
    end = time.monotonic() + PATIENCE
    while "games" not in (overall := standing(reader)) or overall["games"] < 3:  # counting goes on beside the games
        assert time.monotonic() < end
        time.sleep(0.1)
    told = re.fullmatch(r"Robo: (\d) won, (\d) lost, rating (\d+)\n", reader.says("rating.py", "Robo", "mindroll"))
    assert told
    assert int(told[1]) + int(told[2]) == 3
    board = httpx.get(f"{reader.url}/api/leaderboard?game=mindroll").json()
    assert "Robo" in str(board)


def standing(reader: Reader) -> dict[str, int]:
    return dict(httpx.get(f"{reader.url}/api/people/Robo").json()["overall"])


@pytest.mark.parametrize("game", [listing.name for listing in GAMES if listing.name != "mindroll"])
def test_it_plays_every_other_game_too(game: str, reader: Reader) -> None:
    assert re.fullmatch(r"Place [1-4] of 4\.\n", reader.says("robo.py", game, "1"))


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\((?!https:)([^)#]+)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
