"""Beginning anew: a table is closed, a leaderboard emptied, or everything but the people goes."""

import asyncio
import logging
from contextlib import suppress
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Request, delete, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from dicehall.ports import Append, JournalError
from dicehall.ports.hall_log import EverythingReset, LeaderboardReset, TableClosed
from dicehall.rules.catalog import find
from dicehall.rules.values import Value
from dicehall.server.admin.actions import acting, noted
from dicehall.server.admin.audit import entries
from dicehall.server.house import House
from dicehall.server.people.account_deletion import answer_of, tables, to
from dicehall.server.web.guard import house_of
from dicehall.server.web.problems import Problem
from dicehall.table.core import commands
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Closed
from dicehall.table.core.stored import write
from dicehall.table.live.hall import NoTable
from dicehall.table.live.table import Live

log = logging.getLogger("dicehall.server")

AT_ONCE: Final = 50
"""Tables that are closed together, before others have their turn."""
RECENT: Final = 60.0
"""Seconds of hall time: what was ordered so shortly before a crash may not have been done."""
NOT_COUNTED: Final = "The reset is written down, and the leaderboard follows as soon as the disk lets it."


class Reset(Value, forbid_unknown_fields=True):
    what: Annotated[
        Literal["leaderboard", "everything"],
        msgspec.Meta(description="`everything` also closes all tables; accounts stay in both cases"),
    ]
    confirm: Annotated[str, msgspec.Meta(max_length=40, description="The same word again, so that no slip does it")]
    game: Annotated[str, msgspec.Meta(max_length=40, description="With `leaderboard`: only of this game")] | None = None


class Done(Value):
    what: str
    game: str | None
    closed: int
    """How many tables."""


@delete("/api/admin/tables/{code:str}", tags=["administrators"], status_code=204)
async def close_table(request: Request[Any, Any, State], code: FromPath[str]) -> None:
    """Close any table, also one that cannot be read back. A running game ends without a result."""
    house, code = house_of(request), code.casefold()
    async with acting(request) as administrator:
        live = find_table(house, code)
        await noted(house, TableClosed, administrator, table=code)
        await (close_damaged(house, code) if live is None else close(live))


@post("/api/admin/reset", tags=["administrators"], status_code=200)
async def reset(request: Request[Any, Any, State], data: JSONBody[Reset]) -> Done:
    """Empty the leaderboard, of one game or of all; or everything: then all tables are closed too. Accounts stay."""
    house = house_of(request)
    game = checked(data)
    closed = 0
    async with acting(request) as administrator:
        if data.what == "leaderboard":
            await noted(house, LeaderboardReset, administrator, game=game)
        else:
            await noted(house, EverythingReset, administrator)
            closed = await close_all(house)
        await count(house)
    return Done(data.what, game, closed)


def checked(data: Reset) -> str | None:
    """The game by its name in the catalogue."""
    if data.confirm != data.what:
        raise Problem(400, "unconfirmed", f"This cannot be taken back. Confirm it: confirm must be {data.what!r} too.")
    if data.game is not None and data.what == "everything":
        raise Problem(400, "bad_request", "A game goes with `leaderboard` only; everything is everything.")
    return None if data.game is None else find(data.game).name


async def count(house: House) -> None:
    """What the chronicle says holds anyway, also for results that are counted later."""
    house.results.stirred()
    try:
        await house.results.catch_up()
    except JournalError as error:
        raise Problem(503, "unwritable", f"{NOT_COUNTED} ({error})") from None


# Closing


def find_table(house: House, code: str) -> Live | None:
    """None for one that is there and cannot be read back."""
    try:
        return house.hall.find(code)
    except NoTable:
        if code not in house.hall.damaged:
            raise
        return None


async def close_all(house: House) -> int:
    """How many were open; those that are opened meanwhile stay."""
    found = list(tables(house))
    for start in range(0, len(found), AT_ONCE):
        await asyncio.gather(*(close(live) for live in found[start : start + AT_ONCE]))
    damaged = tuple(house.hall.damaged)
    for code in damaged:
        await close_damaged(house, code)
    return len(found) + len(damaged)


async def close(live: Live) -> None:
    """As the hall itself does it; one that has just been closed by its host is closed as well."""
    answer = await answer_of(live, None, commands.Close())
    if isinstance(answer, Refused) and answer.reason == "unwritable":
        raise Problem(503, "unwritable", f"Table {live.code.upper()} is still open. {answer.message}")


async def close_damaged(house: House, code: str) -> None:
    """It cannot be asked, so it is forgotten where it lies; the records of its games stay."""
    journal = house.hall.journal
    done: asyncio.Future[JournalError | None] = asyncio.get_running_loop().create_future()
    version = next((head.version for head in journal.heads() if head.table == code), None)
    if version is not None:
        body = write(round(journal.now, 1), (Closed(),))
        journal.append(Append(code, version, count=1, body=body, due=None, closes=True), to(done))
        if (error := await done) is not None:
            raise error
    house.hall.damaged.pop(code, None)
    await house.people.forget_chat(code)


# After a crash


async def finish_closing(house: House) -> None:
    """For the start of a hall, before its tables wake up: where the chronicle ends one that is still as it was, it is
    closed now.

    Whatever else an act does is either counted out of the chronicle, as leaderboards are, or has visibly not happened.
    """
    try:
        since = house.hall.journal.now - RECENT
        for act in entries(house):
            if isinstance(act, EverythingReset | TableClosed) and act.at >= since:
                await close_again(house, act)
    except Problem as problem:
        log.error("%s", problem.detail)


async def close_again(house: House, act: EverythingReset | TableClosed) -> None:
    """A table that somebody has opened under the same code since, or played at, stays."""
    codes = [act.table] if isinstance(act, TableClosed) else [head.table for head in house.hall.journal.heads()]
    for code in codes:
        with suppress(NoTable):
            live = house.hall.find(code)
            if live.table.touched <= act.at:
                await close(live)


HANDLERS = (close_table, reset)
