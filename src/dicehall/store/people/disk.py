"""People in a database: who is who and what they said, apart from the log, so that both can be deleted."""

import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, bindparam, delete, exists, func, insert, or_, select, update

from dicehall.ports import ChatLine, JournalError, Person, Session
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.erasure import erase_soon
from dicehall.store.files.schema import chat, people, sign_ins, tallies
from dicehall.store.people.cache import Cache
from dicehall.store.people.names import (
    LOOKS_ALIKE,
    SAME_NAME_FIRST,
    check_free,
    free_for_guest,
    look_alike_columns,
    reclaim_name,
    set_name,
)
from dicehall.store.people.sign_ins import DAY, StoredSignIn, add_sign_in, digest, new_token

log = logging.getLogger("dicehall.store")

MOST_CHAT_LINES = 200
"""For each table and channel."""
MOST_CACHED = 4096
"""People, and as many sign-ins, that are found without reading the disk."""
SEEN_EVERY = 3600.0
"""Seconds; the time of a person's last visit is not stored more precisely than that."""
GUESTS_STAY = 30 * DAY
NAMES_STAY = DAY
"""How long a guest who is away keeps a name from others."""
DELETED_AT_ONCE = 500
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"

PERSON = select(people.c.id, people.c.name, people.c.kind, people.c.banned)
# The most frequent queries are built once.
STATUS = PERSON.add_columns(people.c.key)
BY_ID = STATUS.where(people.c.id == bindparam("person"))
BY_IDS = STATUS.where(people.c.id.in_(bindparam("persons", expanding=True)))
BY_NAME = PERSON.where(LOOKS_ALIKE).order_by(SAME_NAME_FIRST).limit(1)
BY_TOKEN = select(sign_ins.c.key, sign_ins.c.person, sign_ins.c.scope, sign_ins.c.used, sign_ins.c.expires).where(
    sign_ins.c.token == bindparam("token")
)
CHAT = (
    select(chat.c.number, chat.c.who, chat.c.name, chat.c.text)
    .where(chat.c.table == bindparam("table"), chat.c.channel == bindparam("channel"), chat.c.who != "")
    .order_by(chat.c.number.desc())
    .limit(bindparam("last"))
)


class PersonStatus(NamedTuple):
    person: Person
    banned: str | None
    has_lost_name: bool
    """A guest who was away for so long that others may take the name."""


def new_id() -> str:
    return "p" + "".join(secrets.choice(LETTERS) for _ in range(10))


def erase(connection: Connection, persons: Sequence[str]) -> None:
    """Delete people; of what they said only the numbers stay, so that they are not used again."""
    connection.execute(delete(people).where(people.c.id.in_(persons)))
    connection.execute(update(chat).where(chat.c.who.in_(persons)).values(who="", name="", text=""))
    if persons:
        erase_soon(connection)


def _status(row: Row[Any]) -> PersonStatus:
    return PersonStatus(Person(row.id, row.name, row.kind), row.banned, has_lost_name=row.key is None)


def _chat_turn(table: str) -> str:
    """Lines are numbered one after the other, at each table for itself."""
    return f"chat {table}"


class DiskPeople:
    """Recently used people and sign-ins are cached, and never out of date where this process alone writes.

    Where other machines write too, none are: `most_cached` is zero, and every answer is what the database says now.
    """

    def __init__(
        self, database: AnyDatabase, clock: Callable[[], float] = time.time, most_cached: int = MOST_CACHED
    ) -> None:
        self.clock = clock
        self._database = database
        self._statuses: Cache[str, PersonStatus] = Cache(most_cached)
        self._sign_ins: Cache[bytes, StoredSignIn] = Cache(most_cached)

    # Who is who

    async def welcome(self, name: str) -> tuple[Person, str]:
        return await self.admit(new_id(), name, new_token())

    async def admit(self, person: str, name: str, token: str) -> tuple[Person, str]:
        """A new guest, under an id and a token that the caller has chosen."""
        now = self.clock()

        def work(connection: Connection) -> Person:
            called = free_for_guest(connection, name, person)
            connection.execute(
                insert(people).values(
                    id=person, name=called, kind="guest", created=now, seen=now, **look_alike_columns(called)
                )
            )
            add_sign_in(connection, person, token, "browser", "everything", now=now)
            return Person(person, called)

        return await self._database.write(work), token

    async def by_token(self, token: str) -> Session | None:
        key, now = digest(token), self.clock()
        sign_in = await self._sign_ins.find(key, self._read_sign_in)
        if sign_in is None or not sign_in.is_valid(now):
            return None
        status = await self._statuses.find(sign_in.person, self._read_status)
        if status is None:
            return None
        if now - sign_in.used >= SEEN_EVERY:
            status = await self._note_visit(key, sign_in.used_at(now), status)
        return Session(sign_in.key, status.person, sign_in.scope, status.banned)

    async def by_id(self, person: str) -> Person | None:
        status = await self._statuses.find(person, self._read_status)
        return status.person if status else None

    async def by_ids(self, persons: Collection[str]) -> dict[str, Person]:
        found = {person: status for person in persons if (status := self._statuses.get(person)) is not None}
        if missing := [person for person in persons if person not in found]:
            rows = await self._database.read(BY_IDS.params(persons=missing))
            found |= {row.id: _status(row) for row in rows}
        return {person: status.person for person, status in found.items()}

    async def by_name(self, name: str) -> Person | None:
        for found, called, kind, _ in await self._database.read(BY_NAME.params(look_alike_columns(name))):
            return Person(found, called, kind)
        return None

    async def rename(self, person: str, name: str) -> Person:
        def work(connection: Connection) -> Person:
            kind = connection.execute(select(people.c.kind).where(people.c.id == person)).scalar()
            if kind is None:
                raise KeyError(person)
            check_free(connection, name, person)
            set_name(connection, person, name)
            return Person(person, name, kind)

        return await self._database.write(work, lambda: self.drop(person))

    # The cache

    def drop(self, *persons: str) -> None:
        """They have changed: read them again."""
        self._statuses.drop(*persons)

    def drop_sign_ins(self, *persons: str) -> None:
        self._sign_ins.drop_where(lambda sign_in: sign_in.person in persons)

    async def _read_status(self, person: str) -> PersonStatus | None:
        return next(map(_status, await self._database.read(BY_ID.params(person=person))), None)

    async def _read_sign_in(self, token: bytes) -> StoredSignIn | None:
        for row in await self._database.read(BY_TOKEN.params(token=token)):
            return StoredSignIn(*row)
        return None

    async def _note_visit(self, token: bytes, sign_in: StoredSignIn, status: PersonStatus) -> PersonStatus:
        """In the background, unless the visitor is called differently afterwards."""
        self._sign_ins.update(token, sign_in)

        def work(connection: Connection) -> None:
            used = update(sign_ins).where(sign_ins.c.token == token)
            if connection.execute(used.values(used=sign_in.used, expires=sign_in.expires)).rowcount:
                seen = update(people).where(people.c.id == sign_in.person)
                connection.execute(seen.values(seen=sign_in.used))
                reclaim_name(connection, sign_in.person)

        def after() -> None:
            self.drop(sign_in.person)

        if not status.has_lost_name:
            self._database.write_later(work, after)
            return status
        try:
            await self._database.write(work, after)
        except JournalError as error:  # a full disk keeps nobody out
            log.warning("%s", error)
        return await self._read_status(sign_in.person) or status

    # Chat

    async def say(self, table: str, channel: str, who: str, text: str) -> ChatLine:
        return await self._database.write(
            lambda connection: self._say(connection, table, channel, who, text), turn=_chat_turn(table)
        )

    def _say(self, connection: Connection, table: str, channel: str, who: str, text: str) -> ChatLine:
        # Whoever deletes the speaker waits for this line, and deletes it as well.
        speaker = select(people.c.name).where(people.c.id == who).with_for_update(read=True, key_share=True)
        name = connection.execute(speaker).scalar()
        if name is None:  # they may have deleted their account while the line was on its way
            raise JournalError("nothing was said: the speaker is no longer known here")
        here = (chat.c.table == table, chat.c.channel == channel)
        number = connection.execute(select(func.coalesce(func.max(chat.c.number), 0) + 1).where(*here)).scalar_one()
        connection.execute(
            insert(chat).values(table=table, channel=channel, number=number, who=who, name=name, text=text)
        )
        connection.execute(delete(chat).where(*here, chat.c.number <= number - MOST_CHAT_LINES))
        return ChatLine(number, who, name, text)

    async def chat(self, table: str, channel: str, last: int) -> list[ChatLine]:
        rows = await self._database.read(CHAT.params(table=table, channel=channel, last=max(last, 0)))
        return [ChatLine(*row) for row in rows][::-1]

    async def forget_chat(self, table: str) -> None:
        gone = delete(chat).where(chat.c.table == table)
        await self._database.write(lambda connection: connection.execute(gone), turn=_chat_turn(table))

    # Guests who are gone

    async def tidy(self, staying: Callable[[Collection[str]], Awaitable[Collection[str]]]) -> int:
        """Delete guests who have long been away, except those who must stay; returns how many.

        After a day a guest's name is free for others. Expired sessions are deleted too.
        """
        now = self.clock()
        away = (people.c.kind == "guest", people.c.seen < now - NAMES_STAY, people.c.key.is_not(None))
        unseen = (people.c.kind == "guest", people.c.seen < now - GUESTS_STAY)
        played = exists().where(tallies.c.who == people.c.id)
        old = select(people.c.id).where(*unseen, ~played).order_by(people.c.seen).limit(DELETED_AT_ONCE)
        gone = [person for (person,) in await self._database.read(old)]
        named = select(people.c.id).where(*away).order_by(people.c.seen).limit(DELETED_AT_ONCE)
        nameless = [person for (person,) in await self._database.read(named)]
        stay = set(await staying({*gone, *nameless}))
        gone, nameless = ([person for person in each if person not in stay] for each in (gone, nameless))

        def work(connection: Connection) -> int:
            still = connection.execute(select(people.c.id).where(*unseen, people.c.id.in_(gone))).scalars().all()
            erase(connection, still)
            is_free = or_(and_(*away, people.c.id.in_(nameless)), and_(*unseen))
            connection.execute(update(people).where(is_free).values(key=None, look=None))
            connection.execute(delete(sign_ins).where(sign_ins.c.expires < now))
            return len(still)

        count = await self._database.write(work, lambda: self.drop(*gone))
        await self._database.erase_deleted()
        return count
