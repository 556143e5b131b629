"""A disk that fails while it writes: nobody is told that nothing was played before that is certain."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import Terminal
from tests.crash.halls import MortalHall
from tests.crash.people import Gone, Person, Refused
from tests.crash.sabotage import BREAK
from tests.crash.vfs import IMPOSSIBLE
from tests.crash.visits import Visit, visit
from tests.server.kit import PATIENCE

pytestmark = pytest.mark.skipif(bool(IMPOSSIBLE), reason=IMPOSSIBLE)


def with_a_hall(folder: Path, play: Callable[[MortalHall, Visit], Awaitable[None]]) -> None:
    async def opened(hall: MortalHall) -> None:
        async with visit(hall) as people:
            await play(hall, people)

    with MortalHall(folder, sabotage=("break_when_told",)) as hall:
        asyncio.run(opened(hall))


async def hears(person: Person, code: str, *, known: bool) -> None:
    wanted = {"type": "uncertain", "table": code, "known": known}
    async with asyncio.timeout(PATIENCE):
        while wanted not in person.at.heard:
            await person.at.news(code)


async def a_move_in_doubt(people: Visit, code: str, folder: Path) -> asyncio.Task[dict[str, Any]]:
    """Everyone at the table is told that nobody knows; the move itself has no answer yet."""
    await people.move(code)
    person, command = await people.next_turn(code)
    (folder / BREAK).touch()
    asked = asyncio.create_task(person.at.do(code, **command))
    for each in (people.ann, people.ben):
        await hears(each, code, known=False)
    assert not asked.done()
    return asked


def test_a_move_in_doubt_is_answered_when_the_disk_works_again(tmp_path: Path) -> None:
    async def play(hall: MortalHall, people: Visit) -> None:
        code = await people.table("three_dice")
        asked = await a_move_in_doubt(people, code, tmp_path)
        before = people.version(code)
        late = Person("Ann", people.ann.rng, people.ann.cookie)
        await late.come_in(hall.url)
        await late.at.ask("watch", table=code)
        await hears(late, code, known=False)
        await late.at.close()
        (tmp_path / BREAK).unlink()
        with pytest.raises(Refused, match="by now it is certain that nothing was played") as refused:
            await asked
        assert refused.value.reason == "unwritable"
        for each in (people.ann, people.ben):
            await hears(each, code, known=True)
        assert people.version(code) == before
        await people.move(code)
        version = people.version(code)
        hall.kill()
        await people.go()
        hall.open()
        await people.come_in()
        await people.watch(code)
        assert people.version(code) == version
        await people.move(code)

    with_a_hall(tmp_path, play)


def test_after_a_kill_the_table_says_what_became_of_a_move_in_doubt(tmp_path: Path) -> None:
    """It is in the file, though the disk said that it had failed; it counts, and the game goes on from it."""

    async def play(hall: MortalHall, people: Visit) -> None:
        code = await people.table("three_dice")
        asked = await a_move_in_doubt(people, code, tmp_path)
        before = people.version(code)
        hall.kill()
        with pytest.raises(Gone):
            await asked
        await people.go()
        (tmp_path / BREAK).unlink()
        hall.open()
        await people.come_in()
        await people.watch(code)
        assert people.version(code) > before
        await people.move(code)
        assert not any(message["type"] == "uncertain" for message in people.ann.at.heard)

    with_a_hall(tmp_path, play)


def test_a_line_of_chat_in_doubt_is_not_said_to_be_lost(tmp_path: Path) -> None:
    async def play(_hall: MortalHall, people: Visit) -> None:
        code = await people.table("three_dice")
        (tmp_path / BREAK).touch()
        with pytest.raises(Refused, match="does not know yet whether this was kept") as refused:
            await people.ann.at.ask("say", table=code, text="hello")
        assert refused.value.reason == "uncertain"
        (tmp_path / BREAK).unlink()
        await people.ann.at.ask("say", table=code, text="hello again")

    with_a_hall(tmp_path, play)


def test_the_terminal_says_so_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with MortalHall(data, sabotage=("break_when_told",)) as hall:
        hall.open()
        with Terminal(tmp_path / "ann", hall.url, "--open", "three_dice", "--name", "Ann", "--bots", "1") as ann:
            ann.until("s  Start")
            (data / BREAK).touch()
            ann.type("s")
            ann.until("The hall does not know yet whether the last move was written")
            (data / BREAK).unlink()
            ann.until("What the table shows now is what counts")
            ann.type("s")
            ann.until("[Rr]oll")
            assert "by now it is certain that nothing was played" in ann.said
