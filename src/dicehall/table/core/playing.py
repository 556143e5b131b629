"""A running game: throws, moves, and what the clock and the host do for those who are awaited."""

import math
from typing import Any

import msgspec

from dicehall.rules.kernel import Ask, Chance, OpenEnded, Over, legal
from dicehall.rules.values import TABLE, Move, Seat, Stop, Withdraw
from dicehall.table.core import events
from dicehall.table.core.access import REFUSALS, SEATED
from dicehall.table.core.draft import Draft, No, only_if
from dicehall.table.core.events import Who
from dicehall.table.core.log import By, Played
from dicehall.table.core.state import Play, Table

HELP_AFTER = 30.0
"""Seconds, or a third of the clock, after which an host may play for somebody who is awaited."""
PATIENCE = 3
"""After so many time-outs in a row a bot holds the seat."""


def go_on(draft: Draft) -> None:
    """After a step of a running game: dice that are in nobody's hand fall at once, and what is over ends."""
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


def close_if_empty(draft: Draft) -> None:
    if not draft.table.closed and not any(True for _ in draft.table.people()):
        draft.close()


def seat_of(play: Play, who: Who) -> Seat:
    seat = play.seat_of(who)
    if seat is None:
        raise No(*REFUSALS[SEATED])
    return seat


def throw(draft: Draft, who: Who) -> None:
    play = draft.play()
    seat = seat_of(play, who)
    if not isinstance(play.pending, Chance) or play.pending.thrower != seat:
        raise No("nothing_to_throw", "The dice are not in your hand.")
    come_back_if_away(draft, seat)
    draft.draw(play, play.pending.source)
    go_on(draft)


def make_moves(draft: Draft, who: Who, moves: tuple[dict[str, Any], ...]) -> None:
    """All or nothing. Dice may neither fall nor be shown in between: a refused rest would take them back."""
    play = draft.play()
    seat = seat_of(play, who)
    come_back_if_away(draft, seat)
    for number, raw in enumerate(moves, start=1):
        play = draft.play()
        told = len(draft.events)
        draft.add(Played(seat, legal(play.game, play.pending, seat, move_from(play, raw))))
        if number < len(moves) and uncovers(draft, told):
            raise No("too_many_moves", f"Dice fall or are shown after move {number}; send the other moves then.")
    go_on(draft)


def uncovers(draft: Draft, told: int) -> bool:
    """Whether dice are owed now, or what was told since has uncovered some."""
    play = draft.table.playing
    owed = play is not None and isinstance(play.pending, Chance)
    return owed or any(event.reveals for event in draft.events[told:])


def move_from(play: Play, raw: dict[str, Any]) -> Move:
    try:
        move: Move = msgspec.convert(raw, play.listing.move)
    except msgspec.ValidationError as error:
        raise No("bad_move", f"That is no move of {play.listing.title}: {error}.") from None
    return move


def come_back(draft: Draft, who: Who) -> None:
    play = draft.play()
    seat = seat_of(play, who)
    only_if(seat in play.handed, "not_away", "No bot plays for you.")
    draft.add(events.TookBack(seat))


def come_back_if_away(draft: Draft, seat: Seat) -> None:
    if seat in draft.play().handed:
        draft.add(events.TookBack(seat))


def stop(draft: Draft) -> None:
    game = draft.play().game
    only_if(
        isinstance(game, OpenEnded) and game.open_ended, "not_open_ended",
        "This match ends by itself; only one of open length can be stopped. Reset ends it without a result.",
    )  # fmt: skip
    draft.add(Played(TABLE, Stop()))
    go_on(draft)


def help_seat(draft: Draft, seat: Seat) -> None:
    """Not before it has taken a while, or an host could play for everybody."""
    due = {due.seat: due for due in draft.play().due}
    only_if(seat in due, "not_awaited", f"Seat {seat} is not awaited; {', '.join(map(str, due)) or 'nobody'} is.")
    left = due[seat].since + min(HELP_AFTER, draft.table.setting.clock / 3) - draft.now
    only_if(left <= 0, "too_early", f"They may want to think: wait {math.ceil(left)} s before you play for them.")
    draft.add(events.Helped(seat))
    act(draft, seat, None, "host")


def act_as_bot(draft: Draft, seat: Seat, move: Move | None) -> None:
    """Only where a bot holds the seat: its player may have come back while it thought."""
    play = draft.play()
    only_if(seat in range(len(play.seats)) and play.level_of(seat) is not None, "no_bot", f"No bot holds seat {seat}.")
    act(draft, seat, move, "bot")


def act(draft: Draft, seat: Seat, move: Move | None, by: By) -> None:
    """In the place of a player: the move given, or else the first option, or the throw."""
    play = draft.play()
    match play.pending:
        case Chance(source, thrower) if thrower == seat:
            draft.draw(play, source, by)
        case Ask(options) if seat in options:
            draft.add(Played(seat, legal(play.game, play.pending, seat, move or options[seat][0]), by))
        case _:
            raise No("not_awaited", f"Seat {seat} is not awaited.")
    go_on(draft)


# The clock


def time_out_all(draft: Draft) -> None:
    """Every seat whose time is up, in their order."""
    overdue = overdue_seats(draft.table, draft.now)
    only_if(bool(overdue), "not_due", "Nobody's time is up.")
    for seat in overdue:
        # What the clock does for one may let another off, or close the table.
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
    if running is not None and running.timeouts[seat] >= PATIENCE and running.level_of(seat) is None:
        draft.add(events.HandedOver(seat))
