"""A node that is about to close lets nobody in any more, so whoever it sends away is not sent away twice."""

import asyncio
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import CloseCode

from tests.engines.cluster import Front
from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.engines.server import HERE
from tests.kit.forked import run
from tests.server.kit import Client, come_in, guests, in_a_loop
from tests.server.nodes.cluster import GONE, MOMENT, cluster, until_shared
from tests.server.nodes.pair import pair, until
from tests.server.nodes.patched import StepwiseHall

PEOPLE = 8


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.soak)])
@in_a_loop
async def test_behind_a_proxy_nobody_is_sent_away_twice(
    workers: int, postgresql: PostgreSQL, nats: Nats, tmp_path: Path
) -> None:
    database = postgresql.new_database()
    kinds = {"one": StepwiseHall}
    with cluster(tmp_path, database, nats.url, "one", "other", workers=workers, kinds=kinds) as [one, other]:
        await until_shared(database, "one", "other")
        front = await Front([one.port, other.port]).listen(0)
        door = f"http://{HERE}:{front.sockets[0].getsockname()[1]}"
        people = [[await come_in(door, f"Guest {number}")] for number in range(PEOPLE)]
        staying = [asyncio.create_task(stay(windows)) for windows in people]
        drained = await asyncio.to_thread(run, "drain", "one", "--database", database)
        assert drained.returncode == 0, drained.stderr
        assert await asyncio.to_thread(one.ended) == 0
        await until(lambda: all(windows[-1].socket.close_code is None for windows in people))
        for task in staying:
            task.cancel()
        assert sorted(map(len, people)) == [1] * (PEOPLE // 2) + [2] * (PEOPLE // 2), "each who was there, once"
        for *left, last in people:
            assert {window.socket.close_code for window in left} <= {CloseCode.SERVICE_RESTART}
            await last.catch_up()
            await last.close()
        front.close()


async def stay(windows: list[Client]) -> None:
    """Come in again whenever the last window is closed, as the page does."""
    while True:
        await windows[-1].socket.wait_closed()
        windows.append(await back(windows[-1]))


async def back(person: Client) -> Client:
    while True:
        try:
            return await person.again()
        except GONE:
            await asyncio.sleep(MOMENT)


@pytest.mark.parametrize("gates", [0, 1])
@in_a_loop
async def test_who_leaves_says_so_and_refuses_new_sockets_but_no_requests(gates: int) -> None:
    async with pair(gates=gates) as nodes, guests(nodes.one.url, "Ann") as [ann]:
        nodes.one.nodes.is_leaving = True
        async with httpx.AsyncClient(base_url=nodes.one.url) as http:
            ready = await http.get("/readyz")
            assert ready.status_code == HTTPStatus.SERVICE_UNAVAILABLE
            assert ready.json()["wrong"].keys() == {"draining"}
            assert (await http.get("/api/me", headers={"cookie": str(ann.cookie)})).is_success
            assert (await http.get("/ws")).json()["reason"] == "no_socket", "the hall itself is open: try again"
        with pytest.raises(InvalidStatus) as refusal:
            await ann.again()
        assert refusal.value.response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert refusal.value.response.headers["Retry-After"]
        await ann.catch_up()
        elsewhere = await come_in(nodes.other.url, cookie=ann.cookie)
        await elsewhere.close()
