"""Running the hall until it is stopped, and telling everyone before it stops."""

import asyncio
import logging
import signal
import socket
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType
from typing import Any

import uvicorn
from websockets.frames import CloseCode

from dicehall.server.admin.resets import finish_closing
from dicehall.server.app.admission import admission
from dicehall.server.app.http import http_app
from dicehall.server.app.metrics_page import MetricsPage
from dicehall.server.app.parts import Parts
from dicehall.server.app.tidying import Tidier, ready_at
from dicehall.server.bounds.request_heads import http_protocol
from dicehall.server.gates.adopting import adopt
from dicehall.server.gates.branch import Reception
from dicehall.server.live.listener import HallListener
from dicehall.server.live.loop import spare_the_collector
from dicehall.server.live.messages import Restarting
from dicehall.server.live.socket import socket_protocol
from dicehall.server.nodes.holding import while_first
from dicehall.server.nodes.pages import Pages
from dicehall.server.nodes.travellers import Traveller

log = logging.getLogger("dicehall.server")

SLICE, BETWEEN_SLICES = 100, 0.1
"""Sockets that are closed at once when a node drains, and the seconds until the next ones."""
NOTICED = 3.0
"""Seconds before the first of them, in which proxies see that this node takes nobody any more: some look every two."""
TOLD_BEFORE = 0.3
"""Seconds between telling everyone and closing their sockets."""


class HallServer(uvicorn.Server):
    """uvicorn closes sockets without a word; here everyone is told before.

    With gates, these accept all connections, and hand over those that are not for WebSockets.
    """

    def __init__(self, parts: Parts, ready: Callable[[], None], gates: int = 0) -> None:
        app = http_app(parts)
        self._nodes = parts.nodes
        hearing = HallListener if parts.nodes is None else partial(Traveller, nodes=parts.nodes)
        admit = admission(
            parts.dispatcher, parts.people, parts.url, parts.only_at, hearing, is_leaving=self._is_leaving
        )
        config = uvicorn.Config(
            app if parts.nodes is None else Pages(app, parts.nodes),
            ws=socket_protocol(admit, parts.visitors),
            http=http_protocol(parts.visitors),
            loop="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the hall itself decides which proxies to trust
            timeout_graceful_shutdown=3,
            backlog=4096,
        )
        super().__init__(config)
        self.gates = parts.gates
        self.gates.count = gates
        self._reception = Reception(admit, parts.visitors, self.server_state.connections)
        self.rooms = parts.rooms
        self.ready = ready
        self.stopping = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        for listen in sockets or ():
            # Accepted sockets inherit it. uvloop sets it anyway, asyncio only where the socket names its protocol:
            # without it an answer waits for the peer to acknowledge the one before, which takes 40 ms.
            listen.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.gates.count and sockets:
            await super().startup([])
            await self.gates.open(sockets[0], self._reception, self._adopt)
        else:
            await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.gates.accept_no_more()
        await super().shutdown(sockets)
        await self.gates.close()

    def _adopt(self, connection: socket.socket) -> None:
        """A connection that a gate has accepted, and nobody has read."""
        self.rooms.start(adopt(self, connection))

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        for number in signals:
            loop.add_signal_handler(number, self.stop)
        try:
            yield
        finally:
            for number in signals:
                loop.remove_signal_handler(number)

    def stop(self) -> None:
        """The first call tells everyone and waits a moment, a second one does not."""
        if self.stopping:
            self.should_exit = self.force_exit = True
            return
        self.stopping = True
        self.rooms.send([viewer for viewer in self.rooms.everybody if not viewer.is_far], Restarting())
        asyncio.get_running_loop().call_later(TOLD_BEFORE, self._exit)

    def _is_leaving(self) -> bool:
        return self._nodes is not None and self._nodes.is_leaving

    async def stop_after(self, event: asyncio.Event) -> None:
        """Its people are sent elsewhere first, some at a time, so that the others are not overrun.

        The door is shut before, and not earlier: until all is handed over there may be no other node to go to.
        """
        await event.wait()
        if self._nodes is not None:
            self._nodes.is_leaving = True
            await asyncio.sleep(NOTICED)
        near = [viewer for viewer in self.rooms.everybody if not viewer.is_far]
        for start in range(0, len(near), SLICE):
            for viewer in near[start : start + SLICE]:
                viewer.socket.close(CloseCode.SERVICE_RESTART, "connect again: another machine takes over")
            await asyncio.sleep(BETWEEN_SLICES)
        self.stop()

    def _exit(self) -> None:
        self.should_exit = True


async def run(
    parts: Parts,
    listen: socket.socket,
    *,
    ready: Callable[[], None],
    reset: bool = False,
    metrics: socket.socket | None = None,
    gates: int = 0,
    also: Mapping[str, Coroutine[Any, Any, None]] = MappingProxyType({}),
    stop: asyncio.Event | None = None,
    begin: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Serve on a socket that listens already; `ready` is called once people can connect.

    The metrics are served on another one, or nowhere. With gates, other processes hold the sockets. What is to be done
    `also` is named; `stop` ends it as a signal would; `begin` is called when all that takes long is done.
    """
    server = HallServer(parts, ready, gates)
    nodes = parts.nodes
    tidier = Tidier(parts.people, parts.rooms, parts.hall, ready_at(nodes), book=parts.book)
    spare_the_collector()
    await parts.results.start()
    await parts.hall.start()
    await finish_closing(parts.hall)
    if nodes is None:
        await parts.works.start()
    if begin is not None:
        await begin()
    parts.tasks.start(
        {
            "waking the tables": parts.hall.wake_all(reset=reset),
            "hall time": parts.hall.keep_time(),
            "counting results": parts.results.keep_up() if nodes is None else while_first(nodes, parts.results.keep_up),
            "deleting guests": tidier.keep() if nodes is None else while_first(nodes, tidier.keep),
            "writing marks": parts.marks.keep_up(lambda: parts.hall.journal.now),
        }
        | ({"watching the gates": parts.gates.keep()} if gates else {})
        | ({} if nodes is None else {"other nodes": nodes.keep()})
        | ({} if stop is None else {"stopping": server.stop_after(stop)})
        | dict(also)
    )
    if nodes is None:
        parts.works.keep()
    page = None if metrics is None else await MetricsPage(parts).listen(metrics)
    try:
        await server.serve([listen])
    finally:
        if page is not None:
            page.close()
        parts.tasks.cancel()
        parts.works.stop()
        parts.hall.stop()
        await parts.marks.flush()
