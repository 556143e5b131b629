"""Deleting an account or a guest: off every table, and out of the database of people."""

import time
from collections.abc import Callable
from typing import Final

from dicehall.evenings.live.book_door import BookDoor, Forgets
from dicehall.evenings.live.nights import Nights
from dicehall.evenings.live.tournaments import Tournaments
from dicehall.ports import Accounts, JournalError, Person
from dicehall.ports.hall_log import Forgotten
from dicehall.server.live.names import NOBODY
from dicehall.server.live.rooms import Rooms
from dicehall.server.services.hall_log import note
from dicehall.server.services.leaving import DELETED, leave_all_tables, leave_all_tournaments, leave_pending
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import Sessions
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who
from dicehall.table.live.hall import Hall

ROUNDS: Final = 2
"""A quick match goes on to the next table where the first one is full; windows of other nodes have played at these."""


async def delete_person(
    who: Who, hall: Hall, rooms: Rooms, accounts: Accounts, sessions: Sessions, *,
    nights: Nights, tournaments: Tournaments, book: BookDoor, renamed: Callable[[Person], None],
) -> None:  # fmt: skip
    """First the tables and the hall log, then the name: after an interruption it can be asked for again.

    Until the name is gone, another window can still play on: so all tables are left once more, here and at all other
    nodes. When those have answered, their windows of this person are closed, and what these have said has come here.
    """
    await leave_all_tournaments(tournaments, who)
    await leave_all_tables(hall, who)
    forgotten = await nights.forget(who)
    if isinstance(forgotten, Refused):
        raise Problem(503, forgotten.reason, forgotten.message)
    try:
        await book.do(Forgets(who))
    except JournalError as error:
        raise Problem(503, "unwritable", str(error)) from None
    now = round(hall.journal.now, 1)
    await note(hall.journal, Forgotten(at=now, by=who, when=time.time(), who=who))
    await accounts.forget(who)
    renamed(Person(who, NOBODY))
    rooms.chats.forget_person(who)
    rooms.elsewhere.left(who, None)
    sessions.hang_up(who)
    for _ in range(ROUNDS):
        await rooms.elsewhere.ask_all(DELETED, who.encode())
        await leave_pending(hall, who)
