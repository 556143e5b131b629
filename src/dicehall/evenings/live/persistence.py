"""One tournament and the journal: what a command writes, and how a tournament is read back."""

import asyncio
from hashlib import blake2b
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from dicehall.evenings.core.draft import Decided
from dicehall.evenings.core.events import TournamentEvent
from dicehall.evenings.core.log import evolve
from dicehall.evenings.core.state import Tournament, load, save
from dicehall.ports import Append, Damaged, Journal, JournalError, Uncertain
from dicehall.rules.values import Value
from dicehall.table.core.stored import DIGEST_BYTES

SNAPSHOT_EVERY = 50
"""Entries; as at a table, no more than these are folded after a restart."""


class Body(Value):
    """The entries of one append, and when they were written."""

    at: float
    entries: tuple[TournamentEvent, ...]


_decoder = msgspec.json.Decoder(Body)


class Recovered(NamedTuple):
    tournament: Tournament
    seed: bytes | None
    """The secret that its lots are bound to."""


def to_write(
    code: str, before: Tournament, decided: Decided, seed: bytes | None, due: float | None
) -> tuple[Append, Tournament]:
    """What a decision adds to the journal, and the tournament after it. Its log is kept when it is over, too."""
    body = msgspec.json.encode(Body(decided.at, decided.entries))
    after = chained(before, decided.tournament, body)
    is_worth_a_snapshot = after.is_over or before.version // SNAPSHOT_EVERY != after.version // SNAPSHOT_EVERY
    append = Append(
        table=code,
        expected=before.version,
        count=len(decided.entries),
        body=body,
        due=due,
        snapshot=save(after) if is_worth_a_snapshot else None,
        seed=None if decided.seed == seed else decided.seed,
    )
    return append, after


def chained(before: Tournament, after: Tournament, body: bytes) -> Tournament:
    return replace(after, digest=blake2b(before.digest + body, digest_size=DIGEST_BYTES).digest())


async def write(journal: Journal, append: Append) -> None:
    """Returns once it is durable; raises `JournalError` if it never will be. In doubt, it waits until that is known."""
    written: asyncio.Future[JournalError | None] = asyncio.get_running_loop().create_future()

    def done(error: JournalError | None) -> None:
        if not isinstance(error, Uncertain) and not written.done():
            written.set_result(error)

    journal.append(append, done)
    if (error := await written) is not None:
        raise error


async def recover(journal: Journal, code: str) -> Recovered:
    """Fold a tournament from the journal; raises `Damaged` if that is impossible."""
    loaded = await journal.load(code)
    try:
        tournament, bodies = (Tournament() if loaded.snapshot is None else load(loaded.snapshot)), loaded.bodies
    except msgspec.MsgspecError:  # snapshots look different now: the log knows
        tournament, bodies = Tournament(), await journal.bodies(code)
    try:
        for body in bodies:
            before = tournament
            at, entries = msgspec.structs.astuple(_decoder.decode(body))
            for entry in entries:
                tournament = evolve(tournament, entry, at)
            tournament = chained(before, tournament, body)
    except Exception as error:  # whatever is wrong with one tournament, the others go on
        raise Damaged(f"tournament {code} holds what this program cannot read: {error!r}") from error
    return Recovered(tournament, await journal.seed(code))
