"""What a hall writes down about itself: lines for people or JSON for programs, and never a secret."""

import logging
import re
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, Literal, TextIO, TypeAlias

import msgspec

from dicehall.ports.hall_log import AdminAction

Format: TypeAlias = Literal["text", "json"]
Level: TypeAlias = Literal["debug", "info", "warning", "error"]

log = logging.getLogger("dicehall.hall")

HIDDEN: Final = "[hidden]"
SECRET_FIELDS: Final = frozenset(
    ("authorization", "body", "claim", "cookie", "cookies", "headers", "password", "secret", "seed", "seeds", "token")
)
VALUE: Final = r"(?:b?\\?\"[^\"]*\"?|b?'[^']*'?|[^\s,;&)}\]]+)"
SECRETS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<kept>)\bb'(?:[^'\\]|\\.)*\\x(?:[^'\\]|\\.)*'",
        r"(?P<kept>)\bb\"(?:[^\"\\]|\\.)*\\x(?:[^\"\\]|\\.)*\"",
        r"(?P<kept>\bdh_)[\w-]+",
        r"(?P<kept>\b(?:set-)?cookie['\"]?\s*[:=]\s*)[^\r\n]+",
        r"(?P<kept>\bbearer\s+)[^\s'\",]+",
        r"(?P<kept>\bdicehall=)[^\s;,'\"]+",
        r"(?P<kept>\b(?:authorization|password|secret|seeds?|token)\\?['\"]?\s*[:=]\s*)" + VALUE,
        r"(?P<kept>['\"](?:old|new)\\?['\"]\s*:\s*)" + VALUE,
        r"(?P<kept>/claim/)[^\s'\"]+",
        r"(?P<kept>)(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}(?![\w-])",
    )
)
"""By their names, and by their looks: whatever is long and mixes letters and digits is nobody's business."""

STANDARD: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"asctime", "event", "message", "taskName"}

MOST, WITHIN = 30, 60.0
"""So many records of one event in so many seconds: an attack must not fill the disk with what it was refused."""


def scrub(text: str) -> str:
    """The same text without secrets, and without what cannot be written."""
    text = text.encode(errors="backslashreplace").decode()
    for pattern in SECRETS:
        text = pattern.sub(rf"\g<kept>{HIDDEN}", text)
    return text


def set_up(format: Format = "text", level: Level | None = None, stream: TextIO | None = None) -> None:
    """The hall's own loggers at this level; of the libraries only warnings, for at other levels they tell secrets."""
    handler = Discreet(stream or sys.stderr)
    handler.setFormatter(Json() if format == "json" else Text())
    handler.addFilter(Sparing())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    usual = "info" if format == "json" else "warning"
    logging.getLogger("dicehall").setLevel((level or usual).upper())


class Discreet(logging.StreamHandler[TextIO]):
    """Where a line cannot be written, the standard library would print what it was made of, secrets included."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, named by the standard library
        pass


class Text(logging.Formatter):
    """A line for people, with its fields behind it."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone().isoformat(" ", "milliseconds")
        fields = "".join(f" {name}={value}" for name, value in fields_of(record).items())
        line = f"{at} {record.levelname} {record.name}: {sentence_of(record)}{fields}"
        trace = trace_of(record, self)
        return line if trace is None else f"{line}\n{trace}"


class Json(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": event_of(record),
            "message": sentence_of(record),
            **fields_of(record),
        }
        trace = trace_of(record, self)
        return msgspec.json.encode(told if trace is None else {**told, "traceback": trace}).decode()


def event_of(record: logging.LogRecord) -> str:
    """A stable word for programs: the one that was given, or the words of the message without what it is about."""
    given = getattr(record, "event", None)
    if given is not None:
        return str(given)
    words = re.findall(r"[^\W_]+", re.sub(r"%[^a-zA-Z]*[a-zA-Z]", " ", scrub(str(record.msg))))
    return "_".join(words[:8]).lower()


def sentence_of(record: logging.LogRecord) -> str:
    """One line, whatever is in it."""
    try:
        return scrub(" ".join(record.getMessage().split()))
    except Exception:  # arguments that do not fit their message must not lose it
        return scrub(str(record.msg))


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    return {name: shown(name, value) for name, value in record.__dict__.items() if name not in STANDARD}


def shown(name: str, value: object) -> object:
    """Numbers as they are, all else as text without secrets."""
    if name.casefold() in SECRET_FIELDS:
        return HIDDEN
    plain = value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 1 << 63)
    return value if plain else scrub(" ".join(str(value).split()))


def trace_of(record: logging.LogRecord, formatter: logging.Formatter) -> str | None:
    if not record.exc_info:
        return None
    return scrub(formatter.formatException(record.exc_info))


class Sparing(logging.Filter):
    """Lets the first records of every event through, and then says how many more there were."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._since: dict[str, float] = {}
        self._heard: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        event, now = event_of(record), self._now()
        if now - self._since.get(event, -WITHIN) >= WITHIN:
            left_out = self._heard.get(event, 0) - MOST
            if left_out > 0:
                record.left_out = left_out
            self._since[event], self._heard[event] = now, 0
            self._forget(now)
        self._heard[event] += 1
        return self._heard[event] <= MOST

    def _forget(self, now: float) -> None:
        """Whatever was not heard of for long; events are few, but nothing here may grow for ever."""
        if len(self._since) > 1000:
            self._since = {event: since for event, since in self._since.items() if now - since < WITHIN}
            self._heard = {event: count for event, count in self._heard.items() if event in self._since}


# What happens in a hall


def opened(url: str, tables: int) -> None:
    log.info("the hall is open", extra={"event": "start", "url": url, "tables": tables})


def closed() -> None:
    log.info("the hall is closed, and everything is on disk", extra={"event": "stop"})


def logged_in(person: str, by: Literal["password", "passkey"]) -> None:
    """By opaque id: names are for people, and can be forgotten."""
    log.info("somebody has logged in", extra={"event": "log_in", "person": person, "by": by})


def log_in_failed(address: str, by: Literal["password", "passkey"], person: str | None = None) -> None:
    """With the address, so that whoever guesses can be kept out; a name that was tried may be a password."""
    extra = {"event": "log_in_failed", "address": address, "by": by, "person": person}
    log.warning("a log-in has failed", extra=extra)


def socket_refused(address: str, status: int, why: str) -> None:
    log.warning(
        "a socket was refused", extra={"event": "socket_refused", "address": address, "status": status, "why": why}
    )


def seat_kept(table: str, person: str, why: str) -> None:
    """Going is never refused: this is a mistake of the program, and an administrator can close the table."""
    extra = {"event": "seat_kept", "table": table, "person": person, "why": why}
    log.error("somebody has gone for good and a table still counts on them", extra=extra)


def acted(act: AdminAction) -> None:
    """What an administrator did, or somebody on the machine itself; also who has left for good."""
    about = {name: getattr(act, name, None) for name in ("by", "who", "table", "game")}
    given = {name: value for name, value in about.items() if value is not None}
    log.info("an administrator has acted", extra={"event": "admin", "act": act.__struct_config__.tag, **given})


SLOW = 1.0
"""Seconds until an append is on the disk; more is worth a line."""


def watching(count: Callable[[float], None]) -> Callable[[float], None]:
    """Counts how long each append took, and complains of a disk that is slow."""

    def appended(seconds: float) -> None:
        count(seconds)
        if seconds > SLOW:
            log.warning("the disk is slow", extra={"event": "slow_append", "seconds": round(seconds, 3)})

    return appended
