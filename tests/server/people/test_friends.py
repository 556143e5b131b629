"""Friends: who is added, who learns where someone is, and what stays private."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from dicehall.ports.ties import MOST_FRIENDS
from tests.server.browser import account, cookie, problem, visitor
from tests.server.inside import inside
from tests.server.kit import Client, come_in, in_a_loop
from tests.server.results.test_leaderboard import ends
from tests.store.evenings import game


@asynccontextmanager
async def window(url: str, http: httpx.AsyncClient) -> AsyncIterator[Client]:
    """A socket of someone who is signed in."""
    client = await come_in(url, cookie=cookie(http))
    try:
        yield client
    finally:
        await client.close()


async def friends(http: httpx.AsyncClient) -> list[dict[str, Any]]:
    answer = await http.get("/api/me/friends")
    answer.raise_for_status()
    found: list[dict[str, Any]] = answer.json()
    return found


async def becomes_friends(one: httpx.AsyncClient, other: str) -> None:
    (await one.put(f"/api/me/friends/{other}")).raise_for_status()


@in_a_loop
async def test_a_friend_is_added_by_name_shown_and_removed() -> None:
    async with inside() as hall, account(hall.url, "Ann") as ann, visitor(hall.url, "Ben") as ben:
        told = (await ann.put("/api/me/friends/ben")).json()
        assert told == {
            "who": "p-ben", "name": "Ben", "friend": True, "mutual": False, "blocked": False,
            "here": None, "table": None,
        }  # fmt: skip
        [friend] = await friends(ann)
        assert (friend["who"], friend["name"], friend["mutual"], friend["here"]) == ("p-ben", "Ben", False, None)
        assert (await ben.get("/api/me/people/p-ann")).json()["mutual"] is False, "he is not told"
        assert (await ann.delete("/api/me/friends/p-ben")).status_code == 204
        assert await friends(ann) == []
        assert problem(await ann.delete("/api/me/friends/p-ben")) == (404, "no_friend")


@in_a_loop
async def test_nobody_adds_themselves_a_stranger_or_more_than_there_is_room_for() -> None:
    async with inside() as hall, account(hall.url, "Ann") as ann, visitor(hall.url, "Gus") as gus:
        assert problem(await ann.put("/api/me/friends/Ann")) == (409, "yourself")
        assert problem(await ann.put("/api/me/friends/Zoe")) == (404, "nobody")
        assert problem(await ann.put("/api/me/friends/bot:Fox")) == (404, "nobody")
        assert problem(await gus.put("/api/me/friends/Ann")) == (403, "no_account"), "a guest's list would soon be lost"
        for number in range(MOST_FRIENDS):
            person, _ = await hall.parts.people.welcome(f"Guest {number}")
            await hall.parts.accounts.ties.add_friend("p-ann", person.id)
        assert problem(await ann.put("/api/me/friends/Gus")) == (409, "too_many")


@in_a_loop
async def test_whether_someone_is_here_is_for_those_who_have_added_each_other() -> None:
    async with inside() as hall, account(hall.url, "Ann") as ann, account(hall.url, "Ben") as ben:
        await becomes_friends(ann, "Ben")
        async with window(hall.url, ben):
            assert [each["here"] for each in await friends(ann)] == [None]
            await becomes_friends(ben, "Ann")
            assert [each["here"] for each in await friends(ann)] == [True]
            assert [each["here"] for each in await friends(ben)] == [False], "Ann has no window open"
        await hall_is_empty(hall)
        assert [each["here"] for each in await friends(ann)] == [False]


async def hall_is_empty(hall: Any) -> None:
    """Until the hall has heard that the last socket is closed."""
    async with visitor(hall.url) as nobody:
        while hall.parts.rooms.everybody:
            await nobody.get("/healthz")


@in_a_loop
async def test_a_friend_is_followed_to_a_public_table_and_never_to_a_private_or_locked_one() -> None:
    async with inside() as hall, account(hall.url, "Ann") as ann, account(hall.url, "Ben") as ben:
        await becomes_friends(ann, "Ben")
        await becomes_friends(ben, "Ann")
        async with window(hall.url, ben) as socket:
            await socket.open("bluff", public=False)
            assert [each["table"] for each in await friends(ann)] == [None]
            code = await socket.open("bluff")
            assert [each["table"] for each in await friends(ann)] == [code]
            await socket.do(code, "lock")
            assert [each["table"] for each in await friends(ann)] == [None]


@in_a_loop
async def test_what_someone_only_watches_is_for_mutual_friends() -> None:
    async with (
        inside() as hall,
        account(hall.url, "Ann") as ann,
        account(hall.url, "Ben") as ben,
        account(hall.url, "Cleo") as cleo,
        window(hall.url, cleo) as host,
        window(hall.url, ben) as watcher,
    ):
        code = await host.open("bluff")
        await watcher.ask("watch", table=code)
        await becomes_friends(ann, "Ben")
        assert [each["table"] for each in await friends(ann)] == [None]
        await becomes_friends(ben, "Ann")
        assert [each["table"] for each in await friends(ann)] == [code]
        told = (await ann.get("/api/me/people/Cleo")).json()
        assert (told["table"], told["here"]) == (code, None), "who sits at a public table is on view there"


@in_a_loop
async def test_recent_opponents_are_followed_too_unless_a_block_is_between() -> None:
    async with inside() as hall, account(hall.url, "Ann") as ann, account(hall.url, "Ben") as ben:
        await ends(hall, game([1, 2], seats=("p-ann", "p-ben")))
        async with window(hall.url, ben) as socket:
            code = await socket.open("bluff")
            [met] = (await ann.get("/api/me/opponents")).json()
            assert met["table"] == code
            (await ben.put("/api/me/blocks/Ann")).raise_for_status()
            [met] = (await ann.get("/api/me/opponents")).json()
            assert met["table"] is None, "and nothing else tells her that he has blocked her"
            assert (await ann.get("/api/me/people/Ben")).json()["table"] is None
            assert (await ben.get("/api/me/opponents")).json() == []


@in_a_loop
async def test_friends_are_among_ones_own_data_and_gone_with_either_account() -> None:
    async with inside() as hall, account(hall.url, "Ann") as ann, account(hall.url, "Ben") as ben:
        await becomes_friends(ann, "Ben")
        exported = (await ann.get("/api/me/export")).json()["account"]
        assert [each["name"] for each in exported["friends"]] == ["Ben"]
        assert exported["blocked"] == []
        answer = await ben.request("DELETE", "/api/me", json={"password": "correct horse battery"})
        assert answer.status_code == 204, answer.text
        assert await friends(ann) == []
