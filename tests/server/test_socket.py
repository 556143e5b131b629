"""The WebSocket transport, by real connections to a real uvicorn."""

import asyncio
import logging
import socket as tcp
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ParamSpec

import pytest
import uvicorn
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from dicehall.server import socket as transport
from dicehall.server.socket import Door, Listener, Rejected, Request, Socket, socket_protocol, text_frame

P = ParamSpec("P")

PATIENCE = 20.0
UPGRADE = {
    "Host": "hall",
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test in the kind of loop that the server runs in, and let nothing wait for ever."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def patiently() -> None:
            async with asyncio.timeout(PATIENCE):
                await test(*args, **kwargs)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(patiently())

    return run


class Guest:
    """A listener that remembers, and answers if it was told how."""

    def __init__(self, answer: Callable[[Socket, bytes], None] | None = None) -> None:
        self.answer = answer
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.times_closed = 0
        self.gone = asyncio.Event()

    def opened(self, socket: Socket) -> None:
        self.socket = socket

    def received(self, text: bytes) -> None:
        self.heard.put_nowait(text)
        if self.answer:
            self.answer(self.socket, text)

    def closed(self) -> None:
        self.times_closed += 1
        self.gone.set()


def echo(socket: Socket, text: bytes) -> None:
    socket.send(text_frame(text))


def stumble(_socket: Socket, _text: bytes) -> None:
    raise RuntimeError("the listener stumbles")


async def web_page(scope: Any, _receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """The HTTP application beside the sockets."""
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"7")]})
    await send({"type": "http.response.body", "body": b"welcome"})


class Hall:
    """A running server, and the guests that came in."""

    def __init__(self, server: uvicorn.Server, port: int, guests: list[Guest]) -> None:
        self.server = server
        self.port = port
        self.guests = guests

    def connect(self, path: str = "/") -> connect:
        return connect(f"ws://127.0.0.1:{self.port}{path}", proxy=None)


@asynccontextmanager
async def hall(answer: Callable[[Socket, bytes], None] | None = None, door: Door | None = None) -> AsyncIterator[Hall]:
    guests: list[Guest] = []

    def let_in(_request: Request) -> Listener:
        guests.append(Guest(answer))
        return guests[-1]

    with tcp.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(
            web_page, ws=socket_protocol(door or let_in), lifespan="off", log_config=None, access_log=False
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield Hall(server, listening.getsockname()[1], guests)
        finally:
            server.should_exit = True
            await serving


class Raw:
    """A client that may break every rule."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def say(self, opcode: Opcode, payload: bytes = b"", *, fin: bool = True, mask: bool = True) -> None:
        self.writer.write(Frame(opcode, payload, fin).serialize(mask=mask))

    async def hear(self) -> tuple[Opcode, bytes]:
        first, length = await self.reader.readexactly(2)
        if length == 126:
            (length,) = struct.unpack("!H", await self.reader.readexactly(2))
        return Opcode(first & 15), await self.reader.readexactly(length)

    async def hear_close(self) -> tuple[int, str]:
        opcode, payload = await self.hear()
        assert opcode is Opcode.CLOSE
        return int.from_bytes(payload[:2]), payload[2:].decode()


@asynccontextmanager
async def raw(port: int, request: str) -> AsyncIterator[Raw]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request.encode())
        yield Raw(reader, writer)
    finally:
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)


@asynccontextmanager
async def raw_socket(port: int) -> AsyncIterator[Raw]:
    async with raw(port, upgrade()) as client:
        head = await client.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 ")
        yield client


def upgrade(line: str = "GET / HTTP/1.1", **changes: str | None) -> str:
    """An upgrade request with some headers changed, added, or left out where they are None."""
    headers = UPGRADE | {name.replace("_", "-"): value for name, value in changes.items()}
    return "\r\n".join([line, *(f"{name}: {value}" for name, value in headers.items() if value is not None), "", ""])


async def closing(client: ClientConnection) -> tuple[int, str]:
    """How the server closed a client that expects nothing else."""
    with pytest.raises(ConnectionClosed) as error:
        await client.recv()
    assert error.value.rcvd is not None
    return error.value.rcvd.code, error.value.rcvd.reason


# Messages.


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
    def opened(self, socket: Socket) -> None:
        raise RuntimeError("not now")

    def closed(self) -> None:
        super().closed()
        raise RuntimeError("not now either")


@in_a_loop
async def test_a_listener_that_cannot_open_is_closed_with_1011(caplog: pytest.LogCaptureFixture) -> None:
    guest = Awkward()
    async with hall(door=lambda _request: guest) as place, place.connect() as client:
        assert (await closing(client))[0] == 1011
        await guest.gone.wait()
    assert guest.times_closed == 1
    said = [record.message for record in caplog.records if record.name == "dicehall.server"]
    assert said == ["a listener failed", "a listener failed when its socket closed"]


# The handshake.


@in_a_loop
async def test_the_door_sees_the_request() -> None:
    seen: list[Request] = []

    def door(request: Request) -> Listener:
        seen.append(request)
        return Guest()

    async with (
        hall(door=door) as place,
        raw(place.port, upgrade("GET /tables/gr%C3%BCn?seat=2&v=7 HTTP/1.1")) as client,
    ):
        await client.reader.readuntil(b"\r\n\r\n")
    assert seen[0][:2] == ("/tables/grün", "seat=2&v=7")
    assert seen[0].client == "127.0.0.1"
    assert seen[0].headers == {name.lower(): value for name, value in UPGRADE.items()}


@in_a_loop
async def test_a_rejected_request_gets_the_status_and_the_reason() -> None:
    async with hall(door=lambda _request: Rejected(403, "This table is “private”.")) as place:
        with pytest.raises(InvalidStatus) as error:
            await place.connect()
    response = error.value.response
    assert (response.status_code, response.reason_phrase) == (403, "Forbidden")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.body.decode() == "This table is “private”."


@in_a_loop
async def test_a_door_that_raises_answers_500(caplog: pytest.LogCaptureFixture) -> None:
    def door(_request: Request) -> Listener:
        raise RuntimeError("the door is stuck")

    async with hall(door=door) as place:
        with pytest.raises(InvalidStatus) as error:
            await place.connect()
    assert error.value.response.status_code == 500
    assert b"stuck" not in error.value.response.body
    assert [record.message for record in caplog.records if record.levelno == logging.ERROR] == ["the door failed"]


@pytest.mark.parametrize(
    ("request_text", "status", "word"),
    [
        (upgrade(Sec_WebSocket_Version="8"), 400, "Sec-WebSocket-Version"),
        (upgrade(Sec_WebSocket_Version=None), 400, "Sec-WebSocket-Version"),
        (upgrade(Sec_WebSocket_Key=None), 400, "Sec-WebSocket-Key"),
        (upgrade(Sec_WebSocket_Key="short"), 400, "Sec-WebSocket-Key"),
        (upgrade("POST / HTTP/1.1"), 405, "POST"),
        (upgrade(Transfer_Encoding="chunked"), 400, "malformed"),
        (upgrade(Cookie="x" * 10000), 431, "Failed to open"),
    ],
    ids=["old version", "no version", "no key", "short key", "POST", "with a body", "endless cookie"],
)
@in_a_loop
async def test_a_bad_handshake_is_answered_in_plain_text(request_text: str, status: int, word: str) -> None:
    async with hall() as place, raw(place.port, request_text) as client:
        head, _, body = (await client.reader.read()).decode().partition("\r\n\r\n")
        assert head.startswith(f"HTTP/1.1 {status} ")
        assert word in body
        assert not place.guests


@in_a_loop
async def test_compression_is_never_negotiated() -> None:
    async with (
        hall(echo) as place,
        connect(f"ws://127.0.0.1:{place.port}/", proxy=None, compression="deflate") as client,
    ):
        assert client.response is not None
        assert "Sec-WebSocket-Extensions" not in client.response.headers
        await client.send("x" * 1000)
        assert await client.recv() == "x" * 1000


@pytest.mark.parametrize("left_out", ["Upgrade", "Connection"])
@in_a_loop
async def test_a_request_that_asks_for_no_upgrade_is_for_the_http_application(left_out: str) -> None:
    async with hall() as place, raw(place.port, upgrade("GET / HTTP/1.1", **{left_out: None})) as client:
        head = await client.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ")
        assert await client.reader.readexactly(7) == b"welcome"


@in_a_loop
async def test_http_and_sockets_share_the_port() -> None:
    async with hall(echo) as place, place.connect() as client:
        async with raw(place.port, "GET / HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n") as browser:
            assert (await browser.reader.read()).endswith(b"\r\n\r\nwelcome")
        await client.send("still here")
        assert await client.recv() == "still here"


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
    def leave(socket: Socket, _text: bytes) -> None:
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


@in_a_loop
async def test_both_sides_may_close_at_once(caplog: pytest.LogCaptureFixture) -> None:
    async with hall(lambda socket, _text: socket.close(4002, "enough")) as place, raw_socket(place.port) as client:
        last_words = Frame(Opcode.TEXT, b"bye"), Frame(Opcode.CLOSE, struct.pack("!H", 4001))
        client.writer.write(b"".join(frame.serialize(mask=True) for frame in last_words))
        assert await client.hear_close() == (4001, "")
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
async def test_a_client_is_pinged_and_kept_while_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "KEEPALIVE", 0.1)
    async with hall() as place, raw_socket(place.port) as client:
        for _ in range(3):
            assert await client.hear() == (Opcode.PING, b"")
            client.say(Opcode.PONG)
        assert await client.hear() == (Opcode.PING, b"")
        assert not place.guests[0].gone.is_set()
        assert await client.reader.read() == b""  # the last ping was left unanswered
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
