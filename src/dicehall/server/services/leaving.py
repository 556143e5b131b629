"""Taking a person off every table, when they delete their account or are banned; and then out of every tournament."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

from dicehall.evenings.core import commands as in_tournaments
from dicehall.evenings.live.tournaments import Tournaments
from dicehall.server.live.messages import Refusal
from dicehall.server.live.rooms import Rooms
from dicehall.server.services.people import banned
from dicehall.server.services.problems import Problem
from dicehall.server.services.waiting import answer_to
from dicehall.server.watch import logs
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Who
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.table import LiveTable

BANNED: Final = 4003
"""The close code of a banned person's sockets."""
DELETED: Final = "a person was deleted"
"""What every node is asked to do then."""
SOON: Final = 0.02
"""Seconds after which a person who has asked for too much at once asks again."""


def show_out(rooms: Rooms, who: Who, reason: str) -> None:
    """A person is banned: at once, from every window."""
    for viewer in rooms.windows(who):
        viewer.tell(Refusal(None, "banned", banned(reason)))
        viewer.socket.close(BANNED, "banned")


async def leave_all_tables(hall: Hall, who: Who, so_far: str = "") -> None:
    """The others play on, and the next one becomes the host.

    Where the disk cannot be written, the caller is told so, after what has been done so far.
    """
    for live in await all_tables(hall):
        if live.table.is_for(who):
            await give_up(live, who, commands.Leave(), so_far)
        elif who in live.table.invited:
            await give_up(live, who, commands.Decline(), so_far)


async def leave_all_tournaments(tournaments: Tournaments, who: Who) -> None:
    """Nobody waits for them in the next round; what they have hosted runs on."""
    for live in tournaments:
        entrant = live.tournament.entrant(who)
        if entrant is not None and entrant.status == "in" and not live.tournament.is_over:
            answer = await answer_to(partial(live.ask, who, in_tournaments.Leave()))
            if isinstance(answer, Refused) and answer.reason == "unwritable":
                raise Problem(503, answer.reason, f"Nothing has changed in {live.code.upper()}. {answer.message}")


async def leave_pending(hall: Hall, who: Who) -> None:
    """Also where commands of theirs are still waiting: a table answers once everything before has been done."""
    for live in hall:
        await give_up(live, who, commands.Leave())
        if who in live.table.invited:
            await give_up(live, who, commands.Decline())


async def give_up(live: LiveTable, who: Who, command: commands.Leave | commands.Decline, so_far: str = "") -> None:
    """Raises what to answer where the seat cannot be given up; does nothing where there is none."""
    answer = await answer_of(live, who, command)
    while isinstance(answer, Refused) and answer.reason == "busy":  # with their own commands, which come to an end
        await asyncio.sleep(SOON)
        answer = await answer_of(live, who, command)
    if isinstance(answer, Refused) and answer.reason == "unwritable":
        text = f"{so_far}Nothing has changed at table {live.code.upper()}. {answer.message}"
        raise Problem(503, answer.reason, text)
    if isinstance(answer, Refused) and is_expected(live, who):
        logs.seat_kept(live.code, who, answer.reason)


def is_expected(live: LiveTable, who: Who) -> bool:
    """Whether a table still counts on this person."""
    table = live.table
    return not table.closed and (table.is_for(who) or who in table.invited)


async def all_tables(hall: Hall) -> list[LiveTable]:
    """Also those not opened since the start; damaged ones have no seats to give up."""
    found = []
    for head in await hall.heads():
        await hall.wake(head.table)
        with suppress(NoTable):
            found.append(hall.find(head.table))
    return found


async def answer_of(live: LiveTable, who: Who | None, command: AnyCommand) -> Decided | Refused:
    return await answer_to(lambda reply: live.ask(who, command, reply))
