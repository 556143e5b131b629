"""Who this machine is in each hall: the cookies of its people are kept, so that joining again finds the same seat."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.client import HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from shlex import quote
from ssl import SSLError
from typing import Any, BinaryIO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
from msgspec.structs import replace

from dicehall import __version__
from dicehall.cli.client.local import login_name
from dicehall.cli.commands.main import Refused
from dicehall.names.clean import clean, clean_name
from dicehall.names.look_alikes import name_key
from dicehall.ports import Kind, Person
from dicehall.rules.values import Value
from dicehall.server.house import COOKIE

PATIENCE = 10.0


class Kept(Value, omit_defaults=True):
    name: str
    token: str
    kind: Kind = "guest"
    """As far as this machine knows."""
    asked: str = ""
    """The name that was wanted, where the hall has given another one: `Ann`, who is `Ann 2` there."""

    @property
    def cookie(self) -> str:
        return f"{COOKIE}={self.token}"

    @property
    def place(self) -> int:
        """Which byte of the lock file is this person's."""
        return int(sha256(self.token.encode()).hexdigest()[:7], 16)

    def now(self, person: Person) -> "Kept":
        """As the hall calls them now; by another name they are not found under the old one any more."""
        return replace(self, name=person.name, kind=person.kind, asked=self.asked if person.name == self.name else "")


def come_in(url: str, name: str | None, *, new: bool = False, rename: str | None = None) -> Kept:
    """As the person of this name, or as the last one; else as a new guest, who is kept once a table is entered."""
    wanted = None if name is None else clean(name)
    called = None if rename is None else clean_name(rename)
    known = None if new else known_person(read().get(url, []), wanted)
    person = None if known is None else recognised(url, known, called)
    if person is None and called is not None:
        raise Refused(f"nobody from this machine can be renamed at {url}; come in with --name {called!r}")
    return person or welcome(url, login_name() if name is None else clean_name(name))


def known_person(people: list[Kept], wanted: str | None) -> Kept | None:
    """Who plays in another window is meant only by name: without one, a second window is a second person."""
    if wanted is not None:
        return named(people, wanted)
    likely = [*people[:1], *(person for person in people if login_name() in (person.name, person.asked))]
    return next((person for person in likely if not is_here(person)), None)


def named(people: list[Kept], wanted: str) -> Kept | None:
    """By the very name, or by the one that was asked for, or else by one that the hall would take for the same."""
    key = name_key(wanted)
    found = (
        *(person for person in people if person.name == wanted),
        *(person for person in people if person.asked == wanted),
        *(person for person in people if key in (name_key(person.name), name_key(person.asked))),
    )
    return found[0] if found and key else None


def welcome(url: str, name: str) -> Kept:
    try:
        answer, cookies = ask(url, "POST", "/api/guests", {"name": name})
    except Denied as denied:
        if denied.reason != "name_taken":
            raise
        why = str(denied).rstrip(".")
        raise Denied(f"{why}; to log in: {command('account log-in', name, url)}", denied.reason) from None
    person = msgspec.convert(answer, Person)
    if person.name == name:
        return Kept(name, token_in(cookies))
    print(f"Somebody here is called {name} already: you are {person.name}.")
    return Kept(person.name, token_in(cookies), asked=name)


def recognised(url: str, kept: Kept, called: str | None = None) -> Kept | None:
    """The same person, perhaps under another name; None where the hall does not know them any more."""
    try:
        if called is None:
            answer, _ = ask(url, "GET", "/api/me", cookie=kept.cookie)
        else:
            answer, _ = ask(url, "PATCH", "/api/me", {"name": called}, cookie=kept.cookie)
    except Unknown:
        forget(url, kept)
        if kept.kind == "guest":
            return None
        raise logged_out(url, kept) from None
    person = msgspec.convert(answer, Person)
    if called is not None:
        print(f"{kept.name} is called {person.name} in this hall from now on.")
    return kept.now(person)


def logged_out(url: str, kept: Kept) -> Refused:
    return Refused(
        f"{kept.name} is not logged in any more at {url}; log in again with: "
        f"{command('account log-in', kept.name, url)}"
    )


def command(words: str, name: str, url: str) -> str:
    """What to type."""
    return f"dicehall {words} {quote(name)} --hall {url}"


# The hall


class Denied(Refused):
    """What the hall will not do, and in one word why."""

    def __init__(self, why: str, reason: str) -> None:
        super().__init__(why)
        self.reason = reason


class Unknown(Denied):
    """The hall does not know this person."""


class NoAnswer(Refused):
    """Nobody is there."""


def ask(url: str, method: str, path: str, body: object = None, cookie: str | None = None) -> tuple[Any, str]:
    """What the hall answers over HTTP, and the cookie that it sets."""
    headers = {"Content-Type": "application/json", "User-Agent": f"dicehall/{__version__}"}
    headers |= {} if cookie is None else {"Cookie": cookie}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url + path, data, headers, method=method), timeout=PATIENCE) as answer:
            told = answer.read()
            return json.loads(told) if told else None, answer.headers.get("Set-Cookie", "")
    except HTTPError as error:
        with error:
            raise refusal(url, error) from None
    except (URLError, HTTPException, OSError) as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, SSLError) and "VERIFY" not in str(reason):
            raise Refused(f"what answers at {url} does not speak https; did you mean http{url[5:]}?") from None
        why = getattr(reason, "strerror", None) or reason or "no answer"
        raise NoAnswer(f"no hall answers at {url} ({why}); `dicehall serve` opens one") from None
    except ValueError:
        raise no_hall(url) from None


def refusal(url: str, error: HTTPError) -> Refused:
    """In the hall's own words, if it is one."""
    try:
        told = json.load(error)
        detail, reason = str(told["detail"]), str(told.get("reason", ""))
    except (ValueError, KeyError, TypeError, AttributeError):
        return no_hall(url)
    if error.code in (404, 405) and urlsplit(url).path:
        return no_hall(url)
    return Unknown(detail, reason) if error.code == 401 else Denied(detail, reason)


def token_in(cookies: str) -> str:
    return SimpleCookie(cookies)[COOKIE].value


def no_hall(url: str) -> Refused:
    parts = urlsplit(url)
    table = f"{parts.scheme}://{parts.netloc}/t/KIRO"
    return Refused(f"{url} is no address of a hall or a table; a table looks like {table}")


# The files


@contextmanager
def here(person: Kept) -> Iterator[None]:
    """While this lasts, other terminals of this machine know that they are in a hall."""
    with lock_file() as file:
        if file is not None:
            fcntl.lockf(file, fcntl.LOCK_SH, 1, person.place)
        yield


def is_here(person: Kept) -> bool:
    """Whether somebody plays as this person at this machine: then another name is another person."""
    with lock_file() as file:
        try:
            if file is not None:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, person.place)
        except OSError:
            return True
    return False


@contextmanager
def lock_file() -> Iterator[BinaryIO | None]:
    """A byte of it for each person; None where it cannot be had."""
    path = kept_file().with_name("here.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError:
        yield None
        return
    with file:
        yield file


def kept_file() -> Path:
    config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(config) / "dicehall" / "guests.json"


def read() -> dict[str, list[Kept]]:
    """By hall, the last one first; a file that cannot be read is as good as none."""
    try:
        return msgspec.json.decode(kept_file().read_bytes(), type=dict[str, list[Kept]])
    except (OSError, msgspec.MsgspecError):
        return {}


def keep(url: str, person: Kept, instead: Kept | None = None) -> None:
    """As the last who was here, perhaps in the place of who they were before."""
    gone = {person.token, None if instead is None else instead.token}
    write(url, [person, *(other for other in read().get(url, []) if other.token not in gone)])


def update(url: str, person: Kept) -> None:
    """What is new about somebody who is kept."""
    write(url, [person if other.token == person.token else other for other in read().get(url, [])])


def forget(url: str, person: Kept) -> None:
    write(url, [other for other in read().get(url, []) if other.token != person.token])


def write(url: str, people: list[Kept]) -> None:
    """For this person's eyes only: a cookie is as good as its seat."""
    path = kept_file()
    part = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            by_hall = {hall: those for hall, those in (read() | {url: people}).items() if those}
            file.write(msgspec.json.format(msgspec.json.encode(by_hall)))
        part.replace(path)
    except OSError as error:
        print(f"(Your seat cannot be found again after you leave: cannot write {path}: {error.strerror})")
