"""The attack, in a process of its own: so many connections of all kinds from many addresses; says how far it is.

Prints a line of JSON every second, and what became of every connection in the last one.
"""

import argparse
import asyncio
import os
from collections import Counter
from random import Random

import msgspec
import uvloop

from dicehall.server.bounds.limits import allow_files
from tests.hostile.kinds import KINDS, Target

PER_ADDRESS = 25
"""Connections of each address, well within what one may have; one in nineteen comes from one address that is greedy."""
GREEDY = "127.66.6.6"


class Report(msgspec.Struct):
    opened: int
    open: int
    outcomes: dict[str, dict[str, int]]


class Attack:
    def __init__(self, port: int, connections: int, seconds: float, seed: int) -> None:
        self.port = port
        self.connections = connections
        self.seconds = seconds
        self.rng = Random(seed)
        self.opened = 0
        self.outcomes: Counter[tuple[str, str]] = Counter()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        until = began + self.seconds
        telling = asyncio.create_task(self.tell())
        visits = []
        ramp = self.seconds / 2
        for number in range(self.connections):
            await asyncio.sleep(max(0.0, began + ramp * number / self.connections - loop.time()))
            visits.append(asyncio.create_task(self.visit(number, until)))
        await asyncio.gather(*visits)
        telling.cancel()
        self.print()

    async def visit(self, number: int, until: float) -> None:
        kind = list(KINDS)[number % len(KINDS)]
        target = Target(self.port, self.source(number), until, Random(self.rng.random()))
        self.opened += 1
        try:
            became = await KINDS[kind](target)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            became = "cut off" if isinstance(error, ConnectionError) else "no connection"
        self.outcomes[kind, became] += 1

    def source(self, number: int) -> str:
        if number % 19 == 7:
            return GREEDY
        address = number // PER_ADDRESS
        return f"127.6.{address // 250}.{1 + address % 250}"

    async def tell(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            self.print()

    def print(self) -> None:
        outcomes: dict[str, dict[str, int]] = {kind: {} for kind in KINDS}
        for (kind, became), count in self.outcomes.items():
            outcomes[kind][became] = count
        report = Report(self.opened, self.opened - self.outcomes.total(), outcomes)
        print(msgspec.json.encode(report).decode(), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("connections", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("seed", type=int)
    arguments = parser.parse_args()
    allow_files()
    os.nice(10)  # those who measure come first
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(Attack(arguments.port, arguments.connections, arguments.seconds, arguments.seed).run())


if __name__ == "__main__":
    main()
