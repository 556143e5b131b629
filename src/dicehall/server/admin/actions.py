"""How administrators act: one after the other, written into the chronicle first, done then, and only then answered."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from litestar import Request
from litestar.datastructures import State

from dicehall.ports import NameTaken, Person
from dicehall.ports.hall_log import AnyAdminAction
from dicehall.rules.wording import visible
from dicehall.server.house import House
from dicehall.server.people.account_deletion import note
from dicehall.server.web.guard import house_of, me
from dicehall.server.web.problems import Problem
from dicehall.table.core.access import ADMINISTRATORS, REFUSALS


@asynccontextmanager
async def acting(request: Request[Any, Any, State]) -> AsyncIterator[Person]:
    """Whoever acts, alone: what is checked in here still holds when it is done, and who was dismissed meanwhile waits
    in vain."""
    turn: asyncio.Lock = request.app.state.setdefault("acts", asyncio.Lock())
    async with turn:
        person = house_of(request).people.by_id(me(request).id)
        if person is None or person.kind != "administrator":
            raise Problem(403, *REFUSALS[ADMINISTRATORS])
        yield person


async def noted(house: House, act: Callable[..., AnyAdminAction], by: Person, /, **fields: str | None) -> None:
    """On the disk when this returns; raises `JournalError`, and then nothing may be done."""
    await note(house, act(at=round(house.hall.journal.now, 1), by=by.id, when=time.time(), **fields))


def somebody(house: House, who: str) -> Person:
    """By id or by name."""
    person = house.people.by_id(who) or house.people.by_name(who)
    if person is None:
        raise Problem(404, "nobody", f"Nobody here is called {visible(who, 40)!r} or has that id.")
    return person


@contextmanager
def unless_gone(person: Person) -> Iterator[None]:
    """Around what is done to somebody, who may have deleted themselves since they were looked up."""
    try:
        yield
    except KeyError:
        raise Problem(404, "nobody", f"{person.name} has just left for good.") from None


def refuse_taken(house: House, name: str, person: Person | None) -> None:
    """Before anything is written down or used up for it."""
    holder = house.people.by_name(name)
    if holder is not None and (person is None or holder.id != person.id):
        raise NameTaken(f"“{name}” is taken, or looks like “{holder.name}”: take another name")
