"""What a hall says to anyone who runs it: that it answers, whether it can work and else why not, and its numbers."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from dicehall.cli.operate.serve import checked_address, furnish
from dicehall.cli.shared.errors import Refused
from dicehall.ports import Append, JournalError
from dicehall.server.app import health as running
from dicehall.server.app import metrics_page
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import Visitors
from dicehall.store.files.database import Database
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.journal.memory import MemoryJournal
from tests.crash.halls import MortalHall
from tests.server.inside import Inside, inside
from tests.server.kit import PATIENCE, SHORT, RunningHall, begin, come_in, finish_together, guests, in_a_loop, refused
from tests.store.halls import fill

A_MEGABYTE = 10**6


class CountingJournal(MemoryJournal):
    """Knows how often it was asked to write; can fall silent."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.silent = False

    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None:
        self.asked += 1
        if not self.silent:
            super().append(append, done)


async def fetch(url: str, path: str) -> httpx.Response:
    async with httpx.AsyncClient(verify=False) as http:
        return await http.get(f"{url}{path}")


async def numbers(hall: Inside | RunningHall) -> dict[str, float]:
    text = (await fetch(hall.metrics, "")).text
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


# Health and readiness


@in_a_loop
async def test_a_hall_that_runs_answers_and_is_ready() -> None:
    async with inside() as hall:
        assert (await fetch(hall.url, "/healthz")).status_code == 200
        answer = await fetch(hall.url, "/readyz")
        assert (answer.status_code, answer.json()) == (200, {"ready": True, "wrong": {}})


@in_a_loop
async def test_a_hall_that_cannot_write_is_not_ready_and_says_why() -> None:
    async with inside() as hall:
        hall.journal.writable = False
        answer = await fetch(hall.url, "/readyz")
        assert answer.status_code == 503
        assert answer.json() == {"ready": False, "wrong": {"journal": "the hall cannot write: nothing was played"}}
        assert (await fetch(hall.url, "/healthz")).status_code == 200


@in_a_loop
async def test_a_disk_that_says_nothing_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.01)
    journal = CountingJournal()
    async with inside(journal=journal) as hall:
        journal.silent = True
        answer = await fetch(hall.url, "/readyz")
        assert answer.status_code == 503
        assert "has not answered" in answer.json()["wrong"]["journal"]


@in_a_loop
async def test_asking_often_does_not_keep_the_disk_busy() -> None:
    journal = CountingJournal()
    async with inside(journal=journal) as hall, httpx.AsyncClient(base_url=hall.url, verify=False) as http:
        answers = await asyncio.gather(*(http.get("/readyz") for _ in range(30)))
        assert {answer.status_code for answer in answers} == {200}
        assert journal.asked == 1
        assert await journal.heads() == [], "and nothing has come of it"


@in_a_loop
async def test_a_hall_that_still_opens_its_tables_is_not_ready_yet() -> None:
    journal = MemoryJournal()
    await asyncio.to_thread(fill, journal, ["kiro", "bade"], 1)
    async with inside(journal=journal) as hall:
        assert (await numbers(hall))["dicehall_tables_asleep"] == 2
        answer = await fetch(hall.url, "/readyz")
        assert answer.status_code == 503
        assert answer.json()["wrong"]["tables"].startswith("2 tables")
        await hall.parts.hall.wake_all()
        assert (await fetch(hall.url, "/readyz")).status_code == 200
        assert (await numbers(hall))["dicehall_tables_damaged"] == 2, "there is nothing in them that folds"


@in_a_loop
async def test_a_hall_whose_disk_is_full_is_not_ready_until_there_is_space(tmp_path: Path) -> None:
    with MortalHall(tmp_path / "data") as hall:
        hall.open()
        await until_ready(hall.url, ready=True)
        hall.limit(A_MEGABYTE // 100)
        said = await until_ready(hall.url, ready=False)
        assert "the hall cannot write to its disk" in said["journal"]
        hall.lift_limit()
        await until_ready(hall.url, ready=True)


def test_a_book_of_people_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with closing(DiskJournal(tmp_path)) as journal, closing(Database(tmp_path)) as database:
        parts = furnish(journal, database, Visitors(), "http://hall", 0.0)
        assert asyncio.run(running.unreadable(parts.accounts)) is None
        with closing(sqlite3.connect(tmp_path / "people.db")) as other:
            other.execute("ALTER TABLE people RENAME TO nobody")
        assert "the database of people cannot be read" in str(asyncio.run(running.unreadable(parts.accounts)))


async def until_ready(url: str, *, ready: bool) -> dict[str, str]:
    """The answer holds for a moment, so it is asked for until it has changed."""
    async with asyncio.timeout(PATIENCE):
        while (answer := (await fetch(url, "/readyz")).json())["ready"] != ready:
            await asyncio.sleep(0.1)
    wrong: dict[str, str] = answer["wrong"]
    return wrong


# Numbers


@in_a_loop
async def test_what_happens_in_a_hall_is_counted() -> None:
    async with inside() as hall:
        before = await numbers(hall)
        async with guests(hall.url, "Ann", "Ben") as (ann, ben):
            code = await begin(ann, ben, options=SHORT)
            assert (await numbers(hall))['dicehall_tables{game="mindroll",state="playing"}'] == 1
            await refused(ben.do(code, "kick", who=ann.me))
            await ann.ask("say", table=code, text="Good luck!")
            await finish_together(code, ann, ben)
            await fetch(hall.url, "/nowhere")
            async with httpx.AsyncClient(base_url=hall.url, verify=False) as http:
                await http.post("/api/sessions", json={"name": "Nobody", "password": "does not matter"})
            now = await numbers(hall)
            assert (now["dicehall_sockets"], now["dicehall_people"]) == (2, 2)
        grown = {name: value - before.get(name, 0) for name, value in now.items() if value != before.get(name)}
        assert grown["dicehall_guests_total"] == 2
        assert grown["dicehall_games_total"] == 1
        assert grown["dicehall_moves_total"] >= 2
        assert grown["dicehall_chat_lines_total"] == 1
        assert grown['dicehall_refusals_total{reason="not_host"}'] == 1
        assert grown['dicehall_log_ins_total{outcome="failed"}'] == 1
        assert grown['dicehall_http_requests_total{status="4xx"}'] == 2
        assert grown['dicehall_tables{game="mindroll",state="finished"}'] == 1


@in_a_loop
async def test_the_disk_is_measured_at_every_append(tmp_path: Path) -> None:
    with RunningHall(tmp_path / "data", "--fast", "--metrics", "127.0.0.1:0") as hall:
        async with guests(hall.url, "Ann") as (ann,):
            await ann.open("peril", bots=["normal"])
        now = await numbers(hall)
        assert now["dicehall_append_seconds_count"] >= 1
        assert now["dicehall_append_seconds_sum"] > 0
        assert now["process_open_fds"] > 5


@in_a_loop
async def test_a_socket_that_is_not_let_in_is_counted() -> None:
    async with inside() as hall, httpx.AsyncClient(base_url=hall.url, verify=False) as http:
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw=="}  # fmt: skip
        assert (await http.get("/elsewhere", headers=upgrade)).status_code == 404
        assert (await numbers(hall))['dicehall_sockets_refused_total{status="404"}'] == 1


@in_a_loop
async def test_nobody_is_named_in_the_numbers() -> None:
    async with inside() as hall:
        ann = await come_in(hall.url, "Annabella")
        code = await ann.open("bluff", public=False)
        await refused(ann.do("zozozozo", "start"))
        text = (await fetch(hall.metrics, "")).text
        assert ann.cookie is not None
        for secret in ("annabella", code, ann.me, ann.cookie.partition("=")[2], "zozo", "127.0.0.1"):
            assert secret.casefold() not in text.casefold()
        await ann.close()


@in_a_loop
async def test_a_limit_that_turns_a_client_away_is_counted_by_its_name() -> None:
    async with inside() as hall:
        hall.parts.visitors.turned_away["sockets_per_address"] += 3
        now = await numbers(hall)
        assert now['dicehall_limits_hit_total{limit="sockets_per_address"}'] == 3
        told = {name for name in now if name.startswith("dicehall_limits_hit_total")}
        assert len(told) == len(Limits._fields)


@in_a_loop
async def test_the_numbers_are_told_in_the_type_that_the_reader_asks_for() -> None:
    async with inside() as hall, httpx.AsyncClient(base_url=hall.url, verify=False) as http:
        plain = await http.get(hall.metrics)
        assert re.match(r"text/plain; version=\S+; charset=utf-8", plain.headers["content-type"])
        other = await http.get(hall.metrics, headers={"Accept": "application/openmetrics-text; version=1.0.0"})
        assert other.headers["content-type"].startswith("application/openmetrics-text")


# Metrics have an address of their own


@in_a_loop
async def test_where_people_play_there_are_no_metrics() -> None:
    async with inside() as hall:
        assert (await fetch(hall.url, "/metrics")).status_code == 404


@in_a_loop
async def test_where_the_metrics_are_there_is_nothing_else() -> None:
    async with inside() as hall, httpx.AsyncClient(verify=False) as http:
        elsewhere = hall.metrics.removesuffix("/metrics")
        for path in ("/", "/api/tables", "/healthz", "/metrics/more"):
            assert (await http.get(f"{elsewhere}{path}")).status_code == 404
        assert (await http.post(hall.metrics, content=b"x")).status_code == 405
        head = await http.head(hall.metrics)
        assert (head.status_code, head.content) == (200, b"")
        assert int(head.headers["content-length"]) > 1000
        assert (await http.get(f"{hall.metrics}?x=y")).status_code == 200


@in_a_loop
async def test_garbage_at_the_metrics_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = metrics_page.PATIENCE
    async with inside() as hall:
        address = urlsplit(hall.metrics)
        for sent in (b"", b"GET /met", b"x: " + b"y" * 100_000, b"\r\n\r\n", b"\xff\xfe\r\n\r\n"):
            monkeypatch.setattr(metrics_page, "PATIENCE", 0.05)
            reader, writer = await asyncio.open_connection(address.hostname, address.port)
            writer.write(sent)
            with suppress(ConnectionError):
                async with asyncio.timeout(PATIENCE):
                    assert b" 200 " not in await reader.read(), sent
            writer.close()
            monkeypatch.setattr(metrics_page, "PATIENCE", usual)
            assert (await fetch(hall.metrics, "")).status_code == 200, sent


def test_a_hall_serves_metrics_only_where_it_is_told_to(tmp_path: Path) -> None:
    with RunningHall(tmp_path / "data", "--metrics", "127.0.0.1:0") as hall:
        assert httpx.get(hall.metrics).status_code == 200
        assert not hall.metrics.startswith(hall.url)


@pytest.mark.parametrize("text", ["9123", "127.0.0.1", "http://127.0.0.1:9123", "127.0.0.1:99999", ":9123", "::1:9123"])
def test_an_address_for_metrics_that_is_none_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused, match=r"such as 127\.0\.0\.1:9123"):
        checked_address(text)


@pytest.mark.parametrize(("text", "address"), [("127.0.0.1:9123", ("127.0.0.1", 9123)), ("[::1]:0", ("::1", 0))])
def test_an_address_for_metrics(text: str, address: tuple[str, int]) -> None:
    assert checked_address(text) == address
