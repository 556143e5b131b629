"""How the journal finds damage: checksums over what was written, and the errors that name the table."""

import sqlite3
import zlib

from dicehall.ports import Conflict, Damaged

UNREADABLE = (sqlite3.DatabaseError, TypeError, OverflowError)
"""How a damaged row shows: SQLite notices, or a column has another type than was written."""


def seal(body: bytes, version: int) -> int:
    """A checksum that also fails if the body has moved to another version."""
    return zlib.crc32(body, version & 0xFFFFFFFF)


def checked(table: str, version: int, head: int, rows: list[tuple[str, int, int, bytes, int]]) -> list[bytes]:
    """The bodies from after a version up to the head, oldest first, from rows that come newest first."""
    bodies: list[bytes] = []
    for name, first, last, body, crc in reversed(rows):
        if name != table or first != version + 1 or last < first:
            raise damaged(table, f"after version {version} comes what was written as {first} to {last} of table {name}")
        if seal(body, last) != crc:
            raise damaged(table, f"versions {first} to {last} are not what was written")
        bodies.append(body)
        version = last
    if version != head:
        raise damaged(table, f"its entries end at version {version} and its head is at {head}")
    return bodies


def conflict(table: str, expected: int) -> Conflict:
    return Conflict(f"table {table} is not at version {expected} any more: someone else was faster")


def damaged(table: str, reason: str) -> Damaged:
    return Damaged(f"table {table} is damaged: {reason}; close it, or put a backup of the journal in its place")
