"""`dicehall doctor --database` on a real PostgreSQL: a sound hall, harmed ones, and databases that have none."""

import asyncio
import re
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from dicehall.cli.operate import database_check
from dicehall.cli.operate.checks import Mark
from dicehall.cli.operate.database_check import check_counted, check_durability, check_nodes
from dicehall.cli.operate.database_doctor import doctor_database
from dicehall.store.files.folder import KEY
from dicehall.store.files.hall_key import HallKey
from dicehall.store.postgres.connection import connect
from dicehall.store.postgres.examination import Examination, see_setbacks
from dicehall.store.postgres.move_in import move_in
from dicehall.store.postgres.opening import open_books
from dicehall.store.postgres.overview import NodeRow
from tests.engines.postgresql import PostgreSQL
from tests.engines.process import NoEngine
from tests.store.halls import run
from tests.store.postgres.nodes import node
from tests.upgrade.kit import copied

PATIENCE = 90.0
MOMENT = 0.05
DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "synchronous_standby_names": ""}


class Moved(NamedTuple):
    """A real hall with tables, people and results, that moved in and is signed with the key in its folder."""

    url: str
    data: Path


@pytest.fixture(scope="module")
def moved(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Moved:
    data = copied("0.1-clean", tmp_path_factory.mktemp("old")).data
    url = postgresql.new_database()
    move_in(data, url)

    async def sign_and_count() -> None:
        async with node(url) as first:
            await first.journal.sign_with(HallKey.open(data / KEY))
            books = await asyncio.to_thread(open_books, url, first.journal)
            await books.results.catch_up()
            await asyncio.to_thread(books.close)

    run(sign_and_count())
    return Moved(url, data)


def findings(url: str, data: Path, *, seen: bool = False) -> tuple[int, dict[str, list[str]]]:
    """The exit code, and the lines by their mark."""
    with redirect_stdout(StringIO()) as printed:
        code = doctor_database(url, data, None, None, seen=seen)
    lines: dict[str, list[str]] = {mark.value: [] for mark in Mark}
    for line in printed.getvalue().splitlines():
        lines.setdefault(line[0], []).append(line[2:])
    return code, lines


def execute(url: str, *statements: str) -> None:
    async def executed() -> None:
        operator = await connect(url)
        for statement in statements:
            await operator.execute(statement)
        await operator.close()

    run(executed())


def test_a_sound_hall_is_well_while_a_node_runs(moved: Moved, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_check, "PATIENCE", PATIENCE)  # however busy this machine is

    async def looked_at() -> tuple[int, dict[str, list[str]]]:
        async with node(moved.url, "one"), asyncio.timeout(PATIENCE):
            while True:
                found = await asyncio.to_thread(findings, *moved)
                if not any("no node runs" in line for line in found[1]["✓"]):  # its lease ran out on a busy machine
                    return found

    code, lines = run(looked_at())
    assert (code, lines["✗"], lines["⚠"]) == (0, [], [])
    told = "\n".join(lines["✓"])
    assert "alive: one" in told
    assert "every partition has an owner that is alive" in told
    assert "hall time goes on" in told
    assert re.search(r"tables +(\d+) of \1 open tables can be read", told)
    assert "synchronous_standby_names is empty" in told
    assert HallKey.read(moved.data / KEY).public in told
    assert re.search(r"all \d+ games and actions are counted", told)


HARMS = {
    "a row of a log is gone": (
        "DELETE FROM appends WHERE name = '{table}' AND first = 1",
        "✗", "table {code} cannot be read: .* after version 0 comes what was written as",
    ),
    "a head is garbled": (
        "UPDATE heads SET version = version + 7 WHERE name = '{table}'",
        "✗", r"table {code} cannot be read: .* its entries end at version \d+ and its head is at",
    ),
    "a head is gone": ("DELETE FROM heads WHERE name = '{table}'", "✗", "table {code} has a log and no head"),
    "a head is elsewhere": (
        "UPDATE heads SET partition = (partition + 1) % 256 WHERE name = '{table}'",
        "✗", "table {code} is noted for another partition",
    ),
    "a snapshot is garbled": (
        "INSERT INTO snapshots VALUES ('{table}', 1, 'nonsense', 0) ON CONFLICT (name) DO UPDATE SET body = 'nonsense'",
        "⚠", "the snapshot of table {code} is damaged",
    ),
    "a line of the public log is garbled": ("UPDATE log SET hash = signature", "✗", "public log +line 1 "),
    "a migration is unknown": (
        "UPDATE people.alembic_version SET version_num = '9999'",
        "✗", r"the schema people is of a newer version \(9999",
    ),
    "a table of the schema is gone": ("DROP TABLE people.memos", "✗", r"tables are missing: people\.memos"),
    "results are ahead": ("UPDATE people.counted SET number = number + 5", "⚠", "the next start counts them again"),
}  # fmt: skip


def copy(postgresql: PostgreSQL, source: str, name: str) -> None:
    """As soon as nobody is connected to the source any more: PostgreSQL notices the end of a connection a bit later."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            postgresql.execute(f"CREATE DATABASE {name} TEMPLATE {source}")
            return
        except NoEngine:
            if time.monotonic() > end:
                raise
            time.sleep(MOMENT)


def test_each_harm_is_named_and_nothing_else(moved: Moved, postgresql: PostgreSQL) -> None:
    """In copies of one hall: a copy takes less time than to move in again."""

    async def first_table() -> str:
        operator = await connect(moved.url)
        table = await operator.fetchval("SELECT name FROM heads ORDER BY version DESC, name LIMIT 1")
        await operator.close()
        return str(table)

    table = run(first_table())
    source = moved.url.partition("?")[0].rpartition("/")[2]
    for number, (harm, (statement, mark, pattern)) in enumerate(HARMS.items()):
        name = f"harmed_{number}"
        copy(postgresql, source, name)
        execute(postgresql.url(name), statement.format(table=table))
        code, lines = findings(postgresql.url(name), moved.data)
        complaints = lines["✗"] + lines["⚠"]
        assert len(complaints) == 1, (harm, complaints)
        assert lines[mark] == complaints, harm
        assert re.search(pattern.format(code=re.escape(table.upper())), complaints[0]), (harm, complaints)
        assert " → " in complaints[0], harm
        assert code == (1 if mark == "✗" else 0), harm


def test_a_setback_is_told_until_the_operator_has_seen_it(moved: Moved) -> None:
    execute(moved.url, "INSERT INTO people.setbacks VALUES (1, 'oak', 'behind', 9, 7, 0, NULL)")
    code, lines = findings(*moved, seen=True)
    assert code == 1
    (complaint,) = lines["✗"]
    assert "dicehall doctor --database URL --seen" in complaint
    code, lines = findings(*moved)
    assert (code, lines["✗"]) == (0, [])


def test_databases_without_a_hall_are_told_apart(postgresql: PostgreSQL, tmp_path: Path) -> None:
    empty, other = postgresql.new_database(), postgresql.new_database()
    execute(other, "CREATE SCHEMA journal")
    for url, why in (
        (empty, "no hall has ever been opened on this database"),
        (other, "its schema journal is not that of a hall"),
        (postgresql.url("nowhere"), 'it cannot be reached: database "nowhere" does not exist'),
        ("postgresql://nobody@/hall?host=/nowhere", "it cannot be reached: "),
        ("postgresql://nobody@127.0.0.1:port/hall", "it cannot be reached: "),
    ):
        code, lines = findings(url, tmp_path)
        assert code == 1
        (complaint,) = lines["✗"]
        assert why in complaint
        assert " → " in complaint
    assert see_setbacks(empty) == 0


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ({"fsync": "off"}, "fsync is off: a power cut may lose"),
        ({"synchronous_commit": "off"}, "synchronous_commit is off, though nodes ask for on"),
    ],
)
def test_what_may_lose_moves_is_doubtful(setting: dict[str, str], told: str) -> None:
    found = [finding for finding in check_durability(DURABLE | setting) if finding.mark is not Mark.GOOD]
    (finding,) = found
    assert finding.mark is Mark.DOUBTFUL
    assert told in finding.said
    assert not any(finding.mark is not Mark.GOOD for finding in check_durability(DURABLE))


class Stalled:
    """What a look finds where a node is alive and does nothing of what it should."""

    hall_time = 5.0

    def nodes(self) -> list[NodeRow]:
        return [NodeRow("one", True, False, 253, 0, 0.1, "1.0")]

    def ownerless(self) -> int:
        return 3

    def last_hall_log_row(self) -> int:
        return 4

    def counted(self) -> int:
        return 1


def test_nodes_that_are_alive_and_do_nothing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_check, "PATIENCE", 0.0)
    hall = cast(Examination, Stalled())
    found = [*check_nodes(hall), check_counted(hall)]
    assert [(finding.mark, finding.what) for finding in found] == [
        (Mark.GOOD, "nodes"),
        (Mark.BAD, "partitions"),
        (Mark.BAD, "hall time"),
        (Mark.DOUBTFUL, "results"),
    ]
    assert "3 partitions have no owner" in found[1].said
    assert "1 of 4 games and actions" in found[3].said
