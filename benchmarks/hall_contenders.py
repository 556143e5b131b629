"""Who is measured: each a line of `CONTENDERS`, and a round of play with one of them."""

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import hall_nodes
import hall_peers
import hall_servers
from hall_generator import SEATS, Generator, Stretch
from hall_servers import Serving


class Contender(NamedTuple):
    name: str
    protocol: str
    """How `generator.c` plays with it; in `hall`, players sign in first."""
    open: Callable[[Path, int, int], Serving]
    """In a folder of its own, for so many players; told the bytes that a move of the hall was for each client."""
    can_run: Callable[[], bool] = lambda: True
    needs: str = ""
    """What is missing where it cannot."""
    spread: bool = False
    """Those who sit at one table are connected to different nodes."""


def peer(script: str) -> Callable[[Path, int, int], Serving]:
    return lambda _folder, _people, _size: opened(hall_peers.peer(script))


def workers(count: int) -> Callable[[Path, int, int], Serving]:
    def open_hall(folder: Path, people: int, _size: int) -> Serving:
        sign_ins = hall_servers.invite(folder, people)
        hall = opened(hall_servers.hall(folder, workers=count))
        hall.sign_ins = sign_ins
        return hall

    return open_hall


def nodes(count: int) -> Callable[[Path, int, int], Serving]:
    return lambda folder, people, _size: hall_nodes.Nodes(folder, count, people)


def opened(server: hall_servers.Server) -> hall_servers.Server:
    server.wait()
    return server


NO_WORKERS = "as this hall has no --workers"
NO_PEERS = "as npm could not fetch it"
NO_ENGINES = "as PostgreSQL or NATS is missing (make setup)"
OURS = Contender("Dicehall", "hall", workers(1))
CONTENDERS = (
    OURS,
    Contender("2 workers", "hall", workers(2), hall_servers.has_workers, NO_WORKERS),
    Contender("3 workers", "hall", workers(3), hall_servers.has_workers, NO_WORKERS),
    Contender("1 node", "hall", nodes(1), hall_nodes.can_run, NO_ENGINES),
    Contender("2 nodes", "hall", nodes(2), hall_nodes.can_run, NO_ENGINES),
    Contender("2 nodes, far", "hall", nodes(2), hall_nodes.can_run, NO_ENGINES, spread=True),
    Contender("bare loop", "bare", lambda _folder, _people, size: opened(hall_servers.bare(size))),
    Contender("node ws", "peer", peer("ws.mjs"), hall_peers.installed, NO_PEERS),
    Contender("boardgame.io", "boardgame", peer("boardgame.mjs"), hall_peers.installed, NO_PEERS),
)


class Round(NamedTuple):
    full: Stretch
    half: Stretch
    """At half the moves a second."""
    table: float
    """Bytes for an idle table of six, its sockets included."""
    memory: int
    """Of the whole server after all that play."""


def warm_up(port: int) -> None:
    """Whatever it answers, what a first request loads is loaded."""
    with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/api/games", timeout=10) as page:
        page.read()


def play_round(contender: Contender, program: Path, tables: int, seconds: float, size: int = 0) -> Round:
    with tempfile.TemporaryDirectory() as name, contender.open(Path(name), tables * SEATS, size) as server:
        for port in server.ports:
            warm_up(port)
        empty = server.memory
        with Generator(
            program, contender.protocol, server.ports, tables, server.sign_ins, spread=contender.spread
        ) as players:
            table = (server.memory - empty) / tables
            full = players.closed(server, seconds)
            half = players.paced(server, full.rate / 2, seconds)
            return Round(full, half, table, server.memory)
