"""Giving up every occupant, for those who go for good and for those who are banned alike."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
import pytest

from dicehall.ports import Append, JournalError, Unwritable
from dicehall.server.admin.resets import close_damaged
from dicehall.server.app.parts import Parts
from dicehall.server.services.leaving import answer_of, leave_all_tables
from dicehall.server.services.problems import Problem
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Setting
from dicehall.table.live.table import MOST_QUEUED, LiveTable, Reply
from tests.server.administrators import ban
from tests.server.browser import account, me, problem
from tests.server.inside import StillJournal, inside
from tests.server.kit import Client, begin, come_in, guests, in_a_loop, refused

ANN, BEN = "p-ann", "p-ben"


class FullJournal(StillJournal):
    """Takes notes, and once it is full nothing else."""

    full = False

    def _write(self, append: Append) -> JournalError | None:
        return Unwritable("the hall cannot write: nothing was played") if self.full else super()._write(append)


async def ann_invites_ben(parts: Parts) -> LiveTable:
    opened: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    command = commands.Open(Setting(game="peril", seats=4), invite=(BEN,))
    live = await parts.hall.open(ANN, command, opened.set_result)
    assert isinstance(await opened, Decided)
    return live


def unheard(_answer: Decided | Refused) -> None:
    pass


# Every occupant


@in_a_loop
async def test_an_invitation_is_declined_also_where_much_was_asked_before() -> None:
    async with inside() as hall:
        live = await ann_invites_ben(hall.parts)
        live.ask(ANN, commands.AddBot(), unheard)
        for _ in range(MOST_QUEUED):
            live.ask(BEN, commands.Throw(), unheard)
        await leave_all_tables(hall.parts.hall, BEN)
        assert live.table.invited == ()


@pytest.mark.parametrize("who", [ANN, BEN])
@in_a_loop
async def test_a_disk_that_cannot_be_written_is_told_with_the_table_and_what_was_done_before(who: str) -> None:
    async with inside() as hall:
        live = await ann_invites_ben(hall.parts)
        hall.journal.writable = False
        with pytest.raises(Problem) as told:
            await leave_all_tables(hall.parts.hall, who, "So far so good. ")
        assert (told.value.status, told.value.reason) == (503, "unwritable")
        assert told.value.detail.startswith(f"So far so good. Nothing has changed at table {live.code.upper()}. ")
        hall.journal.writable = True
        await leave_all_tables(hall.parts.hall, who)
        assert live.table.closed == (who == ANN), "nobody else sits there"
        assert who not in live.table.invited


@in_a_loop
async def test_an_administrator_is_told_that_the_ban_holds_where_a_seat_could_not_be_given_up() -> None:
    journal = FullJournal()
    async with inside(journal=journal) as hall, account(hall.url, "Chief") as http:
        await hall.parts.accounts.appoint((await me(http))["id"], "administrator")
        mallory = await come_in(hall.url, "Mallory")
        code = await mallory.open("peril")
        journal.full = True
        answer = await ban(http, "Mallory")
        assert problem(answer) == (503, "unwritable")
        assert answer.json()["detail"].startswith(f"Mallory is banned. Nothing has changed at table {code.upper()}. ")
        assert await hall.parts.accounts.ban_of(mallory.me) == "Shouting at people"
        await mallory.close()


async def cleo_could_go_and_the_rest_could_not_begin(*people: Client) -> str:
    """The options fit three; all but Cleo want to play again."""
    ann, ben, cleo = people
    code = await begin(ann, ben, cleo, game="bluff", options={"games_won": [0, 0, 0]}, seats=4)
    await ann.do(code, "reset")
    await ann.do(code, "ready")
    await ben.do(code, "ready")
    return code


@pytest.mark.parametrize("how", ["leaves", "is kicked", "is forgotten", "is banned"])
@in_a_loop
async def test_anyone_who_goes_is_gone_also_where_the_rest_cannot_begin(how: str) -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben", "Cleo") as people, account(hall.url, "Chief") as http:
        ann, _, cleo = people
        code = await cleo_could_go_and_the_rest_could_not_begin(*people)
        await hall.parts.accounts.appoint((await me(http))["id"], "administrator")
        match how:
            case "leaves":
                await cleo.do(code, "leave")
            case "is kicked":
                await ann.do(code, "kick", who=cleo.me)
            case "is forgotten":
                async with httpx.AsyncClient(base_url=hall.url, headers={"Cookie": cleo.cookie or ""}) as cleos:
                    assert (await cleos.delete("/api/me")).status_code == 204
            case _:
                assert (await ban(http, cleo.me)).status_code == 201
        await ann.catch_up()
        assert [occupant["who"] for occupant in ann.tables[code]["seated"]] == ["p-ann", "p-ben"]
        assert "games_won" in str(await refused(ann.do(code, "start")))


@in_a_loop
async def test_a_table_that_would_not_let_someone_go_is_told_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stubborn(_live: LiveTable, _who: str, _command: commands.Leave, reply: Reply) -> None:
        reply(Refused("bad_request", "Nobody knows why."))

    async with inside() as hall:
        live = await ann_invites_ben(hall.parts)
        with monkeypatch.context() as patched:
            patched.setattr(LiveTable, "ask", stubborn)
            await leave_all_tables(hall.parts.hall, ANN)
            await leave_all_tables(hall.parts.hall, "p-nobody")
        (line,) = [record for record in caplog.records if record.levelname == "ERROR"]
        assert {"event": "seat_kept", "table": live.code, "person": ANN}.items() <= vars(line).items()


# Anyone who asked has gone away


@asynccontextmanager
async def without_faults() -> AsyncIterator[None]:
    """Nothing fails in the loop where nobody would hear of it."""
    faults: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: faults.append(context))
    yield
    loop.set_exception_handler(None)
    assert faults == []


async def gone_at_once(asking: "asyncio.Task[Any]") -> None:
    """It is asked, and before the answer is there nobody waits for it any more."""
    await asyncio.sleep(0)
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    assert asking.cancelled()


@in_a_loop
async def test_a_table_goes_on_where_nobody_waits_for_its_answer() -> None:
    async with inside() as hall:
        live = await ann_invites_ben(hall.parts)
        async with without_faults():
            await gone_at_once(asyncio.create_task(answer_of(live, ANN, commands.AddBot())))
            assert isinstance(await answer_of(live, ANN, commands.AddBot()), Decided)
        assert len(live.table.seated) == 3, "what was asked for is done all the same"


@in_a_loop
async def test_a_damaged_table_is_closed_also_where_nobody_waits_for_it() -> None:
    async with inside() as hall:
        live = await ann_invites_ben(hall.parts)
        async with without_faults():
            await gone_at_once(asyncio.create_task(close_damaged(hall.parts.hall, hall.parts.people, live.code)))
            await asyncio.sleep(0)
        assert await hall.journal.heads() == []
