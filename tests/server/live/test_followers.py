"""What followers of a tournament hear, and when: each change once, never more than they can take."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from dicehall.evenings.core import commands
from dicehall.evenings.core.setting import Swiss
from dicehall.evenings.live.tournament import LiveTournament
from dicehall.server.live.socket import MOST_WAITING
from dicehall.table.core.draft import Refused
from tests.evenings.kit import setting
from tests.server.inside import Inside, inside
from tests.server.kit import come_in, in_a_loop, told_of
from tests.server.live.test_slow_reader import LITTLE, narrow

MANY = 400


async def do(live: LiveTournament, who: str | None, command: commands.AnyCommand) -> None:
    answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    live.ask(who, command, answered.set_result)
    assert not isinstance(answer := await answered, Refused), answer


async def tournament_of(hall: Inside, entrants: int) -> LiveTournament:
    """Hosted by nobody; made-up people have entered."""
    created: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    form = setting(Swiss(5), seats=4, least=3, most=500)
    live = await hall.parts.tournaments.create(None, commands.Create(form, "key"), created.set_result)
    await created
    assert live is not None
    for number in range(entrants):
        await do(live, f"made-up-{number:03}", commands.Enter())
    return live


@contextlib.asynccontextmanager
async def sleeper(hall: Inside, code: str) -> AsyncIterator[ClientConnection]:
    """Follows, and reads nothing yet."""
    peer = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
    peer.connect(("127.0.0.1", int(hall.url.rsplit(":", 1)[1])))
    window = await connect(f"ws{hall.url.removeprefix('http')}/ws", sock=peer, compression=None, max_queue=1)
    window.transport.pause_reading()
    await window.send(json.dumps({"type": "follow", "id": 1, "tournament": code}))
    try:
        yield window
    finally:
        window.transport.abort()
        with contextlib.suppress(Exception):
            await window.wait_closed()


@pytest.mark.parametrize("gates", [0, 1])
@in_a_loop
async def test_a_slow_reader_among_many_is_kept_and_hears_at_once_how_it_is_now(gates: int) -> None:
    """The view alone is longer than what may wait for a reader; while it waits nothing is put behind it."""
    async with inside(listen=narrow(), gates=gates) as hall:
        live = await tournament_of(hall, MANY)
        eve = await come_in(hall.url, None)
        await eve.ask("follow", tournament=live.code)
        assert len(eve.raw[-2]) > MOST_WAITING
        async with sleeper(hall, live.code) as slow:
            await until(lambda: len(hall.parts.dispatcher.tournaments.viewers(live.code)) == 2)
            for number in range(MANY, MANY + 8):
                await do(live, f"made-up-{number:03}", commands.Enter())
                await eve.until(lambda: len(eve.cups[live.code]["shown"]["entrants"]) == live.shown.version - 2)
            updates = len(eve.all("tournament_update"))
            assert updates > 2
            slow.transport.resume_reading()
            heard = [message async for message in told(slow, live.code, live.shown.version)]
        assert [each["type"] for each in heard] == ["tournament", "tournament_update"], (
            "what came between is one change"
        )
        assert [*map(len, map(msgspec.json.encode, heard))][1] < MOST_WAITING
        known = told_of(told_of(None, heard[0]), heard[1])
        assert known["shown"] == eve.cups[live.code]["shown"]
        assert eve.socket.close_code is None
        await eve.close()


@in_a_loop
async def test_whoever_is_named_second_is_told_the_link_and_the_others_are_not() -> None:
    async with inside() as hall:
        live = await tournament_of(hall, 3)
        ann, ben = [await come_in(hall.url, name) for name in ("Ann", "Ben")]
        for person in (ann, ben):
            await person.ask("follow", tournament=live.code)
        await do(live, None, commands.NameSecond(ann.me))
        await ann.until(lambda: ann.cups[live.code]["key"] == live.tournament.key)
        await ben.until(lambda: ben.cups[live.code]["shown"]["second"] == ann.me)
        assert ben.cups[live.code]["key"] == ""
        await do(live, None, commands.NameSecond(None))
        await ann.until(lambda: ann.cups[live.code]["key"] == "")
        for person in (ann, ben):
            await person.close()


async def told(window: ClientConnection, code: str, version: int) -> AsyncIterator[Any]:
    """Up to this version."""
    async for text in window:
        message = msgspec.json.decode(text)
        if message.get("tournament") == code:
            yield message
            if message.get("version") == version:
                return


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)
