"""Who is called what: a name belongs to one person, with all that looks like it."""

import secrets
from collections.abc import Iterator

from sqlalchemy import BindParameter, Connection, bindparam, case, or_, select, update

from dicehall.names.look_alikes import LONGEST, name_key, name_look
from dicehall.ports import NameTaken
from dicehall.store.files.database import Rows
from dicehall.store.people.schema import people

COUNTED = 50
"""Up to here guests of one name are numbered in turn, and then at random."""


OWN: tuple[BindParameter[str], ...] = (bindparam("key"), bindparam("look"))
LOOKS_SO = or_(people.c.key.in_(OWN), people.c.look.in_(OWN))
"""Has a name like the one whose likenesses are given."""
CALLED_SO_FIRST = case((people.c.key == bindparam("key"), 0), else_=1)
"""Where a name looks like two, whoever is called so in small letters comes first."""
HOLDERS = select(people.c.id, people.c.kind).where(LOOKS_SO, people.c.id != bindparam("person"))


def likenesses(name: str) -> dict[str, str]:
    return {"key": name_key(name), "look": name_look(name)}


def holders(connection: Connection, name: str, person: str) -> Rows:
    """Everybody but this person who has this name or one that looks like it."""
    return list(connection.execute(HOLDERS, {**likenesses(name), "person": person}))


def check_free(connection: Connection, name: str, person: str) -> None:
    if others := holders(connection, name, person):
        raise taken(name, is_account=any(other.kind != "guest" for other in others))


def free_for_guest(connection: Connection, name: str, person: str) -> str:
    """The name itself, or with a number behind where another guest has it; accounts do not share theirs."""
    others = holders(connection, name, person)
    if any(other.kind != "guest" for other in others):
        raise taken(name, is_account=True)
    return _first_free(connection, name, person) if others else name


def take_back(connection: Connection, person: str) -> None:
    """Who comes again after others were allowed to take the name has it again, or gets a number behind it."""
    name, key = connection.execute(select(people.c.name, people.c.key).where(people.c.id == person)).one()
    if key is None:
        give(connection, person, _first_free(connection, name, person))


def give(connection: Connection, person: str, name: str) -> None:
    connection.execute(update(people).where(people.c.id == person).values(name=name, **likenesses(name)))


def _first_free(connection: Connection, name: str, person: str) -> str:
    for tries in _tries(name):
        alike = {called: set(likenesses(called).values()) for called in tries}
        wanted = set().union(*alike.values())
        has_one = or_(people.c.key.in_(wanted), people.c.look.in_(wanted))
        query = select(people.c.key, people.c.look).where(has_one, people.c.id != person)
        used = {likeness for row in connection.execute(query) for likeness in row}
        for called, own in alike.items():
            if used.isdisjoint(own):
                return called
    raise AssertionError("there is always another number")


def _tries(name: str) -> Iterator[list[str]]:
    """Many at once, for the disk is asked for each of them."""
    yield [name, *(_numbered(name, number) for number in range(2, COUNTED))]
    while True:
        yield [_numbered(name, COUNTED + secrets.randbelow(10**5)) for _ in range(COUNTED)]


def _numbered(name: str, number: int) -> str:
    behind = f" {number}"
    return name[: LONGEST - len(behind)].rstrip(" \u200d") + behind


def taken(name: str, *, is_account: bool) -> NameTaken:
    if is_account:
        return NameTaken(
            f"“{name}” is, or looks like, the name of an account here: log in if it is yours, or take another name"
        )
    return NameTaken(f"somebody here is called “{name}”, or nearly so: take another name")
