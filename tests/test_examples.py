"""The examples run: a bot that knows nothing but the protocol plays every game to its end."""

import ast
import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from tests.server.kit import Client, RunningHall, come_in

ROOT = Path(__file__).resolve().parents[1]
BOT = ROOT / "examples" / "bot.py"
PATIENCE = 60.0
"""Seconds after which a game that should have ended has not."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    with RunningHall(tmp_path_factory.mktemp("hall"), "--fast") as running:
        yield running


def bot(link: str, name: str) -> "subprocess.Popen[str]":
    command = [sys.executable, str(BOT), link, name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_bot_is_shorter_than_sixty_lines() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 60


def test_the_bot_needs_nothing_of_ours() -> None:
    """It is what somebody else would write: the standard library and `websockets`."""
    nodes = list(ast.walk(ast.parse(BOT.read_text(encoding="utf-8"))))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    roots = {name.split(".")[0] for name in imported}
    assert roots - set(sys.stdlib_module_names) == {"websockets"}


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
def test_two_example_bots_and_a_bot_of_the_house_play_a_whole_game(listing: Listing, hall: RunningHall) -> None:
    async def host() -> list[tuple[int, str, str]]:
        ann = await come_in(hall.url, "Ann")
        code = await ann.open(listing.name, sit=False, bots=["house"])
        robots = [bot(f"{hall.url}/t/{code.upper()}", name) for name in ("Robo", "Rita")]
        try:
            await ann.until(lambda: all_ready(ann, code, 3))
            await ann.do(code, "start")
            return await asyncio.gather(*(asyncio.to_thread(ended, robot) for robot in robots))
        finally:
            for robot in robots:
                robot.kill()
                robot.communicate()
            await ann.close()

    for status, said, complained in asyncio.run(host()):
        assert (status, complained) == (0, "")
        assert said in [f"Place {place} of 3.\n" for place in (1, 2, 3)]


def all_ready(host: Client, code: str, players: int) -> bool:
    chairs = host.tables[code]["chairs"]
    return len(chairs) == players and all(chair["ready"] for chair in chairs)


def ended(robot: "subprocess.Popen[str]") -> tuple[int, str, str]:
    said, complained = robot.communicate(timeout=PATIENCE)
    return robot.returncode, said, complained


def test_a_bot_that_finds_no_table_says_so(hall: RunningHall) -> None:
    robot = bot(f"{hall.url}/t/NOWHERE", "Robo")
    status, said, complained = ended(robot)
    assert status == 1
    assert (said, complained.splitlines()[-1][:32]) == ("", "There is no table 'NOWHERE' here")


def test_the_readme_of_the_examples_names_every_one() -> None:
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in sorted(BOT.parent.glob("*.py")) if path.name not in text] == []
