"""uvicorn serves a connection that a gate has accepted."""

import asyncio
import socket
from typing import Any, cast

import uvicorn


async def adopt(server: uvicorn.Server, connection: socket.socket) -> None:
    """Nobody has read anything of it: it is as if uvicorn had accepted it itself."""
    make = cast(Any, server.config.http_protocol_class)
    protocol = make(config=server.config, server_state=server.server_state, app_state=server.lifespan.state)
    try:
        await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)
    except OSError:
        connection.close()  # the client has gone already
