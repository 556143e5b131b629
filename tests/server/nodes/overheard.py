"""What two nodes say to each other when their letters are open: every word, and who hears it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from dicehall.server.gates.words import Tell
from dicehall.server.nodes import nodes
from dicehall.server.nodes.link import Link
from dicehall.server.nodes.words import Enters, NodeWord
from tests.server.kit import Message

LONG, LONGER = 126, 127
"""In a frame, in place of its length: two bytes with it follow, or eight."""


class Heard(NamedTuple):
    by: str
    word: NodeWord

    def __bytes__(self) -> bytes:
        word = self.word
        if isinstance(word, Tell):
            word = Tell(sorted(word.sockets), word.frames)
        return msgspec.msgpack.encode(word)


@contextmanager
def overheard() -> Iterator[list[Heard]]:
    """Everything that nodes hear from here to the end of the block, except signs of life."""
    heard: list[Heard] = []

    class OpenLink(Link):
        def __init__(self, *names: Any, hear: Callable[[Link, NodeWord], None], **others: Any) -> None:
            def noted(link: Link, word: NodeWord) -> None:
                heard.append(Heard(link.me, word))
                hear(link, word)

            super().__init__(*names, hear=noted, **others)

    with patch.object(nodes, "Link", OpenLink):
        yield heard


class Letter(NamedTuple):
    """What a table tells people whose sockets another node holds."""

    by: str
    """The node that hears it."""
    to: frozenset[str]
    """Their ids."""
    message: Message


def told(heard: list[Heard]) -> Iterator[Letter]:
    people: dict[int, str] = {}
    for by, word in heard:
        match word:
            case Enters(socket, person):
                people[socket] = person.id if person is not None else ""
            case Tell(sockets, frames):
                for message in messages_in(frames):
                    yield Letter(by, frozenset(people[socket] for socket in sockets), message)
            case _:
                pass


def messages_in(frames: bytes) -> Iterator[Message]:
    """Of text frames as a server writes them, one after the other."""
    while frames:
        size, start = frames[1], 2
        if size in (LONG, LONGER):
            start += 2 if size == LONG else 8
            size = int.from_bytes(frames[2:start])
        yield msgspec.json.decode(frames[start : start + size])
        frames = frames[start + size :]
