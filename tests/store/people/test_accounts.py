"""What accounts promise: who proves to be whom, what is known about them, and that it can be forgotten."""

import asyncio
import json
import logging
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection, insert, select

from dicehall.ports import Accounts, JournalError, NameTaken, Passkey, People, Person
from dicehall.ports.people import MOST_PASSKEYS, MOST_TOKENS, Kind, LastKey, NotAdministrator
from dicehall.rules.errors import BadOptions
from dicehall.store.files import schema
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.database import Database
from dicehall.store.people.accounts import MOST_SESSIONS, DiskAccounts
from dicehall.store.people.disk import DiskPeople, erase, new_id
from dicehall.store.people.names import look_alike_columns
from dicehall.store.people.passwords import MOST_WAITING, Passwords
from dicehall.store.people.sign_ins import DAY
from tests.store.halls import Clock, everyone, output, program, run

SECRET = "correct horse battery staple"
KEY = Passkey(b"credential", b"public", 3, "phone", 1.0)


class Hall:
    """The two books as a hall has them."""

    def __init__(self, folder: Path | None, database: AnyDatabase | None = None) -> None:
        """A database that is lent stays open."""
        self.clock = Clock()
        self._is_lent = database is not None
        self.database = database or Database(folder)
        self.people = DiskPeople(self.database, self.clock)
        self.accounts = DiskAccounts(self.database, self.people)

    def close(self) -> None:
        self.accounts.close()
        if not self._is_lent:
            self.database.close()

    def guest(self, name: str = "Ada") -> Person:
        return run(self.people.welcome(name))[0]

    def account(self, name: str = "Ada", password: str | None = SECRET) -> Person:
        return run(self.accounts.register(self.guest(name).id, name, password))

    def knows(self, token: str) -> Person | None:
        session = run(self.people.by_token(token))
        return session.person if session else None


@pytest.fixture
def hall(database: AnyDatabase) -> Iterator[Hall]:
    with closing(Hall(None, database)) as opened:
        yield opened


def test_the_books_are_what_the_hall_asks_for(hall: Hall) -> None:
    people: People = hall.people
    accounts: Accounts = hall.accounts
    assert run(people.by_id("pzzzzzzzzzz")) is None
    assert not run(accounts.is_claimed())


# Passwords.


def test_a_guest_becomes_an_account_under_the_same_id_and_stays_logged_in(hall: Hall) -> None:
    guest, token = run(hall.people.welcome("Ada"))
    assert hall.knows(token) == guest
    account = run(hall.accounts.register(guest.id, "Ada Lovelace", SECRET))
    assert account == Person(guest.id, "Ada Lovelace", "account")
    assert hall.knows(token) == run(hall.people.by_id(guest.id)) == run(hall.people.by_name("ada lovelace")) == account
    assert run(hall.people.by_name("Ada")) is None


def test_an_account_is_entered_by_its_name_and_password_alone(hall: Hall) -> None:
    ada = hall.account()
    assert run(hall.accounts.log_in("Ada", SECRET)) == ada
    assert run(hall.accounts.log_in("ADA", SECRET)) == ada
    for name, password in (
        ("Ada", "correct horse battery"), ("Ada", SECRET.upper()), ("Ada", ""), ("Ada", SECRET * 20),
        ("Bob", SECRET), ("", SECRET), (ada.id, SECRET), ("Ada", "\udcff" * 9),
    ):  # fmt: skip
        assert run(hall.accounts.log_in(name, password)) is None


def test_nobody_enters_without_a_password_where_none_was_set(hall: Hall) -> None:
    hall.account("Ada", None)
    hall.guest("Bob")
    for name in ("Ada", "Bob"):
        for password in ("", "None", SECRET):
            assert run(hall.accounts.log_in(name, password)) is None


def test_the_same_password_fits_from_another_keyboard(hall: Hall) -> None:
    ada = hall.account(password="Z\u00fcrich ist sch\u00f6n")
    assert run(hall.accounts.has_password(ada.id, "Zu\u0308rich ist scho\u0308n"))


def test_a_password_can_be_changed_and_the_old_one_is_good_no_more(hall: Hall) -> None:
    ada = hall.account()
    run(hall.accounts.set_password(ada.id, "another password"))
    assert run(hall.accounts.log_in("Ada", SECRET)) is None
    assert run(hall.accounts.log_in("Ada", "another password")) == ada
    assert run(hall.accounts.has_password(ada.id, "another password"))
    assert not run(hall.accounts.has_password(ada.id, SECRET))
    assert not run(hall.accounts.has_password("pzzzzzzzzzz", SECRET))


def test_whether_there_is_a_password_at_all_is_known(hall: Hall) -> None:
    assert run(hall.accounts.keeps_password(hall.account("Ada").id))
    assert not run(hall.accounts.keeps_password(hall.account("Bob", None).id))
    assert not run(hall.accounts.keeps_password(hall.guest("Cid").id))
    assert not run(hall.accounts.keeps_password("pzzzzzzzzzz"))


@pytest.mark.parametrize("password", ["", "seven77", "x" * 201])
def test_a_password_that_is_too_short_or_too_long_is_refused(hall: Hall, password: str) -> None:
    guest = hall.guest()
    with pytest.raises(BadOptions, match=f"a password has 8 to 200 characters, this one has {len(password)}"):
        run(hall.accounts.register(guest.id, "Ada", password))
    assert run(hall.people.by_id(guest.id)) == guest


def test_only_a_guest_can_register_and_only_an_account_has_a_password(hall: Hall) -> None:
    ada, bob = hall.account(), hall.guest("Bob")
    for nobody in (ada.id, "pzzzzzzzzzz"):
        with pytest.raises(KeyError):
            run(hall.accounts.register(nobody, "Grace", SECRET))
    for nobody in (bob.id, "pzzzzzzzzzz"):
        with pytest.raises(KeyError):
            run(hall.accounts.set_password(nobody, SECRET))
    assert run(hall.accounts.log_in("Bob", SECRET)) is None


def test_nobody_registers_under_the_name_of_another(hall: Hall) -> None:
    hall.account()
    hall.guest("Bob")
    cid = hall.guest("Cid")
    with pytest.raises(NameTaken, match="sign in if it is yours"):
        run(hall.accounts.register(cid.id, "АDА", SECRET))
    with pytest.raises(NameTaken, match="someone here is called “Bob”"):
        run(hall.accounts.register(cid.id, "Bob", SECRET))
    assert run(hall.people.by_id(cid.id)) == cid


def test_of_two_who_register_a_name_at_once_one_gets_it(hall: Hall) -> None:
    guests = [hall.guest(name) for name in ("One", "Two")]

    async def both() -> list[object]:
        wishes = [hall.accounts.register(guest.id, "Ada", f"password of {guest.name}") for guest in guests]
        return list(await asyncio.gather(*wishes, return_exceptions=True))

    outcomes = run(both())
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NameTaken", "Person"]
    (winner,) = (outcome for outcome in outcomes if isinstance(outcome, Person))
    assert run(hall.people.by_name("Ada")) == winner


def test_a_hash_of_other_parameters_is_replaced_at_the_next_log_in(tmp_path: Path) -> None:
    def hashed(hall: Hall) -> str:
        return str(hall.database.read_now(select(schema.people.c.password))[0].password)

    with closing(Hall(tmp_path)) as hall:
        hall.accounts = DiskAccounts(
            hall.database, hall.people, Passwords(PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1))
        )
        ada = hall.account()
        assert hashed(hall).startswith("$argon2id$v=19$m=1024,t=1,p=1$")
    with closing(Hall(tmp_path)) as hall:
        assert run(hall.accounts.log_in("Ada", "a wrong password")) is None
        assert "m=1024" in hashed(hall)
        assert run(hall.accounts.log_in("Ada", SECRET)) == ada
        assert hashed(hall).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert run(hall.accounts.log_in("Ada", SECRET)) == ada


class CountingHasher(PasswordHasher):
    verified = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.verified += 1
        return super().verify(hash, password)


def test_a_wrong_name_is_as_much_work_as_a_wrong_password(hall: Hall) -> None:
    hasher = CountingHasher(time_cost=1, memory_cost=64, parallelism=1)
    hall.accounts = DiskAccounts(hall.database, hall.people, Passwords(hasher))
    hall.account("Ada")
    hall.account("Bob", None)
    hall.guest("Cid")
    for number, name in enumerate(("Ada", "Bob", "Cid", "Dan", ""), start=1):
        assert run(hall.accounts.log_in(name, "a wrong password")) is None
        assert hasher.verified == number


def test_no_more_log_ins_than_can_be_worked_off_are_accepted() -> None:
    """In memory, where no log-in waits for a database before it waits for a thread."""
    with closing(Hall(None)) as hall:
        _rush(hall)


def _rush(hall: Hall) -> None:
    hall.account()

    async def rush() -> list[object]:
        attempts = (hall.accounts.log_in("Ada", "a wrong password") for _ in range(MOST_WAITING + 5))
        return list(await asyncio.gather(*attempts, return_exceptions=True))

    outcomes = run(rush())
    assert outcomes[:MOST_WAITING] == [None] * MOST_WAITING
    assert [type(outcome) for outcome in outcomes[MOST_WAITING:]] == [JournalError] * 5
    assert run(hall.accounts.log_in("Ada", SECRET)) is not None


# Doors.


def test_a_session_ends_when_its_sign_in_ends_and_no_other_does(hall: Hall) -> None:
    ada, bob = hall.account("Ada"), hall.account("Bob")
    one, two, other = (run(hall.accounts.open_session(who.id, "Firefox")) for who in (ada, ada, bob))
    assert hall.knows(one) == hall.knows(two) == ada
    session = run(hall.people.by_token(one))
    assert session is not None
    assert not run(hall.accounts.end_sign_in(bob.id, session.key)), "it is not Bob's to close"
    assert hall.knows(one) == ada
    assert run(hall.accounts.end_sign_in(ada.id, session.key))
    assert not run(hall.accounts.end_sign_in(ada.id, session.key))
    assert hall.knows(one) is None
    assert hall.knows(two) == ada
    assert hall.knows(other) == bob


def test_all_sessions_but_one_can_be_closed_and_tokens_stay(hall: Hall) -> None:
    ada = hall.account()
    mine, old = (run(hall.accounts.open_session(ada.id, label)) for label in ("here", "there"))
    token = run(hall.accounts.issue_token(ada.id, "robot", "play"))
    assert hall.knows(old) == ada
    session = run(hall.people.by_token(mine))
    assert session is not None
    run(hall.accounts.end_sessions(ada.id, but=session.key))
    assert hall.knows(old) is None
    assert hall.knows(mine) == hall.knows(token) == ada
    run(hall.accounts.end_sessions(ada.id))
    assert hall.knows(mine) is None
    assert hall.knows(token) == ada


def test_a_token_is_good_for_what_it_was_issued_for_and_does_not_expire(hall: Hall) -> None:
    ada = hall.account()
    token = run(hall.accounts.issue_token(ada.id, "robot", "read"))
    hall.clock.now += 1000 * DAY
    session = run(hall.people.by_token(token))
    assert session is not None
    assert (session.person, session.scope) == (ada, "read")
    (sign_in,) = run(hall.accounts.sign_ins(ada.id))
    assert (sign_in.key, sign_in.label, sign_in.scope, sign_in.token) == (session.key, "robot", "read", True)
    assert run(hall.accounts.end_sign_in(ada.id, sign_in.key))
    assert hall.knows(token) is None


def test_sign_ins_are_listed_the_last_used_first(hall: Hall) -> None:
    ada = hall.account()
    for label in ("one", "two"):
        hall.clock.now += 10
        run(hall.accounts.open_session(ada.id, label))
    assert [sign_in.label for sign_in in run(hall.accounts.sign_ins(ada.id))] == ["two", "one", "browser"]
    hall.clock.now += 100 * DAY
    assert run(hall.accounts.sign_ins(ada.id)) == []


def test_the_oldest_session_ends_when_there_are_too_many(hall: Hall) -> None:
    ada = hall.account()
    tokens = []
    for _ in range(MOST_SESSIONS + 1):
        hall.clock.now += 1
        tokens.append(run(hall.accounts.open_session(ada.id, "x" * 1000)))
        assert hall.knows(tokens[0]) == (ada if len(tokens) <= MOST_SESSIONS else None)
    assert len(run(hall.accounts.sign_ins(ada.id))) == MOST_SESSIONS
    assert hall.knows(tokens[1]) == ada


def test_too_many_tokens_are_refused(hall: Hall) -> None:
    ada = hall.account()
    for _ in range(MOST_TOKENS):
        run(hall.accounts.issue_token(ada.id, "robot", "play"))
    with pytest.raises(BadOptions, match="at most 20 tokens: revoke one"):
        run(hall.accounts.issue_token(ada.id, "robot", "play"))


def test_nothing_is_opened_for_a_stranger(hall: Hall) -> None:
    for opening in (
        hall.accounts.open_session("pzzzzzzzzzz", "x"),
        hall.accounts.issue_token("pzzzzzzzzzz", "x", "play"),
        hall.accounts.add_passkey("pzzzzzzzzzz", KEY),
    ):
        with pytest.raises(KeyError):
            run(opening)


# Passkeys.


def test_a_passkey_tells_whose_it_is_and_how_often_it_was_used(hall: Hall) -> None:
    ada = hall.account("Ada", None)
    assert run(hall.accounts.passkey(b"credential")) is None
    run(hall.accounts.add_passkey(ada.id, KEY))
    assert run(hall.accounts.passkey(b"credential")) == (KEY, ada)
    run(hall.accounts.used_passkey(b"credential", 7))
    assert [key.count for key in run(hall.accounts.passkeys(ada.id))] == [7]


def test_a_passkey_is_one_persons_and_can_be_removed_by_nobody_else(hall: Hall) -> None:
    ada, bob = hall.account("Ada"), hall.account("Bob")
    run(hall.accounts.add_passkey(ada.id, KEY))
    with pytest.raises(BadOptions, match="known here already"):
        run(hall.accounts.add_passkey(bob.id, KEY))
    assert not run(hall.accounts.remove_passkey(bob.id, KEY.credential))
    assert run(hall.accounts.remove_passkey(ada.id, KEY.credential))
    assert not run(hall.accounts.remove_passkey(ada.id, KEY.credential))
    assert run(hall.accounts.passkeys(ada.id)) == []


def test_of_the_last_two_passkeys_that_are_removed_at_once_one_stays(hall: Hall) -> None:
    ada = hall.account("Ada", None)
    other = Passkey(b"other", b"public", 0, "key", 2.0)
    for key in (KEY, other):
        run(hall.accounts.add_passkey(ada.id, key))

    async def at_once() -> list[bool | BaseException]:
        removals = (hall.accounts.remove_passkey(ada.id, key.credential) for key in (KEY, other))
        return await asyncio.gather(*removals, return_exceptions=True)

    outcomes = run(at_once())
    assert sorted(type(outcome) is LastKey for outcome in outcomes) == [False, True]
    (left,), gone = run(hall.accounts.passkeys(ada.id)), (KEY, other)[outcomes.index(True)]
    assert left == (KEY, other)[1 - outcomes.index(True)]
    assert not run(hall.accounts.remove_passkey(ada.id, gone.credential)), "one that is gone is not the last"
    run(hall.accounts.set_password(ada.id, SECRET))
    assert run(hall.accounts.remove_passkey(ada.id, left.credential)), "with a password, it is not the only way in"


def test_too_many_passkeys_are_refused(hall: Hall) -> None:
    ada = hall.account()
    for number in range(MOST_PASSKEYS):
        run(hall.accounts.add_passkey(ada.id, Passkey(bytes([number]), b"", 0, "phone", 1.0)))
    with pytest.raises(BadOptions, match="at most 10 passkeys: remove one"):
        run(hall.accounts.add_passkey(ada.id, KEY))


# All about one person.


def test_a_person_is_told_everything_and_no_secret(hall: Hall) -> None:
    ada = hall.account()
    token = run(hall.accounts.issue_token(ada.id, "robot", "play"))
    run(hall.accounts.add_passkey(ada.id, KEY))
    run(hall.people.say("oak", "all", ada.id, "hello"))
    run(hall.people.say("oak", "all", hall.guest("Bob").id, "hello Ada"))
    run(hall.accounts.ban(ada.id, "cheating"))
    told = run(hall.accounts.everything(ada.id))
    assert {name: told[name] for name in ("id", "name", "kind", "banned", "has_password")} == {
        "id": ada.id, "name": "Ada", "kind": "account", "banned": "cheating", "has_password": True,
    }  # fmt: skip
    assert told["created"] == told["seen"] == hall.clock.now
    assert told["chat"] == [{"table": "oak", "channel": "all", "number": 1, "name": "Ada", "text": "hello"}]
    assert sorted(sign_in["label"] for sign_in in told["sign_ins"]) == ["browser", "robot"]
    assert [key["label"] for key in told["passkeys"]] == ["phone"]
    text = json.dumps(told)
    for secret in (token, "argon2", "credential", "public"):
        assert secret not in text


def test_everything_in_the_file_is_told_or_a_secret(hall: Hall) -> None:
    """Anyone who adds a column decides whether the person is told of it."""
    told = run(hall.accounts.everything(hall.account().id))
    secret = {
        "key", "look", "password",  # of people: made of what is told
        "token", "person", "expires", "is_token",
        "credential", "public_key", "count",
        "place", "who", "said",  # told as table, id and text
    }  # fmt: skip
    columns = {
        column.name
        for table in (schema.people, schema.sign_ins, schema.passkeys, schema.chat)
        for column in table.columns
    }
    assert columns - secret <= {*told, "key", "label", "scope", "used", "audience", "number"}


def test_nothing_is_told_of_a_stranger(hall: Hall) -> None:
    with pytest.raises(KeyError):
        run(hall.accounts.everything("pzzzzzzzzzz"))


def test_who_is_forgotten_is_nobody(hall: Hall) -> None:
    ada, bob = hall.account("Ada"), hall.guest("Bob")
    token = run(hall.accounts.open_session(ada.id, "Firefox"))
    run(hall.accounts.add_passkey(ada.id, KEY))
    for who, text in ((ada.id, "hello"), (bob.id, "hello Ada"), (ada.id, "bye")):
        run(hall.people.say("oak", "all", who, text))
    assert hall.knows(token) == ada
    run(hall.accounts.forget(ada.id))
    assert hall.knows(token) is None
    assert run(hall.people.by_id(ada.id)) is None
    assert run(hall.people.by_name("Ada")) is None
    assert run(hall.accounts.passkey(KEY.credential)) is None
    assert run(hall.accounts.log_in("Ada", SECRET)) is None
    assert [(line.number, line.text) for line in run(hall.people.chat("oak", "all", 9))] == [(2, "hello Ada")]
    assert run(hall.people.say("oak", "all", bob.id, "she is gone")).number == 4
    assert run(hall.people.by_id(bob.id)) == bob
    run(hall.accounts.forget(ada.id))
    assert hall.guest("Ada").id != ada.id


def test_what_is_forgotten_is_not_in_the_files_any_more(tmp_path: Path) -> None:
    """Many people who come and go, so that the file is rearranged all the time."""
    kept, luck = Hall(tmp_path), Random(7)
    here: dict[str, str] = {}
    gone: set[str] = set()

    def evening(connection: Connection) -> None:
        for _ in range(luck.randint(1, 40)):
            name, text = f"Zq{luck.randbytes(8).hex()}", f"said {luck.randbytes(luck.randint(9, 200)).hex()}"
            person = new_id()
            row = {"id": person, "name": name, "kind": "guest", "created": 0.0, "seen": luck.random()}
            connection.execute(insert(schema.people).values(**row, **look_alike_columns(name)))
            kept.people._say(connection, f"table {luck.randint(1, 9)}", "all", person, text)
            here[person] = f"{name} {text}"
        for person in luck.sample(sorted(here), luck.randint(0, min(len(here), 40))):
            erase(connection, [person])
            gone.update(here.pop(person).split(" said "))

    def legible() -> set[str]:
        held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        return {word for word in gone if word.encode() in held}

    with closing(kept):
        for _ in range(60):
            kept.database.write_now(evening)
        assert legible(), "it is not done for each of them"
        run(kept.people.tidy(everyone))
        assert not legible()
        kept.database.write_now(evening)
        assert legible()
    assert not legible()
    assert len(gone) > 500


def test_what_is_forgotten_is_wiped_after_a_crash_too(tmp_path: Path) -> None:
    source = """
import asyncio, os, sys
from pathlib import Path
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.files.database import Database
from dicehall.store.people.disk import DiskPeople

async def evening():
    database = Database(Path(sys.argv[1]))
    people = DiskPeople(database)
    guest, _ = await people.welcome("Zxq Wvut")
    await people.say("oak", "all", guest.id, "something personal")
    await DiskAccounts(database, people).forget(guest.id)
    os._exit(0)

asyncio.run(evening())
"""
    assert output(source, tmp_path) == ""

    def legible() -> list[bytes]:
        held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        return [word for word in (b"Zxq Wvut", b"something personal") if word in held]

    assert legible(), "it is in the write-ahead file"
    with closing(Database(tmp_path)):
        assert not legible()


# For administrators.


def test_people_are_found_by_a_part_of_their_name_the_last_seen_first(hall: Hall) -> None:
    for name in ("Ada", "Adam", "Bob", "100% Bo_b"):
        hall.clock.now += 1
        hall.guest(name)

    def found(like: str, most: int = 9) -> list[str]:
        return [person.name for person in run(hall.accounts.people(like, most))]

    assert found("ada") == ["Adam", "Ada"]
    assert found("ADÁ") == ["Adam", "Ada"]
    assert found("%") == ["100% Bo_b"]
    assert found("") == ["100% Bo_b", "Bob", "Adam", "Ada"]
    assert found("", 2) == ["100% Bo_b", "Bob"]
    assert found("zoe") == []


def test_who_is_banned_is_told_so_until_the_ban_is_lifted(hall: Hall) -> None:
    ada, token = run(hall.people.welcome("Ada"))
    assert hall.knows(token) == ada
    run(hall.accounts.ban(ada.id, "spam"))
    session = run(hall.people.by_token(token))
    assert session is not None
    assert session.banned == "spam"
    assert run(hall.accounts.banned()) == [(ada, "spam")]
    assert run(hall.accounts.ban_of(ada.id)) == "spam"
    assert run(hall.accounts.ban_of(hall.guest("Bob").id)) is None
    run(hall.accounts.unban(ada.id))
    session = run(hall.people.by_token(token))
    assert session is not None
    assert session.banned is None
    assert run(hall.accounts.banned()) == []
    assert run(hall.accounts.ban_of(ada.id)) is run(hall.accounts.ban_of("pzzzzzzzzzz")) is None
    with pytest.raises(KeyError):
        run(hall.accounts.ban("pzzzzzzzzzz", "spam"))


def test_only_an_administrator_appoints_and_nobody_dismisses_themselves(hall: Hall) -> None:
    ada, bob = hall.account("Ada"), hall.account("Bob")
    run(hall.accounts.appoint(ada.id, "administrator"))
    tried: list[tuple[Person, Kind, Person]] = [
        (bob, "administrator", bob),
        (ada, "account", bob),
        (ada, "account", ada),
    ]
    for whom, kind, by in tried:
        with pytest.raises(NotAdministrator):
            run(hall.accounts.appoint(whom.id, kind, by=by.id))
    assert [run(hall.people.by_id(each.id)) for each in (ada, bob)] == [
        Person(ada.id, "Ada", "administrator"),
        Person(bob.id, "Bob", "account"),
    ]
    assert run(hall.accounts.appoint(bob.id, "administrator", by=ada.id)).kind == "administrator"


def test_accounts_are_appointed_and_guests_are_not(hall: Hall) -> None:
    ada, bob = hall.account("Ada"), hall.guest("Bob")
    assert not run(hall.accounts.is_claimed())
    assert run(hall.accounts.appoint(ada.id, "administrator")) == Person(ada.id, "Ada", "administrator")
    assert run(hall.people.by_id(ada.id)) == Person(ada.id, "Ada", "administrator")
    assert run(hall.accounts.is_claimed())
    assert run(hall.accounts.log_in("Ada", SECRET)) == Person(ada.id, "Ada", "administrator")
    assert run(hall.people.rename(ada.id, "Grace")).kind == "administrator"
    assert run(hall.accounts.appoint(ada.id, "account")).kind == "account"
    for nobody in (bob.id, "pzzzzzzzzzz"):
        with pytest.raises(KeyError):
            run(hall.accounts.appoint(nobody, "administrator"))
    with pytest.raises(BadOptions, match="cannot become a guest again"):
        run(hall.accounts.appoint(ada.id, "guest"))
    assert not run(hall.accounts.is_claimed())


def test_a_claim_is_good_once_and_only_the_last_one_is(hall: Hall) -> None:
    first = run(hall.accounts.new_claim())
    second = run(hall.accounts.new_claim())
    assert not run(hall.accounts.use_claim(first))
    assert not run(hall.accounts.use_claim("x"))
    assert [run(hall.accounts.is_claim(secret)) for secret in (first, second, second)] == [False, True, True]
    assert run(hall.accounts.use_claim(second))
    assert not run(hall.accounts.is_claim(second))
    assert not run(hall.accounts.use_claim(second))


# Whatever happens.


def test_what_was_answered_is_there_after_the_process_was_killed(tmp_path: Path) -> None:
    source = """
import asyncio, sys
from pathlib import Path
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.files.database import Database
from dicehall.store.people.disk import DiskPeople

async def evening():
    database = Database(Path(sys.argv[1]))
    people = DiskPeople(database)
    accounts = DiskAccounts(database, people)
    guest, token = await people.welcome("Ada")
    await accounts.register(guest.id, "Grace", "correct horse battery staple")
    await accounts.ban(guest.id, "spam")
    print(guest.id, token, flush=True)
    await asyncio.sleep(600)

asyncio.run(evening())
"""
    process = program(source, tmp_path)
    assert process.stdout is not None
    who, token = process.stdout.readline().split()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with closing(Hall(tmp_path)) as hall:
        session = run(hall.people.by_token(token))
        assert session is not None
        assert (session.person, session.banned) == (Person(who, "Grace", "account"), "spam")
        assert run(hall.accounts.log_in("Grace", SECRET)) == session.person


def test_a_change_that_nobody_waits_for_any_more_is_seen_all_the_same(tmp_path: Path) -> None:
    async def impatient(hall: Hall, person: str) -> None:
        banning = asyncio.create_task(hall.accounts.ban(person, "spam"))
        await asyncio.sleep(0)
        banning.cancel()
        await asyncio.gather(banning, return_exceptions=True)
        await hall.people.say("oak", "all", person, "is it done?")  # what was begun before it is done before it

    with closing(Hall(tmp_path)) as hall:
        ada, token = run(hall.people.welcome("Ada"))
        assert hall.knows(token) == ada
        run(impatient(hall, ada.id))
        session = run(hall.people.by_token(token))
        assert session is not None
        assert session.banned == "spam"


def test_a_visit_that_cannot_be_written_down_keeps_nobody_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(Hall(tmp_path)) as hall:
        ada, token = run(hall.people.welcome("Ada"))
        hall.database.write_now(
            lambda connection: connection.exec_driver_sql(
                "CREATE TRIGGER refuse BEFORE UPDATE ON doors BEGIN SELECT RAISE(ABORT, 'the disk is tired'); END"
            )
        )
        hall.clock.now += DAY
        with caplog.at_level(logging.WARNING):
            assert hall.knows(token) == ada
            run(hall.people.say("oak", "all", ada.id, "hello"))
        assert "the disk is tired" in caplog.text
