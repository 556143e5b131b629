"""Purses, records and the board over HTTP; and what becomes of them when people or everything are deleted."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from dicehall.evenings.predictions.events import ALLOWANCE
from dicehall.evenings.predictions.scores import FEWEST
from dicehall.server.admin.claim import new_link
from dicehall.table.core.events import Who
from tests.server import foretold
from tests.server.administrators import ban, claim, confirm
from tests.server.browser import PASSWORD, account, cookie, fresh_name, me, visitor
from tests.server.inside import Inside, inside
from tests.server.kit import Client, begin, come_in, finish_together, guests, in_a_loop

PERIL: dict[str, Any] = {"game": "peril", "options": {"starting_lives": 1}, "rated": False}


@asynccontextmanager
async def predicted(hall: Inside, browser: httpx.AsyncClient) -> AsyncIterator[tuple[str, list[Client]]]:
    """Two guests play, and the owner of the browser predicts with 30 chips."""
    eve = await come_in(hall.url, cookie=cookie(browser))
    async with guests(hall.url, "Ann", "Ben") as players:
        code = await begin(*players, **PERIL)
        await eve.ask("watch", table=code)
        await eve.ask("predict", table=code, seat=0, chips=30, chance=70)
        yield code, players
    await eve.close()


async def foretell(hall: Inside, who: Who, chance: int, times: int = FEWEST) -> None:
    """The hall has just read it."""
    await foretold.foretell(hall.journal, who, chance, times)
    await hall.parts.predictions.start()


async def body(http: httpx.AsyncClient, path: str) -> dict[str, Any]:
    answer = await http.get(path)
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


@in_a_loop
async def test_you_see_your_purse_your_open_predictions_and_your_record_and_they_are_in_your_export() -> None:
    async with inside() as hall, account(hall.url) as browser:
        empty = await body(browser, "/api/me/predictions")
        assert (empty["purse"], empty["staked"], empty["predictions"], empty["score"]) == (ALLOWANCE, 0, 0, None)
        assert empty["missing"] == FEWEST
        async with predicted(hall, browser) as (code, players):
            mine = await body(browser, "/api/me/predictions")
            assert (mine["purse"], mine["staked"]) == (ALLOWANCE - 30, 30)
            assert mine["open"] == [{"table": code, "game": 1, "seat": 0, "chips": 30, "chance": 70}]
            assert (await body(browser, "/api/me/export"))["predictions"] == mine
            await finish_together(code, *players)
            while hall.parts.predictions.book.pools:
                await players[0].catch_up()
        mine = await body(browser, "/api/me/predictions")
        assert (mine["staked"], mine["predictions"], mine["open"]) == (0, 1, [])
        assert mine["missing"] == FEWEST - 1
        assert isinstance(mine["score"], float)


@in_a_loop
async def test_predictions_change_no_leaderboard_no_rating_and_no_score_of_the_evening() -> None:
    async with inside() as hall, account(hall.url) as browser, predicted(hall, browser) as (code, players):
        ann = players[0]
        before = [
            await body(browser, path) for path in ("/api/leaderboard", f"/api/people/{(await me(browser))['id']}")
        ]
        await finish_together(code, *players)
        await hall.parts.results.catch_up()
        after = [await body(browser, path) for path in ("/api/leaderboard", f"/api/people/{(await me(browser))['id']}")]
        assert before == after
        assert {who for who, _ in ann.tables[code]["wins"]} == {player.me for player in players}


@in_a_loop
async def test_whoever_deletes_the_account_takes_chips_and_open_predictions_along() -> None:
    async with inside() as hall, account(hall.url) as browser, predicted(hall, browser):
        who = (await me(browser))["id"]
        assert who in hall.parts.predictions.book.purses
        answer = await browser.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert answer.status_code == 204
        book = hall.parts.predictions.book
        assert who not in {*book.purses, *book.given, *book.records}
        assert all(who not in pool.predictions for pool in book.pools.values())
        assert book.chips == 0


@asynccontextmanager
async def an_administrator(hall: Inside) -> AsyncIterator[httpx.AsyncClient]:
    secret = (await new_link(hall.parts.accounts, hall.url)).rpartition("/")[2]
    async with visitor(hall.url) as http:
        (await claim(http, secret, name=fresh_name(), password=PASSWORD)).raise_for_status()
        await confirm(http)
        yield http


@in_a_loop
async def test_w_05_the_board_has_accounts_by_their_scores_and_no_guests_and_nobody_who_is_banned() -> None:
    async with (
        inside() as hall,
        an_administrator(hall) as ada,
        guests(hall.url, "Gus") as [gus],
        account(hall.url) as eve,
        account(hall.url) as flo,
        account(hall.url) as ida,
        account(hall.url) as jim,
    ):
        people = [await me(each) for each in (eve, flo, ida, jim)]
        for who, chance in zip((*(person["id"] for person in people[:3]), gus.me), (60, 90, 80, 99), strict=True):
            await foretell(hall, who, chance)
        await foretell(hall, people[3]["id"], 99, times=FEWEST - 1)
        assert (await ban(ada, people[2]["id"])).status_code < 300
        board = await body(eve, "/api/predictors")
        assert board["fewest"] == FEWEST
        rows = board["rows"]
        assert [(row["rank"], row["name"], row["predictions"]) for row in rows] == [
            (1, people[1]["name"], FEWEST), (2, people[0]["name"], FEWEST),
        ]  # fmt: skip
        assert rows[0]["score"] > rows[1]["score"] > 0


@in_a_loop
async def test_w_08_a_reset_of_the_leaderboard_leaves_purses_alone_and_a_reset_of_everything_empties_them() -> None:
    async with (
        inside() as hall,
        an_administrator(hall) as ada,
        account(hall.url) as browser,
        predicted(hall, browser),
    ):
        for what, chips in (("leaderboard", ALLOWANCE), ("everything", 0)):
            answer = await ada.post("/api/admin/reset", json={"what": what, "confirm": what})
            assert answer.status_code == 200, answer.text
            assert hall.parts.predictions.book.chips == chips
        assert not hall.parts.predictions.book.pools
