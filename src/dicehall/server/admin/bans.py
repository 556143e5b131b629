"""Banning people: they are told why, their sockets are closed, and their games go on without them."""

from typing import Annotated, Final

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from dicehall.names.clean import clean
from dicehall.ports import Accounts, People, Person
from dicehall.ports.hall_log import Banned, Unbanned
from dicehall.rules.values import Value
from dicehall.server.admin.actions import Actions, unless_gone
from dicehall.server.live.rooms import Rooms
from dicehall.server.services.asking import Handlers, HttpRequest, asker
from dicehall.server.services.leaving import leave_all_tables, show_out
from dicehall.server.services.people import find_person
from dicehall.server.services.problems import Problem
from dicehall.table.live.hall import Hall

LONGEST_REASON: Final = 200
NO_REASON: Final = f"Say why, in 1 to {LONGEST_REASON} visible characters: the banned person is told."


class Ban(Value, forbid_unknown_fields=True):
    who: Annotated[str, msgspec.Meta(max_length=200, description="Id or name")]
    reason: Annotated[str, msgspec.Meta(max_length=1000, description="1 to 200 visible characters; they are told")]


class BannedPerson(Value):
    person: Person
    reason: str


async def refuse_ban(accounts: Accounts, administrator: Person, person: Person) -> None:
    if person.id == administrator.id:
        raise Problem(409, "yourself", "You cannot ban yourself.")
    if person.kind == "administrator":
        raise Problem(409, "administrator", f"{person.name} is an administrator; dismiss them first.")
    if (reason := await accounts.ban_of(person.id)) is not None:
        raise Problem(409, "already", f"{person.name} is banned already: {reason}")


def handlers(accounts: Accounts, actions: Actions, people: People, rooms: Rooms, hall: Hall) -> Handlers:
    @get("/api/admin/bans", tags=["administrators"])
    async def bans() -> list[BannedPerson]:
        """Who is banned, and why."""
        return [BannedPerson(person, reason) for person, reason in await accounts.banned()]

    @post("/api/admin/bans", tags=["administrators"])
    async def ban(request: HttpRequest, data: JSONBody[Ban]) -> BannedPerson:
        """Ban a person. They are told why and lose their seats, so that nobody waits for them."""
        reason = clean(data.reason)
        if not 1 <= len(reason) <= LONGEST_REASON:
            raise Problem(400, "bad_reason", NO_REASON)
        async with actions.by(asker(request)) as administrator:
            person = await find_person(people, data.who)
            await refuse_ban(accounts, administrator, person)
            await actions.note(Banned, administrator, who=person.id)
            with unless_gone(person):
                await accounts.ban(person.id, reason)
            show_out(rooms, person.id, reason)
            rooms.elsewhere.left(person.id, reason)
            await leave_all_tables(hall, person.id, so_far=f"{person.name} is banned. ")
        return BannedPerson(person, reason)

    @delete("/api/admin/bans/{person:str}", tags=["administrators"], status_code=204)
    async def unban(request: HttpRequest, person: FromPath[str]) -> None:
        """Lift a ban."""
        async with actions.by(asker(request)) as administrator:
            found = await find_person(people, person)
            if await accounts.ban_of(found.id) is None:
                raise Problem(409, "already", f"{found.name} is not banned.")
            await actions.note(Unbanned, administrator, who=found.id)
            with unless_gone(found):
                await accounts.unban(found.id)

    return bans, ban, unban
