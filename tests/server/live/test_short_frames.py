"""Short messages are read by hand, all others by the library: whoever reads them, the same is heard and answered."""

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from dicehall.server.live.short_frames import TEXT, least_size, next_message
from dicehall.server.live.socket import Socket, socket_protocol
from tests.server.bare import UPGRADE, Guest, echo

REQUEST = "GET /ws HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in UPGRADE.items()) + "\r\n"
MASK = b"\x37\xfa\x21\x3d"


class Wire(asyncio.Transport):
    """What was written, and how it ended."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.written = b""
        self.ended = False

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.ended = True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def answers_in(written: bytes) -> Iterator[bytes]:
    """The texts, none longer than two bytes can say. What the library answers by itself depends on the pieces too."""
    while written:
        end = 2 + written[1] if written[1] < 126 else 4 + int.from_bytes(written[2:4])
        if written[0] == TEXT:
            yield written[:end]
        written = written[end:]


async def told_in_pieces(pieces: list[bytes]) -> tuple[list[bytes], list[bytes], bool]:
    """What a socket hears of these, what it answers, and whether it hangs up."""
    guest, wire = Guest(echo), Wire()
    socket = socket_protocol(lambda _request, answer: answer(guest))(None, SimpleNamespace(connections=set()), None)  # type: ignore[call-arg]
    assert isinstance(socket, Socket)
    socket.connection_made(wire)
    socket.data_received(REQUEST.encode())
    wire.written = b""
    for piece in pieces:
        if piece:
            socket.data_received(piece)
    await asyncio.sleep(0)
    socket.connection_lost(None)
    return [guest.heard.get_nowait() for _ in range(guest.heard.qsize())], list(answers_in(wire.written)), wire.ended


def frame(payload: bytes, first: int = 0x81, said_in: int = 0, mask: bool = True) -> bytes:
    """By a client that may break the rules, and say a length in more bytes than it needs."""
    said_in = said_in or (0 if len(payload) < 126 else 2)
    size = bytes([{0: len(payload), 2: 126, 8: 127}[said_in] | mask << 7])
    size += len(payload).to_bytes(said_in) if said_in else b""
    body = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload)) if mask else payload
    return bytes([first]) + size + MASK * mask + body


PAYLOADS = st.one_of(
    st.text(max_size=20).map(str.encode),
    st.sampled_from([b"", b"x" * 125, b"x" * 126, b"x" * 700, b"\xff", b"zw\xc3", b"\x03\xe8bye"]),
    st.binary(max_size=8),
)
HONEST = st.builds(frame, PAYLOADS)
CONTROL = st.builds(frame, PAYLOADS, first=st.sampled_from([0x88, 0x89, 0x8A]))
PART = st.builds(frame, PAYLOADS, first=st.sampled_from([0x01, 0x00, 0x80]))
ANY = st.builds(
    frame, PAYLOADS, first=st.integers(0, 255), said_in=st.sampled_from([0, 2, 8]), mask=st.sampled_from([True, False])
)
LONG_WINDED = st.builds(frame, PAYLOADS, said_in=st.sampled_from([2, 8]))
NONSENSE = st.binary(max_size=10)
STREAMS = st.lists(st.one_of(HONEST, CONTROL, PART, ANY, LONG_WINDED, NONSENSE), max_size=6).map(b"".join)


@given(stream=STREAMS, cuts=st.lists(st.integers(0, 900), max_size=6))
def test_a_stream_cut_anywhere_is_read_as_the_library_reads_it(stream: bytes, cuts: list[int]) -> None:
    """Byte by byte no message is ever whole, so that the library reads all of it."""
    at = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    pieces = [stream[begin:end] for begin, end in pairwise(at)]
    assert b"".join(pieces) == stream
    by_hand = asyncio.run(told_in_pieces(pieces))
    assert by_hand == asyncio.run(told_in_pieces([bytes([byte]) for byte in stream]))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 300])
def test_a_short_message_is_read_by_hand_and_ends_where_it_ends(size: int) -> None:
    data = b"before" + Frame(Opcode.TEXT, b"x" * size).serialize(mask=True) + b"after"
    assert next_message(data, 6, 300) == (b"x" * size, len(data) - 5)


def test_what_is_not_a_short_whole_text_message_is_left_to_the_library() -> None:
    text = Frame(Opcode.TEXT, b"x" * 200).serialize(mask=True)
    others = (
        Frame(Opcode.TEXT, b"x").serialize(mask=False), Frame(Opcode.TEXT, b"x", fin=False).serialize(mask=True),
        Frame(Opcode.BINARY, b"x").serialize(mask=True), Frame(Opcode.PING, b"x").serialize(mask=True),
        Frame(Opcode.TEXT, b"x" * 70_000).serialize(mask=True), *(text[:end] for end in range(len(text))),
    )  # fmt: skip
    assert [next_message(data, 0, 300) for data in others] == [None] * len(others)
    assert next_message(text, 0, 199) is None


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_the_size_of_a_frame_is_known_from_its_payload(size: int) -> None:
    frame = Frame(Opcode.TEXT, b"x" * size)
    assert least_size(frame) == len(frame.serialize(mask=True))
