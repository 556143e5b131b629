"""Writing administrators' actions, and deletions of accounts, into the hall log."""

from dicehall.ports import Journal, JournalError, Note
from dicehall.ports.hall_log import AnyAdminAction, write
from dicehall.server.services.waiting import answer_to
from dicehall.server.watch import logs


async def note(journal: Journal, action: AnyAdminAction) -> None:
    """On the disk when this returns; raises `JournalError`."""
    error: JournalError | None = await answer_to(lambda done: journal.note(Note(write(action)), done))
    if error is not None:
        raise error
    logs.acted(action)
