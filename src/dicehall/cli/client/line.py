"""The line to a table: what a face needs of it, whether a hall is at the other end or this program itself."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias, get_args

import msgspec

from dicehall.rules.values import Seat
from dicehall.server.live.messages import Reaction, ServerMessage
from dicehall.table.core.commands import Request


class Lost(NamedTuple):
    """The connection has broken; the line connects again by itself."""


class Found(NamedTuple):
    """The line has connected again."""


class Ended(NamedTuple):
    """The line has ended for good."""

    why: str


class Note(NamedTuple):
    """Something that this program has to say."""

    text: str


Message: TypeAlias = ServerMessage | Lost | Found | Ended | Note


class Line(ABC):
    """Commands go out, messages come in."""

    def __init__(self, url: str) -> None:
        self.url = url
        """Where the hall is; empty for a table inside this program."""
        self.inbox: deque[Message] = deque()
        self.notice = asyncio.Event()
        """Set whenever there is something to hear, or something was typed."""

    def put(self, message: Message) -> None:
        self.inbox.append(message)
        self.notice.set()

    @abstractmethod
    async def act(self, do: Request, version: int | None = None, seat: Seat | None = None) -> None:
        """With a version, only as an answer to the question of that version; `seat` is whose answer it is.

        Raises `HallRefused` in the table's own words.
        """

    @abstractmethod
    async def say(self, text: str) -> None: ...

    @abstractmethod
    async def react(self, reaction: Reaction) -> None: ...

    @abstractmethod
    async def predict(self, seat: Seat, chips: int, chance: int) -> None:
        """That this seat wins."""

    @abstractmethod
    async def odds(self) -> None:
        """What are the odds? The answer comes as a message; until then the game goes on."""

    @abstractmethod
    async def wait(self, *, idle: bool) -> None:
        """Until there is something to hear, or something was typed; idle says that nobody here is asked anything."""


decoder = msgspec.json.Decoder(ServerMessage)
KNOWN = frozenset(kind.__struct_config__.tag for kind in get_args(ServerMessage))


class Typed(msgspec.Struct):
    """Any message, as far as every program can read it."""

    type: str


def read(text: str | bytes) -> ServerMessage | None:
    """None for a kind of message that was added after this program was written: the protocol allows skipping it."""
    try:
        message: ServerMessage = decoder.decode(text)
    except msgspec.ValidationError:
        if msgspec.json.decode(text, type=Typed).type in KNOWN:
            raise
        return None
    return message


def merge(old: Any, new: Any) -> Any:
    """An object is laid over the one that is there, field by field, unless it has a `type`: then it replaces.

    What is laid over a list says which rows it has now, how they have changed, and what comes after them.
    """
    if isinstance(old, list | tuple) and isinstance(new, dict) and "type" not in new:
        return _merge_rows(old, new)
    if isinstance(old, dict) and isinstance(new, dict) and "type" not in new:
        return old | {key: merge(old.get(key), value) for key, value in new.items()}
    return new


def _merge_rows(old: Sequence[Any], new: dict[str, Any]) -> list[Any]:
    rows: list[Any] = []
    for piece in new.get("from", ([0, len(old)],)):
        rows += [piece] if isinstance(piece, dict) else old[piece[0] : sum(piece)]
    for at, changes in new.get("at", {}).items():
        rows[int(at)] = merge(rows[int(at)], changes)
    return [*rows, *new.get("more", ())]
