"""Lines of the public log in PostgreSQL that belong to no append: they say which key signs."""

from msgspec.structs import astuple

from dicehall.rules.public_log import LogLine, hash_of
from dicehall.store.postgres.connection import Connection


async def insert(connection: Connection, line: LogLine) -> None:
    """While the logs are held."""
    number, previous, kind, statement, *rest = astuple(line)
    await connection.execute(
        "INSERT INTO log VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        number,
        bytes.fromhex(previous),
        kind,
        *map(bytes.fromhex, (statement, *rest, hash_of(line))),
    )
