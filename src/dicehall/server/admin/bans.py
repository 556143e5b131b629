"""Keeping somebody out: they are told why, their sockets are closed, and their games go on without them."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from dicehall.names.clean import clean
from dicehall.ports import Person
from dicehall.ports.hall_log import Banned, Unbanned
from dicehall.rules.values import Value
from dicehall.server.admin.actions import acting, noted, somebody, unless_gone
from dicehall.server.house import House
from dicehall.server.live import messages
from dicehall.server.people.account_deletion import leave_all_tables
from dicehall.server.web.guard import banned, house_of
from dicehall.server.web.problems import Problem
from dicehall.table.core.events import Who

BANNED: Final = 4003
"""The code with which the sockets of somebody are closed who is banned."""
LONGEST_REASON: Final = 200
NO_REASON: Final = f"Say why, in 1 to {LONGEST_REASON} visible characters: whoever is banned is told."


class Ban(Value, forbid_unknown_fields=True):
    who: Annotated[str, msgspec.Meta(max_length=200, description="Id or name")]
    reason: Annotated[str, msgspec.Meta(max_length=1000, description="1 to 200 visible characters; they are told")]


class BannedPerson(Value):
    person: Person
    reason: str


@get("/api/admin/bans", tags=["administrators"])
async def bans(request: Request[Any, Any, State]) -> list[BannedPerson]:
    """Who may not come in, and why."""
    return [BannedPerson(person, reason) for person, reason in house_of(request).accounts.banned()]


@post("/api/admin/bans", tags=["administrators"])
async def ban(request: Request[Any, Any, State], data: JSONBody[Ban]) -> BannedPerson:
    """Keep somebody out of the hall. They are told why and lose their seats, so that nobody waits for them."""
    house = house_of(request)
    reason = clean(data.reason)
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise Problem(400, "bad_reason", NO_REASON)
    async with acting(request) as administrator:
        person = somebody(house, data.who)
        refuse_ban(house, administrator, person)
        await noted(house, Banned, administrator, who=person.id)
        with unless_gone(person):
            await house.accounts.ban(person.id, reason)
        show_out(house, person.id, reason)
        await leave_all_tables(house, person.id, so_far=f"{person.name} is banned. ")
    return BannedPerson(person, reason)


@delete("/api/admin/bans/{person:str}", tags=["administrators"], status_code=204)
async def unban(request: Request[Any, Any, State], person: FromPath[str]) -> None:
    """Let somebody in again."""
    house = house_of(request)
    async with acting(request) as administrator:
        found = somebody(house, person)
        if house.accounts.ban_of(found.id) is None:
            raise Problem(409, "already", f"{found.name} is not banned.")
        await noted(house, Unbanned, administrator, who=found.id)
        with unless_gone(found):
            await house.accounts.unban(found.id)


def refuse_ban(house: House, administrator: Person, person: Person) -> None:
    if person.id == administrator.id:
        raise Problem(409, "yourself", "You cannot ban yourself.")
    if person.kind == "administrator":
        raise Problem(409, "administrator", f"{person.name} is an administrator; dismiss them first.")
    if (reason := house.accounts.ban_of(person.id)) is not None:
        raise Problem(409, "already", f"{person.name} is banned already: {reason}")


def show_out(house: House, who: Who, reason: str) -> None:
    """At once, from every window."""
    for viewer in house.rooms.windows(who):
        viewer.tell(messages.Refusal(None, "banned", banned(reason)))
        viewer.socket.close(BANNED, "banned")


HANDLERS = (bans, ban, unban)
