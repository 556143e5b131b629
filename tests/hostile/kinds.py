"""Every kind of bad visitor: each opens a connection, does its worst, and returns what became of it."""

import asyncio
import re
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from os import urandom
from random import Random
from typing import NamedTuple

CONNECT_WITHIN = 20.0
HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{more}"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Target(NamedTuple):
    port: int
    source: str
    until: float
    """The time of the loop at which the attack is over."""
    rng: Random

    @property
    def left(self) -> float:
        return max(0.0, self.until - asyncio.get_running_loop().time())


class Raw(NamedTuple):
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @property
    def gone(self) -> bool:
        return self.writer.transport.is_closing()

    def write(self, data: bytes) -> None:
        if not self.gone:
            self.writer.write(data)

    def frame(self, opcode: int, payload: bytes, *, size: int | None = None) -> None:
        """Masked with zeros, and with a length that may be a lie."""
        length = len(payload) if size is None else size
        coded = struct.pack("!B", 0x80 | length) if length < 126 else struct.pack("!BQ", 0xFF, length)
        self.write(bytes([0x80 | opcode]) + coded + bytes(4) + payload)


@asynccontextmanager
async def connection(target: Target) -> AsyncIterator[Raw]:
    opening = asyncio.open_connection("127.0.0.1", target.port, local_addr=(target.source, 0))
    reader, writer = await asyncio.wait_for(opening, CONNECT_WITHIN)
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()


async def outcome(raw: Raw, target: Target) -> str:
    """What the hall says in the end: an HTTP status, how it closes the socket, or nothing at all."""
    heard = b""
    try:
        async with asyncio.timeout(target.left):
            while data := await raw.reader.read(65536):
                heard = (heard + data)[-4096:] if not heard.startswith(b"HTTP/1.1") else heard + data[-4096:]
    except TimeoutError:
        return said(heard) or "still open"
    except ConnectionError:
        return said(heard) or "cut off"
    return said(heard) or "hung up"


def said(heard: bytes) -> str:
    if heard.startswith(b"HTTP/1.1 ") and not heard.startswith(b"HTTP/1.1 101"):
        return heard[9:12].decode()
    at = heard.rfind(b"\x88")
    if at >= 0 and heard[at + 2 : at + 4] >= b"\x03\xe8" and len(heard) - at == heard[at + 1] + 2:
        return f"closed {int.from_bytes(heard[at + 2 : at + 4])}"
    refusals = re.findall(rb'"reason":"(\w+)"', heard)
    return f"refused, {refusals[-1].decode()}" if refusals else ""


@asynccontextmanager
async def websocket(target: Target, more: str = "") -> AsyncIterator[tuple[Raw, str]]:
    """A socket, or the status with which none was given."""
    async with connection(target) as raw:
        raw.write(HANDSHAKE.format(port=target.port, more=more).encode())
        try:
            async with asyncio.timeout(max(1.0, target.left)):
                head = await raw.reader.readuntil(b"\r\n\r\n")
            status = head[9:12].decode()
        except (asyncio.IncompleteReadError, ConnectionError):
            status = "cut off"
        except TimeoutError:
            status = "no answer"
        yield raw, "" if status == "101" else status


async def talking(raw: Raw, target: Target, talk: Callable[[], None], pause: float) -> str:
    """Say something now and then, until the hall has had enough, and hear what it says to that."""
    listening = asyncio.create_task(outcome(raw, target))
    while target.left > pause and not listening.done() and not raw.gone:
        talk()
        await asyncio.sleep(pause)
    return await listening


async def drip(raw: Raw, target: Target) -> str:
    """A byte every half second."""
    return await talking(raw, target, lambda: raw.write(b"x"), 0.5)


# Half-open and slow


async def half_open(target: Target) -> str:
    async with connection(target) as raw:
        return await outcome(raw, target)


async def slow_head(target: Target) -> str:
    async with connection(target) as raw:
        raw.write(b"GET / HTTP/1.1\r\nhost: hall\r\nx: ")
        return await drip(raw, target)


async def slow_body(target: Target) -> str:
    async with connection(target) as raw:
        raw.write(
            b"POST /api/guests HTTP/1.1\r\nhost: hall\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n"
        )
        return await drip(raw, target)


async def slow_frames(target: Target) -> str:
    async with websocket(target) as (raw, refused):
        if refused:
            return refused
        raw.frame(1, b'{"type":"enter_', size=60_000)
        return await drip(raw, target)


async def deaf(target: Target) -> str:
    """Asks for the list of tables again and again, and reads nothing."""
    async with websocket(target) as (raw, refused):
        if refused:
            return refused
        raw.writer.transport.pause_reading()  # type: ignore[attr-defined]  # typed as a mere WriteTransport
        while target.left > 1:
            for id in range(20):
                raw.frame(1, b'{"type":"enter_hall","id":%d}' % id)
            await asyncio.sleep(1.0)
            if raw.gone:
                return "cut off"
        raw.writer.transport.resume_reading()  # type: ignore[attr-defined]
        return await outcome(raw, target)


# Huge


async def huge_head(target: Target) -> str:
    async with connection(target) as raw:
        raw.write(b"GET / HTTP/1.1\r\nhost: hall\r\n" + b"x: y\r\n" * 50_000)
        return await outcome(raw, target)


async def huge_body(target: Target) -> str:
    async with connection(target) as raw:
        raw.write(
            b"POST /api/guests HTTP/1.1\r\nhost: hall\r\ncontent-type: application/json\r\n"
            b"content-length: 1000000000\r\n\r\n" + b"x" * 400_000
        )
        return await outcome(raw, target)


async def huge_frame(target: Target) -> str:
    async with websocket(target) as (raw, refused):
        if refused:
            return refused
        raw.frame(1, b"x" * 100_000, size=1 << 40)
        return await outcome(raw, target)


async def pipeline(target: Target) -> str:
    async with connection(target) as raw:
        raw.write(b"GET /api/games HTTP/1.1\r\nhost: hall\r\n\r\n" * 2000)
        return await outcome(raw, target)


# Garbage


async def noise(target: Target) -> str:
    async with connection(target) as raw:
        raw.write(urandom(2000))
        return await outcome(raw, target)


async def bad_frames(target: Target) -> str:
    async with websocket(target) as (raw, refused):
        if refused:
            return refused
        raw.write(urandom(2000))
        return await outcome(raw, target)


async def bad_json(target: Target) -> str:
    """Slow enough to be allowed: the hall has to refuse every one of them."""
    async with websocket(target) as (raw, refused):
        if refused:
            return refused
        nonsense = [b"roll!", b'{"id":7}', b"[" * 60_000, b'{"type":"open","id":1,"game":' + b"[" * 30_000]
        return await talking(raw, target, lambda: raw.frame(1, target.rng.choice(nonsense)), 0.5)


# Liars and guessers


async def wrong_origin(target: Target) -> str:
    async with websocket(target, "Origin: https://evil.example\r\n") as (_, refused):
        return refused or "let in"


async def guess_passwords(target: Target) -> str:
    """One after the other on new connections; the last answer counts."""
    last = "no answer"
    while target.left > 1:
        async with connection(target) as raw:
            body = b'{"name":"Honest 1 1","password":"%d-password"}' % target.rng.randrange(10**6)
            raw.write(
                b"POST /api/sessions HTTP/1.1\r\nhost: hall\r\ncontent-type: application/json\r\n"
                b"connection: close\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)
            )
            last = await outcome(raw, target)
        await asyncio.sleep(1.0)
    return last


async def guess_codes(target: Target) -> str:
    """Half as fast as a socket may; the last answer counts."""

    def guess() -> None:
        for _ in range(5):
            code = "".join(target.rng.choice("bdfgklmnprstvz") + target.rng.choice("aeiou") for _ in range(4))
            raw.frame(1, b'{"type":"watch","id":1,"table":"%b"}' % code.encode())

    async with websocket(target) as (raw, refused):
        return refused or await talking(raw, target, guess, 0.2)


# Floods


async def flood(target: Target) -> str:
    async with websocket(target) as (raw, refused):
        one = b'\x81\x9c\0\0\0\0{"type":"enter_hall","id":1}'
        return refused or await talking(raw, target, lambda: raw.write(one * 100), 0.05)


async def flood_of_pings(target: Target) -> str:
    async with websocket(target) as (raw, refused):
        return refused or await talking(raw, target, lambda: raw.write(b"\x89\x80\0\0\0\0" * 100), 0.05)


async def silent(target: Target) -> str:
    """Allowed: a spectator who never says anything, and answers pings."""
    async with websocket(target) as (raw, refused):
        if refused:
            return refused
        try:
            async with asyncio.timeout(target.left):
                while data := await raw.reader.read(65536):
                    for _ in range(data.count(b"\x89\x00")):
                        raw.frame(10, b"")
        except TimeoutError:
            return "let be"
        except ConnectionError:
            return "cut off"
        return "hung up"


KINDS: dict[str, Callable[[Target], Awaitable[str]]] = {
    "half-open": half_open,
    "slow headers": slow_head,
    "slow bodies": slow_body,
    "slow frames": slow_frames,
    "deaf listeners": deaf,
    "huge headers": huge_head,
    "huge bodies": huge_body,
    "huge frames": huge_frame,
    "pipelined requests": pipeline,
    "noise": noise,
    "bad frames": bad_frames,
    "bad and deep JSON": bad_json,
    "wrong origin": wrong_origin,
    "guessing passwords": guess_passwords,
    "guessing codes": guess_codes,
    "floods of messages": flood,
    "floods of pings": flood_of_pings,
    "silent crowd": silent,
}
