"""Who is measured: each a line of `CONTENDERS`, and a round of play with one of them."""

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import hall_peers
import hall_servers
from hall_generator import SEATS, Generator, Stretch
from hall_servers import Server


class Contender(NamedTuple):
    name: str
    protocol: str
    """How `generator.c` plays with it; in `hall`, players sign in first."""
    open: Callable[[Path, int], Server]
    """In a folder of its own; told the bytes that a move of the hall was for each client."""
    can_run: Callable[[], bool] = lambda: True
    needs: str = ""
    """What is missing where it cannot."""


def peer(script: str) -> Callable[[Path, int], Server]:
    return lambda _folder, _size: hall_peers.peer(script)


def workers(count: int) -> Callable[[Path, int], Server]:
    return lambda folder, _size: hall_servers.hall(folder, workers=count)


NO_WORKERS = "as this hall has no --workers"
NO_PEERS = "as npm could not fetch it"
OURS = Contender("Dicehall", "hall", workers(1))
CONTENDERS = (
    OURS,
    Contender("2 workers", "hall", workers(2), hall_servers.has_workers, NO_WORKERS),
    Contender("3 workers", "hall", workers(3), hall_servers.has_workers, NO_WORKERS),
    Contender("bare loop", "bare", lambda _folder, size: hall_servers.bare(size)),
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
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sign_ins = hall_servers.invite(folder, tables * SEATS) if contender.protocol == "hall" else []
        with contender.open(folder, size) as server:
            port = server.wait()
            warm_up(port)
            empty = server.memory
            with Generator(program, contender.protocol, port, tables, sign_ins) as players:
                table = (server.memory - empty) / tables
                full = players.closed(server, seconds)
                half = players.paced(server, full.rate / 2, seconds)
                return Round(full, half, table, server.memory)
