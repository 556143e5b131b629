"""Theme nights while the hall is open: each begins at its time, once, whatever happens to the hall meanwhile."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Final

from dicehall.evenings.core import commands
from dicehall.evenings.core.draft import Decided as DecidedTournament
from dicehall.evenings.live.kept_log import Kept, KeptLog, form
from dicehall.evenings.live.tournaments import Tournaments
from dicehall.evenings.themes import decide, events
from dicehall.evenings.themes.decide import Due
from dicehall.evenings.themes.events import Key, ThemeEvent
from dicehall.evenings.themes.programme import Evening, Programme, evolve
from dicehall.evenings.themes.schedule import verdict
from dicehall.evenings.themes.theme import Theme
from dicehall.ports import JournalError
from dicehall.ports.codes import common_log
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who
from dicehall.table.live.hall import Hall

log = logging.getLogger("dicehall.evenings")

FORM: Final = form("the programme", Programme(), evolve, ThemeEvent)
LOOK_AGAIN: Final = 30.0
"""Seconds after which to look at the calendar again: clocks are set, and machines sleep."""
RETRY: Final = 1.0
"""Seconds after which the hall tries again what its disk has refused."""
PASSING: Final = frozenset(("unwritable", "busy", "codes"))
"""Reasons that are gone when the hall tries again."""

Answer = Kept[Programme, ThemeEvent] | Refused


class Nights:
    def __init__(self, hall: Hall, tournaments: Tournaments, wall: Callable[[], float] = time.time) -> None:
        self.wall = wall
        self._hall = hall
        self._tournaments = tournaments
        self._log = self._unread()
        self._changed = asyncio.Event()

    @property
    def programme(self) -> Programme:
        return self._log.state

    def _unread(self) -> KeptLog[Programme, ThemeEvent]:
        return KeptLog(common_log("nights"), FORM, self._hall.journal)

    async def start(self) -> None:
        """Look into the journal, also once more after `stop`; raises `JournalError`."""
        self._log = self._unread()
        await self._log.load()
        for evening in self.programme.to_open:
            if evening.theme.tournament is None:
                self._tournaments.tables.keep((evening.code,))
            else:
                self._tournaments.keep_code(evening.code)

    async def keep(self) -> None:
        """Begin what is due, again and again, until it is cancelled."""
        while True:
            self._changed.clear()
            try:
                await self.look()
            except JournalError as error:
                log.error("evenings cannot begin yet: %s", error)
            try:
                await asyncio.wait_for(self._changed.wait(), self._seconds_to_wait())
            except TimeoutError:
                continue

    def _seconds_to_wait(self) -> float:
        if self.programme.to_open:
            return RETRY
        doors = decide.next_doors(self.programme)
        return LOOK_AGAIN if doors is None else min(max(doors - self.wall(), 0.05), LOOK_AGAIN)

    async def look(self) -> None:
        """Write down what begins now and what was missed, then open what is written down and not open yet."""
        now = self.wall()
        await self._log.answer(None, lambda programme: decide.due(programme, now)[0])
        for evening in decide.due(self.programme, now)[1]:
            await self._begin(evening, now)
        for begun in self.programme.to_open:
            await self._open(begun, now)

    # Hosts

    async def save(self, host: Who, theme: Theme) -> Key | Refused:
        key, now = secrets.token_hex(5), self.wall()
        answer = await self._ask(host, lambda programme: decide.save(programme, key, host, theme, now))
        return answer if isinstance(answer, Refused) else key

    async def change(self, key: Key, who: Who, theme: Theme, *, administrator: bool) -> Answer:
        now = self.wall()
        return await self._ask(
            who, lambda programme: decide.change(programme, key, who, theme, now, administrator=administrator)
        )

    async def remove(self, key: Key, who: Who, *, administrator: bool) -> Answer:
        now = self.wall()
        return await self._ask(
            who, lambda programme: decide.remove(programme, key, who, now, administrator=administrator)
        )

    async def forget(self, who: Who) -> Answer:
        """A deleted account has no evenings any more."""
        now = self.wall()
        return await self._ask(None, lambda programme: decide.forget(programme, who, now))

    async def _ask(self, who: Who | None, wish: Callable[[Programme], decide.Answer]) -> Answer:
        answer = await self._log.answer(who, wish)
        self._changed.set()
        return answer

    # Beginning

    async def _begin(self, evening: Due, now: float) -> None:
        """The code is in the log before anything has it."""
        code = await self._draw(evening.theme)
        answer = await self._log.answer(None, lambda programme: decide.begin(programme, evening, code, now))
        if isinstance(answer, Refused) or not answer.entries:
            self._give_back(evening.theme, code)

    async def _draw(self, theme: Theme) -> str:
        if theme.tournament is not None:
            return self._tournaments.draw()
        [code] = await self._tournaments.tables.draw(1)
        return code

    def _give_back(self, theme: Theme, code: str) -> None:
        if theme.tournament is not None:
            self._tournaments.give_back(code)
        else:
            self._tournaments.tables.give_back((code,))

    async def is_there(self, evening: Evening) -> bool:
        """Whether its table or its tournament exists; raises `JournalError` where that cannot be said now."""
        if evening.theme.tournament is not None:
            return self._tournaments.exists(evening.code)
        return await self._tournaments.tables.is_open(evening.code)

    async def on(self) -> list[Evening]:
        """Those to which people can still come."""
        opened = [evening for evening in self.programme.evenings if evening.opened]
        are_on = await asyncio.gather(*map(self._is_on, opened))
        return [evening for evening, is_on in zip(opened, are_on, strict=True) if is_on]

    async def _is_on(self, evening: Evening) -> bool:
        """A table stays until it is closed, a tournament until it is over; what cannot be asked now is still there."""
        if evening.theme.tournament is not None and any(
            live.code == evening.code and live.tournament.is_over for live in self._tournaments
        ):
            return False
        try:
            return await self.is_there(evening)
        except JournalError:
            return True

    async def _open(self, evening: Evening, now: float) -> None:
        """One that is there already is only written down; one that the disk refuses is opened by the next look."""
        if not await self.is_there(evening):
            if verdict(evening.start, now) == "call off":  # the hall died just before it would have opened (N-03)
                self._give_back(evening.theme, evening.code)
                missed = events.EveningCalledOff(now, evening.key, evening.start, evening.theme.title)
                await self._log.answer(None, lambda _programme: (missed,))
                return
            answer = await self._opened(evening, now)
            if isinstance(answer, Refused):
                log.error("evening %s could not begin: %s", evening.theme.title, answer.message)
                if answer.reason not in PASSING:
                    why = answer.message
                    await self._log.answer(None, lambda _programme: (events.EveningRefused(now, evening.code, why),))
                return
        await self._log.answer(None, lambda _programme: (events.EveningOpened(now, evening.code),))

    async def _opened(self, evening: Evening, now: float) -> DecidedTournament | Refused | None:
        if evening.theme.tournament is None:
            command = decide.opening(evening.theme, evening.host, sit=False)
            return await self._tournaments.tables.open_now(evening.code, command)
        opened: asyncio.Future[DecidedTournament | Refused] = asyncio.get_running_loop().create_future()
        create = commands.Create(decide.tournament(evening, now))
        await self._tournaments.create(evening.host, create, opened.set_result, evening.code)
        return await opened

    def stop(self) -> None:
        self._log.stop()
