"""From the start to the title: pairings, tables, no-shows, results, the end of rounds."""

from dicehall.evenings.core import cut, draws, events
from dicehall.evenings.core.agenda import is_held
from dicehall.evenings.core.draft import Draft
from dicehall.evenings.core.events import Code
from dicehall.evenings.core.setting import Swiss
from dicehall.evenings.core.state import (
    ARENA_COUNTDOWN,
    COUNTDOWN,
    LATE_START,
    Between,
    Gathering,
    Open,
    RoundTable,
    Running,
    Tournament,
)
from dicehall.rules.values import Seat
from dicehall.table.core.draft import RefusedError, only_if
from dicehall.table.core.events import Who, is_bot


def begin(draft: Draft) -> None:
    tournament = draft.tournament
    only_if(isinstance(tournament.phase, Gathering), "started", "It has started already.")
    least = tournament.setting.least
    only_if(can_begin(tournament), "too_few", f"At least {least} have to enter, one of them a person.")
    draft.add(events.Started(draft.inputs.wall, draft.lot()))


def can_begin(tournament: Tournament) -> bool:
    entrants = tournament.entrants
    return len(entrants) >= tournament.setting.least and not all(entrant.is_bot for entrant in entrants)


def time_up(draft: Draft) -> None:
    """Everything overdue happens; refused if nothing is."""
    miss(draft)
    if draft.tournament.paused is None:
        _start_by_calendar(draft)
        _go_on(draft)
    only_if(bool(draft.entries), "too_early", "Nothing is due yet.")


def _start_by_calendar(draft: Draft) -> None:
    tournament, wall = draft.tournament, draft.inputs.wall
    starts = tournament.setting.starts
    if not isinstance(tournament.phase, Gathering) or starts is None or wall < starts:
        return
    if wall > starts + LATE_START:
        draft.call_off("missed")
    elif can_begin(tournament):
        begin(draft)
    else:
        draft.call_off("too_few")


def _go_on(draft: Draft) -> None:
    match draft.tournament.phase:
        case Between(pairs) if pairs <= draft.now:
            pair_next(draft)
        case Open(ends) if ends <= draft.now:
            conclude_arena(draft)
        case Open():
            seat_free(draft)
        case _:
            pass


def pair_next(draft: Draft) -> None:
    """The next round; if too few are left to play it, the standings decide."""
    drawn = draws.next_round(draft.tournament)
    if drawn.tables:
        _name_tables(draft, drawn, COUNTDOWN)
    else:
        draft.conclude()


def seat_free(draft: Draft) -> None:
    drawn = draws.arena_tables(draft.tournament, draft.now)
    if drawn.tables:
        _name_tables(draft, drawn, ARENA_COUNTDOWN)


def _name_tables(draft: Draft, drawn: draws.NextTables, countdown: float) -> None:
    codes = draft.codes(len(drawn.tables))
    tables = tuple(
        events.TableDrawn(code, number, seats)
        for code, (number, seats) in zip(codes, enumerate(drawn.tables, start=1), strict=False)
    )
    number = len(draft.tournament.rounds) + 1
    opens = round(draft.now + countdown, 1)
    commit = draft.round_commitment(number) if draft.tournament.setting.duplicate else ""
    draft.add(events.Paired(number, drawn.stage, tables, drawn.byes, opens, commit))


def undo(draft: Draft) -> None:
    tournament = draft.tournament
    only_if(isinstance(tournament.phase, Running), "no_pairing", "There is no pairing that could be undone.")
    last = tournament.rounds[-1]
    waits = draft.now < last.opens or is_held(tournament, last.opens)
    untouched = all(table.opened is None for table in last.tables)
    only_if(waits and untouched, "too_late", "The tables of this round are open: it is played.")
    draft.add(events.PairingUndone(last.number))


# Tables


def opened(draft: Draft, code: Code) -> None:
    only_if(_running(draft, code).opened is None, "already", "This table is open already.")
    draft.add(events.TableOpened(code))


def arrived(draft: Draft, code: Code, who: Who) -> None:
    table = _running(draft, code)
    only_if(table.opened is not None, "not_open", "This table is not open yet.")
    only_if(who in table.seats and not is_bot(who), "not_seated", "They do not play at this table.")
    only_if(who not in table.no_shows, "too_late", "A bot plays this seat now; come back for the next round.")
    only_if(who not in table.arrived, "already", "They are here already.")
    draft.add(events.Arrived(code, who))


def miss(draft: Draft) -> None:
    """Everyone whom a table has waited for long enough is a no-show."""
    for table in draft.tournament.tables():
        if table.no_show_at is not None and table.no_show_at <= draft.now:
            for who in table.awaited:
                draft.add(events.NoShow(table.code, who))
            walk_over(draft, table.code)


def give_up_seat(draft: Draft, who: Who) -> None:
    """Whoever stops taking part before their game has begun is not waited for."""
    table = draft.tournament.table_of(who)
    if table is not None and not table.is_ready and who not in table.no_shows and not is_bot(who):
        draft.add(events.NoShow(table.code, who))
        walk_over(draft, table.code)


def walk_over(draft: Draft, code: Code) -> None:
    """Where at most one has come there is no game: whoever is there has won."""
    table = _running(draft, code)
    if len(table.present) < 2:
        places = tuple(1 if who in table.present else 2 for who in table.seats)
        _end_table(draft, events.TableEnded(code, places))


def result(draft: Draft, code: Code, places: tuple[int, ...], left: tuple[Seat, ...]) -> None:
    table = _running(draft, code)
    only_if(table.is_ready, "not_ready", "The game of this table has not begun.")
    seats = range(len(table.seats))
    fits = len(places) == len(seats) and min(places) >= 1 and all(seat in seats for seat in left)
    only_if(fits, "bad_request", f"A result has a place for each of {len(seats)} seats.")
    _end_table(draft, events.TableEnded(code, places, left))


def void(draft: Draft, code: Code) -> None:
    table = _running(draft, code)
    _end_table(draft, events.TableEnded(code, (1,) * len(table.seats), void=True))


def _end_table(draft: Draft, ended: events.TableEnded) -> None:
    draft.add(ended)
    match draft.tournament.phase:
        case Running() if draft.tournament.rounds[-1].is_played:
            _end_round(draft)
        case Open(ends) if ends <= draft.now and draft.tournament.paused is None:
            conclude_arena(draft)
        case _:
            pass


def _end_round(draft: Draft) -> None:
    seed = draft.round_revealed()
    lot = draft.lot()
    number = draft.tournament.rounds[-1].number
    draft.add(events.RoundEnded(number, lot, cut.through(draft.tournament, lot), seed))
    if is_decided(draft.tournament):
        draft.conclude()


def is_decided(tournament: Tournament) -> bool:
    """Whether the round that has ended was the last one."""
    last, format = tournament.rounds[-1], tournament.setting.format
    match last.stage:
        case "knock_out":
            return cut.is_final(last) or len(last.through or ()) < 2
        case "series":
            return len(tournament.rounds) >= getattr(format, "games", 0)
        case _:
            return draws.is_swiss_over(tournament) and not (isinstance(format, Swiss) and format.last)


def conclude_arena(draft: Draft) -> None:
    """When its time is over and its last table has ended."""
    if not draft.tournament.plays_on():
        draft.conclude()


def _running(draft: Draft, code: Code) -> RoundTable:
    table = draft.tournament.table(code)
    if table is None:
        raise RefusedError("unknown", "This tournament has no such table.")
    only_if(table.ended is None, "already", "This table has its result, which never changes.")
    return table
