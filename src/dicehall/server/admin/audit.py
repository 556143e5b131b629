"""What administrators have done, newest first; people appear under their current names."""

from typing import Annotated, Final

from litestar import get
from litestar.params import QueryParameter

from dicehall.ports import Damaged, Journal, People
from dicehall.ports.hall_log import AdminAction, AnyAdminAction, Forgotten, read
from dicehall.server.admin.overview import AuditEntry, Named
from dicehall.server.services.asking import Handlers
from dicehall.server.services.problems import Problem
from dicehall.table.live.hall import Hall

MOST: Final = 200
UNREADABLE: Final = "The administrators' actions cannot be read: restore journal.db from a backup."


async def all_actions(journal: Journal) -> list[AnyAdminAction]:
    """Of administrators, oldest first: they are in the hall log under no table's name."""
    try:
        found = [read(body) for body in await journal.records("")]
    except Damaged:
        raise Problem(503, "damaged", UNREADABLE) from None
    return [action for action in found if isinstance(action, AdminAction) and not is_own_deletion(action)]


def is_own_deletion(action: AnyAdminAction) -> bool:
    """Anyone may delete their own account, so often that administrators' actions would drown in it."""
    return isinstance(action, Forgotten) and action.by == action.who


async def entry(people: People, number: int, action: AnyAdminAction) -> AuditEntry:
    return AuditEntry(
        number=number,
        when=action.when,
        act=str(action.__struct_config__.tag),
        by=await named(people, action.by),
        who=await named(people, getattr(action, "who", None)),
        kind=getattr(action, "kind", None),
        table=getattr(action, "table", None),
        game=getattr(action, "game", None),
    )


async def named(people: People, who: str | None) -> Named | None:
    if who is None:
        return None
    person = await people.by_id(who)
    return Named(who, None if person is None else person.name)


def handlers(hall: Hall, people: People) -> Handlers:
    @get("/api/admin/audit", tags=["administrators"])
    async def audit(
        before: Annotated[int | None, QueryParameter(ge=1, description="Only entries with lower numbers")] = None,
        most: Annotated[int, QueryParameter(ge=1, le=MOST)] = 50,
    ) -> list[AuditEntry]:
        """What administrators did, newest first. An entry means it was ordered: it is written before it is done."""
        actions = await all_actions(hall.journal)
        end = len(actions) if before is None else min(len(actions), before - 1)
        return [await entry(people, number, actions[number - 1]) for number in range(end, max(0, end - most), -1)]

    return (audit,)
