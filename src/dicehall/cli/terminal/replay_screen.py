"""A recorded game on a full screen, step by step."""

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from dicehall.cli.client.seen import Seen
from dicehall.cli.shared.words import say
from dicehall.cli.terminal.base_screen import BaseScreen, RulesScreen
from dicehall.narrate import Narrator
from dicehall.narrate.story import LETTERS, pages, standing, title
from dicehall.rules.record import Record
from dicehall.rules.values import Seat


class ReplayScreen(BaseScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,space,enter", "go(1)", priority=True),
        Binding("left,up,backspace", "go(-1)", priority=True),
        Binding("pagedown", "go(10)", priority=True),
        Binding("pageup", "go(-10)", priority=True),
        Binding("home", "go(-1000000)", priority=True),
        Binding("end", "go(1000000)", priority=True),
        Binding("q,escape", "quit"),
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
        eyes = "" if self.seat is None else say("replay-eyes", name=self.names[self.seat])
        self.text("title", title(self.record) + eyes)
        self.text("keys", say("keys-replay"))
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
        self.text("menu", Text(say("replay-step", step=self.at, steps=len(self.pages), standing=last)))
