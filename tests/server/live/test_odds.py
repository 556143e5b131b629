"""Odds over the socket and HTTP: who gets which, where there are none, and how often they are reckoned."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec

from dicehall.odds import odds
from dicehall.odds.models import Budget
from dicehall.odds.oracle import WorkingOracle
from dicehall.ports.odds import Estimate, Odds, OptionOdds
from dicehall.rules.bluff import CallBluff
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Seat
from dicehall.server.live.odds import padded
from dicehall.table.live.workers import Processes
from tests.server.inside import Inside, inside
from tests.server.kit import (
    PATIENCE,
    SHORT,
    Client,
    Message,
    RunningHall,
    begin,
    come_in,
    finish_together,
    guests,
    in_a_loop,
    refused,
)


class Counting:
    """Reckons a little, when it is told to, and remembers who was asked for."""

    def __init__(self, *, waits: bool = False) -> None:
        self.asked: list[tuple[Seat | None, str]] = []
        self.go_on = asyncio.Event()
        if not waits:
            self.go_on.set()

    async def odds(self, game: Game[Any], view: View[Any, Any, Any], seat: Seat | None, seed: str) -> Odds:
        self.asked.append((seat, seed))
        await self.go_on.wait()
        return odds(game, view, seat, Random(seed), budget=Budget(5, 40))

    async def chances(self, game: Game[Any], view: View[Any, Any, Any], seed: str) -> Odds:
        return await self.odds(game, view, None, seed)

    def close(self) -> None: ...


class Failing(Counting):
    async def odds(self, game: Game[Any], view: View[Any, Any, Any], seat: Seat | None, seed: str) -> Odds:
        raise OSError("the process is gone")


@asynccontextmanager
async def playing(oracle: Any, **fields: Any) -> AsyncIterator[tuple[Inside, str, Client, Client]]:
    """Ann and Ben play MindRoll at a table with odds."""
    async with inside(oracle=oracle) as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, options=SHORT, **{"odds": True, **fields})
        yield hall, code, ann, ben


async def told(client: Client, code: str) -> Message:
    await client.ask("odds", table=code)
    return client.all("odds")[-1]


async def fetched(hall: Inside, path: str, cookie: str | None = None) -> httpx.Response:
    headers = {"Cookie": cookie} if cookie else {}
    async with httpx.AsyncClient(base_url=hall.url, verify=False, headers=headers) as http:
        return await http.get(path)


@in_a_loop
async def test_a_player_gets_their_own_seat_and_a_spectator_what_is_public() -> None:
    async with playing(oracle := Counting()) as (hall, code, ann, ben):
        for seat, player in enumerate((ann, ben)):
            answer = await told(player, code)
            assert (answer["table"], answer["version"]) == (code, player.tables[code]["version"])
            assert answer["odds"]["seat"] == seat
            assert bool(answer["odds"]["options"]) == bool(player.options(code))
        for name in ("Eve", None):
            spectator = await come_in(hall.url, name)
            await spectator.ask("watch", table=code)
            answer = await told(spectator, code)
            assert (answer["odds"]["seat"], answer["odds"]["options"]) == (None, [])
            await spectator.close()
        assert [seat for seat, _ in oracle.asked] == [0, 1, None]


@in_a_loop
async def test_http_gives_the_same_and_takes_no_other_seat() -> None:
    async with playing(Counting()) as (hall, code, ann, _ben):
        mine = await told(ann, code)
        answer = await fetched(hall, f"/api/tables/{code}/odds", ann.cookie)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert answer.json() == {key: mine[key] for key in ("version", "odds", "padding")}
        public = await fetched(hall, f"/api/tables/{code}/odds?seat=0")
        assert public.json()["odds"]["seat"] is None, "there is no way to ask for a seat"


@in_a_loop
async def test_a_hundred_questions_are_one_computation() -> None:
    async with playing(oracle := Counting(waits=True)) as (_hall, code, ann, ben):
        asking = [asyncio.create_task(person.ask("odds", table=code)) for _ in range(50) for person in (ann, ben)]
        await ann.catch_up()
        await ben.catch_up()
        oracle.go_on.set()
        await asyncio.gather(*asking)
        assert len(ann.all("odds")) == len(ben.all("odds")) == 50
        assert sorted(seat for seat, _ in oracle.asked if seat is not None) == [0, 1]


@in_a_loop
async def test_moves_go_on_while_odds_are_reckoned_and_a_late_question_is_stale() -> None:
    async with playing(oracle := Counting(waits=True)) as (_hall, code, ann, ben):
        first = asyncio.create_task(ann.ask("odds", table=code))
        await ann.catch_up()
        late = asyncio.create_task(refused(ben.ask("odds", table=code)))
        await ben.catch_up()
        mover = ann if ann.options(code) else ben
        await mover.do(code, "move", moves=[mover.options(code)[0]])
        oracle.go_on.set()
        await first
        assert (await late).reason == "stale"
        assert ann.all("odds")[-1]["version"] < ann.tables[code]["version"]
        assert (await told(ben, code))["version"] == ben.tables[code]["version"]


@in_a_loop
async def test_there_are_none_at_a_table_without_them() -> None:
    async with playing(oracle := Counting(), odds=False) as (hall, code, ann, _ben):
        assert (await refused(ann.ask("odds", table=code))).reason == "no_odds"
        answer = await fetched(hall, f"/api/tables/{code}/odds", ann.cookie)
        assert (answer.status_code, answer.json()["reason"]) == (409, "no_odds")
        assert not oracle.asked


@in_a_loop
async def test_a_rated_table_never_shows_them() -> None:
    async with inside(oracle=Counting()) as hall, guests(hall.url, "Ann") as (ann,):
        answer = await refused(ann.open("mindroll", odds=True, rated=True))
        assert answer.reason == "rated_odds"


@in_a_loop
async def test_there_are_none_before_a_game_and_after_it() -> None:
    async with inside(oracle=Counting()) as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("mindroll", options=SHORT, odds=True)
        assert (await refused(ann.ask("odds", table=code))).reason == "no_game"
        await ben.join(code)
        await ann.do(code, "start")
        await ann.hears(code, "game_started")
        await finish_together(code, ann, ben)
        assert (await refused(ann.ask("odds", table=code))).reason == "no_game"
        assert (await fetched(hall, f"/api/tables/{code}/odds")).json()["reason"] == "no_game"


@in_a_loop
async def test_a_stranger_at_a_private_table_learns_nothing() -> None:
    async with playing(oracle := Counting(), public=False) as (hall, code, ann, _ben):
        eve = await come_in(hall.url, "Eve")
        assert (await refused(eve.ask("odds", table=code))).reason == "knocking"
        answer = await fetched(hall, f"/api/tables/{code}/odds", eve.cookie)
        assert (answer.status_code, answer.json()["reason"]) == (403, "knocking")
        nameless = await fetched(hall, f"/api/tables/{code}/odds")
        assert nameless.status_code == 403
        assert not oracle.asked
        key = ann.tables[code]["key"]
        invited = await fetched(hall, f"/api/tables/{code}/odds?k={key}", eve.cookie)
        assert invited.json()["odds"]["seat"] is None
        await eve.close()


@in_a_loop
async def test_one_has_to_watch_the_table_and_not_to_be_kicked() -> None:
    async with playing(Counting()) as (hall, code, ann, _ben):
        eve = await come_in(hall.url, "Eve")
        assert (await refused(eve.ask("odds", table=code))).reason == "not_here"
        await eve.ask("watch", table=code)
        await ann.do(code, "kick", who=eve.me)
        assert (await fetched(hall, f"/api/tables/{code}/odds", eve.cookie)).json()["reason"] == "kicked"
        await eve.close()


@in_a_loop
async def test_a_hall_without_an_oracle_and_one_whose_oracle_fails_say_so() -> None:
    async with playing(None) as (_hall, code, ann, _ben):
        assert "reckons no odds" in str(await refused(ann.ask("odds", table=code)))
    async with playing(Failing()) as (_hall, code, ann, _ben):
        for _ in range(2):
            assert (await refused(ann.ask("odds", table=code))).reason == "no_odds"


@in_a_loop
async def test_another_process_reckons_them_and_an_ended_one_is_replaced() -> None:
    workers = Processes(1)
    oracle = WorkingOracle(workers)
    try:
        async with playing(oracle) as (_hall, code, ann, ben):
            answer = await told(ann, code)
            assert answer["odds"]["playouts"] > 0
            for pid in workers.pids:
                os.kill(pid, signal.SIGKILL)
            assert (await told(ben, code))["odds"]["seat"] == 1
    finally:
        oracle.close()


def test_the_size_of_an_answer_depends_on_nothing_but_its_form() -> None:
    def answer(value: float, *, exact: bool) -> bytes:
        estimate = Estimate(value, value / 3, min(1.0, value * 2), exact=exact, fraction="1/3")
        found = Odds(0, (estimate,) * 3, 0, (OptionOdds(CallBluff(), estimate),), "normal", 60, False, {"a": estimate})
        return msgspec.json.encode(padded(7, found))

    values = (0.0, 1.0, 0.5, 1 / 3, 0.00001, 0.99999, 2 / 7)
    sizes = {len(answer(value, exact=exact)) for value in values for exact in (True, False)}
    assert len(sizes) == 1


@in_a_loop
async def test_the_other_process_ends_with_a_hall_that_is_killed(tmp_path: Path) -> None:
    """It holds what the hall printed to: reading that would never end."""
    with RunningHall(tmp_path / "data", "--fast") as hall:
        async with guests(hall.url, "Ann", "Ben") as (ann, ben):
            code = await begin(ann, ben, options=SHORT, odds=True)
            assert (await told(ann, code))["odds"]["seat"] == 0
        hall.process.send_signal(signal.SIGKILL)
        await asyncio.to_thread(hall.process.communicate, timeout=PATIENCE)
