"""Running the hall until somebody stops it, and stopping so that nobody is taken by surprise."""

import asyncio
import gc
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from dicehall.ports import JournalError
from dicehall.server.admin.handlers import finish_closing
from dicehall.server.app.admission import door
from dicehall.server.app.http import http_app
from dicehall.server.bounds.request_heads import http_protocol
from dicehall.server.house import House
from dicehall.server.live.messages import Restarting
from dicehall.server.live.socket import socket_protocol
from dicehall.table.core.events import Who

log = logging.getLogger("dicehall.server")

TIDY_EVERY = 60 * 60.0
FAREWELL = 0.3
"""Seconds between telling everybody and closing their sockets."""


class HallServer(uvicorn.Server):
    """uvicorn closes sockets without a word; here everybody is told before."""

    def __init__(self, house: House, ready: Callable[[], None]) -> None:
        config = uvicorn.Config(
            http_app(house),
            ws=socket_protocol(door(house), house.visitors),
            http=http_protocol(house.visitors),
            loop="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # whom to believe is for the hall to say
            timeout_graceful_shutdown=3,
            backlog=4096,
        )
        super().__init__(config)
        self.house = house
        self.ready = ready
        self.stopping = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        for listen in sockets or ():
            # Accepted sockets inherit it. uvloop sets it anyway, asyncio only where the socket names its protocol:
            # without it an answer waits for the peer to acknowledge the one before, which takes 40 ms.
            listen.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await super().startup(sockets)
        self.ready()

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
        """The first call says farewell, a second one does not wait for anybody."""
        if self.stopping:
            self.should_exit = self.force_exit = True
            return
        self.stopping = True
        self.house.rooms.send(self.house.rooms.everybody, Restarting())
        asyncio.get_running_loop().call_later(FAREWELL, self._exit)

    def _exit(self) -> None:
        self.should_exit = True


def spare_the_collector() -> None:
    """What is loaded stays, and hardly anything here is a cycle: looking for them seldom saves 7 % of the CPU."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5000, 20, 10)


async def keep_tidy(house: House) -> None:
    """Guests who have not come for long, and have left nothing behind, are forgotten."""

    def stays(who: Who) -> bool:
        at_a_table = any(who == live.table.host or live.table.seated_as(who) is not None for live in house.hall)
        return at_a_table or bool(house.rooms.windows(who))

    while True:
        await asyncio.sleep(TIDY_EVERY)
        try:
            await house.people.tidy(stays)
        except JournalError as error:
            log.error("guests who are long gone are not forgotten yet: %s", error)


async def run(house: House, listen: socket.socket, *, ready: Callable[[], None], reset: bool = False) -> None:
    """Serve on a socket that listens already; `ready` is called once people can come in."""
    server = HallServer(house, ready)
    spare_the_collector()
    await finish_closing(house)
    works = (house.hall.wake_all(reset=reset), house.results.keep_up(), keep_tidy(house))
    beside = [asyncio.ensure_future(work) for work in works]
    try:
        await server.serve([listen])
    finally:
        for work in beside:
            work.cancel()
        house.hall.stop()
