"""Doors: the sessions of browsers and the tokens of programs by which people come in."""

import secrets
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, insert

from dicehall.ports import Scope
from dicehall.ports.people import SESSION_LASTS
from dicehall.store.people.schema import doors

DAY = 86400.0
LONGEST_LABEL = 80


class Entrance(NamedTuple):
    """A door as it is remembered by its token."""

    key: str
    person: str
    scope: Scope
    used: float
    expires: float | None

    def is_open(self, now: float) -> bool:
        return self.expires is None or now < self.expires

    def used_at(self, now: float) -> "Entrance":
        return self._replace(used=now, expires=None if self.expires is None else now + SESSION_LASTS)


def new_token() -> str:
    return secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """The file holds no tokens, so that whoever reads it cannot come as somebody else."""
    return sha256(token.encode(errors="replace")).digest()


def add_door(connection: Connection, person: str, token: str, label: str, scope: Scope, *, now: float,
             is_token: bool = False) -> None:  # fmt: skip
    connection.execute(
        insert(doors).values(
            key=secrets.token_hex(8),
            token=digest(token),
            person=person,
            label=label[:LONGEST_LABEL],
            scope=scope,
            is_token=is_token,
            created=now,
            used=now,
            expires=None if is_token else now + SESSION_LASTS,
        )
    )
