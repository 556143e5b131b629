"""What the book of people promises: guests, their names and their sessions, and what is said."""

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dicehall.names.clean import clean_name
from dicehall.ports import ChatLine, JournalError, NameTaken, Person, Session, Unwritable
from dicehall.ports.people import SESSION_LASTS
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.database import Database
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.cache import Cache
from dicehall.store.people.disk import GUESTS_STAY, MOST_CACHED, MOST_CHAT_LINES, NAMES_STAY, SEEN_EVERY, DiskPeople
from dicehall.store.people.sign_ins import DAY
from tests.store.halls import Clock, everyone, only, run


def session(people: DiskPeople, token: str) -> Session:
    found = run(people.by_token(token))
    assert found is not None
    return found


def called(people: DiskPeople, name: str) -> str:
    """What a new guest of this name is called."""
    return run(people.welcome(name))[0].name


# Guests.


def test_a_guest_is_known_by_token_by_id_and_by_name(people: DiskPeople) -> None:
    guest, token = run(people.welcome("Ada"))
    assert guest.name == "Ada"
    assert guest.kind == "guest"
    assert re.fullmatch("p[a-z2-7]{10}", guest.id)
    assert session(people, token).person == run(people.by_id(guest.id)) == run(people.by_name("ada")) == guest
    assert session(people, token).scope == "everything"
    assert session(people, token).banned is None


def test_a_session_is_named_by_something_else_than_its_token(people: DiskPeople) -> None:
    _, token = run(people.welcome("Ada"))
    assert session(people, token).key not in token
    assert run(people.by_token(session(people, token).key)) is None


def test_nobody_is_known_by_what_was_never_given_out(people: DiskPeople) -> None:
    guest, token = run(people.welcome("Ada"))
    for wrong in ("", "x", token[:-1], token + "x", guest.id, "\udcff", "\0"):
        assert run(people.by_token(wrong)) is None
    for wrong in ("", "p", token, "pzzzzzzzzzz"):
        assert run(people.by_id(wrong)) is None
    assert run(people.by_name("Bob")) is None


def test_a_guest_may_take_another_name_and_keeps_the_token(people: DiskPeople) -> None:
    guest, token = run(people.welcome("Ada"))
    assert session(people, token).person.name == "Ada"
    assert run(people.rename(guest.id, "Grace")) == Person(guest.id, "Grace")
    assert session(people, token).person == run(people.by_id(guest.id)) == Person(guest.id, "Grace")
    assert run(people.by_name("Ada")) is None


def test_a_stranger_cannot_be_renamed(people: DiskPeople) -> None:
    with pytest.raises(KeyError):
        run(people.rename("pzzzzzzzzzz", "Grace"))


# Names.


def test_guests_of_one_name_are_numbered(people: DiskPeople) -> None:
    assert [called(people, name) for name in ("Ann", "Ann", "ANN", "Аnn", "Ann 2")] == [
        "Ann", "Ann 2", "ANN 3", "Аnn 4", "Ann 2 2",
    ]  # fmt: skip


def test_a_number_behind_a_long_name_makes_it_no_longer_than_names_are(people: DiskPeople) -> None:
    longest = "Margarethe Anna Benz"
    names = [called(people, longest) for _ in range(12)]
    assert names[:2] == [longest, "Margarethe Anna Be 2"]
    assert names[-1] == "Margarethe Anna B 12"
    assert [clean_name(name) for name in names] == names


def test_even_very_many_guests_of_one_name_are_told_apart(people: DiskPeople) -> None:
    assert len({called(people, "Ann") for _ in range(120)}) == 120


def test_a_name_that_looks_like_another_is_not_free_in_either_case(people: DiskPeople) -> None:
    """The Greek name looks like Latin letters of its capitals, and like others in small letters."""
    assert called(people, "ΝΙΚ") == "ΝΙΚ"
    assert called(people, "Nik") == "Nik 2"
    assert called(people, "vik") == "vik 2"
    assert called(people, "νικ") == "νικ 3"


def test_who_is_asked_for_by_a_name_that_looks_like_two_is_who_is_called_so(people: DiskPeople) -> None:
    nik, vik = (run(people.welcome(name))[0] for name in ("Nik", "Vik"))
    assert run(people.by_name("nik")) == nik
    assert run(people.by_name("ΝΙΚ")) == vik


def test_nobody_takes_the_name_of_another_by_being_renamed(people: DiskPeople) -> None:
    run(people.welcome("Ada"))
    grace, token = run(people.welcome("Grace"))
    with pytest.raises(NameTaken, match="someone here is called “ADA”, or nearly so: choose another name"):
        run(people.rename(grace.id, "ADA"))
    assert session(people, token).person.name == "Grace"
    assert run(people.rename(grace.id, "GRACE")).name == "GRACE", "one's own name may be written otherwise"


def test_the_name_of_an_account_is_not_shared_with_guests(people: DiskPeople, database: AnyDatabase) -> None:
    ada, _ = run(people.welcome("Ada"))
    run(DiskAccounts(database, people).register(ada.id, "Ada", None))
    for alike in ("Ada", "ada", "AdΑ", "A d a"):
        with pytest.raises(NameTaken, match="sign in if it is yours, or choose another name"):
            run(people.welcome(alike))


def test_of_two_who_want_a_name_at_once_one_gets_it(tmp_path: Path) -> None:
    async def both(people: DiskPeople) -> list[str]:
        guests = [await people.welcome(name) for name in ("One", "Two")]
        wishes = [people.rename(guest.id, "Ada") for guest, _ in guests]
        outcomes = await asyncio.gather(*wishes, return_exceptions=True)
        return sorted(type(outcome).__name__ for outcome in outcomes)

    with closing(Database(tmp_path)) as database:
        assert run(both(DiskPeople(database))) == ["NameTaken", "Person"]


# Sessions.


def test_a_session_lasts_for_ninety_days_after_its_last_use(people: DiskPeople, clock: Clock) -> None:
    _, token = run(people.welcome("Ada"))
    for _ in range(5):
        clock.now += SESSION_LASTS - 1
        assert run(people.by_token(token)) is not None
    clock.now += SESSION_LASTS
    assert run(people.by_token(token)) is None


def test_a_session_that_was_used_lasts_longer_also_in_the_next_run(tmp_path: Path, clock: Clock) -> None:
    with closing(Database(tmp_path)) as database:
        _, token = run(DiskPeople(database, clock).welcome("Ada"))
    for _ in range(3):
        clock.now += SESSION_LASTS - 1
        with closing(Database(tmp_path)) as database:
            assert run(DiskPeople(database, clock).by_token(token)) is not None
    clock.now += SESSION_LASTS
    with closing(Database(tmp_path)) as database:
        assert run(DiskPeople(database, clock).by_token(token)) is None


def test_a_visit_is_written_down_once_an_hour(tmp_path: Path, clock: Clock) -> None:
    def seen() -> float:
        with closing(sqlite3.connect(tmp_path / "people.db")) as file:
            return float(file.execute("SELECT seen FROM people").fetchone()[0])

    with closing(Database(tmp_path)) as database:
        people = DiskPeople(database, clock)
        _, token = run(people.welcome("Ada"))
    came = clock.now
    for later, expected in ((SEEN_EVERY - 1, came), (SEEN_EVERY, came + SEEN_EVERY)):
        clock.now = came + later
        with closing(Database(tmp_path)) as database:
            assert run(DiskPeople(database, clock).by_token(token)) is not None
        assert seen() == expected


def test_what_is_kept_in_mind_is_bounded(database: AnyDatabase) -> None:
    people = DiskPeople(database)
    people._statuses = Cache(3)
    guests = [run(people.welcome(f"Guest {name}"))[0] for name in "abcdefgh"]
    for _ in range(2):
        assert [run(people.by_id(guest.id)) for guest in guests] == guests
        assert len(people._statuses) == 3
    assert MOST_CACHED < 10_000


def test_what_was_read_before_a_change_is_not_kept_after_it() -> None:
    """Someone reads, someone else writes and drops, and only then what was read would be put in mind."""
    kept: Cache[str, str] = Cache(10)

    async def slow(key: str) -> str:
        kept.drop(key)
        return "old"

    def found(value: str) -> str | None:
        async def read(_: str) -> str:
            return value

        return run(kept.find("x", read))

    assert run(kept.find("x", slow)) == "old"
    assert [found("new"), found("newer")] == ["new", "new"]
    kept.drop_where(lambda value: value == "new")
    kept.update("x", "gone")
    assert found("newest") == "newest"


# What has grown old.


def test_guests_who_do_not_come_again_are_forgotten_but_those_who_must_stay(people: DiskPeople, clock: Clock) -> None:
    (ada, ada_token), (bob, _), (cid, cid_token) = (run(people.welcome(name)) for name in ("Ada", "Bob", "Cid"))
    run(people.say("oak", "all", ada.id, "hello"))
    clock.now += GUESTS_STAY / 2
    session(people, cid_token)
    clock.now += GUESTS_STAY / 2 + 1
    assert run(people.tidy(only(bob.id))) == 1
    assert run(people.by_id(ada.id)) is None
    assert run(people.by_token(ada_token)) is None
    assert run(people.by_name("Ada")) is None
    assert run(people.chat("oak", "all", 5)) == []
    assert run(people.by_id(bob.id)) == bob
    assert session(people, cid_token).person == run(people.by_id(cid.id)) == cid


def test_who_has_grown_old_is_forgotten_also_where_they_were_kept_in_mind(people: DiskPeople, clock: Clock) -> None:
    ada, token = run(people.welcome("Ada"))
    assert session(people, token).person == run(people.by_id(ada.id)) == ada
    clock.now += GUESTS_STAY + 1
    assert run(people.tidy(only())) == 1
    assert run(people.by_id(ada.id)) is None
    assert run(people.by_token(token)) is None


def test_accounts_stay_however_long_they_are_away(people: DiskPeople, database: AnyDatabase, clock: Clock) -> None:
    ada, token = run(people.welcome("Ada"))
    run(DiskAccounts(database, people).register(ada.id, "Ada", None))
    clock.now += 1000 * DAY
    assert run(people.tidy(only())) == 0
    assert run(people.by_name("Ada")) == Person(ada.id, "Ada", "account")
    assert run(people.by_token(token)) is None


def test_the_name_of_a_guest_who_stays_away_is_free_and_on_return_they_get_a_number(
    people: DiskPeople, clock: Clock
) -> None:
    ada, token = run(people.welcome("Ada"))
    clock.now += GUESTS_STAY + 1
    assert run(people.tidy(everyone)) == 0
    assert run(people.by_name("Ada")) is None
    other, _ = run(people.welcome("Ada"))
    assert other.name == "Ada"
    session(people, token)
    run(people.say("oak", "all", ada.id, "I am back"))  # written after the visit was
    assert session(people, token).person == run(people.by_name("Ada 2")) == Person(ada.id, "Ada 2")
    assert run(people.by_name("Ada")) == other


def test_a_guest_who_is_gone_for_a_day_keeps_no_name_from_others(people: DiskPeople, clock: Clock) -> None:
    (ada, token), (bob, _) = (run(people.welcome(name)) for name in ("Ada", "Bob"))
    clock.now += NAMES_STAY / 2
    run(people.tidy(only()))
    assert called(people, "Ada") == "Ada 2", "not gone for long"
    clock.now += NAMES_STAY / 2 + 1
    assert run(people.tidy(only(bob.id))) == 0, "they are not forgotten"
    assert called(people, "Ada") == "Ada"
    assert called(people, "Bob") == "Bob 2", "one who is still at a table stays Bob"
    session(people, token)
    run(people.say("oak", "all", ada.id, "I am back"))  # written after the visit was
    assert session(people, token).person == Person(ada.id, "Ada 3")


def test_a_guest_who_comes_again_in_time_has_the_old_name(people: DiskPeople, clock: Clock) -> None:
    ada, token = run(people.welcome("Ada"))
    clock.now += GUESTS_STAY + 1
    run(people.tidy(everyone))
    session(people, token)
    assert called(people, "Ada") == "Ada 2"
    assert run(people.by_name("Ada")) == ada


# What is said.


def test_lines_are_numbered_for_each_table_and_audience(people: DiskPeople) -> None:
    ada, _ = run(people.welcome("Ada"))
    assert run(people.say("oak", "all", ada.id, "hello")) == ChatLine(1, ada.id, "Ada", "hello")
    assert run(people.say("oak", "seats", ada.id, "psst")).number == 1
    assert run(people.say("elm", "all", ada.id, "hi")).number == 1
    assert run(people.say("oak", "all", ada.id, "again")).number == 2
    assert [line.text for line in run(people.chat("oak", "all", 10))] == ["hello", "again"]
    assert [line.text for line in run(people.chat("oak", "seats", 10))] == ["psst"]


def test_a_line_keeps_the_name_it_was_said_under(people: DiskPeople) -> None:
    ada, _ = run(people.welcome("Ada"))
    run(people.say("oak", "all", ada.id, "hello"))
    run(people.rename(ada.id, "Grace"))
    run(people.say("oak", "all", ada.id, "hello again"))
    assert [line.name for line in run(people.chat("oak", "all", 10))] == ["Ada", "Grace"]


def test_who_is_not_known_any_more_says_nothing(people: DiskPeople) -> None:
    with pytest.raises(JournalError, match="no longer known here"):
        run(people.say("oak", "all", "pzzzzzzzzzz", "hello"))
    assert run(people.chat("oak", "all", 10)) == []


def test_the_last_lines_come_oldest_first(people: DiskPeople) -> None:
    ada, _ = run(people.welcome("Ada"))
    for number in range(5):
        run(people.say("oak", "all", ada.id, str(number)))
    assert [line.text for line in run(people.chat("oak", "all", 3))] == ["2", "3", "4"]
    assert run(people.chat("oak", "all", 0)) == []
    assert run(people.chat("nowhere", "all", 3)) == []


def test_lines_said_at_once_have_different_numbers(people: DiskPeople) -> None:
    ada, _ = run(people.welcome("Ada"))

    async def chatter() -> list[ChatLine]:
        return list(await asyncio.gather(*(people.say("oak", "all", ada.id, str(n)) for n in range(20))))

    assert sorted(line.number for line in run(chatter())) == list(range(1, 21))


def test_only_the_latest_lines_are_kept_and_the_count_goes_on(people: DiskPeople) -> None:
    ada, _ = run(people.welcome("Ada"))

    async def chatter() -> None:
        for number in range(MOST_CHAT_LINES + 5):
            await people.say("oak", "all", ada.id, str(number))

    run(chatter())
    lines = run(people.chat("oak", "all", 1000))
    assert [line.number for line in lines] == list(range(6, MOST_CHAT_LINES + 6))


def test_the_chat_of_a_table_can_be_forgotten(people: DiskPeople) -> None:
    ada, _ = run(people.welcome("Ada"))
    for table in ("oak", "elm"):
        for audience in ("all", "seats"):
            run(people.say(table, audience, ada.id, "hello"))
    run(people.forget_chat("oak"))
    assert run(people.chat("oak", "all", 10)) == run(people.chat("oak", "seats", 10)) == []
    assert len(run(people.chat("elm", "all", 10))) == 1


# On disk.


def test_guests_and_chat_are_there_when_the_book_is_opened_again(tmp_path: Path) -> None:
    with closing(Database(tmp_path)) as database:
        people = DiskPeople(database)
        guest, token = run(people.welcome("Ada"))
        run(people.rename(guest.id, "Grace"))
        run(people.say("oak", "all", guest.id, "hello"))
    with closing(Database(tmp_path)) as database:
        people = DiskPeople(database)
        assert session(people, token).person == run(people.by_id(guest.id)) == Person(guest.id, "Grace")
        assert run(people.chat("oak", "all", 5)) == [ChatLine(1, guest.id, "Grace", "hello")]
        assert run(people.rename(guest.id, "Ada")) == guest


def test_the_file_holds_no_token(tmp_path: Path) -> None:
    with closing(Database(tmp_path)) as database:
        _, token = run(DiskPeople(database).welcome("Ada"))
    for path in tmp_path.iterdir():
        assert token.encode() not in path.read_bytes()


def test_a_file_that_cannot_be_written_refuses_and_recovers(tmp_path: Path) -> None:
    with closing(Database(tmp_path)) as database:
        people = DiskPeople(database)
        guest, _ = run(people.welcome("Ada"))
        with closing(sqlite3.connect(tmp_path / "people.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unwritable, match="nothing was kept"):
                run(people.rename(guest.id, "Grace"))
            assert run(people.by_id(guest.id)) == guest
        assert run(people.say("oak", "all", guest.id, "hello")).number == 1
