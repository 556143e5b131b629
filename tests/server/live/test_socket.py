"""The WebSocket transport, by real connections to a real uvicorn."""

import asyncio
import socket as tcp
import struct
from collections.abc import Iterator

import pytest
from websockets.frames import Frame, Opcode

from dicehall.server.live import socket as transport
from dicehall.server.live.frames import text_frame
from dicehall.server.live.handshake import Peer
from tests.server.bare import (
    Guest,
    closing,
    echo,
    gated,
    hall,
    in_a_loop,
    keep_alive,
    raw_socket,
    stumble,
)


@pytest.fixture(params=[False, True], ids=["straight", "gated"])
def straight_and_gated(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a connection does, it does through a gate as well; `tests/server/gates` is about all else there."""
    before = gated.set(request.param)
    yield
    gated.reset(before)


# Messages.


@pytest.mark.usefixtures("straight_and_gated")
@in_a_loop
async def test_a_message_is_heard_and_answered() -> None:
    async with hall(echo) as place, place.connect() as client:
        for text in ("one", "", "zwölf", "x" * 125, "x" * 126, "x" * 65536):
            await client.send(text)
            assert await client.recv() == text


@in_a_loop
async def test_messages_that_arrive_together_are_heard_one_by_one_and_in_order() -> None:
    async with hall() as place, raw_socket(place.port) as client:
        client.writer.write(b"".join(Frame(Opcode.TEXT, b"%d" % n).serialize(mask=True) for n in range(50)))
        assert [await place.guests[0].heard.get() for _ in range(50)] == [b"%d" % n for n in range(50)]


@in_a_loop
async def test_a_message_that_arrives_byte_by_byte_is_heard_once() -> None:
    async with hall() as place, raw_socket(place.port) as client:
        for byte in Frame(Opcode.TEXT, b"slowly").serialize(mask=True):
            client.writer.write(bytes([byte]))
            await asyncio.sleep(0)
        assert await place.guests[0].heard.get() == b"slowly"


@in_a_loop
async def test_one_frame_goes_to_many() -> None:
    async with hall() as place, place.connect() as one, place.connect() as two, place.connect() as three:
        frame = text_frame(b"dice") + text_frame(b"again")
        for guest in place.guests:
            guest.socket.send(frame)
        for client in (one, two, three):
            assert [await client.recv(), await client.recv()] == ["dice", "again"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536])
def test_a_frame_of_any_length_is_as_the_library_writes_it(size: int) -> None:
    assert text_frame(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


@pytest.mark.usefixtures("straight_and_gated")
@in_a_loop
async def test_a_fragmented_message_is_joined_even_around_a_ping() -> None:
    async with hall() as place, raw_socket(place.port) as client:
        client.say(Opcode.TEXT, b"zw\xc3", fin=False)
        client.say(Opcode.PING, b"there?")
        client.say(Opcode.CONT, b"", fin=False)
        client.say(Opcode.CONT, b"\xb6lf")
        assert await place.guests[0].heard.get() == "zwölf".encode()
        assert await client.hear() == (Opcode.PONG, b"there?")


@in_a_loop
async def test_a_ping_is_answered() -> None:
    async with hall() as place, place.connect() as client:
        await (await client.ping(b"there?"))


# Messages that are refused.


@in_a_loop
async def test_a_message_that_is_too_long_closes_with_1009() -> None:
    async with hall() as place, place.connect() as client:
        await client.send("x" * (65536 + 1))
        code, reason = await closing(client)
        assert code == 1009
        assert "65537" in reason
        await place.guests[0].gone.wait()
        assert place.guests[0].heard.empty()


@in_a_loop
async def test_the_reason_is_heard_even_by_one_who_goes_on_talking() -> None:
    async with hall() as place, raw_socket(place.port) as client:
        client.writer.write(struct.pack("!BBQ", 0x81, 0xFF, 8_000_000) + bytes(8_000_000))
        await client.writer.drain()
        assert (await client.hear_close())[0] == 1009


@in_a_loop
async def test_fragments_that_are_too_long_together_close_with_1009() -> None:
    async with hall() as place, place.connect() as client:
        await client.send(["x" * 40000, "x" * 40000])
        assert (await closing(client))[0] == 1009


@in_a_loop
async def test_a_binary_message_closes_with_1003() -> None:
    async with hall() as place, place.connect() as client:
        await client.send(b"dice")
        assert await closing(client) == (1003, "messages are text, not binary")


@in_a_loop
async def test_text_that_is_not_utf_8_closes_with_1007() -> None:
    async with hall() as place, raw_socket(place.port) as client:
        client.say(Opcode.TEXT, b"\xff")
        assert (await client.hear_close())[0] == 1007
        assert place.guests[0].heard.empty()


@in_a_loop
async def test_an_unmasked_frame_closes_with_1002() -> None:
    async with hall() as place, raw_socket(place.port) as client:
        client.say(Opcode.TEXT, b"dice", mask=False)
        assert await client.hear_close() == (1002, "incorrect masking")


@pytest.mark.usefixtures("straight_and_gated")
@pytest.mark.parametrize(
    "frames",
    [b"\x83\x80abcd", b"\xc1\x80abcd", b"\x80\x80abcd", b"\x09\x80abcd", b"\x01\x80abcd\x81\x80abcd", b"\x88\x81abcdx"],
    ids=[
        "unknown opcode",
        "reserved bit",
        "nothing to continue",
        "fragmented ping",
        "unfinished message",
        "half a code",
    ],
)
@in_a_loop
async def test_a_broken_frame_closes_with_1002(frames: bytes) -> None:
    async with hall() as place, raw_socket(place.port) as client:
        client.writer.write(frames)
        assert (await client.hear_close())[0] == 1002
        assert await client.reader.read() == b""
        client.writer.close()
        await place.guests[0].gone.wait()


@in_a_loop
async def test_nothing_is_heard_after_an_error() -> None:
    async with hall() as place, raw_socket(place.port) as client:
        client.writer.write(b"".join(Frame(code, b"x").serialize(mask=True) for code in (Opcode.BINARY, Opcode.TEXT)))
        assert (await client.hear_close())[0] == 1003
        client.writer.close()
        await place.guests[0].gone.wait()
        assert place.guests[0].heard.empty()


# Listeners that fail.


@in_a_loop
async def test_a_listener_that_raises_closes_with_1011_and_the_server_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with hall(stumble) as place:
        for _ in range(2):
            async with place.connect() as client:
                await client.send("dice")
                assert await closing(client) == (1011, "the server failed")
        for guest in place.guests:
            await guest.gone.wait()
            assert guest.times_closed == 1
    failures = [record for record in caplog.records if record.name == "dicehall.server"]
    assert [record.message for record in failures] == ["a listener failed"] * 2
    assert all("the listener stumbles" in str(record.exc_info) for record in failures)


class Awkward(Guest):
    def opened(self, socket: Peer) -> None:
        raise RuntimeError("not now")

    def closed(self) -> None:
        super().closed()
        raise RuntimeError("not now either")


@in_a_loop
async def test_a_listener_that_cannot_open_is_closed_with_1011(caplog: pytest.LogCaptureFixture) -> None:
    guest = Awkward()
    async with hall(admission=lambda _request: guest) as place, place.connect() as client:
        assert (await closing(client))[0] == 1011
        await guest.gone.wait()
    assert guest.times_closed == 1
    said = [record.message for record in caplog.records if record.name == "dicehall.server"]
    assert said == ["a listener failed", "a listener failed when its socket closed"]


# The end.


@in_a_loop
async def test_a_client_that_closes_is_answered_and_closed_once() -> None:
    async with hall() as place, place.connect() as client:
        await client.close(4001, "enough dice")
        await place.guests[0].gone.wait()
        assert client.close_code == 4001
        assert place.guests[0].times_closed == 1
        assert not place.server.server_state.connections


@in_a_loop
async def test_a_listener_may_close_and_then_hears_and_sends_nothing() -> None:
    def leave(socket: Peer, _text: bytes) -> None:
        socket.close(4002, "the table is gone")
        socket.close(4003, "twice")
        socket.send(text_frame(b"too late"))

    async with hall(leave) as place, raw_socket(place.port) as client:
        client.say(Opcode.TEXT, b"one")
        client.say(Opcode.TEXT, b"two")
        assert await client.hear_close() == (4002, "the table is gone")
        client.say(Opcode.CLOSE, struct.pack("!H", 4002))
        assert await client.reader.read() == b""
        client.writer.close()
        await place.guests[0].gone.wait()
        assert place.guests[0].heard.qsize() == 1
        place.guests[0].socket.send(text_frame(b"much too late"))
        place.guests[0].socket.close(1000, "much too late")
        assert place.guests[0].times_closed == 1


@pytest.mark.usefixtures("straight_and_gated")
@in_a_loop
async def test_both_sides_may_close_at_once(caplog: pytest.LogCaptureFixture) -> None:
    async with hall(lambda socket, _text: socket.close(4002, "enough")) as place, raw_socket(place.port) as client:
        last_words = Frame(Opcode.TEXT, b"bye"), Frame(Opcode.CLOSE, struct.pack("!H", 4001))
        client.writer.write(b"".join(frame.serialize(mask=True) for frame in last_words))
        heard = await client.hear_close()
        assert heard == (4002, "enough") or (place.branch and heard == (4001, "")), "a gate answers by itself"
        client.writer.close()
        await place.guests[0].gone.wait()
    assert not [record for record in caplog.records if record.name == "dicehall.server"]


@in_a_loop
async def test_a_client_that_does_not_answer_a_close_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "CLOSE_WITHIN", 0.01)
    async with hall() as place, raw_socket(place.port) as client:
        place.guests[0].socket.close(1000, "good night")
        await place.guests[0].gone.wait()
        assert await client.hear_close() == (1000, "good night")
        assert await client.reader.read() == b""


@pytest.mark.parametrize("farewell", [b"", b"\x81"], ids=["between messages", "in a message"])
@in_a_loop
async def test_a_client_that_hangs_up_is_closed_once(farewell: bytes) -> None:
    async with hall() as place, raw_socket(place.port) as client:
        client.writer.write(farewell)
        client.writer.write_eof()
        await place.guests[0].gone.wait()
        assert place.guests[0].times_closed == 1


@in_a_loop
async def test_a_client_that_vanishes_is_closed_once() -> None:
    async with hall() as place, raw_socket(place.port) as client:
        client.writer.get_extra_info("socket").setsockopt(tcp.SOL_SOCKET, tcp.SO_LINGER, struct.pack("ii", 1, 0))
        client.writer.transport.abort()
        for _ in range(20):
            place.guests[0].socket.send(text_frame(b"anybody?"))
        await place.guests[0].gone.wait()
        place.guests[0].socket.send(text_frame(b"anybody?"))
        assert place.guests[0].times_closed == 1
        assert not place.server.server_state.connections


@pytest.mark.usefixtures("straight_and_gated")
@in_a_loop
async def test_a_slow_reader_is_dropped_and_the_others_miss_nothing() -> None:
    async with hall() as place, place.connect() as quick, raw_socket(place.port) as slow:
        slow.writer.transport.pause_reading()  # type: ignore[attr-defined]  # typed as a mere WriteTransport
        reading, stuck = place.guests
        frame = text_frame(b"x" * 20000)
        while not stuck.gone.is_set():
            reading.socket.send(frame)
            closed_before = stuck.times_closed
            stuck.socket.send(frame)
            assert stuck.times_closed == closed_before
            assert await quick.recv() == "x" * 20000
        assert stuck.times_closed == 1
        assert not reading.gone.is_set()


@in_a_loop
async def test_a_burst_of_many_frames_reaches_one_that_reads() -> None:
    async with hall() as place, place.connect() as client:
        for _ in range(100):
            place.guests[0].socket.send(text_frame(b"x" * 500))
        assert [await client.recv() for _ in range(100)] == ["x" * 500] * 100


@in_a_loop
async def test_a_client_is_pinged_and_kept_while_it_answers() -> None:
    async with hall() as place, raw_socket(place.port) as client:
        (guest,) = place.guests
        for _ in range(3):
            keep_alive(guest)
            assert await client.hear() == (Opcode.PING, b"")
            client.say(Opcode.PONG)
            client.say(Opcode.TEXT, b"here I am")
            await guest.heard.get()
        keep_alive(guest)
        assert await client.hear() == (Opcode.PING, b"")
        assert not guest.gone.is_set()
        keep_alive(guest)
        assert await client.reader.read() == b""  # the last ping was left unanswered
        await guest.gone.wait()


@in_a_loop
async def test_it_is_pinged_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "KEEPALIVE", 0.05)
    async with hall() as place, raw_socket(place.port) as client:
        assert await client.hear() == (Opcode.PING, b"")
        assert await client.reader.read() == b""
        await place.guests[0].gone.wait()


@in_a_loop
async def test_a_restart_closes_with_1012_and_leaves_nobody_behind() -> None:
    async with hall() as place, place.connect() as one, place.connect() as two:
        place.server.should_exit = True
        assert await closing(one) == (1012, "restarting")
        assert await closing(two) == (1012, "restarting")
        for guest in place.guests:
            await guest.gone.wait()
            assert guest.times_closed == 1
