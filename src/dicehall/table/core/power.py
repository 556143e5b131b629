"""What the host's tools cost in a rated game, so that nobody wins with them or escapes a loss (H-07 to H-09)."""

import math

from dicehall.table.core import events
from dicehall.table.core.draft import Draft, only_if
from dicehall.table.core.events import Who, is_bot
from dicehall.table.core.state import Due, Play, Table

HELP_AFTER = 30.0
"""Seconds, or a third of the clock, after which the host of an unrated game may play for a player who is slow."""


def is_bound(draft: Draft, who: Who | None) -> bool:
    """Whether it matters that this person uses the host's tools now: a rated game runs, and they host it or play in it.

    Neither the hall is bound, nor an administrator at somebody else's game, nor anyone in games from before.
    """
    play = draft.table.playing
    if who is None or play is None or not at_stake(play):
        return False
    return not draft.inputs.administrator or who == draft.table.host or play.seat_of(who) is not None


def at_stake(play: Play) -> bool:
    return play.rated and play.started.accounts is not None


def replace_if_bound(draft: Draft, host: Who | None, whom: Who) -> bool:
    """Whether the seat of a player who is removed plays on: a bot takes it, or has it already (H-07)."""
    play = draft.table.playing
    seat = None if play is None else play.seat_of(whom)
    if host is None or seat is None or not is_bound(draft, host):
        return False
    if not is_bot(whom):
        draft.add(events.SeatReplaced(seat, host))
    return True


def forfeit_if_alone(draft: Draft, who: Who | None) -> None:
    """A host who plays and ends a rated game alone has lost it, once someone has moved or thrown (H-08)."""
    play = draft.table.playing
    if who is not None and play is not None and play.decided and play.seat_of(who) is not None and is_bound(draft, who):
        draft.add(events.GameForfeited(who))


def agree_to_reset(draft: Draft, who: Who) -> None:
    """The host asks in this way, and the others answer; moving takes it back."""
    table, play = draft.table, draft.play()
    only_if(
        at_stake(play) and play.decided, "not_needed", "The host can reset this game without asking: it costs nothing."
    )
    only_if(
        not play.replaced,
        "cannot_agree",
        "A player was removed from this game and cannot agree, so it cannot be undone.",
    )
    only_if(
        who == table.host or table.host in play.agreed, "not_asked",
        "The host has not asked to reset this game; you can agree when they do.",
    )  # fmt: skip
    only_if(who not in play.agreed, "already", "You have already agreed; the others have not.")
    draft.add(events.ResetAgreed(who))
    reset_if_all_agree(draft)


def reset_if_all_agree(draft: Draft) -> None:
    play = draft.table.playing
    if play is not None and play.agreed and must_agree(draft.table, play) <= set(play.agreed):
        draft.reset()


def must_agree(table: Table, play: Play) -> set[Who]:
    """The host and everyone who plays; those who were removed as well, so that the host cannot outvote them so."""
    people = {who for seat, who in enumerate(play.seats) if play.levels[seat] is None and seat not in play.left}
    return people if table.host is None else people | {table.host}


def check_patience(draft: Draft, who: Who | None, due: Due) -> None:
    """Refuse to play for someone who may still want to think; in a rated game they have all their time (H-09)."""
    clock = draft.table.setting.clock
    if is_bound(draft, who):
        left = (due.since + clock if due.until is None else due.until) - draft.now
        message = "This game is rated: you can play for them when their time is up, in {} s."
    else:
        left = due.since + min(HELP_AFTER, clock / 3) - draft.now
        message = "They may want to think: wait {} s before you play for them."
    only_if(left <= 0, "too_early", message.format(math.ceil(left)))
