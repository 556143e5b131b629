"""Opening people and results of a hall that several machines share."""

from typing import Final, NamedTuple

from dicehall.ports import Journal
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from dicehall.store.postgres.database import PostgresDatabase
from dicehall.store.postgres.marks import SharedMarks
from dicehall.store.postgres.memos import SharedMemos
from dicehall.store.postgres.turn import SharedTurn
from dicehall.store.results.disk import DiskResults

CACHED: Final = 0
"""People and sign-ins: another machine may ban, dismiss or sign out anyone, so each request asks the database."""
LOOK_EVERY: Final = 1.0
"""Seconds after which the machine that counts looks for games that ended elsewhere."""


class SharedBooks(NamedTuple):
    """Everything about people that a hall needs beside its journal; `close` it when the hall is closed."""

    database: PostgresDatabase
    people: DiskPeople
    accounts: DiskAccounts
    results: DiskResults
    marks: SharedMarks
    memos: SharedMemos
    turn: SharedTurn
    """Of administrators."""

    def close(self) -> None:
        self.accounts.close()
        self.database.close()


def open_books(url: str, journal: Journal) -> SharedBooks:
    """The caller waits until the database is ready. Raises `JournalError`.

    `results.keep_up` and `people.tidy` are for one machine at a time: the one that holds partition 0.
    """
    database = PostgresDatabase(url)
    people = DiskPeople(database, most_cached=CACHED)
    accounts = DiskAccounts(database, people)
    results = DiskResults(database, journal, look_every=LOOK_EVERY)
    turn = SharedTurn(database, "administrators")
    return SharedBooks(database, people, accounts, results, SharedMarks(database), SharedMemos(database), turn)
