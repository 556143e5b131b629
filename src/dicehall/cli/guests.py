"""Who this machine is in each hall: the cookies of its guests are kept, so that joining again finds the same seat."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.client import HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, BinaryIO
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec

from dicehall.cli.local import login_name
from dicehall.cli.main import Refused
from dicehall.rules.values import Value
from dicehall.table.names import clean_name
from dicehall.table.ports import Guest

COOKIE = "dicehall"
PATIENCE = 10.0


class Kept(Value):
    name: str
    token: str

    @property
    def cookie(self) -> str:
        return f"{COOKIE}={self.token}"

    @property
    def place(self) -> int:
        """Which byte of the lock file is this guest's."""
        return int(sha256(self.token.encode()).hexdigest()[:7], 16)


def come_in(url: str, name: str | None, *, new: bool = False) -> Kept:
    """As the guest of this name, or as the last one, who may have taken another name; else as somebody new."""
    wanted = None if name is None else clean_name(name)
    guests = read().get(url, [])
    known = next((guest for guest in guests if guest.name == wanted), None)
    if known is None and guests and not new and not (wanted and is_here(guests[0])):
        known = guests[0]
    guest = None if known is None else recognised(url, known, wanted)
    guest = guest or welcome(url, wanted or login_name())
    keep(url, [guest, *(other for other in guests if other.token != guest.token and other is not known)])
    return guest


def welcome(url: str, name: str) -> Kept:
    guest, cookies = ask(url, "POST", "/api/guests", {"name": name})
    return Kept(msgspec.convert(guest, Guest).name, SimpleCookie(cookies)[COOKIE].value)


def recognised(url: str, kept: Kept, wanted: str | None) -> Kept | None:
    """The same guest under the name that is wanted; None where the hall does not know them any more."""
    try:
        if wanted is None or wanted == kept.name:
            guest, _ = ask(url, "GET", "/api/me", cookie=kept.cookie)
        else:
            guest, _ = ask(url, "PATCH", "/api/me", {"name": wanted}, cookie=kept.cookie)
            print(f"{kept.name} is called {wanted} in this hall from now on. (--new comes in as somebody else.)")
    except Unknown:
        return None
    return Kept(msgspec.convert(guest, Guest).name, kept.token)


# The hall


class Unknown(Refused):
    """The hall does not know this guest."""


def ask(url: str, method: str, path: str, body: object = None, cookie: str | None = None) -> tuple[Any, str]:
    """What the hall answers over HTTP, and the cookie that it sets."""
    headers = {"Content-Type": "application/json"} | ({} if cookie is None else {"Cookie": cookie})
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url + path, data, headers, method=method), timeout=PATIENCE) as answer:
            return json.load(answer), answer.headers.get("Set-Cookie", "")
    except HTTPError as error:
        with error:
            raise refusal(url, error) from None
    except (URLError, HTTPException, OSError) as error:
        reason = getattr(error, "reason", error)
        why = getattr(reason, "strerror", None) or reason or "no answer"
        raise Refused(f"no hall answers at {url} ({why}); `dicehall serve` opens one") from None
    except ValueError:
        raise Refused(f"what answers at {url} is no hall") from None


def refusal(url: str, error: HTTPError) -> Refused:
    """In the hall's own words, if it is one."""
    try:
        detail = str(json.load(error)["detail"])
    except (ValueError, KeyError, TypeError):
        return Refused(f"what answers at {url} is no hall (HTTP {error.code})")
    return Unknown(detail) if error.code == 401 else Refused(detail)


# The files


@contextmanager
def here(guest: Kept) -> Iterator[None]:
    """While this lasts, other terminals of this machine know that the guest is in a hall."""
    with lock_file() as file:
        if file is not None:
            fcntl.lockf(file, fcntl.LOCK_SH, 1, guest.place)
        yield


def is_here(guest: Kept) -> bool:
    """Whether somebody plays as this guest at this machine: then another name is another person."""
    with lock_file() as file:
        try:
            if file is not None:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, guest.place)
        except OSError:
            return True
    return False


@contextmanager
def lock_file() -> Iterator[BinaryIO | None]:
    """A byte of it for each guest; None where it cannot be had."""
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
    """By hall, the last guest first; a file that cannot be read is as good as none."""
    try:
        return msgspec.json.decode(kept_file().read_bytes(), type=dict[str, list[Kept]])
    except (OSError, msgspec.MsgspecError):
        return {}


def keep(url: str, guests: list[Kept]) -> None:
    """For this person's eyes only: a cookie is as good as its seat."""
    path = kept_file()
    part = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(read() | {url: guests})))
        part.replace(path)
    except OSError as error:
        print(f"(Your seat cannot be found again after you leave: cannot write {path}: {error.strerror})")
