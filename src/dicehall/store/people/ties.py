"""Friends and blocks in a database: rows that belong to two people, and go with either of them."""

from collections.abc import Callable, Collection
from typing import Final

from sqlalchemy import Connection, Delete, Table, delete, exists, func, insert, select

from dicehall.ports.ties import MOST_BLOCKS, MOST_FRIENDS, Blocked, Friend, Standing
from dicehall.rules.errors import BadOptions
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.schema import blocks, friends, people

BACK: Final = friends.alias("back")
IS_MUTUAL: Final = exists().where(BACK.c.person == friends.c.other, BACK.c.other == friends.c.person)


class DiskTies:
    def __init__(self, database: AnyDatabase, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    # Friends

    async def friends(self, person: str) -> list[Friend]:
        named = friends.join(people, people.c.id == friends.c.other)
        query = select(people.c.id, people.c.name, friends.c.since, IS_MUTUAL.label("mutual")).select_from(named)
        rows = await self._database.read(query.where(friends.c.person == person))
        return sorted((Friend(who, name, since, bool(mutual)) for who, name, since, mutual in rows), key=_by_name)

    async def add_friend(self, person: str, other: str) -> None:
        await self._database.write(lambda connection: self._add(connection, friends, person, other, most=MOST_FRIENDS))

    async def remove_friend(self, person: str, other: str) -> bool:
        return await self._remove(friends, person, other)

    # Blocks

    async def blocks(self, person: str) -> list[Blocked]:
        named = blocks.join(people, people.c.id == blocks.c.other)
        query = select(people.c.id, people.c.name, blocks.c.since).select_from(named)
        rows = await self._database.read(query.where(blocks.c.person == person))
        return sorted((Blocked(*row) for row in rows), key=_by_name)

    async def block(self, person: str, other: str) -> None:
        def work(connection: Connection) -> None:
            self._add(connection, blocks, person, other, most=MOST_BLOCKS)
            connection.execute(_one(friends, person, other))

        await self._database.write(work)

    async def unblock(self, person: str, other: str) -> bool:
        return await self._remove(blocks, person, other)

    async def blocked_by(self, persons: Collection[str]) -> dict[str, frozenset[str]]:
        query = select(blocks.c.person, blocks.c.other).where(blocks.c.person.in_(persons))
        found: dict[str, set[str]] = {}
        for person, other in await self._database.read(query):
            found.setdefault(person, set()).add(other)
        return {person: frozenset(others) for person, others in found.items()}

    async def who_block(self, other: str, persons: Collection[str]) -> frozenset[str]:
        query = select(blocks.c.person).where(blocks.c.other == other, blocks.c.person.in_(persons))
        return frozenset(person for (person,) in await self._database.read(query))

    async def standing(self, person: str, other: str) -> Standing:
        ways = ((friends, person, other), (friends, other, person), (blocks, person, other), (blocks, other, person))
        [(added, back, blocked, shut_out)] = await self._database.read(
            select(*(exists().where(kind.c.person == one, kind.c.other == two) for kind, one, two in ways))
        )
        return Standing(bool(added), bool(added and back), bool(blocked), bool(shut_out))

    # Both

    def _add(self, connection: Connection, kind: Table, person: str, other: str, *, most: int) -> None:
        known = select(func.count()).where(people.c.id.in_((person, other)))
        if connection.execute(known).scalar_one() < len({person, other}):
            raise KeyError(other)
        if connection.execute(select(kind).where(kind.c.person == person, kind.c.other == other)).first():
            return
        own = select(func.count()).where(kind.c.person == person)
        if connection.execute(own).scalar_one() >= most:
            raise BadOptions(f"at most {most} {kind.name}: remove one first")
        connection.execute(insert(kind).values(person=person, other=other, since=self._clock()))

    async def _remove(self, kind: Table, person: str, other: str) -> bool:
        gone = _one(kind, person, other)
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)


def _one(kind: Table, person: str, other: str) -> Delete:
    return delete(kind).where(kind.c.person == person, kind.c.other == other)


def _by_name(tie: Friend | Blocked) -> str:
    return tie.name.casefold()
