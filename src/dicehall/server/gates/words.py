"""What a gate and the hall say to each other, and nodes too: plain values, whatever carries them.

A gate numbers its sockets; the hall knows each by that number. A gate is told what its own clients are told, and
nothing else.
"""

from typing import Generic, TypeAlias, TypeVar

import msgspec

W = TypeVar("W")


class Word(msgspec.Struct, array_like=True):
    """Written as a list, its tag first; no two words have the same tag."""


# A gate says


class Ready(Word, tag=0):
    """It accepts connections."""


class Said(Word, tag=1):
    """A client has said this: one whole message, known to be UTF-8, within the limits of its socket."""

    socket: int
    text: bytes


class Asks(Word, tag=2):
    """A client asks for a WebSocket."""

    socket: int
    path: str
    query: str
    headers: dict[str, str]
    client: str
    """Its address."""


class Gone(Word, tag=3):
    """A client that was admitted has left."""

    socket: int


class Flooded(Word, tag=4):
    """A client was closed for talking too fast."""

    client: str


class Echo(Word, tag=5):
    """All that lay in the sockets when the probe of this number was sent has been passed on before this."""

    number: int


class Logged(Word, tag=6):
    """For the log of the hall."""

    level: int
    text: str


class Written(Word, tag=16):
    """All that was sent to this socket before `TellWhenWritten` has left."""

    socket: int


FromGate: TypeAlias = Said | Gone | Asks | Echo | Flooded | Ready | Logged | Written

# The hall says


class Opened(Word, tag=7):
    """How the gate is to count; it accepts connections from now on."""

    limits: dict[str, int]
    proxies: list[str]
    """Those that are trusted, as the operator writes them."""


class Tell(Word, tag=8):
    """Ready-made frames for all of these sockets."""

    sockets: list[int]
    frames: bytes


class Admitted(Word, tag=9):
    socket: int


class TurnedAway(Word, tag=10):
    socket: int
    status: int
    reason: str
    headers: dict[str, str]


class Close(Word, tag=11):
    socket: int
    code: int
    reason: str


class Hold(Word, tag=12):
    """Read no more of this socket for now."""

    socket: int


class GoOn(Word, tag=13):
    """Read on."""

    socket: int


class Probe(Word, tag=14):
    """To be echoed."""

    number: int


class AcceptNoMore(Word, tag=15):
    """The hall closes: nobody else comes in."""


class TellWhenWritten(Word, tag=17):
    """To be answered with `Written`."""

    socket: int


ToGate: TypeAlias = (
    Tell | Admitted | TurnedAway | Close | Hold | GoOn | Probe | Opened | AcceptNoMore | TellWhenWritten
)  # fmt: skip


class Batch(msgspec.Struct, Generic[W], array_like=True):
    """What was said in one turn of the loop. Batches are numbered from 1, so that a lost one is noticed."""

    number: int
    words: list[W]
