"""What moves from the files of a hall into PostgreSQL: which rows, and how each looks there."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import Boolean, Table

from dicehall.ports.partitions import partition_of
from dicehall.rules.public_log import hash_of
from dicehall.store.files.schema import chores, marks, meetings, metadata
from dicehall.store.journal.public_log import COLUMNS, line_of
from dicehall.store.postgres.connection import JOURNAL
from dicehall.store.postgres.people_schema import PEOPLE

Cells: TypeAlias = tuple[Any, ...]


class MovedTable(NamedTuple):
    schema: str
    name: str
    columns: tuple[str, ...]
    """As they are called in PostgreSQL."""
    key: tuple[str, ...]
    """By which rows are sorted, byte by byte on both sides."""
    query: str
    """Of SQLite, in that order."""
    moved: Callable[[Cells], Cells] = lambda row: row

    def rows(self, file: sqlite3.Connection) -> Iterator[Cells]:
        return map(self.moved, file.execute(self.query))

    @property
    def query_there(self) -> str:
        return f"SELECT {_listed(self.columns)} FROM {self.schema}.{self.name} ORDER BY {_listed(self.key)}"


def _listed(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _plain(name: str, columns: tuple[str, ...], key: tuple[str, ...], where: str = "") -> MovedTable:
    """A table of the journal that looks the same on both sides."""
    return MovedTable(
        JOURNAL, name, columns, key, f"SELECT {_listed(columns)} FROM {name}{where} ORDER BY {_listed(key)}"
    )


def _head(row: Cells) -> Cells:
    name, *rest = row
    return name, partition_of(name), *rest


def _line(row: Cells) -> Cells:
    return *row, bytes.fromhex(hash_of(line_of(row)))


HEAD: Final = ("name", "partition", "version", "due")
LOG: Final = tuple(COLUMNS.split(", "))
OF_JOURNAL: Final = (
    MovedTable(
        JOURNAL,
        "heads",
        ("name", "partition", "version", "due"),
        ("name",),
        "SELECT name, version, due FROM heads ORDER BY name",
        _head,
    ),
    # Rows that damage has cut off from their table stay behind when it is closed; nobody can read them.
    _plain(
        "appends", ("name", "first", "last", "body", "crc"), ("name", "last"), " WHERE name IN (SELECT name FROM heads)"
    ),
    _plain("snapshots", ("name", "version", "body", "crc"), ("name",)),
    _plain("seeds", ("name", "seed"), ("name",)),
    _plain("records", ("number", "name", "body"), ("number",)),
    MovedTable(JOURNAL, "log", (*LOG, "digest"), ("number",), f"SELECT {COLUMNS} FROM log ORDER BY number", _line),
)


def _of_people(table: Table) -> MovedTable:
    columns, key = tuple(each.name for each in table.c), tuple(each.name for each in table.primary_key)
    yes_or_no = [number for number, each in enumerate(table.c) if isinstance(each.type, Boolean)]

    def moved(row: Cells) -> Cells:
        cells = list(row)
        for number in yes_or_no:
            cells[number] = None if cells[number] is None else bool(cells[number])
        return tuple(cells)

    query = f"SELECT {_listed(columns)} FROM {table.name} ORDER BY {_listed(key)}"
    return MovedTable(PEOPLE, table.name, columns, key, query, moved)


OF_PEOPLE: Final = tuple(
    _of_people(table) for table in (*metadata.sorted_tables, meetings) if table not in (chores, marks)
)
"""Chores are about the file itself. Marks prove nothing where the journal is in the same database."""
COUNTED_BY_POSTGRESQL: Final = ("head_keys", "setbacks")
"""Their numbers go on behind those that were moved."""
