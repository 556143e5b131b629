"""The examples run: a bot that knows nothing but the protocol plays every game to its end."""

import ast
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from tests.server.kit import Client, RunningHall, come_in

ROOT = Path(__file__).resolve().parents[2]
BOT = ROOT / "examples" / "bot.py"
PATIENCE = 90.0
"""Seconds after which a game that should have ended has not."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    with RunningHall(tmp_path_factory.mktemp("hall"), "--fast") as running:
        yield running


def bot(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
    command = [sys.executable, str(BOT), *arguments]
    around = {**os.environ, **environment}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=around)


def test_the_bot_is_shorter_than_sixty_lines() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 60


def test_the_bot_needs_nothing_of_ours() -> None:
    """It is what someone else would write: the standard library and `websockets`."""
    nodes = list(ast.walk(ast.parse(BOT.read_text(encoding="utf-8"))))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    roots = {name.split(".")[0] for name in imported}
    assert roots - set(sys.stdlib_module_names) == {"websockets"}


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
def test_two_example_bots_and_a_bot_of_the_hall_play_a_whole_game(listing: Listing, hall: RunningHall) -> None:
    async def host() -> list[tuple[int, str, str]]:
        ann = await come_in(hall.url, "Ann")
        code = await ann.open(listing.name, sit=False, bots=["normal"])
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
    seated = host.tables[code]["seated"]
    return len(seated) == players and all(occupant["ready"] for occupant in seated)


def ended(robot: "subprocess.Popen[str]") -> tuple[int, str, str]:
    said, complained = robot.communicate(timeout=PATIENCE)
    return robot.returncode, said, complained


def test_a_bot_that_finds_no_table_says_so(hall: RunningHall) -> None:
    robot = bot(f"{hall.url}/t/NOWHERE", "Robo")
    status, said, complained = ended(robot)
    assert status == 1
    assert (said, complained.splitlines()[-1][:32]) == ("", "There is no table 'NOWHERE' here")


def test_with_a_token_the_bot_is_whose_token_it_is_and_its_seed_is_in_the_dice(hall: RunningHall) -> None:
    async def host() -> None:
        ann = await come_in(hall.url, "Ann")
        async with httpx.AsyncClient(base_url=hall.url) as client:
            person = (await client.post("/api/accounts", json={"name": "Botho", "password": "correct horse"})).json()
            wish = {"label": "bot", "scope": "play"}
            token = (await client.post("/api/me/tokens", json=wish)).json()["token"]
            for given, environment in ((["--token", token], {}), ([], {"DICEHALL_TOKEN": token})):
                code = await ann.open("mindroll", sit=False, bots=["normal"], options={"match": "rounds", "rounds": 1})
                robot = bot(f"{hall.url}/t/{code.upper()}", *given, **environment)
                await ann.until(partial(all_ready, ann, code, 2))
                seat = [occupant["who"] for occupant in ann.tables[code]["seated"]].index(person["id"])
                await ann.do(code, "start")
                status, _, complained = await asyncio.to_thread(ended, robot)
                assert (status, complained) == (0, "")
                record = (await client.get(f"/api/tables/{code}/games/1")).text
                seeds = json.loads(record.splitlines()[0])["dice"]["client_seeds"]
                assert [len(seed) for seed in seeds] == [0 if place != seat else 16 for place in range(2)]
        await ann.close()

    asyncio.run(host())


def test_a_bot_whose_hall_hangs_up_says_why_in_one_line(tmp_path: Path) -> None:
    async def host(hall: RunningHall) -> "subprocess.Popen[str]":
        ann = await come_in(hall.url, "Ann")
        code = await ann.open("peril", sit=False)
        robot = bot(f"{hall.url}/t/{code.upper()}", "Robo")
        await ann.until(lambda: all_ready(ann, code, 1))
        await ann.close()
        return robot

    with RunningHall(tmp_path, "--fast") as hall:
        robot = asyncio.run(host(hall))
        hall.stop()
    assert ended(robot) == (1, "", "The hall has hung up: restarting.\n")


def test_the_readme_of_the_examples_names_every_one() -> None:
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in sorted(BOT.parent.glob("*.py")) if path.name not in text] == []
