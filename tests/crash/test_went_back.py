"""A journal that went back: its tables are named, their games void, their dice new, and the rest goes on."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from dicehall.cli.operate.checks import Mark
from dicehall.cli.operate.doctor import examine
from dicehall.store.people.marks import see_setbacks
from tests.crash.halls import MortalHall
from tests.crash.people import Message
from tests.crash.visits import Visit, setbacks, visit
from tests.kit.scale import scaled
from tests.server.kit import PATIENCE

GAMES = ("three_dice", "bluff", "peril")


def cut_in_half(folder: Path) -> None:
    ahead = folder / "journal.db-wal"
    content = ahead.read_bytes()
    ahead.write_bytes(content[: len(content) // 2])


def delete_ahead(folder: Path) -> None:
    (folder / "journal.db-wal").unlink()
    (folder / "journal.db-shm").unlink(missing_ok=True)


def garble_in_the_middle(folder: Path) -> None:
    ahead = folder / "journal.db-wal"
    content = ahead.read_bytes()
    half = len(content) // 2
    ahead.write_bytes(content[:half] + b"\xff" * 1000 + content[half + 1000 :])


def put_an_old_journal_back(folder: Path) -> None:
    """As a snapshot of one file, taken before the moves."""
    delete_ahead(folder)
    shutil.copyfile(folder.with_name("before") / "journal.db", folder / "journal.db")


HARMS: list[Callable[[Path], None]] = [cut_in_half, put_an_old_journal_back, delete_ahead, garble_in_the_middle]


def marks(folder: Path) -> dict[str, int]:
    with closing(sqlite3.connect(folder / "people.db")) as connection:
        return dict(connection.execute("SELECT place, version FROM marks WHERE place != ''").fetchall())


async def until_marked(folder: Path, versions: dict[str, int]) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(marks(folder).get(code, 0) < version for code, version in versions.items()):
            await asyncio.sleep(0.1)


async def evening(hall: MortalHall, people: Visit) -> tuple[dict[str, int], str]:
    """Tables that play on after the last checkpoint, are marked, and killed; at one more nothing happens after it."""
    codes = [await people.table(game) for game in GAMES]
    quiet = await people.table("stlucia")
    await asyncio.to_thread(hall.stop)  # so far it is in the main file
    await people.go()
    shutil.copytree(hall.data, hall.data.with_name("before"))
    hall.open()
    await people.come_in()
    await people.watch(*codes, quiet)
    for code in codes * 4:
        await people.move(code)
    versions = {code: people.version(code) for code in codes}
    await until_marked(hall.data, versions)
    hall.kill()
    await people.go()
    return versions, quiet


def heard(people: Visit, code: str, event: str) -> list[Message]:
    told = [message for message in people.ann.at.heard if message["type"] in ("table", "update")]
    events = [one for message in told if message["table"] == code for one in message["events"]]
    return [one for one in events if one["type"] == event]


async def readiness(people: Visit, least: int = 0) -> dict[str, Any]:
    """Once all tables are open, and at least so many losses are known."""
    async with asyncio.timeout(PATIENCE):
        while not (answer := (await people.get("/readyz")).json())["ready"] or len(answer.get("degraded", ())) < least:
            await asyncio.sleep(0.1)
    found: dict[str, Any] = answer
    return found


async def voided(people: Visit, code: str) -> None:
    """The people at the table are told, nothing counts, and the next game has dice that nobody has seen."""
    async with asyncio.timeout(PATIENCE):
        while not heard(people, code, "went_back") or people.ann.at.tables[code]["waiting"] is not None:
            await people.ann.at.news(code)
    await people.watch(code)
    await people.move(code)  # somebody is ready for the next game


def complaints(folder: Path) -> list[str]:
    """What `dicehall doctor` fails for."""
    return [finding.said for finding in examine(folder, None) if finding.mark is Mark.BAD]


def secrets(folder: Path) -> dict[str, bytes]:
    with closing(sqlite3.connect(folder / "journal.db")) as connection:
        return dict(connection.execute("SELECT name, seed FROM seeds").fetchall())


def test_tables_that_went_back_are_named_and_their_games_are_void(tmp_path: Path) -> None:
    """One evening, killed once; each harm is done to a copy of what the kill has left."""

    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            versions, quiet = await evening(hall, people)
            left = hall.data
            for harm in HARMS[: scaled(2)]:
                hall.data = tmp_path / harm.__name__
                shutil.copytree(left, hall.data)
                harm(hall.data)
                found = await notice(hall, people, versions, quiet)
                assert all(f"table {code.upper()} was at version" in hall.said for code in found), hall.said
            await stays_dealt_with(hall, people)

    async def notice(hall: MortalHall, people: Visit, versions: dict[str, int], quiet: str) -> set[str]:
        old = secrets(hall.data)
        said = complaints(hall.data)
        found = {code for code in versions if any(f"table {code.upper()} was at version" in line for line in said)}
        assert found, said
        hall.open()
        await people.come_in()
        ready = await readiness(people, least=len(found))
        accused = {code for code in (*versions, quiet) if any(code.upper() in line for line in ready["degraded"])}
        assert accused == found, "doctor and the hall itself find the same, and no table where nothing was lost"
        for code in found:
            await people.ann.at.ask("watch", table=code, since=0)
            await voided(people, code)
        await people.watch(quiet)
        assert not heard(people, quiet, "went_back")
        await people.move(quiet)
        new = secrets(hall.data)
        assert not any(new.get(code) == old.get(code) for code in found), "a secret is used again"
        assert len(complaints(hall.data)) >= len(found), "until the operator has seen them"
        assert see_setbacks(hall.data) >= len(found)
        assert "degraded" not in await readiness(people)
        hall.kill()  # perhaps before the new marks are written
        await people.go()
        return found

    async def stays_dealt_with(hall: MortalHall, people: Visit) -> None:
        before = setbacks(hall.data)
        hall.open()
        await people.come_in()
        await readiness(people)
        assert setbacks(hall.data) == before, "what was dealt with is found again"
        async with asyncio.timeout(PATIENCE):
            while complaints(hall.data):  # until the marks are written again
                await asyncio.sleep(0.1)

    with MortalHall(tmp_path / "data", "--fast") as hall:
        asyncio.run(play(hall))


def test_a_whole_folder_that_went_back_is_noticed_by_the_clients_only(tmp_path: Path) -> None:
    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            versions, quiet = await evening(hall, people)
            heads = {code: head(people, code) for code in versions}
            hall.data = tmp_path / "before"
            hall.open()
            await people.come_in()
            assert "degraded" not in await readiness(people), "marks went back as well: they cannot know"
            for code, shown in heads.items():
                await people.ann.at.ask("watch", table=code, since=versions[code], head=shown)
                await voided(people, code)
            assert len((await readiness(people, least=len(versions)))["degraded"]) == len(versions)
            assert {(table, why) for table, why, *_ in setbacks(hall.data)} == {(code, "head") for code in versions}
            await people.watch(quiet)
            await people.move(quiet)

    def head(people: Visit, code: str) -> str:
        told = [one for one in people.ann.at.heard if one.get("table") == code and "head" in one][-1]
        return f"{told['version']}:{told['head']}"

    with MortalHall(tmp_path / "data", "--fast") as hall:
        asyncio.run(play(hall))
