"""What every book of people promises, and what the one on disk adds."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dicehall.store.memory import MemoryPeople
from dicehall.store.people import KEPT_LINES, DiskPeople
from dicehall.table.ports import Guest, JournalError, Line, Unwritable
from tests.store.halls import KeptPeople, run


@pytest.fixture(params=["disk", "memory"])
def people(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[KeptPeople]:
    made: KeptPeople = DiskPeople(tmp_path) if request.param == "disk" else MemoryPeople()
    yield made
    made.close()


def test_a_guest_is_known_by_token_and_by_id(people: KeptPeople) -> None:
    guest, token = run(people.welcome("Ada"))
    assert guest.name == "Ada"
    assert re.fullmatch("p[a-z2-7]{10}", guest.id)
    assert people.by_token(token) == guest
    assert people.by_id(guest.id) == guest


def test_nobody_is_known_by_what_was_never_given_out(people: KeptPeople) -> None:
    guest, token = run(people.welcome("Ada"))
    for wrong in ("", "x", token[:-1], token + "x", guest.id, "\udcff", "\0"):
        assert people.by_token(wrong) is None
    for wrong in ("", "p", token, "pzzzzzzzzzz"):
        assert people.by_id(wrong) is None


def test_two_guests_of_one_name_are_two(people: KeptPeople) -> None:
    (one, first), (other, second) = run(people.welcome("Ada")), run(people.welcome("Ada"))
    assert one.id != other.id
    assert first != second


def test_a_guest_may_take_another_name_and_keeps_the_token(people: KeptPeople) -> None:
    guest, token = run(people.welcome("Ada"))
    assert run(people.rename(guest.id, "Grace")) == Guest(guest.id, "Grace")
    assert people.by_token(token) == people.by_id(guest.id) == Guest(guest.id, "Grace")


def test_a_stranger_cannot_be_renamed(people: KeptPeople) -> None:
    with pytest.raises(KeyError):
        run(people.rename("pzzzzzzzzzz", "Grace"))


def test_lines_are_numbered_for_each_table_and_audience(people: KeptPeople) -> None:
    ada, _ = run(people.welcome("Ada"))
    assert run(people.say("oak", "all", ada.id, "hello")) == Line(1, ada.id, "Ada", "hello")
    assert run(people.say("oak", "seats", ada.id, "psst")).number == 1
    assert run(people.say("elm", "all", ada.id, "hi")).number == 1
    assert run(people.say("oak", "all", ada.id, "again")).number == 2
    assert [line.text for line in people.chat("oak", "all", 10)] == ["hello", "again"]
    assert [line.text for line in people.chat("oak", "seats", 10)] == ["psst"]


def test_a_line_keeps_the_name_it_was_said_under(people: KeptPeople) -> None:
    ada, _ = run(people.welcome("Ada"))
    run(people.say("oak", "all", ada.id, "hello"))
    run(people.rename(ada.id, "Grace"))
    run(people.say("oak", "all", ada.id, "hello again"))
    assert [line.name for line in people.chat("oak", "all", 10)] == ["Ada", "Grace"]


def test_the_last_lines_come_oldest_first(people: KeptPeople) -> None:
    for number in range(5):
        run(people.say("oak", "all", "p", str(number)))
    assert [line.text for line in people.chat("oak", "all", 3)] == ["2", "3", "4"]
    assert people.chat("oak", "all", 0) == []
    assert people.chat("nowhere", "all", 3) == []


def test_lines_said_at_once_have_different_numbers(people: KeptPeople) -> None:
    async def chatter() -> list[Line]:
        return list(await asyncio.gather(*(people.say("oak", "all", "p", str(n)) for n in range(20))))

    assert sorted(line.number for line in run(chatter())) == list(range(1, 21))


def test_only_so_many_lines_are_kept_and_the_count_goes_on(people: KeptPeople) -> None:
    async def chatter() -> None:
        for number in range(KEPT_LINES + 5):
            await people.say("oak", "all", "p", str(number))

    run(chatter())
    lines = people.chat("oak", "all", 1000)
    assert [line.number for line in lines] == list(range(6, KEPT_LINES + 6))


def test_the_chat_of_a_table_can_be_forgotten(people: KeptPeople) -> None:
    for table in ("oak", "elm"):
        for audience in ("all", "seats"):
            run(people.say(table, audience, "p", "hello"))
    run(people.forget_chat("oak"))
    assert people.chat("oak", "all", 10) == people.chat("oak", "seats", 10) == []
    assert len(people.chat("elm", "all", 10)) == 1


# On disk.


def test_guests_and_chat_are_there_when_the_book_is_opened_again(tmp_path: Path) -> None:
    with closing(DiskPeople(tmp_path)) as people:
        guest, token = run(people.welcome("Ada"))
        run(people.rename(guest.id, "Grace"))
        run(people.say("oak", "all", guest.id, "hello"))
    with closing(DiskPeople(tmp_path)) as people:
        assert people.by_token(token) == Guest(guest.id, "Grace")
        assert people.by_id(guest.id) == Guest(guest.id, "Grace")
        assert people.chat("oak", "all", 5) == [Line(1, guest.id, "Grace", "hello")]
        assert run(people.rename(guest.id, "Ada")) == guest


def test_the_file_holds_no_token(tmp_path: Path) -> None:
    with closing(DiskPeople(tmp_path)) as people:
        _, token = run(people.welcome("Ada"))
    for path in tmp_path.iterdir():
        assert token.encode() not in path.read_bytes()


def test_a_file_that_cannot_be_written_refuses_and_recovers(tmp_path: Path) -> None:
    with closing(DiskPeople(tmp_path)) as people:
        guest, _ = run(people.welcome("Ada"))
        with closing(sqlite3.connect(tmp_path / "people.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unwritable, match="nothing was kept"):
                run(people.rename(guest.id, "Grace"))
            assert people.by_id(guest.id) == guest
        assert run(people.say("oak", "all", guest.id, "hello")).number == 1


def test_a_file_that_is_no_database_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "people.db").write_bytes(b"no database " * 1000)
    with pytest.raises(JournalError, match=r"people\.db is damaged or is not a file of Dicehall"):
        DiskPeople(tmp_path)


def test_the_book_of_a_newer_program_is_refused_by_name(tmp_path: Path) -> None:
    DiskPeople(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "people.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(JournalError, match=r"people\.db was written by a newer Dicehall"):
        DiskPeople(tmp_path)
