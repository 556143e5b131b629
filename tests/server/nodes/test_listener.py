"""Who listens on the bus while secrets are dealt across two nodes learns nothing: not by a byte, nor by a length."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from random import Random
from typing import NamedTuple

import msgspec
import pytest
from nats.aio.client import Client as NatsClient
from nats.aio.msg import Msg

from dicehall.server.live import rooms
from dicehall.server.nodes import sealing
from dicehall.server.nodes.nats_bus import NatsBus
from dicehall.server.nodes.sealing import Numbered, padded
from tests.engines.nats import Nats
from tests.server.evenings import Deals, Secret
from tests.server.kit import Client, Message, awaited, guests, over
from tests.server.live.test_non_interference import revealing
from tests.server.nodes.pair import SECRET, MemoryBus, Pair, Send, arrived, pair, until

GAMES = ("mindroll", "bluff")
PLAIN = (b'"mine"', b'"secret"', b"Cleo", b'"update"')
"""Parts of what nodes say to each other, as it is before it is sealed."""


@pytest.fixture(autouse=True)
def _settled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SETTLE", 0.0)


class Listened(NamedTuple):
    letters: list[bytes]
    """All that was on the bus."""
    steps: list[list[int]]
    """Lengths, step by step, as long as nothing was revealed."""
    secrets: list[list[Message]]
    """What far players were told in the first deal."""


@asynccontextmanager
async def over_nats(url: str, deals: Deals, heard: list[bytes]) -> AsyncIterator[Pair]:
    """And someone who hears everything."""
    listener = NatsClient()
    await listener.connect(url)

    async def hear(letter: Msg) -> None:
        heard.append(letter.data)

    await listener.subscribe(">", cb=hear)
    keeping: list[asyncio.Task[None]] = []

    async def send(name: str, bus: MemoryBus) -> Send:
        def hears(letter: bytes) -> None:  # its node is not there yet
            bus.hears[name](letter)

        line = NatsBus(url, name, SECRET, hears)
        keeping.append(asyncio.create_task(line.keep()))
        await until(lambda: line.is_connected)

        def noted(to: str, letter: bytes) -> None:
            bus.letters.append((to, letter))
            line.send(to, letter)

        return noted

    async with pair(deals, send, beats=False) as nodes:
        yield nodes
        await until(lambda: len(heard) == len(nodes.bus.letters))
    for task in keeping:
        task.cancel()
    await asyncio.gather(*keeping, return_exceptions=True)
    await listener.close()


@asynccontextmanager
async def in_memory(deals: Deals, heard: list[bytes]) -> AsyncIterator[Pair]:
    async with pair(deals, beats=False) as nodes:
        yield nodes
        heard += [letter for _, letter in nodes.bus.letters]


async def listen(game: str, changed: Secret | None, url: str | None) -> Listened:
    """Ann plays at the node that runs the table, Ben and Cleo at the other."""
    deals, heard = Deals(game, changed), list[bytes]()
    world = over_nats(url, deals, heard) if url else in_memory(deals, heard)
    async with world as nodes, guests(nodes.one.url, "Ann") as [ann], guests(nodes.other.url, "Ben", "Cleo") as far:
        code = await ann.open(game, options={"rounds": 1}, seats=3)
        for person in far:
            await person.join(code)
        await arrived(nodes, far)
        begun = len(nodes.bus.letters)
        await ann.do(code, "start")
        await arrived(nodes, far)
        secrets = [person.mine[code] for person in far]
        places = [begun, *[place async for place in played(nodes, code, [ann, *far], revealing(game))]]
    sent = [len(letter) for _, letter in nodes.bus.letters]
    return Listened(heard, [sent[start:end] for start, end in pairwise(places)], secrets)


async def played(nodes: Pair, code: str, people: list[Client], reveals: frozenset[str]) -> AsyncIterator[int]:
    """Move by move, until something is revealed: how many letters there were before each."""
    luck = Random(3)
    ann, *far = people
    while True:
        yield len(nodes.bus.letters)
        mover = next(person for person in people if awaited(person, code))
        if over(mover, code):
            return
        await mover.do(code, "move", moves=[luck.choice(mover.options(code))])
        await arrived(nodes, far)
        await ann.catch_up()
        if any(event["type"] in reveals for event in ann.events(code)):
            return


def must_tell_nothing(usual: Listened, other: Listened) -> None:
    assert usual.secrets != other.secrets, "the secret is another one"
    assert usual.steps == other.steps, "lengths tell something"
    for letter in (*usual.letters, *other.letters):
        assert not any(plain in letter for plain in PLAIN), "words can be read"


@pytest.mark.parametrize("game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.soak) for game in GAMES[1:])])
def test_a_listener_on_nats_learns_nothing(nats: Nats, game: str) -> None:
    async def both() -> None:
        usual = await listen(game, None, nats.url)
        assert len(usual.steps) > 1, "something was played before the secret was shown"
        assert all(usual.steps), "and it was on the bus"
        must_tell_nothing(usual, await listen(game, Secret(0, 1), nats.url))

    asyncio.run(both())


def test_what_is_not_sealed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Numbered, "seal", lambda _self, _number, words: padded(words))
    monkeypatch.setattr(Numbered, "open", lambda _self, _number, letter: sealing.unpadded(letter))
    with pytest.raises(AssertionError, match="words can be read"):
        asyncio.run(in_two_worlds())


@pytest.mark.soak
def test_what_is_not_padded_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by the table, which pads each secret, nor by the node."""
    monkeypatch.setattr(rooms, "padded", msgspec.Raw)
    monkeypatch.setattr(sealing, "padded", lambda words: len(words).to_bytes(4) + words)
    with pytest.raises(AssertionError, match="lengths tell something"):
        asyncio.run(in_two_worlds())


async def in_two_worlds() -> None:
    must_tell_nothing(await listen("mindroll", None, None), await listen("mindroll", Secret(0, 1), None))
