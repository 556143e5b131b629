"""A table as a full screen: players, dice, the story, and what you may do."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from time import monotonic
from typing import Any, ClassVar

from rich.console import Group
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, MarkdownViewer

from dicehall.cli.client.reactions import SHOWN
from dicehall.cli.client.seen import News, Seen
from dicehall.cli.shared.addresses import is_this_machine
from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.words import say
from dicehall.cli.terminal import actions, badges, nights, status
from dicehall.cli.terminal.base_screen import RulesScreen, padded, reaction_mark
from dicehall.cli.terminal.boards.parts import BRASS, colour, letter
from dicehall.cli.terminal.choosing_screen import ChoosingScreen
from dicehall.cli.terminal.menu import Page
from dicehall.cli.terminal.menu_lines import dice_keys, menu_lines, on_enter, press
from dicehall.cli.terminal.visit import Cover, Offer, Visit
from dicehall.names.clean import clean
from dicehall.narrate.words import chosen, title
from dicehall.rules.catalog import find
from dicehall.rules.values import Seat
from dicehall.server.live.client_messages import LONGEST_CHAT
from dicehall.table.core.events import is_bot

ALARM = "bold #ff8a70"
DOUBLE_TAP = 0.25
"""Seconds: an Enter that comes this soon after a new question was meant for the one before."""
OF_A_HALL = frozenset(("more", "talk", "react", "odds", "close_page"))
"""What a table inside this program does not have."""


class TableScreen(ChoosingScreen):
    """One table, in a hall or inside this program, for the people at this keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_story(-1)", priority=True),
        Binding("pagedown", "scroll_story(1)", priority=True),
        Binding("tab", "more", priority=True),
        Binding("slash", "talk"),
        Binding("exclamation_mark", "react"),
        Binding("percent_sign", "odds"),
        Binding("escape", "close_page"),
    ]

    def __init__(self, visit: Visit, *, paced: bool = True) -> None:
        """Without a pace nothing is waited for."""
        super().__init__(visit)
        self.visit = visit
        self.table = visit.table
        self.paced = paced
        self.offer: Offer | None = None
        self.asked_at = 0.0
        self.looking = False
        self.talking = False

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Input(id="talk", placeholder=say("chat-placeholder"), max_length=LONGEST_CHAT)

    def on_mount(self) -> None:
        self.run_worker(self.run_visit())
        if not self.table.local:
            self.set_interval(1.0, self.tick)

    def told_to_stop(self, number: int) -> None:
        """Textual may wait for ever for a terminal that is gone; the hall keeps the seat anyway."""
        if number == signal.SIGHUP and not self.table.local:
            os._exit(128 + number)
        super().told_to_stop(number)

    def on_resize(self, _event: events.Resize) -> None:
        if self.table.version >= 0 and not self.busy:
            self.call_after_refresh(self.paint_table)

    @property
    def busy(self) -> bool:
        """While the table is asked, and while something is looked at, no key is taken."""
        return self.asking or self.looking

    # What happens

    async def run_visit(self) -> None:
        while True:
            while self.visit.inbox and self.table.closed is None:
                await self.hear(self.visit.hear())
            if self.visit.over:
                self.exit()
                return
            if self.table.closed is not None:
                break
            self.show()
            await self.visit.wait()
        self.menu = self.offer = None
        if self.table.local:
            self.paint_table()
        self.stop_talking()

    async def hear(self, news: News) -> None:
        """Nothing is dropped; dice that were uncovered stay in sight for a moment."""
        if self.table.closed is None:
            self.listing = self.table.listing
        if news.sentences:
            self.refused = ""
        for sentence in news.sentences:
            self.told.append(Text(sentence))
            self.story().write(self.told[-1], scroll_end=True)
        if news.passing:
            self.set_timer(SHOWN, self.fade)
        if not news.look or not self.paced or not self.visit.may_dwell:
            return
        if news.uncovered is not None:
            self.paint_seen(news.uncovered)
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
            self.paint_seen(self.table.seen(self.visit.eyes, marked))
        else:
            self.text("players", Group(*self.seated()))
            self.text("centre", Group(*self.invitation()))

    def paint_seen(self, seen: Seen) -> None:
        self.paint(
            seen, self.notes(), self.table.seat, self.marks(), badges.by_seat(self.table), badges.legend(self.table)
        )

    def headline(self) -> Text:
        """What matters most comes first, because the end of a long line is cut off."""
        shown, me, options = self.table.shown, self.table.me, self.table.shown.setting.options
        parts = [title(shown.setting.game)]
        line = Text(no_wrap=True, overflow="ellipsis")
        if self.table.local:
            return line.append(" · ".join([*parts, *([chosen(options)] if options else [])]))
        if shown.fixture is not None:
            parts.append(say("fixture-of", title=shown.fixture.title, round=shown.fixture.round))
        elif shown.night is not None:
            parts.append(clean(shown.night.title))
        line.append(" · ".join([*parts, say("table-code", code=self.table.code)]))
        if not self.table.connected:
            line.append(f" · {say('headline-reconnecting')}", ALARM)
        sitting = (*shown.players, *(seated.who for seated in shown.seated))
        for who, mark in self.table.reactions.marks().items():
            if who not in sitting:
                line.append(f" · {say('reacted', name=self.table.name(who), mark=mark)}", "italic")
        parts = [say("you-are", name=self.table.name(me))] if me is not None and me in self.table.people else []
        parts += [say("locked")] if shown.locked else []
        parts += [self.table.narrator.text("watching", {"count": self.table.watching})] if self.table.watching else []
        parts += [chosen(options)] if options else []
        return line.append("".join(f" · {part}" for part in parts))

    def marks(self) -> dict[Seat, str]:
        """The reactions of the players."""
        marks = self.table.reactions.marks()
        return {seat: marks[who] for seat, who in enumerate(self.table.shown.players) if who in marks}

    def notes(self) -> dict[Seat, str]:
        shown = self.table.shown
        ready = {seated.who for seated in shown.seated if seated.ready and not is_bot(seated.who)}
        agreed = {seat: "✓" for seat, who in enumerate(shown.players) if self.table.over and who in ready}
        away = {seat: say("note-away") for seat, who in enumerate(shown.players) if who in self.table.absent}
        handed = dict.fromkeys(shown.handed, say("note-bot"))
        return {} if self.table.local else agreed | away | handed | dict.fromkeys(shown.left, say("note-left"))

    def seated(self) -> list[Text]:
        """Before a game: who sits here, and who is ready."""
        rows, reactions, worn = [], self.table.reactions.marks(), badges.by_seat(self.table)
        roomy = self.makes_room(worn)
        for seat, seated in enumerate(self.table.shown.seated):
            row = Text(no_wrap=True, overflow="ellipsis")
            row.append(" ").append_text(badges.mark(worn.get(seat)))
            row.append(f"{letter(seat)} {self.table.name(seated.who)[:11]:<11} ", colour(seat))
            if roomy:
                row.append_text(padded(badges.beside(roomy.get(seat))))
            row.append_text(reaction_mark(reactions.get(seated.who, "")))
            rows.append(row.append(" ".join(status.marks(self.table, seated.who, short=True))))
        free = self.table.shown.setting.seats - len(self.table.shown.seated)
        return [*rows, Text(f"  {say('seats-free', count=free)}", "dim")] if free else rows

    def invitation(self) -> list[Text]:
        """Before a game: what will be played, and how others come in."""
        shown = self.table.shown
        evening = [Text(line, BRASS if at == 0 else "") for at, line in enumerate(nights.at_table(self.table))]
        if shown.fixture is not None:
            return [
                *evening,
                Text(find(shown.setting.game).sentence),
                Text(),
                Text(status.in_words(self.table)[0], "bold"),
                Text(f"{status.time_to_answer(shown.setting)}.", "dim"),
                *badges.legend(self.table),
            ]
        only = [Text(say("only-this-machine"), "dim")] if is_this_machine(self.table.link) else []
        return [
            *evening,
            Text(find(shown.setting.game).sentence),
            Text(),
            Text(say("others-join")),
            Text(f"dicehall join {self.table.invitation}", "bold"),
            *only,
            Text(f"{status.time_to_answer(shown.setting)}.", "dim"),
            *(Text(line) for line in status.in_words(self.table)[2:]),
            *badges.legend(self.table),
        ]

    def show_menu(self) -> None:
        if self.table.closed is not None:
            self.text("menu", Text(self.table.closed, "bold"))
        elif self.menu is None or self.offer is None:
            self.text("menu", Text(status.waiting(self.table), "dim"))
        elif isinstance(self.offer.what, Cover):
            self.text("menu", Text(say("cover-screen", name=self.table.names[self.offer.what.seat]), "bold"))
        else:
            self.text("menu", Group(*menu_lines(self.menu, self.head(self.offer))))
        self.text("keys", Text(self.refused, ALARM) if self.refused else self.keys())

    def keys(self) -> str:
        local = self.table.local
        if self.table.closed is not None:
            return say("keys-closed-local" if local else "keys-closed")
        if self.talking:
            return say("keys-talk")
        if self.offer is not None and isinstance(self.offer.what, Cover):
            return say("cover-keys")
        if self.menu is not None and self.menu.dice:
            return f"{dice_keys(self.menu)} · {say('keys-local' if local else 'keys-with-dice')}"
        if local:
            return say("keys-local") if self.menu is None else say("keys-local-turn", always=say("keys-local"))
        react = say("keys-react") if self.table.may_react else ""
        react += say("keys-odds") if self.table.shows_odds else ""
        return say("keys-seated" if self.table.seated is not None else "keys-watching", react=react)

    def head(self, offer: Offer) -> str:
        """Whose turn it is, how long yet, and what Enter would do."""
        if isinstance(offer.what, Page):
            return offer.what.title
        seat = offer.what.seat
        return f"{self.table.names[seat]}{status.clock_of(self.table, seat)}: {on_enter(offer.menu)}"

    def fade(self) -> None:
        """A reaction is over."""
        if self.table.closed is None and not self.looking:
            self.paint_table()

    def tick(self) -> None:
        """Clocks run."""
        if self.visit.over:
            self.visit.notice.set()
        if self.is_standing and self.table.version >= 0 and self.table.closed is None and not self.busy:
            if self.table.view is None:
                self.paint_table()
            self.show_menu()

    # What is pressed

    def listens(self) -> bool:
        """Whether a key means anything now."""
        return not self.busy and not self.talking

    def on_key(self, event: events.Key) -> None:
        if self.is_covered or not self.listens():
            return
        if event.key == "enter" and monotonic() - self.asked_at < DOUBLE_TAP and self.paced:
            return
        item = None if self.menu is None else press(self.menu, event)
        if item is None and (event.key == "enter") != (self.menu is None):
            return  # Enter chose nothing, or there is no menu for another key
        self.refused = ""
        if self.table.closed is not None:
            self.exit()
        elif item is None:
            self.paint_table()
            self.show_menu()
        else:
            self.take(item)

    async def try_to(self, command: Coroutine[Any, Any, None]) -> None:
        await super().try_to(command)
        if self.visit.left:
            self.exit()

    def action_scroll_story(self, pages: int) -> None:
        if isinstance(self.screen, RulesScreen):
            self.screen.query_one(MarkdownViewer).scroll_relative(y=pages * self.size.height // 2, animate=False)
        else:
            self.story().scroll_relative(y=pages * max(1, self.story().size.height - 1), animate=False)

    def action_more(self) -> None:
        """What may be done besides playing, and back."""
        if self.is_covered:
            return
        self.visit.page = actions.more(self.table) if self.visit.page is None and self.table.playing else None
        self.menu = None
        self.visit.notice.set()

    def action_react(self) -> None:
        if not self.busy:
            self.visit.page, self.menu = actions.reactions(), None
            self.visit.notice.set()

    def action_odds(self) -> None:
        """The game goes on until the answer is told."""
        self.run_worker(self.ask_odds())

    async def ask_odds(self) -> None:
        try:
            await self.visit.line.odds()
        except Refused as error:
            self.refused = str(error)
            self.visit.notice.set()

    def action_close_page(self) -> None:
        if self.talking:
            self.stop_talking()
        else:
            self.visit.page = self.menu = None
            self.visit.notice.set()

    # Talking

    def talk(self) -> Input:
        return self.screen_stack[0].query_one("#talk", Input)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While you type, a question mark is a question mark; at a table that is gone there is nothing to do."""
        if not super().check_action(action, parameters):
            return False
        if action in OF_A_HALL and (self.table.local or self.table.closed is not None):
            return False
        if action == "rules" and self.table.closed is not None and not self.table.local:
            return False
        if action == "react" and not (self.table.version >= 0 and self.table.may_react):
            return False
        if action == "odds" and not (self.table.version >= 0 and self.table.shows_odds):
            return False
        return not (self.talking and action in ("rules", "more", "talk", "react", "odds"))

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
            self.run_worker(self.try_to(self.visit.line.say(text)))
