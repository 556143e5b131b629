"""Seats, the host, readiness and the start of a game."""

from typing import Any
from unicodedata import normalize

import msgspec

from dicehall.bots import NAMES, NORMAL, accepted, level_at
from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.rules.listing import GAMES_WON
from dicehall.rules.values import Seat
from dicehall.table.core import commands, events
from dicehall.table.core.access import GOERS, REFUSALS
from dicehall.table.core.draft import KICKED, Draft, RefusedError, only_if
from dicehall.table.core.events import BOT, NAMED, Setting, Who, is_bot, is_named
from dicehall.table.core.log import Expecting
from dicehall.table.core.playing import close_if_empty, go_on, withdraw
from dicehall.table.core.power import replace_if_bound
from dicehall.table.core.state import Seated, Table
from dicehall.table.core.teams import wear_own

MOST_NAMED = 100
"""How many people can be kept out of a table, and how many can be muted."""
RATED_ODDS = "A table that shows the odds is unrated: choose one of them."
KEPT = "The free seats are kept for invited people."
"""Also for those whom the host has blocked, who are not to learn it."""
ACCOUNTS_TO_RATE = 2


def open_table(draft: Draft, who: Who | None, command: commands.Open) -> None:
    only_if(draft.table.version == 0, "exists", "This table is already open.")
    only_if(who is None or not command.setting.quick, "quick", "Only the hall opens quick tables.")
    only_if(who is None or command.fixture is None, "fixture", "Only the hall opens tables of a tournament.")
    is_shared = command.fixture is not None and command.fixture.duplicate
    only_if(is_shared == (command.dice is not None), "dice", "Duplicate dice are those of a round of a tournament.")
    draft.add(events.Opened(who, checked(command.setting), command.key, command.fixture, command.night))
    if command.dice is None:
        draft.commit()
    else:
        draft.share(command.dice)
    if not command.predictions:
        draft.add(events.PredictionsForbidden())
    if who is not None and command.sit:
        sit(draft, who)
    for guest in command.invite:
        invite(draft, guest)
    for level in command.bots:
        add_bot(draft, level)


def checked(setting: Setting) -> Setting:
    """Refuse a wrong game, wrong options, a wrong number of seats or rated odds, and say what is allowed."""
    only_if(not (setting.rated and setting.odds), "rated_odds", RATED_ODDS)
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
    only_if(table.seated_as(who) is None, "seated", "You already sit at this table.")
    only_if(who not in table.kicked, "kicked", KICKED)
    draft.lobby()
    if who not in table.invited:
        room_for_one(table)
    draft.add(events.Sat(who, seed))
    wear_own(draft, who)
    host_the_night(draft, who)
    if table.setting.quick and not table.gathers:
        draft.add(events.Readied(who))
        start_if_all_agree(draft)
    elif table.setting.quick and len(draft.table.seated) == table.setting.seats:
        with draft.if_possible():
            start(draft)


def host_the_night(draft: Draft, who: Who) -> None:
    """Whoever thought the evening out hosts it when they sit down; before, whoever sits down first does (N-05)."""
    table = draft.table
    if table.night is None or table.fixture is not None or who == table.host:
        return
    if who == table.night.host or table.host is None or table.seated_as(table.host) is None:
        draft.add(events.HostChanged(who))


def heir_of_the_night(table: Table, who: Who, *, sat: bool) -> Who | None:
    """Others may still come to the evening, unless its own host ends it; the next to sit down hosts it (N-05)."""
    if table.night is None or table.night.host == who:
        return None
    return table.night.host or (who if sat else None)


def room_for_one(table: Table) -> None:
    seats, kept = table.setting.seats, len(table.invited)
    only_if(len(table.seated) < seats, "full", f"All {seats} seats are taken.")
    only_if(len(table.seated) + kept < seats, "full", KEPT)


def invite(draft: Draft, whom: Who) -> None:
    """A seat is kept until they sit or decline, or a bot takes it when the game starts."""
    table = draft.table
    draft.lobby()
    only_if(not is_bot(whom), "unknown", "Bots are added, not invited.")
    only_if(whom != table.host, "yourself", "The host needs no invitation.")
    only_if(table.seated_as(whom) is None, "seated", "They already sit at this table.")
    only_if(whom not in table.invited, "already", "They are already invited.")
    only_if(whom not in table.kicked, "kicked", "They were asked to leave; let them back in first.")
    room_for_one(table)
    draft.add(events.Invited(expect(draft, whom.removeprefix(NAMED)) if is_named(whom) else whom))


def expect(draft: Draft, name: str) -> Who:
    """The id of an invitation to a name that nobody has yet: everyone may know that, and only the host the name."""
    table = draft.table
    only_if(not any(same_name(name, other) for _, other in table.expected), "already", "They are already invited.")
    invitation = f"{NAMED}{table.version}"
    draft.add(Expecting((*table.expected, (invitation, name))))
    return invitation


def same_name(one: str, other: str) -> bool:
    """Letter for letter, in capitals or not: a name that only looks alike is another one."""
    return normalize("NFKC", one).casefold() == normalize("NFKC", other).casefold()


def arrive(draft: Draft, invitation: Who, who: Who) -> None:
    """The seat is kept for a person from now on; whoever is here already, or may not come, needs none."""
    table = draft.table
    left = tuple(named for named in table.expected if named[0] != invitation)
    only_if(left != table.expected, "unknown", "Nobody is expected under that name.")
    needs_none = who == table.host or table.seated_as(who) or who in (*table.invited, *table.kicked)
    if needs_none:
        draft.add(events.Uninvited(invitation))
    else:
        draft.add(Expecting(left))
        draft.add(events.Invited(who))


def uninvite(draft: Draft, whom: Who) -> None:
    only_if(whom in draft.table.invited, "unknown", "They are not invited.")
    draft.add(events.Uninvited(whom))


def decline(draft: Draft, who: Who) -> None:
    only_if(who in draft.table.invited, "not_invited", "You are not invited to this table.")
    draft.add(events.Declined(who))


def stand(draft: Draft, occupant: Seated) -> None:
    """In a running game, the player has left it for good (P-16). A host without a seat is still the host."""
    withdraw(draft, occupant.who)
    draft.add(events.Stood(occupant.who))
    close_if_empty(draft)
    start_if_all_agree(draft)


def leave(draft: Draft, who: Who) -> None:
    """Give up the game, the seat and the role of host; the last person to leave closes the table."""
    sat = draft.table.seated_as(who) is not None
    if sat:
        withdraw(draft, who)
        draft.add(events.Stood(who))
    elif who != draft.table.host:
        raise RefusedError(*REFUSALS[GOERS])
    if who == draft.table.host:
        heir = next((occupant.who for occupant in draft.table.seated if not is_bot(occupant.who)), None)
        heir = heir or heir_of_the_night(draft.table, who, sat=sat)
        if heir is None:
            draft.close()
        elif heir != who:
            draft.add(events.HostChanged(heir))
    close_if_empty(draft)
    start_if_all_agree(draft)


def kick(draft: Draft, host: Who | None, whom: Who) -> None:
    """The seat leaves the running game, unless that is rated: then a bot plays it to the end (H-07)."""
    only_if(whom != host, "yourself", "You cannot kick yourself; leave instead.")
    only_if(whom != draft.table.host, "forbidden", "They are the host; close the table, or ban them from the hall.")
    only_if(whom not in draft.table.kicked, "already", "They were already asked to leave.")
    only_if(
        len(draft.table.kicked) < MOST_NAMED,
        "too_many",
        f"{MOST_NAMED} people are kept out already; let one of them back in first.",
    )
    only_if(
        not is_bot(whom) or draft.table.seated_as(whom) is not None, "unknown", "There is no such bot at this table."
    )
    if not replace_if_bound(draft, host, whom):
        withdraw(draft, whom)
    draft.add(events.Stood(whom) if is_bot(whom) else events.Kicked(whom))
    start_if_all_agree(draft)


def add_bot(draft: Draft, level: str) -> None:
    table = draft.table
    draft.lobby()
    levels = accepted(table.setting.game)
    only_if(level in levels, "unknown_bot", f"There is no bot {level!r}; the bots are {', '.join(levels)}.")
    room_for_one(table)
    taken = {occupant.who for occupant in table.seated}
    free = next(BOT + name for name in NAMES if BOT + name not in taken)
    draft.add(events.BotSat(free, level))


def remove_bot(draft: Draft, bot: Who) -> None:
    draft.lobby()
    only_if(is_bot(bot) and draft.table.seated_as(bot) is not None, "unknown", "There is no such bot at this table.")
    draft.add(events.Stood(bot))


def transfer(draft: Draft, whom: Who) -> None:
    occupant = draft.table.seated_as(whom)
    only_if(whom != draft.table.host, "already", "They are already the host.")
    only_if(
        occupant is not None and not is_bot(whom), "unknown", "The new host must be a person who sits at this table."
    )
    draft.add(events.HostChanged(whom))


def configure(draft: Draft, setting: Setting) -> None:
    draft.lobby()
    checked(setting)
    taken = len(draft.table.seated) + len(draft.table.invited)
    only_if(taken <= setting.seats, "full", f"{taken} seats are taken or kept for invited people.")
    only_if(not setting.quick, "quick", "Only the hall opens quick tables.")
    only_if(
        setting.public or not draft.table.setting.public, "public",
        "A table that was public has a short code that others may know; open a private one instead.",
    )  # fmt: skip
    draft.add(events.Configured(setting))


# Readiness and the start


def ready(draft: Draft, occupant: Seated, seed: str) -> None:
    draft.lobby()
    only_if(not occupant.ready, "already", "You are already ready.")
    draft.add(events.Readied(occupant.who, seed))
    if draft.table.setting.quick:  # elsewhere the host starts the game
        start_if_all_agree(draft)


def unready(draft: Draft, occupant: Seated) -> None:
    draft.lobby()
    only_if(occupant.ready, "already", "You are not ready yet.")
    draft.add(events.Unreadied(occupant.who))


def rematch(draft: Draft, occupant: Seated, seed: str) -> None:
    draft.lobby()
    only_if(draft.table.games > 0, "no_game", "There has been no game here yet; say that you are ready instead.")
    only_if(not occupant.ready, "already", "You have already asked for a rematch; the others have not.")
    draft.add(events.Readied(occupant.who, seed))
    start_if_all_agree(draft)


def start_if_all_agree(draft: Draft) -> None:
    """Start the next game once everyone who is left has asked for it; bots fill a quick table that has them.

    If the game cannot start with them, that refuses nothing here: pressing Start says why.
    """
    table = draft.table
    if table.closed or table.playing is not None or not table.games:
        return
    asked = [occupant for occupant in table.seated if not is_bot(occupant.who)]
    if not asked or not all(occupant.ready for occupant in asked):
        return
    with draft.if_possible():
        if table.setting.quick:
            begin_quick(draft)
        else:
            start(draft)


def hurry(draft: Draft, _occupant: Seated) -> None:
    only_if(draft.table.gathers, "not_waiting", "This table is not waiting for more people.")
    begin_quick(draft)


def begin_quick(draft: Draft) -> None:
    if not draft.table.setting.people_only:
        seat_bots(draft)
    start(draft)


def seat_bots(draft: Draft) -> None:
    """In every free seat, including those kept for invited people who have not come (H-03)."""
    for guest in draft.table.invited:
        draft.add(events.Uninvited(guest))
    while len(draft.table.seated) < draft.table.setting.seats:
        add_bot(draft, NORMAL)


def start_by(draft: Draft, starter: Who | None, seed: str) -> None:
    """Everyone except the starter has to be ready; bots always are (P-18)."""
    draft.lobby()
    waiting = [occupant.who for occupant in draft.table.seated if not occupant.ready and occupant.who != starter]
    players = "1 player is" if len(waiting) == 1 else f"{len(waiting)} players are"
    only_if(not waiting, "not_ready", f"{players} not ready yet.")
    start(draft, {} if starter is None or not seed else {starter: seed})


def start(draft: Draft, last_seeds: dict[Who, str] | None = None) -> None:
    """A game that commits to its dice only now takes no seeds: they were sent before (H-04)."""
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
        f"{'wait for one more.' if table.setting.people_only else 'add a bot?'}",
    )  # fmt: skip
    game = listing.new(len(seated), options_for(draft))
    seeds = dict(table.seeds) | (last_seeds or {})
    bound = draft.secret_of(table.commit) is not None
    accounts = seats_of_accounts(draft)
    mixed_in = table.entrants
    if mixed_in is None:
        mixed_in = tuple(seeds.get(occupant.who, "") for occupant in seated)
    draft.add(
        events.GameStarted(
            number=table.games + 1,
            game=listing.name,
            edition=listing.edition,
            options=msgspec.to_builtins(game.options),
            seats=tuple(occupant.who for occupant in seated),
            levels=tuple(occupant.level and level_at(listing.name, occupant.level) for occupant in seated),
            commit=table.commit if bound else "",
            client_seeds=mixed_in if bound else (),
            allowances=True,
            rated=len(accounts) >= ACCOUNTS_TO_RATE,
            accounts=accounts if len(accounts) >= ACCOUNTS_TO_RATE else (),
            no_shows=tuple(seat for seat, occupant in enumerate(seated) if occupant.who in table.no_shows),
            scheme="counted" if table.entrants is None else "duplicate",
        )
    )
    go_on(draft)


def seats_of_accounts(draft: Draft) -> tuple[Seat, ...]:
    """At a rated table. The game that starts now counts for the rating if there are two: guests and bots cannot make
    it so (H-06)."""
    table = draft.table
    if not table.setting.is_rated or table.no_shows:
        return ()
    people = [(seat, occupant.who) for seat, occupant in enumerate(table.seated) if not is_bot(occupant.who)]
    return tuple(seat for seat, who in people if draft.inputs.is_account(who))


def options_for(draft: Draft) -> dict[str, Any]:
    """The host's choice; a game that wants games won is told them, unless the host has set them (G-27, H-02), or all
    tables are to be alike (E-29)."""
    table = draft.table
    chosen, listing = table.setting.options, find(table.setting.game)
    if table.is_held or not listing.wants_games_won or GAMES_WON in chosen:
        return chosen
    won = tuple(
        0 if is_bot(occupant.who) else draft.inputs.won(occupant.who, listing.name) for occupant in table.seated
    )
    return chosen | {GAMES_WON: won}
