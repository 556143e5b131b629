"""Where the bytes of a move go: every message of one table of six, part by part, and what deflating would leave."""

import asyncio
import time
import zlib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import hall_servers
import msgspec
from hall_clients import SEATS, Client, Table
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

ENVELOPE = ("type", "table", "version")
MINE = b',"mine":'
deflater = zlib.compressobj(6, zlib.DEFLATED, -10, 3)
"""Copied for every message: a larger window and more memory take up to fifteen times as long, for no byte less."""


class Listening(Client):
    """Keeps what it is told."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.told: list[bytes] = []

    def _hear(self, data: bytes, start: int, stop: int) -> None:
        self.told.append(bytes(data[start:stop]))
        super()._hear(data, start, stop)


async def listen(folder: Path, moves: int) -> list[bytes]:
    """What all six players of one table are told while so many moves are made."""
    tokens = hall_servers.invite(folder, SEATS)
    with hall_servers.hall(folder) as server:
        port = server.wait()
        clients = [Listening(token) for token in tokens]
        for client in clients:
            await client.connect(port)
        table = Table([*clients], Random(1))
        await table.set_up()
        while table.mover is None:
            await asyncio.sleep(0.01)
        ended = asyncio.Event()
        table.then = lambda each: each.play() if each.moves < moves else ended.set()
        for client in clients:
            client.told.clear()
        table.begin()
        table.play()
        await ended.wait()
        return [message for client in clients for message in client.told]


def head(size: int) -> int:
    """Bytes of the frame around a message."""
    return 2 if size < 126 else 4


def parts(message: bytes) -> Counter[str]:
    """The bytes of a message by what they say; commas and names count with what they belong to."""
    told: dict[str, Any] = msgspec.json.decode(message)
    found = Counter({"frame": head(len(message))})
    if told["type"] != "update":
        return found + Counter({told["type"]: len(message)})
    for field, value in told.items():
        size = len(msgspec.json.encode({field: value})) - 1
        found["type, table, version" if field in ENVELOPE else field] += size
    found["blanks of mine"] = len(message) - (found.total() - found["frame"]) - 1
    return found


def deflated(message: bytes) -> int:
    """The size of a message that is deflated by itself, but for `mine`: its length must not depend on a secret."""
    if not message.startswith(b'{"type":"update"'):
        return len(message)
    public, mine, secret = message.partition(MINE)
    one = deflater.copy()
    size = len(one.compress(public) + one.flush(zlib.Z_SYNC_FLUSH))
    return min(len(message), size + len(mine + secret) + 1 if mine else size - 4)  # lengths of the last block


def report(told: list[bytes], moves: int) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, title=f"Bytes per move and client, by {moves} moves at one table of six")
    for column in ("", "all moves", "of calls", "of reveals"):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)
    each = moves * SEATS
    reveals = [message for message in told if b'"revealed"' in message]
    calls = [message for message in told if b'"revealed"' not in message]
    sums = [sum(map(parts, some), Counter[str]()) for some in (told, calls, reveals)]
    for part, _ in sums[0].most_common():
        grid.add_row(part, *(f"{one[part] / each:.1f}" for one in sums))
    grid.add_row("together", *(f"[bold]{one.total() / each:.1f}[/]" for one in sums))
    began = time.process_time()
    sizes = [sum(size + head(size) for size in map(deflated, some)) for some in (told, calls, reveals)]
    spent = (time.process_time() - began) / 2 / len(told)
    grid.add_row(f"deflated, {1e6 * spent:.1f} µs each", *(f"[bold]{size / each:.1f}[/]" for size in sizes))
    return grid
