"""What a tournament wants done: the shell asks this after every entry and after every start of the hall."""

from typing import NamedTuple

from dicehall.evenings.core.draws import seats_at
from dicehall.evenings.core.events import Code
from dicehall.evenings.core.state import Between, Gathering, Open, RoundTable, Running, Tournament
from dicehall.table.core.events import Who


class Withdrawal(NamedTuple):
    code: Code
    who: Who


class ToDo(NamedTuple):
    """Each of these can be done again without harm, and is listed until an entry says that it is done."""

    open: tuple[RoundTable, ...]
    """Tables to open under their codes; then `ReportOpened`. One that is there already is only reported."""
    start: tuple[RoundTable, ...]
    """Tables whose game is to be started unless it has been; a bot plays the seats of `no_shows`.

    Their results are awaited: `ReportResult` when the game has ended, `ReportVoid` if the table is closed without one.
    """
    wait: tuple[RoundTable, ...]
    """Tables that wait for people to come: `ReportArrived` for each."""
    withdraw: tuple[Withdrawal, ...]
    """Who no longer takes part and still sits in a game that is to be started or runs: they leave that game."""


def to_do(tournament: Tournament, now: float) -> ToDo:
    """What follows from the log alone; `now` is the hall time."""
    if tournament.is_over:
        return ToDo((), (), (), ())
    live = [(each, table) for each in tournament.rounds for table in each.tables if table.ended is None]
    gone = {entrant.who for entrant in tournament.entrants if entrant.status != "in"}
    return ToDo(
        tuple(t for r, t in live if t.opened is None and now >= r.opens and not is_held(tournament, r.opens)),
        tuple(t for _, t in live if t.is_ready),
        tuple(t for _, t in live if t.opened is not None and not t.is_ready),
        tuple(
            Withdrawal(t.code, who)
            for _, t in live
            for who in t.seats
            if t.is_ready and who in gone and who not in t.no_shows
        ),
    )


def to_disclose(tournament: Tournament) -> tuple[tuple[Code, ...], ...]:
    """With duplicate dice, the tables of each round of which everyone may know by now; those of a round that will never
    end are told when none of them plays any more."""
    rounds = tournament.rounds if tournament.setting.duplicate else ()
    return tuple(tuple(table.code for table in each.tables) for each in rounds if each.ended or tournament.is_over)


def is_held(tournament: Tournament, opens: float) -> bool:
    """A pause that began before the tables were to open holds them back; one that came later does not."""
    return tournament.paused is not None and tournament.paused < opens


def due_at(tournament: Tournament, now: float, wall: float) -> float | None:
    """The hall time of the next deadline, for the journal; `wall` is the calendar's time at hall time `now`.

    When it has come, `TimeUp` does what is due, or tables can be opened. None if only a command can change anything.
    The start is by the calendar: whoever sleeps for it should look again now and then, for hall time may stand still.
    """
    if tournament.is_over:
        return None
    times = [when for table in tournament.tables() if (when := table.no_show_at) is not None]
    times += [
        each.opens
        for each in tournament.rounds
        if not is_held(tournament, each.opens) and any(t.opened is None and t.ended is None for t in each.tables)
    ]
    if tournament.paused is None:
        times += _held_by_pauses(tournament, now, wall)
    return min(times, default=None)


def _held_by_pauses(tournament: Tournament, now: float, wall: float) -> list[float]:
    match tournament.phase:
        case Gathering() if tournament.setting.starts is not None:
            return [now + max(0.0, tournament.setting.starts - wall)]
        case Between(pairs):
            return [pairs]
        case Open(ends) if ends <= now:
            return [] if tournament.plays_on() else [ends]
        case Open(ends):
            at = seats_at(tournament, now)
            return [ends] if at is None else [min(at, ends)]
        case _:
            return []


def codes_wanted(tournament: Tournament) -> int:
    """How many tables `TimeUp` can draw at most: so many codes are to be kept ready for it."""
    if tournament.is_over or isinstance(tournament.phase, Running):
        return 0
    return len(tournament.present()) // 2
