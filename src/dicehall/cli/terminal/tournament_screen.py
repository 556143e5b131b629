"""A tournament as a full screen: the standings, what goes on, and what you may do."""

import os
import signal
from itertools import zip_longest
from time import monotonic
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import MarkdownViewer, Static

from dicehall.cli.client.tournament_news import number
from dicehall.cli.shared.words import say as say_shared
from dicehall.cli.shared.words import words
from dicehall.cli.terminal import tournament_status as status
from dicehall.cli.terminal.badges import mark as mark_of
from dicehall.cli.terminal.base_screen import RulesScreen
from dicehall.cli.terminal.boards.parts import BRASS
from dicehall.cli.terminal.choosing_screen import ChoosingScreen
from dicehall.cli.terminal.menu import Menu
from dicehall.cli.terminal.menu_lines import menu_lines, press
from dicehall.cli.terminal.tournament_teams import team_lines, team_of
from dicehall.cli.terminal.tournament_visit import CupVisit
from dicehall.evenings.core.public_view import StandingView, TableView
from dicehall.rules.catalog import find
from dicehall.table.core.events import is_bot

say = words("terminal-tournament")
DIM, ALARM = "dim", "bold #ff8a70"
COLUMN = 9
"""Characters of a number in the standings, with the space before it."""
NAME = 16
WIDE = 100
"""Columns of a screen that has room for more than one number in the standings."""
GRACE = 1.0
"""Seconds: an Enter that comes this soon after the game was meant for the game."""
STEPS = (3, 2, 1)
"""How high the places of a podium are."""


class StandingsScreen(ChoosingScreen):
    CSS = (
        ChoosingScreen.CSS
        + """
#top { height: 1fr; }
#players { width: 36; height: 100%; }
#centre { height: 100%; }
#story { height: 6; }
.wide #players { width: 56; }
.wide #story { height: 10; }
"""
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_standings(-1)", priority=True),
        Binding("pagedown", "scroll_standings(1)", priority=True),
        Binding("escape", "close_page"),
    ]

    def __init__(self, visit: CupVisit) -> None:
        super().__init__(visit)
        self.visit = visit
        self.cup = visit.cup
        self.listing = find(self.cup.shown.setting.game)
        self.first: int | None = None
        """The first of the standings in sight; None keeps me in sight."""
        self.table: str | None = None
        """The table that has called."""
        self.told = [Text(sentence) for sentence in self.cup.story[: visit.told]]
        self.opened_at = monotonic()

    def on_mount(self) -> None:
        self.run_worker(self.run_visit())
        self.set_interval(1.0, self.tick)

    def on_resize(self, event: events.Resize) -> None:
        self.screen_stack[0].set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.show)

    def told_to_stop(self, number: int) -> None:
        """Textual may wait for ever for a terminal that is gone; the hall keeps the place anyway."""
        if number == signal.SIGHUP:
            os._exit(128 + number)
        super().told_to_stop(number)

    async def run_visit(self) -> None:
        while True:
            self.visit.hear()
            for sentence in self.visit.unread():
                self.told.append(Text(sentence))
                self.story().write(self.told[-1], scroll_end=True)
            if self.cup.closed is not None or (table := self.visit.call) is not None:
                self.table = None if self.cup.closed is not None else table
                self.exit()
                return
            self.show()
            await self.visit.wire.wait(idle=True)

    # What is seen

    def tick(self) -> None:
        """Clocks run."""
        if not self.asking:
            self.show()

    def show(self) -> None:
        if not self.is_standing:
            return
        page = self.visit.offer()
        menu = Menu(page.items)
        if self.menu is not None and [i.key for i in self.menu.items] == [i.key for i in menu.items]:
            menu.look_like(self.menu)
        self.menu = menu
        self.text("title", self.headline())
        self.text("players", Group(*self.standings()))
        self.text("centre", Group(*self.centre()))
        self.text("menu", Group(*menu_lines(menu, page.title)))
        keys = say("keys", **{"in": "yes" if self.cup.takes_part and not self.cup.is_over else "no"})
        self.text("keys", Text(self.refused, ALARM) if self.refused else keys)

    def headline(self) -> Text:
        line = Text(no_wrap=True, overflow="ellipsis")
        if not self.cup.connected:
            line.append(f"{say_shared('headline-reconnecting')} · ", ALARM)
        line.append(status.headline(self.cup))
        return line

    def standings(self) -> list[Text]:
        """As many as there is room for: the best, me, and whoever was scrolled to."""
        everyone = self.cup.shown.standings
        columns = status.columns(self.cup)[: 3 if self.is_wide else 1]
        head = Text(f"{say('standings'):<{NAME + 7}}", BRASS, no_wrap=True)
        for _, name in columns:
            head.append(f"{say(f'short-{name}'):>{COLUMN}}", DIM)
        rows = [self._standing(each, columns) for each in everyone]
        room = self._room("players") - 2
        first = self._first(room)
        rest = len(rows) - first - room
        more = [Text(f"    {say('and-more', count=rest)}", DIM)] if rest > 0 else []
        return [head, *(rows[first : first + room] or [Text(say("no-standings"), DIM)]), *more]

    def _first(self, room: int) -> int:
        everyone = self.cup.shown.standings
        last = max(0, len(everyone) - room)
        if self.first is not None:
            return min(max(0, self.first), last)
        mine = next((at for at, each in enumerate(everyone) if each.who == self.cup.me), 0)
        return 0 if mine < room else min(mine - room // 2, last)

    def _standing(self, standing: StandingView, columns: list[tuple[int, str]]) -> Text:
        """My own line is reversed, so that it stands out without colours."""
        entrant = next((each for each in self.cup.shown.entrants if each.who == standing.who), None)
        mark = say("mark-bot") if is_bot(standing.who) else ""
        if entrant is not None and entrant.status != "in" and not self.cup.is_over:
            mark = say("mark-away" if entrant.status == "away" else "mark-removed")
        line = Text(no_wrap=True, overflow="ellipsis")
        name = self.cup.name(standing.who)[: NAME - len(mark) - bool(mark)]
        line.append(f"{standing.rank:>4}").append_text(mark_of(team_of(self.cup, standing.who))).append(name)
        line.append(f" {mark}" if mark else "", DIM).append(" " * max(0, NAME + 7 - len(line.plain)))
        for at, _ in columns:
            line.append(f"{_fixed(standing.ties[at]):>{COLUMN}}")
        if standing.who == self.cup.me:
            line.stylize("reverse bold")
        elif self.cup.shown.rounds and standing.rank == 1:
            line.stylize("#d8a94a")
        return line

    def centre(self) -> list[Text]:
        lines: list[Text] = []
        if self.cup.shown.phase == "done":
            lines += self._podium()
            lines += [Text(line) for line in status.mine(self.cup)]
        else:
            lines += [Text(line, BRASS) for line in status.mine(self.cup)]
            lines += [Text(line) for line in status.state(self.cup)]
        if self.cup.shown.phase == "gathering":
            lines += [Text(), Text(say("others-enter", link="")), Text(self.cup.invitation, "bold")]
        if teams := team_lines(self.cup):
            lines += [Text(), *teams]
        found = status.tables(self.cup) if self.cup.shown.phase != "done" else []
        if found:
            lines += [Text(), Text(say("tables"), BRASS)]
        width = max((len(status.table_status(table)) for table in found), default=0)
        lines += [self._table(table, width) for table in found]
        return lines

    def _table(self, table: TableView, width: int) -> Text:
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append(f"{table.number:>3} {status.table_status(table):<{width}} ", DIM)
        line.append(status.table_names(self.cup, table))
        if self.cup.me in table.seats:
            line.stylize("bold")
        return line

    def _podium(self) -> list[Text]:
        """The second to the left, the first in the middle, the third to the right."""
        podium = self.cup.shown.podium
        if not podium:
            return [Text(say("no-title"), BRASS), Text()]
        order = [place for place in (1, 0, 2) if place < len(podium)]
        width = 13
        towers = [
            [
                self.cup.name(podium[place])[: width - 1],
                *(["█" * (width - 2)] * STEPS[place]),
                say(f"podium-{place + 1}"),
            ]
            for place in order
        ]
        rows = list(zip_longest(*(reversed(tower) for tower in towers), fillvalue=""))
        return [
            *(Text("".join(f"{cell:^{width}}" for cell in row), BRASS, no_wrap=True) for row in reversed(rows)),
            Text(),
        ]

    @property
    def is_wide(self) -> bool:
        return self.size.width >= WIDE

    def _room(self, part: str) -> int:
        return max(3, self.screen_stack[0].query_one(f"#{part}", Static).size.height)

    # What is pressed

    def on_key(self, event: events.Key) -> None:
        if self.is_covered or self.asking or self.menu is None:
            return
        if event.key == "enter" and monotonic() - self.opened_at < GRACE:
            return
        item = press(self.menu, event)
        self.refused = ""
        if item is not None:
            self.take(item)
        else:
            self.repaint_menu()

    def repaint_menu(self) -> None:
        if self.menu is not None:
            self.text("menu", Group(*menu_lines(self.menu, self.visit.offer().title)))

    def action_scroll_standings(self, pages: int) -> None:
        if isinstance(self.screen, RulesScreen):
            self.screen.query_one(MarkdownViewer).scroll_relative(y=pages * self.size.height // 2, animate=False)
            return
        room = self._room("players") - 2
        self.first = self._first(room) + pages * max(1, room - 1)
        self.first = self._first(room)
        self.show()

    def action_close_page(self) -> None:
        self.visit.page = self.menu = None
        self.show()


def _fixed(amount: float) -> str:
    """Whole numbers as they are; all others with two digits, so that columns line up."""
    return number(amount) if amount == int(amount) else f"{amount:.2f}"
