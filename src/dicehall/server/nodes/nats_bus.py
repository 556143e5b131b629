"""NATS as the bus between nodes: each has a subject of its own, and whatever cannot be sent now is lost."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from dicehall.server.nodes.sealing import derived

log = logging.getLogger("dicehall.nodes")

AGAIN: Final = 0.2
"""Seconds until a lost connection is tried again."""
MOST_WAITING: Final = 32 << 20
"""Bytes that wait to be sent; more are lost, which the lines between nodes notice."""
CONNECT_WITHIN: Final = 2
"""Seconds."""


def subject(secret: bytes, node: str) -> str:
    """Several halls may share a NATS, and none has to know the name of another."""
    return f"dicehall.{derived(secret, 'subject').hex()[:16]}.{node}"


class NatsBus:
    """Plays no part in what is durable: while it is away, tables of this node go on."""

    def __init__(self, url: str, me: str, secret: bytes, heard: Callable[[bytes], None]) -> None:
        self._url = url
        self._me = me
        self._secret = secret
        self._heard = heard
        self._client = Client()
        self._letters: list[tuple[str, bytes]] = []
        self._bytes = 0
        self._is_closed = False
        self._wake = asyncio.Event()

    @property
    def is_connected(self) -> bool:
        return self._client.is_connected

    def send(self, node: str, letter: bytes) -> None:
        if self.is_connected and self._bytes < MOST_WAITING:
            self._letters.append((subject(self._secret, node), letter))
            self._bytes += len(letter)
            self._wake.set()

    async def keep(self) -> None:
        """Connect, and send, until it is cancelled."""
        await self._connect()
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                letters, self._letters, self._bytes = self._letters, [], 0
                for to, letter in letters:
                    with suppress(Error):  # it is away: the lines notice what is lost
                        await self._client.publish(to, letter)
        finally:
            self._is_closed = True
            with suppress(Exception):
                await self._client.close()

    async def _connect(self) -> None:
        while True:
            try:
                await self._client.connect(
                    self._url, connect_timeout=CONNECT_WITHIN, max_reconnect_attempts=-1, reconnect_time_wait=1,
                    allow_reconnect=True, error_cb=self._failed, disconnected_cb=self._lost, reconnected_cb=self._found,
                    pending_size=0, ping_interval=5,
                )  # fmt: skip
                await self._client.subscribe(subject(self._secret, self._me), cb=self._take)
                return
            except (OSError, Error) as error:
                log.warning("the bus cannot be reached: %s", error)
                self._client = Client()
                await asyncio.sleep(AGAIN)

    async def _take(self, letter: Msg) -> None:
        self._heard(letter.data)

    async def _failed(self, error: Exception) -> None:
        log.debug("the bus: %s", error)

    async def _lost(self) -> None:
        if self._is_closed:
            return
        log.warning("the bus is away: tables of other nodes cannot be reached from here until it is back")

    async def _found(self) -> None:
        log.warning("the bus is back")
