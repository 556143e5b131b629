"""Two nodes, each a process of its own, on PostgreSQL and NATS: what was answered is there, once, and in order."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from dicehall.store.postgres.ownership import LEASE
from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.faults.evidence import find, logs_of
from tests.kit.scale import TRIALS, scaled
from tests.server.kit import (
    PATIENCE,
    Client,
    Refused,
    RunningHall,
    awaited,
    begin,
    come_in,
    guests,
    in_a_loop,
    over,
    refused,
)
from tests.server.nodes.cluster import MOMENT, Regular, cluster, until_shared

MORE = 2
"""Trials from which on other faults are tried too."""
TABLES = min(scaled(3), 40)
BEFORE = 4 * TABLES
"""Moves before the node is killed."""


Fault = Callable[[RunningHall, PostgreSQL], Awaitable[None]]


async def killed(node: RunningHall, _database: PostgreSQL) -> None:
    node.kill()


async def stopped_past_its_lease(node: RunningHall, _database: PostgreSQL) -> None:
    node.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(2 * LEASE)  # time passes: others have to take its tables over
    node.process.send_signal(signal.SIGCONT)


async def without_database(_node: RunningHall, database: PostgreSQL) -> None:
    database.stop()
    database.start()


FAULTS = (killed,) if TRIALS < MORE else (killed, stopped_past_its_lease, without_database)


@pytest.mark.parametrize("fault", FAULTS)
@in_a_loop
async def test_an_evening_goes_on(fault: Fault, postgresql: PostgreSQL, nats: Nats, tmp_path: Path) -> None:
    database = postgresql.new_database()
    with cluster(tmp_path, database, nats.url, "one", "other") as nodes:
        await until_shared(database, "one", "other")
        evenings = [await sit_down(nodes, number) for number in range(TABLES)]
        people = [person for both in evenings for person in both]
        harm: list[asyncio.Task[None]] = []

        def moved() -> None:
            if sum(person.acknowledged for person in people) >= BEFORE and not harm:
                harm.append(asyncio.ensure_future(fault(nodes[0], postgresql)))

        await asyncio.gather(*(person.play(moved) for person in people))
        await harm[0]
        for person in people:
            fresh = await come_in(nodes[1].url, cookie=person.client.cookie)
            await fresh.ask("watch", table=person.code, since=0)
            whole = fresh.events(person.code)
            assert person.told == whole[-len(person.told) :], "nothing is missing, twice, or in another order"
            await fresh.close()
            for client in person.clients:
                await client.close()
        findings = find(people, await logs_of(database, (person.code for person in people)))
        assert findings.wrong == []


async def sit_down(nodes: list[RunningHall], number: int) -> list[Regular]:
    """Two people at different nodes, at a table of one of them."""
    clients = [await come_in(node.url, f"{name}{number}") for node, name in zip(nodes, ("Ann", "Ben"), strict=True)]
    host, other = clients if number % 2 else reversed(clients)
    code = await begin(host, other, options={"rounds": 4})
    return [Regular(client, nodes[1], code) for client in clients]


@in_a_loop
async def test_without_the_bus_each_node_plays_on_by_itself(postgresql: PostgreSQL, tmp_path: Path) -> None:
    database = postgresql.new_database()
    with Nats() as bus, cluster(tmp_path, database, bus.url, "one", "other") as nodes:
        await until_shared(database, "one", "other")
        async with guests(nodes[0].url, "Ann", "Zoe") as [ann, zoe], guests(nodes[1].url, "Ben") as [ben]:
            near, far = await begin(ann, zoe), await begin(ann, ben)
            bus.kill()
            await play_a_move(near, ann, zoe)
            assert (await refused(ben.ask("say", table=far, text="Hello?"))).reason in ("uncertain", "unreachable")
            bus.start()
            again = await back(ben, far)
            await play_a_move(far, ann, again)
            await again.close()


async def play_a_move(code: str, *people: Client) -> None:
    async with asyncio.timeout(PATIENCE):
        while not (movers := [person for person in people if awaited(person, code)]):
            await asyncio.sleep(MOMENT)
    mover = movers[0]
    await mover.do(code, "move", moves=mover.options(code)[:1])
    assert not over(mover, code)


async def back(person: Client, code: str) -> Client:
    """A window of theirs that reaches their table again; on a slow machine they are asked to reconnect meanwhile."""
    async with asyncio.timeout(PATIENCE):
        while True:
            window = await person.again()
            try:
                await window.ask("watch", table=code)
            except (Refused, ConnectionError, ConnectionClosed):
                await window.close()
            else:
                return window
