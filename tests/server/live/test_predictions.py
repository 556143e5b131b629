"""Predictions over real sockets: who may, what others can see and when, how a pool closes, and what it pays."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from dicehall.evenings.live.book_door import BOOK
from dicehall.evenings.live.logs import read_back
from dicehall.evenings.live.predictions import FORM
from dicehall.evenings.predictions.events import ALLOWANCE
from dicehall.ports.odds import Estimate, Odds
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Seat
from dicehall.server.live import rooms
from tests.server.browser import account, cookie, log_in
from tests.server.inside import Inside, inside
from tests.server.kit import (
    Client,
    Message,
    RunningHall,
    all_caught_up,
    awaited,
    begin,
    come_in,
    finish_together,
    guests,
    in_a_loop,
    over,
    refused,
    step,
)

PERIL: dict[str, Any] = {"game": "peril", "options": {"starting_lives": 2}, "rated": False}


class Foreseeing:
    """An oracle that says what the test says."""

    def __init__(self, *wins: float) -> None:
        self.wins = wins
        self.asked = 0

    async def odds(self, game: Game[Any], view: View[Any, Any, Any], seat: Seat | None, seed: str) -> Odds:
        self.asked += 1
        wins = tuple(Estimate(value, value, value, exact=True) for value in self.wins)
        return Odds(seat, wins, None, (), "any", 0, open_end=False, risks={})

    async def chances(self, game: Game[Any], view: View[Any, Any, Any], seed: str) -> Odds:
        assert view.mine is None, "only what everyone knows goes in"
        return await self.odds(game, view, None, seed)

    def close(self) -> None: ...


@asynccontextmanager
async def playing(oracle: Foreseeing | None = None, **fields: Any) -> AsyncIterator[tuple[Inside, str, list[Client]]]:
    """Ann and Ben play; Eve, Flo and someone without a name watch."""
    async with inside(oracle=oracle) as hall, guests(hall.url, "Ann", "Ben", "Eve", "Flo") as people:
        nobody = await come_in(hall.url)
        code = await begin(*people[:2], **{**PERIL, **fields})
        for spectator in (*people[2:], nobody):
            await spectator.ask("watch", table=code)
            await spectator.message("pool")
        yield hall, code, [*people, nobody]
        await nobody.close()


async def predict(who: Client, code: str, seat: int = 0, chips: int = 10, chance: int = 45) -> Message:
    return await who.ask("predict", table=code, seat=seat, chips=chips, chance=chance)


def pool(who: Client) -> Message:
    return who.all("pool")[-1]


async def stands(who: Client, status: str, **fields: Any) -> Message:
    """Wait until the last word of the pool is this."""

    def found() -> Message | None:
        told = pool(who)
        return told if told["status"] == status and all(told[name] == fields[name] for name in fields) else None

    return dict(await who.until(found))


async def a_life_is_lost(code: str, *players: Client) -> None:
    while pool(players[0])["status"] == "open":
        for player in players:
            await player.catch_up()
            if awaited(player, code):
                await step(player, code)


def chips_of(hall: Inside) -> int:
    return hall.parts.predictions.book.chips


@in_a_loop
async def test_a_pool_is_told_open_hidden_then_shown_then_paid() -> None:
    async with playing() as (hall, code, [ann, ben, eve, flo, nobody]):
        assert pool(eve) == {
            "type": "pool", "table": code, "game": 1, "status": "open", "why": None, "count": 0, "pot": 0,
            "seats": None, "winners": None, "mine": None, "purse": ALLOWANCE, "may": True, "why_not": None,
        }  # fmt: skip
        await predict(eve, code, 0, 30, 80)
        await predict(flo, code, 1, 10, 20)
        await predict(flo, code, 1, 20, 30)
        told = await stands(eve, "open", count=2, pot=50)
        assert (told["mine"], told["purse"], told["seats"]) == (
            {"seat": 0, "chips": 30, "chance": 80, "paid": None}, ALLOWANCE - 30, None,
        )  # fmt: skip
        assert (await stands(nobody, "open", count=2))["mine"] is None
        await a_life_is_lost(code, ann, ben)
        told = await stands(eve, "closed", why="declared")
        assert told["seats"] == [{"chips": 30, "count": 1}, {"chips": 20, "count": 1}]
        assert (await refused(predict(eve, code))).reason == "pool_closed"
        await finish_together(code, ann, ben)
        winner = ann.tables[code]["waiting"]["places"].index(1)
        for who, seat, stake in ((eve, 0, 30), (flo, 1, 20)):
            told = await stands(who, "settled", winners=[winner])
            paid = 50 if seat == winner else 0
            assert told["mine"]["paid"] == paid
            assert told["purse"] == ALLOWANCE - stake + paid
        assert chips_of(hall) == 2 * ALLOWANCE
        assert all(
            told["seats"] is None for who in (eve, flo, nobody) for told in who.all("pool") if told["status"] == "open"
        )


@in_a_loop
async def test_what_one_chooses_nobody_else_hears_of_while_it_is_open_not_by_a_byte_and_not_by_a_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rooms, "SETTLE", 0.0)  # who has come is told before anything else
    told: list[list[bytes]] = []
    lengths: list[list[int]] = []
    for seat, chance in ((0, 5), (1, 99)):
        async with playing() as (_hall, code, [ann, ben, eve, flo, nobody]):
            others = (ann, ben, flo, nobody)
            await all_caught_up(*others, eve)
            before = {who: len(who.raw) for who in (*others, eve)}
            await predict(eve, code, seat, 10, chance)
            await predict(eve, code, 1 - seat, 10, chance)
            await all_caught_up(*others, eve)
            told.append([frame for who in others for frame in who.raw[before[who] :]])
            lengths.append([len(frame) for frame in eve.raw[before[eve] :]])
    assert told[0] == told[1]
    assert lengths[0] == lengths[1]
    assert any(b'"pool"' in frame for frame in told[0]), "that somebody has predicted is told"


@in_a_loop
async def test_w_07_players_cannot_predict_nor_can_who_has_left_nor_nobody() -> None:
    async with playing() as (_hall, code, [ann, ben, eve, _flo, nobody]):
        assert (pool(ann)["may"], pool(ann)["why_not"]) == (False, "player")
        assert (pool(nobody)["may"], pool(nobody)["why_not"], pool(nobody)["purse"]) == (False, "nameless", None)
        assert (await refused(predict(ann, code))).reason == "player"
        assert (await refused(predict(nobody, code))).reason == "no_name"
        await predict(eve, code)
        await ben.do(code, "stand")
        told = await stands(eve, "void", why="left", purse=ALLOWANCE)
        assert told["mine"]["paid"] == 10
        assert (await refused(predict(ben, code))).reason in ("player", "no_game")


@in_a_loop
async def test_w_07_signing_in_as_somebody_else_in_the_browser_of_a_player_does_not_help() -> None:
    async with inside() as hall, account(hall.url, "Otter Pup") as home, guests(hall.url, "Ann", "Flo") as [ann, flo]:
        await home.delete("/api/sessions")
        async with account(hall.url, "Fox Pup") as browser:
            fox = await come_in(hall.url, cookie=cookie(browser))
            code = await begin(ann, fox, **PERIL)
            assert (await log_in(browser, "Otter Pup")).status_code == 201
            otter = await come_in(hall.url, cookie=cookie(browser))
            await otter.ask("watch", table=code)
            told = await otter.message("pool")
            assert (told["may"], told["why_not"]) == (False, "player")
            assert (await refused(predict(otter, code))).reason == "player"
            await flo.ask("watch", table=code)
            await predict(flo, code)
            await otter.close()
            await fox.close()


@in_a_loop
async def test_w_07_signing_out_first_and_coming_back_as_a_guest_does_not_help_either() -> None:
    async with inside() as hall, account(hall.url) as browser, guests(hall.url, "Ann", "Flo") as [ann, flo]:
        fox = await come_in(hall.url, cookie=cookie(browser))
        code = await begin(ann, fox, **PERIL)
        await browser.delete("/api/sessions")
        assert (await browser.post("/api/guests", json={"name": "Gus"})).status_code == 201
        gus = await come_in(hall.url, cookie=cookie(browser))
        await gus.ask("watch", table=code)
        told = await gus.message("pool")
        assert (told["may"], told["why_not"]) == (False, "player")
        assert (await refused(predict(gus, code))).reason == "player"
        await flo.ask("watch", table=code)
        await predict(flo, code)
        await gus.close()
        await fox.close()


@in_a_loop
async def test_what_cannot_be_predicted_is_refused() -> None:
    async with playing() as (_hall, code, [_ann, _ben, eve, *_]):
        for wanted, reason in (
            ({"seat": 2}, "bad_seat"),
            ({"chips": 0}, "bad_stake"),
            ({"chips": 101}, "bad_stake"),
            ({"chance": 0}, "bad_chance"),
            ({"chance": 100}, "bad_chance"),
            ({"seat": -1}, "bad_message"),
        ):
            assert (await refused(predict(eve, code, **wanted))).reason == reason, wanted


@in_a_loop
async def test_predictions_need_a_table_that_is_watched_a_running_game_and_enough_chips() -> None:
    async with playing() as (hall, code, [_ann, _ben, eve, flo, _]), guests(hall.url, "Ida", "Jim") as [ida, jim]:
        assert (await refused(predict(ida, code))).reason == "not_here"
        lobby = await ida.open("peril")
        assert (await refused(predict(ida, lobby))).reason == "no_game"
        await predict(eve, code, chips=60)
        other = await begin(ida, jim, **PERIL)
        await eve.ask("watch", table=other)
        assert (await refused(predict(eve, other, chips=41))).reason == "too_few_chips"
        await predict(eve, other, chips=40)
        await eve.until(lambda: pool(eve)["table"] == other and pool(eve)["purse"] == 0)
        assert chips_of(hall) == ALLOWANCE
        assert pool(flo)["purse"] == ALLOWANCE


@in_a_loop
async def test_w_01_a_pool_closes_when_what_everyone_knows_makes_someone_too_likely_to_win() -> None:
    oracle = Foreseeing(0.5, 0.5)
    async with playing(oracle) as (hall, code, [ann, ben, eve, flo, _]):
        assert oracle.asked == 0, "nobody has predicted, so there is nothing to close"
        await predict(eve, code)
        oracle.wins = (0.61, 0.39)
        mover = ann if awaited(ann, code) else ben
        await step(mover, code)
        assert (await stands(eve, "closed", why="clear"))["count"] == 1
        assert (await refused(predict(flo, code))).reason == "pool_closed"
        await hall.parts.hall.journal.load(BOOK)
        assert [each.why for each in hall.parts.predictions.book.pools.values()] == ["clear"]
        before = oracle.asked
        await step(ann if awaited(ann, code) else ben, code)
        assert oracle.asked == before, "a pool that is closed stays so, and nothing is reckoned any more"


@in_a_loop
async def test_w_01_where_it_is_clear_from_the_start_the_first_prediction_is_refused_and_nothing_is_staked() -> None:
    async with playing(Foreseeing(0.9, 0.1)) as (hall, code, [_ann, _ben, eve, flo, _]):
        assert (await refused(predict(eve, code))).reason == "pool_closed"
        await stands(flo, "closed", why="clear", count=0)
        assert hall.parts.predictions.book.version == 0


@in_a_loop
async def test_w_04_the_host_turns_predictions_off_and_on_during_a_game() -> None:
    async with playing() as (hall, code, [ann, _ben, eve, flo, _]):
        await predict(eve, code, chips=30)
        await ann.do(code, "forbid_predictions")
        told = await stands(eve, "void", why="off", purse=ALLOWANCE)
        assert told["mine"]["paid"] == 30
        assert {each["status"] for each in eve.all("pool")} == {"open", "void"}, "not off in between"
        assert (await refused(predict(flo, code))).reason == "predictions_off"
        await ann.do(code, "allow_predictions")
        assert (await stands(eve, "open"))["mine"] is None
        await predict(flo, code)
        await stands(eve, "open", count=1)
        assert chips_of(hall) == 2 * ALLOWANCE


@pytest.mark.parametrize("how", ["reset", "close"])
@in_a_loop
async def test_w_04_a_game_that_is_reset_or_closed_gives_all_stakes_back(how: str) -> None:
    async with playing() as (hall, code, [ann, _ben, eve, *_]):
        await predict(eve, code, chips=30)
        await ann.do(code, how)
        if how == "reset":
            assert (await stands(eve, "void", why="reset", purse=ALLOWANCE))["mine"]["paid"] == 30
        await eve.until(lambda: not hall.parts.predictions.book.pools) if how == "reset" else await settled(hall, eve)
        assert hall.parts.predictions.book.purses == {eve.me: ALLOWANCE}
        assert not hall.parts.predictions.book.records


async def settled(hall: Inside, who: Client) -> None:
    """The table is gone, so nobody is told: ask until it is done."""
    while hall.parts.predictions.book.pools:
        await who.catch_up()


@in_a_loop
async def test_a_pool_is_settled_also_where_nobody_watches_any_more() -> None:
    async with playing() as (hall, code, [ann, ben, eve, *others]):
        await predict(eve, code, chips=30)
        for who in (eve, *others):
            await who.ask("unwatch", table=code)
        await finish_together(code, ann, ben)
        await settled(hall, eve)
        assert sum(hall.parts.predictions.book.purses.values()) == ALLOWANCE
        assert hall.parts.predictions.book.records[eve.me].count == 1


@in_a_loop
async def test_a_rematch_has_a_pool_of_its_own() -> None:
    async with playing() as (_hall, code, [ann, ben, eve, *_]):
        await predict(eve, code)
        await finish_together(code, ann, ben)
        await stands(eve, "settled")
        for who in (ann, ben):
            await who.do(code, "rematch")
        if not over(ann, code):
            await stands(eve, "open", game=2, count=0, mine=None)
        await predict(eve, code)
        await stands(eve, "open", game=2, count=1)


@in_a_loop
async def test_everything_told_is_in_the_log_of_the_hall_and_reads_back_the_same() -> None:
    async with playing() as (hall, code, [ann, ben, eve, flo, _]):
        await predict(eve, code, 0, 30)
        await predict(flo, code, 1, 10)
        assert await read_back(hall.journal, BOOK, FORM) == hall.parts.predictions.book
        await finish_together(code, ann, ben)
        await stands(flo, "settled")
        assert await read_back(hall.journal, BOOK, FORM) == hall.parts.predictions.book


@in_a_loop
async def test_an_operator_can_do_without_predictions(tmp_path: Path) -> None:
    """The page shows neither board nor purse then; it goes by what the hall says first."""
    with RunningHall(tmp_path / "data", "--fast", "--no-predictions") as hall:
        async with guests(hall.url, "Ann") as [ann]:
            assert ann.heard[0]["predictions"] is False
