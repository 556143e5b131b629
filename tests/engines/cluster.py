"""A hall on several nodes, all on this machine and behind one port: `python -m tests.engines.cluster 3`."""

import argparse
import asyncio
import contextlib
import itertools
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.engines.nats import Nats
from tests.engines.nodes_page import NodesPage
from tests.engines.postgresql import PostgreSQL
from tests.engines.server import HERE, free_ports

AT_ONCE: Final = 1 << 16
OPEN: Final = "The hall is open"


class Front:
    """Hands each connection to the next node that is there, as a load balancer would.

    Sockets and requests take turns apart: a browser that opens both would always find its socket at the same node.
    """

    def __init__(self, ports: list[int]) -> None:
        self._ports = ports
        self._sockets, self._requests = (itertools.cycle(range(len(ports))) for _ in range(2))

    async def listen(self, port: int) -> asyncio.Server:
        return await asyncio.start_server(self._connected, HERE, port)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError), contextlib.ExitStack() as cut:
            cut.callback(writer.transport.abort)
            first = await reader.read(AT_ONCE)
            from_node, to_node = await self._node(self._sockets if first.startswith(b"GET /ws") else self._requests)
            cut.callback(to_node.transport.abort)
            to_node.write(first)
            await asyncio.gather(_copy(reader, to_node), _copy(from_node, writer))
            cut.pop_all()  # each is closed when all is written

    async def _node(self, turns: Iterator[int]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The next that is there; raises `OSError` where none is."""
        for _ in self._ports:
            with contextlib.suppress(OSError):
                return await asyncio.open_connection(HERE, self._ports[next(turns)])
        raise ConnectionRefusedError("no node is there")


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await source.read(AT_ONCE):
            target.write(data)
            await target.drain()
    target.close()


def start(name: str, port: int, front: int, words: list[str]) -> subprocess.Popen[str]:
    """One node; it is open when this returns."""
    node = subprocess.Popen(
        [sys.executable, "-m", "dicehall", "serve", "--node", name, "--port", str(port),
         "--public-url", f"http://{HERE}:{front}", *words],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert node.stdout is not None
    for line in node.stdout:
        if OPEN in line:
            print(f"node {name} is open, process {node.pid}", flush=True)
            return node
        print(line, end="", flush=True)
    raise SystemExit(f"node {name} did not open")


async def serve(ports: list[int], front: int, database: str, page: str) -> None:
    server = await Front(ports).listen(front)
    print(f"\nThe hall is open at http://{HERE}:{front}")
    print(f"See its nodes:  {page}")
    print(f"In a terminal:  dicehall nodes --database '{database}'")
    print(f"End one gently: dicehall drain n1 --database '{database}'")
    print("Or kill one by its process id. Ctrl-C ends everything, and nothing is kept.", flush=True)
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    await stopped.wait()
    server.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("nodes", type=int)
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args()
    ports = free_ports(given.nodes)
    nodes: list[subprocess.Popen[str]] = []
    with PostgreSQL() as postgresql, Nats() as nats, tempfile.TemporaryDirectory(prefix="dicehall-") as data:
        words = ["--data", str(Path(data)), "--database", postgresql.url(), "--bus", nats.url]
        try:
            for number, port in enumerate(ports, start=1):
                nodes.append(start(f"n{number}", port, given.port, words))
            with NodesPage(postgresql.url()) as page:
                asyncio.run(serve(ports, given.port, postgresql.url(), page.url))
        finally:
            for node in nodes:
                node.send_signal(signal.SIGINT)
            for node in nodes:
                node.wait()


if __name__ == "__main__":
    main()
