"""People at a table: what is told, what may be chosen, and what they do. Both faces are driven by it."""

from typing import NamedTuple, TypeAlias

import msgspec

from dicehall.cli.client.line import Line
from dicehall.cli.client.seen import News, Turn
from dicehall.cli.client.table import ClientTable
from dicehall.cli.shared.errors import HallRefused, Refused
from dicehall.cli.shared.words import say
from dicehall.cli.terminal import actions, status
from dicehall.cli.terminal.menu import Choice, InTournament, Item, Menu, Page, Predict, React, Way, Write
from dicehall.rules.values import Move, Seat
from dicehall.table.core import commands

MOST_BEHIND = 4
"""With more messages waiting than this, nothing is dwelt on."""


class Cover(NamedTuple):
    """The keyboard is handed to this seat's player; nobody else may see what comes next."""

    seat: Seat


Occasion: TypeAlias = Turn | Page | Cover


class Offer(NamedTuple):
    """What may be chosen now, and the occasion."""

    what: Occasion
    menu: Menu

    def same(self, other: "Offer | None") -> bool:
        """Whether the same can be chosen; what lies behind the items, and the title of a page, may differ."""
        return other is not None and self._looks() == other._looks()

    def _looks(self) -> object:
        items = [(item.key, item.label) for item in self.menu.items]
        return (None, sorted(items)) if isinstance(self.what, Page) else (self.what, items)


class Visit:
    def __init__(self, line: Line, table: ClientTable) -> None:
        self.line = line
        self.table = table
        self.notice = line.notice
        self.inbox = line.inbox
        self.page: Page | None = None
        """Opened by the person, on top of everything else."""
        self.hints = True
        """Whether the person is new here, and told how to answer."""
        self.left = False
        """Whether the person has given up the seat for good."""
        self._passed: set[tuple[int, Seat]] = set()
        """Seats that let the others go on, with the version of the table at which they did."""
        self._uncovered: tuple[int, Seat] | None = None

    async def wait(self) -> None:
        """Until there is something to hear, or something was typed."""
        await self.line.wait(idle=self.offer() is None)

    def hear(self) -> News:
        return self.table.hear(self.inbox.popleft())

    @property
    def over(self) -> bool:
        """Whether something else than this table is to be shown."""
        return False

    @property
    def may_dwell(self) -> bool:
        return len(self.inbox) <= MOST_BEHIND

    @property
    def turn(self) -> Turn | None:
        """The question that is put now."""
        version = self.table.version
        return next((turn for turn in self.table.turns if (version, turn.seat) not in self._passed), None)

    @property
    def eyes(self) -> Seat | None:
        """Whose turn is on the screen; None shows the table as everyone at this keyboard may see it."""
        turn = self.turn
        return None if turn is None or self.is_covered(turn) else turn.seat

    def is_covered(self, turn: Turn) -> bool:
        return self.table.has_shared_secrets and self._uncovered != (self.table.version, turn.seat)

    def offer(self) -> Offer | None:
        """The page that was opened, else the question of the game, else what may be done between games."""
        table, turn = self.table, self.turn
        if self.page is not None:
            return Offer(self.page, Menu(self.page.items))
        if turn is not None and self.is_covered(turn):
            return Offer(Cover(turn.seat), Menu([Item("", say("cover-keys"), Way.LOOK)]))
        if turn is not None:
            stoppable = table.hosting and table.open_ended
            return Offer(turn, Menu.of(turn.moves, table.narrator, due=turn.due, stoppable=stoppable))
        if table.playing or table.local or not table.connected:
            return None
        page = actions.lobby(table)
        return Offer(page, Menu(page.items))

    async def do(self, choice: Choice) -> None:
        """Whatever a menu offers; raises `Refused` in the words of the table."""
        version, seat = self.table.version, None if self.turn is None else self.turn.seat
        match choice:
            case Way.WAIT if seat is not None:
                self._passed = {(version, seat), *(passed for passed in self._passed if passed[0] == version)}
            case Way.LOOK if seat is not None:
                self._uncovered = (version, seat)
            case Way() | Page() | InTournament() | Write():
                pass  # the face's own business
            case Move() as move:
                await self.line.act(commands.MakeMoves((msgspec.to_builtins(move),)), version, seat)
            case commands.Throw() as throw:
                await self.line.act(throw, version, seat)
            case React(reaction):
                await self.line.react(reaction)
            case Predict(seat=whom, chips=chips, chance=chance):
                await self.line.predict(whom, chips, chance)
            case request:
                await self._request(request)
                self.left = isinstance(request, commands.Leave)

    async def _request(self, request: commands.Request) -> None:
        """The hall says how many are not ready; here they have names."""
        try:
            await self.line.act(request)
        except HallRefused as error:
            names = status.not_ready(self.table) if error.reason == "not_ready" else ""
            raise Refused(f"{names}.") if names else error from None
