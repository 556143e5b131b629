"""A table line by line: for pipes, screen readers and plain terminals."""

import asyncio
import os
import sys
import termios
from collections.abc import Coroutine
from shutil import get_terminal_size
from typing import Any

from dicehall.cli.client.reactions import REACTIONS
from dicehall.cli.client.seen import Turn
from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.rulebook import rules_page
from dicehall.cli.shared.words import say
from dicehall.cli.terminal import actions, nights, status
from dicehall.cli.terminal.boards import board_of
from dicehall.cli.terminal.menu import Item, Menu, Page, Way, Write
from dicehall.cli.terminal.typed import Typed
from dicehall.cli.terminal.visit import Cover, Offer, Visit
from dicehall.rules.errors import RulesError
from dicehall.rules.values import Seat
from dicehall.rules.wording import ranges, sentence

LONG = 1.0
"""Seconds."""
RECENT = 10
"""How many sentences of what happened before a newcomer is told."""
CLEAR = "\033[H\033[2J\033[3J"
"""Empties the screen and what could be scrolled back to."""


class PlainFace:
    """Says what happens, asks what may be asked, and hears what is typed at any time."""

    def __init__(self, visit: Visit, typed: Typed) -> None:
        self.visit = visit
        self.table = visit.table
        self.typed = typed
        self.lines = typed.lines
        self.offered: Offer | None = None
        """What was offered last, so that nothing is offered twice."""
        self.menu: Menu | None = None
        self.wanted: Write | None = None
        """What the next line is for, if it is no key of the menu."""
        self.asked_after = -1
        """How much of the game was played at the last question."""
        self.stood = ""
        """The last line about who is awaited."""
        self.missed: dict[Seat, list[str]] = {}
        """What players have not read yet whose screen is cleared between turns."""
        self.interactive = sys.stdin.isatty()

    async def run(self) -> None:
        """Until the person goes, the input ends, or the table is closed."""
        self.typed.listen(self.visit.notice)
        first = hint = True
        if self.visit.hints:
            print(say("how-local" if self.table.local else "how-hall"))
        if self.visit.hints and not self.table.local and self.table.shows_reactions:
            print(say("how-react"))
        while True:
            while self.visit.inbox:
                await self._hear(recent=first)
                first = False
            if self.visit.over or self.table.closed is not None:
                return
            if hint and self.table.version >= 0 and self.table.shows_odds:
                hint = False
                print(say("how-odds"))
            self._offer()
            if self.lines and self._may_answer(self.lines[0]):
                if await self._typed(self.lines.popleft().strip()):
                    return
            elif self.typed.ended and not self.lines and (self.menu is not None or not self.table.local):
                print(say("input-ended"))
                return
            else:
                await self.visit.wait()

    async def _hear(self, *, recent: bool) -> None:
        news = self.visit.hear()
        for line in news.sentences[-RECENT:] if recent else news.sentences:
            print(line)
        if news.passing:
            print(f"({news.passing})")
        if self.table.closed is None and self.table.has_shared_secrets:
            for seat in self.table.seats:
                self.missed.setdefault(seat, []).extend(news.sentences)
        if sys.stdout.isatty() and self.visit.may_dwell:
            await asyncio.sleep(news.look)

    # What is asked

    def _offer(self) -> None:
        """The table and what may be done at it, where that is new; and who is awaited."""
        if self.wanted is not None:
            return
        offer = self.visit.offer()
        self.menu = None if offer is None else offer.menu
        played = len(self.table.history)
        due = offer is not None and (isinstance(offer.what, Cover) or (isinstance(offer.what, Turn) and offer.what.due))
        if offer is None:
            self.offered = None
        elif not offer.same(self.offered) or (due and played != self.asked_after):
            self.offered, self.asked_after = offer, played
            for line in self._question(offer):
                print(line)
        if not self.table.local:
            self._stand(asked=due)

    def _stand(self, *, asked: bool) -> None:
        """Who is awaited, when that changes; bots are quicker than that line."""
        if asked:
            stands = ""
        elif self.table.playing:
            stands = status.awaited_people(self.table)
        else:
            stands = status.standing(self.table)
        if stands and stands != self.stood:
            print(stands if stands.endswith("?") else f"{stands}.")
        self.stood = stands

    def _question(self, offer: Offer) -> list[str]:
        """A question that was put before is repeated only if it has changed."""
        match offer.what:
            case Cover(seat):
                self._clear()
                return [say("cover", name=self.table.names[seat])]
            case Turn(seat):
                name, time = self.table.names[seat], status.clock_of(self.table, seat)
                board = board_of(self.table.listing.name).spoken(self.table.seen(seat))
                title = [*self.missed.pop(seat, ()), "", *board, say("your-move", name=name, time=time)]
            case Page(title=heading) if self.visit.page is not None:
                title = [heading if heading.endswith("?") else f"{heading}:"]
            case _:
                title = ["", *nights.at_table(self.table), *status.in_words(self.table)]
        return [*title, *(f"  {line}" for line in menu_lines(offer.menu))]

    def _clear(self) -> None:
        """Nothing of one player's screen stays in sight of the next; what was typed too early is not for them."""
        if self.interactive:
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
            self.lines.clear()
        if sys.stdout.isatty():
            dumb = os.environ.get("TERM", "dumb") == "dumb"
            print("\n" * max(60, get_terminal_size().lines) if dumb else CLEAR)

    # What is typed

    def _may_answer(self, line: str) -> bool:
        """Lines of a pipe wait for their question; at a table in a hall you are told who is awaited instead."""
        waits = self.table.local or not self.interactive
        return self.menu is not None or self.wanted is not None or not waits or self._is_word(line)

    def _is_word(self, line: str) -> bool:
        """Whether this means the same at any time."""
        word, begins = line.strip(), ("/", "!") if self.table.shows_reactions else ("/",)
        if word == "%":
            return self.table.shows_odds
        return word == "?" or (not self.table.local and (word in ("table", "more") or line.startswith(begins)))

    async def _typed(self, typed: str) -> bool:
        """Whether that was the last thing to do here."""
        if self.wanted is not None:
            item, self.wanted = led_to(self.wanted, typed), None
            return item is not None and await self._take(item)
        if self._is_word(typed):
            await self._word(typed)
        elif self.menu is None:
            print(status.waiting(self.table))
        else:
            item = self._item(typed, self.menu)
            if item is not None:
                return await self._take(item)
            print(say("not-an-option", typed=typed or say("nothing")))
            for line in menu_lines(self.menu):
                print(f"  {line}")
        return False

    async def _word(self, word: str) -> None:
        match word:
            case "?":
                print(rules_page(self.table.listing))
            case "%":
                await self._try(self.visit.line.odds())
            case "table":
                self._look()
            case "more":
                self.visit.page = actions.more(self.table) if self.table.playing else None
                self.offered = None
            case _ if word.startswith("!"):
                await self._react(word[1:].strip().casefold())
            case _:
                await self._try(self.visit.line.say(word[1:]))

    async def _react(self, word: str) -> None:
        reaction = next((known for known in REACTIONS if known == word), None)
        if reaction is not None:
            await self._try(self.visit.line.react(reaction))
        else:
            print(say("reaction-unknown", reactions=", ".join(f"!{known}" for known in REACTIONS)))

    def _item(self, typed: str, menu: Menu) -> Item | None:
        """A single item is taken by Enter alone, and whatever was typed uncovers."""
        if self.offered is not None and isinstance(self.offered.what, Cover):
            return menu.items[0]
        return menu.find(typed) if typed else menu.items[0] if len(menu.items) == 1 else None

    async def _take(self, item: Item) -> bool:
        answered = self.offered is not None and isinstance(self.offered.what, Turn)
        self.visit.page, self.menu, self.offered = None, None, None
        match item.choice:
            case Way.QUIT:
                return True
            case Way.BACK:
                pass
            case Page() as page:
                self.visit.page = page
            case Write() as wanted:
                self.wanted = wanted
                print(f"{wanted.question}:")
            case choice:
                if answered and self.table.has_shared_secrets:
                    self._clear()
                await self._try(self.visit.do(choice))
        return self.visit.left

    async def _try(self, command: Coroutine[Any, Any, None]) -> None:
        """If the answer is long in coming, the table may say why."""
        asked = asyncio.create_task(command)
        try:
            while not (await asyncio.wait({asked}, timeout=LONG))[0]:
                while self.visit.inbox:
                    await self._hear(recent=False)
            await asked
        except Refused as error:
            print(str(error))
        finally:
            asked.cancel()

    def _look(self) -> None:
        print("")
        for line in (*nights.at_table(self.table), *status.in_words(self.table)):
            print(line)
        print(self.table.narrator.text("watching", {"count": self.table.watching}).capitalize() + ".")
        if self.table.view is not None:
            for line in board_of(self.table.listing.name).spoken(self.table.seen()):
                print(line)
        if self.table.playing:
            print(status.waiting(self.table))


def led_to(wanted: Write, typed: str) -> Item | None:
    """What was written becomes a choice; an empty line goes back, and what cannot be is said."""
    try:
        return Item("", typed, wanted.then(typed)) if typed else None
    except RulesError as error:
        print(sentence(error))
        return None


def menu_lines(menu: Menu) -> list[str]:
    """A line for each word, one for all numbers, one for the dice."""
    lines = [f"{item.key}  {item.label}" for item in menu.words]
    if menu.numbers:
        first = menu.numbers[0]
        numbers = ", ".join(ranges([int(item.key) for item in menu.numbers])).replace("..", f" {say('to')} ")
        lines.append(f"{first.label.removesuffix(first.key)}{numbers}")
    if menu.dice:
        lines.append(say("dice-choice", dice=menu.dice))
    return lines
