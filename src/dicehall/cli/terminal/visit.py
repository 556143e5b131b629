"""A person at a live table: what is told, what may be asked for, and how to come back. Both faces are driven by it."""

from typing import NamedTuple

import msgspec

from dicehall.cli.client.local import Asked
from dicehall.cli.client.news import News
from dicehall.cli.client.table import RemoteTable
from dicehall.cli.client.wire import Denied, Wire
from dicehall.cli.commands.main import Refused
from dicehall.cli.terminal import actions as deeds
from dicehall.cli.terminal import words
from dicehall.cli.terminal.menu import Choice, Gesture, Menu, Page, Way
from dicehall.rules.values import Move
from dicehall.table.core import commands


class Offer(NamedTuple):
    """What a person may choose from now."""

    what: Asked | Page
    menu: Menu

    def same(self, other: "Offer | None") -> bool:
        """Whether the same can be chosen; what lies behind the items, and the title of a page, may differ."""
        return other is not None and self._looks() == other._looks()

    def _looks(self) -> object:
        items = [(item.key, item.label) for item in self.menu.items]
        return (None, sorted(items)) if isinstance(self.what, Page) else (self.what, items)


MOST_BEHIND = 4
"""With more than so many messages waiting, nothing is dwelt on."""


class Visit:
    def __init__(self, wire: Wire, table: RemoteTable) -> None:
        self.wire = wire
        self.table = table
        self.stirred = wire.stirred
        self.inbox = wire.inbox
        self.page: Page | None = None
        """Opened by the person, on top of everything else."""
        self.left = False
        """Whether the person has gone for good."""
        self._passed = -1

    async def wait(self) -> None:
        """Until there is something to hear, or something was typed."""
        self.stirred.clear()
        await self.stirred.wait()

    def hear(self) -> News:
        return self.table.hear(self.inbox.popleft())

    @property
    def may_dwell(self) -> bool:
        return len(self.inbox) <= MOST_BEHIND

    @property
    def passed(self) -> bool:
        """Whether the person lets the others go on, at this version of the table."""
        return self._passed == self.table.version

    def offer(self) -> Offer | None:
        """The page that was opened, else the question of the game, else what may be done between games."""
        table = self.table
        asked = table.asked
        if self.page is not None:
            return Offer(self.page, Menu(self.page.items))
        if asked is not None and not self.passed:
            return Offer(asked, table.menu(asked))
        if table.playing or not table.connected:
            return None
        page = deeds.lobby(table)
        return Offer(page, Menu(page.items))

    async def say(self, text: str) -> None:
        await self.wire.say(text)

    async def do(self, choice: Choice) -> None:
        """Whatever a menu offers; what the hall will not do is `Refused` in its own words."""
        match choice:
            case Gesture.THROW:
                await self.wire.act(commands.Throw(), self.table.version)
            case Gesture.STOP:
                await self.wire.act(commands.StopMatch())
            case Gesture.WAIT:
                self._passed = self.table.version
            case Move() as move:
                await self.wire.act(commands.MakeMoves((msgspec.to_builtins(move),)), self.table.version)
            case Way() | Page():
                pass  # the face's own business
            case request:
                await self._request(request)
                self.left = isinstance(request, commands.Leave)

    async def _request(self, request: commands.Request) -> None:
        """The hall says how many are not ready; here they have names."""
        try:
            await self.wire.act(request)
        except Denied as denied:
            names = words.not_ready(self.table) if denied.reason == "not_ready" else ""
            raise Refused(f"{names}.") if names else denied from None
