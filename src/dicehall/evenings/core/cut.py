"""Who goes on to the next round of a knock-out: what the log knows, handed to the pairing's cut."""

from dicehall.evenings.core.draws import is_swiss_over
from dicehall.evenings.core.events import Lot
from dicehall.evenings.core.lots import rank
from dicehall.evenings.core.scores import table_scores
from dicehall.evenings.core.setting import KnockOut, Swiss
from dicehall.evenings.core.standings import ranked, standings
from dicehall.evenings.core.state import Round, Tournament
from dicehall.evenings.pairing import cut
from dicehall.evenings.pairing.cut import Finisher
from dicehall.table.core.events import Who, is_bot


def through(tournament: Tournament, lot: Lot) -> tuple[Who, ...] | None:
    """After the last table of a round, the best seed first; None where nobody is cut. `lot` decides what is level."""
    last, format = tournament.rounds[-1], tournament.setting.format
    if last.stage == "knock_out":
        return _survivors(tournament, last, lot)
    if isinstance(format, Swiss) and format.last and is_swiss_over(tournament):
        present = tournament.present()
        order = [standing.who for standing in standings(tournament, lot=lot) if standing.who in present]
        return tuple(sorted(order, key=is_bot)[: format.last])
    return None


def _survivors(tournament: Tournament, last: Round, lot: Lot) -> tuple[Who, ...]:
    """Nobody goes on who did not come, or takes no more part."""
    if is_final(last):
        return ()
    before = ranked(tournament, tournament.rounds[:-1])
    present = tournament.present()

    def finisher(who: Who, place: int) -> Finisher:
        return Finisher(who, place, before[who], rank(lot, who), is_bot(who), who not in present)

    tables = [
        [finisher(who, score.place) for who, score in table_scores(last, table) if score.place is not None]
        for table in last.tables
    ]
    byes = [finisher(who, 1) for who in last.byes if who in present]
    return cut.through(tables, byes, advance(tournament), tournament.setting.least)


def is_final(last: Round) -> bool:
    return last.stage == "knock_out" and len(last.tables) == 1 and not last.byes


def advance(tournament: Tournament) -> int:
    """How many of each table go on, at most."""
    format = tournament.setting.format
    return format.advance if isinstance(format, KnockOut | Swiss) else 1
