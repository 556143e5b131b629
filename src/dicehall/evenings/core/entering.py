"""Who takes part: entering, leaving, coming back, bots, and what the host says about it."""

from contextlib import suppress
from itertools import count

import msgspec
from msgspec.structs import replace

from dicehall.bots import NAMES, accepted
from dicehall.evenings.core import commands, events, rounds
from dicehall.evenings.core.draft import Draft
from dicehall.evenings.core.setting import FARTHEST, Arena, KnockOut, Series, Setting, Swiss
from dicehall.evenings.core.state import Entrant, Gathering, Open, Tournament
from dicehall.names.clean import clean
from dicehall.ports.teams import Team
from dicehall.rules.catalog import find
from dicehall.rules.errors import BadOptions
from dicehall.rules.kernel import OpenEnded
from dicehall.table.core.draft import RefusedError, only_if
from dicehall.table.core.events import BOT, Who, is_bot
from dicehall.table.core.teams import settled

NOT_IN = "You do not take part in this tournament."
FULL = "All places are taken."


def create(draft: Draft, who: Who | None, command: commands.Create) -> None:
    setting = checked(command.setting)
    only_if(who is None or draft.inputs.is_account(who), "no_account", "To host a tournament you need an account.")
    only_if(setting.open or bool(command.key), "key", "A tournament by link needs a key.")
    check_start(setting.starts, draft.inputs.wall)
    draft.add(events.Created(who, setting, command.key, draft.inputs.wall))
    draft.commit()


def configure(draft: Draft, setting: Setting) -> None:
    tournament = draft.tournament
    only_if(isinstance(tournament.phase, Gathering), "started", "It has started: nothing of this can change now.")
    setting = checked(setting)
    entrants = tournament.entrants
    only_if(len(entrants) <= setting.most, "too_many", f"{len(entrants)} have entered already.")
    no_bots = not any(entrant.is_bot for entrant in entrants)
    only_if(setting.bots or no_bots, "bots", "Bots have entered: remove them first.")
    only_if(setting.open or bool(tournament.key), "key", "This tournament has no link with a key: it stays open.")
    check_start(setting.starts, draft.inputs.wall)
    draft.add(events.Configured(setting))


def check_start(starts: int | None, wall: int) -> None:
    if starts is not None:
        only_if(starts > wall, "past", "The start is in the past: choose a later time.")
        only_if(starts <= wall + FARTHEST, "far", "The start is too far away: choose a time in the next two years.")


def checked(setting: Setting) -> Setting:
    """Refuse what cannot be played, and say what can; the title becomes one that can be read."""
    title = clean(setting.title)
    only_if(bool(title), "bad_title", "Give the tournament a title of 1 to 60 characters.")
    setting = replace(setting, title=title)
    listing = find(setting.game)
    listing.check_seats(setting.seats)
    listing.check_seats(setting.least)
    only_if(setting.least <= setting.seats, "seats", "The least number of seats is more than the preferred one.")
    for seats in range(setting.least, setting.seats + 1):
        game = listing.new(seats, setting.options)
        is_open = isinstance(game, OpenEnded) and game.open_ended
        only_if(not is_open, "open_match", "A match without an end cannot be played in a tournament: choose a length.")
    if setting.duplicate:
        check_duplicate(setting)
    match setting.format:
        case KnockOut(advance):
            only_if(advance < setting.seats, "advance", "Fewer have to go on than sit at a table.")
        case Swiss(_, last, advance):
            only_if(last != 1, "last", "At least two play a knock-out.")
            only_if(not last or advance < setting.seats, "advance", "Fewer have to go on than sit at a table.")
        case Series():
            setting = replace(setting, most=min(setting.most, setting.seats))
        case _:
            pass
    only_if(setting.least <= setting.most, "most", f"At least {setting.least} have to be able to enter.")
    return setting


def check_duplicate(setting: Setting) -> None:
    """Seats are compared over the tables of a round: all have to play it, at tables of one size."""
    listing, format = find(setting.game), setting.format
    decides = listing.drawn_for is not None
    only_if(decides, "duplicate", f"{listing.title} cannot be played with duplicate dice: nothing is decided in it.")
    is_swiss = isinstance(format, Swiss) and not format.last
    only_if(is_swiss, "duplicate", "Duplicate dice need a Swiss tournament without a knock-out after it.")


# Entrants


def enter(draft: Draft, who: Who, command: commands.Enter) -> None:
    tournament = draft.tournament
    only_if(not is_bot(who), "bots", "The host adds bots.")
    entrant = tournament.entrant(who)
    removed = who in tournament.barred or (entrant is not None and entrant.status == "removed")
    only_if(not removed, "removed", "The host has removed you from this tournament.")
    only_if(entrant is None, "already", "You have entered already.")
    invited = tournament.setting.open or command.key == tournament.key or tournament.is_run_by(who)
    only_if(invited, "key", "Only those who have the link may enter.")
    _room(draft)
    draft.add(events.Entered(who, command.seed, None, team_of(draft, who, command)))
    _begin_if_full(draft)


def team_of(draft: Draft, who: Who, command: commands.Enter) -> Team | None:
    """That of the others under this label, or a new one (TM-01); that of the profile where none is named (TM-02)."""
    there = [entrant.team for entrant in draft.tournament.entrants if entrant.team is not None]
    if command.team is msgspec.UNSET:
        own = draft.inputs.team(who)
        with suppress(BadOptions):  # a label that is not allowed any more keeps nobody out
            return own and settled(own, there)
        return None
    return command.team and settled(command.team, there)


def add_bot(draft: Draft, level: str) -> None:
    tournament = draft.tournament
    only_if(tournament.setting.bots, "no_bots", "Bots may not enter this tournament.")
    levels = accepted(tournament.setting.game)
    only_if(level in levels, "unknown_bot", f"There is no such bot; the bots are {', '.join(levels)}.")
    _room(draft)
    taken = {entrant.who for entrant in tournament.entrants}
    draft.add(events.Entered(_free_name(taken), level=level))
    _begin_if_full(draft)


def _free_name(taken: set[Who]) -> Who:
    names = (f"{BOT}{name}" if not turn else f"{BOT}{name} {turn + 1}" for turn in count() for name in NAMES)
    return next(name for name in names if name not in taken)


def _room(draft: Draft) -> None:
    tournament = draft.tournament
    only_if(places_taken(tournament) < tournament.setting.most, "full", FULL)
    in_time = is_open_for_entry(tournament) and not is_time_up(tournament, draft.now)
    only_if(in_time, "too_late", "It is too late to enter; you can watch.")


def is_open_for_entry(tournament: Tournament) -> bool:
    """Before the start; then in an arena until its time is up, in a Swiss until the second pairing, and else never."""
    if tournament.is_over or places_taken(tournament) >= tournament.setting.most:
        return False
    if isinstance(tournament.phase, Gathering):
        return True
    match tournament.setting.format:
        case Arena():
            return True
        case Swiss(rounds):
            return len(tournament.rounds) < min(2, rounds)
        case _:
            return False


def places_taken(tournament: Tournament) -> int:
    """Whoever is away may come back; whoever was removed may not, and makes room."""
    return sum(entrant.status != "removed" for entrant in tournament.entrants)


def is_time_up(tournament: Tournament, now: float) -> bool:
    """Of an arena whose last tables play: nobody is seated any more. During a pause its time stands still."""
    phase = tournament.phase
    return isinstance(phase, Open) and phase.ends <= (now if tournament.paused is None else tournament.paused)


def _begin_if_full(draft: Draft) -> None:
    tournament = draft.tournament
    setting = tournament.setting
    is_full = len(tournament.entrants) == setting.most
    if is_full and setting.starts is None and isinstance(tournament.phase, Gathering) and rounds.can_begin(tournament):
        rounds.begin(draft)


def leave(draft: Draft, who: Who) -> None:
    entrant = draft.tournament.entrant(who)
    only_if(entrant is not None and entrant.status == "in", "not_in", NOT_IN)
    draft.add(events.Departed(who))
    rounds.give_up_seat(draft, who)


def come_back(draft: Draft, who: Who) -> None:
    entrant = _entrant(draft, who)
    only_if(entrant.status != "removed", "removed", "The host has removed you from this tournament.")
    only_if(entrant.status == "away", "already", "You take part already.")
    draft.add(events.Returned(who))


def _entrant(draft: Draft, who: Who) -> Entrant:
    entrant = draft.tournament.entrant(who)
    if entrant is None:
        raise RefusedError("not_in", NOT_IN)
    return entrant


# The host


def remove(draft: Draft, host: Who | None, who: Who) -> None:
    entrant = draft.tournament.entrant(who)
    only_if(who != host, "yourself", "You cannot remove yourself; leave instead.")
    only_if(entrant is not None and entrant.status != "removed", "not_in", "They do not take part.")
    draft.add(events.Removed(who))
    rounds.give_up_seat(draft, who)


def readmit(draft: Draft, who: Who) -> None:
    tournament = draft.tournament
    entrant = tournament.entrant(who)
    out = who in tournament.barred or (entrant is not None and entrant.status == "removed")
    only_if(out, "already", "They were not removed.")
    only_if(entrant is None or places_taken(tournament) < tournament.setting.most, "full", FULL)
    draft.add(events.Readmitted(who))


def name_second(draft: Draft, who: Who | None) -> None:
    tournament = draft.tournament
    only_if(who != tournament.second, "already", "That is so already.")
    only_if(who is None or not is_bot(who), "bots", "A bot cannot run a tournament.")
    only_if(who is None or who != tournament.host, "yourself", "The host needs no second place.")
    draft.add(events.SecondNamed(who))
