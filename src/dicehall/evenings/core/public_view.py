"""What everyone may see of a tournament."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec.structs import replace

from dicehall.evenings.core.bracket import RoundToCome, to_come
from dicehall.evenings.core.cut import is_final
from dicehall.evenings.core.draws import is_swiss_over
from dicehall.evenings.core.entering import is_open_for_entry
from dicehall.evenings.core.events import Code, Stage, Wall, Why
from dicehall.evenings.core.scores import Score, counted, points_at
from dicehall.evenings.core.setting import Series, Setting, Swiss
from dicehall.evenings.core.standings import Standing, standings
from dicehall.evenings.core.state import (
    AnyPhase,
    Between,
    Cancelled,
    Done,
    Entrant,
    Gathering,
    Open,
    Round,
    RoundTable,
    Running,
    Tournament,
)
from dicehall.evenings.core.teams import TeamScore, team_scores
from dicehall.evenings.core.ties import Amount, tie_breaks, tie_values
from dicehall.ports.teams import Team
from dicehall.rules.catalog import find
from dicehall.rules.progress import Progress
from dicehall.rules.values import Value
from dicehall.table.core.events import Who

PhaseName: TypeAlias = Literal["gathering", "between", "running", "open", "done", "cancelled"]
TableStatus: TypeAlias = Literal["soon", "waiting", "playing", "ended"]


class EntrantView(Value):
    who: Who
    level: str | None
    """Of a bot; None for a person."""
    team: Team | None
    status: Literal["in", "away", "removed"]


class ScoreView(Value):
    """What one entrant has made of one round."""

    round: int
    points: float
    place: int | None
    """None for a bye and for those who did not come."""
    of: int
    table: Code | None
    """None for a bye."""
    double: bool


class StandingView(Value):
    who: Who
    rank: int
    points: float
    opponents: float
    """The points of those whom they met, by table."""
    wins: int
    scores: tuple[ScoreView, ...]
    ties: tuple[float, ...]
    """What they have of each of the `tie_breaks`, in their order; of `before` and `lot`, the place in it."""


class MemberView(Value):
    who: Who
    points: float
    """Of all rounds, those of a knock-out among them."""
    counts: bool
    """Whether they are part of the team's score."""


class TeamView(Value):
    team: Team
    rank: int
    points: float
    members: tuple[MemberView, ...]
    """The best first."""


class TableView(Value):
    code: Code
    number: int
    seats: tuple[Who, ...]
    status: TableStatus
    arrived: tuple[Who, ...]
    no_shows: tuple[Who, ...]
    points: tuple[float, ...] | None
    """By seat; None until everyone may know the result."""
    void: bool
    starts_by: float | None
    """The hall time until which it waits for those who have not come; None if it waits for nobody."""
    progress: Progress | None = None
    """How far its game is; None unless it plays, and everyone may know it."""


class RoundView(Value):
    number: int
    stage: Stage
    tables: tuple[TableView, ...]
    byes: tuple[Who, ...]
    opens: float
    """The hall time at which its tables open."""
    ended: bool
    through: tuple[Who, ...] | None
    commit: str = ""
    """With duplicate dice: what the dice of all its tables are bound to."""
    seed: str = ""
    """With duplicate dice: the secret that they came from, once the round has ended."""


class Next(Value):
    """What happens by itself, and the hall time of it; `start` is by the calendar.

    `round` is an estimate: about when the next one is paired, from how long such games take and have run. It can be
    past, for tables play as long as they like.
    """

    what: Literal["start", "pairing", "opening", "end", "round"]
    at: float


class PublicView(Value):
    version: int
    setting: Setting
    host: Who | None
    second: Who | None
    phase: PhaseName
    paused: bool
    can_enter: bool
    """Whether anyone can still enter: there is room, and it is not too late. In an arena only until its `end`."""
    entrants: tuple[EntrantView, ...]
    barred: tuple[Who, ...]
    """Removed before the start; later an entrant has the status `removed`."""
    standings: tuple[StandingView, ...]
    tie_breaks: tuple[str, ...]
    """In their order; the first is what the standings are about."""
    rounds: tuple[RoundView, ...]
    to_come: tuple[RoundToCome, ...]
    """The rounds of a knock-out that are not drawn yet, as it stands now."""
    next: Next | None
    """None while it is paused, or waits for people."""
    podium: tuple[Who, ...]
    why: Why | None
    """It was called off, for this reason."""
    created: Wall
    started: Wall | None
    ended: Wall | None
    commit: str
    """What the lots are bound to."""
    lot: str
    """The latest."""
    seed: str
    """The secret that the lots came from, once it is over."""
    teams: tuple[TeamView, ...] = ()
    """The best first; empty where teams are not scored."""


def public_view(tournament: Tournament) -> PublicView:
    """The key of the link is not in it."""
    known = {each.number for each in counted(tournament)}
    phase, order = tournament.phase, standings(tournament)
    ties = tie_values(tournament, order)
    return PublicView(
        version=tournament.version,
        setting=tournament.setting,
        host=tournament.host,
        second=tournament.second,
        phase=name_of(tournament.phase),
        paused=tournament.paused is not None,
        can_enter=is_open_for_entry(tournament),
        entrants=tuple(_entrant(entrant) for entrant in tournament.entrants),
        barred=tournament.barred,
        standings=tuple(_standing(each, ties[each.who]) for each in order),
        tie_breaks=tie_breaks(tournament),
        rounds=tuple(_round(each, known=each.number in known) for each in tournament.rounds),
        to_come=to_come(tournament),
        next=_next(tournament),
        podium=phase.podium if isinstance(phase, Done) else (),
        why=phase.why if isinstance(phase, Cancelled) else None,
        created=tournament.created,
        started=tournament.started,
        ended=phase.wall if isinstance(phase, Done | Cancelled) else None,
        commit=tournament.commit,
        lot=tournament.lot,
        seed=tournament.seed,
        teams=tuple(_team(each) for each in team_scores(tournament, order)),
    )


def with_progress(view: PublicView, progress: Mapping[Code, Progress | None]) -> PublicView:
    """How far the games are is not in the log: the tables themselves say it. Nothing else is worked out again."""
    return replace(view, rounds=tuple(_round_with_progress(each, progress) for each in view.rounds))


def _round_with_progress(each: RoundView, progress: Mapping[Code, Progress | None]) -> RoundView:
    if each.ended:
        return each
    tables = (
        replace(table, progress=progress.get(table.code)) if table.status == "playing" else table
        for table in each.tables
    )
    return replace(each, tables=tuple(tables))


def name_of(phase: AnyPhase) -> PhaseName:
    match phase:
        case Gathering():
            return "gathering"
        case Between():
            return "between"
        case Open():
            return "open"
        case Done():
            return "done"
        case Cancelled():
            return "cancelled"
        case _:
            return "running"


def _next(tournament: Tournament) -> Next | None:
    if tournament.paused is not None or tournament.is_over:
        return None
    match tournament.phase:
        case Gathering() if tournament.setting.starts is not None:
            return Next("start", tournament.setting.starts)
        case Between(pairs):
            return Next("pairing", pairs)
        case Open(ends):
            return Next("end", ends)
        case _ if tournament.rounds and any(table.opened is None for table in tournament.rounds[-1].tables):
            return Next("opening", tournament.rounds[-1].opens)
        case Running() if not is_last_round(tournament):
            return _about(tournament)
        case _:
            return None


def _about(tournament: Tournament) -> Next | None:
    """When the game that runs for the longest will have taken as long as such games do."""
    playing = [table.opened for table in tournament.rounds[-1].tables if table.ended is None]
    opened = min((at for at in playing if at is not None), default=None)
    if opened is None:
        return None
    return Next("round", round(opened + game_takes(tournament.setting) + tournament.setting.between, 1))


def is_last_round(tournament: Tournament) -> bool:
    """Whether nothing is played after the round that runs."""
    last, format = tournament.rounds[-1], tournament.setting.format
    match format:
        case Series(games):
            return len(tournament.rounds) >= games
        case Swiss() if last.stage == "swiss":
            return is_swiss_over(tournament) and not format.last
        case _:
            return is_final(last)


def game_takes(setting: Setting) -> float:
    """Seconds, roughly: the listing has the minutes of one person among bots, and people take twice that."""
    return 2 * 60 * find(setting.game).minutes


def _entrant(entrant: Entrant) -> EntrantView:
    return EntrantView(entrant.who, entrant.level, entrant.team, entrant.status)


def _standing(standing: Standing, ties: tuple[Amount, ...]) -> StandingView:
    scores = tuple(_score(score) for score in standing.scores)
    points, opponents = _points(standing.points), _points(standing.opponents)
    return StandingView(
        standing.who, standing.rank, points, opponents, standing.wins, scores, tuple(map(_points, ties))
    )  # fmt: skip


def _score(score: Score) -> ScoreView:
    return ScoreView(score.round, _points(score.points), score.place, score.of, score.table, score.double)


def _team(score: TeamScore) -> TeamView:
    members = tuple(MemberView(each.who, _points(each.points), each.counts) for each in score.members)
    return TeamView(score.team, score.rank, _points(score.points), members)


def _round(each: Round, *, known: bool) -> RoundView:
    tables = tuple(_table(table, known=known) for table in each.tables)
    return RoundView(
        each.number, each.stage, tables, each.byes, each.opens, each.ended, each.through, each.commit, each.seed
    )


def _table(table: RoundTable, *, known: bool) -> TableView:
    """What a table has ended with is told when the round may be known."""
    points = tuple(_points(each) for each in points_at(table)) if known and table.ended is not None else None
    void = known and table.ended is not None and table.ended.void
    return TableView(
        table.code, table.drawn.number, table.seats, _status(table), table.arrived, table.no_shows, points, void,
        table.no_show_at,
    )  # fmt: skip


def _status(table: RoundTable) -> TableStatus:
    if table.ended is not None:
        return "ended"
    if table.opened is None:
        return "soon"
    return "playing" if table.is_ready else "waiting"


def _points(points: Amount) -> float:
    """Close enough to read; the standings compare the exact numbers."""
    return round(float(points), 3)
