"""One tournament and the journal: what a command writes, and how a tournament is read back."""

from hashlib import blake2b
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from dicehall.evenings.core.draft import Decided
from dicehall.evenings.core.events import TournamentEvent
from dicehall.evenings.core.log import evolve
from dicehall.evenings.core.state import Tournament, load, save
from dicehall.evenings.live.logs import Body, Form, body_of, is_worth_a_snapshot, read_back
from dicehall.ports import Append, Journal
from dicehall.table.core.stored import DIGEST_BYTES


class Recovered(NamedTuple):
    tournament: Tournament
    seed: bytes | None
    """The secret that its lots are bound to."""


def to_write(
    code: str, before: Tournament, decided: Decided, seed: bytes | None, due: float | None
) -> tuple[Append, Tournament]:
    """What a decision adds to the journal, and the tournament after it. Its log is kept when it is over, too."""
    body = body_of(decided.at, decided.entries)
    after = chained(before, decided.tournament, body)
    append = Append(
        table=code,
        expected=before.version,
        count=len(decided.entries),
        body=body,
        due=due,
        snapshot=save(after) if after.is_over or is_worth_a_snapshot(before, after) else None,
        seed=None if decided.seed == seed else decided.seed,
    )
    return append, after


def chained(before: Tournament, after: Tournament, body: bytes) -> Tournament:
    return replace(after, digest=blake2b(before.digest + body, digest_size=DIGEST_BYTES).digest())


FORM: Form[Tournament, TournamentEvent] = Form(
    "tournament", Tournament(), evolve, msgspec.json.Decoder(Body[TournamentEvent]), save, load, chained
)


async def recover(journal: Journal, code: str) -> Recovered:
    """Fold a tournament from the journal; raises `Damaged` if that is impossible."""
    return Recovered(await read_back(journal, code, FORM), await journal.seed(code))
