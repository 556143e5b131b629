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

from dicehall.cli.client.news import News
from dicehall.cli.commands.main import Refused
from dicehall.cli.terminal import actions as deeds
from dicehall.cli.terminal import words
from dicehall.cli.terminal.boards.parts import colour, letter
from dicehall.cli.terminal.menu import Item, Page, Way
from dicehall.cli.terminal.screen import MenuApp, RulesScreen, dice_keys, menu_lines, on_enter
from dicehall.cli.terminal.visit import Offer, Visit
from dicehall.narrate.words import chosen, title
from dicehall.rules.catalog import find
from dicehall.rules.values import Seat
from dicehall.server.live.messages import LONGEST_CHAT
from dicehall.table.core.events import is_bot

KEYS = "/ chat · Tab menu · PgUp story · ? rules · Ctrl-C quits"
DICE_KEYS = "/ chat · Tab menu · Ctrl-C quits"
TALK_KEYS = "Enter says it · Esc does not"
ALARM = "bold #ff8a70"
MARKS = {"you": "you", "host": "host", "bot": "bot", "ready": "✓ ready", "not ready": "not ready"}


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
        self.asking = False
        self.looking = False
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

    @property
    def busy(self) -> bool:
        """While the hall is asked, and while something is looked at, no key is taken."""
        return self.asking or self.looking

    # What happens

    async def run_visit(self) -> None:
        while True:
            while self.visit.inbox and self.table.closed is None:
                await self.hear(self.visit.hear())
            if self.table.closed is not None:
                break
            self.show()
            await self.visit.wait()
        self.menu = self.offer = None
        self.stop_talking()

    async def hear(self, news: News) -> None:
        """Nothing is dropped; dice that were uncovered stay in sight for a moment."""
        if self.table.closed is None:
            self.listing = self.table.listing
        if news.sentences:
            self.refused = ""
        self.tell(news.sentences)
        if not news.look or not self.paced or not self.visit.may_dwell:
            return
        if news.uncovered is not None:
            self.paint(news.uncovered, self.notes(), self.table.seat)
        else:
            self.paint_table()
        self.looking, self.menu = True, None
        self.text("menu", Text("…", "dim"))
        await self.look(news.look)
        self.looking = False

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
            marked = self.menu.marked if self.menu else frozenset()
            self.paint(self.table.seen(marked=marked), self.notes(), self.table.seat)
        else:
            self.text("players", Group(*self.seated()))
            self.text("centre", Group(*self.invitation()))

    def headline(self) -> Text:
        """What matters most comes first, for the end of a long line is cut off."""
        shown, me = self.table.shown, self.table.me
        parts = [f"you are {self.table.name(me)}"] if me in self.table.people else []
        parts += ["locked"] if shown.locked else []
        parts += [self.table.narrator.text("watching", {"count": self.table.watching})] if self.table.watching else []
        parts += [chosen(shown.setting.options)] if shown.setting.options else []
        line = Text(f"{title(shown.setting.game)} · table {self.table.code}", no_wrap=True, overflow="ellipsis")
        if not self.table.connected:
            line.append(" · RECONNECTING …", ALARM)
        return line.append("".join(f" · {part}" for part in parts))

    def notes(self) -> dict[Seat, str]:
        shown = self.table.shown
        ready = {occupant.who for occupant in shown.seated if occupant.ready and not is_bot(occupant.who)}
        agreed = {seat: "✓" for seat, who in enumerate(shown.players) if self.table.over and who in ready}
        away = agreed | {seat: "away" for seat, who in enumerate(shown.players) if who in self.table.absent}
        return away | dict.fromkeys(shown.handed, "bot plays") | dict.fromkeys(shown.left, "left")

    def seated(self) -> list[Text]:
        """Before a game: who sits here, and who is ready."""
        rows = []
        for seat, occupant in enumerate(self.table.shown.seated):
            row = Text(no_wrap=True, overflow="ellipsis")
            row.append(f"  {letter(seat)} {self.table.name(occupant.who)[:11]:<11} ", colour(seat))
            marks = words.notes(self.table, occupant.who)
            if occupant.who == self.table.me and "not ready" in marks:
                marks.remove("not ready")  # there is no room for it, and the menu says so
            row.append(" ".join(MARKS.get(mark, mark) for mark in marks))
            rows.append(row)
        free = self.table.shown.setting.seats - len(self.table.shown.seated)
        return [*rows, Text(f"  {free} free {'seat' if free == 1 else 'seats'}", "dim")] if free else rows

    def invitation(self) -> list[Text]:
        """Before a game: what will be played, and how others come in."""
        shown = self.table.shown
        listing = find(shown.setting.game)
        lines = [
            Text(listing.sentence),
            Text(),
            Text("Others come in with"),
            Text(f"dicehall join {self.table.link}", "bold"),
            *([Text("Only this machine can come in.", "dim")] if words.is_lonely(self.table.link) else []),
            Text(f"{words.time_to_answer(shown.setting)}.", "dim"),
        ]
        return [*lines, *(Text(line) for line in words.in_words(self.table)[2:])]

    def show_menu(self) -> None:
        if self.table.closed is not None:
            self.text("menu", Text(self.table.closed, "bold"))
        elif self.menu is None or self.offer is None:
            self.text("menu", Text(words.waiting(self.table), "dim"))
        else:
            self.text("menu", Group(*menu_lines(self.menu, self.head(self.offer))))
        self.text("keys", Text(self.refused, ALARM) if self.refused else self.keys())

    def keys(self) -> str:
        if self.table.closed is not None:
            return "Enter or Ctrl-C quits"
        if self.talking:
            return TALK_KEYS
        if self.menu is not None and self.menu.dice:
            return f"{dice_keys(self.menu)} · {DICE_KEYS}"
        return f"{KEYS} (seat kept)" if self.table.occupant is not None else KEYS

    def head(self, offer: Offer) -> str:
        """Whose turn it is, how long yet, and what Enter would do."""
        if isinstance(offer.what, Page):
            return offer.what.title
        seat = offer.what.seat
        return f"{self.table.names[seat]}{words.clock_of(self.table, seat)}: {on_enter(offer.menu)}"

    def tick(self) -> None:
        """Clocks run."""
        if self.table.version >= 0 and self.table.closed is None and not self.busy:
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
        self.asking = True
        try:
            await deed
        except Refused as refused:
            self.refused = str(refused)
        finally:
            self.asking = False
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
        """While somebody types, a question mark is a question mark; at a table that is gone there is nothing to do."""
        if self.table.closed is not None and action in ("more", "talk", "close_page", "rules"):
            return False
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
