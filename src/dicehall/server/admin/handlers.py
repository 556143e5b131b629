"""What administrators see of the whole hall, and what they may change about people."""

from collections.abc import Callable
from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from litestar import get, patch
from litestar.params import FromPath, JSONBody, QueryParameter

from dicehall.names.clean import clean_name
from dicehall.ports import Accounts, People, Person
from dicehall.ports.codes import tables_of
from dicehall.ports.hall_log import Appointed, Renamed
from dicehall.rules.values import Value
from dicehall.server.admin.actions import Actions, unless_gone
from dicehall.server.admin.audit import named
from dicehall.server.admin.overview import Crowd, Known, Named, OpenTable, Tables
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.rooms import Rooms
from dicehall.server.people.accounts import Name
from dicehall.server.services.asking import Handlers, HttpRequest, asker
from dicehall.server.services.people import find_person, refuse_taken
from dicehall.server.services.problems import Problem
from dicehall.table.core.events import is_bot
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.table import LiveTable

MOST: Final = 200
ERRAND: Final = "admin tables"
UNREACHABLE: Final = "The machine that runs this table does not answer now: look again in a moment."
Most = Annotated[int, QueryParameter(ge=1, le=MOST)]


class Change(Value, forbid_unknown_fields=True):
    """One of the two."""

    name: Name | None = None
    kind: Literal["account", "administrator"] | None = None


# People


async def known(accounts: Accounts, visitors: Visitors, person: Person, banned: str | None) -> Known:
    seen = max((each.used for each in await accounts.sign_ins(person.id)), default=None)
    return Known(person.id, person.name, person.kind, banned, seen, visitors.windows(person.id))


async def rename(actions: Actions, people: People, administrator: Person, person: Person, name: str) -> Person:
    await refuse_taken(people, name, person)
    await actions.note(Renamed, administrator, who=person.id)
    with unless_gone(person):
        return await people.rename(person.id, name)


async def appoint(actions: Actions, accounts: Accounts, administrator: Person, person: Person) -> Person:
    if person.kind == "administrator":
        raise Problem(409, "already", f"{person.name} is an administrator already.")
    if person.kind == "guest":
        raise Problem(409, "no_account", f"{person.name} is a guest; administrators have accounts.")
    if (reason := await accounts.ban_of(person.id)) is not None:
        raise Problem(409, "banned", f"{person.name} is banned ({reason}); unban them first.")
    await actions.note(Appointed, administrator, who=person.id, kind="administrator")
    with unless_gone(person):
        return await accounts.appoint(person.id, "administrator", by=administrator.id)


async def dismiss(actions: Actions, accounts: Accounts, administrator: Person, person: Person) -> Person:
    """The administrator who dismisses stays one, so that there is always one."""
    if person.kind != "administrator":
        raise Problem(409, "already", f"{person.name} is not an administrator.")
    if person.id == administrator.id:
        raise Problem(409, "yourself", "You cannot dismiss yourself: ask another administrator, so that one remains.")
    await actions.note(Appointed, administrator, who=person.id, kind="account")
    with unless_gone(person):
        return await accounts.appoint(person.id, "account", by=administrator.id)


# Tables


async def open_table(rooms: Rooms, people: People, live: LiveTable) -> OpenTable:
    table = live.table
    return OpenTable(
        row=rooms.table_list.row(live),
        public=table.setting.public,
        host=await named(people, table.host),
        people=tuple(
            Named(seated.who, rooms.names.of(seated.who)) for seated in table.seated if not is_bot(seated.who)
        ),
        watching=live.presence.watching(live.table),
    )


class Found(NamedTuple):
    """Of the tables that were asked for."""

    tables: tuple[OpenTable, ...]
    damaged: dict[str, str]


async def find_here(hall: Hall, rooms: Rooms, people: People, codes: list[str]) -> Found:
    """Those of this machine; the damaged ones are all that it knows."""
    shown = []
    for code in codes:
        await hall.wake(code)
        try:
            shown.append(await open_table(rooms, people, hall.find(code)))
        except NoTable:
            continue  # another machine runs it, or it is among the damaged ones now
    return Found(tuple(shown), dict(hall.damaged))


async def find_all(hall: Hall, rooms: Rooms, people: People, codes: list[str]) -> Found:
    """Of all machines; tables of one that does not answer are named with those that cannot be read."""
    replies = await rooms.elsewhere.ask_all(ERRAND, msgspec.json.encode(codes))
    answered = [msgspec.json.decode(reply, type=Found) for reply in replies if reply is not None]
    found = [await find_here(hall, rooms, people, codes), *answered]
    tables = {table.row.table: table for each in found for table in each.tables}
    damaged = {code: why for each in found for code, why in each.damaged.items()}
    if None in replies:
        damaged = dict.fromkeys((code for code in codes if code not in tables), UNREACHABLE) | damaged
    return Found(tuple(tables[code] for code in codes if code in tables), damaged)


def handlers(
    *,
    accounts: Accounts,
    rooms: Rooms,
    actions: Actions,
    people: People,
    renamed: Callable[[Person], None],
    hall: Hall,
    visitors: Visitors,
) -> Handlers:
    @get("/api/admin/people", tags=["administrators"])
    async def people_known(
        like: Annotated[str, QueryParameter(max_length=200, description="A part of the name")] = "", most: Most = 50
    ) -> Crowd:
        """Everyone, or those whose name contains something; the last seen come first."""
        found = await accounts.people(like, most + 1)
        reasons = {person.id: reason for person, reason in await accounts.banned()}
        shown = tuple([await known(accounts, visitors, each, reasons.get(each.id)) for each in found[:most]])
        return Crowd(shown, len(found) > most)

    @patch("/api/admin/people/{person:str}", tags=["administrators"])
    async def change(request: HttpRequest, person: FromPath[str], data: JSONBody[Change]) -> Known:
        """Rename a person, make an account an administrator, or dismiss one."""
        async with actions.by(asker(request)) as administrator:
            before = await find_person(people, person)
            match data:
                case Change(name=str(name), kind=None):
                    after = await rename(actions, people, administrator, before, clean_name(name))
                case Change(name=None, kind="administrator"):
                    after = await appoint(actions, accounts, administrator, before)
                case Change(name=None, kind="account"):
                    after = await dismiss(actions, accounts, administrator, before)
                case _:
                    raise Problem(400, "bad_request", "Send either a name or a kind, one at a time.")
            renamed(after)
            return await known(accounts, visitors, after, await accounts.ban_of(after.id))

    @get("/api/admin/tables", tags=["administrators"])
    async def tables(
        after: Annotated[str, QueryParameter(max_length=20, description="Only codes after this one")] = "",
        most: Most = 50,
    ) -> Tables:
        """All tables by their codes, also private ones."""
        codes = sorted(head.table for head in tables_of(await hall.journal.heads()) if head.table > after.casefold())
        found = await find_all(hall, rooms, people, codes[:most])
        return Tables(found.tables, found.damaged, codes[most - 1] if len(codes) > most else None)

    async def asked(about: bytes) -> bytes:
        codes = msgspec.json.decode(about, type=list[str])
        return msgspec.json.encode(await find_here(hall, rooms, people, codes))

    rooms.elsewhere.serve(ERRAND, asked)
    return people_known, change, tables
