"""The next tables: what the log knows of everyone, handed to the pairing. It follows from the log alone."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from dicehall.evenings.core.events import Code, Stage
from dicehall.evenings.core.lots import drawn
from dicehall.evenings.core.setting import Setting, Swiss
from dicehall.evenings.core.standings import first_stage, standings
from dicehall.evenings.core.state import Open, Tournament
from dicehall.evenings.pairing.draw import Candidate, draw
from dicehall.evenings.pairing.pool import AGAIN, GATHER, Waiting, can_seat, seat_free
from dicehall.evenings.pairing.seating import seated
from dicehall.evenings.pairing.seeding import Dealt, Seeded, deal
from dicehall.evenings.pairing.sizes import table_sizes
from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.table.core.events import Who, is_bot


class NextTables(NamedTuple):
    stage: Stage
    tables: tuple[tuple[Who, ...], ...]
    """In the order of the seats."""
    byes: tuple[Who, ...] = ()


class Past(NamedTuple):
    """Of everyone: what a pairing looks back at."""

    met: dict[Who, Counter[Who]]
    sat: dict[Who, Counter[int]]
    last: dict[Who, Code]
    byes: Counter[Who]


def past(tournament: Tournament) -> Past:
    """Nobody has met those who did not come."""
    met: dict[Who, Counter[Who]] = defaultdict(Counter)
    sat: dict[Who, Counter[int]] = defaultdict(Counter)
    last: dict[Who, Code] = {}
    for table in tournament.tables():
        for who in table.present:
            met[who].update(other for other in table.present if other != who)
            sat[who][table.seats.index(who)] += 1
            last[who] = table.code
    return Past(met, sat, last, Counter(who for each in tournament.rounds for who in each.byes))


def next_stage(tournament: Tournament) -> Stage:
    format = tournament.setting.format
    if isinstance(format, Swiss) and format.last and is_swiss_over(tournament):
        return "knock_out"
    return first_stage(tournament)


def is_swiss_over(tournament: Tournament) -> bool:
    format = tournament.setting.format
    return isinstance(format, Swiss) and sum(each.stage == "swiss" for each in tournament.rounds) >= format.rounds


def next_round(tournament: Tournament) -> NextTables:
    """It has no tables if too few take part by now."""
    stage = next_stage(tournament)
    return _knock_out(tournament) if stage == "knock_out" else _by_points(tournament, stage)


def _by_points(tournament: Tournament, stage: Stage) -> NextTables:
    setting, been = tournament.setting, past(tournament)
    present = tournament.present()
    candidates = (
        Candidate(
            each.who, each.rank, each.points, been.met[each.who], been.sat[each.who], been.byes[each.who],
            is_bot(each.who),
        )
        for each in standings(tournament)
        if each.who in present
    )  # fmt: skip
    return NextTables(stage, *draw(candidates, setting.seats, setting.least, equal=setting.duplicate))


def _knock_out(tournament: Tournament) -> NextTables:
    people, been = seeds(tournament), past(tournament)
    dealing = dealt(tournament, people)
    groups = [[people[seed] for seed in group] for group in dealing.tables]
    tables = (tuple(group[at] for at in seated([been.sat[who] for who in group])) for group in groups)
    return NextTables("knock_out", tuple(tables), tuple(people[seed] for seed in dealing.byes))


def dealt(tournament: Tournament, people: Sequence[Who]) -> Dealt:
    """Which of these meet in the knock-out, and who sits out; they are listed by their seeds."""
    sizes = knock_out_sizes(tournament.setting, len(people))
    byes = past(tournament).byes
    return deal([Seeded(byes[who], is_bot(who)) for who in people] if sizes else [], sizes)


def knock_out_sizes(setting: Setting, people: int) -> tuple[int, ...]:
    """Of the tables of a round with so many.

    Those who are too few for a table of the least size play at one table, if the game allows it.
    """
    least = people if people < setting.least and _fits(setting, people) else setting.least
    return table_sizes(people, setting.seats, least)


def seeds(tournament: Tournament) -> list[Who]:
    """Who plays on in the knock-out, the best seed first: by the round before, else by lot."""
    present = tournament.present()
    through = tournament.rounds[-1].through if tournament.rounds else None
    return drawn(tournament.lot, present) if through is None else [who for who in through if who in present]


def _fits(setting: Setting, seats: int) -> bool:
    try:
        listing = find(setting.game)
        listing.check_seats(seats)
        listing.read_options(setting.options).for_seats(seats)
    except RulesError:
        return False
    return True


# The arena


def seats_at(tournament: Tournament, now: float) -> float | None:
    """The hall time at which those who are free can be seated, or should be looked at again; None: not by itself."""
    pool = _pool(tournament, now)
    if can_seat(pool, tournament.setting.seats, tournament.setting.least):
        return now
    people = [entrant for entrant in tournament.free() if not entrant.is_bot]
    times = (round(entrant.free + wait, 1) for entrant in people for wait in (GATHER, AGAIN))
    return min((time for time in times if time > now), default=None)


def arena_tables(tournament: Tournament, now: float) -> NextTables:
    """A table of bots alone is not played."""
    tables = seat_free(_pool(tournament, now), tournament.setting.seats, tournament.setting.least)
    return NextTables("arena", tuple(table for table in tables if not all(is_bot(who) for who in table)))


def _pool(tournament: Tournament, now: float) -> list[Waiting]:
    """Bots fill the tables of people: they come after them and wait no longer than they do."""
    free = list(tournament.free())
    waits = [_waited(entrant.free, now) for entrant in free if not entrant.is_bot]
    if not waits or not isinstance(tournament.phase, Open):
        return []
    been = past(tournament)
    standing = {each.who: each for each in standings(tournament)}
    bots = sorted((entrant for entrant in free if entrant.is_bot), key=lambda entrant: entrant.free)
    bots = bots[: len(waits) * (tournament.setting.seats - 1)]
    return [
        Waiting(
            who,
            min(_waited(entrant.free, now), *waits) if entrant.is_bot else _waited(entrant.free, now),
            standing[who].rank + (len(standing) if entrant.is_bot else 0),
            been.last.get(who, ""), standing[who].points, been.met[who], been.sat[who],
        )
        for entrant in (*(each for each in free if not each.is_bot), *bots)
        for who in (entrant.who,)
    ]  # fmt: skip


def _waited(since: float, now: float) -> float:
    return round(now - since, 1)
