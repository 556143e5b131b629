"""Every limit that keeps one visitor from spoiling the evening for the others."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final, NamedTuple

from dicehall.rules.errors import BadOptions
from dicehall.rules.wording import visible

MOST: Final = 10**9
SPARE_FILES: Final = 100
"""Open files that are neither sockets nor connections: the database, the log, and a reserve."""


class Limits(NamedTuple):
    """Wide enough for a party behind one router and for serious bots; docs/limits.md says what happens beyond."""

    # One socket
    messages_per_second: int = 50
    """Messages of one socket, including pings and fragments."""
    messages_at_once: int = 200
    """How many of them may come at once."""
    message_size: int = 64 * 1024
    """Bytes of one message."""
    depth: int = 32
    """Lists and objects inside one another in a message."""
    watches_per_socket: int = 100
    """Tables that one socket watches."""
    drawn_per_second: int = 64 * 1024
    """Bytes that one socket draws by its own requests, such as whole tables; 64 times as many at once."""
    # One address: an IPv4 address, or the first half of an IPv6 address
    sockets_per_address: int = 250
    """Open sockets."""
    connections_per_address: int = 800
    """Open HTTP connections, including idle ones; a browser has six."""
    messages_per_address: int = 500
    """Messages a second of all its sockets together; ten times as many at once."""
    requests_per_address: int = 200
    """HTTP requests and new sockets a second; ten times as many at once."""
    unknown_codes_per_address: int = 30
    """Requests a minute for tables that do not exist: codes must not be guessed."""
    guests_per_address: int = 300
    """New guests an hour."""
    accounts_per_address: int = 30
    """New accounts an hour."""
    tables_per_address: int = 200
    """Open tables that were opened from there; an IPv6 site, a /48, has three times as many."""
    openings_per_address: int = 120
    """Tables opened from there in a minute; an IPv6 site, a /48, has three times as many."""
    # One person
    sockets_per_person: int = 20
    """Open sockets of one person."""
    tables_per_person: int = 10
    """Tables that one person hosts or sits at; beyond that, no more can be opened."""
    openings_per_person: int = 30
    """Tables that one person opens in a minute."""
    invitations_per_person: int = 100
    """Invitations that one person sends in an hour."""
    invitations_per_pair: int = 6
    """Invitations that one person sends to one other in an hour; one that was declined counts as three."""
    chat_lines: int = 5
    """Lines of chat of one person in `chat_seconds`."""
    chat_seconds: int = 10
    """The seconds for `chat_lines`."""
    reactions_per_minute: int = 10
    """Reactions of one person in a minute."""
    reaction_seconds: int = 2
    """Seconds from one reaction of a person to the next."""
    unknown_codes_per_person: int = 15
    """Requests a minute of one person for tables that do not exist."""
    # The whole hall
    unknown_codes: int = 300
    """Requests a minute of everyone together for tables that do not exist; beyond that, private ones are not found."""
    sockets: int = 10_000
    """Open sockets in all."""
    connections: int = 5_000
    """Open HTTP connections in all."""
    tables: int = 5_000
    """Open tables in all; the last tenth is for people with accounts."""
    watchers_per_table: int = 200
    """Spectators at one table; its host and its players always get in."""

    @classmethod
    def read(cls, words: Iterable[str]) -> "Limits":
        """As an operator writes them: `sockets_per_address=5000`; the others keep their defaults."""
        return cls()._replace(**dict(map(_read, words)))

    def fitting(self, files: int) -> "Limits":
        """No more sockets and connections than the system allows open files, in proportion."""
        wanted = self.sockets + self.connections
        room = max(2, files - SPARE_FILES)
        if wanted <= room:
            return self
        sockets = max(1, room * self.sockets // wanted)
        return self._replace(sockets=sockets, connections=max(1, room - sockets))


def _read(word: str) -> tuple[str, int]:
    name, equals, number = word.partition("=")
    name = name.strip()
    if name not in Limits._fields or not equals:
        near = get_close_matches(name[:60], Limits._fields, 1, 0.5) or ["sockets_per_address"]
        names = ", ".join(Limits._fields)
        raise BadOptions(f"--limit takes NAME=NUMBER, such as {near[0]}=500, not {visible(word, 60)!r}; names: {names}")
    digits = number.strip().replace("_", "")
    if not (digits.isascii() and digits.isdecimal() and 1 <= int(digits[:12]) <= MOST and len(digits) <= 12):
        raise BadOptions(f"--limit {name} takes a whole number from 1 to {MOST}, not {visible(number, 60)!r}")
    return name, int(digits)


def allow_files() -> int:
    """As many open files as the system allows; many systems give only a thousand unless asked."""
    try:
        import resource  # noqa: PLC0415, Windows has neither this nor such a limit
    except ImportError:
        return MOST
    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        most = max(usual, 1 << 16)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    except (OSError, ValueError):
        return usual
    return most


# JSON

WIDE: Final = 40
"""Lists and objects for each level of depth: more than any message needs, however flat."""
BRACKETS: Final = bytes.maketrans(b"[{]}", b"(())")
NO_BRACKETS: Final = bytes(byte for byte in range(256) if byte not in b"[{]}")


def too_deep(text: bytes, most: int) -> bool:
    """Whether lists and objects are nested more than `most` levels deep, or are far more than a message needs.

    Few brackets cannot be deep, and all honest messages have few. Otherwise strings are cut out, and the innermost
    pairs removed again and again, which takes as many rounds as the text is deep.
    """
    if text.count(b"[") + text.count(b"{") <= most:
        return False
    outside = b"".join(text.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2])
    left = outside.translate(BRACKETS, NO_BRACKETS)
    if len(left) > 2 * WIDE * most:
        return True
    for deep in range(most + 1):
        fewer = left.replace(b"()", b"")
        if len(fewer) == len(left):
            return deep + left.count(b"(") > most
        left = fewer
    return True
