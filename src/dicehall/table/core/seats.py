"""Chairs, ownership, readiness and the start of a game."""

from typing import Any

import msgspec

from dicehall.bots import LEVELS, NAMES
from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.table.core import commands, events
from dicehall.table.core.draft import KICKED, Draft, No, only_if
from dicehall.table.core.events import BOT, Setting, Who, is_bot
from dicehall.table.core.playing import close_if_empty, go_on, withdraw
from dicehall.table.core.state import Seated, Table

MOST_NAMED = 100
"""So many people may be kept out of a table, and so many muted."""


def open_table(draft: Draft, who: Who | None, command: commands.Open) -> None:
    only_if(draft.table.version == 0, "exists", "This table has been opened already.")
    only_if(who is None or not command.setting.quick, "quick", "Quick tables are opened by the hall.")
    draft.add(events.Opened(who, checked(command.setting)))
    draft.commit()
    if who is not None and command.sit:
        sit(draft, who)
    for guest in command.invite:
        invite(draft, guest)
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


def sit(draft: Draft, who: Who, seed: str = "") -> None:
    table = draft.table
    only_if(table.seated_as(who) is None, "seated", "You sit at this table already.")
    only_if(who not in table.kicked, "kicked", KICKED)
    draft.lobby()
    if who not in table.invited:
        room_for_one(table)
    draft.add(events.Sat(who, seed))
    if table.setting.quick and table.fills_at is None:
        draft.add(events.Readied(who))
        start_if_all_agree(draft)
    elif table.setting.quick and len(draft.table.seated) == table.setting.seats:
        with draft.if_possible():
            start(draft)


def room_for_one(table: Table) -> None:
    seats, kept = table.setting.seats, len(table.invited)
    only_if(len(table.seated) < seats, "full", f"All {seats} seated are taken.")
    only_if(len(table.seated) + kept < seats, "full", f"The free seated are kept for those who were invited ({kept}).")


def invite(draft: Draft, whom: Who) -> None:
    """A occupant is kept until they sit or decline, or a bot takes it when the game starts."""
    table = draft.table
    draft.lobby()
    only_if(not is_bot(whom), "unknown", "Bots are added, not invited.")
    only_if(whom != table.host, "yourself", "Whoever owns the table needs no invitation.")
    only_if(table.seated_as(whom) is None, "seated", "They sit at this table already.")
    only_if(whom not in table.invited, "already", "They are invited already.")
    only_if(whom not in table.kicked, "kicked", "They were asked to leave; let them back in first.")
    room_for_one(table)
    draft.add(events.Invited(whom))


def uninvite(draft: Draft, whom: Who) -> None:
    only_if(whom in draft.table.invited, "unknown", "They are not invited.")
    draft.add(events.Uninvited(whom))


def decline(draft: Draft, who: Who) -> None:
    only_if(who in draft.table.invited, "not_invited", "You are not invited to this table.")
    draft.add(events.Declined(who))


def stand(draft: Draft, occupant: Seated) -> None:
    """In a running game the player has left it for good (P-16); who only watches keeps owning the table."""
    withdraw(draft, occupant.who)
    draft.add(events.Stood(occupant.who))
    close_if_empty(draft)
    start_if_all_agree(draft)


def leave(draft: Draft, who: Who) -> None:
    """Full clean-up: the game, the occupant, the ownership; the last one to go closes the table."""
    if draft.table.seated_as(who) is not None:
        withdraw(draft, who)
        draft.add(events.Stood(who))
    elif who != draft.table.host:
        raise No("not_seated", "You do not sit at this table; there is nothing to give up.")
    if who == draft.table.host:
        heir = next((occupant.who for occupant in draft.table.seated if not is_bot(occupant.who)), None)
        if heir is None:
            draft.close()
        else:
            draft.add(events.HostChanged(heir))
    close_if_empty(draft)
    start_if_all_agree(draft)


def kick(draft: Draft, host: Who | None, whom: Who) -> None:
    only_if(whom != host, "yourself", "You cannot kick yourself; leave instead.")
    only_if(whom != draft.table.host, "forbidden", "The table is theirs; close it, or keep them out of the hall.")
    only_if(whom not in draft.table.kicked, "already", "They were asked to leave already.")
    only_if(
        len(draft.table.kicked) < MOST_NAMED, "too_many", f"{MOST_NAMED} are out already; let somebody back in first."
    )
    only_if(not is_bot(whom) or draft.table.seated_as(whom) is not None, "unknown", "No such bot sits here.")
    withdraw(draft, whom)
    draft.add(events.Stood(whom) if is_bot(whom) else events.Kicked(whom))
    start_if_all_agree(draft)


def add_bot(draft: Draft, level: str) -> None:
    table = draft.table
    draft.lobby()
    only_if(level in LEVELS, "unknown_bot", f"There is no bot {level!r}; the bots are {', '.join(LEVELS)}.")
    room_for_one(table)
    taken = {occupant.who for occupant in table.seated}
    free = next(BOT + name for name in NAMES if BOT + name not in taken)
    draft.add(events.BotSat(free, level))


def remove_bot(draft: Draft, bot: Who) -> None:
    draft.lobby()
    only_if(is_bot(bot) and draft.table.seated_as(bot) is not None, "unknown", "No such bot sits here.")
    draft.add(events.Stood(bot))


def transfer(draft: Draft, whom: Who) -> None:
    occupant = draft.table.seated_as(whom)
    only_if(whom != draft.table.host, "already", "This person owns the table already.")
    only_if(occupant is not None and not is_bot(whom), "unknown", "Hand the table over to a person who sits at it.")
    draft.add(events.HostChanged(whom))


def configure(draft: Draft, setting: Setting) -> None:
    draft.lobby()
    checked(setting)
    taken = len(draft.table.seated) + len(draft.table.invited)
    only_if(taken <= setting.seats, "full", f"{taken} sit here already or are invited.")
    only_if(not setting.quick, "quick", "Quick tables are opened by the hall.")
    only_if(
        setting.public or not draft.table.setting.public, "public",
        "A table that was public has a short code that others may know; open a private one instead.",
    )  # fmt: skip
    draft.add(events.Configured(setting))


# Readiness and the start


def ready(draft: Draft, occupant: Seated, seed: str) -> None:
    draft.lobby()
    only_if(not occupant.ready, "already", "You are ready already.")
    draft.add(events.Readied(occupant.who, seed))
    if draft.table.setting.quick:  # where somebody hosts, it is for them to start
        start_if_all_agree(draft)


def unready(draft: Draft, occupant: Seated) -> None:
    draft.lobby()
    only_if(occupant.ready, "already", "You have not said that you are ready.")
    draft.add(events.Unreadied(occupant.who))


def rematch(draft: Draft, occupant: Seated, seed: str) -> None:
    draft.lobby()
    only_if(draft.table.games > 0, "no_game", "There was no game here yet; say that you are ready instead.")
    only_if(not occupant.ready, "already", "You have asked for a rematch already; the others are awaited.")
    draft.add(events.Readied(occupant.who, seed))
    start_if_all_agree(draft)


def start_if_all_agree(draft: Draft) -> None:
    """Between games, whoever asks for another or goes may leave only those who want one; bots fill a quick table up.

    Where the game cannot begin with those who are left, they still go: whoever presses Start is told why it cannot.
    """
    table = draft.table
    if table.closed or table.playing is not None or table.fills_at is not None or not table.games:
        return
    asked = [occupant for occupant in table.seated if not is_bot(occupant.who)]
    if not asked or not all(occupant.ready for occupant in asked):
        return
    with draft.if_possible():
        if table.setting.quick:
            fill_up(draft)
        else:
            start(draft)


def hurry(draft: Draft, _chair: Seated) -> None:
    only_if(draft.table.fills_at is not None, "not_waiting", "This table does not wait for more people.")
    fill_up(draft)


def fill_up(draft: Draft) -> None:
    seat_bots(draft)
    start(draft)


def seat_bots(draft: Draft) -> None:
    """On every free occupant, also on those of invited people who have not come (H-03)."""
    for guest in draft.table.invited:
        draft.add(events.Uninvited(guest))
    while len(draft.table.seated) < draft.table.setting.seats:
        add_bot(draft, "house")


def start_by(draft: Draft, starter: Who | None, seed: str) -> None:
    """Everybody but the one who starts has to be ready; bots always are (P-18)."""
    draft.lobby()
    waiting = [occupant.who for occupant in draft.table.seated if not occupant.ready and occupant.who != starter]
    players = "1 player is" if len(waiting) == 1 else f"{len(waiting)} players are"
    only_if(not waiting, "not_ready", f"{players} not ready yet.")
    start(draft, {} if starter is None or not seed else {starter: seed})


def start(draft: Draft, last_seeds: dict[Who, str] | None = None) -> None:
    """A game that is bound only now takes no seeds: they were sent before it was (H-04)."""
    if draft.secret_of(draft.table.commit) is None:
        draft.commit()
        last_seeds = None
    if draft.table.setting.fill:
        seat_bots(draft)
    table = draft.table
    listing = find(table.setting.game)
    seated = table.seated
    only_if(
        len(seated) >= listing.seats[0], "too_few",
        f"{listing.title} takes {listing.seats[0]} to {listing.seats[1]} players and this table has {len(seated)}; "
        "add a bot?",
    )  # fmt: skip
    game = listing.new(len(seated), options_for(draft))
    seeds = dict(table.seeds) | (last_seeds or {})
    bound = draft.secret_of(table.commit) is not None
    draft.add(
        events.GameStarted(
            number=table.games + 1,
            game=listing.name,
            edition=listing.edition,
            options=msgspec.to_builtins(game.options),
            seats=tuple(occupant.who for occupant in seated),
            levels=tuple(occupant.level for occupant in seated),
            commit=table.commit if bound else "",
            client_seeds=tuple(seeds.get(occupant.who, "") for occupant in seated) if bound else (),
        )
    )
    go_on(draft)


def options_for(draft: Draft) -> dict[str, Any]:
    """What was chosen; a game that asks who has won how often is told, unless the host has said so (G-27, H-02)."""
    table = draft.table
    chosen, game = table.setting.options, table.setting.game
    if "games_won" not in find(game).options.__struct_fields__ or "games_won" in chosen:
        return chosen
    won = tuple(0 if is_bot(occupant.who) else draft.given.won(occupant.who, game) for occupant in table.seated)
    return chosen | {"games_won": won}
