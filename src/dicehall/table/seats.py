"""Chairs, ownership, readiness and the start of a game."""

from typing import Any

import msgspec

from dicehall.bots import LEVELS, NAMES
from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.table import commands, events
from dicehall.table.draft import KICKED, Draft, No, only_if
from dicehall.table.events import BOT, Setting, Who, is_bot
from dicehall.table.playing import close_if_empty, go_on, withdraw
from dicehall.table.state import Chair, Table

MOST_NAMED = 100
"""So many people may be kept out of a table, and so many muted."""


def open_table(draft: Draft, who: Who | None, command: commands.Open) -> None:
    only_if(draft.table.version == 0, "exists", "This table has been opened already.")
    only_if(who is None or not command.setting.quick, "quick", "Quick tables are opened by the hall.")
    draft.add(events.Opened(who, checked(command.setting)))
    if who is not None and command.sit:
        sit(draft, who)
    for level in command.bots:
        add_bot(draft, level)


def checked(setting: Setting) -> Setting:
    """Refused with what is wrong and what is allowed: the game, its options, and how many may sit."""
    listing = find(setting.game)
    listing.check_seats(setting.seats)
    options = listing.read_options(setting.options)
    if not any(fits(options, seats) for seats in range(listing.seats[0], setting.seats + 1)):
        options.for_seats(setting.seats)  # says what does not fit
    return setting


def fits(options: Any, seats: int) -> bool:
    try:
        options.for_seats(seats)
    except RulesError:
        return False
    return True


def sit(draft: Draft, who: Who) -> None:
    table = draft.table
    only_if(table.chair_of(who) is None, "seated", "You sit at this table already.")
    only_if(who not in table.kicked, "kicked", KICKED)
    draft.lobby()
    room_for_one(table)
    draft.add(events.Sat(who))
    if table.setting.quick:
        draft.add(events.Readied(who))
        if len(draft.table.chairs) == table.setting.seats and draft.table.fills_at is not None:
            start(draft)
        start_if_all_agree(draft)


def room_for_one(table: Table) -> None:
    only_if(len(table.chairs) < table.setting.seats, "full", f"All {table.setting.seats} chairs are taken.")


def stand(draft: Draft, chair: Chair) -> None:
    """In a running game the player has left it for good (P-16); who only watches keeps owning the table."""
    withdraw(draft, chair.who)
    draft.add(events.Stood(chair.who))
    close_if_empty(draft)
    start_if_all_agree(draft)


def leave(draft: Draft, who: Who) -> None:
    """Full clean-up: the game, the chair, the ownership; the last one to go closes the table."""
    if draft.table.chair_of(who) is not None:
        withdraw(draft, who)
        draft.add(events.Stood(who))
    elif who != draft.table.owner:
        raise No("not_seated", "You do not sit at this table; there is nothing to give up.")
    if who == draft.table.owner:
        heir = next((chair.who for chair in draft.table.chairs if not is_bot(chair.who)), None)
        draft.add(events.Closed() if heir is None else events.Owned(heir))
    close_if_empty(draft)
    start_if_all_agree(draft)


def kick(draft: Draft, owner: Who | None, whom: Who) -> None:
    only_if(whom != owner, "yourself", "You cannot kick yourself; leave, or hand the table over.")
    only_if(whom not in draft.table.kicked, "already", "They were asked to leave already.")
    only_if(
        len(draft.table.kicked) < MOST_NAMED, "too_many", f"{MOST_NAMED} are out already; let somebody back in first."
    )
    only_if(not is_bot(whom) or draft.table.chair_of(whom) is not None, "unknown", "No such bot sits here.")
    withdraw(draft, whom)
    draft.add(events.Stood(whom) if is_bot(whom) else events.Kicked(whom))
    start_if_all_agree(draft)


def add_bot(draft: Draft, level: str) -> None:
    table = draft.table
    draft.lobby()
    only_if(level in LEVELS, "unknown_bot", f"There is no bot {level!r}; the bots are {', '.join(LEVELS)}.")
    room_for_one(table)
    taken = {chair.who for chair in table.chairs}
    free = next(BOT + name for name in NAMES if BOT + name not in taken)
    draft.add(events.BotSat(free, level))


def remove_bot(draft: Draft, bot: Who) -> None:
    draft.lobby()
    only_if(is_bot(bot) and draft.table.chair_of(bot) is not None, "unknown", "No such bot sits here.")
    draft.add(events.Stood(bot))


def transfer(draft: Draft, whom: Who) -> None:
    chair = draft.table.chair_of(whom)
    only_if(whom != draft.table.owner, "already", "The table is yours already.")
    only_if(chair is not None and not is_bot(whom), "unknown", "Hand the table over to a person who sits at it.")
    draft.add(events.Owned(whom))


def configure(draft: Draft, setting: Setting) -> None:
    draft.lobby()
    checked(setting)
    only_if(len(draft.table.chairs) <= setting.seats, "full", f"{len(draft.table.chairs)} sit here already.")
    only_if(not setting.quick, "quick", "Quick tables are opened by the hall.")
    only_if(
        setting.public or not draft.table.setting.public, "public",
        "A table that was public has a short code that others may know; open a private one instead.",
    )  # fmt: skip
    draft.add(events.Configured(setting))


# Readiness and the start


def ready(draft: Draft, chair: Chair) -> None:
    draft.lobby()
    only_if(not chair.ready, "already", "You are ready already.")
    draft.add(events.Readied(chair.who))
    if draft.table.setting.quick:  # where somebody hosts, it is for them to start
        start_if_all_agree(draft)


def unready(draft: Draft, chair: Chair) -> None:
    draft.lobby()
    only_if(chair.ready, "already", "You have not said that you are ready.")
    draft.add(events.Unreadied(chair.who))


def rematch(draft: Draft, chair: Chair) -> None:
    draft.lobby()
    only_if(draft.table.games > 0, "no_game", "There was no game here yet; say that you are ready instead.")
    only_if(not chair.ready, "already", "You have asked for a rematch already; the others are awaited.")
    draft.add(events.Readied(chair.who))
    start_if_all_agree(draft)


def start_if_all_agree(draft: Draft) -> None:
    """Between games, whoever asks for another or goes may leave only those who want one; bots fill a quick table up."""
    table = draft.table
    if table.closed or table.playing is not None or table.fills_at is not None or not table.games:
        return
    asked = [chair for chair in table.chairs if not is_bot(chair.who)]
    if not asked or not all(chair.ready for chair in asked):
        return
    if table.setting.quick:
        fill_up(draft)
    elif len(table.chairs) >= find(table.setting.game).seats[0]:
        start(draft)


def hurry(draft: Draft, _chair: Chair) -> None:
    only_if(draft.table.fills_at is not None, "not_waiting", "This table does not wait for more people.")
    fill_up(draft)


def fill_up(draft: Draft) -> None:
    while len(draft.table.chairs) < draft.table.setting.seats:
        add_bot(draft, "house")
    start(draft)


def start_by(draft: Draft, starter: Who | None) -> None:
    """Everybody but the one who starts has to be ready; bots always are (P-18)."""
    draft.lobby()
    waiting = [chair.who for chair in draft.table.chairs if not chair.ready and chair.who != starter]
    only_if(not waiting, "not_ready", f"{len(waiting)} at the table are not ready yet.")
    start(draft)


def start(draft: Draft) -> None:
    table = draft.table
    listing = find(table.setting.game)
    chairs = table.chairs
    only_if(
        len(chairs) >= listing.seats[0], "too_few",
        f"{listing.title} takes {listing.seats[0]} to {listing.seats[1]} players and this table has {len(chairs)}; "
        "add a bot?",
    )  # fmt: skip
    game = listing.new(len(chairs), table.setting.options)
    draft.add(
        events.GameStarted(
            number=table.games + 1,
            game=listing.name,
            edition=listing.edition,
            options=msgspec.to_builtins(game.options),
            seats=tuple(chair.who for chair in chairs),
            levels=tuple(chair.level for chair in chairs),
        )
    )
    go_on(draft)
