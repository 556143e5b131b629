"""The log of a table: its entries, and what each of them does."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Ask, Chance, Pending, Step
from dicehall.rules.purpose import Purpose
from dicehall.rules.record import Entry as RecordEntry
from dicehall.rules.record import Header
from dicehall.rules.tower import Proof, digest_of_header, digest_with
from dicehall.rules.values import NATURE, TABLE, Event, Seat, Stop, TableMove, Value, Withdraw, allowance_for, wire_name
from dicehall.table.core import events
from dicehall.table.core.events import TableEvent, Who, is_bot
from dicehall.table.core.state import Due, Play, Seated, Table, next_due

MOST_LET_IN = 200
"""People who were let in; beyond that the first of them have to knock again."""
QUICK_WAIT = 15.0
"""How long a quick table waits for people before bots fill it up."""
NO_SHOW_AFTER = 120.0
"""How long a table of a tournament waits for its players."""


By: TypeAlias = Literal["clock", "bot", "host"]


class Played(Value, tag_field="type", tag=wire_name, omit_defaults=True):
    """A move of a player, of nature or of the table; the game tells what comes of it."""

    actor: int | Literal["nature", "table"]
    move: Any
    by: By | None = None
    """Who made the move for the player."""


class StayedInside(Value, tag_field="type", tag=wire_name):
    """The spectators of a table that was locked just now: they may come back. Nobody is told who watches."""

    who: tuple[Who, ...]


class Expecting(Value, tag_field="type", tag=wire_name):
    """The names that are invited and that nobody has yet, from now on. Only the host is told them (H-12)."""

    names: tuple[tuple[Who, str], ...]
    """By the id of the invitation."""


LogEntry: TypeAlias = Played | StayedInside | Expecting | TableEvent

_encoder = msgspec.json.Encoder()


def are_moves(entries: Iterable[LogEntry]) -> bool:
    """Whether these are moves of players and of nature only; what the table does can change more than the game."""
    return all(type(entry) is Played and entry.actor != TABLE for entry in entries)


class Evolved(NamedTuple):
    table: Table
    events: tuple[Event, ...]
    """What everyone is told."""


def evolve(table: Table, entry: LogEntry, at: float) -> Evolved:
    """The table after an entry; `at` is the hall time at which it was written."""
    if isinstance(entry, Played):
        return _played(table, entry, at)
    if isinstance(entry, StayedInside):
        return Evolved(replace(table, inside=entry.who, version=table.version + 1, touched=at), ())
    if isinstance(entry, Expecting):
        return Evolved(replace(_expecting(table, entry.names), version=table.version + 1, touched=at), ())
    table = _happened(table, entry, at)
    return Evolved(replace(table, version=table.version + 1, touched=at), (entry,))


def _happened(table: Table, event: TableEvent, at: float) -> Table:
    match event:
        case events.Opened(host, setting, key, fixture, night):
            fills_at = at + QUICK_WAIT if setting.quick and not setting.people_only else None
            opened = Table(setting=setting, host=host, key=key, fills_at=fills_at, fixture=fixture, night=night)
            return _waits_for_players(opened, at)
        case events.Configured(setting):
            fills_at = table.fills_at if setting.quick else None
            return replace(table, setting=setting, seated=_unready(table.seated), fills_at=fills_at)
        case events.Sat(who, seed):
            seated, invited = (*table.seated, Seated(who)), _less(table.invited, who)
            return replace(table, seated=seated, invited=invited, seeds=_with_seed(table, who, seed))
        case events.BotSat(who, level):
            return replace(table, seated=(*table.seated, Seated(who, level, ready=True)))
        case events.Stood(who):
            return _still_inside(_undress_strangers(_without(table, who)), who)
        case events.Kicked(who):
            lists = {name: _less(getattr(table, name), who) for name in ("invited", "inside", "let_in")}
            return _undress_strangers(replace(_without(table, who), kicked=(*table.kicked, who), **lists))
        case events.Readmitted(who):
            return replace(table, kicked=_less(table.kicked, who))
        case events.LetIn(who):
            return replace(table, let_in=(*table.let_in, who)[-MOST_LET_IN:])
        case events.Readied(who, seed):
            seated = _mapped(table.seated, who, ready=True)
            return replace(table, seated=seated, seeds=_with_seed(table, who, seed))
        case events.Unreadied(who):
            return replace(table, seated=_mapped(table.seated, who, ready=False))
        case events.Invited(who):
            return replace(table, invited=(*table.invited, who))
        case events.Uninvited(who) | events.Declined(who):
            expected = tuple(named for named in table.expected if named[0] != who)
            return replace(table, invited=_less(table.invited, who), expected=expected)
        case events.TeamChosen() | events.TeamDropped():
            return _redressed(table, event)
        case events.Committed(commit, entrants):
            return replace(table, commit=commit, seeds=(), entrants=entrants)
        case events.Disclosed():
            return replace(table, disclosed=True)
        case events.Locked():
            return replace(table, locked=True)
        case events.Unlocked():
            return replace(table, locked=False, inside=())
        case events.HostChanged(who):
            return _still_inside(replace(table, host=who), table.host)
        case events.Muted(who):
            return replace(table, muted=(*table.muted, who))
        case events.Unmuted(who):
            return replace(table, muted=_less(table.muted, who))
        case events.TalkAllowed():
            return replace(table, spectators_talk=True)
        case events.TalkForbidden():
            return replace(table, spectators_talk=False)
        case events.ReactionsAllowed():
            return replace(table, reactions=True)
        case events.ReactionsForbidden():
            return replace(table, reactions=False)
        case events.KnocksAllowed():
            return replace(table, knocks=True)
        case events.KnocksForbidden():
            return replace(table, knocks=False)
        case events.PredictionsAllowed():
            return replace(table, predictions=True)
        case events.PredictionsForbidden():
            return replace(table, predictions=False)
        case events.ScoreReset():
            return _undress_strangers(replace(table, wins=()))
        case events.Closed():
            return replace(table, closed=True, fills_at=None)
        case events.GameStarted():
            return _undress_strangers(_started(table, event, at))
        case events.GameEnded(_, _, places):
            settled = table.fixture is not None
            return replace(table, wins=_with_wins(table, places), seated=_unready(table.seated), settled=settled)
        case events.NoShow(who):
            return replace(table, no_shows=(*table.no_shows, who))
        case events.Walkover() | events.NobodyCame():
            return replace(table, settled=True, starts_by=None)
        case events.ResetAgreed(who):
            return _in_play(table, lambda play: replace(play, agreed=(*play.agreed, who)))
        case events.GameReset():
            return _waits_for_players(replace(table, play=None, seated=_unready(_line_up(table)), no_shows=()), at)
        case events.TimedOut(seat):
            return _in_play(table, lambda play: _counted(play, seat))
        case events.HandedOver(seat):
            return _in_play(table, lambda play: _new_clock(table, replace(play, handed=(*play.handed, seat)), seat, at))
        case events.TookBack(seat):
            return _in_play(table, lambda play: _new_clock(table, _taken_back(play, seat), seat, at))
        case events.SeatReplaced(seat):
            return _in_play(table, lambda play: _new_clock(table, _replaced(play, seat), seat, at))
        case events.Helped() | events.GameForfeited() | events.WentBack():
            return table


# Seats


def _without(table: Table, who: str) -> Table:
    """What a person mixed into the dice goes with them, or the table would remember every visitor."""
    seated = tuple(occupant for occupant in table.seated if occupant.who != who)
    return replace(table, seated=seated, seeds=_less_seed(table, who))


def _still_inside(table: Table, who: str | None) -> Table:
    """A player who stands up at a locked table, or a host who hands it over, may go on watching."""
    if not table.locked or who is None or is_bot(who) or who in table.inside:
        return table
    return replace(table, inside=(*table.inside, who))


def _mapped(seated: tuple[Seated, ...], who: str, *, ready: bool) -> tuple[Seated, ...]:
    return tuple(replace(occupant, ready=ready) if occupant.who == who else occupant for occupant in seated)


def _unready(seated: tuple[Seated, ...]) -> tuple[Seated, ...]:
    """After a game or a change of the setting, people have to say again that they are ready; bots always are."""
    return tuple(replace(occupant, ready=is_bot(occupant.who)) for occupant in seated)


def _with_seed(table: Table, who: str, seed: str) -> tuple[tuple[str, str], ...]:
    """Only what comes after the commitment is mixed in, or the secret could have been chosen to suit it (H-04)."""
    if not seed or not table.commit:
        return table.seeds
    return (*_less_seed(table, who), (who, seed))


def _less_seed(table: Table, who: str) -> tuple[tuple[str, str], ...]:
    return tuple(sent for sent in table.seeds if sent[0] != who)


def _less(people: tuple[str, ...], who: str) -> tuple[str, ...]:
    return tuple(other for other in people if other != who)


def _redressed(table: Table, event: events.TeamChosen | events.TeamDropped) -> Table:
    others = tuple(worn for worn in table.teams if worn[0] != event.who)
    own = ((event.who, event.team),) if isinstance(event, events.TeamChosen) else ()
    return replace(table, teams=(*others, *own))


def _undress_strangers(table: Table) -> Table:
    """Whoever neither sits here nor is in a game or in the score is forgotten, or the table would remember everyone."""
    if not table.teams:
        return table
    here = {occupant.who for occupant in table.seated} | {who for who, _ in table.wins}
    if table.play is not None:
        here |= set(table.play.seats)
    return replace(table, teams=tuple(worn for worn in table.teams if worn[0] in here))


def _expecting(table: Table, names: tuple[tuple[str, str], ...]) -> Table:
    """Whoever has come under their name is invited as the person they are."""
    gone = {invitation for invitation, _ in table.expected} - {invitation for invitation, _ in names}
    return replace(table, expected=names, invited=tuple(who for who in table.invited if who not in gone))


# A table of a tournament


def _waits_for_players(table: Table, at: float) -> Table:
    return table if table.fixture is None else replace(table, starts_by=round(at + NO_SHOW_AFTER, 1))


def _line_up(table: Table) -> tuple[Seated, ...]:
    """Who sits here after a game that is void: at a table of a tournament also those who had left it."""
    if table.fixture is None or table.play is None:
        return table.seated
    return tuple(Seated(who, level) for who, level in zip(table.play.seats, table.play.levels, strict=True))


# The game


def _started(table: Table, event: events.GameStarted, at: float) -> Table:
    """A game whose edition no longer exists is void, and counts for nobody."""
    table = replace(
        table, games=event.number, fills_at=None, starts_by=None, play=None, commit="", seeds=(), entrants=None
    )
    try:
        listing = find(event.game, event.edition)
        game = listing.new(len(event.seats), event.options)
    except RulesError:
        return _waits_for_players(table, at)
    state = game.start()
    pending = game.pending(state)
    play = Play(
        started=event,
        began=table.version,
        state=state,
        timeouts=(0,) * len(event.seats),
        replaced=event.no_shows,
        digest=digest_of_header(_encoder.encode(header_of(event))) if event.commit else b"",
        listing=listing,
        game=game,
        pending=pending,
    )
    return replace(table, play=replace(play, due=tuple(_clock(table, play, seat, at) for seat in next_due(pending))))


def _played(table: Table, entry: Played, at: float) -> Evolved:
    play = table.play
    version = table.version + 1
    if play is None:  # a move in a game that is void
        return Evolved(replace(table, version=version, touched=at), ())
    game, actor = play.game, entry.actor
    if actor == TABLE:
        play, (state, told) = _by_table(play, entry.move)
    else:
        state, told = game.apply(play.state, actor, entry.move)
    digest = play.digest
    if digest:
        digest = digest_with(digest, _encoder.encode(RecordEntry(actor, entry.move)))
    pending = game.pending(state)
    acted = getattr(play.pending, "thrower", None) if actor == NATURE else actor
    timeouts, agreed = play.timeouts, play.agreed
    if isinstance(acted, int) and entry.by is None:
        if timeouts[acted]:
            timeouts = (*timeouts[:acted], 0, *timeouts[acted + 1 :])
        if agreed:
            agreed = _less(agreed, play.seats[acted])
    allowance = max(play.allowance, allowance_for(told)) if play.started.allowances else 0
    due = _due(play, pending, acted, table, at, allowance=allowance)
    tally = play.tally.after(_purpose(play)) if actor == NATURE and play.is_duplicate else play.tally
    play = replace(
        play, state=state, pending=pending, due=due, timeouts=timeouts, digest=digest, agreed=agreed,
        draws=play.draws + (actor == NATURE), decided=play.decided or isinstance(acted, int),
        allowance=allowance if type(pending) is Chance and not due else 0, tally=tally,
    )  # fmt: skip
    return Evolved(replace(table, version=version, touched=at, play=play), told)


def _purpose(play: Play) -> Purpose:
    assert play.listing.drawn_for is not None
    return play.listing.drawn_for(play.game, play.state)


def _by_table(play: Play, move: TableMove) -> tuple[Play, Step[Any]]:
    """The host stops the match, or a player has left for good; no bot holds the seat of a player who has left."""
    match move:
        case Stop():
            return play, play.game.stop(play.state)  # type: ignore[attr-defined]  # only open matches are stopped
        case Withdraw(seat):
            handed = tuple(other for other in play.handed if other != seat)
            return replace(play, left=(*play.left, seat), handed=handed), play.game.withdraw(play.state, seat)


def _clock(table: Table, play: Play, seat: Seat, at: float, allowance: int = 0) -> Due:
    """Bots have none: they always answer, and must not be kicked because the disk was full for a while."""
    runs = table.setting.on_timeout != "wait" and play.level_of(seat) is None
    return Due(seat, round(at + table.setting.clock + allowance, 1) if runs else None, at)


def _due(play: Play, pending: Pending, acted: object, table: Table, at: float, *, allowance: int) -> tuple[Due, ...]:
    """A clock starts with a question, and runs on if the moves of others have not changed the question."""
    running = {due.seat: due for due in play.due if due.seat != acted}
    return tuple([
        running[seat]
        if seat in running and _asked(play.pending, seat) == _asked(pending, seat)
        else _clock(table, play, seat, at, allowance)
        for seat in next_due(pending)
    ])  # fmt: skip


def _asked(pending: Pending, seat: Seat) -> object:
    return pending.options.get(seat) if type(pending) is Ask else pending


def _with_wins(table: Table, places: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    if table.play is None:
        return table.wins
    wins = dict(table.wins)
    for who, place in zip(table.play.seats, places, strict=True):
        wins[who] = wins.get(who, 0) + (place == 1)
    return tuple(wins.items())


def _in_play(table: Table, change: Callable[[Play], Play]) -> Table:
    return table if table.play is None else replace(table, play=change(table.play))


def _counted(play: Play, seat: Seat) -> Play:
    timeouts = tuple(count + (seat == number) for number, count in enumerate(play.timeouts))
    return replace(play, timeouts=timeouts)


def _taken_back(play: Play, seat: Seat) -> Play:
    return replace(
        play,
        handed=tuple(other for other in play.handed if other != seat),
        timeouts=tuple(0 if seat == number else count for number, count in enumerate(play.timeouts)),
    )


def _replaced(play: Play, seat: Seat) -> Play:
    handed = tuple(other for other in play.handed if other != seat)
    return replace(play, handed=handed, replaced=(*play.replaced, seat))


def _new_clock(table: Table, play: Play, seat: Seat, at: float) -> Play:
    """A player who comes back gets the full time for the open question; a bot that takes over needs none."""
    return replace(play, due=tuple(_clock(table, play, seat, at) if due.seat == seat else due for due in play.due))


def header_of(started: events.GameStarted) -> Header:
    """The first line of the game's record, as it is known at the start."""
    dice = Proof(started.commit, started.client_seeds, scheme=started.scheme) if started.commit else msgspec.UNSET
    return Header(started.game, started.edition, len(started.seats), started.options, dice)
