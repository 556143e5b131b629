"""What a ready-made frame is, by its first bytes: a node passes frames of others on, and reads no more of them."""

import re
from typing import Final, NamedTuple, TypeAlias


class Answer(NamedTuple):
    """Of `done` or `refused`."""

    id: int
    reason: str
    """Of a refusal; empty if it is done."""


class Shown(NamedTuple):
    """Of `table` or `update`."""

    table: str
    version: int


class Over(NamedTuple):
    """Of `gone`: the table is no longer shown."""

    table: str


Glance: TypeAlias = Answer | Shown | Over | None

FRAME: Final = re.compile(
    rb"\x81(?:[\x00-\x7d]|\x7e..|\x7f.{8})"
    rb'\{"type":"(?:'
    rb'(?:table|update)","table":"(?P<shown>[a-z]+)","version":(?P<version>\d+)'
    rb'|done","id":(?P<done>-?\d+)'
    rb'|refused","id":(?P<refused>-?\d+),"reason":"(?P<reason>\w+)"'
    rb'|gone","table":"(?P<gone>[a-z]+)"'
    rb")",
    re.DOTALL,
)


def glance(frame: bytes) -> Glance:
    """Messages are written field by field in their order, the type first."""
    found = FRAME.match(frame)
    if found is None:
        return None
    if shown := found["shown"]:
        return Shown(shown.decode(), int(found["version"]))
    if gone := found["gone"]:
        return Over(gone.decode())
    if done := found["done"]:
        return Answer(int(done), "")
    return Answer(int(found["refused"]), found["reason"].decode())
