"""A running game: throws, moves, and what the clock and the host do for players who are slow."""

from typing import Any

import msgspec

from dicehall.rules.kernel import Ask, Chance, OpenEnded, Over, legal
from dicehall.rules.values import TABLE, Move, Seat, Stop, Withdraw, typed
from dicehall.table.core import events
from dicehall.table.core.access import REFUSALS, SEATED
from dicehall.table.core.draft import Draft, RefusedError, only_if
from dicehall.table.core.events import Who
from dicehall.table.core.log import By, Played
from dicehall.table.core.power import check_patience, reset_if_all_agree
from dicehall.table.core.state import Play, Table

MOST_TIMEOUTS = 3
"""After this many in a row a bot holds the seat."""


def go_on(draft: Draft) -> None:
    """After a step of a running game: dice that nobody holds fall at once, and a game that is over ends."""
    while (play := draft.table.playing) is not None:
        if not isinstance(play.pending, Chance) or play.pending.thrower is not None:
            return
        draft.draw(play, play.pending.source)
    play = draft.table.play
    if play is not None and isinstance(play.pending, Over):
        draft.end(play.pending)


def withdraw(draft: Draft, who: Who) -> None:
    play = draft.table.playing
    if play is not None and (seat := play.seat_of(who)) is not None:
        draft.add(Played(TABLE, Withdraw(seat)))
        go_on(draft)
        reset_if_all_agree(draft)


def close_if_empty(draft: Draft) -> None:
    """A game of a tournament is played to its end, by bots if need be."""
    if draft.table.fixture is None and not draft.table.closed and not any(True for _ in draft.table.people()):
        draft.close()


def seat_of(play: Play, who: Who) -> Seat:
    seat = play.seat_of(who)
    if seat is None:
        raise RefusedError(*REFUSALS[SEATED])
    return seat


def throw(draft: Draft, who: Who) -> None:
    play = draft.play()
    seat = seat_of(play, who)
    if not isinstance(play.pending, Chance) or play.pending.thrower != seat:
        raise RefusedError("nothing_to_throw", "You have no dice to throw now.")
    come_back_if_away(draft, seat)
    draft.draw(play, play.pending.source)
    go_on(draft)


def make_moves(draft: Draft, who: Who, moves: tuple[dict[str, Any], ...]) -> None:
    """All or nothing. No dice may be thrown or shown in between: refusing a later move would take them back."""
    play = draft.play()
    seat = seat_of(play, who)
    come_back_if_away(draft, seat)
    for number, raw in enumerate(moves, start=1):
        play, told = draft.play(), len(draft.events)
        draft.add(Played(seat, legal(play.game, play.pending, seat, move_from(play, raw))))
        if number < len(moves) and uncovers(draft, told):
            raise RefusedError(
                "too_many_moves", f"Dice are thrown or shown after move {number}; send the other moves after that."
            )
    go_on(draft)


def uncovers(draft: Draft, told: int) -> bool:
    """Whether dice have to be thrown now, or an event since then has shown some."""
    play = draft.table.playing
    owed = play is not None and isinstance(play.pending, Chance)
    return owed or any(event.reveals for event in draft.events[told:])


def move_from(play: Play, raw: dict[str, Any]) -> Move:
    try:
        move: Move = typed(raw, play.listing.move)
    except msgspec.ValidationError as error:
        raise RefusedError("bad_move", f"That is not a move in {play.listing.title}: {error}.") from None
    return move


def come_back(draft: Draft, who: Who) -> None:
    play = draft.play()
    seat = seat_of(play, who)
    only_if(seat in play.handed, "not_away", "No bot is playing for you.")
    draft.add(events.TookBack(seat))


def come_back_if_away(draft: Draft, seat: Seat) -> None:
    if seat in draft.play().handed:
        draft.add(events.TookBack(seat))


def stop(draft: Draft) -> None:
    game = draft.play().game
    only_if(
        isinstance(game, OpenEnded) and game.open_ended, "not_open_ended",
        "This match ends by itself; only one without a fixed length can be stopped. Reset ends it without a result.",
    )  # fmt: skip
    draft.add(Played(TABLE, Stop()))
    go_on(draft)


def help_seat(draft: Draft, who: Who | None, seat: Seat) -> None:
    """Only after a while, or the host could play for everyone."""
    due = {due.seat: due for due in draft.play().due}
    only_if(
        seat in due,
        "not_awaited",
        f"The game is not waiting for seat {seat}, but for {', '.join(map(str, due)) or 'nobody'}.",
    )
    check_patience(draft, who, due[seat])
    draft.add(events.Helped(seat))
    act(draft, seat, None, "host")


def act_as_bot(draft: Draft, seat: Seat, move: Move | None) -> None:
    """Only if a bot holds the seat: its player may have come back while the bot was thinking."""
    play = draft.play()
    only_if(seat in range(len(play.seats)) and play.level_of(seat) is not None, "no_bot", f"No bot holds seat {seat}.")
    act(draft, seat, move, "bot")


def act(draft: Draft, seat: Seat, move: Move | None, by: By) -> None:
    """For a player: throw, or make this move, or the first legal one."""
    play = draft.play()
    match play.pending:
        case Chance(source, thrower) if thrower == seat:
            draft.draw(play, source, by)
        case Ask(options) if seat in options:
            draft.add(Played(seat, legal(play.game, play.pending, seat, move or options[seat][0]), by))
        case _:
            raise RefusedError("not_awaited", f"The game is not waiting for seat {seat}.")
    go_on(draft)


# The clock


def time_out_all(draft: Draft) -> None:
    """Every seat whose time is up, in order."""
    overdue = overdue_seats(draft.table, draft.now)
    only_if(bool(overdue), "not_due", "Nobody's time is up.")
    for seat in overdue:
        # What the clock does for one seat may let another off, or close the table.
        if not draft.table.closed and seat in overdue_seats(draft.table, draft.now):
            time_out(draft, seat)


def overdue_seats(table: Table, now: float) -> list[Seat]:
    play = table.playing
    return [due.seat for due in play.due if due.until is not None and due.until <= now] if play else []


def time_out(draft: Draft, seat: Seat) -> None:
    play = draft.play()
    draft.add(events.TimedOut(seat))
    if draft.table.setting.on_timeout == "kick":
        withdraw(draft, play.seats[seat])
        draft.add(events.Stood(play.seats[seat]))
        close_if_empty(draft)
        return
    act(draft, seat, None, "clock")
    running = draft.table.playing
    if running is not None and running.timeouts[seat] >= MOST_TIMEOUTS and running.level_of(seat) is None:
        draft.add(events.HandedOver(seat))
