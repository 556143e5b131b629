"""A hall with nothing in it but a journal and a book of results, and games that ended as a test says."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace
from sqlalchemy import insert, select

from dicehall.bots import find_bot
from dicehall.bots.match import play_out
from dicehall.ports import Finished, JournalError, Note, Tally
from dicehall.ports.hall_log import AnyAdminAction, EverythingReset, LeaderboardReset
from dicehall.ports.hall_log import write as written
from dicehall.rules.catalog import GAMES, find
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.database import Database
from dicehall.store.files.schema import PROJECTED, counted, people
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.journal.memory import MemoryJournal
from dicehall.store.results.disk import DiskResults
from tests.store.halls import entry, run, write

ANN, BEN, CLEO, DAN = "p-ann", "p-ben", "p-cleo", "p-dan"


class Hall:
    """A journal with a book of results beside it."""

    def __init__(self, folder: Path | None = None, database: AnyDatabase | None = None) -> None:
        """In memory without a folder. A database that is lent stays open."""
        self.folder = folder
        self.journal = MemoryJournal() if folder is None else DiskJournal(folder)
        self._is_lent = database is not None
        self.database = database or Database(folder)
        self.results = DiskResults(self.database, self.journal)
        run(self.results.start())
        self.versions: defaultdict[str, int] = defaultdict(int)

    def ends(self, *games: Finished, table: str = "oak") -> None:
        """These games are durable; nobody has been told."""
        for game in games:
            assert write(self.journal, entry(table, self.versions[table], record=written(game))) == [None]
            self.versions[table] += 1

    def notes(self, act: AnyAdminAction | bytes) -> None:
        async def noting() -> JournalError | None:
            done = asyncio.get_running_loop().create_future()
            self.journal.note(Note(act if isinstance(act, bytes) else written(act)), done.set_result)
            outcome: JournalError | None = await done
            return outcome

        assert run(noting()) is None

    def counts(self, *games: Finished, table: str = "oak") -> None:
        self.ends(*games, table=table)
        run(self.results.catch_up())

    def opens_again(self) -> None:
        self.results = DiskResults(self.database, self.journal)
        run(self.results.start())

    def dump(self) -> list[list[Any]]:
        """Everything that is in the tables, and how far it is counted."""
        return [sorted(map(tuple, self.database.read_now(select(table)))) for table in (*PROJECTED, counted)]

    def executes(self, *statements: str) -> None:
        self.database.write_now(lambda connection: [connection.exec_driver_sql(each) for each in statements])

    def knows(self, who: str, name: str, kind: str = "account", banned: str | None = None) -> None:
        row = {"id": who, "name": name, "key": name, "kind": kind, "created": 0.0, "seen": 0.0, "banned": banned}
        self.database.write_now(lambda connection: connection.execute(insert(people).values(row)))

    def tally(self, who: str, game: str = "") -> Tally:
        return run(self.results.tallies(who))[game]

    def close(self) -> None:
        if not self._is_lent:
            self.database.close()
        self.journal.close()


@cache
def played(game: str, seats: int, seed: int) -> Finished:
    """A whole game of bots, as it is kept; who sat there is for the test to say."""
    listing = find(game)
    record, over = play_out(listing, [find_bot(game, "uniform")] * seats, listing.options(), Random(seed))
    return Finished(
        number=1, at=1.0, seats=(ANN, BEN, CLEO, DAN)[:seats], levels=(None,) * seats, scores=over.scores,
        places=over.places, record=record.write(), ended=1_700_000_000.0,
    )  # fmt: skip


def game(places: Sequence[int], name: str = "peril", **more: Any) -> Finished:
    """A game that ended so; its record tells of other dice, for nobody compares."""
    bare = played("peril", 2, 1)
    seats = more.pop("seats", (ANN, BEN, CLEO, DAN)[: len(places)])
    record = bare.record.replace('"peril"', f'"{name}"', 1)
    given = {"levels": (None,) * len(seats), "scores": (0,) * len(places), "record": record, **more}
    return replace(bare, seats=seats, places=tuple(places), **given)


def broken_off(left: Sequence[int] = (), seats: tuple[str, ...] = (ANN, BEN, CLEO)) -> Finished:
    return game((), seats=seats, left=tuple(left))


def busy_evening(hall: Hall) -> None:
    """Games of all kinds, leavers, bots, private tables, damage and acts."""
    luck = Random(5)
    for number in range(1, 31):
        listing = luck.choice(GAMES)
        seats = luck.choice([seats for seats in (2, 3, 4) if listing.seats[0] <= seats <= listing.seats[1]])
        whole = played(listing.name, seats, number % 4)
        whole = replace(whole, number=number, public=luck.random() < 0.7, ended=1000.0 + number)
        whole = replace(whole, rated=number % 3 > 0)
        if luck.random() < 0.3:
            whole = replace(whole, seats=(ANN, "bot:Fox", *whole.seats[2:]), levels=(None, "normal", *whole.levels[2:]))
        if luck.random() < 0.2:
            whole = replace(whole, left=(luck.randrange(seats),))
        if luck.random() < 0.2:
            whole = replace(whole, places=(), scores=())
        if number % 4:
            accounts = tuple(seat for seat, level in enumerate(whole.levels) if level is None)
            whole = replace(whole, accounts=accounts, no_win=(0,) if number % 7 == 0 else ())
        hall.ends(whole, table=luck.choice(["oak", "elm"]))
        if number == 10:
            hall.notes(LeaderboardReset(1.0, ANN, "peril"))
        if number == 20:
            hall.notes(b"damage")
            hall.notes(EverythingReset(1.0, None))
