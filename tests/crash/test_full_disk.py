"""A disk that takes nothing more: moves are refused and nobody is told of them, and all goes on when there is space.

The kernel itself refuses the writes: `RLIMIT_FSIZE` binds root too, and is set and lifted on the running hall. A limit
at the size that the journal has now is a full disk: whatever is there can be written over, and nothing can grow. A
limit of nothing is a disk that has become read-only: not one byte of any file can be written. (The error is EFBIG,
where a full disk says ENOSPC and a read-only one EROFS; SQLite and the hall treat all three alike.)
"""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from tests.crash.halls import MortalHall
from tests.crash.people import Person, Refused
from tests.crash.visits import Visit, everything_is_there, one_line, visit

UNWRITABLE = "the hall cannot write to its disk"


async def refused_for_the_disk(visit: Visit, code: str) -> None:
    """The next command fails, clearly, and nobody hears of it."""
    before = visit.version(code)
    person, command = await visit.next_turn(code)
    with pytest.raises(Refused, match=UNWRITABLE) as refused:
        await person.at.do(code, **command)
    assert refused.value.reason == "unwritable"
    assert "nothing was played; free some space" in refused.value.message
    await visit.watch(code)  # whatever was told has come by now
    assert [one.at.tables[code]["version"] for one in (visit.ann, visit.ben)] == [before, before]


@pytest.mark.parametrize("disk", ["full", "read-only"])
def test_moves_are_refused_and_go_on_when_there_is_space(disk: str, tmp_path: Path) -> None:
    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            codes = [await people.table(game) for game in ("three_dice", "bluff", "peril")]
            for code in codes * 3:
                await people.move(code)
            hall.limit((tmp_path / "journal.db-wal").stat().st_size if disk == "full" else 0)
            for code in codes * 2:
                await refused_for_the_disk(people, code)
            hall.lift_limit()
            for code in codes * 3:
                await people.move(code)
            hall.kill()
            await people.go()
            everything_is_there(people, tmp_path)

            hall.open()
            await people.come_in()
            await people.watch(*codes)
            for code in codes:
                await people.move(code)

    with MortalHall(tmp_path) as hall:
        asyncio.run(play(hall))


def test_nothing_that_was_told_is_lost_by_a_kill_while_the_disk_is_full(tmp_path: Path) -> None:
    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            code = await people.table("three_dice")
            await people.move(code)
            hall.limit(0)
            await refused_for_the_disk(people, code)
            hall.kill()
            await people.go()
            hall.begin(largest=0)
            assert hall.exit_code() == 2
            assert "journal.db cannot be opened" in one_line(hall.said)
            everything_is_there(people, tmp_path)

    with MortalHall(tmp_path) as hall:
        asyncio.run(play(hall))


def test_one_can_still_look_on_and_is_told_why_nothing_else_works(tmp_path: Path) -> None:
    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            code = await people.table("mindroll")
            hall.limit(0)
            await refused_for_the_disk(people, code)

            async with httpx.AsyncClient(base_url=hall.url) as http:
                guest = await http.post("/api/guests", json={"name": "Cleo"})
                assert (guest.status_code, UNWRITABLE in guest.json()["detail"]) == (503, True)
                assert (await http.get(f"/api/tables/{code}")).json()["row"]["state"] == "playing"
                assert (await http.get(f"/t/{code}")).status_code == 200
            for message in ({"type": "open", "game": "peril"}, {"type": "say", "table": code, "text": "hello"},
                            {"type": "quick", "game": "peril"}, {"type": "quick"}):  # fmt: skip
                with pytest.raises(Refused) as refused:
                    await people.ann.at.ask(**message)
                assert (refused.value.reason, UNWRITABLE in refused.value.message.lower()) == ("unwritable", True), (
                    message
                )
            again = Person("Ann", people.ann.rng, people.ann.cookie)
            await again.come_in(hall.url)
            await again.at.ask("watch", table=code)
            assert again.at.tables[code]["version"] == people.version(code)
            await again.at.close()

            hall.lift_limit()
            await people.ann.at.ask("say", table=code, text="hello")
            await people.ann.at.ask("open", game="peril")
            assert (await people.ann.at.ask("quick", game="peril"))["table"]
            await people.move(code)
            cleo = Person("Cleo", people.ann.rng)
            await cleo.come_in(hall.url)
            await cleo.at.close()

    with MortalHall(tmp_path) as hall:
        asyncio.run(play(hall))


def test_bots_and_clocks_that_were_held_up_go_on_by_themselves(tmp_path: Path) -> None:
    async def play(hall: MortalHall) -> None:
        async with visit(hall) as people:
            timed = await people.table("three_dice", clock=15)
            _, until, _ = people.ann.at.tables[timed]["waiting"]["due"][0]
            with_bot = await people.table("three_dice", together=False, bots=["normal"])
            await asyncio.to_thread(hall.stop)
            await people.go()
            move_hall_time(tmp_path, until - 8)  # however busy this machine is, it is full by then

            hall.open()
            await people.come_in()
            await people.watch(timed, with_bot)
            while people.ann.wanted(with_bot, people.ann.at.tables[with_bot]):
                await people.move(with_bot)
            hall.limit(0)
            held_up = people.version(timed), people.version(with_bot)
            before, now = -1.0, 0.0
            while now > before:  # until the bot, or hall time itself, could not be written
                await asyncio.sleep(0.3)  # time passes
                await people.watch(timed, with_bot)
                before, now = now, people.ann.at.samples[-1].now
            assert now < until
            assert (people.version(timed), people.version(with_bot)) == held_up

            hall.lift_limit()
            for code, before in zip((timed, with_bot), held_up, strict=True):
                while people.version(code) == before:
                    await people.ann.at.news(code)
            told = [event["type"] for message in people.ann.at.heard for event in message.get("events", ())]
            assert "timed_out" in told

    with MortalHall(tmp_path) as hall:
        asyncio.run(play(hall))


def move_hall_time(folder: Path, to: float) -> None:
    """So that a test need not sit a clock out."""
    with closing(sqlite3.connect(folder / "journal.db")) as connection, connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'hall time'", (to,))


# At the start.


def test_a_hall_does_not_open_on_a_full_disk_and_says_so_in_one_line(tmp_path: Path) -> None:
    with MortalHall(tmp_path) as hall:
        hall.begin(largest=0)
        assert hall.exit_code() == 2
        assert "check that the disk has space" in one_line(hall.said)
        hall.open()


def test_a_folder_that_may_not_be_written_is_named_in_one_line() -> None:
    """Not in pytest's own folder, into which only its host may look: the folder itself has to be what refuses."""
    with TemporaryDirectory() as name, MortalHall(folder := Path(name)) as hall:
        hall.open()
        hall.kill()
        for path in folder.iterdir():
            path.chmod(0o444)
        folder.chmod(0o555)
        hall.begin(as_nobody=True)
        assert hall.exit_code() == 2, hall.said
        assert f"the hall cannot use the folder {folder} (Permission denied)" in one_line(hall.said)
        folder.chmod(0o755)
        for path in folder.iterdir():
            path.chmod(0o644)
        hall.open()
