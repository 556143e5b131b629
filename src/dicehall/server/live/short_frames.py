"""Short text messages, read by hand: what players send is nearly always one whole frame, and the library takes longer.

Whatever is not such a frame is left to the library: fragments, control frames, long messages, errors.
"""

from typing import Final

from websockets.frames import Frame

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library was installed without a compiler
    from websockets.utils import apply_mask

TEXT: Final = 0x81
"""A text message in one frame."""
MASKED: Final = 0x80
TWO_BYTES: Final = 126
"""Said instead of a length that follows in two bytes."""
LONGEST: Final = 4096
"""Bytes of a message that is read by hand."""


def next_message(data: bytes, at: int, longest: int) -> tuple[bytes, int] | None:
    """The text message that begins here, and where it ends; None if there is none that is short and whole."""
    if len(data) < at + 6 or data[at] != TEXT:
        return None
    size, mask = data[at + 1] - MASKED, at + 2
    if size == TWO_BYTES:
        size, mask = int.from_bytes(data[mask : mask + 2]), mask + 2
    elif size < 0 or size > TWO_BYTES:
        return None
    start = mask + 4
    end = start + size
    if end > len(data) or size > longest:
        return None
    return apply_mask(data[start:end], data[mask:start]), end


def least_size(frame: Frame) -> int:
    """The bytes that such a frame of a client takes at least: its length may be said in more bytes than it needs."""
    size = len(frame.data)
    return size + (6 if size < TWO_BYTES else 8 if size < 1 << 16 else 14)
