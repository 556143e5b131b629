"""A saved identity that comes in to a hall, or asks it for something."""

import sys
from collections.abc import Sequence
from shlex import quote
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from dicehall.cli.client import identities
from dicehall.cli.client.http import Unknown, ask, token_in
from dicehall.cli.client.identities import SavedIdentity, login_name, saved_at
from dicehall.cli.shared.addresses import HALL
from dicehall.cli.shared.asking import password
from dicehall.cli.shared.errors import HallRefused, Refused, refused
from dicehall.cli.shared.words import say
from dicehall.names.clean import clean, clean_name
from dicehall.ports import Kind, Person

ACCOUNTS: Sequence[Kind] = ("account", "administrator")
ADMINISTRATORS: Sequence[Kind] = ("administrator", "account")
"""The likeliest first: an account may have been appointed since."""
EVERYBODY: Sequence[Kind] = (*ACCOUNTS, "guest")


class Caller(NamedTuple):
    url: str
    identity: SavedIdentity

    @property
    def name(self) -> str:
        return self.identity.name

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """What the hall answers; an identity that it no longer knows has to sign in again."""
        try:
            return ask(self.url, method, path, body, self.identity)[0]
        except Unknown:
            identities.forget(self.url, self.identity)
            raise logged_out(self.url, self.identity) from None

    def administer(self, method: str, path: str, body: object = None) -> Any:
        """The same, as an administrator: an identity that may do this is saved as one."""
        try:
            answer = self.ask(method, path, body)
        except HallRefused as error:
            if error.reason not in ("confirm_password", "confirm_passkey"):
                raise
            self._confirm(error.reason)
            answer = self.ask(method, path, body)
        if self.identity.kind != "administrator":
            identities.update(self.url, replace(self.identity, kind="administrator"))
        return answer

    def _confirm(self, reason: str) -> None:
        """Prove again who you are: the hall wants it before what is hard to undo."""
        if reason == "confirm_passkey":
            raise refused("confirm-passkey", url=self.url)
        if not sys.stdin.isatty():
            raise refused("confirm-no-terminal", command=command("account log-in", self.identity.name, self.url))
        typed = password(say("confirm-password", name=self.identity.name), from_input=False)
        self.ask("POST", "/api/me/confirmation", {"password": typed})


def caller(url: str, name: str | None, kinds: Sequence[Kind]) -> Caller:
    """By name, or else the last one used of the first of these kinds that there is."""
    people = saved_at(url)
    if name is not None:
        return Caller(url, known(url, name))
    for kind in kinds:
        for person in people:
            if person.kind == kind:
                return Caller(url, person)
    raise refused("identity-none", url=url, cure=_way_in(url, kinds))


def _way_in(url: str, kinds: Sequence[Kind]) -> str:
    """Without --hall, the only hall where you are signed in may be meant."""
    halls = [hall for hall, people in identities.read().items() if any(person.kind in kinds for person in people)]
    if url == HALL and len(halls) == 1:
        return say("identity-elsewhere", hall=halls[0])
    return say("identity-log-in", url=url)


def known(url: str, name: str) -> SavedIdentity:
    people = saved_at(url)
    person = identities.named(people, clean(name))
    if person is None:
        names = ", ".join(each.name for each in people) or say("nobody")
        raise refused("identity-unknown", name=repr(name), url=url, names=names)
    return person


def ask_as_last(url: str, path: str) -> Any:
    """What everyone may see, as the identity that was used last sees it."""
    identity = next(iter(saved_at(url)), None)
    try:
        return ask(url, "GET", path, identity=identity)[0]
    except Unknown:
        return ask(url, "GET", path)[0]


# Coming in


def come_in(url: str, name: str | None, *, new: bool = False, rename: str | None = None) -> SavedIdentity:
    """As the identity of this name, or as the last one used; else as a new guest, saved once a table is entered."""
    wanted = None if name is None else clean(name)
    new_name = None if rename is None else clean_name(rename)
    found = None if new else identities.likeliest(saved_at(url), wanted)
    person = None if found is None else recognised(url, found, new_name)
    if person is None and new_name is not None:
        raise refused("rename-nobody", url=url, name=repr(new_name))
    return person or new_guest(url, login_name() if name is None else clean_name(name))


def new_guest(url: str, name: str) -> SavedIdentity:
    try:
        answer, cookies = ask(url, "POST", "/api/guests", {"name": name})
    except HallRefused as error:
        if error.reason != "name_taken":
            raise
        way = say("name-taken", why=str(error).rstrip("."), command=command("account log-in", name, url))
        raise HallRefused(way, error.reason) from None
    person = msgspec.convert(answer, Person)
    if person.name == name:
        return SavedIdentity(name, token_in(cookies))
    print(say("name-in-use", name=name, given=person.name))
    return SavedIdentity(person.name, token_in(cookies), asked=name)


def recognised(url: str, identity: SavedIdentity, new_name: str | None = None) -> SavedIdentity | None:
    """The same person, perhaps under a new name; None where the hall no longer knows the guest."""
    try:
        if new_name is None:
            answer, _ = ask(url, "GET", "/api/me", identity=identity)
        else:
            answer, _ = ask(url, "PATCH", "/api/me", {"name": new_name}, identity)
    except Unknown:
        identities.forget(url, identity)
        if identity.kind == "guest":
            return None
        raise logged_out(url, identity) from None
    person = msgspec.convert(answer, Person)
    if new_name is not None:
        print(say("renamed", old=identity.name, name=person.name))
    return identity.now(person)


def sign_in(url: str, path: str, body: object, before: SavedIdentity | None) -> SavedIdentity:
    """Ask for a cookie; the identity is saved from now on, in the place of what it was before."""
    answer, cookies = ask(url, "POST", path, body, before)
    person = msgspec.convert(answer, Person)
    identity = SavedIdentity(person.name, token_in(cookies), person.kind)
    identities.save(url, identity, instead=before)
    return identity


def logged_out(url: str, identity: SavedIdentity) -> Refused:
    return refused(
        "identity-logged-out", name=identity.name, url=url, command=command("account log-in", identity.name, url)
    )


def command(words: str, name: str, url: str) -> str:
    """What to type."""
    return f"dicehall {words} {quote(name)} --hall {url}"
