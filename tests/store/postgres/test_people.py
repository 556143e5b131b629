"""People and results that several machines share: names for one each, games counted once, the truth after a cut."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from dicehall.ports import JournalError, Person, Session, Uncertain, Unwritable
from dicehall.rules.errors import BadOptions
from dicehall.store.files.schema import metadata
from dicehall.store.journal.memory import MemoryJournal
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from dicehall.store.postgres import transaction
from dicehall.store.postgres.database import PostgresDatabase
from dicehall.store.postgres.marks import SharedMarks
from dicehall.store.postgres.opening import SharedBooks, open_books
from dicehall.store.postgres.turn import SharedTurn
from dicehall.store.results import counting
from dicehall.store.results.disk import DiskResults
from tests.engines.postgresql import PostgreSQL
from tests.engines.proxy import Proxy
from tests.store.evenings import ANN, Hall, game
from tests.store.halls import run

NOBODY = Person("", "")


@pytest.fixture
def one(postgres_database: PostgresDatabase) -> PostgresDatabase:
    return postgres_database


@pytest.fixture
def two(one: PostgresDatabase) -> Iterator[PostgresDatabase]:
    """Another machine of the same hall."""
    with closing(PostgresDatabase(one.url)) as opened:
        yield opened


# Several machines


def test_of_two_who_take_names_that_look_alike_on_two_machines_one_gets_it(
    one: PostgresDatabase, two: PostgresDatabase
) -> None:
    async def both() -> list[object]:
        here, there = DiskPeople(one), DiskPeople(two)
        (ada, _), (eve, _) = await here.welcome("Ann"), await there.welcome("Ben")
        outcomes: list[object] = []
        for latin, cyrillic in (("Ada", "Аda"), ("Eva", "Еva"), ("Ona", "Оna")):
            renamed = here.rename(ada.id, latin), there.rename(eve.id, cyrillic)
            outcomes.append(
                sorted(type(each).__name__ for each in await asyncio.gather(*renamed, return_exceptions=True))
            )
        return outcomes

    assert run(both()) == [["NameTaken", "Person"]] * 3


def test_of_two_administrators_who_dismiss_each_other_on_two_machines_one_stays(
    one: PostgresDatabase, two: PostgresDatabase
) -> None:
    async def both() -> list[list[str]]:
        with (
            closing(open_books(one.url, MemoryJournal())) as here,
            closing(open_books(two.url, MemoryJournal())) as there,
        ):
            ada, bob = [await account(here, name) for name in ("Ada", "Bob")]
            outcomes = []
            for _ in range(3):
                for each in (ada, bob):
                    await here.accounts.appoint(each, "administrator")
                dismissed = (
                    here.accounts.appoint(bob, "account", by=ada),
                    there.accounts.appoint(ada, "account", by=bob),
                )
                answers = await asyncio.gather(*dismissed, return_exceptions=True)
                outcomes.append(sorted(type(answer).__name__ for answer in answers))
            return outcomes

    assert run(both()) == [["NotAdministrator", "Person"]] * 3


def test_what_one_machine_changes_about_a_person_the_other_knows_at_once(one: PostgresDatabase) -> None:
    async def changes() -> None:
        with (
            closing(open_books(one.url, MemoryJournal())) as here,
            closing(open_books(one.url, MemoryJournal())) as there,
        ):
            ada = await account(here, "Ada")
            token = await here.accounts.open_session(ada, "Firefox")

            async def seen() -> Session:
                session = await there.people.by_token(token)
                assert session is not None
                return session

            assert (await seen()).person == Person(ada, "Ada", "account")
            await here.people.rename(ada, "Grace")
            assert [(await seen()).person.name, (await there.people.by_id(ada) or NOBODY).name] == ["Grace", "Grace"]
            await here.accounts.appoint(ada, "administrator")
            assert (await seen()).person.kind == "administrator"
            await here.accounts.ban(ada, "shouting")
            assert (await seen()).banned == "shouting"
            await here.accounts.unban(ada)
            assert (await seen()).banned is None
            await here.accounts.end_sign_in(ada, (await seen()).key)
            assert await there.people.by_token(token) is None

    run(changes())


async def account(books: SharedBooks, name: str) -> str:
    guest, _ = await books.people.welcome(name)
    return (await books.accounts.register(guest.id, name, None)).id


def test_lines_of_chat_are_numbered_without_gaps_whichever_machine_writes_them(
    one: PostgresDatabase, two: PostgresDatabase
) -> None:
    async def talk() -> list[int]:
        here, there = DiskPeople(one), DiskPeople(two)
        ada, _ = await here.welcome("Ada")
        said = [(here, there)[number % 2].say("oak", "all", ada.id, "hello") for number in range(20)]
        return sorted(line.number for line in await asyncio.gather(*said))

    assert run(talk()) == list(range(1, 21))


def test_what_another_machine_has_changed_is_known_once_it_is_told(
    one: PostgresDatabase, two: PostgresDatabase
) -> None:
    async def evening() -> list[str | None]:
        here, there = DiskPeople(one), DiskPeople(two)
        ada, token = await here.welcome("Ada")
        assert await there.by_token(token) is not None
        await DiskAccounts(one, here).ban(ada.id, "noise")
        there.drop(ada.id)
        return [session.banned for session in (await here.by_token(token), await there.by_token(token)) if session]

    assert run(evening()) == ["noise", "noise"]


def test_all_machines_make_heads_with_one_key(one: PostgresDatabase, two: PostgresDatabase) -> None:
    assert SharedMarks(one).head_keys == SharedMarks(two).head_keys


def test_machines_that_count_at_once_count_each_game_once(one: PostgresDatabase, two: PostgresDatabase) -> None:
    with closing(Hall(database=one)) as hall:
        other = DiskResults(two, hall.journal)
        hall.ends(*[game([1, 2])] * 30)

        async def both() -> None:
            await asyncio.gather(hall.results.catch_up(), other.catch_up())

        run(both())
        assert hall.tally(ANN).won == 30


def test_a_machine_that_does_not_count_knows_who_has_won_however_much_others_count(
    one: PostgresDatabase, two: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "BREATH", 0)
    monkeypatch.setattr(counting, "BATCH", 10)
    with closing(Hall(database=one)) as hall:
        reader = DiskResults(two, hall.journal)
        for wins in (8, 16, 24):
            hall.ends(*[game([1, 2])] * 8)
            assert run(reader.won([ANN])) == {ANN: {"peril": wins}}
            run(hall.results.catch_up())
        assert run(reader.won([ANN])) == {ANN: {"peril": 24}}


def test_a_machine_that_began_elsewhere_does_not_count_on_from_the_start_of_another(one: PostgresDatabase) -> None:
    """Or all that lies between would never be counted."""
    with closing(Hall(database=one)) as hall:
        hall.counts(game([1, 2]), game([1, 2]))
        hall.executes("UPDATE counted SET number = 0, seal = 0", "DELETE FROM tallies")
        with pytest.raises(JournalError, match="restart it"):
            hall.counts(game([1, 2]))


def test_who_counts_finds_games_that_ended_on_another_machine(one: PostgresDatabase) -> None:
    with closing(Hall(database=one)) as hall:
        results = DiskResults(one, hall.journal, look_every=0.01)
        hall.ends(game([1, 2]))

        async def evening() -> None:
            keeping_up = asyncio.create_task(results.keep_up())
            while not await results.tallies(ANN):
                await asyncio.sleep(0.01)
            keeping_up.cancel()

        run(evening())
        hall.ends(game([1, 2]))
        run(evening())
        assert run(results.won([ANN])) == {ANN: {"peril": 2}}


def test_administrators_on_two_machines_take_turns(one: PostgresDatabase, two: PostgresDatabase) -> None:
    async def evening() -> list[int]:
        inside, most = 0, []

        async def act(turn: SharedTurn) -> None:
            nonlocal inside
            async with turn:
                inside += 1
                await asyncio.sleep(0)
                most.append(inside)
                inside -= 1

        turns = [SharedTurn(database, "administrators") for database in (one, two)]
        await asyncio.gather(*(act(turn) for turn in turns * 5))
        return most

    assert run(evening()) == [1] * 10


# Cuts


def test_a_write_whose_answer_was_lost_is_done_and_says_so(
    postgresql: PostgreSQL, one: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line breaks as soon as PostgreSQL has answered to the commit, and the answer does not arrive."""
    monkeypatch.setattr(transaction, "FIND_OUT_WITHIN", 60.0)

    async def evening() -> None:
        async with Proxy(postgresql) as proxy:
            database = await asyncio.to_thread(PostgresDatabase, proxy.url(one.url))
            people = DiskPeople(database)
            proxy.loses_answers_to = b"COMMIT"
            welcome = asyncio.create_task(people.welcome("Ada"))
            await proxy.lost.wait()
            proxy.loses_answers_to = None
            proxy.cut()
            ada, _ = await welcome
            assert await people.by_id(ada.id) == ada
            assert ada.name == "Ada", "it was not tried twice"
            await asyncio.to_thread(database.close)

    run(evening())


def test_a_write_whose_commit_never_arrived_is_refused_for_certain(
    postgresql: PostgreSQL, one: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transaction, "FIND_OUT_WITHIN", 60.0)

    async def evening() -> None:
        async with Proxy(postgresql) as proxy:
            database = await asyncio.to_thread(PostgresDatabase, proxy.url(one.url))
            people = DiskPeople(database)
            proxy.holds = b"COMMIT"
            welcome = asyncio.create_task(people.welcome("Ada"))
            await proxy.held.wait()
            proxy.holds = None
            ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'"
            await asyncio.to_thread(postgresql.execute, ended)
            with pytest.raises(Unwritable, match="it is certain that nothing was kept"):
                await welcome
            assert await people.by_name("Ada") is None
            await asyncio.to_thread(database.close)

    run(evening())


def test_a_write_that_nobody_can_tell_about_is_uncertain(
    postgresql: PostgreSQL, one: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transaction, "FIND_OUT_WITHIN", 0.2)

    async def evening() -> None:
        async with Proxy(postgresql) as proxy:
            database = await asyncio.to_thread(PostgresDatabase, proxy.url(one.url))
            proxy.holds = b"COMMIT"
            welcome = asyncio.create_task(DiskPeople(database).welcome("Ada"))
            await proxy.held.wait()
            proxy.is_shut = True
            proxy.cut()
            with pytest.raises(Uncertain, match="does not know yet whether this was kept"):
                await welcome
            proxy.deliver()
            await asyncio.to_thread(database.close)

    run(evening())


def test_a_line_that_broke_before_the_commit_is_replaced_and_nobody_notices(
    postgresql: PostgreSQL, one: PostgresDatabase
) -> None:
    async def evening() -> None:
        async with Proxy(postgresql) as proxy:
            database = await asyncio.to_thread(PostgresDatabase, proxy.url(one.url))
            people = DiskPeople(database)
            ada, _ = await people.welcome("Ada")
            proxy.cut()
            assert await people.by_id(ada.id) == ada
            proxy.cut()
            assert (await people.rename(ada.id, "Eva")).name == "Eva"
            proxy.is_shut = True
            proxy.cut()
            with pytest.raises(Unwritable, match="nothing was kept"):
                await people.rename(ada.id, "Ona")
            with pytest.raises(JournalError, match="cannot be read now"):
                await people.by_name("Eva")
            proxy.is_shut = False
            assert (await people.rename(ada.id, "Ona")).name == "Ona"
            await asyncio.to_thread(database.close)

    run(evening())


# Its tables


def test_the_migrations_make_exactly_the_tables_that_the_program_uses(one: PostgresDatabase) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"include_name": is_ours}), metadata))

    def is_ours(name: str | None, kind: str, _: object) -> bool:
        return kind != "table" or name in metadata.tables

    assert one.write_now(differences) == []


# What PostgreSQL does not take


def test_what_postgresql_cannot_write_is_nobodys_name_and_cannot_be_said(one: PostgresDatabase) -> None:
    people = DiskPeople(one)
    ada, _ = run(people.welcome("Ada"))
    for strange in ("\0", "\udcff"):
        assert run(people.by_id(strange)) is None
        with pytest.raises(BadOptions, match="cannot be kept"):
            run(people.say("oak", "all", ada.id, strange))
    assert run(people.say("oak", "all", ada.id, "hello")).number == 1


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("UPDATE people.alembic_version SET version_num = '0999'", "written by a newer Dicehall"),
        ("DROP TABLE people.alembic_version", "tables of another program"),
    ],
)
def test_a_database_that_is_not_for_this_program_is_refused(postgresql: PostgreSQL, harm: str, said: str) -> None:
    url = postgresql.new_database()
    with closing(PostgresDatabase(url)) as opened:
        opened.write_now(lambda connection: connection.exec_driver_sql(harm))
    with pytest.raises(JournalError, match=said):
        PostgresDatabase(url)


def test_a_database_that_is_away_is_told(postgresql: PostgreSQL) -> None:
    with pytest.raises(JournalError, match="the hall cannot open"):
        PostgresDatabase(postgresql.url("nowhere"))
