"""A live table as a full screen: the same as for a table on this machine, with those who come, go, wait and talk."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from time import monotonic
from typing import Any, ClassVar

from rich.console import Group
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from dicehall.cli import deeds
from dicehall.cli.boards.parts import colour, letter
from dicehall.cli.main import Refused
from dicehall.cli.menu import Item, Page, Way
from dicehall.cli.news import News
from dicehall.cli.screen import MenuApp, RulesScreen, menu_lines
from dicehall.cli.visit import Offer, Visit
from dicehall.narrate.words import chosen, duration, title
from dicehall.rules.catalog import find
from dicehall.rules.values import Seat
from dicehall.server.messages import LONGEST_CHAT

KEYS = "/ talk · Tab table · ? rules · Ctrl-C goes"
TALK_KEYS = "Enter says it · Esc does not"
ALARM = "bold #ff8a70"
MARKS = {"you": "you", "owner": "owner", "bot": "bot", "ready": "✓ ready", "not ready": "not ready"}


class LiveApp(MenuApp):
    """One person at one table of a hall."""

    CSS = MenuApp.CSS + "#talk { display: none; height: 1; border: none; padding: 0 1; background: #24382f; }"
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "more", priority=True),
        Binding("slash", "talk"),
        Binding("escape", "close_page"),
    ]

    def __init__(self, visit: Visit, *, paced: bool = True) -> None:
        super().__init__()
        self.visit = visit
        self.table = visit.table
        self.paced = paced
        self.offer: Offer | None = None
        self.busy = False
        """While the hall is asked, and while something is looked at, no key is taken."""
        self.refused = ""
        self.talking = False

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Input(id="talk", placeholder="Say something to the table", max_length=LONGEST_CHAT)

    def on_mount(self) -> None:
        self.run_worker(self.run_visit())
        self.set_interval(1.0, self.tick)

    def told_to_stop(self, number: int) -> None:
        """A terminal that is gone needs no farewell, and Textual may wait for it for ever; the seat is kept anyway."""
        if number == signal.SIGHUP:
            os._exit(128 + number)
        super().told_to_stop(number)

    # What happens

    async def run_visit(self) -> None:
        while self.table.closed is None:
            while self.visit.inbox:
                await self.hear(self.visit.hear())
            self.listing = self.table.listing
            self.show()
            await self.visit.wait()
        self.menu = self.offer = None
        self.text("menu", Text(self.table.closed, "bold"))
        self.text("keys", "Enter or Ctrl-C leaves")
        self.busy = False

    async def hear(self, news: News) -> None:
        """Nothing is dropped; dice that were uncovered stay in sight for a moment."""
        self.listing = self.table.listing
        self.tell(news.sentences)
        if not news.look or not self.paced or not self.visit.may_dwell:
            return
        if news.uncovered is not None:
            self.paint(news.uncovered, self.notes())
        else:
            self.paint_table()
        self.busy, self.menu = True, None
        self.text("menu", Text("…", "dim"))
        await self.look(news.look)
        self.busy = False

    async def look(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    # What is seen

    def show(self) -> None:
        """The table, and what may be done: a menu that has not changed keeps its light and its marks."""
        offer = self.visit.offer()
        if offer is not None and self.menu is not None and offer.same(self.offer):
            offer.menu.look_like(self.menu)
        else:
            self.asked_at = monotonic()
        self.offer, self.menu = offer, None if offer is None else offer.menu
        self.paint_table()
        self.show_menu()
        self.call_after_refresh(self.story().scroll_end, animate=False)

    def paint_table(self) -> None:
        self.text("title", self.headline())
        if self.table.view is not None:
            self.paint(self.table.seen(marked=self.menu.marked if self.menu else frozenset()), self.notes())
        else:
            self.text("players", Group(*self.chairs()))
            self.text("centre", Group(*self.invitation()))

    def headline(self) -> Text:
        shown = self.table.shown
        words = [title(shown.setting.game), f"table {self.table.code}"]
        words += [chosen(shown.setting.options)] if shown.setting.options else []
        words += ["locked"] if shown.locked else []
        words += [self.table.narrator.text("watching", {"count": self.table.watching})] if self.table.watching else []
        line = Text(" · ".join(words), no_wrap=True, overflow="ellipsis")
        return line if self.table.connected else line.append(" · RECONNECTING …", ALARM)

    def notes(self) -> dict[Seat, str]:
        shown = self.table.shown
        away = {seat: "away" for seat, who in enumerate(shown.seats) if who in self.table.absent}
        return away | dict.fromkeys(shown.handed, "bot plays") | dict.fromkeys(shown.left, "left")

    def chairs(self) -> list[Text]:
        """Before a game: who sits here, and who is ready."""
        rows = []
        for seat, chair in enumerate(self.table.shown.chairs):
            row = Text(no_wrap=True, overflow="ellipsis")
            row.append(f"  {letter(seat)} {self.table.name(chair.who)[:11]:<11} ", colour(seat))
            row.append(" ".join(MARKS.get(note, note) for note in deeds.notes(self.table, chair.who)))
            rows.append(row)
        free = self.table.shown.setting.seats - len(self.table.shown.chairs)
        return [*rows, Text(f"  {free} free {'seat' if free == 1 else 'seats'}", "dim")] if free else rows

    def invitation(self) -> list[Text]:
        """Before a game: what will be played, and how others come in."""
        shown = self.table.shown
        listing = find(shown.setting.game)
        lines = [
            Text(listing.sentence),
            Text(),
            Text("Others come in by the code ").append(self.table.code, "bold #d8a94a").append(" or the link"),
            Text(self.table.link, "bold"),
            Text(f"{duration(shown.setting.clock, 'en_GB')} to answer", "dim"),
        ]
        return [*lines, *(Text(line) for line in deeds.in_words(self.table)[2:])]

    def show_menu(self) -> None:
        if self.menu is None or self.offer is None:
            self.text("menu", Text(deeds.waiting(self.table), "dim"))
        else:
            self.text("menu", Group(*menu_lines(self.menu, self.head(self.offer))))
        self.text("keys", Text(self.refused, ALARM) if self.refused else self.keys())

    def keys(self) -> str:
        if self.talking:
            return TALK_KEYS
        if self.menu is None:
            return KEYS
        return (
            f"1-{self.menu.dice} marks a die · Enter throws · {KEYS}" if self.menu.dice else f"Enter takes it · {KEYS}"
        )

    def head(self, offer: Offer) -> str:
        """Whose turn it is, and how long yet."""
        if isinstance(offer.what, Page):
            return offer.what.title
        return self.table.names[offer.what.seat] + deeds.clock_of(self.table, offer.what.seat)

    def tick(self) -> None:
        """Clocks run."""
        if self.table.version >= 0 and self.table.closed is None and not self.busy and not self.refused:
            if self.table.view is None:
                self.paint_table()
            self.show_menu()

    # What is pressed

    def listens(self) -> bool:
        return not self.busy and not self.talking

    def chosen(self, item: Item | None) -> None:
        self.refused = ""
        if self.table.closed is not None:
            self.exit()
        elif item is None:
            self.paint_table()
            self.show_menu()
        else:
            self.take(item)

    def take(self, item: Item) -> None:
        self.visit.page = self.menu = None
        match item.choice:
            case Way.QUIT:
                self.exit()
            case Way.BACK:
                self.show()
            case Page() as page:
                self.visit.page = page
                self.show()
            case choice:
                self.run_worker(self.try_to(self.visit.do(choice)))

    async def try_to(self, deed: Coroutine[Any, Any, None]) -> None:
        self.busy = True
        try:
            await deed
        except Refused as refused:
            self.refused = str(refused)
        finally:
            self.busy = False
            self.visit.stirred.set()
        if self.visit.left:
            self.exit()

    def action_more(self) -> None:
        """What may be done besides playing, and back."""
        if isinstance(self.screen, RulesScreen):
            return
        self.visit.page = deeds.more(self.table) if self.visit.page is None and self.table.playing else None
        self.menu = None
        self.visit.stirred.set()

    def action_close_page(self) -> None:
        if self.talking:
            self.stop_talking()
        else:
            self.visit.page = self.menu = None
            self.visit.stirred.set()

    # Talking

    def talk(self) -> Input:
        return self.screen_stack[0].query_one("#talk", Input)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While somebody types, a question mark is a question mark."""
        return not (self.talking and action in ("rules", "more", "talk"))

    def action_talk(self) -> None:
        self.talking = self.talk().display = True
        self.talk().focus()
        self.show_menu()

    def stop_talking(self) -> None:
        self.talk().value = ""
        self.talking = self.talk().display = False
        self.set_focus(None)
        self.show_menu()

    @on(Input.Submitted)
    def on_said(self, said: Input.Submitted) -> None:
        text = said.value.strip()
        self.stop_talking()
        if text:
            self.run_worker(self.try_to(self.visit.say(text)))
