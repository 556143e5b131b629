"""Requests whose heads are too long, or never end, are answered and cut off; all others are served as ever."""

import asyncio

import pytest

from dicehall.server import heads
from tests.server.inside import inside
from tests.server.kit import in_a_loop


async def say(url: str, *parts: bytes) -> bytes:
    """What comes back until the hall hangs up."""
    host, _, port = url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
        async with asyncio.timeout(20):
            return await reader.read()
    except ConnectionError:
        return b"(reset)"
    finally:
        writer.close()


@in_a_loop
async def test_a_head_that_is_too_long_is_refused_before_its_end(url: str) -> None:
    lines = b"a: b\r\n" * (heads.LONGEST_HEAD // 6 + 1)
    answer = await say(url, b"GET /api/games HTTP/1.1\r\nhost: hall\r\n", lines)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b"at most 16384 bytes" in answer


@in_a_loop
async def test_a_head_of_a_usual_length_is_served_also_in_pieces_and_twice(url: str) -> None:
    request = b"GET /api/me HTTP/1.1\r\nhost: hall\r\nx: " + b"y" * 8000 + b"\r\n\r\n"
    last = b"GET /api/games HTTP/1.1\r\nhost: hall\r\nconnection: close\r\n\r\n"
    answer = await say(url, request, request, request[:20], request[20:], last)
    assert answer.count(b"HTTP/1.1 401") == 3
    assert answer.count(b"HTTP/1.1 200") == 1


@pytest.mark.parametrize("beginning", [b"", b"GET /api/ga", b"GET /api/games HTTP/1.1\r\nhost: hall\r\n"])
@in_a_loop
async def test_whoever_does_not_say_what_they_want_is_shown_the_door(
    beginning: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads, "HEAD_WITHIN", 0.05)
    async with inside() as hall:
        assert (await say(hall.url, beginning)).startswith(b"HTTP/1.1 408 ")
