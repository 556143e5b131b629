"""Closing a table, resetting a leaderboard, or resetting everything but the people."""

import asyncio
import logging
from contextlib import suppress
from typing import Annotated, Final, Literal

import msgspec
from litestar import delete, post
from litestar.params import FromPath, JSONBody

from dicehall.evenings.live.book_door import BookDoor, Empties
from dicehall.ports import Append, JournalError, People, Results
from dicehall.ports.hall_log import EverythingReset, LeaderboardReset, TableClosed
from dicehall.rules.catalog import find
from dicehall.rules.values import Value
from dicehall.server.admin.actions import Actions
from dicehall.server.admin.audit import all_actions
from dicehall.server.live.elsewhere import Elsewhere
from dicehall.server.services.asking import Handlers, HttpRequest, asker
from dicehall.server.services.leaving import all_tables, answer_of
from dicehall.server.services.problems import Problem
from dicehall.server.services.waiting import answer_to
from dicehall.table.core import commands
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Closed
from dicehall.table.core.stored import write
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.table import LiveTable

log = logging.getLogger("dicehall.server")

AT_ONCE: Final = 50
"""Tables that are closed together, before others get their turn."""
RECENT: Final = 60.0
"""Seconds of hall time: what was ordered just before a crash may not have been done."""
ERRAND: Final = "admin reset"
NOT_EVERYWHERE: Final = (
    "The reset is saved, but a machine of this hall has not closed all its tables, or does not answer: reset again."
)
NOT_COUNTED: Final = "The reset is saved, and the leaderboard follows as soon as the disk can be written."


class Reset(Value, forbid_unknown_fields=True):
    what: Annotated[
        Literal["leaderboard", "everything"],
        msgspec.Meta(description="`everything` also closes all tables; accounts stay in both cases"),
    ]
    confirm: Annotated[str, msgspec.Meta(max_length=40, description="The same word again, to confirm")]
    game: Annotated[str, msgspec.Meta(max_length=40, description="With `leaderboard`: only of this game")] | None = None


class Done(Value):
    what: str
    game: str | None
    closed: int
    """The number of tables."""


def checked(data: Reset) -> str | None:
    """The game by its name in the catalogue."""
    if data.confirm != data.what:
        raise Problem(400, "unconfirmed", f"This cannot be undone. To confirm it, set confirm to {data.what!r} too.")
    if data.game is not None and data.what == "everything":
        raise Problem(400, "bad_request", "Name a game only with `leaderboard`; `everything` has none.")
    return None if data.game is None else find(data.game).name


async def count(results: Results) -> None:
    """The hall log already says so, also for results that are counted later."""
    results.notify()
    try:
        await results.catch_up()
    except JournalError as error:
        raise Problem(503, "unwritable", f"{NOT_COUNTED} ({error})") from None


# Closing


async def find_table(hall: Hall, code: str) -> LiveTable | None:
    """None for a damaged one."""
    await hall.wake(code)
    try:
        return hall.find(code)
    except NoTable:
        if code not in hall.damaged:
            raise
        return None


async def close_all(hall: Hall, people: People) -> int:
    """How many were open; tables opened meanwhile stay."""
    found = await all_tables(hall)
    for start in range(0, len(found), AT_ONCE):
        await asyncio.gather(*(close(live) for live in found[start : start + AT_ONCE]))
    damaged = tuple(hall.damaged)
    for code in damaged:
        await close_damaged(hall, people, code)
    return len(found) + len(damaged)


async def close(live: LiveTable) -> None:
    """As the hall itself does it; a table that its host has just closed is closed as well."""
    answer = await answer_of(live, None, commands.Close())
    if isinstance(answer, Refused) and answer.reason == "unwritable":
        raise Problem(503, "unwritable", f"Table {live.code.upper()} is still open. {answer.message}")


async def close_damaged(hall: Hall, people: People, code: str) -> None:
    """It cannot be asked, so it is deleted where it lies; the records of its games stay."""
    journal = hall.journal
    version = next((head.version for head in await journal.heads() if head.table == code), None)
    if version is not None:
        body = write(round(journal.now, 1), (Closed(),))
        closing = Append(code, version, count=1, body=body, due=None, closes=True)
        error: JournalError | None = await answer_to(lambda done: journal.append(closing, done))
        if error is not None:
            raise error
    hall.damaged.pop(code, None)
    await people.forget_chat(code)


class Order(Value):
    """To a machine of the hall."""

    game: str | None
    closes: bool


async def carry_out(hall: Hall, people: People, order: Order) -> int:
    """At this machine; how many tables were closed."""
    closed = await close_all(hall, people) if order.closes else 0
    hall.acquaintances.reset(order.game)
    return closed


# After a crash


async def finish_closing(hall: Hall) -> None:
    """For the start of a hall, before its tables wake up: where the hall log has closed a table that is still open, it
    is closed now.

    Everything else an action does is either counted from the hall log, as leaderboards are, or has visibly not
    happened.
    """
    try:
        since = hall.journal.now - RECENT
        for action in await all_actions(hall.journal):
            if isinstance(action, EverythingReset | TableClosed) and action.at >= since:
                await close_again(hall, action)
    except Problem as problem:
        log.error("%s", problem.detail)


async def close_again(hall: Hall, action: EverythingReset | TableClosed) -> None:
    """A table opened under the same code since, or played at, stays."""
    codes = [action.table] if isinstance(action, TableClosed) else [head.table for head in await hall.heads()]
    for code in codes:
        await hall.wake(code)
        with suppress(NoTable):
            live = hall.find(code)
            if live.table.touched <= action.at:
                await close(live)


def handlers(
    actions: Actions, hall: Hall, people: People, results: Results, elsewhere: Elsewhere, *, book: BookDoor
) -> Handlers:
    async def asked(about: bytes) -> bytes:
        order = msgspec.json.decode(about, type=Order)
        return msgspec.json.encode(await carry_out(hall, people, order))

    elsewhere.serve(ERRAND, asked)

    @delete("/api/admin/tables/{code:str}", tags=["administrators"], status_code=204)
    async def close_table(request: HttpRequest, code: FromPath[str]) -> None:
        """Close any table, also a damaged one. A running game ends without a result."""
        code = code.casefold()
        async with actions.by(asker(request)) as administrator:
            live = await find_table(hall, code)
            await actions.note(TableClosed, administrator, table=code)
            await (close_damaged(hall, people, code) if live is None else close(live))

    @post("/api/admin/reset", tags=["administrators"], status_code=200)
    async def reset(request: HttpRequest, data: JSONBody[Reset]) -> Done:
        """Reset the leaderboard of one game or of all; or everything: then all tables are closed too. Accounts stay."""
        game = checked(data)
        order = Order(game, closes=data.what == "everything")
        async with actions.by(asker(request)) as administrator:
            if data.what == "leaderboard":
                await actions.note(LeaderboardReset, administrator, game=game)
            else:
                await actions.note(EverythingReset, administrator)
                await book.do(Empties())
            closed = await carry_out(hall, people, order)
            replies = await elsewhere.ask_all(ERRAND, msgspec.json.encode(order))
            closed += sum(msgspec.json.decode(reply, type=int) for reply in replies if reply is not None)
            await count(results)
        if order.closes and None in replies:
            raise Problem(503, "unreachable", NOT_EVERYWHERE)
        return Done(data.what, game, closed)

    return close_table, reset
