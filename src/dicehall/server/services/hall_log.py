"""Writing administrators' actions, and deletions of accounts, into the hall log."""

import asyncio

from dicehall.ports import Journal, JournalError, Note
from dicehall.ports.hall_log import AnyAdminAction, write
from dicehall.server.watch import logs


async def note(journal: Journal, action: AnyAdminAction) -> None:
    """On the disk when this returns; raises `JournalError`."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def noted(error: JournalError | None) -> None:
        if done.cancelled():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    journal.note(Note(write(action)), noted)
    await done
    logs.acted(action)
