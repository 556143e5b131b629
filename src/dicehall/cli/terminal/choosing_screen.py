"""What the screens of a hall share: choosing from a menu, and writing what no menu can know."""

import asyncio
from abc import abstractmethod
from collections.abc import Coroutine
from typing import Any, ClassVar, Protocol

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.words import say
from dicehall.cli.terminal.base_screen import STYLE, BaseScreen
from dicehall.cli.terminal.menu import Choice, Item, Menu, Page, Way, Write
from dicehall.rules.errors import RulesError
from dicehall.rules.wording import sentence
from dicehall.server.live.client_messages import LONGEST_CHAT


class Choosing(Protocol):
    """Whoever carries out what is chosen."""

    page: Page | None

    @property
    def notice(self) -> asyncio.Event: ...

    async def do(self, choice: Choice) -> None: ...


class WriteScreen(ModalScreen[str]):
    """One line of your own, over the table; empty if you think better of it."""

    AUTO_FOCUS = "#written"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", priority=True),
        Binding("ctrl+c", "app.quit", priority=True),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        yield Static(self.question, id="question")
        yield Input(id="written", max_length=LONGEST_CHAT)
        yield Static(say("keys-write"), id="keys")

    @on(Input.Submitted)
    def on_written(self, written: Input.Submitted) -> None:
        written.stop()  # or the table below would hear it as chat
        self.dismiss(written.value.strip())


class ChoosingScreen(BaseScreen):
    AUTO_FOCUS = None
    CSS = (
        STYLE
        + """
WriteScreen { align: center bottom; background: transparent; }
#question { background: #16261f; border-top: solid #d8a94a; padding: 0 1; text-style: bold; }
#written { border: none; height: 1; padding: 0 1; background: #24382f; }
"""
    )

    def __init__(self, choosing: Choosing) -> None:
        super().__init__()
        self.choosing = choosing
        self.menu: Menu | None = None
        self.refused = ""
        self.asking = False

    @abstractmethod
    def show(self) -> None:
        """What there is to see and to choose."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While you write, a question mark is a question mark."""
        return action == "quit" or not isinstance(self.screen, WriteScreen)

    def take(self, item: Item) -> None:
        """Do what was chosen."""
        self.choosing.page = self.menu = None
        match item.choice:
            case Way.QUIT:
                self.exit()
            case Way.BACK:
                self.show()
            case Page() as page:
                self.choosing.page = page
                self.show()
            case Write() as wanted:
                self.show()
                self.write(wanted)
            case choice:
                self.run_worker(self.try_to(self.choosing.do(choice)))

    async def try_to(self, command: Coroutine[Any, Any, None]) -> None:
        self.asking = True
        try:
            await command
        except Refused as error:
            self.refused = str(error)
        finally:
            self.asking = False
            self.choosing.notice.set()

    def write(self, wanted: Write) -> None:
        """Ask for something of your own, and go on where it leads."""

        def written(text: str | None) -> None:
            try:
                if text:
                    self.take(Item("", text, wanted.then(text)))
            except RulesError as error:
                self.refused = sentence(error)
                self.show()

        self.push_screen(WriteScreen(wanted.question), written)
