"""One table and the journal: what a command writes, and how a table is read back."""

import logging
import time
from typing import NamedTuple

import msgspec

from dicehall.ports import Append, Damaged, Finished, Journal, hall_log
from dicehall.rules.errors import RulesError
from dicehall.table.core.draft import Decided
from dicehall.table.core.events import GameEnded, GameReset
from dicehall.table.core.state import Table, load, save
from dicehall.table.core.stored import finished, fold, write
from dicehall.table.live.feed import Feed

log = logging.getLogger("dicehall.table")

ENDS = frozenset((GameEnded, GameReset))
SNAPSHOT_EVERY = 50
"""Entries; a snapshot costs next to nothing, and after a restart the hall folds no more than these for each table."""


class Writing(NamedTuple):
    append: Append
    finished: Finished | None
    """The game that ends with it."""


def to_write(journal: Journal, code: str, before: Table, decided: Decided, seed: bytes | None) -> Writing:
    """What a decision adds to the journal; `seed` is the secret the table had before."""
    table = decided.table
    ends = any(type(entry) in ENDS for entry in decided.entries)
    body = write(decided.at, decided.entries)
    game = _finished_game(journal, code, before, table, body) if ends else None
    worth_a_snapshot = ends or before.version // SNAPSHOT_EVERY != table.version // SNAPSHOT_EVERY
    append = Append(
        table=code,
        expected=before.version,
        count=len(decided.entries),
        body=body,
        due=table.due_at,
        snapshot=save(table) if worth_a_snapshot else None,
        record=None if game is None else hall_log.write(game),
        closes=table.closed,
        seed=None if decided.seed == seed else decided.seed,
    )
    return Writing(append, game)


def _finished_game(journal: Journal, code: str, before: Table, table: Table, body: bytes) -> Finished | None:
    """Damage that a snapshot has covered up loses the record, but not the game."""
    play = table.play or before.play
    try:
        bodies = journal.bodies(code, after=play.began if play else 0)
    except Damaged as error:
        log.error("a game at table %s ends without a record: %s", code, error)
        return None
    return finished([*bodies, body], ended=time.time(), public=table.setting.public)


class Recovered(NamedTuple):
    table: Table
    feed: Feed
    seed: bytes | None
    from_snapshot: bool
    """Whether the feed lacks events from before a snapshot."""


def recover(journal: Journal, code: str) -> Recovered:
    """Fold the table from the journal; raises `Damaged` if that is impossible."""
    loaded = journal.load(code)
    try:
        table, bodies = (Table() if loaded.snapshot is None else load(loaded.snapshot)), loaded.bodies
    except (RulesError, msgspec.MsgspecError):
        # Either the running game has a new edition and is void, or snapshots look different now: the log knows.
        table, bodies = Table(), journal.bodies(code)
    feed, from_snapshot = Feed(table.version), table.version > 0
    try:
        table = fold(table, bodies, feed.add)
    except Exception as error:  # whatever is wrong with one table, the others go on
        raise Damaged(f"table {code} holds what this program cannot read: {error!r}") from error
    return Recovered(table, feed, journal.seed(code), from_snapshot)


def whole_feed(journal: Journal, code: str) -> Feed | None:
    """Everything told since the table was opened; None if the log is damaged."""
    feed = Feed()
    try:
        fold(Table(), journal.bodies(code), feed.add)
    except Damaged:
        return None
    return feed
