"""A node is drained in the middle of a game: its tables and its people go to a newer one, and it closes by itself."""

import asyncio
from pathlib import Path

from websockets.frames import CloseCode

from dicehall import __version__
from dicehall.store.postgres.overview import overview
from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.kit.forked import run
from tests.server.kit import PATIENCE, begin, come_in, guests, in_a_loop
from tests.server.nodes.cluster import MOMENT, Regular, cluster, until_shared
from tests.server.nodes.patched import VERSION, LaterHall, StepwiseHall

KINDS = {"one": StepwiseHall, "other": LaterHall}
MOVES = 4
"""Before and after; more of them, but not many, while the node is drained."""


@in_a_loop
async def test_a_drained_node_hands_over_its_games_and_its_people(
    postgresql: PostgreSQL, nats: Nats, tmp_path: Path
) -> None:
    database = postgresql.new_database()
    with cluster(tmp_path, database, nats.url, "one", "other", kinds=KINDS) as [one, other]:
        await until_shared(database, "one", "other")
        await the_newer_one_stays(database)
        async with guests(one.url, "Ann", "Zoe") as [ann, zoe], guests(other.url, "Ben") as [ben]:
            code = await begin(ann, ben, options={"rounds": 20})
            people = [Regular(client, other, code) for client in (ann, ben)]
            await play(people, MOVES)
            draining = asyncio.create_task(asyncio.to_thread(run, "drain", "one", "--database", database))
            await play(people, 4 * MOVES)
            drained = await draining
            assert drained.returncode == 0, drained.stderr
            assert await asyncio.to_thread(one.ended) == 0
            assert {row.name: row.partitions for row in await overview(database)} == {"one": 0, "other": 256}
            await play(people, MOVES)
            for client in (ann, zoe):
                assert client.socket.close_code == CloseCode.SERVICE_RESTART
                assert "another machine" in str(client.socket.close_reason), "gently, and not when the process ends"
            for person in people:
                fresh = await come_in(other.url, cookie=person.client.cookie)
                await fresh.ask("watch", table=code, since=0)
                await person.client.catch_up()
                assert person.told == fresh.events(code)[-len(person.told) :]
                await fresh.close()
                await person.client.close()


async def the_newer_one_stays(database: str) -> None:
    """An older one may not know what it has written."""
    refused = await asyncio.to_thread(run, "drain", "other", "--database", database)
    assert refused.returncode
    for words in (f"node other runs {VERSION}", f"the others only {__version__}", "nobody can take its tables over"):
        assert words in " ".join(refused.stderr.split())
    assert not any(row.is_draining for row in await overview(database)), "nothing has begun"
    shown = await asyncio.to_thread(run, "nodes", "--database", database)
    assert VERSION in shown.stdout
    assert __version__ in shown.stdout


async def play(people: list[Regular], moves: int) -> None:
    """Until so many more were answered with `done`."""
    enough = sum(person.acknowledged for person in people) + moves
    async with asyncio.timeout(PATIENCE):
        while sum(person.acknowledged for person in people) < enough:
            for person in people:
                await person.look()
            await asyncio.sleep(MOMENT)
