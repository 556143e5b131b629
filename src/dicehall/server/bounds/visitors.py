"""Counts what visitors do, by address and person, and refuses what exceeds a limit: saying how much, and when."""

import math
import time
from collections import Counter
from collections.abc import Callable, Container, ItemsView, Iterator, Sized
from hmac import compare_digest
from typing import Final, ParamSpec, Protocol

from dicehall.server.bounds.addresses import Proxies, household, origins, read_address, real_address
from dicehall.server.bounds.connection_rate import REQUEST, ConnectionRate
from dicehall.server.bounds.hall_pace import HallBuckets, HallPace
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.pace import Bucket, Buckets, Now, Pace
from dicehall.table.core.draft import RefusedError
from dicehall.table.core.events import Who
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.hall_counts import Count, HallCounts
from dicehall.table.live.table import LiveTable

P = ParamSpec("P")

MINUTE, HOUR = 60.0, 3600.0
BURST: Final = 10
"""Seconds' worth of requests and messages that one address may send at once: people come home together."""
DRAWN_AT_ONCE: Final = 64
"""Seconds' worth of bytes that one socket may draw at once: a program that comes back to a hundred tables."""
STRIKE: Final = 100
"""Requests that it costs an address when its socket is closed for flooding the hall."""
DECLINED: Final = 2
"""Invitations from one person to another that a "no" costs in addition."""
SITE_SHARE: Final = 3
"""How many times as much as one home an IPv6 site may open."""
RESERVE: Final = 10
"""One in so many tables is kept for people with accounts, whatever guests do."""
SOCKETS, WINDOWS = "sockets", "windows"
"""What nodes tell each other: open sockets of an address, and of a person."""
PROXIES: Final = "proxies"
"""All connections of trusted proxies, until they say for whom."""
HALL: Final = "hall"
"""Whose the guesses of everyone together are."""
SHORTLY: Final = 5.0
"""Seconds to wait where it depends on others."""


class TooMany(RefusedError):
    """A refusal by a limit: over the socket as any other, by HTTP with a status and the header Retry-After."""

    def __init__(self, reason: str, detail: str, wait: float | None = None, status: int = 429) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail
        self.status = status
        self.headers = {} if wait is None else {"Retry-After": str(math.ceil(wait))}

    def __str__(self) -> str:
        return self.detail


class Crowd:
    """How many there are of each, and in all; zeros are dropped."""

    __slots__ = ("_counts", "total")

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self.total = 0

    def __getitem__(self, whose: str) -> int:
        return self._counts.get(whose, 0)

    def __len__(self) -> int:
        return len(self._counts)

    def items(self) -> ItemsView[str, int]:
        return self._counts.items()

    def more(self, whose: str) -> None:
        self.total += 1
        self._counts[whose] = self[whose] + 1

    def less(self, whose: str) -> None:
        self.total -= 1
        left = self[whose] - 1
        if left:
            self._counts[whose] = left
        else:
            del self._counts[whose]


class Watched(Sized, Container[str], Protocol):
    """The codes of tables."""


class Visitors:
    """Counts for one hall, or for one node of it, in memory only."""

    def __init__(self, limits: Limits | None = None, proxies: Proxies | None = None, now: Now = time.monotonic) -> None:
        self.limits = limits = limits or Limits()
        self.proxies = proxies or Proxies()
        self.now = now
        self.own_pace = Pace(limits.messages_at_once, limits.messages_per_second)
        """Of each socket."""
        self._draw_pace = Pace(DRAWN_AT_ONCE * limits.drawn_per_second, limits.drawn_per_second)
        self.connection_rate = ConnectionRate()
        self.turned_away: Counter[str] = Counter()
        """How often each limit was hit, by its name."""
        self.counts = HallCounts()
        self.sockets = Crowd()
        self.connections = Crowd()
        self._windows = Crowd()
        self._opening = Crowd()
        """Tables on their way to the disk, whose host is not known yet by looking at them."""
        self._messages = self._per(1.0, limits.messages_per_address, BURST)
        self._requests = self._per(1.0, limits.requests_per_address, BURST)
        self.shared = HallPace(now)
        """What holds for the whole hall, on however many nodes it runs."""
        self._unknown_codes = self._in_all("codes by address", MINUTE, limits.unknown_codes_per_address)
        self._unknown_by_person = self._in_all("codes by person", MINUTE, limits.unknown_codes_per_person)
        self._unknown_in_all = self._in_all("codes", MINUTE, limits.unknown_codes)
        self._unknown_titles = self._in_all("titles", MINUTE, limits.unknown_codes_per_address)
        self._guests = self._in_all("guests", HOUR, limits.guests_per_address)
        self._accounts = self._in_all("accounts", HOUR, limits.accounts_per_address)
        self._openings = self._in_all("openings", MINUTE, limits.openings_per_person)
        self._openings_from = self._in_all("openings by address", MINUTE, limits.openings_per_address)
        self._openings_at_site = self._in_all("openings by site", MINUTE, SITE_SHARE * limits.openings_per_address)
        self._invitations = self._in_all("invitations", HOUR, limits.invitations_per_person)
        self._invitations_to = self._in_all("invitations by pair", HOUR, limits.invitations_per_pair)

    def _in_all(self, name: str, seconds: float, most: int) -> HallBuckets:
        return self.shared.limit(name, Pace(most, most / seconds))

    def _per(self, seconds: float, most: int, burst: int = 1) -> Buckets:
        return Buckets(Pace(most * burst, most / seconds), self.now)

    def address(self, peer: str, forwarded: str = "") -> str:
        """Of a peer, perhaps through proxies; `forwarded` is X-Forwarded-For."""
        return real_address(peer, forwarded, self.proxies)

    # Connections and requests, for the protocol of HTTP

    def connect(self, peer: str) -> str:
        """Count a connection, and return by what name it is to `disconnect`."""
        if self.connections.total >= self.limits.connections:
            raise self._full("connections", "This hall has no room for more connections right now.")
        if self.proxies.trusts(read_address(peer)):
            home = PROXIES  # for whom they speak is not known before they do
        else:
            home = household(self.address(peer))
            if self.connections[home] >= self.limits.connections_per_address:
                raise self._many("connections_per_address", "open connections from your address")
        self.connections.more(home)
        return home

    def disconnect(self, home: str) -> None:
        self.connections.less(home)
        if not self.connections.total and not self.sockets.total:
            self.connection_rate.stop()

    def admit_request(self, address: str) -> None:
        """Of HTTP, or for a new socket."""
        if wait := self._requests.take(household(address)):
            raise self._fast("requests_per_address", "requests a second from your address", wait)

    # Sockets

    def admit_socket(self, address: str, *, known: bool = False) -> None:
        """A visitor `known` by a cookie or a token need not wait for an overload to end."""
        if self.sockets.total >= self.limits.sockets:
            raise self._full("sockets", "This hall is full right now.")
        home = household(address)
        if self.sockets[home] + self.counts.elsewhere(SOCKETS, home) >= self.limits.sockets_per_address:
            raise self._many("sockets_per_address", "open sockets from your address")
        if not known and not self.connection_rate.grant(REQUEST):
            raise self.too_busy()

    def entered(self, address: str) -> Bucket:
        """Count a socket until it has `left`; returns what all sockets of its address may still say."""
        home = household(address)
        self.sockets.more(home)
        self._tell_sockets(home)
        return self._messages.of(home)

    def left(self, address: str) -> None:
        home = household(address)
        self.sockets.less(home)
        self._tell_sockets(home)
        if not self.connections.total and not self.sockets.total:
            self.connection_rate.stop()

    def flooded(self, address: str) -> None:
        """A socket was closed for flooding: its address has to wait longer."""
        self.turned_away["messages_per_second"] += 1
        self._requests.of(household(address)).owe(self.now(), STRIKE)

    def budget(self) -> Bucket:
        """What a new socket may draw by its own requests, in bytes."""
        return Bucket(self._draw_pace, self.now())

    def admit_draw(self, budget: Bucket) -> None:
        """Before a request of a few bytes that draws many; what others do at a table is not counted."""
        if wait := budget.wait(self.now()):
            raise self._fast("drawn_per_second", "bytes a second by requests of one socket", wait)

    def drawn(self, budget: Bucket, size: int) -> None:
        budget.owe(self.now(), size)

    def admit_window(self, who: Who | None) -> None:
        """Before a person's socket is admitted."""
        if who is not None and self.windows(who) >= self.limits.sockets_per_person:
            raise self._many("sockets_per_person", "open sockets per person", "close a window somewhere")

    def windows(self, who: Who) -> int:
        """Open sockets of a person, in the whole hall."""
        return self._windows[who] + self.counts.elsewhere(WINDOWS, who)

    def opened_window(self, who: Who) -> None:
        self._windows.more(who)
        self.counts.tell((WINDOWS, who, self._windows[who]))

    def closed_window(self, who: Who) -> None:
        self._windows.less(who)
        self.counts.tell((WINDOWS, who, self._windows[who]))

    def counted(self) -> Iterator[Count]:
        """All sockets that are counted here, for a node that has not heard it yet."""
        yield from ((SOCKETS, home, number) for home, number in self.sockets.items())
        yield from ((WINDOWS, who, number) for who, number in self._windows.items())

    def _tell_sockets(self, home: str) -> None:
        self.counts.tell((SOCKETS, home, self.sockets[home]))

    # Tables

    def opening(
        self, who: Who, hall: Hall, reply: Callable[P, None], address: str = "", *,
        is_account: bool = False, joins: bool = False,
    ) -> Callable[P, None]:  # fmt: skip
        """For `open` and `quick`: the reply to pass on. The table counts from now on, before it exists.

        Nothing here looks at all tables. Someone who only `joins` a table that waits opens none.
        """
        if hall.roster.tables_of(who) + self._opening[who] >= self.limits.tables_per_person:
            raise self._many("tables_per_person", "tables per person", "close one, or leave it")
        if not joins:
            self._admit_table(hall, is_account=is_account)
            self._admit_origin(hall, address)
        if wait := self._openings.take(who):
            raise self._fast("openings_per_person", "tables opened a minute per person", wait)
        self._opening.more(who)

        def replied(*args: P.args, **kwargs: P.kwargs) -> None:
            self._opening.less(who)
            reply(*args, **kwargs)

        return replied

    def _admit_table(self, hall: Hall, *, is_account: bool) -> None:
        most, there = self.limits.tables, hall.open_tables + hall.roster.open_elsewhere
        if there >= most:
            raise self._full("tables", f"This hall has {most} tables, and no room for another.")
        if not is_account and there >= most - most // RESERVE:
            sentence = "The last tables of this hall are kept for people with accounts: sign in, or join a table."
            raise self._full("tables", sentence)

    def _admit_origin(self, hall: Hall, address: str) -> None:
        """The rate is taken last, so that a refusal for another reason costs nothing."""
        for share, origin in zip((1, SITE_SHARE), origins(address), strict=False):
            if hall.roster.opened_from(origin) >= share * self.limits.tables_per_address:
                raise self._many("tables_per_address", "tables opened from your address", "close one, or join one")
        for rate, origin in zip((self._openings_from, self._openings_at_site), origins(address), strict=False):
            if wait := rate.take(origin):
                raise self._fast("openings_per_address", "tables opened a minute from your address", wait)

    def admit_watcher(self, live: LiveTable, who: Who | None, watched: Watched) -> None:
        """Before a viewer watches one more table."""
        if live.code in watched:
            return
        if len(watched) >= self.limits.watches_per_socket:
            raise self._many("watches_per_socket", "tables watched over one socket", "unwatch one first")
        inside = live.table.is_for(who) or (who is not None and who in live.presence)
        if not inside and live.presence.watching(live.table) >= self.limits.watchers_per_table:
            raise self._many("watchers_per_table", "spectators at one table", "someone has to leave first")

    def find(self, hall: Hall, code: str, address: str, who: Who | None = None, key: str = "") -> LiveTable:
        """A table by its code, within the limits on guesses.

        Its own people, and those who have its link, find it whatever others do.
        """
        if (own := belonging(hall, code, who, key)) is not None:
            return own
        self.admit_code(address, who)
        crowd = self._unknown_in_all.wait(HALL)  # then a private table and one that does not exist look alike
        live = self._guessed(hall, code, address, who)
        if crowd and (live is None or not live.table.setting.public):
            raise self._fast("unknown_codes", "unknown tables a minute in the whole hall; use the table's link", crowd)
        return live or hall.find(code)

    def _guessed(self, hall: Hall, code: str, address: str, who: Who | None) -> LiveTable | None:
        """None if there is no such table, which counts."""
        try:
            return hall.find(code)
        except NoTable:
            self._unknown_codes.take(household(address))
            self._unknown_in_all.take(HALL)
            if who is not None:
                self._unknown_by_person.take(who)
            return None

    def glance(self, hall: Hall, code: str, address: str, who: Who | None = None) -> LiveTable | None:
        """For the title of a link: None if there is no table, or after too many guesses.

        The page that comes with the title asks for the table once more, by `watch`: so missing titles keep
        nobody from finding tables, only from seeing more titles.
        """
        if (own := belonging(hall, code, who)) is not None:
            return own
        home = household(address)
        if self._unknown_codes.wait(home) or self._unknown_titles.wait(home):
            return None
        try:
            return hall.find(code)
        except NoTable:
            self._unknown_titles.take(home)
            return None

    def admit_code(self, address: str, who: Who | None = None) -> None:
        """After too many requests for tables that do not exist, none are found for a while."""
        if who is not None and (wait := self._unknown_by_person.wait(who)):
            raise self._fast("unknown_codes_per_person", "unknown tables a minute per person", wait)
        if wait := self._unknown_codes.wait(household(address)):
            raise self._fast("unknown_codes_per_address", "unknown tables a minute from your address", wait)

    def believes_heads(self, address: str, who: Who | None) -> bool:
        """A made-up head is a guess like a made-up code: after too many, none are looked at for a while."""
        return not (self._unknown_codes.wait(household(address)) or (who and self._unknown_by_person.wait(who)))

    def made_up_head(self, address: str, who: Who | None) -> None:
        self._unknown_codes.take(household(address))
        if who is not None:
            self._unknown_by_person.take(who)

    # People

    def admit_guest(self, address: str) -> None:
        if wait := self._guests.take(household(address)):
            raise self._fast("guests_per_address", "new guests an hour from your address", wait)

    def admit_account(self, address: str) -> None:
        if wait := self._accounts.take(household(address)):
            raise self._fast("accounts_per_address", "new accounts an hour from your address", wait)

    def admit_invitation(self, who: Who) -> None:
        if wait := self._invitations.take(who):
            raise self._fast("invitations_per_person", "invitations an hour per person", wait)

    def admit_invitation_to(self, who: Who, whom: Who) -> None:
        if wait := self._invitations_to.take(_pair(who, whom)):
            raise self._fast("invitations_per_pair", "invitations an hour from one person to another", wait)

    def declined(self, who: Who, by: Who) -> None:
        """After a "no", the same person can be asked less often."""
        self._invitations_to.owe(_pair(who, by), DECLINED)

    # Words

    def _fast(self, limit: str, what: str, wait: float) -> TooMany:
        return self._refusal("too_fast", limit, f"{what}; wait {math.ceil(wait)} s", wait)

    def _many(self, limit: str, what: str, cure: str | None = None) -> TooMany:
        return self._refusal("too_many", limit, f"{what}{f'; {cure}' if cure else ''}", SHORTLY)

    def _refusal(self, reason: str, limit: str, rest: str, wait: float) -> TooMany:
        self.turned_away[limit] += 1
        return TooMany(reason, f"At most {getattr(self.limits, limit)} {rest}.", wait)

    def too_busy(self) -> TooMany:
        return self._full("connection_rate", "The hall is very busy, and players go first.")

    def _full(self, limit: str, sentence: str) -> TooMany:
        self.turned_away[limit] += 1
        return TooMany("too_many", f"{sentence} Try again in a moment.", SHORTLY, 503)


def _pair(who: Who, whom: Who) -> str:
    return f"{who} {whom}"


def belonging(hall: Hall, code: str, who: Who | None, key: str = "") -> LiveTable | None:
    """The table with this code, if it is theirs: they host it, sit there, are invited or let in, or have its link."""
    try:
        live = hall.find(code)
    except NoTable:
        return None
    table = live.table
    if key and compare_digest(key.encode(), table.key.encode()):
        return live
    return live if who is not None and (table.is_for(who) or who in (*table.invited, *table.let_in)) else None
