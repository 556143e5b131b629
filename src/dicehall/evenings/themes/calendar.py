"""A calendar to subscribe to: what comes, as RFC 5545 has it."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, NamedTuple

LINE: Final = 75
"""Octets of a line, before it is folded."""
EVENING: Final = 2 * 60 * 60
"""Seconds that are blocked: nobody knows how long an evening will be."""


class Entry(NamedTuple):
    key: str
    """The same whenever the calendar is fetched, so that nothing is shown twice."""
    start: float
    title: str
    words: str
    url: str


def calendar(name: str, entries: Iterable[Entry], now: float) -> str:
    """Starts are moments, not local times: each calendar shows them in its reader's zone."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Dicehall//Evenings//EN", f"X-WR-CALNAME:{escaped(name)}"]
    for entry in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{escaped(entry.key)}-{int(entry.start)}@dicehall",
            f"DTSTAMP:{moment(now)}",
            f"DTSTART:{moment(entry.start)}",
            f"DTEND:{moment(entry.start + EVENING)}",
            f"SUMMARY:{escaped(entry.title)}",
            f"DESCRIPTION:{escaped(entry.words)}",
            f"URL:{entry.url}",
            "END:VEVENT",
        ]
    return "".join(folded(line) for line in [*lines, "END:VCALENDAR"])


def moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """What a host types cannot become a line of its own."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    lines = ("".join(filter(str.isprintable, line)) for line in text.splitlines())
    return "\\n".join(lines)


def folded(line: str) -> str:
    """No line is longer than 75 octets, and no character is cut in two."""
    parts, room = [""], LINE
    for character in line:
        size = len(character.encode())
        if size > room:
            parts.append(" ")
            room = LINE - 1
        parts[-1] += character
        room -= size
    return "".join(f"{part}\r\n" for part in parts)
