"""Blocks over real sockets: what does not reach the one who has blocked, and that the other never learns of it."""

from typing import Any

import httpx

from tests.server.browser import problem, take_over, visitor
from tests.server.inside import inside
from tests.server.kit import Client, all_caught_up, come_in, guests, in_a_loop, refused


async def ask(client: Client, method: str, path: str) -> httpx.Response:
    """By HTTP, as the person of a socket."""
    async with visitor(client.url) as http:
        take_over(http, client.cookie or "")
        return await http.request(method, path)


async def block(one: Client, other: Client) -> None:
    assert (await ask(one, "PUT", f"/api/me/blocks/{other.me}")).status_code == 204


async def unblock(one: Client, other: Client) -> None:
    assert (await ask(one, "DELETE", f"/api/me/blocks/{other.me}")).status_code == 204


def said(client: Client) -> list[str]:
    return [message["line"]["text"] for message in client.heard if message["type"] == "chat"]


def tail(message: dict[str, Any]) -> list[str]:
    return [line["text"] for line in message["chat"]["all"]]


@in_a_loop
async def test_a_guest_blocks_a_guest_and_sees_whom() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        await block(ann, ben)
        [blocked] = (await ask(ann, "GET", "/api/me/blocks")).json()
        assert (blocked["who"], blocked["name"]) == (ben.me, "Ben")
        assert (await ask(ben, "GET", "/api/me/blocks")).json() == []
        assert (await ask(ben, "GET", f"/api/me/people/{ann.me}")).json()["blocked"] is False
        await unblock(ann, ben)
        assert problem(await ask(ann, "DELETE", "/api/me/blocks/Ben")) == (404, "not_blocked")
        assert problem(await ask(ann, "PUT", "/api/me/blocks/Ann")) == (409, "yourself")
        assert problem(await ask(ann, "PUT", "/api/me/blocks/Zoe")) == (404, "nobody")


@in_a_loop
async def test_an_invitation_by_someone_blocked_is_kept_and_never_told() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        await block(ann, ben)
        code = await ben.open("bluff", invite=["Ann"])
        await ben.until(lambda: ben.tables[code]["invited"] == [ann.me])
        await ann.catch_up()
        assert not ann.all("invitation")
        assert (await ask(ann, "GET", "/api/me/invitations")).json() == []
        again = await come_in(hall.url, cookie=ann.cookie)
        await again.catch_up()
        assert not again.all("invitation")
        await unblock(ann, ben)
        assert (await again.message("invitation"))["table"] == code
        await block(ann, ben)
        await again.message("invitation_over")
        assert ben.tables[code]["invited"] == [ann.me], "for Ben it is an invitation that is not answered"
        await again.close()


@in_a_loop
async def test_nobody_invites_someone_they_have_blocked() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        await block(ann, ben)
        assert (await refused(ann.ask("open", game="bluff", invite=["Ben"]))).reason == "blocked"
        code = await ann.open("bluff")
        assert (await refused(ann.do(code, "invite", who=ben.me))).reason == "blocked"


@in_a_loop
async def test_who_is_blocked_gets_no_seat_at_the_hosts_table_and_no_other_answer_than_others() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        await block(ann, ben)
        code = await ann.open("bluff", seats=3)
        await ben.ask("watch", table=code)
        refusal = await refused(ben.do(code, "sit"))
        await ann.do(code, "invite", who="Cleo")
        full = await ann.open("bluff", seats=2, invite=["Cleo"])
        like = await refused(ben.do(full, "sit"))
        assert (refusal.reason, str(refusal)) == (like.reason, str(like)) == ("full", str(like))
        await unblock(ann, ben)
        await ben.do(code, "sit")
        await block(ann, ben)
        assert ben.me in [seated["who"] for seated in ann.tables[code]["seated"]], "who sits stays until removed"
        await cleo.join(code)


@in_a_loop
async def test_who_is_blocked_knocks_in_vain_also_with_the_link() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await ann.open("bluff", public=False)
        assert (await refused(ben.ask("watch", table=code))).reason == "knocking"
        assert (await ann.message("knocks"))["people"] == {ben.me: "Ben"}
        await block(ann, ben)
        await ann.until(lambda: ann.all("knocks")[-1]["people"] == {})
        key = ann.tables[code]["key"]
        assert (await refused(ben.ask("watch", table=code, key=key))).reason == "knocking"
        assert (await refused(cleo.ask("watch", table=code))).reason == "knocking"
        await ann.until(lambda: ann.all("knocks")[-1]["people"] == {cleo.me: "Cleo"})
        await ben.catch_up()
        assert not [*ben.all("admitted"), *ben.all("gone")], "he is told nothing"


@in_a_loop
async def test_chat_and_reactions_of_someone_blocked_reach_everybody_else() -> None:
    async with inside() as hall, guests(hall.url, "Cleo", "Ann", "Ben") as (cleo, ann, ben):
        code = await cleo.open("bluff")
        for person in (ann, ben):
            await person.join(code)
        await ben.ask("say", table=code, text="Before")
        await ann.until(lambda: said(ann) == ["Before"])
        await block(ann, ben)
        await ben.ask("say", table=code, text="Hello Ann")
        await ben.ask("react", table=code, reaction="angry")
        await cleo.ask("say", table=code, text="Hello all")
        await ann.until(lambda: said(ann) == ["Before", "Hello all"])
        await cleo.until(lambda: said(cleo) == ["Before", "Hello Ann", "Hello all"])
        await all_caught_up(ann, ben, cleo)
        assert [len(person.all("reaction")) for person in (ann, ben, cleo)] == [0, 1, 1]
        assert said(ben)[-1] == "Hello all", "and he hears her as before"
        again = await come_in(hall.url, cookie=ann.cookie)
        await again.ask("watch", table=code)
        assert tail(again.all("table")[-1]) == ["Hello all"]
        spectator = await come_in(hall.url, "Dan")
        await spectator.ask("watch", table=code)
        assert tail(spectator.all("table")[-1]) == ["Before", "Hello Ann", "Hello all"]
        await again.close()
        await spectator.close()


@in_a_loop
async def test_a_block_lasts_over_a_restart_of_the_tables_memory() -> None:
    """The table reads its people again: what it knows by heart comes from the database."""
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        await hall.parts.accounts.ties.block(ann.me, ben.me)
        code = await ann.open("bluff")
        assert (await refused(ben.do(code, "sit"))).reason == "full"
