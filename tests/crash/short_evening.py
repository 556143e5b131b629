"""A short evening at three tables on a disk that fails: everything that is asked of the journal and answered is told.

It runs in a process of its own, which may be killed at any moment. The tables are those of a hall, played through to
the end of a game; the journal, the chat and their files are the real ones.
"""

import asyncio
import hashlib
import os
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from dicehall.ports import Append, JournalError, Uncertain
from dicehall.store.files import database, sqlite_file
from dicehall.store.files.database import Database
from dicehall.store.journal import disk
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.people.disk import DiskPeople
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Setting
from dicehall.table.core.public_view import WaitingForMoves, WaitingForThrow
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable
from tests.crash.disks import ENDURED, Fault, FaultyDisk, die
from tests.crash.test_held_up import Broadcaster
from tests.crash.vfs import install

ANN, BEN = "p-ann", "p-ben"
GAMES: dict[str, dict[str, Any]] = {"three_dice": {}, "peril": {}, "mindroll": {"rounds": 1}}
TURNS = 12
"""At each table."""
PATIENCE = 30.0


class End(Enum):
    KILL = "killed with the first answer that is not yes"
    CUT = "without power from the first answer that is not yes"
    LATER = "played on, and killed at the end"


class Told(msgspec.Struct):
    """An append or a line of chat, and what became of it so far."""

    table: str
    what: str
    outcome: str
    """`asked`, `done`, `refused` or `uncertain`."""
    expected: int = 0
    count: int = 0
    record: bool = False
    """Whether a game ends with it."""


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


class Evening:
    def __init__(self, folder: Path, fault: Fault | None, at: int, end: End, pipe: int) -> None:
        self.disk = FaultyDisk(fault, at)
        self._folder = folder
        self._fault = fault
        self._end = end
        self._pipe = pipe
        self._speaker = ""

    def tell(self, told: Told) -> None:
        os.write(self._pipe, msgspec.json.encode(told) + b"\n")
        if told.outcome in {"refused", "uncertain"}:
            if self._end is End.KILL:
                die()
            if self._end is End.CUT:
                self.disk.cut_power()

    def spend(self) -> None:
        """Until it is over, or this process is killed."""
        install(self.disk)
        checkpoint_often()
        disk.SAVE_TIME_EVERY = 0.1  # what is in doubt is cleared up soon
        asyncio.run(self._play())

    async def _play(self) -> None:
        data = Database(self._folder)
        journal = DiskJournal(self._folder)
        people = DiskPeople(data)
        person, _ = await people.welcome("Ann")
        self._speaker = person.id
        hall = Hall(Witnessed(journal, self.tell), Broadcaster(), luck=Random(3), pace=0.0)
        playing = [asyncio.create_task(self._table(hall, people, game)) for game in GAMES]
        # What is in doubt on a disk that stays broken is never cleared up.
        await asyncio.wait(playing, timeout=0.5 if self._fault in ENDURED else PATIENCE)
        if all(task.done() for task in playing):
            for task in playing:
                task.result()
        elif self._fault not in ENDURED:
            raise AssertionError("a table waits for an answer")

    async def _table(self, hall: Hall, people: DiskPeople, game: str) -> None:
        rng = Random(game)
        opened: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
        live = await hall.open(ANN, commands.Open(Setting(game=game, seats=2, options=GAMES[game])), opened.set_result)
        if isinstance(await opened, Refused):
            return
        before: tuple[tuple[str, AnyCommand], ...] = (
            (BEN, commands.Sit("")), (BEN, commands.Ready()), (ANN, commands.Start()),
        )  # fmt: skip
        for who, command in before:
            if not await self._do(live, who, command):
                return
        for number in range(TURNS):
            if number % 4 == 1:
                await self._say(people, game, f"line {number}")
            turn = next_turn(live, rng)
            if turn is None or not await self._do(live, *turn):
                break

    async def _do(self, live: LiveTable, who: str, command: AnyCommand) -> bool:
        """Three times, as people do when they are refused."""
        for _ in range(3):
            answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
            live.ask(who, command, answer.set_result)
            outcome = await answer
            if isinstance(outcome, Decided):
                return True
            assert outcome.reason == "unwritable", outcome
        return False

    async def _say(self, people: DiskPeople, table: str, text: str) -> None:
        self.tell(Told(table, text, "asked"))
        try:
            await people.say(table, "all", self._speaker, text)
        except JournalError as error:
            self.tell(Told(table, text, "uncertain" if isinstance(error, Uncertain) else "refused"))
        else:
            self.tell(Told(table, text, "done"))


def next_turn(live: LiveTable, rng: Random) -> tuple[str, AnyCommand] | None:
    """None if the game is over."""
    waiting, play = live.shown.waiting, live.table.playing
    if play is None:
        return None
    if isinstance(waiting, WaitingForThrow):
        return play.seats[waiting.due[0].seat], commands.Throw()
    assert isinstance(waiting, WaitingForMoves)
    who = play.seats[waiting.due[0].seat]
    return who, commands.MakeMoves((msgspec.to_builtins(rng.choice(live.mine[who].options)),))


class Witnessed:
    """The journal, with every append told before it is asked for, and again with its answer."""

    def __init__(self, journal: DiskJournal, tell: Callable[[Told], None]) -> None:
        self._journal = journal
        self._tell = tell

    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None:
        def tell(outcome: str) -> None:
            what, ends = digest(append.body), append.record is not None
            self._tell(Told(append.table, what, outcome, append.expected, append.count, ends))

        def answered(error: JournalError | None) -> None:
            tell("done" if error is None else "uncertain" if isinstance(error, Uncertain) else "refused")
            done(error)

        tell("asked")
        self._journal.append(append, answered)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)


def checkpoint_often() -> None:
    """So that even a short evening moves pages from the write-ahead file into the other, and begins it again."""
    usual = sqlite_file.connect

    def connect(path: Path, cache: int = 8000) -> Any:
        connection = usual(path, cache)
        connection.execute("PRAGMA wal_autocheckpoint = 30")
        return connection

    for module in (sqlite_file, database):
        setattr(module, "connect", connect)  # noqa: B010, one of them only imports it
