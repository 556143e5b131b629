"""Accounts in a database: passwords, sign-ins and passkeys, a person's own data, and what administrators do."""

from typing import Any

import msgspec
from sqlalchemy import Connection, Update, delete, func, insert, or_, select, update

from dicehall.names.look_alikes import name_key
from dicehall.ports import Kind, Passkey, Person, Scope, SignIn
from dicehall.ports.people import MOST_PASSKEYS, MOST_TOKENS, LastKey, NotAdministrator
from dicehall.rules.errors import BadOptions
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.schema import chat, claims, passkeys, people, sign_ins
from dicehall.store.people.disk import PERSON, DiskPeople, erase
from dicehall.store.people.names import LOOKS_ALIKE, SAME_NAME_FIRST, check_free, look_alike_columns
from dicehall.store.people.passwords import Passwords
from dicehall.store.people.sign_ins import add_sign_in, digest, new_token
from dicehall.store.people.teams import DiskTeams
from dicehall.store.people.ties import DiskTies

MOST_SESSIONS = 20
"""Of one person; a new one replaces the one that was used longest ago."""
LOG_IN = (
    select(people.c.id, people.c.name, people.c.kind, people.c.password)
    .where(LOOKS_ALIKE)
    .order_by(SAME_NAME_FIRST)
    .limit(1)
)
NOBODY: tuple[Any, ...] = ("", "", "guest", None)
SIGN_IN = [sign_ins.c[name] for name in ("key", "label", "scope", "is_token", "created", "used")]
PASSKEY = (passkeys.c.credential, passkeys.c.public_key, passkeys.c.count, passkeys.c.label, passkeys.c.created)


class DiskAccounts:
    """Shares a database with `DiskPeople`, and tells it of every change."""

    def __init__(self, database: AnyDatabase, book: DiskPeople, passwords: Passwords | None = None) -> None:
        self._database = database
        self._people = book
        self._passwords = passwords or Passwords()
        self.ties = DiskTies(database, book.clock)
        self.teams = DiskTeams(database)

    def close(self) -> None:
        self._passwords.close()

    # Passwords

    async def register(self, person: str, name: str, password: str | None) -> Person:
        hashed = None if password is None else await self._passwords.hash(password)
        values = {"name": name, "kind": "account", "password": hashed, **look_alike_columns(name)}

        def work(connection: Connection) -> Person:
            check_free(connection, name, person)
            _change(connection, person, update(people).where(people.c.kind == "guest").values(values))
            return Person(person, name, "account")

        return await self._database.write(work, lambda: self._people.drop(person))

    async def log_in(self, name: str, password: str) -> Person | None:
        rows = await self._database.read(LOG_IN.params(look_alike_columns(name)))
        person, called, kind, hashed = rows[0] if rows else NOBODY
        if not await self._passwords.fits(hashed, password):
            return None
        if self._passwords.is_dated(hashed):
            await self._renew(person, hashed, password)
        return Person(person, called, kind)

    async def _renew(self, person: str, hashed: str, password: str) -> None:
        """With today's parameters, unless the password was changed meanwhile."""
        renewed = await self._passwords.hash(password)
        dated = update(people).where(people.c.id == person, people.c.password == hashed)
        await self._database.write(lambda connection: connection.execute(dated.values(password=renewed)))

    async def has_password(self, person: str, password: str) -> bool:
        return await self._passwords.fits(await self._hashed(person), password)

    async def keeps_password(self, person: str) -> bool:
        return await self._hashed(person) is not None

    async def _hashed(self, person: str) -> str | None:
        rows = await self._database.read(select(people.c.password).where(people.c.id == person))
        return rows[0].password if rows else None

    async def set_password(self, person: str, password: str) -> None:
        hashed = await self._passwords.hash(password)
        accounts = update(people).where(people.c.kind != "guest")
        await self._database.write(lambda connection: _change(connection, person, accounts.values(password=hashed)))

    # Sign-ins

    async def open_session(self, person: str, label: str) -> str:
        token, now = new_token(), self._people.clock()
        sessions = select(sign_ins.c.key).where(sign_ins.c.person == person, ~sign_ins.c.is_token)

        def work(connection: Connection) -> None:
            _must_be_known(connection, person)
            add_sign_in(connection, person, token, label, "everything", now=now)
            over = connection.execute(sessions.order_by(sign_ins.c.used.desc()).offset(MOST_SESSIONS)).scalars().all()
            connection.execute(delete(sign_ins).where(sign_ins.c.key.in_(over)))

        await self._database.write(work, lambda: self._people.drop_sign_ins(person))
        return token

    async def issue_token(self, person: str, label: str, scope: Scope) -> str:
        token, now = new_token(), self._people.clock()
        issued = select(func.count()).where(sign_ins.c.person == person, sign_ins.c.is_token)

        def work(connection: Connection) -> None:
            _must_be_known(connection, person)
            if connection.execute(issued).scalar_one() >= MOST_TOKENS:
                raise BadOptions(f"you can have at most {MOST_TOKENS} tokens: revoke one that you do not need")
            add_sign_in(connection, person, token, label, scope, now=now, is_token=True)

        await self._database.write(work)
        return token

    async def sign_ins(self, person: str) -> list[SignIn]:
        is_valid = or_(sign_ins.c.expires.is_(None), sign_ins.c.expires > self._people.clock())
        query = select(*SIGN_IN).where(sign_ins.c.person == person, is_valid).order_by(sign_ins.c.used.desc())
        return [SignIn(*row) for row in await self._database.read(query)]

    async def end_sign_in(self, person: str, key: str) -> bool:
        one = delete(sign_ins).where(sign_ins.c.person == person, sign_ins.c.key == key)
        return await self._database.write(
            lambda connection: connection.execute(one).rowcount > 0, lambda: self._people.drop_sign_ins(person)
        )

    async def end_sessions(self, person: str, but: str | None = None) -> None:
        own = (sign_ins.c.person == person, ~sign_ins.c.is_token, sign_ins.c.key != (but or ""))
        sessions = delete(sign_ins).where(*own)
        await self._database.write(
            lambda connection: connection.execute(sessions), lambda: self._people.drop_sign_ins(person)
        )

    # Passkeys

    async def passkeys(self, person: str) -> list[Passkey]:
        query = select(*PASSKEY).where(passkeys.c.person == person).order_by(passkeys.c.created)
        return [Passkey(*row) for row in await self._database.read(query)]

    async def passkey(self, credential: bytes) -> tuple[Passkey, Person] | None:
        whose = passkeys.join(people, people.c.id == passkeys.c.person)
        query = select(*PASSKEY, people.c.id, people.c.name, people.c.kind).select_from(whose)
        for row in await self._database.read(query.where(passkeys.c.credential == credential)):
            return Passkey(*row[: len(PASSKEY)]), Person(*row[len(PASSKEY) :])
        return None

    async def add_passkey(self, person: str, passkey: Passkey) -> None:
        values = {name: getattr(passkey, name) for name in passkey.__struct_fields__}
        own = select(func.count()).where(passkeys.c.person == person)
        same = select(passkeys.c.person).where(passkeys.c.credential == passkey.credential)

        def work(connection: Connection) -> None:
            _must_be_known(connection, person)
            if connection.execute(same).first():
                raise BadOptions("this passkey is known here already: sign in with it")
            if connection.execute(own).scalar_one() >= MOST_PASSKEYS:
                raise BadOptions(f"you can have at most {MOST_PASSKEYS} passkeys: remove one that you do not need")
            connection.execute(insert(passkeys).values(person=person, **values))

        await self._database.write(work)

    async def used_passkey(self, credential: bytes, count: int) -> None:
        this = update(passkeys).where(passkeys.c.credential == credential)
        await self._database.write(lambda connection: connection.execute(this.values(count=count)))

    async def remove_passkey(self, person: str, credential: bytes) -> bool:
        this = delete(passkeys).where(passkeys.c.person == person, passkeys.c.credential == credential)
        left = select(func.count()).where(passkeys.c.person == person)
        password = select(people.c.password).where(people.c.id == person)

        def work(connection: Connection) -> bool:
            """Looks at what is left in the same transaction: if the last two are removed at once, one stays."""
            if not connection.execute(this).rowcount:
                return False
            if not connection.execute(left).scalar_one() and connection.execute(password).scalar() is None:
                raise LastKey("this passkey is the only way in: set a password or add another passkey first")
            return True

        return await self._database.write(work)

    # A person's own data

    async def everything(self, person: str) -> dict[str, Any]:
        rows = await self._database.read(select(people).where(people.c.id == person))
        if not rows:
            raise KeyError(person)
        about = rows[0]
        lines = select(chat.c.table, chat.c.channel, chat.c.number, chat.c.name, chat.c.text)
        said = await self._database.read(lines.where(chat.c.who == person).order_by(*chat.primary_key))
        return {
            **{name: getattr(about, name) for name in ("id", "name", "kind", "created", "seen", "banned")},
            "has_password": about.password is not None,
            "sign_ins": [msgspec.to_builtins(each) for each in await self.sign_ins(person)],
            "passkeys": [{"label": key.label, "created": key.created} for key in await self.passkeys(person)],
            "team": msgspec.to_builtins((await self.teams.of((person,))).get(person)),
            "friends": [friend._asdict() for friend in await self.ties.friends(person)],
            "blocked": [blocked._asdict() for blocked in await self.ties.blocks(person)],
            "chat": [dict(zip(("table", "channel", "number", "name", "text"), row, strict=True)) for row in said],
        }

    async def forget(self, person: str) -> None:
        await self._database.write(lambda connection: erase(connection, [person]), lambda: self._drop_all(person))

    def _drop_all(self, person: str) -> None:
        self._people.drop(person)
        self._people.drop_sign_ins(person)

    # For administrators

    async def people(self, like: str, most: int) -> list[Person]:
        alike = or_(
            people.c.name.icontains(like, autoescape=True), people.c.key.contains(name_key(like), autoescape=True)
        )
        rows = await self._database.read(PERSON.where(alike).order_by(people.c.seen.desc()).limit(most))
        return [Person(row.id, row.name, row.kind) for row in rows]

    async def appoint(self, person: str, kind: Kind, by: str | None = None) -> Person:
        """Only accounts: someone who cannot sign in again cannot run a hall."""
        if kind == "guest":
            raise BadOptions("an account cannot become a guest again: it can be an account or an administrator")

        def work(connection: Connection) -> Person:
            if by is not None:
                _must_be_administrator(connection, by)
            _change(connection, person, update(people).where(people.c.kind != "guest").values(kind=kind))
            if by is not None:  # nobody dismisses themselves either
                _must_be_administrator(connection, by)
            name = connection.execute(select(people.c.name).where(people.c.id == person)).scalar_one()
            return Person(person, name, kind)

        return await self._database.write(work, lambda: self._people.drop(person))

    async def ban(self, person: str, reason: str) -> None:
        await self._set_ban(person, reason)

    async def unban(self, person: str) -> None:
        await self._set_ban(person, None)

    async def _set_ban(self, person: str, reason: str | None) -> None:
        change = update(people).values(banned=reason)
        await self._database.write(
            lambda connection: _change(connection, person, change), lambda: self._people.drop(person)
        )

    async def banned(self) -> list[tuple[Person, str]]:
        rows = await self._database.read(PERSON.where(people.c.banned.is_not(None)).order_by(people.c.name))
        return [(Person(row.id, row.name, row.kind), row.banned) for row in rows]

    async def ban_of(self, person: str) -> str | None:
        rows = await self._database.read(select(people.c.banned).where(people.c.id == person))
        return rows[0].banned if rows else None

    async def new_claim(self) -> str:
        secret = new_token()

        def work(connection: Connection) -> None:
            connection.execute(delete(claims))
            connection.execute(insert(claims).values(secret=digest(secret), created=self._people.clock()))

        await self._database.write(work)
        return secret

    async def is_claim(self, secret: str) -> bool:
        return bool(await self._database.read(select(claims.c.secret).where(claims.c.secret == digest(secret))))

    async def use_claim(self, secret: str) -> bool:
        good = delete(claims).where(claims.c.secret == digest(secret))
        return await self._database.write(lambda connection: connection.execute(good).rowcount > 0)

    async def is_claimed(self) -> bool:
        return bool(await self._database.read(select(people.c.id).where(people.c.kind == "administrator").limit(1)))


def _must_be_known(connection: Connection, person: str) -> None:
    if connection.execute(select(people.c.id).where(people.c.id == person)).first() is None:
        raise KeyError(person)


def _must_be_administrator(connection: Connection, person: str) -> None:
    if connection.execute(select(people.c.kind).where(people.c.id == person)).scalar() != "administrator":
        raise NotAdministrator("you are no longer an administrator of this hall")


def _change(connection: Connection, person: str, change: Update) -> None:
    """Raises `KeyError` if there is no such person, or none of the kind that the change is for."""
    if connection.execute(change.where(people.c.id == person)).rowcount == 0:
        raise KeyError(person)
