"""The knock-out that is still to come, as it stands now: who would meet whom, and how many sit where after that."""

from collections.abc import Iterator, Sequence

from dicehall.evenings.core.cut import advance, is_final
from dicehall.evenings.core.draws import dealt, knock_out_sizes, next_stage, seeds
from dicehall.evenings.core.standings import is_cut, standings
from dicehall.evenings.core.state import Round, Tournament
from dicehall.rules.values import Value
from dicehall.table.core.events import Who, is_bot


class TableToCome(Value):
    size: int
    seats: tuple[Who, ...]
    """The best seed first; empty where nobody can know yet."""
    seeds: tuple[int, ...]
    """Of these, counted from 1."""


class RoundToCome(Value):
    tables: tuple[TableToCome, ...]
    byes: tuple[Who, ...]
    """Who would sit out; empty where nobody can know yet."""
    people: int
    """How many are still in, whoever sits out included."""


def to_come(tournament: Tournament) -> tuple[RoundToCome, ...]:
    """Up to the final; none where there is no knock-out, before the start, and once the final is drawn."""
    if tournament.started is None or tournament.is_over:
        return ()
    last = tournament.rounds[-1] if tournament.rounds else None
    if last is not None and last.stage == "knock_out" and not last.ended:
        return () if is_final(last) else tuple(_rounds(tournament, going_on(tournament, last)))
    is_next = next_stage(tournament) == "knock_out" and (last is None or last.ended)
    if not is_next and not is_cut(tournament):
        return ()
    known = seeds(tournament) if is_next else _best_so_far(tournament)
    return tuple(_rounds(tournament, len(known), known))


def _best_so_far(tournament: Tournament) -> list[Who]:
    """Bots take no person's place."""
    present = tournament.present()
    order = [standing.who for standing in standings(tournament) if standing.who in present]
    return sorted(order, key=is_bot)[: getattr(tournament.setting.format, "last", 0)]


def going_on(tournament: Tournament, running: Round) -> int:
    """How many of a round that is played now, if nobody leaves any more."""
    present = tournament.present()
    here = [sum(who in present for who in table.present) for table in running.tables]
    on = sum(_through(size, advance(tournament)) for size in here) + sum(who in present for who in running.byes)
    return max(on, min(tournament.setting.least, sum(here)))


def _through(size: int, advance: int) -> int:
    return min(size, advance, max(1, size - 1))


def _rounds(tournament: Tournament, people: int, known: Sequence[Who] = ()) -> Iterator[RoundToCome]:
    while people > 1:
        sizes = knock_out_sizes(tournament.setting, people)
        if not sizes:
            return
        byes = people - sum(sizes)
        yield _known(tournament, known) if known else RoundToCome(tuple(map(_unknown, sorted(sizes))), (), people)
        if len(sizes) == 1 and not byes:
            return
        on = byes + sum(_through(size, advance(tournament)) for size in sizes)
        people, known = max(on, min(tournament.setting.least, people)), ()


def _known(tournament: Tournament, people: Sequence[Who]) -> RoundToCome:
    """As the pairing would deal it now."""
    dealing = dealt(tournament, people)
    tables = tuple(
        TableToCome(len(group), tuple(people[seed] for seed in group), tuple(seed + 1 for seed in group))
        for group in dealing.tables
    )
    return RoundToCome(tables, tuple(people[seed] for seed in dealing.byes), len(people))


def _unknown(size: int) -> TableToCome:
    return TableToCome(size, (), ())
