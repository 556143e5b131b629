"""Who this machine is in each hall. Identities are saved, so that joining again finds the same seat."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getuser
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec.structs import replace

from dicehall.cli.shared.words import say
from dicehall.names.clean import LONGEST_NAME, clean_name
from dicehall.names.look_alikes import name_key
from dicehall.ports import Kind, Person
from dicehall.rules.errors import BadOptions
from dicehall.rules.values import Value


class SavedIdentity(Value, omit_defaults=True):
    """A guest or an account of a hall, whose cookie this machine holds."""

    name: str
    token: str
    kind: Kind = "guest"
    """As far as this machine knows."""
    asked: str = ""
    """The name that was wanted, where the hall gave another one: `Ann`, who is `Ann 2` there."""

    @property
    def lock_byte(self) -> int:
        """Which byte of the lock file is this identity's."""
        return int(sha256(self.token.encode()).hexdigest()[:7], 16)

    def now(self, person: Person) -> "SavedIdentity":
        """With the name that the hall uses now; after a rename the old name no longer finds it."""
        return replace(self, name=person.name, kind=person.kind, asked=self.asked if person.name == self.name else "")


def login_name() -> str:
    """What you are called on this machine."""
    try:
        return clean_name(getuser().title()[:LONGEST_NAME])
    except (OSError, KeyError, BadOptions):
        return "Guest"


def likeliest(people: list[SavedIdentity], wanted: str | None) -> SavedIdentity | None:
    """By name, or else the last one used: unless another window uses it, for a second window is a second person."""
    if wanted is not None:
        return named(people, wanted)
    likely = [*people[:1], *(person for person in people if login_name() in (person.name, person.asked))]
    return next((person for person in likely if not is_here(person)), None)


def named(people: list[SavedIdentity], wanted: str) -> SavedIdentity | None:
    """By the exact name, by the name that was asked for, or by one that the hall would take for the same."""
    key = name_key(wanted)
    found = (
        *(person for person in people if person.name == wanted),
        *(person for person in people if person.asked == wanted),
        *(person for person in people if key in (name_key(person.name), name_key(person.asked))),
    )
    return found[0] if found and key else None


# Which of them are in a hall now


@contextmanager
def here(person: SavedIdentity) -> Iterator[None]:
    """While this lasts, other terminals of this machine see that the identity is in use."""
    with lock_file() as file:
        if file is not None:
            fcntl.lockf(file, fcntl.LOCK_SH, 1, person.lock_byte)
        yield


def is_here(person: SavedIdentity) -> bool:
    with lock_file() as file:
        try:
            if file is not None:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, person.lock_byte)
        except OSError:
            return True
    return False


@contextmanager
def lock_file() -> Iterator[BinaryIO | None]:
    """A byte of it for each identity; None where the file cannot be opened."""
    path = saved_file().with_name("here.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError:
        yield None
        return
    with file:
        yield file


# The file


def saved_file() -> Path:
    config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(config) / "dicehall" / "guests.json"


def read() -> dict[str, list[SavedIdentity]]:
    """By hall, the last one used first; a file that cannot be read counts as empty."""
    try:
        return msgspec.json.decode(saved_file().read_bytes(), type=dict[str, list[SavedIdentity]])
    except (OSError, msgspec.MsgspecError):
        return {}


def saved_at(url: str) -> list[SavedIdentity]:
    return read().get(url, [])


def save(url: str, person: SavedIdentity, instead: SavedIdentity | None = None) -> None:
    """As the last one used; `instead` is what the same person was before."""
    gone = {person.token, None if instead is None else instead.token}
    write(url, [person, *(other for other in saved_at(url) if other.token not in gone)])


def update(url: str, person: SavedIdentity) -> None:
    """What is new about a saved identity; its position in the list stays."""
    write(url, [person if other.token == person.token else other for other in saved_at(url)])


def forget(url: str, person: SavedIdentity) -> None:
    write(url, [other for other in saved_at(url) if other.token != person.token])


def write(url: str, people: list[SavedIdentity]) -> None:
    """Readable by this user only: a cookie is as good as its seat."""
    path = saved_file()
    part = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            by_hall = {hall: those for hall, those in (read() | {url: people}).items() if those}
            file.write(msgspec.json.format(msgspec.json.encode(by_hall)))
        part.replace(path)
    except OSError as error:
        print(say("identity-unsaved", path=str(path), why=error.strerror or ""))
