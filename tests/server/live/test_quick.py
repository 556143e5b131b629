"""Quick matches over the socket, and the same again when a game is over."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from dicehall.table.core.log import QUICK_WAIT
from dicehall.table.live.matching import NEAR
from tests.server.browser import account, cookie, take_over, visitor
from tests.server.inside import inside
from tests.server.kit import SHORT, Client, begin, come_in, finish_together, guests, in_a_loop, refused, rows
from tests.server.results.test_leaderboard import ends
from tests.store.evenings import game


@in_a_loop
async def test_two_people_in_a_hurry_meet_at_one_table_and_bots_fill_it_up(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Hal") as (ann, ben, hal):
        await hal.ask("enter_hall")
        code = (await ann.ask("quick", game="stlucia"))["table"]
        await hal.until(lambda: code in rows(hal))
        assert rows(hal)[code]["host"] is None
        assert (await ben.ask("quick", game="stlucia"))["table"] == code
        await ann.ask("watch", table=code)
        await ben.ask("watch", table=code)
        table = ann.tables[code]
        assert round(table["fills_at"] - ann.all("table")[-1]["now"], 1) <= QUICK_WAIT, "the wait is seen"
        assert rows(hal)[code]["fills_at"] == table["fills_at"]
        assert table["setting"]["clock"] == 60
        assert not any(occupant["ready"] for occupant in table["seated"]), (
            "nobody has to be, where the clock begins the game"
        )
        assert (await ann.ask("quick", game="stlucia"))["table"] == code, "asking twice takes no second occupant"
        assert (await refused(hal.do(code, "hurry"))).reason == "not_seated"
        await ben.do(code, "hurry")
        started = await ann.hears(code, "game_started")
        assert started["seats"] == [ann.me, ben.me, "bot:Fox", "bot:Otter"]
        assert (await refused(ben.do(code, "hurry"))).reason == "not_waiting"
        assert (await refused(ann.do(code, "kick", who=ben.me))).reason == "not_host", "it is the hall's own"
        assert (await hal.ask("quick", game="stlucia"))["table"] != code, "the next ones get another table"


@in_a_loop
async def test_anyone_who_wants_any_game_goes_where_people_wait(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = (await ann.ask("quick", game="three_dice"))["table"]
        assert (await ben.ask("quick", game="three_dice"))["table"] == code
        assert (await cleo.ask("quick"))["table"] == code
        await cleo.ask("watch", table=code)
        await cleo.do(code, "hurry")
        await cleo.hears(code, "game_started")
        assert "the games are peril" in str(await refused(cleo.ask("quick", game="ludo")))


@in_a_loop
async def test_a_quick_table_that_is_full_begins_at_once(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo", "Dan", "Eve") as people:
        codes = [(await person.ask("quick", game="bluff"))["table"] for person in people]
        assert len(set(codes[:4])) == 1
        assert codes[4] != codes[0]
        await people[4].ask("watch", table=codes[0])
        assert people[4].tables[codes[0]]["players"] == [person.me for person in people[:4]]
        await people[4].do(codes[4], "leave")


@in_a_loop
async def test_two_people_who_want_no_bots_wait_for_each_other(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        wish = {"game": "mindroll", "seats": 2, "bots": False}
        code = (await ann.ask("quick", **wish))["table"]
        assert (await cleo.ask("quick", game="mindroll"))["table"] != code, "she would play with bots"
        await ann.ask("watch", table=code)
        table = ann.tables[code]
        assert (table["fills_at"], table["setting"]["seats"], table["setting"]["people_only"]) == (None, 2, True)
        assert (await refused(ann.do(code, "hurry"))).reason == "too_few"
        assert (await ben.ask("quick", **wish))["table"] == code
        assert (await ann.hears(code, "game_started"))["seats"] == [ann.me, ben.me]
        assert (await refused(ann.ask("quick", seats=3))).reason == "bad_message"


@in_a_loop
async def test_a_finished_table_offers_the_same_again_to_the_same_people(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, bots=["normal"], game="mindroll", options=SHORT)
        assert (await refused(ann.do(code, "rematch"))).reason == "game_running"
        await finish_together(code, ann, ben)
        await ben.do(code, "rematch")
        assert (await refused(ben.do(code, "rematch"))).reason == "already"
        assert len(ann.events(code, "game_started")) == 1, "Ann is awaited"
        await ann.do(code, "rematch")
        await ben.until(lambda: len(ben.events(code, "game_started")) == 2)
        first, second = ben.events(code, "game_started")
        assert (second["seats"], second["options"], second["number"]) == (first["seats"], first["options"], 2)


@in_a_loop
async def test_where_many_people_come_those_of_like_rating_meet_h_13() -> None:
    wish = {"game": "bluff", "seats": 2}
    async with (
        inside() as hall,
        guests(hall.url, "Ann", "Ben", "Cleo") as (ann, ben, cleo),
        signed_in(hall.url, "Strong") as strong,
        signed_in(hall.url, "Weak") as weak,
        signed_in(hall.url, "Stronger") as stronger,
        signed_in(hall.url, "Weaker") as weaker,
    ):
        for one, other in ((strong, weak), (stronger, weaker), (strong, weaker), (stronger, weak)):
            await ends(hall, game([1, 2], "bluff", seats=(one.me, other.me)))
        best, worst = [await hall.parts.results.rating(each.me, "bluff") for each in (strong, weak)]
        assert (best or 0) - (worst or 0) > 2 * NEAR
        first = (await weak.ask("quick", **wish))["table"]
        assert (await strong.ask("quick", **wish))["table"] == first, "few people come: whoever is there will do"
        second = (await ann.ask("quick", **wish))["table"]
        assert (await ben.ask("quick", **wish))["table"] == second
        third = (await weaker.ask("quick", **wish))["table"]
        fourth = (await stronger.ask("quick", **wish))["table"]
        assert third != fourth, "many people come: a better match is worth a few seconds"
        assert (await stronger.ask("quick", **wish))["table"] == fourth, "asking twice takes no second seat"
        assert (await cleo.ask("quick", **wish))["table"] not in (first, second)


@pytest.mark.parametrize("bots", [True, False])
@in_a_loop
async def test_a_quick_match_brings_nobody_together_with_someone_they_have_blocked_h_13(bots: bool) -> None:
    wish = {"game": "bluff", "seats": 2, "bots": bots}
    async with inside() as hall, signed_in(hall.url, "Ann") as ann, signed_in(hall.url, "Ben") as ben:
        async with visitor(hall.url) as browser:
            take_over(browser, ann.cookie or "")
            (await browser.put(f"/api/me/blocks/{ben.me}")).raise_for_status()
        code = (await ann.ask("quick", **wish))["table"]
        other = (await ben.ask("quick", **wish))["table"]
        assert other != code
        assert (await ben.ask("quick", **wish))["table"] == other
        async with guests(hall.url, "Cleo") as (cleo,):
            assert (await cleo.ask("quick", **wish))["table"] in (code, other)


@asynccontextmanager
async def signed_in(url: str, name: str) -> AsyncIterator[Client]:
    async with account(url, name) as browser:
        client = await come_in(url, cookie=cookie(browser))
        try:
            yield client
        finally:
            await client.close()
