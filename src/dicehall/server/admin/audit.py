"""What administrators have done, the latest first; people are named as they are called now."""

from typing import Annotated, Any, Final

from litestar import Request, get
from litestar.datastructures import State
from litestar.params import QueryParameter

from dicehall.ports import Damaged
from dicehall.ports.hall_log import AdminAction, AnyAdminAction, Forgotten, read
from dicehall.server.admin.overview import Entry, Named
from dicehall.server.house import House
from dicehall.server.web.guard import house_of
from dicehall.server.web.problems import Problem

MOST: Final = 200
UNREADABLE: Final = "What administrators did cannot be read back: put a backup of journal.db in its place."


@get("/api/admin/audit", tags=["administrators"])
async def audit(
    request: Request[Any, Any, State],
    before: Annotated[int | None, QueryParameter(ge=1, description="Only entries of lower numbers")] = None,
    most: Annotated[int, QueryParameter(ge=1, le=MOST)] = 50,
) -> list[Entry]:
    """What administrators did, the latest first. An entry says that it was ordered: it is written before it is done."""
    house = house_of(request)
    acts = entries(house)
    end = len(acts) if before is None else min(len(acts), before - 1)
    return [entry(house, number, acts[number - 1]) for number in range(end, max(0, end - most), -1)]


def entries(house: House) -> list[AnyAdminAction]:
    """Of administrators, oldest first: they lie in the chronicle under no table's name."""
    try:
        found = [read(body) for body in house.hall.journal.records("")]
    except Damaged:
        raise Problem(503, "damaged", UNREADABLE) from None
    return [act for act in found if isinstance(act, AdminAction) and not is_farewell(act)]


def is_farewell(act: AnyAdminAction) -> bool:
    """Somebody has deleted themselves; anybody may, so often that what administrators did would drown in it."""
    return isinstance(act, Forgotten) and act.by == act.who


def entry(house: House, number: int, act: AnyAdminAction) -> Entry:
    return Entry(
        number=number,
        when=act.when,
        act=str(act.__struct_config__.tag),
        by=named(house, act.by),
        who=named(house, getattr(act, "who", None)),
        kind=getattr(act, "kind", None),
        table=getattr(act, "table", None),
        game=getattr(act, "game", None),
    )


def named(house: House, who: str | None) -> Named | None:
    if who is None:
        return None
    person = house.people.by_id(who)
    return Named(who, None if person is None else person.name)


HANDLERS = (audit,)
