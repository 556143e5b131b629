"""What the hall does at a table for a tournament or an evening, on the machine that runs the table."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

import msgspec

from dicehall.evenings.core.commands import ReportArrived, ReportOpened, ReportResult, ReportVoid
from dicehall.evenings.core.state import RoundTable
from dicehall.evenings.predictions.seen import GameSeen, seen, seen_in
from dicehall.ports import Finished, JournalError, hall_log
from dicehall.rules.kernel import Over
from dicehall.rules.progress import Progress
from dicehall.rules.values import Value
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Who
from dicehall.table.core.progress import progress
from dicehall.table.core.state import Table
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.table import LiveTable, ignored

Report: TypeAlias = ReportOpened | ReportArrived | ReportResult | ReportVoid


class Opens(Value, tag=True):
    """Open it; one that is there already is only reported, as is one that was played and closed."""

    code: str
    command: commands.Open


class Looks(Value, tag=True):
    """Say who has come and what was played, and start what can be started."""

    code: str
    awaited: tuple[Who, ...]
    starts: bool
    """Everyone is there, or is not waited for any more."""
    no_shows: tuple[Who, ...]


class Withdraws(Value, tag=True):
    """Whoever takes no more part leaves the game that they sit in."""

    code: str
    who: Who


class IsOpen(Value, tag=True):
    code: str


class IsPlaying(Value, tag=True):
    code: str


class Discloses(Value, tag=True):
    """With duplicate dice: the round is over, and everyone may know what was played here."""

    code: str


class LooksAtGame(Value, tag=True):
    """Say how a game stands that was predicted."""

    code: str
    game: int


Chore: TypeAlias = Opens | Looks | Withdraws | IsOpen | IsPlaying | Discloses | LooksAtGame


class Found(Value):
    """What has come of a chore."""

    reports: tuple[Report, ...] = ()
    refused: tuple[str, str] | None = None
    """Why a table could not be opened."""
    progress: Progress | None = None
    """How far the game is that runs there."""
    is_open: bool = False
    is_playing: bool = False
    game: GameSeen | None = None


chores = msgspec.json.Decoder(Chore)


class MovedError(JournalError):
    """Another machine runs this table now."""


class AtTables:
    def __init__(self, hall: Hall, owns: Callable[[str], bool]) -> None:
        self._hall = hall
        self.owns = owns
        """Whether this machine runs the table of a code."""

    async def serve(self, about: bytes) -> bytes:
        """For the machine that does what concerns the whole hall."""
        return msgspec.json.encode(await self.do(chores.decode(about)))

    async def do(self, chore: Chore) -> Found:
        """All of it can be done again without harm. Raises `JournalError`, and then nothing was done."""
        await self._hall.wake(chore.code)
        if not self.owns(chore.code):
            raise MovedError(f"table {chore.code} is run by another machine of this hall now")
        match chore:
            case Opens(code, command):
                return await self._open(code, command)
            case Looks():
                return Found(await self._look(chore), progress=self._progress(chore.code))
            case Withdraws(code, who):
                self._withdraw(code, who)
                return Found()
            case IsOpen(code):
                return Found(is_open=self._hall.fixtures.is_open(code))
            case IsPlaying(code):
                live = self._awake(code)
                return Found(is_playing=live is not None and live.table.playing is not None)
            case Discloses(code):
                await self._disclose(code)
                return Found()
            case LooksAtGame(code, game):
                return Found(game=await self._game(code, game))

    async def _open(self, code: str, command: commands.Open) -> Found:
        if not self._hall.fixtures.is_open(code) and await self._hall.journal.records(code, most=1):
            return Found((ReportOpened(code),))
        opened: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
        await self._hall.fixtures.open(code, command, opened.set_result)
        answer = await opened
        if isinstance(answer, Refused) and answer.reason != "exists":
            return Found(refused=(answer.reason, answer.message))
        return Found((ReportOpened(code),))

    async def _look(self, look: Looks) -> tuple[Report, ...]:
        code = look.code
        if not self._hall.fixtures.is_open(code):
            return (await self._result_of_closed(code),)
        live = self._hall.find(code)
        if live.table.settled:
            return (result(code, live.table),)
        if live.table.playing is None and look.starts:
            live.ask(None, commands.Begin(look.no_shows), ignored)
            return ()
        come = (occupant.who for occupant in live.table.seated if occupant.ready)
        return tuple(ReportArrived(code, who) for who in come if who in look.awaited)

    async def _result_of_closed(self, code: str) -> ReportResult | ReportVoid:
        """What was played stands, also where the hall stopped between the end of the game and the report of it."""
        found = await self._hall.journal.records(code, most=1)
        game = hall_log.read(found[0]) if found else None
        if isinstance(game, Finished) and game.places:
            return ReportResult(code, game.places, game.left)
        return ReportVoid(code)

    async def _game(self, code: str, game: int) -> GameSeen:
        live = self._awake(code)
        found = None if live is None else seen(live.table, game, live.shown.board)
        return found or seen_in(await self._record(code, game))

    async def _record(self, code: str, game: int) -> Finished | None:
        for body in reversed(await self._hall.journal.records(code)):
            record = hall_log.read(body)
            if isinstance(record, Finished) and record.number == game:
                return record
        return None

    def _progress(self, code: str) -> Progress | None:
        live = self._awake(code)
        return None if live is None else progress(live.table, live.shown.board)

    def _withdraw(self, code: str, who: Who) -> None:
        if self._hall.fixtures.is_open(code):
            live = self._hall.find(code)
            if live.table.playing is not None and live.table.playing.seat_of(who) is not None:
                live.ask(who, commands.Leave(), ignored)

    async def _disclose(self, code: str) -> None:
        live = self._awake(code)
        if live is None or not live.table.settled or not live.table.is_held:
            return
        disclosed: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
        live.ask(None, commands.Disclose(), disclosed.set_result)
        answer = await disclosed
        if isinstance(answer, Refused) and answer.reason == "unwritable":
            raise JournalError(answer.message)

    def _awake(self, code: str) -> LiveTable | None:
        """None if it is closed, or cannot be read back."""
        with suppress(NoTable):
            return self._hall.find(code)
        return None


def look_at(code: str, table: RoundTable) -> Looks:
    return Looks(code, tuple(table.awaited), table.is_ready, tuple(table.no_shows))


def result(code: str, table: Table) -> ReportResult:
    """Of a table whose result stands; without a game, those who came are first."""
    play = table.play
    if play is not None and isinstance(play.pending, Over):
        return ReportResult(code, play.pending.places, play.left)
    return ReportResult(code, tuple(2 if each.who in table.no_shows else 1 for each in table.seated))
