"""Anyone who does not read is dropped; the table does not wait for them, and their seat is kept."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import pytest
from websockets.asyncio.client import connect

from tests.server.inside import Inside, inside
from tests.server.kit import Client, come_in, in_a_loop

LITTLE = 4096
"""So little lies in the buffers of the system that the hall's own limit is soon reached."""


def narrow() -> socket.socket:
    """A listening socket whose connections hold few bytes that nobody has read."""
    listen = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listen.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LITTLE)
    listen.bind(("127.0.0.1", 0))
    listen.listen()
    return listen


@contextlib.asynccontextmanager
async def sleeper(hall: Inside, cookie: str, code: str) -> AsyncIterator[None]:
    """A window on a table that is never looked at again."""
    peer = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
    peer.connect(("127.0.0.1", int(hall.url.rsplit(":", 1)[1])))
    window = await connect(
        f"ws{hall.url.removeprefix('http')}/ws", sock=peer, additional_headers={"Cookie": cookie}, compression=None,
        max_queue=1,
    )  # fmt: skip
    await window.send(f'{{"type":"watch","id":1,"table":"{code}"}}')
    try:
        yield
    finally:
        window.transport.abort()
        with contextlib.suppress(Exception):
            await window.wait_closed()


async def make_noise_until(host: Client, code: str, absent: list[str]) -> int:
    """Lock and unlock the table until these people are told to be absent; returns how often."""
    for times in range(1, 3000):
        await host.do(code, "lock")
        await host.do(code, "unlock")
        if times % 50 == 0:
            await asyncio.sleep(0)
        if (present := host.all("present")) and present[-1]["absent"] == absent:
            return times
    raise AssertionError("nobody was dropped")


@pytest.mark.parametrize("gates", [0, 1])
@in_a_loop
async def test_a_window_that_is_not_read_is_dropped_and_nobody_else_misses_anything(gates: int) -> None:
    async with inside(listen=narrow(), gates=gates) as hall:
        ann, ben, sid = [await come_in(hall.url, name) for name in ("Ann", "Ben", "Sid")]
        code = await ann.open("peril")
        await ben.join(code)
        await sid.join(code)
        assert sid.cookie is not None
        async with sleeper(hall, sid.cookie, code):
            await hall_knows(hall, code, 4)
            await sid.close()
            await ann.until(lambda: ann.all("present"))
            times = await make_noise_until(ann, code, [sid.me])
        await ben.catch_up()
        versions = [message["version"] for message in ben.all("update")]
        assert versions == list(range(versions[0], versions[0] + len(versions))), "every change, once, in order"
        assert len(ben.events(code, "unlocked")) == times
        assert ben.socket.close_code is None
        assert [occupant["who"] for occupant in ben.tables[code]["seated"]] == [ann.me, ben.me, sid.me], (
            "the seat is kept"
        )
        back = await sid.again()
        await back.ask("watch", table=code)
        assert back.tables[code] == {**ben.tables[code], "version": back.tables[code]["version"]}
        await ann.until(lambda: ann.all("present")[-1]["absent"] == [])
        for client in (ann, ben, back):
            await client.close()


async def hall_knows(hall: Inside, code: str, windows: int) -> None:
    """The hall has seen so many windows open on this table."""
    while len(hall.parts.hall.find(code).presence) < windows:
        await asyncio.sleep(0.01)


@in_a_loop
async def test_answers_do_not_wait_for_one_another() -> None:
    """Nagle's algorithm would hold each back until the one before is acknowledged."""
    listen = narrow()
    async with inside(listen=listen):
        assert listen.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
