"""What tables and the server ask of storage."""

from dicehall.table.ports.chronicle import Finished
from dicehall.table.ports.journal import (
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
from dicehall.table.ports.people import Accounts, Door, Kind, Line, NameTaken, Passkey, People, Person, Scope, Session
from dicehall.table.ports.results import Past, Results, Tally, Thrown

__all__ = [
    "Accounts", "Append", "Conflict", "Damaged", "Door", "Finished", "Head", "Journal", "JournalError", "Kind", "Line",
    "Loaded", "NameTaken", "Note", "Noted", "Passkey", "Past", "People", "Person", "Results", "Scope", "Session",
    "Tally", "Thrown", "Unwritable",
]  # fmt: skip
