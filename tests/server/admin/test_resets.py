"""Starting over: tables are closed, leaderboards emptied, people stay; and a crash in between is made good."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehall.cli.operate.serve import furnish
from dicehall.ports.hall_log import EverythingReset, TableClosed
from dicehall.server.admin.resets import RECENT, finish_closing
from dicehall.server.app.parts import Parts
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.services.hall_log import note
from dicehall.store.files.database import Database
from dicehall.store.journal.disk import DiskJournal
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Setting
from tests.at_once import at_once
from tests.server.administrators import administrator, audit, confirm
from tests.server.beside import rows
from tests.server.browser import account, cookie, fresh_name, me, problem
from tests.server.kit import SHORT, Client, RunningHall, begin, come_in, finish, guests, in_a_loop


async def reset(http: httpx.AsyncClient, what: str, **fields: str) -> httpx.Response:
    return await http.post("/api/admin/reset", json={"what": what, "confirm": what, **fields})


async def open_tables(http: httpx.AsyncClient) -> set[str]:
    answer = await http.get("/api/admin/tables", params={"most": 200})
    return {each["row"]["table"] for each in answer.json()["tables"]}


async def games(http: httpx.AsyncClient) -> dict[str, int]:
    """How many of each this person has played, as the leaderboard counts them."""
    results: dict[str, Any] = (await http.get("/api/me/export")).json()["results"]
    return {game or "all": tally["games"] for game, tally in results.items()}


async def play(person: Client, game: str) -> str:
    options = SHORT if game == "mindroll" else {"rounds": 1}
    code = await begin(person, game=game, bots=["normal"], options=options)
    await finish(person, code)
    return code


# A table


@in_a_loop
async def test_any_table_is_closed_and_who_looks_at_it_is_told(hall: RunningHall) -> None:
    async with administrator(hall) as http, guests(hall.url, fresh_name(), fresh_name()) as (ann, ben):
        code = await begin(ann, ben, public=False)
        assert (await http.delete(f"/api/admin/tables/{code.upper()}")).status_code == 204
        for person in (ann, ben):
            assert (await person.message("gone"))["reason"] == "closed"
        assert code not in await open_tables(http)
        [entry] = await audit(http, most=1)
        assert (entry["act"], entry["table"]) == ("table_closed", code)


@pytest.mark.parametrize("code", ["zzzz", "ZZZZ", "x" * 300, "%00", "..%2f"])
@in_a_loop
async def test_a_table_that_is_not_there_cannot_be_closed(hall: RunningHall, code: str) -> None:
    async with administrator(hall) as http:
        before = await audit(http)
        assert (await http.delete(f"/api/admin/tables/{code}")).status_code == 404
        assert await audit(http) == before


@in_a_loop
async def test_a_table_that_cannot_be_read_back_is_listed_and_can_be_closed_for_good(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        async with administrator(hall) as http, guests(hall.url, "Ann") as (ann,):
            code, whole = await ann.open("bluff"), await ann.open("peril")
            hall.kill()
            assert await rows(hall, f"UPDATE appends SET body = 'rubbish' WHERE name = '{code}' RETURNING last")
            hall.start()
            listed = (await http.get("/api/admin/tables")).json()
            assert [each["row"]["table"] for each in listed["tables"]] == [whole]
            assert list(listed["damaged"]) == [code]
            await confirm(http)
            assert (await http.delete(f"/api/admin/tables/{code}")).status_code == 204
            assert (await http.delete(f"/api/admin/tables/{code}")).status_code == 404
            hall.kill()
            hall.start()
            listed = (await http.get("/api/admin/tables")).json()
            assert [each["row"]["table"] for each in listed["tables"]] == [whole]
            assert listed["damaged"] == {}


# The leaderboard


@in_a_loop
async def test_the_leaderboard_of_one_game_is_reset_and_the_others_stay(hall: RunningHall) -> None:
    async with administrator(hall) as http, account(hall.url) as player:
        ann = await come_in(hall.url, cookie=cookie(player))
        code = await play(ann, "mindroll")
        await play(ann, "bluff")
        assert await games(player) == {"all": 2, "mindroll": 1, "bluff": 1}
        answer = await reset(http, "leaderboard", game="mindroll")
        assert answer.json() == {"what": "leaderboard", "game": "mindroll", "closed": 0}
        assert await games(player) == {"all": 1, "bluff": 1}
        assert code in await open_tables(http), "tables stay"
        await ann.close()


@in_a_loop
async def test_the_whole_leaderboard_is_reset_and_games_count_again(hall: RunningHall) -> None:
    async with administrator(hall) as http, account(hall.url) as player:
        ann = await come_in(hall.url, cookie=cookie(player))
        code = await play(ann, "mindroll")
        assert (await reset(http, "leaderboard")).json() == {"what": "leaderboard", "game": None, "closed": 0}
        assert await games(player) == {}
        assert (await player.get(f"/api/tables/{code}/games/1")).status_code == 200, "records stay"
        await play(ann, "mindroll")
        assert await games(player) == {"all": 1, "mindroll": 1}
        await ann.close()


# Everything


@in_a_loop
async def test_everything_is_reset_but_the_people(hall: RunningHall) -> None:
    async with administrator(hall) as http, account(hall.url) as player:
        ann = await come_in(hall.url, cookie=cookie(player))
        finished = await play(ann, "mindroll")
        running = await begin(ann, bots=["normal"], game="bluff", public=False)
        before = await open_tables(http)
        assert {finished, running} <= before
        answer = await reset(http, "everything")
        assert answer.json() == {"what": "everything", "game": None, "closed": len(before)}
        assert await open_tables(http) == set()
        await ann.until(lambda: {finished, running} <= {message["table"] for message in ann.all("gone")})
        assert await games(player) == {}
        assert (await me(player))["kind"] == "account"
        await ann.open("peril")
        await ann.close()


# Refusals


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"what": "everything", "confirm": "leaderboard"}, "unconfirmed"),
        ({"what": "everything", "confirm": ""}, "unconfirmed"),
        ({"what": "leaderboard", "confirm": "yes"}, "unconfirmed"),
        ({"what": "leaderboard"}, "bad_request"),
        ({"what": "people", "confirm": "people"}, "bad_request"),
        ({"what": "leaderboard", "confirm": "leaderboard", "game": "chess"}, "bad_request"),
        ({"what": "leaderboard", "confirm": "leaderboard", "game": ""}, "bad_request"),
        ({"what": "everything", "confirm": "everything", "game": "bluff"}, "bad_request"),
        ({"what": "everything", "confirm": "everything", "now": True}, "bad_request"),
    ],
)
@in_a_loop
async def test_a_reset_that_is_not_confirmed_or_makes_no_sense_is_none(
    hall: RunningHall, body: dict[str, Any], reason: str
) -> None:
    async with administrator(hall) as http, guests(hall.url, fresh_name()) as (ann,):
        code = await ann.open("peril")
        before = await audit(http)
        assert problem(await http.post("/api/admin/reset", json=body)) == (400, reason)
        assert code in await open_tables(http)
        assert await audit(http) == before


# A crash between the entry and the deed


class Clocked(DiskJournal):
    """Hall time passes when the test says so."""

    at = 1000.0

    @property
    def now(self) -> float:
        return self.at


@asynccontextmanager
async def opened(folder: Path, at: float) -> AsyncIterator[Parts]:
    """A hall on this folder at this hall time; when this is over it has as good as crashed."""
    with closing(Clocked(folder)) as journal, closing(Database(folder)) as database:
        journal.at = at
        parts = furnish(journal, database, Visitors(), "http://hall", 0.0)
        await parts.hall.start()
        yield parts
        parts.hall.stop()


async def open_table(parts: Parts) -> str:
    reply: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    command = commands.Open(Setting(game="peril", seats=4, public=False), bots=("normal",))
    live = await parts.hall.open("p-ann", command, reply.set_result)
    assert isinstance(await reply, Decided)
    return live.code


def tables(parts: Parts) -> set[str]:
    return {head.table for head in at_once(parts.hall.journal.heads())}


@in_a_loop
async def test_a_table_whose_end_was_written_down_is_closed_at_the_next_start(tmp_path: Path) -> None:
    async with opened(tmp_path, at=1000.0) as parts:
        doomed, other = await open_table(parts), await open_table(parts)
        await note(parts.hall.journal, TableClosed(at=1000.5, by="p-ann", table=doomed))
    async with opened(tmp_path, at=1001.0) as parts:
        assert tables(parts) == {doomed, other}, "the hall died before it could do it"
        await finish_closing(parts.hall)
        assert tables(parts) == {other}


@in_a_loop
async def test_a_reset_of_everything_that_was_written_down_is_finished_at_the_next_start(tmp_path: Path) -> None:
    async with opened(tmp_path, at=1000.0) as parts:
        before = {await open_table(parts) for _ in range(3)}
        await note(parts.hall.journal, EverythingReset(at=1000.5, by="p-ann"))
    async with opened(tmp_path, at=1001.0) as parts:
        assert tables(parts) == before
        later = await open_table(parts)
        await finish_closing(parts.hall)
        assert tables(parts) == {later}, "what was opened since stays"


@in_a_loop
async def test_what_was_done_long_ago_is_not_done_again(tmp_path: Path) -> None:
    async with opened(tmp_path, at=1000.0) as parts:
        codes = {await open_table(parts) for _ in range(2)}
        for code in codes:
            await note(parts.hall.journal, TableClosed(at=1000.5, by="p-ann", table=code))
        await note(parts.hall.journal, EverythingReset(at=1000.5, by="p-ann"))
    async with opened(tmp_path, at=1000.5 + RECENT + 1) as parts:
        await finish_closing(parts.hall)
        assert tables(parts) == codes


@in_a_loop
async def test_a_hall_whose_log_of_acts_is_damaged_starts_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, at=1000.0) as parts:
        code = await open_table(parts)
        await note(parts.hall.journal, EverythingReset(at=1000.5, by="p-ann"))
    with closing(sqlite3.connect(tmp_path / "journal.db")) as journal, journal:
        assert journal.execute("UPDATE records SET body = 'rubbish' WHERE name = ''").rowcount == 1
    async with opened(tmp_path, at=1001.0) as parts:
        await finish_closing(parts.hall)
        assert tables(parts) == {code}
    assert "cannot be read: restore journal.db from a backup" in caplog.text
