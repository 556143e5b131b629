"""Who has which name: a name belongs to one person, with all names that look like it."""

import secrets
from collections.abc import Iterator

from sqlalchemy import BindParameter, Connection, bindparam, case, or_, select, update

from dicehall.names.look_alikes import LONGEST, name_key, name_look
from dicehall.ports import NameTaken
from dicehall.store.files.any_database import Rows
from dicehall.store.files.schema import people

COUNTED = 50
"""Guests of the same name are numbered in turn up to here, and then at random."""

WANTED: tuple[BindParameter[str], ...] = (bindparam("key"), bindparam("look"))
LOOKS_ALIKE = or_(people.c.key.in_(WANTED), people.c.look.in_(WANTED))
"""People whose name looks like the one whose columns are given."""
SAME_NAME_FIRST = case((people.c.key == bindparam("key"), 0), else_=1)
"""If a name looks like two others, the one with the same letters comes first."""
OTHERS_ALIKE = select(people.c.id, people.c.kind).where(LOOKS_ALIKE, people.c.id != bindparam("person"))


def look_alike_columns(name: str) -> dict[str, str]:
    """What is stored to find names that look like this one."""
    return {"key": name_key(name), "look": name_look(name)}


def others_alike(connection: Connection, name: str, person: str) -> Rows:
    """Everyone but this person who has this name or one that looks like it."""
    return list(connection.execute(OTHERS_ALIKE, {**look_alike_columns(name), "person": person}))


def check_free(connection: Connection, name: str, person: str) -> None:
    if others := others_alike(connection, name, person):
        raise taken(name, is_account=any(other.kind != "guest" for other in others))


def free_for_guest(connection: Connection, name: str, person: str) -> str:
    """The name itself, or with a number if another guest has it; names of accounts are refused."""
    others = others_alike(connection, name, person)
    if any(other.kind != "guest" for other in others):
        raise taken(name, is_account=True)
    return _first_free(connection, name, person) if others else name


def reclaim_name(connection: Connection, person: str) -> None:
    """A guest who returns after a long time gets their name back, with a number if someone has taken it."""
    name, key = connection.execute(select(people.c.name, people.c.key).where(people.c.id == person)).one()
    if key is None:
        set_name(connection, person, _first_free(connection, name, person))


def set_name(connection: Connection, person: str, name: str) -> None:
    connection.execute(update(people).where(people.c.id == person).values(name=name, **look_alike_columns(name)))


def _first_free(connection: Connection, name: str, person: str) -> str:
    for candidates in _candidates(name):
        alike = {called: set(look_alike_columns(called).values()) for called in candidates}
        wanted = set().union(*alike.values())
        has_one = or_(people.c.key.in_(wanted), people.c.look.in_(wanted))
        query = select(people.c.key, people.c.look).where(has_one, people.c.id != person)
        used = {look for row in connection.execute(query) for look in row}
        for called, own in alike.items():
            if used.isdisjoint(own):
                return called
    raise AssertionError("there is always another number")


def _candidates(name: str) -> Iterator[list[str]]:
    """Many at once, since each batch costs one query."""
    yield [name, *(_numbered(name, number) for number in range(2, COUNTED))]
    while True:
        yield [_numbered(name, COUNTED + secrets.randbelow(10**5)) for _ in range(COUNTED)]


def _numbered(name: str, number: int) -> str:
    ending = f" {number}"
    return name[: LONGEST - len(ending)].rstrip(" \u200d") + ending


def taken(name: str, *, is_account: bool) -> NameTaken:
    if is_account:
        return NameTaken(
            f"“{name}” is, or looks like, the name of an account here: sign in if it is yours, or choose another name"
        )
    return NameTaken(f"someone here is called “{name}”, or nearly so: choose another name")
