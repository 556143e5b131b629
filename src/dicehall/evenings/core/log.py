"""The log of a tournament: what each of its entries does."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec.structs import replace

from dicehall.evenings.core import events
from dicehall.evenings.core.events import Code, TournamentEvent
from dicehall.evenings.core.setting import Arena
from dicehall.evenings.core.state import (
    AnyPhase,
    Between,
    Cancelled,
    Done,
    Entrant,
    Gathering,
    Open,
    Round,
    RoundTable,
    Running,
    Tournament,
)
from dicehall.evenings.core.teams import team_of_entry
from dicehall.table.core.events import Who

Status: TypeAlias = Literal["in", "away", "removed"]


def evolve(tournament: Tournament, entry: TournamentEvent, at: float) -> Tournament:
    """The tournament after an entry; `at` is the hall time at which it was written. Everyone is told the entry."""
    return replace(_happened(tournament, entry, at), version=tournament.version + 1, touched=at)


def _happened(tournament: Tournament, entry: TournamentEvent, at: float) -> Tournament:
    match entry:
        case events.Created(host, setting, key, wall):
            return Tournament(host=host, setting=setting, key=key, created=wall)
        case events.Configured(setting):
            return replace(tournament, setting=setting)
        case events.SecondNamed(who):
            return replace(tournament, second=who)
        case events.Committed(commit):
            return replace(tournament, commit=commit, lots=0)
        case events.Entered() | events.Departed() | events.Returned() | events.Removed() | events.Readmitted():
            return _entry_list(tournament, entry, at)
        case events.Paused():
            return replace(tournament, paused=at)
        case events.Resumed():
            since = at if tournament.paused is None else tournament.paused
            return _later(replace(tournament, paused=None), at - since, since)
        case events.WentBack():
            return tournament
        case events.CalledOff(wall, why, seed):
            return replace(tournament, phase=Cancelled(wall, why), seed=seed, paused=None)
        case events.Concluded(wall, podium, seed):
            return replace(tournament, phase=Done(wall, podium), seed=seed, paused=None)
        case in_play:
            return _played(tournament, in_play, at)


RoundEntry: TypeAlias = (
    events.Started
    | events.Paired
    | events.PairingUndone
    | events.TableOpened
    | events.Arrived
    | events.NoShow
    | events.TableEnded
    | events.RoundEnded
)


def _played(tournament: Tournament, entry: RoundEntry, at: float) -> Tournament:
    match entry:
        case events.Started(wall, lot):
            entrants = tuple(replace(entrant, free=at) for entrant in tournament.entrants)
            return replace(
                tournament, started=wall, lot=lot, lots=tournament.lots + 1, entrants=entrants,
                phase=_after_start(tournament, at),
            )  # fmt: skip
        case events.Paired():
            return _paired(tournament, entry)
        case events.PairingUndone():
            return replace(tournament, rounds=tournament.rounds[:-1], phase=Between(at), paused=at)
        case events.TableOpened(code):
            return _at_table(tournament, code, lambda table: replace(table, opened=at))
        case events.Arrived(code, who):
            return _at_table(tournament, code, lambda table: replace(table, arrived=(*table.arrived, who)))
        case events.NoShow(code, who):
            missed = _at_table(tournament, code, lambda table: replace(table, no_shows=(*table.no_shows, who)))
            return missed if _status(missed, who) == "removed" else _with_status(missed, who, "away")
        case events.TableEnded(code):
            return _ended(tournament, code, entry, at)
        case events.RoundEnded(_, lot, through, seed):
            return replace(
                _last_round(tournament, lambda last: replace(last, ended=True, through=through, seed=seed)),
                lot=lot, lots=tournament.lots + 1, phase=Between(_time(at + tournament.setting.between)),
            )  # fmt: skip


def _after_start(tournament: Tournament, at: float) -> AnyPhase:
    match tournament.setting.format:
        case Arena(minutes):
            return Open(_time(at + minutes * 60))
        case _:
            return Between(at)


# Entrants


def _entry_list(
    tournament: Tournament,
    entry: events.Entered | events.Departed | events.Returned | events.Removed | events.Readmitted,
    at: float,
) -> Tournament:
    before_start = isinstance(tournament.phase, Gathering)
    match entry:
        case events.Entered(who, seed, level, team):
            since = 1 + len(tournament.rounds)
            entrant = Entrant(who, level=level, team=team_of_entry(team), seed=seed, since=since, free=at)
            return replace(tournament, entrants=(*tournament.entrants, entrant))
        case events.Departed(who):
            return _without(tournament, who) if before_start else _with_status(tournament, who, "away")
        case events.Removed(who):
            if before_start:
                return replace(_without(tournament, who), barred=(*tournament.barred, who))
            return _with_status(tournament, who, "removed")
        case events.Readmitted(who):
            barred = tuple(other for other in tournament.barred if other != who)
            tournament = replace(tournament, barred=barred)
            return tournament if _status(tournament, who) is None else _with_status(tournament, who, "away")
        case events.Returned(who):
            return _mapped(tournament, who, lambda entrant: replace(entrant, status="in", free=at))


def _without(tournament: Tournament, who: Who) -> Tournament:
    return replace(tournament, entrants=tuple(each for each in tournament.entrants if each.who != who))


def _status(tournament: Tournament, who: Who) -> Status | None:
    entrant = tournament.entrant(who)
    return None if entrant is None else entrant.status


def _with_status(tournament: Tournament, who: Who, status: Status) -> Tournament:
    return _mapped(tournament, who, lambda entrant: replace(entrant, status=status))


def _mapped(tournament: Tournament, who: Who, change: Callable[[Entrant], Entrant]) -> Tournament:
    entrants = tuple(change(each) if each.who == who else each for each in tournament.entrants)
    return replace(tournament, entrants=entrants)


# Rounds


def _paired(tournament: Tournament, entry: events.Paired) -> Tournament:
    tables = tuple(RoundTable(drawn) for drawn in entry.tables)
    seeds = tuple(entrant.seed for entrant in tournament.entrants) if entry.commit else ()
    new = Round(entry.round, entry.stage, tables, entry.byes, entry.opens, entry.commit, seeds)
    phase = tournament.phase if isinstance(tournament.phase, Open) else Running()
    return replace(tournament, rounds=(*tournament.rounds, new), phase=phase)


def _ended(tournament: Tournament, code: Code, entry: events.TableEnded, at: float) -> Tournament:
    """Whoever sat there is free again."""
    table = tournament.table(code)
    assert table is not None
    seats = set(table.seats)
    entrants = tuple(replace(each, free=at) if each.who in seats else each for each in tournament.entrants)
    return _at_table(replace(tournament, entrants=entrants), code, lambda table: replace(table, ended=entry))


def _at_table(tournament: Tournament, code: Code, change: Callable[[RoundTable], RoundTable]) -> Tournament:
    """The round is looked for from the end: the tables that anything happens at are new ones."""
    for number in range(len(tournament.rounds) - 1, -1, -1):
        found = tournament.rounds[number]
        if any(table.code == code for table in found.tables):
            tables = tuple(change(table) if table.code == code else table for table in found.tables)
            rounds = (*tournament.rounds[:number], replace(found, tables=tables), *tournament.rounds[number + 1 :])
            return replace(tournament, rounds=rounds)
    return tournament


def _last_round(tournament: Tournament, change: Callable[[Round], Round]) -> Tournament:
    return replace(tournament, rounds=(*tournament.rounds[:-1], change(tournament.rounds[-1])))


def _later(tournament: Tournament, by: float, since: float) -> Tournament:
    """A pause moves everything that it held back; tables that had begun to open were not held."""
    match tournament.phase:
        case Between(pairs):
            return replace(tournament, phase=Between(_time(pairs + by)))
        case Open(ends):
            return replace(tournament, phase=Open(_time(ends + by)))
        case Running() if tournament.rounds[-1].opens > since:
            return _last_round(tournament, lambda last: replace(last, opens=_time(last.opens + by)))
        case _:
            return tournament


def _time(time: float) -> float:
    """Hall time is kept in tenths of seconds, so that a deadline has come when its clock says so."""
    return round(time, 1)
