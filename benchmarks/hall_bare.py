"""A bare WebSocket loop on the hall's own socket class: no game, no journal, one ready frame for all six of a table."""

import asyncio
import socket
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable

import uvicorn
import uvloop

from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.frames import text_frame
from dicehall.server.live.handshake import Listener, Peer, Rejected, Request, at_once
from dicehall.server.live.socket import socket_protocol

ABOUT = b'{"type":"update","padding":"'
END = b'"}'


class Member:
    plays = True

    def __init__(self, table: "list[Member]", frame: bytes) -> None:
        self.table = table
        self.frame = frame

    def opened(self, socket: Peer) -> None:
        self.socket = socket
        self.table.append(self)

    def received(self, text: bytes) -> None:
        for member in self.table:
            member.socket.send(self.frame)

    def closed(self) -> None:
        self.table.remove(self)


async def no_pages(_scope: object, _receive: object, send: Callable[[dict[str, object]], Awaitable[None]]) -> None:
    """All that is here is sockets."""
    await send({"type": "http.response.start", "status": 404})
    await send({"type": "http.response.body"})


def main() -> None:
    whole, limits = int(sys.argv[1]), Limits.read(sys.argv[2:])
    size = whole - 2 - (whole > 127) * 2  # less the head of the frame
    frame = text_frame(ABOUT + b"." * (size - len(ABOUT) - len(END)) + END)
    tables: defaultdict[str, list[Member]] = defaultdict(list)

    def admit(request: Request) -> Listener | Rejected:
        return Member(tables[request.query], frame)

    listen = socket.create_server(("127.0.0.1", 0), backlog=4096)
    config = uvicorn.Config(
        no_pages, ws=socket_protocol(at_once(admit), Visitors(limits)), http="httptools", loop="none", lifespan="off",
        log_config=None, access_log=False,
    )  # fmt: skip
    print(f"http://127.0.0.1:{listen.getsockname()[1]}", flush=True)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(uvicorn.Server(config).serve([listen]))


if __name__ == "__main__":
    main()
