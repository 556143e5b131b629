"""A tournament line by line: for pipes, screen readers and plain terminals."""

from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.words import say as say_shared
from dicehall.cli.shared.words import words
from dicehall.cli.terminal import tournament_status as status
from dicehall.cli.terminal.menu import Item, Menu, Page, Way, Write
from dicehall.cli.terminal.plain import led_to, menu_lines
from dicehall.cli.terminal.tournament_teams import scoring_in_words, teams_in_words
from dicehall.cli.terminal.tournament_visit import CupVisit
from dicehall.cli.terminal.typed import Typed

say = words("terminal-tournament")


class PlainStandings:
    """Says what happens, offers what may be done, and hears what is typed at any time."""

    def __init__(self, visit: CupVisit, typed: Typed) -> None:
        self.visit = visit
        self.cup = visit.cup
        self.typed = typed
        self.offered: list[tuple[str, str]] = []
        """What was offered last, so that nothing is offered twice."""
        self.menu = Menu(())
        self.wanted: Write | None = None
        """What the next line is for, if it is no key of the menu."""
        self.stood = ""
        """The last line about what comes next, without its time."""
        self.ended_rounds = 0
        self.is_new = True

    async def run(self) -> str | None:
        """Until a table calls: its code; None where the person goes, the input ends, or all is over."""
        self.typed.listen(self.visit.wire.notice)
        self.visit.hear()
        if self.is_new:
            self.introduce(say("how-to-watch" if self.visit.watch else "how-to"))
        self.is_new, self.offered = False, []
        while True:
            self.visit.hear()
            self.tell()
            if self.cup.closed is not None:
                return None
            if self.cup.is_over and self.visit.page is None:
                self.end()
                return None
            if (code := self.visit.call) is not None:
                print(say("going-to-table", table=code.upper()), flush=True)
                return code
            self._offer()
            if self.typed.lines:
                if await self._typed(self.typed.lines.popleft().strip()):
                    return None
            elif self.typed.ended:
                print(say_shared("input-ended"))
                return None
            else:
                await self.visit.wire.wait(idle=True)

    # What is told

    def introduce(self, how_to: str) -> None:
        print(status.headline(self.cup))
        if options := status.options(self.cup):
            print(options)
        if scoring := self.cup.shown.setting.teams:
            print(f"{scoring_in_words(scoring)}.")
        if self.cup.can_enter:
            print(say("others-enter", link=self.cup.invitation))
        if not self.cup.is_over:
            print(how_to)
        for line in (*status.state(self.cup), *status.mine(self.cup)):
            print(line)
        self.stood, self.ended_rounds = self._coming(), self._ended()
        if self.cup.shown.rounds and not self.cup.is_over:
            self._standings()

    def tell(self) -> None:
        """What is new; after each round the standings, and what comes next whenever that is something else."""
        for sentence in self.visit.unread():
            print(sentence, flush=True)
        if self._ended() > self.ended_rounds and not self.cup.is_over:
            self.ended_rounds = self._ended()
            self._standings()
        if self._coming() != self.stood:
            self.stood = self._coming()
            for line in status.coming(self.cup):
                print(line, flush=True)

    def _coming(self) -> str:
        next = self.cup.shown.next
        return "" if next is None else f"{next.what} {next.at}"

    def _ended(self) -> int:
        return sum(each.ended for each in self.cup.shown.rounds)

    def _standings(self) -> None:
        print(f"{say('standings')}:")
        for line in status.standings_in_words(self.cup):
            print(f"  {line}", flush=True)
        for line in teams_in_words(self.cup):
            print(line, flush=True)

    def end(self) -> None:
        self._standings()
        for line in status.mine(self.cup):
            print(line, flush=True)

    def _look(self) -> None:
        for line in (*status.state(self.cup), *status.mine(self.cup), *status.tables_in_words(self.cup)):
            print(line)
        self._standings()

    # What is asked and typed

    def _offer(self) -> None:
        if self.wanted is not None:
            return
        page = self.visit.offer()
        self.menu = Menu(page.items)
        looks = [(item.key, item.label) for item in page.items]
        if looks != self.offered:
            self.offered = looks
            print("" if self.visit.page is None else f"{page.title}{'' if page.title.endswith('?') else ':'}")
            for line in menu_lines(self.menu):
                print(f"  {line}", flush=True)

    async def _typed(self, typed: str) -> bool:
        """Whether that was the last thing to do here."""
        if self.wanted is not None:
            item, self.wanted = led_to(self.wanted, typed), None
            return item is not None and await self._take(item)
        item = self.menu.find(typed) if typed else None
        if item is not None:
            return await self._take(item)
        print(say_shared("not-an-option", typed=typed or say_shared("nothing")))
        for line in menu_lines(self.menu):
            print(f"  {line}")
        return False

    async def _take(self, item: Item) -> bool:
        self.visit.page, self.offered = None, []
        match item.choice:
            case Way.QUIT:
                return True
            case Way.LOOK:
                self._look()
            case Page() as page:
                self.visit.page = page
            case Write() as wanted:
                self.wanted = wanted
                print(f"{wanted.question}:", flush=True)
            case choice:
                try:
                    await self.visit.do(choice)
                except Refused as error:
                    print(str(error))
        return False
