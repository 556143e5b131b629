"""How a WebSocket begins, by real connections to a real uvicorn: who is admitted, and how the others are refused."""

import asyncio
import logging

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Opcode

from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live import socket as transport
from dicehall.server.live.handshake import Answer, Listener, Rejected, Request
from tests.server.bare import (
    UPGRADE,
    Guest,
    echo,
    hall,
    in_a_loop,
    raw,
    upgrade,
)


@in_a_loop
async def test_admission_sees_the_request() -> None:
    seen: list[Request] = []

    def admission(request: Request) -> Listener:
        seen.append(request)
        return Guest()

    async with (
        hall(admission=admission) as place,
        raw(place.port, upgrade("GET /tables/gr%C3%BCn?seat=2&v=7 HTTP/1.1")) as client,
    ):
        await client.reader.readuntil(b"\r\n\r\n")
    assert seen[0][:2] == ("/tables/grün", "seat=2&v=7")
    assert seen[0].client == "127.0.0.1"
    assert seen[0].headers == {name.lower(): value for name, value in UPGRADE.items()}


@in_a_loop
async def test_a_rejected_request_gets_the_status_and_the_reason() -> None:
    async with hall(admission=lambda _request: Rejected(403, "This table is “private”.")) as place:
        with pytest.raises(InvalidStatus) as error:
            await place.connect()
    response = error.value.response
    assert (response.status_code, response.reason_phrase) == (403, "Forbidden")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.body.decode() == "This table is “private”."


@in_a_loop
async def test_an_admission_that_raises_answers_500(caplog: pytest.LogCaptureFixture) -> None:
    def admission(_request: Request) -> Listener:
        raise RuntimeError("admission is stuck")

    async with hall(admission=admission) as place:
        with pytest.raises(InvalidStatus) as error:
            await place.connect()
    assert error.value.response.status_code == 500
    assert b"stuck" not in error.value.response.body
    assert [record.message for record in caplog.records if record.levelno == logging.ERROR] == [
        "the admission of a socket failed"
    ]


class Undecided:
    """An admission that keeps everyone waiting."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[Answer] = asyncio.Queue()

    def __call__(self, _request: Request, answer: Answer) -> None:
        self.asked.put_nowait(answer)


@in_a_loop
async def test_an_answer_may_come_later_and_what_was_said_too_early_is_heard_then() -> None:
    undecided, guest = Undecided(), Guest(echo)
    async with hall(later=undecided) as place, raw(place.port, upgrade()) as client:
        answer = await undecided.asked.get()
        client.say(Opcode.TEXT, b"too early")
        answer(guest)
        assert (await client.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        assert await client.hear() == (Opcode.TEXT, b"too early")
        answer(Rejected(403, "too late"))
        client.say(Opcode.TEXT, b"still heard")
        assert await client.hear() == (Opcode.TEXT, b"still heard")


@in_a_loop
async def test_a_refusal_may_come_later() -> None:
    undecided = Undecided()
    async with hall(later=undecided) as place, raw(place.port, upgrade()) as client:
        (await undecided.asked.get())(Rejected(403, "not here"))
        assert (await client.reader.read()).endswith(b"\r\n\r\nnot here")


@in_a_loop
async def test_a_client_that_has_not_waited_is_not_let_in() -> None:
    undecided, guest, visitors = Undecided(), Guest(), Visitors()
    async with hall(later=undecided, visitors=visitors) as place:
        async with raw(place.port, upgrade()) as client:
            answer = await undecided.asked.get()
            assert visitors.sockets.total == 1
            client.writer.transport.abort()
        answer(guest)
        while visitors.sockets.total:
            await asyncio.sleep(0.01)
        assert guest.times_closed in (0, 1), "closed, if it was opened at all"


@in_a_loop
async def test_whoever_gets_no_answer_is_told_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "ANSWER_WITHIN", 0.05)
    undecided, guest = Undecided(), Guest()
    async with hall(later=undecided) as place, raw(place.port, upgrade()) as client:
        assert (await client.reader.read()).startswith(b"HTTP/1.1 503 ")
        (await undecided.asked.get())(guest)
        if hasattr(guest, "socket"):  # by the hall, which its gate tells that nobody is there
            await guest.gone.wait()
        assert guest.heard.empty()


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
