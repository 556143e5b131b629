"""Looking people up, for handlers that are given an id or a name."""

from dicehall.ports import NameTaken, People, Person
from dicehall.rules.wording import visible
from dicehall.server.services.problems import Problem


def find_person(people: People, who: str) -> Person:
    """By id or by name."""
    person = people.by_id(who) or people.by_name(who)
    if person is None:
        raise Problem(404, "nobody", f"Nobody here is called {visible(who, 40)!r} or has that id.")
    return person


def refuse_taken(people: People, name: str, person: Person | None) -> None:
    """Before anything is written or used up for it."""
    holder = people.by_name(name)
    if holder is not None and (person is None or holder.id != person.id):
        raise NameTaken(f"“{name}” is taken, or looks like “{holder.name}”: take another name")


def banned(reason: str) -> str:
    """What banned people are told, wherever they try."""
    return f"You are banned from this hall: {reason}"
