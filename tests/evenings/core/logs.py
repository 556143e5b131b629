"""Logs of tournaments written by hand, entry by entry."""

from collections.abc import Sequence

from dicehall.evenings.core.events import (
    Created,
    Entered,
    Paired,
    RoundEnded,
    Stage,
    Started,
    TableDrawn,
    TableEnded,
    TournamentEvent,
)
from dicehall.evenings.core.log import evolve
from dicehall.evenings.core.setting import AnyFormat, Setting, Swiss
from dicehall.evenings.core.state import Tournament

ANN, BEN, CAT, DAN, EVE, FAY = "ann", "ben", "cat", "dan", "eve", "fay"
BOT = "bot:Rook"


def folded(*entries: TournamentEvent, onto: Tournament | None = None, at: float = 0.0) -> Tournament:
    tournament = onto or Tournament()
    for entry in entries:
        tournament = evolve(tournament, entry, at)
    return tournament


def begun(*entrants: str, form: AnyFormat | None = None, seats: int = 3, duplicate: bool = False) -> Tournament:
    setting = Setting(title="Cup", game="peril", seats=seats, format=form or Swiss(), duplicate=duplicate)
    return folded(Created("host", setting), *(Entered(who) for who in entrants), Started(0, "lot"))


def paired(*tables: Sequence[str], number: int = 1, stage: Stage = "swiss", byes: tuple[str, ...] = ()) -> Paired:
    drawn = (TableDrawn(f"t{number}{nth}", nth, tuple(seats)) for nth, seats in enumerate(tables, start=1))
    return Paired(number, stage, tuple(drawn), byes)


def played(
    tournament: Tournament, *results: tuple[Sequence[str], tuple[int, ...]], number: int = 1, stage: Stage = "swiss"
) -> Tournament:
    """A round of these tables, each with its places."""
    pairing = paired(*(seats for seats, _ in results), number=number, stage=stage)
    ends = [TableEnded(f"t{number}{nth}", places) for nth, (_, places) in enumerate(results, start=1)]
    return folded(pairing, *ends, RoundEnded(number, f"lot {number}"), onto=tournament)
