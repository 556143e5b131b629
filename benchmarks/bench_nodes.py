"""What a table at another node costs: the same command over a socket of its own node, and of another one, in turn.

`python -m benchmarks.bench_nodes`; with `--quick` for a first look. Ratios count: both take turns on the same machine.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.server.kit import Client, come_in
from tests.server.nodes.cluster import cluster, until_shared

KINDS = ("a command, on the disk when it is answered", "a question that changes nothing")


async def timed(client: Client, code: str, kind: str, number: int) -> float:
    began = time.perf_counter()
    if kind == KINDS[0]:
        await client.do(code, "unlock" if number % 2 else "lock")
    else:
        await client.ask("watch", table=code, since=client.tables[code]["version"])
    return time.perf_counter() - began


async def measure(rounds: int) -> None:
    with PostgreSQL() as postgresql, Nats() as nats, tempfile.TemporaryDirectory() as folder:
        database = postgresql.new_database()
        with cluster(Path(folder), database, nats.url, "one", "other") as nodes:
            await until_shared(database, "one", "other")
            near = await come_in(nodes[0].url, "Ann")
            far = await come_in(nodes[1].url, cookie=near.cookie)
            code = await near.open("mindroll")
            await far.ask("watch", table=code)
            print(f"| milliseconds, median of {rounds} | near | far | far / near |\n|---|---|---|---|")
            for kind in KINDS:
                times: dict[Client, list[float]] = {near: [], far: []}
                for number in range(2 * rounds):
                    window = near if number // 2 % 2 else far  # locked and unlocked by the same one
                    times[window].append(1000 * await timed(window, code, kind, number))
                here, there = (statistics.median(times[window]) for window in (near, far))
                print(f"| {kind} | {here:.2f} | {there:.2f} | {there / here:.2f} |")
            await near.close()
            await far.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    asyncio.run(measure(100 if parser.parse_args().quick else 1000))
