"""Logs in the journal that are no tables: how one is written, and how it is read back by its fold."""

import asyncio
from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

from dicehall.ports import Append, Damaged, Journal, JournalError, Uncertain
from dicehall.rules.values import Value

SNAPSHOT_EVERY = 50
"""Entries; as at a table, no more than these are folded after a restart."""


class Versioned(Protocol):
    """What a log makes; every entry is a version."""

    @property
    def version(self) -> int: ...


S = TypeVar("S", bound=Versioned)
E = TypeVar("E")


class Body(Value, Generic[E]):
    """The entries of one append, and when they were written."""

    at: float
    entries: tuple[E, ...]


class Form(NamedTuple, Generic[S, E]):
    """What a log is about: how it begins, how each entry changes it, and how it is kept."""

    name: str
    """As people would call it, for the report of a damaged one."""
    begin: S
    evolve: Callable[[S, E, float], S]
    bodies: "msgspec.json.Decoder[Body[E]]"
    save: Callable[[S], bytes]
    load: Callable[[bytes], S]
    """The state of a snapshot; raises `MsgspecError` if snapshots look different now."""
    linked: Callable[[S, S, bytes], S] = lambda _before, after, _body: after
    """Binds the state after an append to the bytes of it, where that is wanted."""


def body_of(at: float, entries: tuple[E, ...]) -> bytes:
    return msgspec.json.encode(Body(at, entries))


def is_worth_a_snapshot(before: Versioned, after: Versioned) -> bool:
    return before.version // SNAPSHOT_EVERY != after.version // SNAPSHOT_EVERY


async def write(journal: Journal, append: Append) -> None:
    """Returns once it is durable; raises `JournalError` if it never will be. In doubt, it waits until that is known."""
    written: asyncio.Future[JournalError | None] = asyncio.get_running_loop().create_future()

    def done(error: JournalError | None) -> None:
        if not isinstance(error, Uncertain) and not written.done():
            written.set_result(error)

    journal.append(append, done)
    if (error := await written) is not None:
        raise error


async def read_back(journal: Journal, code: str, form: Form[S, E]) -> S:
    """Fold a log; the snapshot is only a cache. Raises `Damaged` if that is impossible."""
    loaded = await journal.load(code)
    try:
        state, bodies = (form.begin if loaded.snapshot is None else form.load(loaded.snapshot)), loaded.bodies
    except msgspec.MsgspecError:  # snapshots look different now: the log knows
        state, bodies = form.begin, await journal.bodies(code)
    try:
        for body in bodies:
            state = folded(form, state, body)
    except Exception as error:  # whatever is wrong with one log, the others go on
        raise Damaged(f"{form.name} {code} holds what this program cannot read: {error!r}") from error
    return state


def folded(form: Form[S, E], state: S, body: bytes) -> S:
    read, before = form.bodies.decode(body), state
    for entry in read.entries:
        state = form.evolve(state, entry, read.at)
    return form.linked(before, state, body)
