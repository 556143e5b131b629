"""What playing and replaying share on a full screen: the look, the parts of the screen, and the rules."""

import asyncio
import signal
from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.widgets import MarkdownViewer, RichLog, Static

from dicehall.cli.client.seen import Seen
from dicehall.cli.shared.rulebook import rules_page
from dicehall.cli.shared.words import say
from dicehall.cli.terminal.badges import beside, mark
from dicehall.cli.terminal.boards import awaited, board_of
from dicehall.cli.terminal.boards.parts import BRASS, colour, letter
from dicehall.cli.terminal.size import LEAST
from dicehall.ports.teams import Team
from dicehall.rules.listing import Listing
from dicehall.rules.values import Seat

STYLE = """
Screen { background: #0b1512; color: #ece6d8; }
#title { height: 1; background: #16261f; color: #d8a94a; text-style: bold; padding: 0 1; }
#top { height: auto; min-height: 9; }
#small { display: none; padding: 1 2; text-style: bold; height: 1fr; }
.roomy #players { width: 53; }
.small #small { display: block; }
.small #title, .small #top, .small #story, .small #menu, .small #keys { display: none; }
#players { width: 31; padding: 0 1; border-right: solid #24382f; height: auto; min-height: 9; }
#centre { padding: 0 1; width: 1fr; height: auto; min-height: 9; }
#story { height: 1fr; border-top: solid #24382f; padding: 0 1; background: #0b1512; scrollbar-size-vertical: 1;
    scrollbar-color: #2a4238; scrollbar-background: #0b1512; scrollbar-color-hover: #d8a94a; }
#menu { height: auto; max-height: 8; background: #16261f; border-top: solid #d8a94a; padding: 0 1; }
#keys { height: 1; color: #8fa398; padding: 0 1; }
#talk { display: none; height: 1; border: none; padding: 0 1; background: #24382f; }
RulesScreen { align: center middle; }
MarkdownViewer { background: #0b1512; }
"""
ROOMY = 110
"""Columns of a screen that has room for the labels of teams beside the names."""
LABEL = 22
"""Characters of that column."""
STORY = 500
"""How many sentences of a story are kept on the screen."""


class Story(RichLog):
    """What has happened; its end stays in sight when the room for it changes."""

    can_focus = False

    def on_resize(self, _event: events.Resize) -> None:
        self.call_after_refresh(self.scroll_end, animate=False)


class RulesScreen(ModalScreen[None]):
    """The rules of the game, over the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "dismiss"),
        Binding("ctrl+c", "app.quit", priority=True),
    ]

    def __init__(self, listing: Listing) -> None:
        super().__init__()
        self.listing = listing

    def compose(self) -> ComposeResult:
        yield MarkdownViewer(rules_page(self.listing), show_table_of_contents=False)
        yield Static(say("keys-rules"), id="keys")


class BaseScreen(App[None]):
    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", priority=True),
        Binding("question_mark", "rules", priority=True),
    ]

    listing: Listing

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Text] = []

    def compose(self) -> ComposeResult:
        yield Static(id="small")
        yield Static(id="title")
        with Horizontal(id="top"):
            yield Static(id="players")
            yield Static(id="centre")
        yield Story(id="story", wrap=True, min_width=1)
        yield Static(id="menu")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """A terminal that is closed or told to stop gets its screen back first."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, self.told_to_stop, number)

    def told_to_stop(self, number: int) -> None:
        self.exit(None, 128 + number)

    def on_resize(self, event: events.Resize) -> None:
        """Lines are broken again for the new width; a screen that is too small says so."""
        width, height = event.size
        self.screen_stack[0].set_class(width < LEAST[0] or height < LEAST[1], "small")
        self.text("small", say("screen-small", width=width, height=height))
        self.write_story()

    def write_story(self) -> None:
        self.story().clear()
        for sentence in self.told[-STORY:]:
            self.story().write(sentence, scroll_end=True)

    @property
    def is_covered(self) -> bool:
        """Whether something else lies over the table, which has the keys."""
        return len(self.screen_stack) > 1

    def action_rules(self) -> None:
        if not self.is_covered:
            self.push_screen(RulesScreen(self.listing))

    @property
    def is_standing(self) -> bool:
        """Whether its parts are there: clocks may tick once more while it is taken down."""
        return bool(self.screen_stack[0].query("#title"))

    def text(self, part: str, content: Text | Group | str) -> None:
        self.screen_stack[0].query_one(f"#{part}", Static).update(content)

    def story(self) -> Story:
        return self.screen_stack[0].query_one("#story", Story)

    def makes_room(self, badges: Mapping[Seat, Team] | None) -> Mapping[Seat, Team]:
        """The badges whose labels stand beside the names: all of them, or none where the screen is narrow."""
        roomy = badges or {} if self.size.width >= ROOMY else {}
        self.screen_stack[0].set_class(bool(roomy), "roomy")
        return roomy

    def paint(
        self, seen: Seen, notes: Mapping[Seat, str] | None = None, me: Seat | None = None,
        marks: Mapping[Seat, str] | None = None, badges: Mapping[Seat, Team] | None = None, below: Sequence[Text] = (),
    ) -> None:  # fmt: skip
        """Players on the left, the middle of the table on the right.

        Players may have a note, the mark of a reaction, and a badge; the letter of `me` is reversed.
        """
        board, roomy = board_of(self.listing.name), self.makes_room(badges)
        turn = awaited(seen.view.table.waiting)
        rows = []
        for seat, name in enumerate(seen.names):
            row = Text(no_wrap=True, overflow="ellipsis")
            row.append("▶" if seat in turn else " ", BRASS).append_text(mark((badges or {}).get(seat)))
            shown = "" if name == letter(seat) else name[:11]
            style = f"{'bold ' if seat in turn else ''}{colour(seat)}"
            row.append(letter(seat), f"{style} reverse" if seat == me else style).append(f" {shown:<11} ", style)
            if roomy:
                row.append_text(padded(beside(roomy.get(seat))))
            state, note = board.status(seen, seat), (notes or {}).get(seat, "")
            row.append_text(reaction_mark((marks or {}).get(seat, "")))
            row.append(state).append(f" {note}" if note and note != state else "", "dim")
            rows.append(row)
        self.text("players", Group(*rows))
        self.text("centre", Group(*board.centre(seen), *below))


def padded(label: Text) -> Text:
    label.truncate(LABEL - 1, pad=True)
    return label.append(" ")


def reaction_mark(mark: str) -> Text:
    """Comes before the rest of the row, which is cut off where it is too long."""
    return Text(f"{mark} ", f"italic {BRASS}") if mark else Text()
