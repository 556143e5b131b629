"""One table and the journal: what a command writes, and how a table is read back."""

import logging
import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from dicehall.ports import Append, Damaged, Finished, Journal, Mark, Marks, hall_log
from dicehall.rules.errors import RulesError
from dicehall.rules.public_log import Statement, commitment_statement, end_statement, salt_of, start_statement
from dicehall.rules.tower import commitment, digest_of_header
from dicehall.table.core.draft import Decided
from dicehall.table.core.events import Committed, Disclosed, GameEnded, GameReset, GameStarted
from dicehall.table.core.log import header_of
from dicehall.table.core.state import Table, load, save
from dicehall.table.core.stored import Recording, chained, fold, recorded, with_end, write
from dicehall.table.live.feed import Feed

log = logging.getLogger("dicehall.table")

ENDS = frozenset((GameEnded, GameReset, Disclosed))
STATED = frozenset((Committed, GameStarted, GameEnded, GameReset, Disclosed))
SNAPSHOT_EVERY = 50
"""Entries; a snapshot costs next to nothing, and after a restart the hall folds no more than these for each table."""


class Writing(NamedTuple):
    append: Append
    table: Table
    """The table after it, with the digest of its log."""
    finished: Finished | None
    """The game that ends with it."""


def to_write(code: str, before: Table, decided: Decided, seed: bytes | None, *, recording: Recording) -> Writing:
    """What a decision adds to the journal; `seed` is the secret the table had before, `recording` the game so far.

    A game whose beginning is damaged ends without a record.
    """
    kinds = frozenset(map(type, decided.entries))
    ends = not ENDS.isdisjoint(kinds)
    body = write(decided.at, decided.entries)
    table = chained(before, decided.table, body, decided.entries)
    game = None
    if ends:
        ended = recording.copy().add(decided.at, decided.entries)  # nothing has happened yet: the disk may be full
        game = ended and with_end(ended, ended=time.time(), public=table.setting.public)
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
        statements=() if STATED.isdisjoint(kinds) else stated(before, decided, seed),  # a move is nothing of that
    )
    return Writing(append, table, game)


def stated(before: Table, decided: Decided, seed: bytes | None) -> tuple[Statement, ...]:
    """What the public log says about a decision: hashes of each commitment, start and end whose secret is known."""
    secrets = {commitment(secret): secret for secret in (seed, decided.seed) if secret is not None}
    play = before.play if before.is_held else before.playing
    started = None if play is None else play.started
    made = []
    for entry in decided.entries:
        match entry:
            case Committed(commit) if commit in secrets:
                made.append(commitment_statement(salt_of(secrets[commit]), commit))
            case GameStarted(commit=commit):
                started = entry
                if commit in secrets:
                    header = digest_of_header(msgspec.json.encode(header_of(entry)))
                    made.append(start_statement(salt_of(secrets[commit]), commit, header, entry.levels))
            case (
                GameEnded(seed=secret, digest=digest)
                | GameReset(seed=secret, digest=digest)
                | Disclosed(secret, digest)
            ):
                if started is not None and secret:
                    made.append(end_statement(salt_of(bytes.fromhex(secret)), started.commit, digest))
            case _:
                pass
    return tuple(made)


def remember(marks: Marks, code: str, table: Table) -> None:
    """It is on the disk: should the journal go back behind this, the hall knows."""
    if table.closed:
        marks.forget(code)
    else:
        origin = table.origins[-1] if table.origins else b""
        marks.remember(code, Mark(table.version, table.digest, table.touched, origin))


class Recovered(NamedTuple):
    table: Table
    feed: Feed
    seed: bytes | None
    from_snapshot: bool
    """Whether the feed lacks events from before a snapshot."""
    recording: Recording
    """The running game, so that its end need not read it."""


async def recover(journal: Journal, code: str) -> Recovered:
    """Fold the table from the journal; raises `Damaged` if that is impossible."""
    loaded = await journal.load(code)
    try:
        table, bodies = (Table() if loaded.snapshot is None else load(loaded.snapshot)), loaded.bodies
    except (RulesError, msgspec.MsgspecError):
        # Either the running game has a new edition and is void, or snapshots look different now: the log knows.
        table, bodies = Table(), await journal.bodies(code)
    begins, feed = table.version, Feed(table.version)
    feed.appended(table)
    try:
        table = fold(table, bodies, feed.add, feed.appended)
    except Exception as error:  # whatever is wrong with one table, the others go on
        raise Damaged(f"table {code} holds what this program cannot read: {error!r}") from error
    recording = await _recording(journal, code, table, begins, bodies)
    return Recovered(table, feed, await journal.seed(code), begins > 0, recording)


async def _recording(
    journal: Journal, code: str, table: Table, begins: int, bodies: Sequence[bytes]
) -> Recording:  # fmt: skip
    """Of a game that began before a restart, perhaps before the snapshot at which the bodies begin.

    Damage that the snapshot has covered up loses the record, but not the game.
    """
    play = table.play if table.is_held else table.playing
    if play is None:
        return Recording()
    try:
        return recorded(bodies if begins <= play.began else await journal.bodies(code, after=play.began))
    except Damaged as error:
        log.error("a game at table %s ends without a record: %s", code, error)
        return Recording()


async def whole_feed(journal: Journal, code: str) -> Feed | None:
    """Everything told since the table was opened; None if the log is damaged."""
    feed = Feed()
    try:
        fold(Table(), await journal.bodies(code), feed.add, feed.appended)
    except Damaged:
        return None
    return feed
