"""What `dicehall account` asks of a hall, and what is kept of it on this machine."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from dicehall.cli.client import identities as guests
from dicehall.cli.client.caller import ACCOUNTS, Caller, caller, known
from dicehall.cli.client.identities import Denied, Kept, Unknown, token_in
from dicehall.cli.client.local import login_name
from dicehall.cli.commands.main import Refused
from dicehall.cli.shared.asking import confirm, new_password, password
from dicehall.cli.shared.lists import moment
from dicehall.names.clean import clean, clean_name
from dicehall.ports import Door, Kind, Person

EVERYBODY: Sequence[Kind] = (*ACCOUNTS, "guest")


# Coming in and going


def register(url: str, name: str | None, guest: str | None, *, from_input: bool) -> Kept:
    people = guests.read().get(url, [])
    before = None if guest is None else known(url, people, guest)
    if before is not None and before.kind != "guest":
        raise Refused(f"{before.name} has an account at {url} already")
    wanted = clean_name(name or (login_name() if before is None else before.name))
    if before is None and (same := guests.named(people, wanted)) is not None and same.kind == "guest":
        raise Refused(
            f"{same.name} is a guest of this machine at {url}: --as {same.name!r} makes an account of them, "
            "with all that they have; for somebody else take another name"
        )
    body = {"name": wanted, "password": new_password(from_input=from_input)}
    return enter(url, "/api/accounts", body, before)


def log_in(url: str, name: str, *, from_input: bool) -> Kept:
    """A session of the same account that is kept here ends with it; guests stay who they are."""
    same = guests.named(guests.read().get(url, []), clean(name))
    before = None if same is None or same.kind == "guest" else same
    body = {"name": name, "password": password(f"Password of {name}", from_input=from_input)}
    return enter(url, "/api/sessions", body, before)


def enter(url: str, path: str, body: object, before: Kept | None) -> Kept:
    """Whatever sets a cookie; whoever has it is kept from now on, in the place of who they were."""
    answer, cookies = guests.ask(url, "POST", path, body, None if before is None else before.cookie)
    person = msgspec.convert(answer, Person)
    kept = Kept(person.name, token_in(cookies), person.kind)
    guests.keep(url, kept, instead=before)
    return kept


def log_out(url: str, who: str | None) -> str:
    """Not for guests, whom nobody could log in again."""
    person = caller(url, who, ACCOUNTS)
    if person.kept.kind == "guest":
        raise Refused(
            f"{person.kept.name} is a guest, whom nobody could log in again: make an account first with "
            f"`dicehall account register --as`, or delete them with `dicehall account delete --as`"
        )
    person.ask("DELETE", "/api/sessions")
    guests.forget(url, person.kept)
    return person.kept.name


# Oneself


def change_password(url: str, who: str | None, *, from_input: bool) -> str:
    person = caller(url, who, ACCOUNTS)
    old = password("Old password", from_input=from_input)
    person.ask("PUT", "/api/me/password", {"old": old, "new": new_password(from_input=from_input)})
    return person.kept.name


def export(url: str, who: str | None, file: str, *, force: bool) -> None:
    """For this person's eyes only, where it is written to a file."""
    told = caller(url, who, EVERYBODY).ask("GET", "/api/me/export")
    text = msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n"
    if file == "-":
        sys.stdout.write(text)
        return
    how = os.O_TRUNC if force else os.O_EXCL
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | how, 0o600), "w", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise Refused(f"{file} is there already; take another name, or --force to write over it") from None
    except OSError as error:
        raise Refused(f"cannot write {file}: {error.strerror}") from None


def delete(url: str, who: str | None, *, yes: bool, from_input: bool) -> str:
    person = caller(url, who, EVERYBODY)
    name = person.kept.name
    confirm(f"{name} leaves all tables at {url}, and is forgotten there.", name, yes=yes)
    try:
        person.ask("DELETE", "/api/me")
    except Denied as denied:
        if denied.reason != "wrong_password":  # which says that there is one
            raise
        person.ask("DELETE", "/api/me", {"password": password(f"Password of {name}", from_input=from_input)})
    guests.forget(url, person.kept)
    return name


def everybody(url: str) -> list[tuple[str, str, str]]:
    """Each with what they are and how they stand there; what is new about them is kept."""
    return [(person.name, person.kind, state) for person, state in looked_at(url)]


def looked_at(url: str) -> Iterator[tuple[Kept, str]]:
    for kept in guests.read().get(url, []):
        try:
            person = kept.now(msgspec.convert(guests.ask(url, "GET", "/api/me", cookie=kept.cookie)[0], Person))
        except Unknown:
            guests.forget(url, kept)
            yield kept, "not known there any more"
        except Denied as denied:
            yield kept, str(denied)
        else:
            guests.update(url, person)
            yield person, "plays here in another window" if guests.is_here(kept) else "known"


# Tokens


def tokens(url: str, who: str | None) -> list[tuple[str, ...]]:
    made = tokens_of(caller(url, who, ACCOUNTS))
    return [(door.key, door.label, door.scope, moment(door.created), used(door)) for door in made]


def used(door: Door) -> str:
    return "never" if door.used == door.created else moment(door.used)


def tokens_of(person: Caller) -> list[Door]:
    doors = [msgspec.convert(each["door"], Door) for each in person.ask("GET", "/api/me/doors")]
    return [door for door in doors if door.token]


def new_token(url: str, who: str | None, label: str, scope: str) -> str:
    told: dict[str, Any] = caller(url, who, ACCOUNTS).ask("POST", "/api/me/tokens", {"label": label, "scope": scope})
    return str(told["token"])


def revoke_token(url: str, who: str | None, key: str) -> None:
    """Only a token: a browser is logged out at the hall's own page."""
    person = caller(url, who, ACCOUNTS)
    if key not in {door.key for door in tokens_of(person)}:
        raise Refused(f"you have no token {key!r}; `dicehall account tokens` lists them by their keys")
    person.ask("DELETE", f"/api/me/doors/{quote(key, safe='')}")
