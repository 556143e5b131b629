"""What administrators see of the whole hall, and what they may do to it."""

from typing import Annotated, Any, Final, Literal

from litestar import Request, get, patch
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter

from dicehall.names.clean import clean_name
from dicehall.ports import Person
from dicehall.ports.hall_log import Appointed, Renamed
from dicehall.rules.values import Value
from dicehall.server.admin import audit, bans, claim, resets
from dicehall.server.admin.actions import acting, noted, refuse_taken, somebody, unless_gone
from dicehall.server.admin.claim import first_link
from dicehall.server.admin.overview import Crowd, Known, Named, OpenTable, Tables
from dicehall.server.admin.resets import finish_closing
from dicehall.server.house import House
from dicehall.server.people.accounts import Name
from dicehall.server.web.guard import house_of
from dicehall.server.web.problems import Problem
from dicehall.table.core.events import is_bot
from dicehall.table.live.hall import NoTable
from dicehall.table.live.table import Live

__all__ = ["HANDLERS", "finish_closing", "first_link"]

MOST: Final = 200
Most = Annotated[int, QueryParameter(ge=1, le=MOST)]


class Change(Value, forbid_unknown_fields=True):
    """One of the two."""

    name: Name | None = None
    kind: Literal["account", "administrator"] | None = None


# People


@get("/api/admin/people", tags=["administrators"])
async def people(
    request: Request[Any, Any, State],
    like: Annotated[str, QueryParameter(max_length=200, description="A part of the name")] = "",
    most: Most = 50,
) -> Crowd:
    """Everybody, or those whose name contains something; who was seen last comes first."""
    house = house_of(request)
    found = house.accounts.people(like, most + 1)
    reasons = {person.id: reason for person, reason in house.accounts.banned()}
    return Crowd(tuple(known(house, each, reasons.get(each.id)) for each in found[:most]), len(found) > most)


def known(house: House, person: Person, banned: str | None) -> Known:
    seen = max((door.used for door in house.accounts.doors(person.id)), default=None)
    return Known(person.id, person.name, person.kind, banned, seen, len(house.rooms.windows(person.id)))


@patch("/api/admin/people/{person:str}", tags=["administrators"])
async def change(request: Request[Any, Any, State], person: FromPath[str], data: JSONBody[Change]) -> Known:
    """Give somebody another name, make an account an administrator, or dismiss one."""
    house = house_of(request)
    async with acting(request) as administrator:
        before = somebody(house, person)
        match data:
            case Change(name=str(name), kind=None):
                after = await rename(house, administrator, before, clean_name(name))
            case Change(name=None, kind="administrator"):
                after = await appoint(house, administrator, before)
            case Change(name=None, kind="account"):
                after = await dismiss(house, administrator, before)
            case _:
                raise Problem(400, "bad_request", "Send either a name or a kind, one at a time.")
        house.rooms.renamed(after, house.hall)
        return known(house, after, house.accounts.ban_of(after.id))


async def rename(house: House, administrator: Person, person: Person, name: str) -> Person:
    refuse_taken(house, name, person)
    await noted(house, Renamed, administrator, who=person.id)
    with unless_gone(person):
        return await house.people.rename(person.id, name)


async def appoint(house: House, administrator: Person, person: Person) -> Person:
    if person.kind == "administrator":
        raise Problem(409, "already", f"{person.name} is an administrator already.")
    if person.kind == "guest":
        raise Problem(409, "no_account", f"{person.name} is a guest; administrators have accounts.")
    if (reason := house.accounts.ban_of(person.id)) is not None:
        raise Problem(409, "banned", f"{person.name} is banned ({reason}); unban them first.")
    await noted(house, Appointed, administrator, who=person.id, kind="administrator")
    with unless_gone(person):
        return await house.accounts.appoint(person.id, "administrator")


async def dismiss(house: House, administrator: Person, person: Person) -> Person:
    """Whoever dismisses stays an administrator, so that there is always one."""
    if person.kind != "administrator":
        raise Problem(409, "already", f"{person.name} is no administrator.")
    if person.id == administrator.id:
        raise Problem(409, "yourself", "You cannot dismiss yourself: another administrator can, so one always stays.")
    await noted(house, Appointed, administrator, who=person.id, kind="account")
    with unless_gone(person):
        return await house.accounts.appoint(person.id, "account")


# Tables


@get("/api/admin/tables", tags=["administrators"])
async def tables(
    request: Request[Any, Any, State],
    after: Annotated[str, QueryParameter(max_length=20, description="Only codes behind this one")] = "",
    most: Most = 50,
) -> Tables:
    """All tables by their codes, also private ones."""
    house = house_of(request)
    codes = sorted(head.table for head in house.hall.journal.heads() if head.table > after.casefold())
    shown = []
    for code in codes[:most]:
        try:
            shown.append(open_table(house, house.hall.find(code)))
        except NoTable:
            continue  # it is among the damaged ones now
    return Tables(tuple(shown), dict(house.hall.damaged), codes[most - 1] if len(codes) > most else None)


def open_table(house: House, live: Live) -> OpenTable:
    table = live.table
    return OpenTable(
        row=house.rooms.row(live),
        public=table.setting.public,
        host=audit.named(house, table.host),
        people=tuple(
            Named(occupant.who, house.rooms.name(occupant.who)) for occupant in table.seated if not is_bot(occupant.who)
        ),
        watching=live.watching(),
    )


HANDLERS = (people, change, tables, *bans.HANDLERS, *resets.HANDLERS, *audit.HANDLERS, *claim.HANDLERS)
