"""All tables of a hall: open them, find them by code, match people quickly, and wake tables after a restart."""

import asyncio
import logging
import math
import secrets
from collections.abc import Callable, Iterator
from itertools import count
from random import SystemRandom
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from dicehall.ports import Damaged, Finished, Journal
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.chance import Rng, below
from dicehall.rules.tower import SEED_BYTES
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Inputs, Refused
from dicehall.table.core.events import QUICK_CLOCK, Setting, Who
from dicehall.table.core.log import QUICK_WAIT
from dicehall.table.live.bots import PAUSE
from dicehall.table.live.table import Broadcaster, HallServices, LiveTable, Reply, ignored

log = logging.getLogger("dicehall.table")

QUICK_SEATS = 4
KEY_BYTES = 12
ATTEMPTS = 50
"""How many codes of one length to try."""
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
UNKIND = (
    "dik", "fag", "fat", "fuk", "gal", "kak", "kil", "kok", "kot", "kun", "mof", "mor",
    "naz", "neg", "pip", "pis", "pop", "put", "rap", "sad", "sod", "tit", "vag",
)  # fmt: skip
"""People say codes aloud, so none contains these."""


GONE = frozenset(("closed", "full", "game_running"))
"""Why people may miss a seat at a quick table; they get another table."""

NOT_OPENED = "The hall cannot write to its disk, so no table could be opened; try again when there is space."
"""For people who wait for a quick table that could not be written."""


class QuickKind(NamedTuple):
    """People meet only at a quick table of the kind they have asked for."""

    game: str
    seats: int
    people_only: bool


QuickReply = Callable[[LiveTable | None, Decided | Refused], None]


class NoTable(Exception):
    """Its text can be shown to people."""


class GameResults(Protocol):
    """What tables ask of the hall's results, and tell them."""

    def won(self, who: Who, game: str) -> int: ...

    def game_finished(self, table: str, game: Finished) -> None:
        """A game has ended and is on the disk."""
        ...


class NoResults:
    """Results of a hall that does not count any."""

    def won(self, _who: Who, _game: str) -> int:
        return 0

    def game_finished(self, _table: str, _game: Finished) -> None:
        pass


def new_key() -> str:
    """For the link of a private table: nobody guesses it."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


class Hall:
    def __init__(
        self,
        journal: Journal,
        broadcaster: Broadcaster,
        *,
        dice: Rng | None = None,
        luck: Rng | None = None,
        pace: float = PAUSE,
        results: GameResults | None = None,
        appended: Callable[[float], None] = lambda _seconds: None,
    ) -> None:
        """With `dice`, games are bound to no secret; without, every game throws from a tower it has committed to."""
        chance = SystemRandom()
        self.journal = journal
        self.broadcaster = broadcaster
        results = results or NoResults()
        inputs = Inputs(dice or chance, None if dice else new_seed, won=results.won)
        self._services = HallServices(
            journal, broadcaster, self._forget, inputs, luck or chance, pace, results.game_finished, appended
        )
        self._luck = luck or chance
        self._tables: dict[str, LiveTable] = {}
        self._asleep = {head.table: head.due for head in journal.heads()}
        """Open tables that were not needed since the start, with their deadlines; each is read when it is needed."""
        self.damaged: dict[str, str] = {}
        """Tables that cannot be read back, and why."""
        self._quick: dict[QuickKind, LiveTable] = {}
        """The quick tables that wait for people."""
        self._resets = False
        """Whether games that ran before the restart are ended when their tables wake up."""

    # Finding

    def __iter__(self) -> Iterator[LiveTable]:
        """The tables that are awake."""
        return iter(tuple(self._tables.values()))

    @property
    def asleep(self) -> int:
        """How many open tables were not needed since the start."""
        return len(self._asleep)

    def find(self, code: str) -> LiveTable:
        code = code.casefold()
        live = self._tables.get(code)
        if live is not None:
            return live
        if code in self._asleep:
            return self._wake(code)
        if code in self.damaged:
            raise self._unreadable(code)
        raise NoTable(f"There is no table {code.upper()[:12]!r} here; it may be closed. Codes are letters, like KIRO.")

    def _wake(self, code: str) -> LiveTable:
        self._asleep.pop(code, None)
        live = LiveTable(code, self._services)
        try:
            live.load()
            if not live.table.version:
                raise Damaged(f"table {code} is damaged: nothing is kept under its name")
        except Damaged as error:
            self.damaged[code] = str(error)
            log.error("table %s is damaged and left alone: %s", code, error)
            raise self._unreadable(code) from None
        self._tables[code] = live
        if live.table.gathers:
            setting = live.table.setting
            self._quick[QuickKind(setting.game, setting.seats, setting.people_only)] = live
        if live.table.playing is not None and (self._resets or live.is_unbound):
            live.ask(None, commands.Reset(), ignored)  # before its bots and its clock can do anything
        live.wake()
        self.broadcaster.present(live)
        return live

    def _unreadable(self, code: str) -> NoTable:
        return NoTable(f"Table {code.upper()} cannot be read back: {self.damaged[code]}")

    async def wake_all(self, *, reset: bool = False) -> None:
        """After a restart, table by table, so that the first visitors do not wait for all of them.

        Tables with the earliest deadline come first: clocks, and quick tables that wait for people.
        """
        self._resets = reset
        for code in sorted(self._asleep, key=lambda code: self._asleep[code] or math.inf):
            if code in self._asleep:
                try:
                    self._wake(code)
                except NoTable:
                    continue
            await asyncio.sleep(0)

    # Opening

    def open(self, who: Who | None, command: commands.Open, reply: Reply) -> LiveTable:
        """A new table; it is listed once the reply confirms it."""
        private = not command.setting.public
        live = LiveTable(self._new_code(private=private), self._services)
        if private:
            command = replace(command, key=new_key())
        self._tables[live.code] = live

        def opened(answer: Decided | Refused) -> None:
            if isinstance(answer, Refused):
                self._tables.pop(live.code, None)
            reply(answer)

        live.ask(who, command, opened)
        return live

    def quick(
        self, who: Who, game: str | None, reply: QuickReply, seed: str = "", *,
        seats: int | None = None, bots: bool = True,
    ) -> None:  # fmt: skip
        """A seat at the table that waits for people, or at a new one; None means any game. Raises `RulesError`.

        A table opened for this had not committed to its dice when the seed was sent, and leaves it out (H-04).
        """
        kind = self._fullest(seats, bots) if game is None else _kind(game, seats, bots)
        live = self._quick.get(kind)
        if live is None or (live.table.version and not live.table.gathers) or self._is_deserted(live):
            live = self._quick[kind] = self._open_quick(kind)

        def sat(answer: Decided | Refused) -> None:
            missed = isinstance(answer, Refused) and answer.reason in (*GONE, "unknown")
            if missed and self._quick.get(kind) is live:
                del self._quick[kind]
            if isinstance(answer, Refused) and answer.reason == "unknown":
                reply(None, Refused("unwritable", NOT_OPENED))
            elif missed:
                self.quick(who, kind.game, reply, seed, seats=seats, bots=bots)
            elif isinstance(answer, Refused) and answer.reason == "seated":
                reply(live, Decided(live.table.touched, (), live.table, ()))
            else:
                reply(live, answer)

        live.ask(who, commands.Sit(seed if live.table.commit else ""), sat)

    def _open_quick(self, kind: QuickKind) -> LiveTable:
        setting = Setting(game=kind.game, seats=kind.seats, clock=QUICK_CLOCK, quick=True, people_only=kind.people_only)
        return self.open(None, commands.Open(setting, sit=False), ignored)

    def _is_deserted(self, live: LiveTable) -> bool:
        """Whether everyone who waited at a table for people only has gone away."""
        table = live.table
        return (
            table.setting.people_only
            and self.journal.now > table.touched + QUICK_WAIT  # they have had time to come to the table
            and len(live.presence.absent(table)) == len(table.seated)
        )

    def _fullest(self, seats: int | None, bots: bool) -> QuickKind:
        """The game for which most people are waiting, or else any."""
        kinds = [_kind(listing.name, seats, bots) for listing in GAMES if seats is None or seats >= listing.seats[0]]
        waiting = [
            (len(self._quick[kind].table.seated), kind)
            for kind in kinds
            if kind in self._quick and self._quick[kind].table.gathers
        ]
        return max(waiting)[1] if waiting else kinds[below(self._luck, len(kinds))]

    def _new_code(self, *, private: bool) -> str:
        """Short and easy to say aloud; a private one is longer, so that it is not found by trying.

        If short ones are hard to find, they get longer.
        """
        for attempt in count():
            pairs = (3 if private else 2) + attempt // ATTEMPTS
            code = "".join(_any_of(CONSONANTS, self._luck) + _any_of(VOWELS, self._luck) for _ in range(pairs))
            if not any(sound in code for sound in UNKIND) and not self._taken(code):
                return code
        raise AssertionError("there is always a longer one")

    def _taken(self, code: str) -> bool:
        """Including closed tables whose finished games are kept."""
        if code in self._tables or code in self._asleep or code in self.damaged:
            return True
        try:
            return bool(self.journal.records(code, most=1))
        except Damaged:
            return True

    def _forget(self, live: LiveTable) -> None:
        """A closed table is gone."""
        self._tables.pop(live.code, None)

    def stop(self) -> None:
        for live in self:
            live.stop()


def _kind(game: str, seats: int | None, bots: bool) -> QuickKind:
    listing = find(game)
    if seats is not None:
        listing.check_seats(seats)
    return QuickKind(listing.name, seats or min(QUICK_SEATS, listing.seats[1]), people_only=not bots)


def _any_of(letters: str, rng: Rng) -> str:
    return letters[below(rng, len(letters))]
