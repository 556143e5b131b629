"""Messages as bytes on the wire, ready for any number of sockets."""

from typing import Final

import msgspec

from dicehall.server.live.messages import Refusal, ServerMessage

PING = b"\x89\x00"

PADDING: Final = 32
"""Bytes; what only one person may know is a multiple of them, or its length would tell what it is."""

encoder = msgspec.json.Encoder()


def padded(json: bytes) -> msgspec.Raw:
    """With blanks at the end, which mean nothing in JSON: encryption hides what is sent, but not how long it is."""
    return msgspec.Raw(json + b" " * (-len(json) % PADDING))


def text_frame(payload: bytes) -> bytes:
    """A whole text message as a server sends it.

    Written out, for the library's way takes six times as long, and every move builds four or five.
    """
    size = len(payload)
    if size < 126:
        return b"\x81%c%b" % (size, payload)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), payload)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), payload)


def frame(message: ServerMessage) -> bytes:
    return text_frame(encoder.encode(message))


class _Numbered(msgspec.Struct):
    id: int | None = None


def number_of(text: bytes) -> int | None:
    """The number of a message that is not read otherwise."""
    try:
        return msgspec.json.decode(text, type=_Numbered).id
    except (msgspec.MsgspecError, RecursionError):
        return None


def too_fast(text: bytes, most: int) -> bytes:
    """The answer to a message that is not even read."""
    message = f"At most {most} messages a second; wait a moment, or the socket will be closed."
    return frame(Refusal(number_of(text), "too_fast", message))
