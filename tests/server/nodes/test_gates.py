"""Nodes behind gates: people at them notice no difference, and no clock strikes before their gate was heard."""

import asyncio
import os
import signal
from pathlib import Path

from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.faults.evidence import find, logs_of
from tests.server.bare import in_a_loop
from tests.server.gates.processes import ended, gates_of, stopped
from tests.server.kit import begin, come_in
from tests.server.nodes.cluster import Regular, cluster, until_shared
from tests.server.nodes.pair import pair, until


@in_a_loop
async def test_a_game_over_two_nodes_and_their_gates_survives_the_kill_of_a_gate(
    postgresql: PostgreSQL, nats: Nats, tmp_path: Path
) -> None:
    database = postgresql.new_database()
    with cluster(tmp_path, database, nats.url, "one", "other", workers=2) as nodes:
        await until_shared(database, "one", "other")
        ann, ben = [await come_in(node.url, name) for node, name in zip(nodes, ("Ann", "Ben"), strict=True)]
        code = await begin(ann, ben, options={"rounds": 4})
        people = [Regular(client, node, code) for client, node in zip((ann, ben), nodes, strict=True)]
        (gate,) = gates_of(nodes[1])
        moves = 0

        def moved() -> None:
            nonlocal moves
            moves += 1
            if moves == 2:
                os.kill(gate, signal.SIGKILL)

        await asyncio.gather(*(person.play(moved) for person in people))
        await ended(gate)
        assert [len(person.clients) for person in people] == [1, 2], "only those at the gate had to come back"
        findings = find(people, await logs_of(database, [code]))
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
