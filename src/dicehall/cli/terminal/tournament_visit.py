"""Someone in a tournament: at the standings, and at one table after the other. Both faces are driven by it."""

import asyncio
import contextlib
from time import monotonic

from msgspec import UNSET
from msgspec.structs import replace

from dicehall.cli.client.entering import Wish, enter
from dicehall.cli.client.line import Ended
from dicehall.cli.client.seen import News
from dicehall.cli.client.table import ClientTable
from dicehall.cli.client.tournament import ClientTournament
from dicehall.cli.client.wire import Wire
from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.menu import Choice as Chosen
from dicehall.cli.terminal.menu import InTournament, Item, Menu, Page, Way
from dicehall.cli.terminal.status import clock
from dicehall.cli.terminal.tournament_actions import standings_page
from dicehall.cli.terminal.visit import Offer, Visit
from dicehall.evenings.core.commands import ByAnyone, ByHost, Enter, Return
from dicehall.ports.teams import WantedTeam
from dicehall.server.live.messages import Invitation

say = words("terminal-tournament")
RETRY = 2.0
"""Seconds after which my table is tried again that could not be shown."""
SOON = 3.0
"""Seconds to wait for my own name in the standings before they are shown."""
READING = 10.0
"""Seconds for which a full screen shows how a game has ended, before the standings come back."""


class CupVisit:
    """At the standings."""

    def __init__(self, wire: Wire, cup: ClientTournament, *, plain: bool, watch: bool, key: str = "") -> None:
        self.wire = wire
        self.cup = cup
        self.plain = plain
        self.watch = watch
        """Only watch, also where I have a seat."""
        self.key = key
        """What the link has beside the code."""
        self.page: Page | None = None
        """Opened by the person, on top of everything else."""
        self.told = 0
        """How much of the story was shown."""
        self._left: set[str] = set()
        """Tables where I have nothing more to do."""
        self._not_before = 0.0
        """When to try my table again that could not be shown."""

    @property
    def notice(self) -> asyncio.Event:
        return self.wire.notice

    def hear(self) -> None:
        while self.wire.inbox:
            self.cup.hear(self.wire.inbox.popleft())

    def offer(self) -> Page:
        return self.page or standings_page(self.cup, read_out=self.plain)

    def unread(self) -> list[str]:
        """What has happened since this was asked last."""
        new, self.told = self.cup.story[self.told :], len(self.cup.story)
        return new

    @property
    def call(self) -> str | None:
        """The table that I am to go to now."""
        if self.watch or not self.cup.connected or not self.cup.takes_part or self.cup.call in self._left:
            return None
        return self.cup.call if monotonic() >= self._not_before else None

    def try_later(self, why: str) -> None:
        """The line is down, or my table has just been closed: the standings come back meanwhile."""
        self.cup.story.append(why)
        self._not_before = monotonic() + RETRY
        asyncio.get_running_loop().call_later(RETRY, self.wire.notice.set)

    async def do(self, choice: Chosen) -> None:
        """Whatever a menu offers; raises `Refused` in the words of the hall."""
        if isinstance(choice, InTournament):
            await self.wire.act_in(self._with_key(choice.do))

    def _with_key(self, do: ByAnyone | ByHost) -> ByAnyone | ByHost:
        return replace(do, key=self.key) if isinstance(do, Enter) else do

    async def come(self, team: WantedTeam = UNSET) -> None:
        """Enter, or come back, and see it. Who cannot take part watches, and is told why."""
        entrant = self.cup.entrant
        if entrant is not None and team is not UNSET and entrant.team != team:
            self.cup.story.append(say("team-stays"))
        if self.cup.is_over or (entrant is not None and entrant.status != "away"):
            return
        try:
            await self.do(InTournament(Enter(team=team) if entrant is None else Return()))
            async with asyncio.timeout(SOON):
                while not self.cup.takes_part and self.cup.closed is None:
                    await self.wire.wait(idle=True)
                    self.hear()
        except TimeoutError:
            pass  # it is told when it comes
        except Refused as error:
            self.cup.story.append(str(error))

    async def sit_down(self, code: str) -> "RoundVisit":
        """At my table, where the others are told that I am there; raises `Refused`."""
        table = await enter(self.wire, Wish(code))
        return RoundVisit(self.wire, table, self)

    async def get_up(self, visit: "RoundVisit") -> None:
        """For good: the tournament may be told a moment later than the table that its game is over."""
        self._left.add(visit.code)
        with contextlib.suppress(Refused):  # a line that is down shows no table either
            await self.wire.unwatch()
        self.hear()


class RoundVisit(Visit):
    """At my table of a round; the tournament goes on meanwhile, and takes me away when it is time."""

    def __init__(self, wire: Wire, table: ClientTable, cup_visit: CupVisit) -> None:
        super().__init__(wire, table)
        self.code = wire.table.casefold()
        self._cup_visit = cup_visit
        self._ended_at: float | None = None
        self._hurried = False

    def hear(self) -> News:
        message = self.inbox.popleft()
        self._cup_visit.cup.hear(message)
        elsewhere = getattr(message, "table", self.code).casefold() != self.code
        if elsewhere and not isinstance(message, Invitation | Ended):
            return News()
        news = self.table.hear(message)
        if self._ended_at is None and (self.is_done or self.table.closed is not None):
            self._ended_at = monotonic()
        return news

    @property
    def is_done(self) -> bool:
        return self.table.version >= 0 and self.table.shown.settled

    @property
    def is_handed(self) -> bool:
        """Whether a bot plays my seat, because I came too late or have left the tournament."""
        return self.table.version >= 0 and self.table.me in self.table.shown.no_shows

    @property
    def over(self) -> bool:
        cup_visit = self._cup_visit
        if cup_visit.cup.closed is not None or self.table.version < 0:
            return False
        if self.is_handed:
            return True
        if self._ended_at is None:
            return False
        elsewhere = cup_visit.call not in (None, self.code)
        return self._hurried or cup_visit.plain or elsewhere or monotonic() - self._ended_at > READING

    def offer(self) -> Offer | None:
        if self.is_done and self.page is None and self.table.connected:
            left = max(0.0, READING - (monotonic() - (self._ended_at or 0.0)))
            page = Page(
                say("result-stands", time=clock(left)), (Item("b", say("back-to-tournament"), Way.ON), *_quit())
            )
            return Offer(page, Menu(page.items))
        return super().offer()

    async def do(self, choice: Chosen) -> None:
        self._hurried = self._hurried or choice is Way.ON
        await super().do(choice)


def _quit() -> tuple[Item, ...]:
    return (Item("q", say("quit-stay"), Way.QUIT),)
