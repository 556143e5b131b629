"""Rated and unrated games over the socket: who makes a game rated, where it is shown, and what it changes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from tests.server.inside import Inside, inside
from tests.server.kit import SHORT, Client, begin, finish_together, guests, in_a_loop, refused, rows


@asynccontextmanager
async def a_hall(accounts: int) -> AsyncIterator[tuple[Inside, list[Client]]]:
    """Ann and Ben are here; the first of them have accounts."""
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as people:
        for person in people[:accounts]:
            await hall.parts.accounts.register(person.me, person.name, None)
        yield hall, people


async def ratings(hall: Inside, *people: Client) -> list[float]:
    """Of all games together, once everything is counted."""
    await hall.parts.results.catch_up()
    async with httpx.AsyncClient(base_url=hall.url, verify=False) as http:
        profiles = [(await http.get(f"/api/people/{person.me}")).json() for person in people]
    assert all(profile["overall"]["games"] == 1 for profile in profiles)
    return [profile["overall"]["rating"] for profile in profiles]


@in_a_loop
async def test_a_public_game_of_two_accounts_changes_their_ratings() -> None:
    async with a_hall(accounts=2) as (hall, (ann, ben)):
        code = await begin(ann, ben, options=SHORT)
        assert ann.events(code, "game_started")[0]["rated"]
        assert ben.tables[code]["rated"]
        await finish_together(code, ann, ben)
        assert await ratings(hall, ann, ben) != [1000, 1000]


@in_a_loop
async def test_a_public_game_with_one_account_counts_and_changes_no_rating() -> None:
    async with a_hall(accounts=1) as (hall, (ann, ben)):
        code = await begin(ann, ben, options=SHORT)
        assert not ann.events(code, "game_started")[0]["rated"]
        assert not ben.tables[code]["rated"]
        await finish_together(code, ann, ben)
        assert await ratings(hall, ann, ben) == [1000, 1000]


@in_a_loop
async def test_a_private_game_changes_no_rating_unless_its_host_says_so() -> None:
    async with a_hall(accounts=2) as (hall, (ann, ben)):
        code = await begin(ann, ben, options=SHORT, public=False)
        await finish_together(code, ann, ben)
        assert await ratings(hall, ann, ben) == [1000, 1000]
    async with a_hall(accounts=2) as (hall, (ann, ben)):
        code = await begin(ann, ben, options=SHORT, public=False, rated=True)
        await finish_together(code, ann, ben)
        assert await ratings(hall, ann, ben) != [1000, 1000]


@in_a_loop
async def test_the_list_of_tables_says_which_are_rated_and_which_show_the_odds() -> None:
    async with a_hall(accounts=0) as (hall, (ann, ben)):
        await ben.ask("enter_hall")
        usual, unrated, odds = [await ann.open("peril", **given) for given in ({}, {"rated": False}, {"odds": True})]
        await ben.until(lambda: len(rows(ben)) == 3)
        listed = {code: (row["rated"], row["odds"]) for code, row in rows(ben).items()}
        assert listed == {usual: (True, False), unrated: (False, False), odds: (False, True)}
        async with httpx.AsyncClient(base_url=hall.url, verify=False) as http:
            told = {row["table"]: (row["rated"], row["odds"]) for row in (await http.get("/api/tables")).json()}
            assert told == listed
        await ben.join(usual)
        await ann.do(usual, "start")
        await ben.until(lambda: rows(ben)[usual]["state"] == "playing")
        assert not rows(ben)[usual]["rated"]  # two guests play


@in_a_loop
async def test_a_table_with_odds_that_should_be_rated_is_refused() -> None:
    async with a_hall(accounts=0) as (_, (ann, _ben)):
        refusal = await refused(ann.open("peril", rated=True, odds=True))
        assert refusal.reason == "rated_odds"
        code = await ann.open("peril")
        setting = ann.tables[code]["setting"]
        assert (await refused(ann.do(code, "configure", setting=setting | {"rated": True, "odds": True}))).reason == (
            "rated_odds"
        )
        await ann.do(code, "configure", setting=setting | {"odds": True})
        await ann.until(lambda: ann.tables[code]["setting"]["odds"])
