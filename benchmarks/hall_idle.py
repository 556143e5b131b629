"""What idle sockets weigh."""

import asyncio
from pathlib import Path
from typing import NamedTuple

import hall_servers
from hall_clients import Client
from hall_loads import SETTLE, connect_all


class Memory(NamedTuple):
    socket: float
    """Bytes for each idle one."""
    many: int
    """Of the whole process with very many."""


async def idle_sockets(folder: Path, few: int, many: int) -> Memory:
    tokens = hall_servers.invite(folder, many)
    with hall_servers.hall(folder) as server:
        port = server.wait()
        await connect_all([Client(tokens[0])], port)
        empty = server.memory
        clients = [Client(token) for token in tokens]
        await connect_all(clients[:few], port)
        await asyncio.sleep(SETTLE)
        some = server.memory
        await connect_all(clients[few:], port)
        await asyncio.sleep(SETTLE)
        memory = Memory((some - empty) / few, server.memory)
        for client in clients:
            client.transport.abort()
        return memory
