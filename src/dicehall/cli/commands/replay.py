"""Records from files, and their steps as lines of JSON."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Ask
from dicehall.rules.record import Moment, Record
from dicehall.rules.values import NATURE, Seat


class Unreadable(RulesError):
    """The file cannot be opened, or is not text."""


def read_record(file: str) -> Record:
    """The record in a file, or on standard input for `-`; whatever is wrong is said in one line."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise Unreadable(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{file} is not UTF-8 text") from None
    return Record.read(text)


def json_lines(record: Record, seat: Seat | None) -> Iterator[str]:
    """A line for each step; with a seat, only what that seat could know."""
    before = record.game.start()
    for moment in record.replay():
        step = whole(moment) if seat is None else known(record, before, moment, seat)
        yield msgspec.json.encode(step).decode()
        before = moment.state


def whole(moment: Moment) -> dict[str, Any]:
    return moment._asdict()


def known(record: Record, before: Any, moment: Moment, seat: Seat) -> dict[str, Any]:
    """The step as this seat saw it: the public board and its own `mine`; a deal of secrets shows no faces."""
    view = record.game.view(moment.state, seat)
    entry: Any = moment.entry
    if entry.actor == NATURE and _secrets(record, before) != _secrets(record, moment.state):
        entry = {"actor": NATURE, "move": {"type": entry.move.__struct_config__.tag}}
    pending: Any = moment.pending
    if isinstance(pending, Ask):
        mine = {seat: pending.options[seat]} if seat in pending.options else {}
        pending = Ask(mine, pending.due)
    return {
        "entry": entry,
        "events": moment.events,
        "state": view.table.board,
        "mine": view.mine,
        "pending": pending,
    }


def _secrets(record: Record, state: Any) -> list[Any]:
    views = (record.game.view(state, seat) for seat in range(record.game.seats))
    return [view.mine.secret for view in views if view.mine]
