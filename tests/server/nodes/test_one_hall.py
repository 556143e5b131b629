"""Two real nodes are one hall to those who look after it: what is done to people at one of them holds at the other."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx
import pytest

from dicehall.server.admin.claim import new_link
from dicehall.server.services.leaving import BANNED
from dicehall.server.services.sessions import LOGGED_OUT
from dicehall.store.journal.memory import MemoryJournal
from dicehall.store.postgres.connection import connect
from dicehall.store.postgres.opening import open_books
from dicehall.store.postgres.people_news import NAME
from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.server.administrators import ban, claim, hung_up_on
from tests.server.browser import PASSWORD, account, fresh_name, visitor
from tests.server.kit import PATIENCE, RunningHall, come_in, guests, in_a_loop
from tests.server.nodes.cluster import cluster, until_shared


class Hall(NamedTuple):
    database: str
    bus: Nats
    one: RunningHall
    other: RunningHall


@pytest.fixture(scope="module")
def hall(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    database = postgresql.new_database()
    with Nats() as bus, cluster(tmp_path_factory.mktemp("hall"), database, bus.url, "one", "other") as nodes:
        asyncio.run(until_shared(database, "one", "other"))
        yield Hall(database, bus, *nodes)


@asynccontextmanager
async def administrator(hall: Hall, node: RunningHall) -> AsyncIterator[httpx.AsyncClient]:
    books = await asyncio.to_thread(open_books, hall.database, MemoryJournal())
    try:
        secret = (await new_link(books.accounts, node.url)).rpartition("/")[2]
    finally:
        await asyncio.to_thread(books.close)
    async with visitor(node.url) as http:
        (await claim(http, secret, name=fresh_name(), password=PASSWORD)).raise_for_status()
        yield http


async def about(http: httpx.AsyncClient, node: RunningHall) -> dict[str, Any]:
    """Who they are, as this node says."""
    answer = await http.get(f"{node.url}/api/me")
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


@in_a_loop
async def test_two_administrators_cannot_dismiss_each_other_at_two_nodes(hall: Hall) -> None:
    async with administrator(hall, hall.one) as ada, administrator(hall, hall.other) as bob:
        ids = [(await about(each, node))["id"] for each in (ada, bob) for node in (hall.one, hall.other)][::2]
        answers = await asyncio.gather(
            ada.patch(f"/api/admin/people/{ids[1]}", json={"kind": "account"}),
            bob.patch(f"/api/admin/people/{ids[0]}", json={"kind": "account"}),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 403]
        kinds = [[(await about(each, node))["kind"] for node in (hall.one, hall.other)] for each in (ada, bob)]
        assert sorted(kinds) == [["account", "account"], ["administrator", "administrator"]]


@in_a_loop
async def test_a_new_name_and_a_sign_out_hold_at_the_other_node_at_once(hall: Hall) -> None:
    async with visitor(hall.one.url) as http:
        (await http.post("/api/guests", json={"name": fresh_name()})).raise_for_status()
        await about(http, hall.other)
        called = fresh_name()
        (await http.patch("/api/me", json={"name": called})).raise_for_status()
        assert (await about(http, hall.other))["name"] == called
        cookies = dict(http.cookies)
        (await http.delete("/api/sessions")).raise_for_status()
        http.cookies.update(cookies)
        assert (await http.get(f"{hall.other.url}/api/me")).status_code == 401


@asynccontextmanager
async def without_bus(hall: Hall) -> AsyncIterator[None]:
    hall.bus.kill()
    try:
        yield
    finally:
        hall.bus.start()


@in_a_loop
async def test_without_the_bus_a_ban_closes_sockets_and_frees_seats_at_the_other_node(hall: Hall) -> None:
    async with administrator(hall, hall.one) as ada, guests(hall.other.url, fresh_name(), fresh_name()) as [bob, eve]:
        code = await bob.open("peril")
        await eve.ask("watch", table=code)
        await eve.ask("act", table=code, do={"type": "sit"})
        async with without_bus(hall):
            (await ban(ada, eve.me)).raise_for_status()
            async with asyncio.timeout(PATIENCE):
                assert await hung_up_on(eve) == BANNED
                await bob.until(lambda: eve.me not in [seat["who"] for seat in bob.tables[code]["seated"]])


@in_a_loop
async def test_without_the_bus_a_sign_out_closes_the_sockets_of_that_browser_alone(hall: Hall) -> None:
    async with account(hall.one.url) as here, visitor(hall.one.url) as there:
        name = (await about(here, hall.one))["name"]
        (await there.post("/api/sessions", json={"name": name, "password": PASSWORD})).raise_for_status()
        ended, stays = [
            await come_in(hall.other.url, cookie=f"dicehall={each.cookies['dicehall']}") for each in (there, here)
        ]
        async with without_bus(hall), asyncio.timeout(PATIENCE):
            (await there.delete("/api/sessions")).raise_for_status()
            assert await hung_up_on(ended) == LOGGED_OUT
            await stays.ask("enter_hall")
        await ended.close()
        await stays.close()


@in_a_loop
async def test_what_a_node_did_not_hear_it_finds_out_when_it_listens_again(hall: Hall) -> None:
    async with guests(hall.other.url, fresh_name()) as [eve]:
        operator = await connect(hall.database, search_path="people")
        try:
            await operator.execute("SET session_replication_role = replica")  # nobody is told
            await operator.execute("UPDATE people SET banned = 'shouting' WHERE id = $1", eve.me)
            await operator.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1", NAME
            )
        finally:
            await operator.close()
        async with asyncio.timeout(PATIENCE):
            assert await hung_up_on(eve) == BANNED


async def all_tables(administrator: httpx.AsyncClient, node: RunningHall) -> Any:
    """As soon as every node answers; until then, those of the others are named as unreachable."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await administrator.get(f"{node.url}/api/admin/tables", params={"most": 200})
            if not (listed := answer.json())["damaged"]:
                return listed


@in_a_loop
async def test_administrators_see_and_close_the_tables_of_all_nodes(hall: Hall) -> None:
    async with (
        administrator(hall, hall.one) as ada,
        guests(hall.one.url, fresh_name()) as [bob],
        guests(hall.other.url, fresh_name()) as [eve],
    ):
        codes = {await person.open("peril"): person for person in (bob, eve)}
        for node in (hall.one, hall.other):
            listed = await all_tables(ada, node)
            found = {each["row"]["table"]: each["host"]["id"] for each in listed["tables"]}
            assert {code: found.get(code) for code in codes} == {code: person.me for code, person in codes.items()}
            assert listed["next"] is None
        order = {"what": "everything", "confirm": "everything"}
        async with asyncio.timeout(PATIENCE):
            assert (await ada.post("/api/admin/reset", json=order)).json()["closed"] == len(found)
            for code, person in codes.items():
                assert (await person.message("gone"))["table"] == code
            hall.bus.kill()
            answer = await ada.post("/api/admin/reset", json=order, timeout=PATIENCE)
            hall.bus.start()
        assert (answer.status_code, answer.json()["reason"]) == (503, "unreachable")


async def reached(http: httpx.AsyncClient, url: str) -> httpx.Response:
    """As soon as the nodes hear each other, which they may have to again after the bus was away."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await http.get(url)).status_code == 503:
            await asyncio.sleep(0.1)
    return answer


@pytest.mark.parametrize(
    ("path", "reason"),
    [("tournaments/%0A", "no_tournament"), ("tournaments/A%0AB/results.json", "no_tournament"),
     ("tables/KIRO/%0A", "not_found")],
)  # fmt: skip
@in_a_loop
async def test_every_node_answers_the_same_to_strange_addresses(hall: Hall, path: str, reason: str) -> None:
    async with httpx.AsyncClient() as http:
        answers = [await reached(http, f"{node.url}/api/{path}") for node in (hall.one, hall.other)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert [answer.json()["reason"] for answer in answers] == [reason, reason]
