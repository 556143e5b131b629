"""The table as a full screen: players, dice, the story, and what I may do."""

import asyncio
import signal
from collections.abc import Mapping
from time import monotonic
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.widgets import MarkdownViewer, RichLog, Static

from dicehall.cli.client.local import Asked, Ended, LocalTable, Told
from dicehall.cli.shared.rulebook import rules_page
from dicehall.cli.terminal.boards import awaited, board_of
from dicehall.cli.terminal.boards.parts import Seen, colour, letter
from dicehall.cli.terminal.menu import Answer, Item, Menu
from dicehall.narrate import Narrator
from dicehall.narrate.story import LETTERS, pages, ranking, standing, title
from dicehall.rules.listing import Listing
from dicehall.rules.record import Record
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.values import Seat

STYLE = """
Screen { background: #0b1512; color: #ece6d8; }
#title { height: 1; background: #16261f; color: #d8a94a; text-style: bold; padding: 0 1; }
#top { height: auto; min-height: 9; }
#small { display: none; padding: 1 2; text-style: bold; height: 1fr; }
.small #small { display: block; }
.small #title, .small #top, .small #story, .small #menu, .small #keys { display: none; }
#players { width: 31; padding: 0 1; border-right: solid #24382f; height: auto; min-height: 9; }
#centre { padding: 0 1; width: 1fr; height: auto; min-height: 9; }
#story { height: 1fr; border-top: solid #24382f; padding: 0 1; background: #0b1512; scrollbar-size-vertical: 1;
    scrollbar-color: #2a4238; scrollbar-background: #0b1512; scrollbar-color-hover: #d8a94a; }
#menu { height: auto; max-height: 8; background: #16261f; border-top: solid #d8a94a; padding: 0 1; }
#keys { height: 1; color: #8fa398; padding: 0 1; }
RulesScreen { align: center middle; }
MarkdownViewer { background: #0b1512; }
"""

ALWAYS = "PgUp story · ? rules · Ctrl-C leaves"
TURN_KEYS = f"arrows or keys choose · Enter takes it · {ALWAYS}"
STORY = 500
"""How many sentences of a story are kept on the screen."""
MENU_ROWS = 6
"""How many rows of a menu are in sight; the light takes them along."""
LEAST = (76, 22)
"""The smallest screen on which everything has its place."""
DOUBLE_TAP = 0.25
"""An Enter that comes this soon after a new question was meant for the one before."""


class RulesScreen(ModalScreen[None]):
    """The rules of the game, over the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "dismiss", "Back to the table"),
        Binding("ctrl+c", "app.quit", priority=True),
    ]

    def __init__(self, listing: Listing) -> None:
        super().__init__()
        self.listing = listing

    def compose(self) -> ComposeResult:
        yield MarkdownViewer(rules_page(self.listing), show_table_of_contents=False)
        yield Static("arrows scroll · Esc back to the table", id="keys")


class HallApp(App[None]):
    """What playing and replaying share: the look, and the parts of the screen."""

    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", "Leave", priority=True),
        Binding("question_mark", "rules", "Rules", priority=True),
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
        story = RichLog(id="story", wrap=True, min_width=1)
        story.can_focus = False
        yield story
        yield Static(id="menu")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """A terminal that is closed or told to stop gets its screen back first."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, self.told_to_stop, number)

    def told_to_stop(self, number: int) -> None:
        self.exit(None, 128 + number)

    def on_resize(self, event: events.Resize) -> None:
        """Lines are broken anew for the new width; a screen that is too small says so."""
        width, height = event.size
        self.screen_stack[0].set_class(width < LEAST[0] or height < LEAST[1], "small")
        self.text("small", f"Dicehall wants a screen of 80 × 24, this is {width} × {height}.\n"
                  "Enlarge it, or leave with Ctrl-C and play with --plain.")  # fmt: skip
        self.write_story()

    def write_story(self) -> None:
        self.story().clear()
        for sentence in self.told[-STORY:]:
            self.story().write(sentence, scroll_end=True)

    def action_rules(self) -> None:
        if not isinstance(self.screen, RulesScreen):
            self.push_screen(RulesScreen(self.listing))

    def text(self, part: str, content: Text | Group | str) -> None:
        self.screen_stack[0].query_one(f"#{part}", Static).update(content)

    def story(self) -> RichLog:
        return self.screen_stack[0].query_one("#story", RichLog)

    def paint(self, seen: Seen, notes: Mapping[Seat, str] | None = None, me: Seat | None = None) -> None:
        """Players on the left, the middle of the table on the right; a note behind a player says what else is so.

        Where each player has a screen of their own, the letter of `me` is reversed.
        """
        board = board_of(self.listing.name)
        turn = awaited(seen.view.table.waiting)
        rows = []
        for seat, name in enumerate(seen.names):
            row = Text(no_wrap=True, overflow="ellipsis")
            row.append("▶ " if seat in turn else "  ", "bold #d8a94a")
            shown = "" if name == letter(seat) else name[:11]
            style = f"{'bold ' if seat in turn else ''}{colour(seat)}"
            row.append(letter(seat), f"{style} reverse" if seat == me else style).append(f" {shown:<11} ", style)
            status, note = board.status(seen, seat), (notes or {}).get(seat, "")
            row.append(status).append(f" {note}" if note and note != status else "", "dim")
            rows.append(row)
        self.text("players", Group(*rows))
        self.text("centre", Group(*board.centre(seen)))


class MenuApp(HallApp):
    """What a table on this machine and one in a hall share: the story, the menu, and its keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_story(-1)", priority=True),
        Binding("pagedown", "scroll_story(1)", priority=True),
    ]

    paced = True
    """False where nothing is waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.menu: Menu | None = None
        self.asked_at = 0.0

    def listens(self) -> bool:
        """Whether a key means anything now."""
        raise NotImplementedError

    def chosen(self, item: Item | None) -> None:
        """Something was chosen, or a key has changed the menu; without a menu, Enter was pressed."""
        raise NotImplementedError

    def tell(self, sentences: tuple[str, ...]) -> None:
        for sentence in sentences:
            self.told.append(Text(sentence))
            self.story().write(self.told[-1], scroll_end=True)

    def action_scroll_story(self, pages: int) -> None:
        if isinstance(self.screen, RulesScreen):
            self.screen.query_one(MarkdownViewer).scroll_relative(y=pages * self.size.height // 2, animate=False)
        else:
            self.story().scroll_relative(y=pages * max(1, self.story().size.height - 1), animate=False)

    def on_key(self, event: events.Key) -> None:
        if isinstance(self.screen, RulesScreen) or not self.listens():
            return
        if event.key == "enter" and monotonic() - self.asked_at < DOUBLE_TAP and self.paced:
            return
        if self.menu is None:
            if event.key == "enter":
                self.chosen(None)
            return
        item = press(self.menu, event)
        if item is not None or event.key != "enter":
            self.chosen(item)


class TableApp(MenuApp):
    """One game at this keyboard."""

    def __init__(self, table: LocalTable) -> None:
        super().__init__()
        self.table = table
        self.listing = table.listing
        self.paced = table.paced
        self.asked: Asked | None = None
        self.eyes: Seat | None = None if table.secretive else min(table.people)
        """Through whose eyes the table is seen between questions."""
        self.pressed: asyncio.Future[Item | None] | None = None

    def on_mount(self) -> None:
        self.text("title", title(self.table.record()))
        self.run_worker(self.run_game())

    async def run_game(self) -> None:
        while True:
            awaited_now = awaited(self.table.view(None).table.waiting)
            match self.table.next():
                case Told(sentences, pause):
                    self.wait_for(awaited_now)
                    await asyncio.sleep(pause)
                    self.tell(sentences)
                    self.paint(self.table.seen(self.eyes))
                case Asked() as asked:
                    if self.table.secretive:
                        await self.hand_over(asked.seat)
                    self.tell((await self.choose(asked)).sentences)
                    self.paint(self.table.seen(self.eyes))
                case Ended(over):
                    self.paint(self.table.seen(None))
                    self.text("menu", Text(ranking(over, self.table.narrator), "bold"))
                    self.text("keys", "Enter or Ctrl-C leaves · ? rules")
                    await self.key()
                    self.exit()
                    return

    def wait_for(self, seats: frozenset[Seat]) -> None:
        self.menu = None
        whom = " and ".join(self.table.names[seat] for seat in sorted(seats)) or "the dice"
        self.text("menu", Text(f"Waiting for {whom} …", "dim"))
        self.text("keys", ALWAYS)

    async def hand_over(self, seat: Seat) -> None:
        """Nothing that only the last player may know stays on the screen."""
        name = self.table.names[seat]
        self.paint(self.table.seen(None))
        self.text("menu", Text(f"The keyboard is for {name}.\nPress Enter when only {name} is looking.", "bold"))
        self.text("keys", "Enter shows the table · Ctrl-C leaves")
        self.asked_at = monotonic()
        await self.key()

    async def choose(self, asked: Asked) -> Told:
        """Show what may be done until something is chosen."""
        self.asked = asked
        self.menu = self.table.menu(asked)
        self.asked_at = monotonic()
        item = None
        while item is None:
            self.show_menu()
            item = await self.key()
        self.menu = None
        assert isinstance(item.choice, Answer)
        return self.table.answer(asked, item.choice)

    async def key(self) -> Item | None:
        self.pressed = asyncio.get_running_loop().create_future()
        return await self.pressed

    def show_menu(self) -> None:
        assert self.menu is not None
        assert self.asked is not None
        self.paint(self.table.seen(self.asked.seat, self.menu.marked))
        name = self.table.names[self.asked.seat]
        self.text("menu", Group(*menu_lines(self.menu, f"{name}: {on_enter(self.menu)}")))
        self.call_after_refresh(self.story().scroll_end, animate=False)
        self.text("keys", f"{dice_keys(self.menu)} · {ALWAYS}" if self.menu.dice else TURN_KEYS)

    def listens(self) -> bool:
        return self.pressed is not None and not self.pressed.done()

    def chosen(self, item: Item | None) -> None:
        assert self.pressed is not None
        self.pressed.set_result(item)


ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def press(menu: Menu, event: events.Key) -> Item | None:
    """A key at the menu: the chosen item, or None while there is none."""
    if event.key in ARROWS:
        menu.arrow(*ARROWS[event.key])
    elif event.key == "enter":
        return menu.chosen()
    elif event.key == "space":
        menu.mark(menu.lit)
    elif event.character and event.character.isalnum():
        return menu.type(event.character)
    return None


def on_enter(menu: Menu) -> str:
    """What Enter would do now."""
    chosen = menu.chosen()
    return chosen.label if chosen else "not an option" if menu.marked else "which dice?"


def dice_keys(menu: Menu) -> str:
    """The key line says what Enter does, also while no die is marked."""
    chosen = menu.chosen()
    match chosen and chosen.choice:
        case None:
            does = "mark others" if menu.marked else "then Enter throws"
        case Reroll():
            does = "Enter throws"
        case Keep():
            does = "Enter keeps all"
        case _:
            does = "Enter takes it"
    return f"mark dice with 1-{menu.dice} · {does}"


def menu_lines(menu: Menu, title: str) -> list[Text]:
    """The options with the lit one reversed; what stands before a colon in the title is whose they are."""
    whose, colon, what = title.partition(": ")
    head = Text().append(whose + colon, "bold #d8a94a").append(what, "bold")
    if menu.dice:
        row = Text("  Throw again: ")
        for die in range(menu.dice):
            mark = "x" if die in menu.marked else " "
            row.append(f" {die + 1}[{mark}] ", "reverse" if die == menu.lit else "")
        row.append("   " + "  ".join(f"{item.key} {item.label}" for item in menu.words), "dim")
        return [head, row]
    lines = [head]
    at = next(number for number, row in enumerate(menu.rows) if menu.items[menu.lit] in row)
    first = max(0, min(at - 2, len(menu.rows) - MENU_ROWS))
    for items in menu.rows[first : first + MENU_ROWS]:
        line = Text(" ")
        for item in items:
            shown = f" {item.key:>2} " if item.key.isdigit() else f" {item.key}  {item.label} "
            line.append(shown, "reverse bold" if item is menu.items[menu.lit] else "").append(" ")
        lines.append(line)
    return lines


class ReplayApp(HallApp):
    """A recorded game, step by step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,space,enter", "go(1)", "Next", priority=True),
        Binding("left,up,backspace", "go(-1)", "Back", priority=True),
        Binding("pagedown", "go(10)", priority=True),
        Binding("pageup", "go(-10)", priority=True),
        Binding("home", "go(-1000000)", "First", priority=True),
        Binding("end", "go(1000000)", "Last", priority=True),
        Binding("q,escape", "quit", "Leave"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While the rules are open, the arrows scroll them."""
        return not (action == "go" and isinstance(self.screen, RulesScreen))

    def __init__(self, record: Record, seat: Seat | None) -> None:
        super().__init__()
        self.record = record
        self.listing = record.listing
        self.seat = seat
        self.names = tuple(LETTERS[: record.game.seats])
        self.narrator = Narrator(record.listing.name, self.names)
        self.pages = list(pages(record, self.narrator, seat))
        self.at = 0

    def on_mount(self) -> None:
        eyes = "" if self.seat is None else f" · as {self.names[self.seat]} saw it"
        self.text("title", title(self.record) + eyes)
        self.text("keys", "arrows step · PgUp PgDn leap · Home End · ? rules · q leaves")
        self.show_page()

    def action_go(self, steps: int) -> None:
        self.at = min(max(self.at + steps, 0), len(self.pages))
        self.show_page()

    def show_page(self) -> None:
        told = self.pages[: self.at]
        state = told[-1].moment.state if told else self.record.game.start()
        history = [event for page in told for event in page.moment.events]
        self.paint(Seen(self.record.game.view(state, self.seat), self.record.game.options, self.names, history))
        self.told = [Text(line, "bold" if page is told[-1] else "") for page in told for line in page.sentences]
        self.write_story()
        last = standing(self.record.game.pending(state), self.narrator) if self.at == len(self.pages) else ""
        self.text("menu", Text(f"Step {self.at} of {len(self.pages)}. {last}"))
