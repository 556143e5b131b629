"""Closes sockets that may no longer be open, by what the database says: also while the bus is away."""

import asyncio
import logging
from typing import Final

from dicehall.ports import Accounts, JournalError, People
from dicehall.server.live.rooms import Rooms
from dicehall.server.services.leaving import leave_all_tables, show_out
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import LOGGED_OUT
from dicehall.table.core.events import Who
from dicehall.table.live.hall import Hall

log = logging.getLogger("dicehall.nodes")

AGAIN: Final = 0.5
"""Seconds until someone is looked at again, where the database could not be asked."""


class Doorkeeper:
    """Looks at one person after the other; most have nothing open here."""

    def __init__(self, people: People, accounts: Accounts, rooms: Rooms, hall: Hall) -> None:
        self._people = people
        self._accounts = accounts
        self._rooms = rooms
        self._hall = hall
        self._due: dict[Who, None] = {}
        self._wake = asyncio.Event()

    def heard(self, who: Who) -> None:
        """The database says that something about this person has changed."""
        self._due[who] = None
        self._wake.set()

    def missed(self) -> None:
        """Anything may have changed about anyone who has a window here, or sits at a table."""
        for viewer in self._rooms.everybody:
            if viewer.who is not None and not viewer.is_far:
                self._due[viewer.who] = None
        for live in self._hall:
            self._due.update(dict.fromkeys(live.table.people()))
        self._wake.set()

    async def keep(self) -> None:
        """Until it is cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._due:
                who = next(iter(self._due))
                del self._due[who]
                try:
                    await self._look_at(who)
                except (JournalError, Problem) as error:
                    log.warning("%s is looked at again: %s", who, error)
                    await asyncio.sleep(AGAIN)
                    self._due[who] = None

    async def _look_at(self, who: Who) -> None:
        person, banned = await self._people.by_id(who), await self._accounts.ban_of(who)
        if banned is not None:
            show_out(self._rooms, who, banned)
            await leave_all_tables(self._hall, who)
        elif person is None:
            self._rooms.chats.forget_person(who)
            await self._close_ended(who)
            await leave_all_tables(self._hall, who)
        else:
            await self._close_ended(who)
            if self._rooms.acquaintances.of(who) not in (None, person):
                self._rooms.known_as(person, self._hall)

    async def _close_ended(self, who: Who) -> None:
        """Also those whose session has ended because it was not used for long."""
        if near := self._rooms.near(who):
            still = {each.key for each in await self._accounts.sign_ins(who)}
            for viewer in near:
                if viewer.sign_in not in still:
                    viewer.socket.close(LOGGED_OUT, "logged out")
