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
from ssl import SSLError
from typing import Any, BinaryIO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from dicehall.cli.local import login_name
from dicehall.cli.main import Refused
from dicehall.rules.values import Value
from dicehall.server.house import COOKIE
from dicehall.table.names import clean_name
from dicehall.table.ports import Guest

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


def come_in(url: str, name: str | None, *, new: bool = False, rename: str | None = None) -> Kept:
    """As the guest of this name, or as the last one; else as somebody new, who is kept once a table is entered."""
    wanted = None if name is None else clean_name(name)
    called = None if rename is None else clean_name(rename)
    known = None if new else known_guest(read().get(url, []), wanted)
    guest = None if known is None else recognised(url, known, called)
    if guest is None and called is not None:
        raise Refused(f"nobody from this machine can be renamed at {url}; come in with --name {called!r}")
    return guest or welcome(url, wanted or login_name())


def known_guest(guests: list[Kept], wanted: str | None) -> Kept | None:
    """Who plays in another window is meant only by name: without one, a second window is a second person."""
    if wanted is not None:
        return next((guest for guest in guests if guest.name == wanted), None)
    likely = [*guests[:1], *(guest for guest in guests if guest.name == login_name())]
    return next((guest for guest in likely if not is_here(guest)), None)


def welcome(url: str, name: str) -> Kept:
    guest, cookies = ask(url, "POST", "/api/guests", {"name": name})
    return Kept(msgspec.convert(guest, Guest).name, SimpleCookie(cookies)[COOKIE].value)


def recognised(url: str, kept: Kept, called: str | None) -> Kept | None:
    """The same guest, perhaps under another name; None where the hall does not know them any more."""
    try:
        if called is None:
            guest, _ = ask(url, "GET", "/api/me", cookie=kept.cookie)
        else:
            guest, _ = ask(url, "PATCH", "/api/me", {"name": called}, cookie=kept.cookie)
            print(f"{kept.name} is called {called} in this hall from now on.")
    except Unknown:
        write(url, [guest for guest in read().get(url, []) if guest != kept])
        return None
    return Kept(msgspec.convert(guest, Guest).name, kept.token)


# The hall


class Unknown(Refused):
    """The hall does not know this guest."""


class NoAnswer(Refused):
    """Nobody is there."""


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
        if isinstance(reason, SSLError) and "VERIFY" not in str(reason):
            raise Refused(f"what answers at {url} does not speak https; did you mean http{url[5:]}?") from None
        why = getattr(reason, "strerror", None) or reason or "no answer"
        raise NoAnswer(f"no hall answers at {url} ({why}); `dicehall serve` opens one") from None
    except ValueError:
        raise no_hall(url) from None


def refusal(url: str, error: HTTPError) -> Refused:
    """In the hall's own words, if it is one."""
    try:
        detail = str(json.load(error)["detail"])
    except (ValueError, KeyError, TypeError):
        return no_hall(url)
    if error.code in (404, 405) and urlsplit(url).path:
        return no_hall(url)
    return Unknown(detail) if error.code == 401 else Refused(detail)


def no_hall(url: str) -> Refused:
    parts = urlsplit(url)
    table = f"{parts.scheme}://{parts.netloc}/t/KIRO"
    return Refused(f"{url} is no address of a hall or a table; a table looks like {table}")


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


def keep(url: str, guest: Kept) -> None:
    """As the last who was here."""
    write(url, [guest, *(other for other in read().get(url, []) if other.token != guest.token)])


def write(url: str, guests: list[Kept]) -> None:
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
