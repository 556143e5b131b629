"""A hall whose files were harmed while it was closed: what is damaged is named, and everything else goes on."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from dicehall.table.live.codes import CONSONANTS, VOWELS
from tests.crash.halls import MortalHall
from tests.crash.people import Refused
from tests.crash.visits import Visit, one_line, visit

GAMES = ("three_dice", "bluff", "peril", "stlucia")


@contextmanager
def in_a_copy(hall: MortalHall, folder: Path) -> Iterator[None]:
    """The hall that is closed has this copy of its folder; what goes wrong there is told with its name."""
    left = hall.data
    hall.data = folder
    shutil.copytree(left, folder)
    try:
        yield
    except BaseException as error:
        error.add_note(f"in {folder.name}")
        raise
    hall.data = left


def change(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "journal.db")) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount, statement


def flip_a_bit(folder: Path, code: str) -> None:
    """In the file itself, in the middle of something that was played."""
    with closing(sqlite3.connect(folder / "journal.db")) as connection:
        query = "SELECT body FROM appends WHERE name = ? ORDER BY number DESC"
        (body,) = connection.execute(query, (code,)).fetchone()
    file = folder / "journal.db"
    content = bytearray(file.read_bytes())
    content[content.index(body) + len(body) // 2] ^= 0x04
    file.write_bytes(content)


def lose_a_row(folder: Path, code: str) -> None:
    change(folder, f"DELETE FROM appends WHERE name = '{code}' AND first = 1")


def set_the_head_back(folder: Path, code: str) -> None:
    change(folder, f"UPDATE heads SET version = version - 1 WHERE name = '{code}'")


def lose_the_head_s_row(folder: Path, code: str) -> None:
    change(folder, f"UPDATE heads SET tail = NULL WHERE name = '{code}'")


async def four_tables(hall: MortalHall, people: Visit) -> list[str]:
    """With some moves at each; the hall is closed, and everybody is out."""
    codes = [await people.table(game) for game in GAMES]
    for code in codes * 3:
        await people.move(code)
    await asyncio.to_thread(hall.stop)
    await people.go()
    return codes


async def goes_on(people: Visit, codes: list[str]) -> None:
    await people.watch(*codes)
    for code in codes * 3:
        await people.move(code)


def test_a_damaged_table_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    """One evening; each harm is done to a copy of what it has left."""

    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            harmed, *whole = await four_tables(hall, people)
            for harm in (flip_a_bit, lose_a_row, set_the_head_back, lose_the_head_s_row):
                with in_a_copy(hall, tmp_path / harm.__name__):
                    harm(hall.data, harmed)
                    await is_named(hall, people, harmed, whole)

    async def is_named(hall: MortalHall, people: Visit, harmed: str, whole: list[str]) -> None:
        hall.open()
        await people.come_in()
        with pytest.raises(Refused, match=f"table {harmed} is damaged") as refused:
            await people.ann.at.ask("watch", table=harmed)
        assert refused.value.reason == "no_table"
        assert f"Table {harmed.upper()} cannot be read back" in refused.value.message
        answer = await people.get(f"/api/tables/{harmed}")
        assert (answer.status_code, f"table {harmed} is damaged" in answer.json()["detail"]) == (404, True)
        await goes_on(people, whole)
        said = await asyncio.to_thread(hall.stop)
        await people.go()
        assert f"table {harmed} is damaged" in said
        assert "Traceback" not in said

    with MortalHall(tmp_path / "data", "--fast") as hall:
        asyncio.run(play(hall))


def test_a_garbled_name_of_a_table_keeps_nobody_else_from_playing(tmp_path: Path) -> None:
    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            harmed, *whole = await four_tables(hall, people)
            change(tmp_path, f"UPDATE heads SET name = CAST(x'ff' || substr(name, 2) AS TEXT) WHERE name = '{harmed}'")
            hall.open()
            await people.come_in()
            with pytest.raises(Refused, match="no table"):
                await people.ann.at.ask("watch", table=harmed)
            await goes_on(people, whole)
            said = await asyncio.to_thread(hall.stop)
            await people.go()
            assert harmed[1:] in said
            assert "damaged" in said
            assert "Traceback" not in said

    with MortalHall(tmp_path, "--fast") as hall:
        asyncio.run(play(hall))


def test_a_table_that_a_snapshot_has_saved_is_played_to_the_end_of_its_game(tmp_path: Path) -> None:
    """What lies before the snapshot is lost for the record of that game; the game itself is not."""

    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            code = await people.table("peril", options={"starting_lives": 1})
            while people.ann.at.tables[code]["waiting"]["type"] != "over":
                await people.move(code)
            await people.move(code)  # ready for the next one
            await asyncio.to_thread(hall.stop)
            await people.go()
            lose_a_row(tmp_path, code)
            hall.open()
            await people.come_in()
            await people.watch(code)
            while people.ann.at.tables[code]["games"] < 2 or people.ann.at.tables[code]["waiting"]["type"] != "over":
                await people.move(code)
            await people.move(code)

    with MortalHall(tmp_path, "--fast") as hall:
        asyncio.run(play(hall))


def test_a_new_table_does_not_hear_what_was_said_at_an_old_one_of_its_code(tmp_path: Path) -> None:
    """A hall that ends between closing a table and forgetting its chat leaves lines behind."""
    pairs = [consonant + vowel for consonant in CONSONANTS for vowel in VOWELS]

    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            with closing(sqlite3.connect(tmp_path / "people.db")) as connection, connection:
                lines = [(first + second, "all", 1, "p", "Zoe", "an old secret") for first in pairs for second in pairs]
                connection.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?)", lines)
            code = (await people.ann.at.ask("open", game="peril"))["table"]
            await people.ann.at.ask("watch", table=code)
            await people.ann.at.ask("say", table=code, text="hello")
            await people.ann.at.ask("watch", table=code)
            shown = [message["chat"] for message in people.ann.at.heard if message["type"] == "table"][-1]
            assert [line["text"] for line in shown["all"]] == ["hello"]

    with MortalHall(tmp_path) as hall:
        asyncio.run(play(hall))


# The files themselves.


TORN: dict[str, Callable[[bytes], bytes]] = {
    "cut in the middle": lambda content: content[: len(content) // 2],
    "cut to its header": lambda content: content[:32],
    "garbled in the middle": lambda content: (
        content[: len(content) // 2] + bytes(1000) + content[len(content) // 2 + 1000 :]
    ),
    "all garbage": lambda content: b"garbage!" * (len(content) // 8),
}


def test_a_torn_write_ahead_file_gives_back_an_earlier_moment_of_every_table(tmp_path: Path) -> None:
    """As a disk leaves it that did not keep its word: whole commits from the end on are missing, and nothing else.

    One evening, killed once; each harm is done to a copy of what the kill has left.
    """

    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            codes = [await people.table(game) for game in GAMES]
            await asyncio.to_thread(hall.stop)  # so far it is in the main file
            await people.go()
            hall.open()
            await people.come_in()
            await people.watch(*codes)
            before = [people.version(code) for code in codes]
            for code in codes * 3:
                await people.move(code)
            after = [people.version(code) for code in codes]
            hall.kill()
            await people.go()
            for harm, torn in TORN.items():
                with in_a_copy(hall, tmp_path / harm):
                    ahead = hall.data / "journal.db-wal"
                    ahead.write_bytes(torn(ahead.read_bytes()))
                    hall.open()
                    await people.come_in()
                    await people.watch(*codes)
                    for code, least, most in zip(codes, before, after, strict=True):
                        assert least <= people.version(code) <= most
                    await goes_on(people, codes)
                    hall.kill()
                    await people.go()

    with MortalHall(tmp_path / "data") as hall:
        asyncio.run(play(hall))


@pytest.mark.parametrize("name", ["journal.db", "people.db"])
def test_a_file_that_is_no_database_is_named_in_one_line(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"this is no database " * 400)
    with MortalHall(tmp_path) as hall:
        hall.begin()
        assert hall.exit_code() == 2
        line = one_line(hall.said)
        assert f"{tmp_path / name} is damaged or is not a file of Dicehall" in line
        assert "put a backup in its place" in line
        (tmp_path / name).unlink()
        hall.open()


def test_a_second_hall_on_the_same_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            code = await people.table("three_dice")
            with MortalHall(tmp_path) as second:
                second.begin()
                assert second.exit_code() == 2
                line = one_line(second.said)
                assert f"the folder {tmp_path} is in use by another hall (process {hall.pid})" in line
                assert "stop that one first" in line
            await people.move(code)

    with MortalHall(tmp_path) as hall:
        asyncio.run(play(hall))


def test_damaged_chat_keeps_nobody_from_the_tables(tmp_path: Path) -> None:
    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            codes = await four_tables(hall, people)
            garble_the_page_of(tmp_path / "people.db", "lines")
            hall.open()
            await people.come_in()
            await people.ann.at.ask("watch", table=codes[0])
            with pytest.raises(Refused, match="cannot"):
                await people.ann.at.ask("say", table=codes[0], text="hello")
            await goes_on(people, codes)
            said = await asyncio.to_thread(hall.stop)
            await people.go()
            assert "chat of table" in said
            assert "Traceback" not in said

    with MortalHall(tmp_path, "--fast") as hall:
        asyncio.run(play(hall))


def garble_the_page_of(file: Path, table: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    content[(root - 1) * size : root * size] = b"\xff" * size
    file.write_bytes(content)
