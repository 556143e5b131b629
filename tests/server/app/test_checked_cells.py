"""Whatever stands in one cell of the journal: the table is named if it matters, nothing is erased, the others go on."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from dicehall.cli.operate.serve import furnish
from dicehall.server.app.parts import Parts
from dicehall.server.app.tasks import Tasks
from dicehall.server.bounds.visitors import Visitors
from dicehall.store.files.database import Database
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.people.marks import noted_hall_time
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import GameReset, Setting
from dicehall.table.core.state import IDLE_GAME
from dicehall.table.live.hall import NoTable
from dicehall.table.live.table import LiveTable
from tests.kit.scale import scaled
from tests.server.inside import inside
from tests.server.kit import PATIENCE, in_a_loop

ANN, BEN = "p-ann", "p-ben"
CELLS = [
    *(("heads", column) for column in ("name", "version", "due", "tail")),
    *(("appends", column) for column in ("name", "previous", "first", "last", "body", "crc")),
    *(("snapshots", column) for column in ("name", "version", "body", "crc")),
    *(("seeds", column) for column in ("name", "seed")),
    *(("records", column) for column in ("name", "body")),
]
VALUES = ["CAST(x'ff' AS TEXT)", "-1", "1e300", "'text'", "x'ff00'", "4611686018427387904", "9e999", "0.5"]


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Parts]:
    with (
        closing(DiskJournal(folder, noted_hall_time(folder))) as journal,
        closing(Database(folder)) as database,
    ):
        parts = furnish(journal, database, Visitors(), "http://hall", 0.0)
        await parts.hall.start()
        try:
            yield parts
        finally:
            parts.hall.stop()
            await parts.marks.flush()


async def do(live: LiveTable, who: str | None, command: commands.AnyCommand) -> Decided:
    answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    live.ask(who, command, answer.set_result)
    decided = await asyncio.wait_for(answer, PATIENCE)
    assert isinstance(decided, Decided), decided
    return decided


async def table(parts: Parts, game: str) -> str:
    """A game of two that has ended, and one that runs; nobody's clock does."""
    answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    setting = Setting(game=game, seats=2, on_timeout="wait")
    live = await parts.hall.open(ANN, commands.Open(setting), answer.set_result)
    await answer
    await do(live, BEN, commands.Sit())
    for _ in range(2):
        await do(live, BEN, commands.Ready())
        await do(live, ANN, commands.Start())
        if live.table.games == 1:
            await do(live, ANN, commands.Reset())
    return live.code


async def make(folder: Path) -> list[str]:
    async with opened(folder) as parts:
        parts.marks.note_time(parts.hall.journal.now)  # type: ignore[attr-defined]  # as its task does
        return [await table(parts, game) for game in ("peril", "bluff", "mindroll")]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    folder = tmp_path_factory.mktemp("evening")
    return folder, asyncio.run(make(folder))


@pytest.fixture
def harmed(evening: tuple[Path, list[str]], tmp_path: Path) -> tuple[Path, str, list[str]]:
    """A copy of the evening: the folder, the table to be harmed, and the others."""
    folder, (first, *others) = evening
    shutil.copytree(folder, tmp_path / "copy")
    return tmp_path / "copy", first, others


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "journal.db")) as connection, connection:
        connection.execute(statement)


def tables(folder: Path) -> set[str]:
    with closing(sqlite3.connect(folder / "journal.db")) as connection:
        names = connection.execute("SELECT CAST(name AS BLOB) FROM heads").fetchall()
        return {bytes(name).decode(errors="replace") for (name,) in names}


@pytest.mark.parametrize(("of", "column"), CELLS, ids=lambda part: part)
def test_no_cell_keeps_the_other_tables_from_going_on(
    of: str, column: str, harmed: tuple[Path, str, list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    async def look(folder: Path, code: str, others: list[str]) -> None:
        async with opened(folder) as parts:
            await parts.hall.wake_all()
            await parts.results.catch_up()
            for other in others:
                live = parts.hall.find(other)
                assert live.table.playing is not None, f"{other}, which nobody has harmed"
                await do(live, ANN, commands.Lock())
            try:
                live = parts.hall.find(code)
            except NoTable:
                assert "damaged" in caplog.text
            else:
                await do(live, ANN, commands.Lock())
        assert len(tables(folder)) == 1 + len(others), "a table was erased"

    source, code, others = harmed
    for number, value in enumerate(VALUES[: scaled(2)]):
        folder = source.with_name(f"harm {number}")
        shutil.copytree(source, folder)
        try:
            change(folder, f"UPDATE OR IGNORE {of} SET {column} = {value} WHERE name = '{code}'")
        except sqlite3.IntegrityError:
            continue
        caplog.clear()
        asyncio.run(look(folder, code, others))


@in_a_loop
async def test_a_garbled_secret_is_named_and_its_game_is_void(
    harmed: tuple[Path, str, list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    """Its dice would come from nowhere, and nobody could throw them again."""
    folder, code, others = harmed
    change(folder, f"UPDATE seeds SET seed = randomblob(32) WHERE name = '{code}'")
    async with opened(folder) as parts:
        await parts.hall.wake_all()
        live = parts.hall.find(code)
        async with asyncio.timeout(PATIENCE):
            while live.table.playing is not None:
                await asyncio.sleep(0.01)
        assert any(isinstance(event, GameReset) for event in live.since(0)[0])
        assert f"table {code}: the secret of its dice is not the one it has committed to" in caplog.text
        assert all(parts.hall.find(other).table.playing for other in others)


@pytest.mark.parametrize("value", ["value + 48 * 3600", "'noon'", "-5.0", "9e999"])
def test_a_wrong_hall_time_erases_no_table(
    value: str, harmed: tuple[Path, str, list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    async def look(folder: Path) -> None:
        async with opened(folder) as parts:
            before = parts.hall.journal.now
            assert before < IDLE_GAME
            await parts.hall.wake_all()
            assert all(parts.hall.find(code).table.playing for code in everyone)
        assert "hall time is" in caplog.text

    folder, code, others = harmed
    everyone = {code, *others}
    change(folder, f"UPDATE meta SET value = {value} WHERE key = 'hall time'")
    asyncio.run(look(folder))
    assert tables(folder) == everyone


@in_a_loop
async def test_a_task_that_ends_with_an_error_is_named(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ValueError("out of dice")

    async def end() -> None:
        pass

    tasks = Tasks()
    tasks.start({"throwing": fail(), "ending": end()})
    for _ in range(3):
        await asyncio.sleep(0)
    assert tasks.trouble() == "throwing has stopped: ValueError('out of dice'); restart the hall"
    assert "throwing has stopped" in caplog.text


@in_a_loop
async def test_something_small_that_fails_by_itself_is_named_too(caplog: pytest.LogCaptureFixture) -> None:
    async def welcome_a_guest() -> None:
        raise ValueError("no chairs")

    async with inside() as hall:
        task = hall.parts.rooms.start(welcome_a_guest())
        await asyncio.wait([task])
        await asyncio.sleep(0)
    assert "welcome_a_guest" in caplog.text
    assert "no chairs" in caplog.text
