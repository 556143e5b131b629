"""Somebody goes for good: from every table, and out of the book of people."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, TypeVar

from dicehall.ports import JournalError, Note, Person
from dicehall.ports.hall_log import AnyAdminAction, Forgotten, write
from dicehall.server.house import House
from dicehall.server.live.rooms import sits
from dicehall.server.people.sessions import hang_up
from dicehall.server.watch import logs
from dicehall.server.web.problems import Problem
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Who
from dicehall.table.live.hall import NoTable
from dicehall.table.live.table import Live

NOBODY = "somebody"
"""What whoever is forgotten is called from then on."""
ROUNDS: Final = 2
"""A quick match goes on to the next table where the first one is full."""
SOON: Final = 0.02
"""Seconds after which somebody who has asked too much at once asks again."""

T = TypeVar("T")


async def forget(house: House, who: Who) -> None:
    """First the tables and the chronicle, then the name: whoever is interrupted can still ask for it again.

    Whoever plays on meanwhile, in another window, is heard until the name is gone: so all tables are left once more.
    """
    await leave_all_tables(house, who)
    await note(house, Forgotten(at=round(house.hall.journal.now, 1), by=who, when=time.time(), who=who))
    await house.accounts.forget(who)
    house.rooms.renamed(Person(who, NOBODY), house.hall)
    hang_up(house, who)
    for _ in range(ROUNDS):
        await leave_behind_everything(house, who)


async def leave_all_tables(house: House, who: Who, so_far: str = "") -> None:
    """The others play on, and the next one owns what they owned.

    Where the disk cannot be written, whoever asked for it is told so, after what has been done so far.
    """
    for live in tables(house):
        if sits(live, who) or live.table.host == who:
            await give_up(live, who, commands.Leave(), so_far)
        elif who in live.table.invited:
            await give_up(live, who, commands.Decline(), so_far)


async def leave_behind_everything(house: House, who: Who) -> None:
    """Also where it cannot be seen yet that they come: each table answers when what was asked before has been done."""
    for live in house.hall:
        await give_up(live, who, commands.Leave())
        if who in live.table.invited:
            await give_up(live, who, commands.Decline())


async def give_up(live: Live, who: Who, command: commands.Leave | commands.Decline, so_far: str = "") -> None:
    """Raises what to answer where the occupant is kept; where there is none any more, nothing happens."""
    answer = await answer_of(live, who, command)
    while isinstance(answer, Refused) and answer.reason == "busy":  # with their own commands, which come to an end
        await asyncio.sleep(SOON)
        answer = await answer_of(live, who, command)
    if isinstance(answer, Refused) and answer.reason == "unwritable":
        text = f"{so_far}Nothing has changed at table {live.code.upper()}. {answer.message}"
        raise Problem(503, answer.reason, text)
    if isinstance(answer, Refused) and is_kept(live, who):
        logs.seat_kept(live.code, who, answer.reason)


def is_kept(live: Live, who: Who) -> bool:
    """Whether a table still counts on somebody."""
    table = live.table
    return not table.closed and (sits(live, who) or who == table.host or who in table.invited)


def tables(house: House) -> Iterator[Live]:
    """Also those that nobody has touched since the start; one that cannot be read back has no seats to give up."""
    for head in house.hall.journal.heads():
        with suppress(NoTable):
            yield house.hall.find(head.table)


async def answer_of(live: Live, who: Who | None, command: AnyCommand) -> Decided | Refused:
    reply: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    live.ask(who, command, to(reply))
    return await reply


def to(future: asyncio.Future[T]) -> Callable[[T], None]:
    """Sets the result, unless whoever waited for it has gone away; what they asked for is done all the same."""

    def answered(result: T) -> None:
        if not future.done():
            future.set_result(result)

    return answered


async def note(house: House, act: AnyAdminAction) -> None:
    """Written into the chronicle when this returns."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def noted(error: JournalError | None) -> None:
        if done.cancelled():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    house.hall.journal.note(Note(write(act)), noted)
    await done
    logs.acted(act)
