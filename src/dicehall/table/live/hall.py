"""All tables of a hall: opening them, finding them by their code, quick matches, and coming back after a restart."""

import asyncio
import logging
import math
import secrets
from collections.abc import Callable, Iterator
from itertools import count
from random import SystemRandom
from typing import Protocol

from dicehall.ports import Damaged, Finished, Journal
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.chance import Rng, below
from dicehall.rules.tower import SEED_BYTES
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Given, Refused
from dicehall.table.core.events import QUICK_CLOCK, Setting, Who
from dicehall.table.live.table import PAUSE, Broadcaster, Live, Reply, Surroundings, ignored

log = logging.getLogger("dicehall.table")

QUICK_SEATS = 4
ATTEMPTS = 50
"""How many codes of one length are tried."""
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
UNKIND = (
    "dik",
    "fag",
    "fat",
    "fuk",
    "gal",
    "kak",
    "kil",
    "kok",
    "kot",
    "kun",
    "mof",
    "mor",
    "naz",
    "neg",
    "pip",
    "pis",
    "pop",
    "put",
    "rap",
    "sad",
    "sod",
    "tit",
    "vag",
)
"""Codes are said aloud: nobody wants these in them."""


GONE = frozenset(("closed", "full", "game_running"))
"""Why a seat at a quick table may be missed: then there is another one."""

NOT_OPENED = "The hall cannot write to its disk, so no table could be opened; try again when there is space."
"""To those who wait for a quick table that was never written."""

QuickReply = Callable[[Live | None, Decided | Refused], None]


class NoTable(Exception):
    """Its text is fit to be shown."""


class Counted(Protocol):
    """What tables need of the results of the hall, and tell them."""

    def won(self, who: Who, game: str) -> int: ...

    def noticed(self, table: str, game: Finished) -> None:
        """A game has ended, and is on the disk."""
        ...


class Uncounted:
    """Nobody has won anything, and nobody keeps count."""

    def won(self, _who: Who, _game: str) -> int:
        return 0

    def noticed(self, _table: str, _game: Finished) -> None:
        pass


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
        results: Counted | None = None,
        appended: Callable[[float], None] = lambda _seconds: None,
    ) -> None:
        """Dice that are given bind nobody; without them, those of every game come out of a committed tower."""
        chance = SystemRandom()
        self.journal = journal
        self.broadcaster = broadcaster
        results = results or Uncounted()
        given = Given(dice or chance, None if dice else new_seed, won=results.won)
        self._surroundings = Surroundings(
            journal, broadcaster, self._forget, given, luck or chance, pace, results.noticed, appended
        )
        self._luck = luck or chance
        self._tables: dict[str, Live] = {}
        self._asleep = {head.table: head.due for head in journal.heads()}
        """Open tables that nobody has touched since the start; each is folded when somebody does."""
        self.damaged: dict[str, str] = {}
        """Tables that cannot be read back, and why."""
        self._quick: dict[str, Live] = {}
        """By game, the quick table that waits for people."""
        self._resets = False
        """Whether games that ran before the restart are ended when their tables wake up."""

    # Finding

    def __iter__(self) -> Iterator[Live]:
        """The tables that are awake."""
        return iter(tuple(self._tables.values()))

    @property
    def asleep(self) -> int:
        """How many open tables nobody has touched since the start."""
        return len(self._asleep)

    def find(self, code: str) -> Live:
        code = code.casefold()
        live = self._tables.get(code)
        if live is not None:
            return live
        if code in self._asleep:
            return self._wake(code)
        if code in self.damaged:
            raise self._unreadable(code)
        raise NoTable(f"There is no table {code.upper()[:12]!r} here; it may be closed. Codes are letters, like KIRO.")

    def _wake(self, code: str) -> Live:
        self._asleep.pop(code, None)
        live = Live(code, self._surroundings)
        try:
            live.load()
            if not live.table.version:
                raise Damaged(f"table {code} is damaged: nothing is kept under its name")
        except Damaged as error:
            self.damaged[code] = str(error)
            log.error("table %s is damaged and left alone: %s", code, error)
            raise self._unreadable(code) from None
        self._tables[code] = live
        if live.table.fills_at is not None:
            self._quick[live.table.setting.game] = live
        if live.table.playing is not None and (self._resets or live.is_unbound):
            live.ask(None, commands.Reset(), ignored)  # before its bots and its clock can do anything
        live.wake()
        self.broadcaster.present(live)
        return live

    def _unreadable(self, code: str) -> NoTable:
        return NoTable(f"Table {code.upper()} cannot be read back: {self.damaged[code]}")

    async def wake_all(self, *, reset: bool = False) -> None:
        """After a restart, table by table, so that whoever comes first does not wait for the others.

        Where something is due soonest comes first: clocks, and quick tables that wait for people.
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

    def open(self, who: Who | None, command: commands.Open, reply: Reply) -> Live:
        """A new table; it is listed once the reply says that it is there."""
        live = Live(self._new_code(private=not command.setting.public), self._surroundings)
        self._tables[live.code] = live

        def opened(answer: Decided | Refused) -> None:
            if isinstance(answer, Refused):
                self._tables.pop(live.code, None)
            reply(answer)

        live.ask(who, command, opened)
        return live

    def quick(self, who: Who, game: str | None, reply: QuickReply, seed: str = "") -> None:
        """A seat at the table that waits for people, or at a new one; None is any game, an unknown one is raised.

        A table that is opened for this has not committed to its dice when the seed was sent, and leaves it out (H-04).
        """
        name = self._fullest() if game is None else find(game).name
        live = self._quick.get(name)
        if live is None or live.table.closed or (live.table.version and live.table.fills_at is None):
            live = self._quick[name] = self._open_quick(name)

        def sat(answer: Decided | Refused) -> None:
            missed = isinstance(answer, Refused) and answer.reason in (*GONE, "unknown")
            if missed and self._quick.get(name) is live:
                del self._quick[name]
            if isinstance(answer, Refused) and answer.reason == "unknown":
                reply(None, Refused("unwritable", NOT_OPENED))
            elif missed:
                self.quick(who, name, reply, seed)
            elif isinstance(answer, Refused) and answer.reason == "seated":
                reply(live, Decided(live.table.touched, (), live.table, ()))
            else:
                reply(live, answer)

        live.ask(who, commands.Sit(seed if live.table.commit else ""), sat)

    def _open_quick(self, name: str) -> Live:
        seats = min(QUICK_SEATS, find(name).seats[1])
        setting = Setting(game=name, seats=seats, clock=QUICK_CLOCK, quick=True)
        return self.open(None, commands.Open(setting, sit=False), ignored)

    def _fullest(self) -> str:
        """Where most people wait already; else any game."""
        waiting = [
            (len(live.table.seated), name) for name, live in self._quick.items() if live.table.fills_at is not None
        ]
        return max(waiting)[1] if waiting else GAMES[below(self._luck, len(GAMES))].name

    def _new_code(self, *, private: bool) -> str:
        """Short, and easy to say aloud; a private one is longer, for it is all that keeps strangers out.

        Where short ones are hard to find, they get longer.
        """
        for attempt in count():
            pairs = (4 if private else 2) + attempt // ATTEMPTS
            code = "".join(_any_of(CONSONANTS, self._luck) + _any_of(VOWELS, self._luck) for _ in range(pairs))
            if not any(sound in code for sound in UNKIND) and not self._taken(code):
                return code
        raise AssertionError("there is always a longer one")

    def _taken(self, code: str) -> bool:
        """Also by a table that is closed, if games are kept under its name."""
        if code in self._tables or code in self._asleep or code in self.damaged:
            return True
        try:
            return bool(self.journal.records(code, most=1))
        except Damaged:
            return True

    def _forget(self, live: Live) -> None:
        """A closed table is gone."""
        self._tables.pop(live.code, None)

    def stop(self) -> None:
        for live in self:
            live.stop()


def _any_of(letters: str, rng: Rng) -> str:
    return letters[below(rng, len(letters))]
