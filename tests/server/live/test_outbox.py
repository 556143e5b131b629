"""Sockets are written to once in a turn of the loop, and none keeps another waiting."""

import asyncio

import pytest

from dicehall.server.live.frames import text_frame
from dicehall.server.live.handshake import Peer
from dicehall.server.live.outbox import MOST_AT_ONCE, Outbox
from tests.server.bare import hall, in_a_loop


class Scribe:
    """Says when it was written out."""

    def __init__(self, *, stumbles: bool = False) -> None:
        self.times = 0
        self.stumbles = stumbles

    def write_out(self) -> None:
        self.times += 1
        if self.stumbles:
            raise OSError("the pen is broken")


@in_a_loop
async def test_all_that_wait_are_written_out_at_the_end_of_the_turn() -> None:
    outbox, scribes = Outbox(), [Scribe() for _ in range(5)]
    for scribe in scribes:
        outbox.add(scribe)
    assert [scribe.times for scribe in scribes] == [0] * 5
    await asyncio.sleep(0)
    assert [scribe.times for scribe in scribes] == [1] * 5


@in_a_loop
async def test_in_a_long_turn_the_first_do_not_wait_for_the_last() -> None:
    outbox, scribes = Outbox(), [Scribe() for _ in range(MOST_AT_ONCE + 1)]
    for scribe in scribes:
        outbox.add(scribe)
    assert [scribe.times for scribe in scribes] == [1] * MOST_AT_ONCE + [0]
    await asyncio.sleep(0)
    assert [scribe.times for scribe in scribes] == [1] * (MOST_AT_ONCE + 1)


@in_a_loop
async def test_a_socket_that_fails_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    outbox, scribes = Outbox(), [Scribe(stumbles=True), Scribe()]
    for scribe in scribes:
        outbox.add(scribe)
    await asyncio.sleep(0)
    assert [scribe.times for scribe in scribes] == [1, 1]
    assert "a socket could not be written to" in caplog.text


@in_a_loop
async def test_what_is_sent_in_one_turn_arrives_whole_and_in_order() -> None:
    def answer(socket: Peer, text: bytes) -> None:
        for number in range(3):
            socket.send(text_frame(b"%b %d" % (text, number)))

    async with hall(answer) as place, place.connect() as client:
        for text in ("a", "b"):
            await client.send(text)
        assert [await client.recv() for _ in range(6)] == ["a 0", "a 1", "a 2", "b 0", "b 1", "b 2"]


@in_a_loop
async def test_an_answer_arrives_although_the_socket_closes_in_the_same_turn() -> None:
    def last_words(socket: Peer, _text: bytes) -> None:
        socket.send(text_frame(b"good night"))
        socket.close(4001, "late")

    async with hall(last_words) as place, place.connect() as client:
        await client.send("still there?")
        assert await client.recv() == "good night"
        await client.wait_closed()
        assert client.close_code == 4001
