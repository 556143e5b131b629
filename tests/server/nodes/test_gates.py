"""Nodes behind gates: people at them notice no difference, and no clock strikes before their gate was heard."""

import asyncio
import os
import signal
from collections.abc import Iterator
from http import HTTPStatus
from typing import NamedTuple

import pytest
from websockets.exceptions import InvalidStatus

from dicehall.server.services.leaving import BANNED
from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.faults.evidence import find, logs_of
from tests.server.administrators import ban, claim, hung_up_on
from tests.server.bare import in_a_loop
from tests.server.browser import PASSWORD, visitor
from tests.server.gates.processes import ended, gates_of, stopped
from tests.server.kit import RunningHall, begin, come_in, guests
from tests.server.nodes.cluster import Regular, cluster, until_shared
from tests.server.nodes.pair import pair, until
from tests.server.nodes.test_hall_tables import limit


class Gated(NamedTuple):
    """Two nodes, each with a gate."""

    database: str
    nodes: list[RunningHall]


@pytest.fixture(scope="module")
def hall(postgresql: PostgreSQL, nats: Nats, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gated]:
    database = postgresql.new_database()
    with cluster(tmp_path_factory.mktemp("hall"), database, nats.url, "one", "other", workers=2) as nodes:
        asyncio.run(until_shared(database, "one", "other"))
        yield Gated(database, nodes)


@in_a_loop
async def test_a_game_over_two_nodes_and_their_gates_survives_the_kill_of_a_gate(hall: Gated) -> None:
    ann, ben = [await come_in(node.url, name) for node, name in zip(hall.nodes, ("Ann", "Ben"), strict=True)]
    code = await begin(ann, ben, options={"rounds": 4})
    people = [Regular(client, node, code) for client, node in zip((ann, ben), hall.nodes, strict=True)]
    (gate,) = gates_of(hall.nodes[1])
    moves = 0

    def moved() -> None:
        nonlocal moves
        moves += 1
        if moves == 2:
            os.kill(gate, signal.SIGKILL)

    await asyncio.gather(*(person.play(moved) for person in people))
    await ended(gate)
    assert [len(person.clients) for person in people] == [1, 2], "only those at the gate had to come back"
    findings = find(people, await logs_of(hall.database, [code]))
    assert findings.wrong == []
    for person in people:
        for client in person.clients:
            await client.close()


@in_a_loop
async def test_no_clock_of_any_node_strikes_before_a_gate_was_heard() -> None:
    async with pair(gates=1) as both:
        ears = [node.parts.hall.ears for node in (both.one, both.other)]
        begun = asyncio.get_running_loop().time()
        await until(lambda: all(ear.have_read(begun) for ear in ears))
        with stopped(*both.other.parts.gates.pids):
            then = asyncio.get_running_loop().time()
            for _ in range(20):
                await asyncio.sleep(0.05)  # time passes: whoever is heard is heard within this
                assert not any(ear.have_read(then) for ear in ears)
            assert both.are_linked
        await until(lambda: all(ear.have_read(then) for ear in ears))


@in_a_loop
async def test_the_people_of_a_lost_gate_have_a_moment_to_come_back() -> None:
    async with pair(gates=1) as both:
        begun = asyncio.get_running_loop().time()
        ears = both.other.parts.hall.ears
        await until(lambda: ears.have_read(begun))
        (gate,) = both.other.parts.gates.pids
        os.kill(gate, signal.SIGKILL)
        await until(lambda: both.other.parts.gates.restarted)
        assert not ears.have_read(begun)
        await until(lambda: ears.have_read(begun))


@in_a_loop
async def test_a_ban_at_one_node_holds_through_a_gate_of_another(hall: Gated) -> None:
    one, other = hall.nodes
    async with guests(one.url, "Cleo") as [cleo], guests(other.url, "Dan") as [dan], visitor(one.url) as http:
        code = await cleo.open("mindroll")
        await dan.join(code)
        (await claim(http, other.link() or "", name="Ada", password=PASSWORD)).raise_for_status()
        (await ban(http, dan.me)).raise_for_status()
        assert await hung_up_on(dan) == BANNED
        await cleo.until(lambda: len(cleo.tables[code]["seated"]) == 1)
        with pytest.raises(InvalidStatus) as refusal:
            await dan.again()
        assert refusal.value.response.status_code == HTTPStatus.FORBIDDEN


@in_a_loop
async def test_sockets_behind_gates_of_two_nodes_count_for_one_address() -> None:
    async with pair(gates=1) as both, guests(both.one.url, "Ann", "Zoe") as [ann, zoe]:
        limit(both, {"sockets_per_address": 2})
        await until(lambda: both.other.parts.visitors.windows(zoe.me))
        with pytest.raises(InvalidStatus) as refusal:
            await come_in(both.other.url, cookie=ann.cookie)
        assert b"At most 2 open sockets from your address" in refusal.value.response.body
        await zoe.close()
        await until(lambda: not both.other.parts.visitors.windows(zoe.me))
        elsewhere = await come_in(both.other.url, cookie=ann.cookie)
        await elsewhere.close()
