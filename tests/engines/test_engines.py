"""The engines that tests run on: private, durable, and gone afterwards."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import asyncpg
import nats
import pytest

from tests.engines import postgresql, process
from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.engines.process import NoEngine


@pytest.fixture
def engine() -> Iterator[PostgreSQL]:
    with PostgreSQL() as made:
        yield made


def test_postgresql_keeps_what_was_committed_when_it_is_killed(engine: PostgreSQL) -> None:
    engine.execute("CREATE TABLE tables AS SELECT 'oak' AS name")
    engine.kill()
    engine.start()
    assert engine.execute("SELECT name FROM tables") == "oak\n"


def test_postgresql_starts_again_although_people_kept_coming_when_it_was_killed(engine: PostgreSQL) -> None:
    """A child that it has forked for them in the last moment would keep it from starting."""
    url, is_over = engine.url(), Event()

    def come_again_and_again() -> None:
        while not is_over.is_set():
            asyncio.run(come(url))

    people = [Thread(target=come_again_and_again) for _ in range(3)]
    for person in people:
        person.start()
    try:
        for _ in range(3):
            engine.kill()
            engine.start()
    finally:
        is_over.set()
        for person in people:
            person.join()


async def come(url: str) -> None:
    with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        for _ in range(20):
            await (await asyncpg.connect(url)).close()


def test_postgresql_takes_no_port_and_its_folder_is_private(engine: PostgreSQL) -> None:
    assert engine.execute("SHOW listen_addresses") == "\n"
    assert engine.folder.stat().st_mode & 0o077 == 0


def test_postgresql_is_not_the_one_of_this_machine(engine: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGHOST", "/nowhere")
    monkeypatch.setenv("PGPORT", "1")
    assert engine.execute("SHOW data_directory") == f"{engine.folder / 'data'}\n"


def test_nothing_of_an_engine_is_left_when_it_is_closed() -> None:
    engine = PostgreSQL()
    pid = engine.pid
    engine.close()
    assert not engine.folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_nats_carries_a_message_and_comes_back_at_its_address() -> None:
    async def said() -> bytes:
        line = await nats.connect(bus.url)
        heard = await line.subscribe("hall")
        await line.publish("hall", b"hello")
        message = await heard.next_msg(timeout=60)
        await line.close()
        return message.data

    with Nats() as bus:
        assert asyncio.run(said()) == b"hello"
        bus.kill()
        bus.start()
        assert asyncio.run(said()) == b"hello"


def test_an_engine_that_is_not_here_says_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "PACKAGE", "no_such_package")
    with pytest.raises(NoEngine, match=r"^PostgreSQL is not here.*make setup$"):
        PostgreSQL()


def test_a_program_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    program = tmp_path / "postgres"
    program.touch(mode=0o600)
    with pytest.raises(NoEngine, match=r"postgres: move the checkout to where everyone may read$"):
        process.call(program)
