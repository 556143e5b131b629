"""Somebody of this machine who asks a hall for something over HTTP, by name or as whoever fits."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from dicehall.cli.client import identities as guests
from dicehall.cli.client.identities import Kept, Unknown
from dicehall.cli.commands.main import HALL, Refused
from dicehall.names.clean import clean
from dicehall.ports import Kind

ACCOUNTS: Sequence[Kind] = ("account", "administrator")
ADMINISTRATORS: Sequence[Kind] = ("administrator", "account")
"""The likeliest first: who was appointed since may be kept here as an account."""


class Caller(NamedTuple):
    url: str
    kept: Kept

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """What the hall answers; whoever it does not know any more is told to log in again."""
        try:
            return guests.ask(self.url, method, path, body, self.kept.cookie)[0]
        except Unknown:
            guests.forget(self.url, self.kept)
            raise guests.logged_out(self.url, self.kept) from None

    def administer(self, method: str, path: str, body: object = None) -> Any:
        """The same, as an administrator: one who may is remembered as one."""
        answer = self.ask(method, path, body)
        if self.kept.kind != "administrator":
            guests.update(self.url, replace(self.kept, kind="administrator"))
        return answer


def caller(url: str, name: str | None, kinds: Sequence[Kind]) -> Caller:
    """By name whoever it is; without one the last who is of the first of these kinds that anybody is of."""
    people = guests.read().get(url, [])
    if name is not None:
        return Caller(url, known(url, people, name))
    for kind in kinds:
        for person in people:
            if person.kind == kind:
                return Caller(url, person)
    raise Refused(f"nobody from this machine is logged in at {url}; {_way_in(url, kinds)}")


def _way_in(url: str, kinds: Sequence[Kind]) -> str:
    """Whoever did not say which hall may have meant the only one where they are logged in."""
    halls = [hall for hall, people in guests.read().items() if any(person.kind in kinds for person in people)]
    if url == HALL and len(halls) == 1:
        return f"you are logged in at {halls[0]}: --hall {halls[0]}"
    return f"log in with: dicehall account log-in NAME --hall {url}"


def known(url: str, people: list[Kept], name: str) -> Kept:
    person = guests.named(people, clean(name))
    if person is None:
        names = ", ".join(each.name for each in people) or "nobody"
        raise Refused(f"{name!r} is not known from this machine at {url}; known are: {names}")
    return person
