"""Whole games by real people over real sockets."""

import asyncio

import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from tests.server.kit import awaited, finish, guests, in_a_loop, over, step


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
@in_a_loop
async def test_three_people_and_a_bot_play_a_whole_game_and_see_the_same_in_the_end(listing: Listing, url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo") as people:
        ann, ben, cleo = people
        code = await ann.open(listing.name, bots=["normal"])
        await ben.join(code)
        await cleo.join(code)
        await ann.do(code, "start")
        await asyncio.gather(*(finish(person, code) for person in people))
        assert all(person.tables[code]["waiting"]["type"] == "over" for person in people)
        assert ann.tables[code] == ben.tables[code] == cleo.tables[code]


@in_a_loop
async def test_folding_the_changes_gives_what_latecomers_are_shown(url: str) -> None:
    """At every version of a game that has something of everything."""
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("three_dice")
        await ben.join(code)
        await ann.do(code, "start")
        while not over(ann, code):
            for person in (ann, ben):
                await person.catch_up()
                if awaited(person, code) and not over(person, code):
                    await step(person, code)
                    await ann.catch_up()
                    folded = ann.tables[code], ann.mine[code]
                    await ann.ask("watch", table=code)
                    assert (ann.tables[code], ann.mine[code]) == folded
