"""A batch: what many tables write at once, as the arguments of one call."""

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from dicehall.ports import Append, Fenced, JournalError, Note
from dicehall.ports.partitions import partition_of
from dicehall.rules.public_log import LogLine, hash_of
from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.checks import conflict, seal
from dicehall.store.journal.public_log import next_line

Done: TypeAlias = Callable[[JournalError | None], None]

MOST_AT_ONCE: Final = 512
"""Appends in a batch."""
NOBODYS: Final = -1
"""The epoch of a partition that is not ours: PostgreSQL refuses it."""


class Job(NamedTuple):
    work: Append | Note
    done: Done


def first_batch(waiting: Sequence[Job]) -> list[Job]:
    """As many as go together from the start, in their order: one statement moves each head once."""
    tables: set[str] = set()
    for number, (work, _) in enumerate(waiting):
        if number == MOST_AT_ONCE or (isinstance(work, Append) and work.table in tables):
            return list(waiting[:number])
        if isinstance(work, Append):
            tables.add(work.table)
    return list(waiting)


def arguments(works: Iterable[Append | Note], epochs: Mapping[int, int], lines: Sequence[LogLine]) -> tuple[Any, ...]:
    """Of the function `write_batch`, after who writes; `lines` are those of all statements, in their order."""
    appends: list[Append] = []
    snapshots: list[tuple[int, bytes, int]] = []
    seeds: list[tuple[int, bytes]] = []
    closing: list[int] = []
    records: list[tuple[int, bytes]] = []
    line_of: list[int] = []
    for work in works:
        if isinstance(work, Note):
            records.append((0, zlib.compress(work.body)))
            continue
        appends.append(work)
        number = len(appends)
        if work.record is not None:
            records.append((number, zlib.compress(work.record)))
        if work.seed is not None:
            seeds.append((number, work.seed))
        if work.snapshot is not None:
            snapshots.append((number, work.snapshot, seal(work.snapshot, work.expected + work.count)))
        if work.closes:
            closing.append(number)
        if lines:
            line_of += [number] * len(work.statements)
    parts = [partition_of(append.table) for append in appends]
    lasts = [append.expected + append.count for append in appends]
    return (
        [append.table for append in appends],
        parts,
        [epochs.get(part, NOBODYS) for part in parts],
        [append.expected for append in appends],
        lasts,
        [append.due for append in appends],
        [append.body for append in appends],
        [seal(append.body, last) for append, last in zip(appends, lasts, strict=True)],
        *_columns(snapshots, 3),
        *_columns(seeds, 2),
        closing,
        *_columns(records, 2),
        line_of,
        *_columns([_row(line) for line in lines], 7),
    )


ARGUMENTS: Final = 4 + 24
"""Of `write_batch`: who writes, and what."""


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]


def _row(line: LogLine) -> tuple[int, bytes, str, bytes, bytes, bytes, bytes]:
    hexed = (line.previous, line.hash, line.key, line.signature, hash_of(line))
    previous, statement, key, signature, digest = map(bytes.fromhex, hexed)
    return line.number, previous, line.kind, statement, key, signature, digest


def signed(works: Iterable[Append | Note], key: HallKey, last: LogLine | None) -> list[LogLine]:
    """The lines that a batch adds to the public log, each for its place behind the last one."""
    lines: list[LogLine] = []
    for work in works:
        if isinstance(work, Append):
            for statement in work.statements:
                last = next_line(last, key, statement.kind, statement.hash)
                lines.append(last)
    return lines


def outcomes(works: Sequence[Append | Note], answer: Sequence[int]) -> list[JournalError | None]:
    """What `write_batch` has answered, for each; notes are always done."""
    if not answer:
        return [None] * len(works)
    answers = iter(answer)
    return [None if isinstance(work, Note) else _outcome(work, next(answers)) for work in works]


def _outcome(append: Append, answer: int) -> JournalError | None:
    match answer:
        case 0:
            return None
        case 1:
            return conflict(append.table, append.expected)
        case _:
            return Fenced(f"table {append.table} is run by another machine of this hall now: nothing was played")
