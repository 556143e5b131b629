"""Two nodes, one hall: whoever comes in at one of them plays at tables of the other, and notices nothing of it."""

import asyncio
import itertools

import httpx
import msgspec
import pytest

from dicehall.ports.partitions import partition_of
from dicehall.server.admin.claim import new_link
from dicehall.server.nodes import travellers
from dicehall.server.services.leaving import BANNED
from tests.server.administrators import ban, claim, hung_up_on
from tests.server.browser import PASSWORD, visitor
from tests.server.kit import (
    SHORT,
    Client,
    awaited,
    begin,
    come_in,
    finish_together,
    guests,
    in_a_loop,
    over,
    refused,
    rows,
    step,
)
from tests.server.nodes.pair import Pair, pair, until


def versions(client: Client, code: str) -> list[int]:
    """Of all that was told about a table, as it was told."""
    return [
        message["version"]
        for message in client.heard
        if message["type"] in ("table", "update") and message["table"] == code
    ]


def told_in_order(client: Client, code: str) -> bool:
    return all(before <= after for before, after in itertools.pairwise(versions(client, code)))


def story(client: Client, code: str, since: str = "game_started") -> list[str]:
    """What has happened since the game began, as this client was told."""
    told = [event["type"] for event in client.events(code)]
    return told[told.index(since) :]


async def some_moves(code: str, *people: Client, most: int = 3) -> None:
    for _ in range(most):
        for person in people:
            await person.catch_up()
            if awaited(person, code) and not over(person, code):
                await step(person, code)


@in_a_loop
async def test_people_at_two_nodes_play_one_game() -> None:
    async with (
        pair() as nodes,
        guests(nodes.one.url, "Ann") as [ann],
        guests(nodes.other.url, "Ben", "Hal") as [ben, hal],
    ):
        await hal.ask("enter_hall")
        code = await begin(ann, ben, options=SHORT)
        assert nodes.one.parts.hall.find(code).code == code, "a node opens tables of its own partitions"
        await finish_together(code, ann, ben)
        assert story(ann, code) == story(ben, code)
        async with httpx.AsyncClient(base_url=ben.url) as http:
            found = await http.get(f"/api/tables/{code}")
        assert found.json()["row"]["host"] == ann.name, "requests over HTTP find it too"
        await ben.ask("say", table=code, text="Well played!")
        assert (await ann.message("chat"))["line"]["text"] == "Well played!"
        await hal.until(lambda: rows(hal).get(code, {}).get("state") == "finished")
        await ben.close()
        await ann.until(lambda: any(ben.me in message["absent"] for message in ann.all("present")))


@in_a_loop
async def test_a_lost_letter_loses_nothing_for_clients() -> None:
    """The line begins anew, and what is watched over it is shown again from the version that was seen."""
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann], guests(nodes.other.url, "Ben") as [ben]:
        code = await begin(ann, ben, options={"rounds": 2})
        lost: list[bytes] = []

        def loses(node: str, letter: bytes) -> bool:
            if node == "other" and not lost:
                lost.append(letter)
                return True
            return False

        nodes.bus.loses = loses
        shown = len(ben.all("table"))
        await some_moves(code, ann, most=1)
        await ann.ask("say", table=code, text="Are you there?")
        await ben.until(lambda: len(ben.all("table")) > shown)
        await finish_together(code, ann, ben)
        assert told_in_order(ben, code)
        assert story(ann, code) == story(ben, code), "nothing is missing, and nothing is told twice"


@in_a_loop
async def test_a_table_moves_to_the_other_node_while_people_play_at_it() -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann], guests(nodes.other.url, "Ben") as [ben]:
        code = await begin(ann, ben, options={"rounds": 2}, public=False)
        nobody = await come_in(nodes.one.url)
        stranger = await come_in(nodes.other.url, "Mal")
        sneaking = {"type": "watch", "id": -1, "table": code, "since": 0}  # as nodes do for those who were inside
        await stranger.socket.send(msgspec.json.encode(sneaking).decode())
        assert (await stranger.message("refused"))["reason"] == "bad_message"
        await stranger.close()
        await nobody.ask("watch", table=code, key=ann.tables[code]["key"])
        await some_moves(code, ann, ben, most=1)
        await nodes.give(partition_of(code), nodes.other)
        assert not any(live.code == code for live in nodes.one.parts.hall)
        await some_moves(code, ann, ben, most=1)
        assert nodes.other.parts.hall.find(code).code == code
        await nodes.give(partition_of(code), nodes.one)
        await finish_together(code, ann, ben)
        await nobody.until(lambda: over(nobody, code))
        assert story(ben, code) == story(ann, code), "everyone was told everything once"
        assert nobody.events(code) == ann.events(code)[-len(nobody.events(code)) :]
        for person in (ann, ben, nobody):
            assert told_in_order(person, code)
            assert not person.all("gone")
        await nobody.close()


class Held:
    """Letters to the other node that are slow: they come when they are let through, in their order."""

    def __init__(self, nodes: Pair) -> None:
        self._bus = nodes.bus
        self._letters: list[bytes] = []
        nodes.bus.loses = self._holds

    def _holds(self, node: str, letter: bytes) -> bool:
        if node == "other":
            self._letters.append(letter)
        return node == "other"

    def let_through(self) -> None:
        self._bus.loses = lambda _node, _letter: False
        for letter in self._letters:
            self._bus.hears["other"](letter)


@in_a_loop
async def test_what_was_on_its_way_from_the_old_owner_of_a_table_is_told_once() -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann], guests(nodes.other.url, "Ben") as [ben]:
        code = await begin(ann, ben, options={"rounds": 2})
        while awaited(ann, code) is None:
            await some_moves(code, ben, most=1)
            await ann.catch_up()
        await ben.catch_up()
        held = Held(nodes)
        await step(ann, code)
        await nodes.give(partition_of(code), nodes.other)
        await ben.until(lambda: ben.tables[code]["version"] >= ann.tables[code]["version"])
        held.let_through()
        await finish_together(code, ann, ben)
        assert story(ann, code) == story(ben, code), "nothing is missing, and nothing is told twice"


@in_a_loop
async def test_a_table_that_moves_just_when_somebody_far_away_begins_to_watch_it_is_shown_to_them() -> None:
    async with (
        pair() as nodes,
        guests(nodes.one.url, "Ann", "Cid") as [ann, cid],
        guests(nodes.other.url, "Ben") as [ben],
    ):
        code = await begin(ann, cid, options={"rounds": 2})
        held = Held(nodes)
        watching = asyncio.create_task(ben.ask("watch", table=code))
        rooms, live = nodes.one.parts.rooms, nodes.one.parts.hall.find(code)
        await until(lambda: any(viewer.who == ben.me for viewer in rooms.room(live)))
        await nodes.give(partition_of(code), nodes.other)
        held.let_through()
        await watching
        await finish_together(code, ann, cid)
        await ben.until(lambda: over(ben, code))
        assert ben.events(code) == ann.events(code)[-len(ben.events(code)) :], "everything since they came, once"


@in_a_loop
async def test_whoever_looks_while_a_node_dies_is_answered_by_the_one_that_takes_over() -> None:
    async with pair(beats=False) as nodes, guests(nodes.one.url, "Ann") as [ann]:
        code = await ann.open("peril")
        lost: list[bytes] = []

        def loses(node: str, letter: bytes) -> bool:
            if node == "one":
                lost.append(letter)
            return node == "one"

        nodes.bus.loses = loses
        async with httpx.AsyncClient(base_url=nodes.other.url) as http:
            looking = asyncio.create_task(http.get(f"/api/tables/{code}"))
            await until(lambda: lost)
            nodes.other.nodes.meet(())
            nodes.other.shares.give(partition_of(code), "other")
            nodes.other.holding.changed()
            await nodes.other.holding.gain()
            found = await looking
        assert (found.status_code, found.json()["row"]["host"]) == (200, ann.name)


@in_a_loop
async def test_a_table_that_leaves_its_node_and_comes_back_is_shown_again_to_those_far_away() -> None:
    """As after a while without the database: for the other node, its owner was never another one."""
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann], guests(nodes.other.url, "Ben") as [ben]:
        code = await begin(ann, ben, options={"rounds": 2})
        own = nodes.one.shares.epochs
        kept, shown = dict(own), len(ben.all("table"))
        own.clear()
        nodes.one.holding.changed()
        own.update(kept)
        nodes.one.holding.changed()
        await nodes.one.holding.gain()
        await ben.until(lambda: len(ben.all("table")) > shown)
        await finish_together(code, ann, ben)
        assert story(ann, code) == story(ben, code)


@in_a_loop
async def test_who_does_not_answer_is_refused_for_and_the_others_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann], guests(nodes.other.url, "Ben") as [ben]:
        code = await begin(ann, ben, options=SHORT)
        monkeypatch.setattr(travellers, "SILENT", 0.2)
        nodes.bus.loses = lambda _node, _letter: True
        nodes.other.nodes.links["one"].reset("the test says so")
        refusal = await refused(ben.ask("say", table=code, text="Hello?"))
        assert refusal.reason == "unreachable"
        mine = await ben.open("mindroll")
        assert mine in ben.tables, "tables of the own node need no bus"
        await ann.ask("say", table=code, text="Nobody is there.")
        async with httpx.AsyncClient(base_url=ben.url) as http:
            assert (await http.get("/readyz")).json()["degraded"] == ["node one cannot be reached over the bus"]
            nodes.bus.loses = lambda _node, _letter: False
            nodes.one.nodes.links["other"].language = 2
            await until(lambda: nodes.other.nodes.links["one"].foreign)
            nodes.other.shares.waiting = (7, 8)
            nodes.other.holding.changed()
            answer = await http.get("/readyz")
            assert answer.is_success, "its own tables go on"
            assert answer.json()["degraded"] == [
                "node one speaks language 2 over the bus, and this one 1: the older of the two is to be upgraded",
                "2 partitions wait for a node that is as new as their last one",
            ]


@in_a_loop
async def test_a_table_that_nobody_has_for_long_is_not_waited_for_any_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """As while the database is away: its owner has let go of it, and still says so."""
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann], guests(nodes.other.url, "Ben") as [ben]:
        code = await begin(ann, ben, options=SHORT)
        monkeypatch.setattr(travellers, "SILENT", 0.2)
        nodes.one.shares.epochs.clear()
        nodes.one.holding.changed()
        for person in (ann, ben):
            refusal = await refused(person.ask("say", table=code, text="Hello?"))
            assert refusal.reason == "unreachable"


@in_a_loop
async def test_what_was_on_its_way_when_the_line_broke_is_uncertain() -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann], guests(nodes.other.url, "Ben") as [ben]:
        code = await begin(ann, ben, options=SHORT)
        nodes.bus.loses = lambda node, _letter: node == "other"  # what is said arrives, and no answer comes back
        asking = ben.ask("say", table=code, text="Did you get that?")
        answer = asyncio.create_task(refused(asking))
        await ann.message("chat")
        nodes.other.nodes.links["one"].reset("the test says so")
        assert (await answer).reason == "uncertain"


@in_a_loop
async def test_names_invitations_and_quick_tables_reach_people_at_other_nodes() -> None:
    async with (
        pair() as nodes,
        guests(nodes.one.url, "Ann", "Zoe") as [ann, zoe],
        guests(nodes.other.url, "Ben") as [ben],
    ):
        code = await ann.open("mindroll")
        await ann.do(code, "invite", who=ben.name)
        assert (await ben.message("invitation"))["table"] == code
        again = await ben.again()
        assert (await again.message("invitation"))["table"] == code, "also to those who come later"
        await again.close()
        await ben.join(code)
        async with httpx.AsyncClient(base_url=ben.url, headers={"Cookie": ben.cookie or ""}) as http:
            (await http.patch("/api/me", json={"name": "Benjamin"})).raise_for_status()
        await ann.until(lambda: any("Benjamin" in told["people"].values() for told in ann.all("people")))
        quick = await ben.ask("quick", game="mindroll", bots=False)
        assert (await zoe.ask("quick", game="mindroll", bots=False))["table"] == quick["table"], "one node matches all"


@in_a_loop
async def test_an_administrator_at_one_node_bans_people_and_closes_tables_at_another() -> None:
    async with (
        pair() as nodes,
        guests(nodes.one.url, "Ann") as [ann],
        guests(nodes.other.url, "Ben") as [ben],
        visitor(nodes.one.url) as http,
    ):
        code = await ben.open("mindroll")
        await ann.join(code)
        link = await new_link(nodes.one.parts.accounts, nodes.one.url)
        (await claim(http, link.rpartition("/")[2], name="Ada", password=PASSWORD)).raise_for_status()
        (await ban(http, ben.me)).raise_for_status()
        assert await hung_up_on(ben) == BANNED
        await ann.until(lambda: len(ann.tables[code]["seated"]) == 1)
        closed = await http.delete(f"/api/admin/tables/{code}")
        assert closed.status_code == 204, closed.text
        assert (await ann.message("gone"))["reason"] == "closed"
