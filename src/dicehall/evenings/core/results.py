"""The results of a tournament as a table with stable columns, for spreadsheets and programs."""

import csv
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Final, Literal

from dicehall.evenings.core.public_view import EntrantView, PublicView, ScoreView, StandingView, TeamView
from dicehall.evenings.core.state import Tournament
from dicehall.rules.values import Value
from dicehall.table.core.events import Who

TIES: Final = ("reached", "place", "points", "opponents", "before", "wins", "latest", "fewer_games", "lot")
"""Every tie-break there is; one that does not count in this format is empty."""
COLUMNS: Final = ("rank", "name", "kind", "team", "status", *TIES, "team_rank", "team_points")
"""In this order, whatever was played; the rounds follow."""
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What makes a cell a formula to a spreadsheet."""
MARK: Final = "\ufeff"
"""Tells spreadsheets that names are in UTF-8."""


class ResultRow(Value):
    rank: int
    who: Who
    name: str
    kind: Literal["person", "bot"]
    team: str
    """Its label; empty for those who are in none."""
    status: Literal["in", "away", "removed"]
    ties: dict[str, float]
    """By the name of the tie-break."""
    rounds: tuple[float | None, ...]
    """The points of each round; of an arena, of each one's own games in their order. None where they did not play."""


class Lots(Value):
    """What it takes to work the lots out again (E-27)."""

    commit: str
    seeds: tuple[str, ...]
    """What the clients of all entrants have mixed in, in the order of entry; latecomers are not in earlier lots."""
    drawn: int
    """How many lots there were since the commitment."""
    latest: str
    seed: str
    """The secret, once it is over."""


class Results(Value):
    code: str
    title: str
    game: str
    phase: str
    tie_breaks: tuple[str, ...]
    """In their order."""
    results: tuple[ResultRow, ...]
    """The best first."""
    lots: Lots
    teams: tuple[TeamView, ...] = ()
    """The best first; empty where teams are not scored."""


def results(code: str, tournament: Tournament, shown: PublicView, name: Callable[[Who], str]) -> Results:
    """As everyone may know it now; it is final when the phase is `done`."""
    entrants = {entrant.who: entrant for entrant in shown.entrants}
    arena = bool(shown.rounds) and shown.rounds[0].stage == "arena"
    numbers = [each.number for each in shown.rounds]
    widest = max((len(standing.scores) for standing in shown.standings), default=0)
    rows = tuple(
        _row(shown, standing, entrants[standing.who], name(standing.who), rounds)
        for standing in shown.standings
        for rounds in (_games(standing.scores, widest) if arena else _rounds(standing.scores, numbers),)
    )
    setting, drawn = shown.setting, lots(tournament)
    return Results(code, setting.title, setting.game, shown.phase, shown.tie_breaks, rows, drawn, shown.teams)


def lots(tournament: Tournament) -> Lots:
    seeds = tuple(entrant.seed for entrant in tournament.entrants)
    return Lots(tournament.commit, seeds, tournament.lots, tournament.lot, tournament.seed)


def _row(
    shown: PublicView, standing: StandingView, entrant: EntrantView, name: str, rounds: tuple[float | None, ...]
) -> ResultRow:  # fmt: skip
    ties = dict(zip(shown.tie_breaks, standing.ties, strict=True)) | {"points": standing.points}
    label = "" if entrant.team is None else entrant.team.label
    kind: Literal["person", "bot"] = "person" if entrant.level is None else "bot"
    return ResultRow(standing.rank, standing.who, name, kind, label, entrant.status, ties, rounds)


def _rounds(scores: Sequence[ScoreView], numbers: Sequence[int]) -> tuple[float | None, ...]:
    made = {score.round: score.points for score in scores}
    return tuple(made.get(number) for number in numbers)


def _games(scores: Sequence[ScoreView], widest: int) -> tuple[float | None, ...]:
    return (*(score.points for score in scores), *(None,) * (widest - len(scores)))


def as_csv(results: Results) -> str:
    """For spreadsheets: no cell that people have written is a formula."""
    text = StringIO()
    rounds = len(results.results[0].rounds) if results.results else 0
    writer = csv.writer(text)
    writer.writerow((*COLUMNS, *(f"round_{number}" for number in range(1, rounds + 1))))
    teams = {each.team.label: each for each in results.teams}
    for row in results.results:
        team = teams.get(row.team)
        scored = ("", "") if team is None else (team.rank, _cell(team.points))
        people = (row.rank, defused(row.name), row.kind, defused(row.team), row.status)
        writer.writerow((*people, *(_cell(row.ties.get(name)) for name in TIES), *scored, *map(_cell, row.rounds)))
    return MARK + text.getvalue()


def defused(cell: str) -> str:
    """With an apostrophe in front, a spreadsheet takes it for text."""
    return f"'{cell}" if cell.lstrip(" ").startswith(FORMULA) else cell


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:g}"
