"""The WebSocket transport, by real connections to a real uvicorn."""

import asyncio
import logging
import socket as tcp
import struct

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from dicehall.server.bounds.addresses import Proxies
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import TooMany, Visitors
from dicehall.server.live import socket as transport
from dicehall.server.live.socket import Listener, Rejected, Request, Socket, text_frame
from tests.server.bare import (
    UPGRADE,
    Guest,
    Raw,
    closing,
    echo,
    hall,
    in_a_loop,
    raw,
    raw_socket,
    stumble,
    upgrade,
)

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


# Limits.

SLOW_AND_FEW = Limits(messages_per_second=1, messages_at_once=5)


def still() -> float:
    """Time does not pass, so that nothing depends on how fast the test runs."""
    return 0.0


def say_numbered(client: Raw, ids: range) -> None:
    client.writer.write(b"".join(Frame(Opcode.TEXT, b'{"id":%d}' % id).serialize(mask=True) for id in ids))


@in_a_loop
async def test_whoever_talks_too_fast_is_told_so_by_the_number_of_the_message() -> None:
    async with hall(visitors=Visitors(SLOW_AND_FEW, now=still)) as place, raw_socket(place.port) as client:
        say_numbered(client, range(8))
        answers = [msgspec.json.decode((await client.hear())[1]) for _ in range(3)]
        assert [(answer["type"], answer["reason"], answer["id"]) for answer in answers] == [
            ("refused", "too_fast", id) for id in (5, 6, 7)
        ]
        assert "1 messages a second" in answers[0]["message"]
        assert [await place.guests[0].heard.get() for _ in range(5)] == [b'{"id":%d}' % id for id in range(5)]
        assert place.guests[0].heard.empty()


@in_a_loop
async def test_whoever_slows_down_is_heard_again() -> None:
    now = 0.0
    visitors = Visitors(SLOW_AND_FEW, now=lambda: now)
    async with hall(visitors=visitors) as place, raw_socket(place.port) as client:
        for _ in range(10):  # rounds in which there is one too many: a refusal now and then closes nobody
            say_numbered(client, range(6))
            assert msgspec.json.decode((await client.hear())[1])["id"] == 5
            now += 5.0
        assert place.guests[0].heard.qsize() == 50
        assert not place.guests[0].gone.is_set()


@pytest.mark.parametrize(
    "frame",
    [Frame(Opcode.TEXT, b""), Frame(Opcode.TEXT, b"{}"), Frame(Opcode.PING, b""), Frame(Opcode.PONG, b"x")],
    ids=["empty messages", "messages", "pings", "pongs"],
)
@in_a_loop
async def test_whoever_does_not_stop_is_closed_with_1008(frame: Frame) -> None:
    visitors = Visitors(SLOW_AND_FEW, now=still)
    async with hall(visitors=visitors) as place, raw_socket(place.port) as client:
        client.writer.write(frame.serialize(mask=True) * 1000)
        opcode, payload = await client.hear()
        while opcode is not Opcode.CLOSE:
            opcode, payload = await client.hear()
        assert int.from_bytes(payload[:2]) == 1008
        assert b"1 messages a second" in payload
        assert place.guests[0].heard.qsize() <= 5
        client.writer.close()
        await place.guests[0].gone.wait()
        assert visitors.turned_away == {"messages_per_second": 1}


@in_a_loop
async def test_a_message_in_a_thousand_pieces_closes_with_1008() -> None:
    async with hall(visitors=Visitors(SLOW_AND_FEW, now=still)) as place, raw_socket(place.port) as client:
        client.say(Opcode.TEXT, b"", fin=False)
        for _ in range(1000):
            client.say(Opcode.CONT, b"", fin=False)
        assert (await client.hear_close())[0] == 1008
        assert place.guests[0].heard.empty()


@in_a_loop
async def test_a_flood_is_paid_for_by_the_address_that_it_came_from() -> None:
    limits = SLOW_AND_FEW._replace(requests_per_address=10)
    async with hall(visitors=Visitors(limits, now=still)) as place:
        async with raw_socket(place.port) as client:
            client.writer.write(Frame(Opcode.PONG, b"").serialize(mask=True) * 100)
            assert (await client.hear_close())[0] == 1008
        async with raw(place.port, upgrade()) as again:
            assert (await again.reader.read()).startswith(b"HTTP/1.1 429 ")
        async with raw_socket(place.port, source="127.0.0.2"):
            assert len(place.guests) == 2


@in_a_loop
async def test_many_sockets_of_one_address_together_may_say_no_more_than_the_address_may() -> None:
    limits = Limits(messages_per_address=1)  # ten in one go
    async with (
        hall(visitors=Visitors(limits, now=still)) as place,
        raw_socket(place.port) as one,
        raw_socket(place.port) as two,
        raw_socket(place.port, source="127.0.0.2") as neighbour,
    ):
        say_numbered(one, range(10))
        assert [await place.guests[0].heard.get() for _ in range(10)]
        say_numbered(two, range(300, 1300))
        answers = [msgspec.json.decode((await two.hear())[1]) for _ in range(200)]
        assert [answer["id"] for answer in answers] == [*range(300, 500)]
        say_numbered(neighbour, range(10))
        assert [await place.guests[2].heard.get() for _ in range(10)]


@in_a_loop
async def test_a_message_may_be_as_long_as_the_limit_says() -> None:
    async with hall(echo, visitors=Visitors(Limits(message_size=100))) as place, place.connect() as client:
        await client.send("x" * 100)
        assert await client.recv() == "x" * 100
        await client.send("x" * 101)
        assert (await closing(client))[0] == 1009


@in_a_loop
async def test_one_address_gets_so_many_sockets_and_another_one_its_own() -> None:
    async with hall(visitors=Visitors(Limits(sockets_per_address=2))) as place:
        async with raw_socket(place.port), raw_socket(place.port):
            async with raw(place.port, upgrade()) as third:
                head, _, body = (await third.reader.read()).decode().partition("\r\n\r\n")
                assert head.startswith("HTTP/1.1 429 Too Many Requests")
                assert "retry-after: 5" in head
                assert body == "Too Many Requests: 2 open sockets from your address are the most.\n"
            async with raw_socket(place.port, source="127.0.0.2"):
                pass
        for guest in place.guests:
            await guest.gone.wait()
        async with raw_socket(place.port):  # there is room again
            pass


@in_a_loop
async def test_a_full_hall_says_so_by_503() -> None:
    async with (
        hall(visitors=Visitors(Limits(sockets=1))) as place,
        raw_socket(place.port),
        raw(place.port, upgrade(), source="127.0.0.2") as second,
    ):
        answer = await second.reader.read()
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"This hall is full just now." in answer


@in_a_loop
async def test_a_door_may_refuse_by_a_limit() -> None:
    def door(_request: Request) -> Listener | Rejected:
        raise TooMany("too_many", "20 open sockets of one person are the most.", 5)

    async with hall(door=door) as place, raw(place.port, upgrade()) as client:
        head, _, body = (await client.reader.read()).decode().partition("\r\n\r\n")
        assert head.startswith("HTTP/1.1 429 ")
        assert "Retry-After: 5" in head
        assert body == "20 open sockets of one person are the most."


@in_a_loop
async def test_behind_a_trusted_proxy_people_are_counted_by_their_own_addresses() -> None:
    visitors = Visitors(Limits(sockets_per_address=1), Proxies.read(["127.0.0.1"]))
    seen: list[str] = []

    def door(request: Request) -> Listener:
        seen.append(request.client)
        return Guest()

    async with (
        hall(door=door, visitors=visitors) as place,
        raw_socket(place.port, X_Forwarded_For="203.0.113.9, 192.0.2.1"),
        raw_socket(place.port, X_Forwarded_For="192.0.2.2"),
        raw_socket(place.port, source="127.0.0.2", X_Forwarded_For="192.0.2.3"),
        raw(place.port, upgrade(X_Forwarded_For="192.0.2.1")) as fourth,
    ):
        assert (await fourth.reader.read()).startswith(b"HTTP/1.1 429 ")
    assert seen == ["192.0.2.1", "192.0.2.2", "127.0.0.2"]


@in_a_loop
async def test_a_message_that_does_not_end_closes_with_1008(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "KEEPALIVE", 0.05)
    async with hall() as place, raw_socket(place.port) as client:
        client.say(Opcode.TEXT, b"half", fin=False)
        assert await client.hear() == (Opcode.PING, b"")
        client.say(Opcode.PONG)
        assert (await client.hear_close())[0] == 1008
        client.writer.close()
        await place.guests[0].gone.wait()


@in_a_loop
async def test_whoever_says_nothing_at_all_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "KEEPALIVE", 0.05)
    async with hall() as place, place.connect() as client:
        await asyncio.sleep(0.3)  # time passes: several times what it may be silent
        place.guests[0].socket.send(text_frame(b"still there?"))
        assert await client.recv() == "still there?"
