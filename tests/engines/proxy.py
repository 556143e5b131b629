"""A line to PostgreSQL that a test can cut at any moment: before a request arrives, or before its answer does."""

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from tests.engines.postgresql import PostgreSQL

SOCKET: Final = ".s.PGSQL.5432"
AT_ONCE: Final = 65536


class Proxy:
    """All lines through it share their fate."""

    def __init__(self, engine: PostgreSQL) -> None:
        self._engine = engine
        self._folder = tempfile.TemporaryDirectory(prefix="dicehall-proxy-")
        self._lines: list[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._held: list[tuple[asyncio.StreamWriter, bytes]] = []
        self._marked: set[asyncio.StreamWriter] = set()
        """The hall's ends of lines whose answers are lost."""
        self.holds: bytes | None = None
        """Requests with these bytes are kept back."""
        self.loses_answers_to: bytes | None = None
        """Requests with these bytes arrive, and nothing comes back on their line."""
        self.is_silent = False
        """Whether the network is cut: nothing passes, in either direction, and neither end is told so."""
        self._dead: set[asyncio.StreamWriter] = set()
        """Both ends of lines that were cut so: they stay silent for good."""
        self.is_shut = False
        """Whether nobody is let in."""
        self.held = asyncio.Event()
        """A request was kept back."""
        self.lost = asyncio.Event()
        """An answer was thrown away: what was asked is done."""

    async def __aenter__(self) -> Self:
        path = str(Path(self._folder.name) / SOCKET)
        self._server = await asyncio.start_unix_server(self._connected, path)
        self._port = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self._port.close()
        self.cut()
        for line in self._lines:
            line[1].transport.abort()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()
        self._folder.cleanup()

    def url(self, direct: str) -> str:
        """The same database, through this line."""
        return direct.replace(str(self._engine.folder), self._folder.name)

    @property
    def host(self) -> str:
        """The same, over a port of this machine."""
        return f"127.0.0.1:{self._port.sockets[0].getsockname()[1]}"

    async def _connected(self, from_client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        if self.is_shut:
            to_client.transport.abort()
            return
        if self.is_silent:
            self._lines.append((to_client, to_client))
            return
        from_server, to_server = await asyncio.open_unix_connection(str(self._engine.folder / SOCKET))
        self._lines.append((to_client, to_server))
        for work in (
            self._requests(from_client, to_server, to_client),
            self._answers(from_server, to_client, to_server),
        ):
            task = asyncio.get_running_loop().create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _requests(
        self, source: asyncio.StreamReader, server: asyncio.StreamWriter, client: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError):
            while data := await source.read(AT_ONCE):
                if self._is_cut(client, server):
                    continue
                if self.holds is not None and self.holds in data:
                    self._held.append((server, data))
                    self.held.set()
                else:
                    if self.loses_answers_to is not None and self.loses_answers_to in data:
                        self._marked.add(client)
                    server.write(data)
                    await server.drain()
        if not self._is_cut(client, server) and not any(held is server for held, _ in self._held):
            server.close()

    async def _answers(
        self, source: asyncio.StreamReader, client: asyncio.StreamWriter, server: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError):
            while data := await source.read(AT_ONCE):
                if self._is_cut(client, server):
                    continue
                if client in self._marked:
                    self.lost.set()
                else:
                    client.write(data)
                    await client.drain()
        if not self._is_cut(client, server):
            client.close()

    def _is_cut(self, *ends: asyncio.StreamWriter) -> bool:
        if self.is_silent:
            self._dead.update(ends)
        return not self._dead.isdisjoint(ends)

    def fall_silent(self) -> None:
        """The network is cut, for all lines that there are and until `is_silent` is changed for new ones."""
        self.is_silent = True
        for ends in self._lines:
            self._dead.update(ends)

    def cut(self) -> None:
        """The hall's ends of all lines; what was held back may still arrive."""
        for client, _ in self._lines:
            client.transport.abort()

    def deliver(self) -> None:
        """What was held back arrives at last, though nobody waits for the answer any more."""
        held, self._held = self._held, []
        for server, data in held:
            server.write(data)
