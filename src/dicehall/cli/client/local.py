"""A table inside this program: the real thing, without a hall, a port or files."""

import asyncio
from collections.abc import Sequence
from random import Random, SystemRandom
from typing import Any

import msgspec

from dicehall.bots import NAMES, NORMAL, find_bot
from dicehall.cli.client.identities import login_name
from dicehall.cli.client.line import Line, read
from dicehall.cli.shared.errors import HallRefused, refused
from dicehall.names.clean import clean_name
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Ask, Mine
from dicehall.rules.record import Entry, Record
from dicehall.rules.values import Seat
from dicehall.server.live import messages
from dicehall.server.live.folding import folded_json
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand, Request
from dicehall.table.core.decide import decide
from dicehall.table.core.draft import Inputs, Refused
from dicehall.table.core.events import Setting, Who
from dicehall.table.core.log import Played
from dicehall.table.core.public_view import changes, show, show_mine
from dicehall.table.core.state import Play, Table

PACE = 0.8
PATIENCE = 3.0
"""Seconds. Bots think visibly for a moment each, but together no longer than this between two turns of people."""


class LocalLine(Line):
    """Decides every command itself, and tells what follows in the messages of a hall.

    Bots move only while nobody here is asked, so that a seed makes the same game every time.
    """

    def __init__(
        self,
        setting: Setting,
        names: Sequence[str],
        *,
        people: int,
        level: str = NORMAL,
        seed: int | None = None,
        pace: float = PACE,
    ) -> None:
        super().__init__(url="")
        self.people: tuple[Who, ...] = tuple(f"seat-{number}" for number in range(people))
        self.pace = pace
        self.entries: list[Entry] = []
        dice: Rng = SystemRandom() if seed is None else Random(seed)
        self._inputs = Inputs(dice)
        self._luck: Rng = SystemRandom() if seed is None else Random(f"bots {seed}")
        self._table = Table()
        self._patience = PATIENCE
        self._last: Seat | None = None
        self._open(setting, names, level)

    @property
    def play(self) -> Play:
        assert self._table.play is not None
        return self._table.play

    def record(self) -> Record:
        return Record(self.play.listing, self.play.game, tuple(self.entries))

    # Commands

    async def act(self, do: Request, version: int | None = None, seat: Seat | None = None) -> None:
        """Nobody else could have moved the table on."""
        self._patience, self._last = PATIENCE, None
        self._do(self.people[0 if seat is None else seat], do)

    async def say(self, text: str) -> None:
        """There is nobody else to talk to."""

    async def react(self, reaction: messages.Reaction) -> None:
        """Nor to look at."""

    async def predict(self, seat: Seat, chips: int, chance: int) -> None:
        """Nobody watches here."""

    async def odds(self) -> None:
        """A table inside this program shows none."""

    async def wait(self, *, idle: bool) -> None:
        seat = self._next_bot() if idle else None
        self.notice.clear()
        try:
            async with asyncio.timeout(None if seat is None else self._pause(seat)):
                await self.notice.wait()
        except TimeoutError:
            assert seat is not None
            self._last = seat
            self._do(None, commands.BotTurn(seat, self._bot_move(seat)))

    def _open(self, setting: Setting, names: Sequence[str], level: str) -> None:
        host, *others = self.people
        events = self._decide(host, commands.Open(setting))
        for who in others:
            events += self._decide(who, commands.Sit()) + self._decide(who, commands.Ready())
        for _ in names[len(self.people) :]:
            events += self._decide(host, commands.AddBot(level))
        events += self._decide(host, commands.Start())
        named = zip((seated.who for seated in self._table.seated), names, strict=True)
        self._put(self._whole(events, dict(named)))

    def _do(self, who: Who | None, command: AnyCommand) -> None:
        before = show(self._table)
        events = self._decide(who, command)
        different = changes(before, show(self._table))
        if different is None:
            self._put(self._whole(events, {}))
        else:
            self._put(messages.Update("", self._table.version, events, different, mine=self._mine()))

    def _decide(self, who: Who | None, command: AnyCommand) -> tuple[Any, ...]:
        """The events that follow."""
        decided = decide(self._table, who, command, 0.0, self._inputs)
        if isinstance(decided, Refused):
            raise HallRefused(decided.message, decided.reason)
        self._table = decided.table
        self.entries += [Entry(entry.actor, entry.move) for entry in decided.entries if isinstance(entry, Played)]
        return decided.events

    # Bots

    def _next_bot(self) -> Seat | None:
        playing = self._table.playing
        due = [] if playing is None else [due.seat for due in playing.due if playing.level_of(due.seat) is not None]
        return due[0] if due else None

    def _pause(self, seat: Seat) -> float:
        """A moment at the beginning of a bot's turn, while people have patience left."""
        if seat == self._last:
            return 0.0
        pause = min(self.pace, self._patience)
        self._patience -= pause
        return pause

    def _bot_move(self, seat: Seat) -> Any:
        """None throws."""
        if not isinstance(self.play.pending, Ask):
            return None
        bot = find_bot(self.play.listing.name, self.play.level_of(seat) or NORMAL)
        return bot(self.play.game, self.play.game.view(self.play.state, seat), self._luck)

    # Messages

    def _whole(self, events: tuple[Any, ...], people: dict[Who, str]) -> messages.TableMessage:
        return messages.TableMessage(
            table="", version=self._table.version, now=0.0, shown=show(self._table), people=people, won={},
            mine=self._mine(), absent=(), watching=0, events=events, missed=False, chat={},
        )  # fmt: skip

    def _mine(self) -> tuple[messages.MineShown, ...]:
        return tuple(map(_shown, show_mine(self._table).values()))

    def _put(self, message: messages.ServerMessage) -> None:
        """Through the same reader as everything that comes from a hall."""
        received = read(msgspec.json.encode(message))
        assert received is not None
        self.put(received)


def _shown(mine: Mine[Any, Any]) -> messages.MineShown:
    return messages.MineShown(seat=mine.seat, secret=mine.secret, moves=folded_json(mine.options))


def names_for(seats: int, people: int, given: Sequence[str]) -> tuple[str, ...]:
    """People by the names they gave, bots by their own; no two have the same."""
    names = [clean_name(name) for name in given]
    if len(names) > people:
        raise refused("names-too-many", names=len(names), people=people)
    names += [login_name() if not names and people == 1 else f"Player {seat + 1}" for seat in range(len(names), people)]
    if len(set(names)) < len(names):
        raise refused("names-alike", name=max(names, key=names.count))
    free = [name for name in NAMES if name not in names]
    return (*names, *free[: seats - people])
