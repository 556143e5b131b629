"""A live table line by line: for pipes, screen readers and plain terminals."""

import asyncio
import contextlib
import os
import sys
import threading
from collections import deque
from collections.abc import Coroutine
from typing import Any

from dicehall.cli.client.local import Asked
from dicehall.cli.client.table import RemoteTable
from dicehall.cli.commands.main import Refused
from dicehall.cli.shared.rulebook import rules_page
from dicehall.cli.terminal import actions as deeds
from dicehall.cli.terminal import words
from dicehall.cli.terminal.boards import board_of
from dicehall.cli.terminal.menu import Item, Menu, Page, Way
from dicehall.cli.terminal.plain import Say, menu_lines, not_an_option
from dicehall.cli.terminal.visit import Offer, Visit

HOW = (
    "Answer with a key and Enter. ? prints the rules, Ctrl-C quits and keeps the seat.",
    "/hello says hello to the table, table shows it, more opens its menu.",
)
RECENT = 10
"""How many sentences somebody who comes in hears of what was before."""


class PlainVisit:
    """Says what happens, asks what may be asked, and hears what is typed at any time."""

    def __init__(self, visit: Visit, say: Say = print) -> None:
        self.visit = visit
        self.table: RemoteTable = visit.table
        self.say = say
        self.lines: deque[str] = deque()
        self.ended = False
        self.menu: Menu | None = None
        self.offered: Offer | None = None
        """What was offered last, so that nothing is offered twice."""
        self.asked_after = -1
        """How much of the game was played at the last question."""
        self.stood = ""
        """What was said last of whom we wait for."""
        self.interactive = sys.stdin.isatty()

    async def run(self) -> None:
        """Until the person goes, the input ends, or the table is closed."""
        for line in HOW:
            self.say(line)
        first = True
        while True:
            while self.visit.inbox:
                await self._hear(recent=first)
                first = False
            if self.table.closed is not None:
                return
            self._offer()
            if self.lines and (self.menu is not None or self.interactive or is_word(self.lines[0])):
                if await self._typed(self.lines.popleft().strip()):
                    return
            elif self.ended and not self.lines:
                self.say("The input has ended.")
                return
            else:
                await self.visit.wait()

    async def _hear(self, *, recent: bool) -> None:
        """A question that was asked before is asked anew only if it has changed."""
        news = self.visit.hear()
        for sentence in news.sentences[-RECENT:] if recent else news.sentences:
            self.say(sentence)
        if sys.stdout.isatty() and self.visit.may_dwell:
            await asyncio.sleep(news.look)

    def _offer(self) -> None:
        """The table and what may be done at it, where that is new; and for whom we wait."""
        offer = self.visit.offer()
        self.menu = None if offer is None else offer.menu
        played = len(self.table.history)
        due = offer is not None and isinstance(offer.what, Asked) and offer.what.due
        if offer is None:
            self.offered = None
        elif not offer.same(self.offered) or (due and played != self.asked_after):
            self.offered, self.asked_after = offer, played
            for line in (*self._title(offer), *(f"  {line}" for line in menu_lines(offer.menu))):
                self.say(line)
        self._stand(asked=due)

    def _stand(self, *, asked: bool) -> None:
        """For whom we wait, once it is somebody else; bots are quicker than that line."""
        stands = "" if asked else words.awaited_people(self.table) if self.table.playing else words.standing(self.table)
        if stands and stands != self.stood:
            self.say(stands if stands.endswith("?") else f"{stands}.")
        self.stood = stands

    def _title(self, offer: Offer) -> list[str]:
        if isinstance(offer.what, Asked):
            return ["", *board_of(self.table.listing.name).spoken(self.table.seen()), *self._my_turn()]
        if self.visit.page is None:
            return ["", *words.in_words(self.table)]
        return [offer.what.title if offer.what.title.endswith("?") else f"{offer.what.title}:"]

    def _my_turn(self) -> list[str]:
        seat = self.table.seat
        assert seat is not None
        return [f"{self.table.names[seat]}{words.clock_of(self.table, seat)}, it is for you to say:"]

    async def _typed(self, typed: str) -> bool:
        """Whether that was the last thing to do here."""
        match typed:
            case "?":
                self.say(rules_page(self.table.listing))
            case "table":
                self._look()
            case "more":
                self.visit.page = deeds.more(self.table) if self.table.playing else None
                self.offered = None
            case _ if typed.startswith("/"):
                await self._try(self.visit.say(typed[1:]))
            case _ if self.menu is None:
                self.say(words.waiting(self.table))
            case _:
                return await self._choose(typed, self.menu)
        return False

    async def _choose(self, typed: str, menu: Menu) -> bool:
        item = menu.find(typed) if typed else menu.items[0] if len(menu.items) == 1 else None
        if item is None:
            not_an_option(typed, menu, self.say)
            return False
        return await self._take(item)

    async def _take(self, item: Item) -> bool:
        self.visit.page, self.menu, self.offered = None, None, None
        match item.choice:
            case Way.QUIT:
                return True
            case Way.BACK:
                pass
            case Page() as page:
                self.visit.page = page
            case choice:
                await self._try(self.visit.do(choice))
        return self.visit.left

    async def _try(self, deed: Coroutine[Any, Any, None]) -> None:
        try:
            await deed
        except Refused as refused:
            self.say(str(refused))

    def _look(self) -> None:
        self.say("")
        for line in words.in_words(self.table):
            self.say(line)
        self.say(self.table.narrator.text("watching", {"count": self.table.watching}).capitalize() + ".")
        if self.table.view is not None:
            for line in board_of(self.table.listing.name).spoken(self.table.seen()):
                self.say(line)
        if self.table.playing:
            self.say(words.waiting(self.table))

    # What is typed

    def listen(self) -> None:
        """A thread reads the input, for there is no other way to wait for every kind of it."""
        loop = asyncio.get_running_loop()

        def read() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody listens any more
                while (line := read_line()) is not None:
                    loop.call_soon_threadsafe(self._heard, line)
                loop.call_soon_threadsafe(self._heard, None)

        threading.Thread(target=read, daemon=True).start()

    def _heard(self, line: str | None) -> None:
        if line is None:
            self.ended = True
        else:
            self.lines.append(line)
        self.visit.stirred.set()


def read_line() -> str | None:
    """Without a buffer that would keep the next lines, or a lock that would be held at the end; None at the end."""
    line = b""
    with contextlib.suppress(OSError):  # a terminal that was closed has nothing more to say
        while (byte := os.read(sys.stdin.fileno(), 1)) not in (b"", b"\n"):
            line += byte
        if line or byte:
            return line.decode(errors="replace")
    return None


def is_word(line: str) -> bool:
    """Whether this means the same at any time."""
    return line.strip() in ("?", "table", "more") or line.startswith("/")
