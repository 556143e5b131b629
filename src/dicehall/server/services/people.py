"""Looking people up, for handlers that are given an id or a name."""

from collections.abc import Iterable

from dicehall.ports import NameTaken, People, Person
from dicehall.rules.wording import visible
from dicehall.server.live.names import called
from dicehall.server.services.problems import Problem
from dicehall.table.core.events import Who, is_bot


async def find_person(people: People, who: str) -> Person:
    """By id or by name."""
    person = await people.by_id(who) or await people.by_name(who)
    if person is None:
        raise Problem(404, "nobody", f"Nobody here is called {visible(who, 40)!r} or has that id.")
    return person


async def names_of(people: People, persons: Iterable[Who]) -> dict[Who, str]:
    """What people and bots are called; whoever is deleted is someone."""
    wanted = set(persons)
    found = await people.by_ids([who for who in wanted if not is_bot(who)])
    return {who: found[who].name if who in found else called(who) for who in wanted}


async def refuse_taken(people: People, name: str, person: Person | None) -> None:
    """Before anything is written or used up for it."""
    holder = await people.by_name(name)
    if holder is not None and (person is None or holder.id != person.id):
        raise NameTaken(f"“{name}” is taken, or looks like “{holder.name}”: take another name")


def banned(reason: str) -> str:
    """What banned people are told, wherever they try."""
    return f"You are banned from this hall: {reason}"
