"""What a running hall is made of."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from dicehall.ports import Accounts, People, Results, Session
from dicehall.rules.listing import Listing
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.rooms import Rooms
from dicehall.server.live.talk import Talk
from dicehall.server.watch.metrics import Metrics
from dicehall.table.live.hall import Hall

COOKIE = "dicehall"
LONGEST_TOKEN = 100
TOKENS_BEGIN = "dh_"
"""So that one that has slipped into a file or a chat is known for what it is."""

PAGE: Final = Path(__file__).parent / "web" / "page"
"""Where `make page`, and the build of a wheel, put the page."""


class House(NamedTuple):
    hall: Hall
    rooms: Rooms
    people: People
    accounts: Accounts
    results: Results
    talk: Talk
    visitors: Visitors
    metrics: Metrics
    url: str
    """Where people find it."""
    rulebook: Callable[[Listing], tuple[str, str]]
    """The rules of a game and its rulings, as Markdown; empty where nothing is written."""
    page: Path = PAGE
    """The folder of the built page; the hall opens without it too."""

    def session(self, headers: Mapping[str, str]) -> Session | None:
        """By the token of a program, or else by the cookie of a browser."""
        given = bearer(headers)
        if given is None:
            token = cookie(headers.get("cookie", ""), COOKIE) or ""
        else:
            token = given.removeprefix(TOKENS_BEGIN) if given.startswith(TOKENS_BEGIN) else ""
        return self.people.by_token(token) if 0 < len(token) <= LONGEST_TOKEN else None


def bearer(headers: Mapping[str, str]) -> str | None:
    """What a program says it may; other ways of authorisation are between a browser and the proxy before the hall."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def cookie(cookies: str, wanted: str) -> str | None:
    """Read by hand: whatever other programs of the same address keep in cookies must not get in the way."""
    for each in cookies.split(";"):
        name, _, value = each.strip().partition("=")
        if name == wanted:
            return value
    return None
