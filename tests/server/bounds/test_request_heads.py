"""HTTP requests that are too long, too slow or too many are answered and cut off; all others are served as ever."""

import asyncio
import socket as tcp
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from dicehall.server.bounds import request_heads as heads
from dicehall.server.bounds.addresses import Proxies
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import Visitors
from tests.server.bare import PATIENCE, hall, in_a_loop, raw, raw_socket, upgrade

GET = b"GET / HTTP/1.1\r\nhost: hall\r\n\r\n"
LAST = b"GET / HTTP/1.1\r\nhost: hall\r\nconnection: close\r\n\r\n"


async def say(port: int, *parts: bytes, source: str = "127.0.0.1") -> bytes:
    """What comes back until the hall hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
        async with asyncio.timeout(PATIENCE):
            return await reader.read()
    except ConnectionError:
        return b"(reset)"
    finally:
        writer.close()


def still() -> float:
    return 0.0


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.01)


async def repeat(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """Says who has asked, and how much they have sent."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message.get("more_body", False)
    body = f"{scope['client'][0]} sent {size}".encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


async def refuse_at_once(_scope: Any, _receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    """As the application does with a body whose head says that it is too long."""
    await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"no"})


# Heads


@in_a_loop
async def test_a_head_that_is_too_long_is_refused_before_its_end() -> None:
    lines = b"a: b\r\n" * (heads.LONGEST_HEAD // 6 + 1)
    async with hall() as place:
        answer = await say(place.port, b"GET / HTTP/1.1\r\nhost: hall\r\n", lines)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b"at most 16384 bytes of headers" in answer


@in_a_loop
async def test_a_head_of_a_usual_length_is_served_also_in_pieces_and_twice() -> None:
    request = b"GET / HTTP/1.1\r\nhost: hall\r\nx: " + b"y" * 8000 + b"\r\n\r\n"
    async with hall() as place:
        answer = await say(place.port, request, request, request[:20], request[20:], LAST)
    assert answer.count(b"HTTP/1.1 200") == 4


@in_a_loop
async def test_a_client_that_does_not_say_what_it_wants_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is the second thing that they want."""
    monkeypatch.setattr(heads, "HEAD_WITHIN", 0.5)
    beginnings = (b"", b"GET /api/ga", b"GET / HTTP/1.1\r\nhost: hall\r\n", GET + b"G")
    async with hall() as place:
        answers = await asyncio.gather(*(say(place.port, beginning) for beginning in beginnings))
    for beginning, answer in zip(beginnings, answers, strict=True):
        assert answer.count(b"HTTP/1.1 200 ") == beginning.count(GET), beginning
        assert b"HTTP/1.1 408 " in answer, beginning
        assert b"the headers within 0 seconds" in answer, beginning


@in_a_loop
async def test_line_ends_keep_nobodys_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall() as place, raw(place.port, GET.decode()) as client:
        await client.reader.readuntil(b"welcome")
        monkeypatch.setattr(heads, "HEAD_WITHIN", 0.05)
        client.writer.write(b"\r\n")
        assert (await client.reader.read()).startswith(b"HTTP/1.1 408 ")


def head_of(size: int) -> bytes:
    """A request of exactly so many bytes, without a body."""
    start, end = b"GET / HTTP/1.1\r\nhost: hall\r\nx: ", b"\r\n\r\n"
    return start + b"y" * (size - len(start) - len(end)) + end


PIECES = [1 << 20, 5000, 4096, 997]
"""Bytes that arrive together."""


async def say_in_pieces(port: int, text: bytes, piece: int) -> bytes:
    return await say(port, *(text[at : at + piece] for at in range(0, len(text), piece)))


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("before", [b"", GET, GET * 3, b"\r\n"], ids=["first", "second", "fourth", "after a line end"])
@in_a_loop
async def test_the_limit_of_a_head_is_exact(piece: int, before: bytes) -> None:
    async with hall() as place:
        spare = len(before) if before == b"\r\n" else 0  # what stands before a request line is a part of the head
        longest = await say_in_pieces(place.port, before + head_of(heads.LONGEST_HEAD - spare) + LAST, piece)
        assert longest.count(b"HTTP/1.1 200 ") == before.count(b"GET") + 2
        longer = await say_in_pieces(place.port, before + head_of(heads.LONGEST_HEAD - spare + 1) + LAST, piece)
        assert longer.count(b"HTTP/1.1 431 ") <= 1
        assert longer.count(b"HTTP/1.1 200 ") <= before.count(b"GET"), "the last one is not served any more"
        if not before.strip():
            assert longer.startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("body", [b"content-length: 5000\r\n\r\n" + b"z" * 5000,
                                  b"transfer-encoding: chunked\r\n\r\n" + b"5\r\nhello\r\n" * 300 + b"0\r\n\r\n"],
                         ids=["with a length", "in chunks"])  # fmt: skip
@in_a_loop
async def test_a_body_does_not_count_for_the_head_behind_it(piece: int, body: bytes) -> None:
    first = b"POST / HTTP/1.1\r\nhost: hall\r\n" + body
    async with hall(app=repeat) as place:
        answer = await say_in_pieces(place.port, first + head_of(heads.LONGEST_HEAD) + LAST, piece)
        assert answer.count(b"HTTP/1.1 200 ") == 3


# Bodies


def post(body: bytes, length: int | None = None) -> bytes:
    head = f"POST / HTTP/1.1\r\nhost: hall\r\ncontent-length: {len(body) if length is None else length}\r\n"
    return head.encode() + b"connection: close\r\n\r\n" + body


@in_a_loop
async def test_a_body_that_arrives_is_served() -> None:
    async with hall(app=repeat) as place:
        body = b"x" * 60_000
        answer = await say(place.port, post(body)[:5000], post(body)[5000:])
        assert answer.endswith(b"127.0.0.1 sent 60000")


@pytest.mark.parametrize("early", [True, False], ids=["answered by its head", "answered at the end"])
@pytest.mark.parametrize("size", [heads.LONGEST_BODY + 1, 1_000_000])
@in_a_loop
async def test_a_body_that_is_too_long_gets_one_answer(early: bool, size: int) -> None:
    async with hall(app=refuse_at_once if early else repeat) as place:
        answer = await say(place.port, post(b"x" * size).replace(b"connection: close\r\n", b""))
        assert answer.count(b"HTTP/1.1 ") == 1
        assert answer.startswith(b"HTTP/1.1 413 ")


@in_a_loop
async def test_the_limit_of_a_body_is_exact() -> None:
    async with hall(app=repeat) as place:
        answer = await say(place.port, post(b"x" * heads.LONGEST_BODY))
        assert answer.endswith(b"sent %d" % heads.LONGEST_BODY)


@pytest.mark.parametrize("part", [b"", b"abc"])
@in_a_loop
async def test_a_body_that_never_arrives_is_not_waited_for(part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "BODY_WITHIN", 0.05)
    async with hall(app=repeat) as place:
        answer = await say(place.port, post(part, length=1000))
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"the body within" in answer


@in_a_loop
async def test_a_body_without_end_is_cut_off() -> None:
    async with hall(app=repeat) as place:
        answer = await say(place.port, post(b"x" * 300_000, length=10**9))
        assert answer.startswith((b"HTTP/1.1 413 ", b"(reset)"))
        await until(lambda: not place.server.server_state.connections)


@in_a_loop
async def test_a_body_that_nobody_asked_for_is_not_read_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is served at once, and what follows it costs its sender the connection."""
    monkeypatch.setattr(heads, "BODY_WITHIN", 0.5)
    head = b"GET / HTTP/1.1\r\nhost: hall\r\ncontent-length: 1000000\r\n\r\n"
    async with hall() as place:
        assert (await say(place.port, head, b"drip")).startswith(b"HTTP/1.1 200 ")


@in_a_loop
async def test_an_answer_that_nobody_takes_is_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "ANSWER_WITHIN", 0.05)

    async def endless(_scope: Any, _receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not gone:
            await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
            await asyncio.sleep(0)  # to who has gone, sending is done at once

    gone: list[bool] = []
    async with hall(app=endless) as place:
        with tcp.create_connection(("127.0.0.1", place.port)) as client:
            client.sendall(GET)
            await until(lambda: bool(place.server.server_state.connections))
            await until(lambda: not place.server.server_state.connections)
        gone.append(True)


# Too much at once


@in_a_loop
async def test_a_few_requests_may_wait_in_line_and_a_flood_of_them_may_not() -> None:
    async with hall() as place:
        assert (await say(place.port, GET * heads.MOST_PIPELINED + LAST)).count(b"HTTP/1.1 200") == 9
        answer = await say(place.port, GET * 1000)
        assert answer.count(b"HTTP/1.1 200") <= 1
        assert b"HTTP/1.1 400 " in answer


@in_a_loop
async def test_an_answer_that_comes_when_the_connection_is_closed_fails_nowhere(
    caplog: pytest.LogCaptureFixture,
) -> None:
    served: list[bool] = []

    async def thoughtful(_scope: Any, _receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
        await asyncio.sleep(0.05)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"7")]})
        await send({"type": "http.response.body", "body": b"welcome"})
        served.append(True)

    async with hall(app=thoughtful) as place:
        assert (await say(place.port, GET * 100)).startswith(b"HTTP/1.1 400 ")
        await until(lambda: bool(served))
        async with raw(place.port, GET.decode() * 3):
            await until(lambda: bool(place.server.server_state.tasks))
        await until(lambda: not place.server.server_state.tasks)
    assert not [record for record in caplog.records if record.name.startswith("dicehall")]


@pytest.mark.parametrize(
    "noise",
    [
        b"\x16\x03\x01\x02\x00",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\0" * 5000,
        b"SSH-2.0-x\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\n\r\n",
        b"CONNECT a:1 HTTP/1.1\r\n\r\n",
    ],
)
@in_a_loop
async def test_noise_is_answered_by_400_and_logged_by_nobody(noise: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async with hall() as place:
        assert (await say(place.port, noise)).startswith(b"HTTP/1.1 400 ")
    assert not [record for record in caplog.records if record.name.startswith("dicehall")]


@in_a_loop
async def test_connections_of_one_address_are_limited_including_idle_ones() -> None:
    visitors = Visitors(Limits(connections_per_address=2))
    async with hall(visitors=visitors) as place:
        async with raw(place.port, GET.decode()) as first, raw(place.port, ""):
            await first.reader.readuntil(b"welcome")
            await until(lambda: visitors.connections.total == 2)
            answer = await say(place.port)
            assert answer.startswith(b"HTTP/1.1 429 ")
            assert b"At most 2 open connections from your address." in answer
            assert (await say(place.port, LAST, source="127.0.0.2")).startswith(b"HTTP/1.1 200 ")
        await until(lambda: visitors.connections.total == 0)
        assert (await say(place.port, LAST)).startswith(b"HTTP/1.1 200 ")


@in_a_loop
async def test_a_socket_is_no_connection_of_http_any_more() -> None:
    visitors = Visitors(Limits(connections_per_address=1))
    async with hall(visitors=visitors) as place:
        async with raw_socket(place.port), raw_socket(place.port):
            assert (visitors.connections.total, visitors.sockets.total) == (0, 2)
            assert (await say(place.port, LAST)).startswith(b"HTTP/1.1 200 ")
        await until(lambda: visitors.sockets.total == 0)


@in_a_loop
async def test_one_address_may_ask_so_often_and_is_told_when_to_ask_again() -> None:
    visitors = Visitors(Limits(requests_per_address=1), now=still)
    async with hall(visitors=visitors) as place:
        for _ in range(9):
            assert (await say(place.port, LAST)).startswith(b"HTTP/1.1 200 ")
        answer = await say(place.port, GET + LAST)
        assert answer.startswith(b"HTTP/1.1 200 ")
        head, _, body = answer.partition(b"HTTP/1.1 429 Too Many Requests\r\n")[2].partition(b"\r\n\r\n")
        assert b"retry-after: 1" in head
        problem = msgspec.json.decode(body)
        assert (problem["status_code"], problem["reason"]) == (429, "too_fast")
        assert problem["detail"] == "At most 1 requests a second from your address; wait 1 s."
        assert (await say(place.port, LAST, source="127.0.0.2")).startswith(b"HTTP/1.1 200 ")
        async with raw(place.port, upgrade()) as socket:
            assert (await socket.reader.read()).startswith(b"HTTP/1.1 429 ")
        assert not place.guests


# Addresses


@pytest.mark.parametrize(
    ("trusted", "header", "seen"),
    [
        ([], b"x-forwarded-for: 192.0.2.1\r\n", b"127.0.0.1"),
        (["127.0.0.1"], b"", b"127.0.0.1"),
        (["127.0.0.1"], b"x-forwarded-for: 203.0.113.9, 192.0.2.1\r\n", b"192.0.2.1"),
        (["127.0.0.1"], b"x-forwarded-for: 192.0.2.1\r\nX-Forwarded-For: 2001:db8::1\r\n", b"2001:db8::1"),
        (["127.0.0.1"], b"x-forwarded-for: 203.0.113.9, \xff\xfe\r\n", b"127.0.0.1"),
    ],
)
@in_a_loop
async def test_the_application_is_told_the_real_address(trusted: list[str], header: bytes, seen: bytes) -> None:
    async with hall(app=repeat, visitors=Visitors(proxies=Proxies.read(trusted))) as place:
        request = b"GET / HTTP/1.1\r\nhost: hall\r\nconnection: close\r\n" + header + b"\r\n"
        assert (await say(place.port, request)).endswith(seen + b" sent 0")


@in_a_loop
async def test_clients_behind_a_trusted_proxy_are_limited_by_their_own_address() -> None:
    visitors = Visitors(Limits(requests_per_address=1), Proxies.read(["127.0.0.1"]), now=still)

    def request(address: str) -> bytes:
        return f"GET / HTTP/1.1\r\nhost: hall\r\nconnection: close\r\nx-forwarded-for: {address}\r\n\r\n".encode()

    async with hall(visitors=visitors) as place:
        for _ in range(10):
            assert (await say(place.port, request("192.0.2.1"))).startswith(b"HTTP/1.1 200 ")
        assert (await say(place.port, request("192.0.2.1"))).startswith(b"HTTP/1.1 429 ")
        assert (await say(place.port, request("192.0.2.2"))).startswith(b"HTTP/1.1 200 ")
