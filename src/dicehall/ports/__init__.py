"""What tables and the server ask of storage."""

from dicehall.ports.hall_log import Finished
from dicehall.ports.journal import (
    Append,
    Conflict,
    Damaged,
    Fenced,
    HallLogRow,
    Head,
    Journal,
    JournalError,
    Loaded,
    Note,
    Uncertain,
    Unwritable,
)
from dicehall.ports.marks import Mark, Marks, NoMarks, Setback
from dicehall.ports.people import Accounts, ChatLine, Kind, NameTaken, Passkey, People, Person, Scope, Session, SignIn
from dicehall.ports.results import DiceCounts, HistoryRow, Results, Tally
