"""Rows that replace those with the same key."""

from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Table


def put(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Each database has words of its own for it, which SQLAlchemy keeps apart; only the one in use is imported."""
    if not rows:
        return
    new = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(table)
    replaced = {column: new.excluded[column.key] for column in table.c if not column.primary_key}
    connection.execute(new.on_conflict_do_update(index_elements=list(table.primary_key), set_=replaced), rows)
