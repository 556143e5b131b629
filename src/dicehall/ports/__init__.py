"""What tables and the server ask of storage."""

from dicehall.ports.hall_log import Finished
from dicehall.ports.journal import (
    Append,
    Conflict,
    Damaged,
    Head,
    Journal,
    JournalError,
    Loaded,
    Note,
    Noted,
    Unwritable,
)
from dicehall.ports.people import Accounts, ChatLine, Door, Kind, NameTaken, Passkey, People, Person, Scope, Session
from dicehall.ports.results import Past, Results, Tally, Thrown

__all__ = [
    "Accounts",
    "Append",
    "ChatLine",
    "Conflict",
    "Damaged",
    "Door",
    "Finished",
    "Head",
    "Journal",
    "JournalError",
    "Kind",
    "Loaded",
    "NameTaken",
    "Note",
    "Noted",
    "Passkey",
    "Past",
    "People",
    "Person",
    "Results",
    "Scope",
    "Session",
    "Tally",
    "Thrown",
    "Unwritable",
]  # fmt: skip
