"""A tournament in words: what is played, how far it is, how I stand, and the standings."""

from collections.abc import Iterator
from math import ceil

from dicehall.cli.client.tournament import ClientTournament
from dicehall.cli.client.tournament_news import number, podium, result
from dicehall.cli.shared.words import together, words
from dicehall.cli.terminal.badges import label
from dicehall.cli.terminal.status import clock
from dicehall.cli.terminal.tournament_teams import team_of
from dicehall.evenings.core.public_view import RoundView, StandingView, TableView
from dicehall.evenings.core.setting import AnyFormat, Arena, KnockOut, Series, Swiss
from dicehall.narrate.words import chosen, title
from dicehall.table.core.events import is_bot

say = words("terminal-tournament")
UNSEEN = frozenset(("lot", "before"))
"""Tie-breaks that are places in something else: they put people in order, and mean nothing as a number."""
BEST = 10
"""Standings that are read out; I come after them."""
MANY = 100
"""A tournament in which so many may enter is not waited for until it is full: its host starts it."""
NEXT = {"start": "next-start", "pairing": "next-pairing", "end": "next-end"}


def format_in_words(format: AnyFormat) -> str:
    of = {"rounds": 0, "last": 0, "advance": 0, "minutes": 0, "games": 0}
    match format:
        case Swiss(rounds, last):
            of |= {"rounds": rounds, "last": last}
        case KnockOut(advance):
            of |= {"advance": advance}
        case Arena(minutes):
            of |= {"minutes": minutes}
        case Series(games):
            of |= {"games": games}
    return say("format", format=kind(format), **of)


def kind(format: AnyFormat) -> str:
    return str(format.__struct_config__.tag)


def headline(cup: ClientTournament) -> str:
    setting = cup.shown.setting
    return say(
        "headline", title=setting.title, game=title(setting.game), format=format_in_words(setting.format), code=cup.code
    )


def options(cup: ClientTournament) -> str:
    """What the host has chosen of the game; empty where all is as usual."""
    return chosen(cup.shown.setting.options) if cup.shown.setting.options else ""


# How far it is


def state(cup: ClientTournament) -> Iterator[str]:
    """What goes on, and what comes next."""
    shown = cup.shown
    if shown.paused:
        yield say("is-paused")
    match shown.phase:
        case "done":
            yield say("over", podium=podium(shown, cup.name) or say("no-title"))
        case "cancelled":
            yield say("called-off", why=shown.why or "host")
        case "gathering":
            yield from _gathering(cup)
        case "open":
            playing = sum(table.status != "ended" for each in shown.rounds for table in each.tables)
            late = cup.until_next == 0
            yield say("arena-last") if late else say("arena-running", games=playing)
        case "running" if (latest := cup.round) is not None:
            yield _running(cup, latest)
        case _:
            pass
    yield from coming(cup)


def coming(cup: ClientTournament) -> Iterator[str]:
    """What happens by itself, and when."""
    seconds, next = cup.until_next, cup.shown.next
    if seconds is None or next is None:
        return
    time = clock(seconds)
    if next.what == "pairing" and seconds == 0:
        yield say("about-to-pair")
    elif next.what == "round":
        yield say("next-round", round=len(cup.shown.rounds) + 1, minutes=ceil(seconds / 60))
    elif next.what == "opening" and cup.round is not None:
        yield say("next-opening", round=cup.round.number, time=time)
    elif next.what != "end" or seconds:
        yield say(NEXT[next.what], time=time)


def _gathering(cup: ClientTournament) -> Iterator[str]:
    entrants, setting = cup.shown.entrants, cup.shown.setting
    yield say("gathering", count=len(entrants), bots=sum(is_bot(entrant.who) for entrant in entrants))
    host = say("the-hall") if cup.shown.host is None else cup.name(cup.shown.host)
    if setting.starts is None and setting.most < MANY:
        yield say("starts-full", most=setting.most, host=host)
    elif setting.starts is None:
        yield say("starts-host", host=host)


def _running(cup: ClientTournament, latest: RoundView) -> str:
    format = cup.shown.setting.format
    of = format.games if isinstance(format, Series) else format.rounds if isinstance(format, Swiss) else 0
    if latest.stage == "knock_out":
        of = 0
        if len(latest.tables) == 1:
            return say("final-running")
    ended = sum(table.status == "ended" for table in latest.tables)
    return say("round-running", round=latest.number, of=of, ended=ended, tables=len(latest.tables))


# How I stand


def mine(cup: ClientTournament) -> Iterator[str]:
    """My place, and where I play next."""
    entrant, standing = cup.entrant, cup.standing
    if standing is not None and cup.shown.rounds and standing.scores:
        points, count = number(standing.points), len(cup.shown.standings)
        unit = "none" if cup.shown.tie_breaks[0] != "points" else "one" if points == "1" else "many"
        yield say("you-stand", rank=standing.rank, count=count, points=points, unit=unit)
    if cup.is_over:
        return
    if entrant is None:
        yield say("you-watch")
    elif entrant.status != "in":
        yield say("you-are-removed" if entrant.status == "removed" else "you-are-away")
    else:
        yield _next_of_mine(cup)


def _next_of_mine(cup: ClientTournament) -> str:
    table, latest = cup.my_table, cup.round
    if table is not None and cup.call is None:
        others = together(cup.name(who) for who in table.seats if who != cup.me)
        return say("you-will-play", table=table.number, others=others)
    if table is not None:
        return say("you-are-called")
    if latest is not None and not latest.ended and cup.me in latest.byes:
        return say("you-bye")
    if is_out(cup):
        return say("you-are-out")
    return say("you-have-played" if has_played(cup) else "you-wait")


def has_played(cup: ClientTournament) -> bool:
    """My table of this round has its result, and others play on."""
    latest = cup.round
    if latest is None or latest.ended or latest.stage == "arena":
        return False
    return any(cup.me in table.seats and table.status == "ended" for table in latest.tables)


def is_out(cup: ClientTournament) -> bool:
    """Of the knock-out, for good."""
    cuts = [each.through for each in cup.shown.rounds if each.through is not None]
    return any(cup.me not in through for through in cuts)


# Tables and standings


def tables(cup: ClientTournament) -> list[TableView]:
    """Of the latest round; in an arena, all where anyone plays and the last that have ended. Mine comes first."""
    shown, latest = cup.shown, cup.round
    if latest is None:
        return []
    if isinstance(shown.setting.format, Arena):
        every = [table for each in reversed(shown.rounds) for table in each.tables]
        found = sorted(every, key=lambda table: table.status == "ended")
    else:
        found = list(latest.tables)
    return sorted(found, key=lambda table: cup.me not in table.seats or table.status == "ended")


def table_names(cup: ClientTournament, table: TableView) -> str:
    if table.points is not None:
        return result(table, cup.name)
    return ", ".join(map(cup.name, table.seats))


def tables_in_words(cup: ClientTournament) -> Iterator[str]:
    for table in tables(cup)[:BEST]:
        yield say("table-line", table=table.number, status=table_status(table), names=table_names(cup, table))


def table_status(table: TableView) -> str:
    """How far its game is, where that can be known."""
    if table.progress is None:
        return say("table-status", status=table.status)
    return say("table-progress", unit=table.progress.unit, now=table.progress.now, of=table.progress.of or 0)


def columns(cup: ClientTournament) -> list[tuple[int, str]]:
    """The tie-breaks worth a column, by their place in the list."""
    return [(at, name) for at, name in enumerate(cup.shown.tie_breaks) if name not in UNSEEN]


def standings_in_words(cup: ClientTournament) -> Iterator[str]:
    """The best ten, and I."""
    standings = cup.shown.standings
    best = standings[:BEST]
    yield from (standing_in_words(cup, standing) for standing in best)
    own = cup.standing
    if own is not None and own not in best:
        yield standing_in_words(cup, own)
    if (more := len(standings) - len(best) - (own is not None and own not in best)) > 0:
        yield say("and-more", count=more)


def standing_in_words(cup: ClientTournament, standing: StandingView) -> str:
    status = next((entrant.status for entrant in cup.shown.entrants if entrant.who == standing.who), "in")
    values = ", ".join(
        say("standing-value", value=value, what=say(f"tie-{name}", unit="one" if value == "1" else "many"))
        for at, name in columns(cup)
        for value in (number(standing.ties[at]),)
    )
    team = team_of(cup, standing.who)
    return say(
        "standing-line", rank=standing.rank, name=cup.name(standing.who), you="yes" if standing.who == cup.me else "no",
        bot="yes" if is_bot(standing.who) else "no", team="none" if team is None else label(team), status=status,
        values=values,
    )  # fmt: skip
