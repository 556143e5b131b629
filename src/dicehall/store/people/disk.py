"""The book of people on disk: who is who and what is said, apart from the log, so that both can be forgotten."""

import secrets
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update

from dicehall.ports import ChatLine, JournalError, Person, Session
from dicehall.store.files.database import Database
from dicehall.store.people.cache import Lately
from dicehall.store.people.erasure import wipe_soon
from dicehall.store.people.names import (
    CALLED_SO_FIRST,
    LOOKS_SO,
    check_free,
    free_for_guest,
    give,
    likenesses,
    take_back,
)
from dicehall.store.people.schema import doors, lines, people
from dicehall.store.people.sign_ins import DAY, Entrance, add_door, digest, new_token
from dicehall.store.results.schema import tallies

KEPT_LINES = 200
"""Of chat, for each table and audience."""
KEPT_IN_MIND = 4096
"""People, and as many doors, that are found without asking the disk."""
SEEN_EVERY = 3600.0
"""Seconds; when somebody was here last is not known better than that."""
GUESTS_STAY = 30 * DAY
FORGOTTEN_AT_ONCE = 500
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"

PERSON = select(people.c.id, people.c.name, people.c.kind, people.c.banned)
# What is asked most often is built once.
BY_ID = PERSON.where(people.c.id == bindparam("person"))
BY_NAME = PERSON.where(LOOKS_SO).order_by(CALLED_SO_FIRST).limit(1)
BY_TOKEN = select(doors.c.key, doors.c.person, doors.c.scope, doors.c.used, doors.c.expires).where(
    doors.c.token == bindparam("token")
)
CHAT = (
    select(lines.c.number, lines.c.who, lines.c.name, lines.c.said)
    .where(lines.c.place == bindparam("place"), lines.c.audience == bindparam("audience"), lines.c.who != "")
    .order_by(lines.c.number.desc())
    .limit(bindparam("last"))
)


class Standing(NamedTuple):
    person: Person
    banned: str | None


def new_id() -> str:
    return "p" + "".join(secrets.choice(LETTERS) for _ in range(10))


def erase(connection: Connection, persons: Sequence[str]) -> None:
    """Nothing of them is left; what they said leaves only its number behind, which nobody is to have again."""
    connection.execute(delete(people).where(people.c.id.in_(persons)))
    connection.execute(update(lines).where(lines.c.who.in_(persons)).values(who="", name="", said=""))
    if persons:
        wipe_soon(connection)


class DiskPeople:
    """Whoever was asked for lately is found without asking the disk, and never as they were before."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self._database = database
        self._standings: Lately[str, Standing] = Lately(KEPT_IN_MIND)
        self._entrances: Lately[bytes, Entrance] = Lately(KEPT_IN_MIND)

    # Who is who

    async def welcome(self, name: str) -> tuple[Person, str]:
        return await self.admit(new_id(), name, new_token())

    async def admit(self, person: str, name: str, token: str) -> tuple[Person, str]:
        """A new guest, under an id and a token that the caller has thought of."""
        now = self.clock()

        def work(connection: Connection) -> Person:
            called = free_for_guest(connection, name, person)
            connection.execute(
                insert(people).values(id=person, name=called, kind="guest", created=now, seen=now, **likenesses(called))
            )
            add_door(connection, person, token, "browser", "everything", now=now)
            return Person(person, called)

        return await self._database.write(work), token

    def by_token(self, token: str) -> Session | None:
        key, now = digest(token), self.clock()
        entrance = self._entrances.find(key, self._entrance)
        if entrance is None or not entrance.is_open(now):
            return None
        standing = self._standings.find(entrance.person, self._standing)
        if standing is None:
            return None
        if now - entrance.used >= SEEN_EVERY:
            self._note_visit(key, entrance.used_at(now))
        return Session(entrance.key, standing.person, entrance.scope, standing.banned)

    def by_id(self, person: str) -> Person | None:
        standing = self._standings.find(person, self._standing)
        return standing.person if standing else None

    def by_name(self, name: str) -> Person | None:
        for found, called, kind, _ in self._database.read(BY_NAME.params(likenesses(name))):
            return Person(found, called, kind)
        return None

    async def rename(self, person: str, name: str) -> Person:
        def work(connection: Connection) -> Person:
            kind = connection.execute(select(people.c.kind).where(people.c.id == person)).scalar()
            if kind is None:
                raise KeyError(person)
            check_free(connection, name, person)
            give(connection, person, name)
            return Person(person, name, kind)

        return await self._database.write(work, lambda: self.drop(person))

    # What is kept in mind of them

    def drop(self, *persons: str) -> None:
        """They have changed: the next who asks is told by the disk."""
        self._standings.drop(*persons)

    def drop_doors(self, *persons: str) -> None:
        self._entrances.drop_where(lambda entrance: entrance.person in persons)

    def _standing(self, person: str) -> Standing | None:
        for found, name, kind, banned in self._database.read(BY_ID.params(person=person)):
            return Standing(Person(found, name, kind), banned)
        return None

    def _entrance(self, token: bytes) -> Entrance | None:
        for row in self._database.read(BY_TOKEN.params(token=token)):
            return Entrance(*row)
        return None

    def _note_visit(self, token: bytes, entrance: Entrance) -> None:
        self._entrances.update(token, entrance)

        def work(connection: Connection) -> None:
            used = update(doors).where(doors.c.token == token)
            if connection.execute(used.values(used=entrance.used, expires=entrance.expires)).rowcount:
                seen = update(people).where(people.c.id == entrance.person)
                connection.execute(seen.values(seen=entrance.used))
                take_back(connection, entrance.person)

        self._database.write_later(work, lambda: self.drop(entrance.person))

    # What is said

    async def say(self, table: str, audience: str, who: str, text: str) -> ChatLine:
        return await self._database.write(lambda connection: self._say(connection, table, audience, who, text))

    def _say(self, connection: Connection, table: str, audience: str, who: str, text: str) -> ChatLine:
        name = connection.execute(select(people.c.name).where(people.c.id == who)).scalar()
        if name is None:  # they may have gone for good while the line was on its way
            raise JournalError("nothing was said: whoever speaks is not known here any more")
        here = (lines.c.place == table, lines.c.audience == audience)
        number = connection.execute(select(func.coalesce(func.max(lines.c.number), 0) + 1).where(*here)).scalar_one()
        connection.execute(
            insert(lines).values(place=table, audience=audience, number=number, who=who, name=name, said=text)
        )
        connection.execute(delete(lines).where(*here, lines.c.number <= number - KEPT_LINES))
        return ChatLine(number, who, name, text)

    def chat(self, table: str, audience: str, last: int) -> list[ChatLine]:
        rows = self._database.read(CHAT.params(place=table, audience=audience, last=max(last, 0)))
        return [ChatLine(*row) for row in rows][::-1]

    async def forget_chat(self, table: str) -> None:
        await self._database.write(lambda connection: connection.execute(delete(lines).where(lines.c.place == table)))

    # What has grown old

    async def tidy(self, stays: Callable[[str], bool]) -> int:
        """Forget guests who were not here for long, but those who must stay; how many are gone.

        Whoever stays keeps the name until somebody else takes it. Sessions that have expired go too.
        """
        now = self.clock()
        unseen = (people.c.kind == "guest", people.c.seen < now - GUESTS_STAY)
        played = exists().where(tallies.c.who == people.c.id)
        old = select(people.c.id).where(*unseen, ~played).order_by(people.c.seen).limit(FORGOTTEN_AT_ONCE)
        gone = [person for (person,) in self._database.read(old) if not stays(person)]

        def work(connection: Connection) -> int:
            still = connection.execute(select(people.c.id).where(*unseen, people.c.id.in_(gone))).scalars().all()
            erase(connection, still)
            connection.execute(update(people).where(*unseen).values(key=None, look=None))
            connection.execute(delete(doors).where(doors.c.expires < now))
            return len(still)

        count = await self._database.write(work, lambda: self.drop(*gone))
        await self._database.wipe()
        return count
