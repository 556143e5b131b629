"""The score of teams in a tournament: worked out from the points of their members."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from dicehall.evenings.core.standings import Standing
from dicehall.evenings.core.state import Entrant, Tournament
from dicehall.ports.teams import Team, by_label
from dicehall.table.core.events import Who


class Member(NamedTuple):
    who: Who
    points: Fraction
    counts: bool
    """Whether they are part of the team's score."""


class TeamScore(NamedTuple):
    team: Team
    rank: int
    points: Fraction
    members: tuple[Member, ...]
    """The best first."""


def team_of_entry(team: Team | str | None) -> Team | None:
    """In logs from before teams had colours there is only a label, or nothing at all."""
    return by_label(team) if isinstance(team, str) and team else team or None


def team_scores(tournament: Tournament, order: Sequence[Standing]) -> tuple[TeamScore, ...]:
    """The best first; none where teams are not scored. `order` are the standings.

    Of teams that are level, the one whose best member stands higher comes first (TM-07).
    """
    scoring = tournament.setting.teams
    if scoring is None:
        return ()
    count = None if scoring.count == "sum" else scoring.count
    by_team = _standings_by_team(tournament.entrants, order)
    scored = [(team, _members(standings, count), standings[0].rank) for team, standings in by_team.items()]
    points = {team: sum((each.points for each in members if each.counts), Fraction(0)) for team, members, _ in scored}
    scored.sort(key=lambda each: (-points[each[0]], each[2]))
    return tuple(TeamScore(team, rank, points[team], members) for rank, (team, members, _) in enumerate(scored, 1))


def _standings_by_team(entrants: Sequence[Entrant], order: Sequence[Standing]) -> dict[Team, list[Standing]]:
    """Each team's in their order; whoever was removed counts for no team any more (TM-06)."""
    teams = {each.who: each.team for each in entrants if each.team is not None and each.status != "removed"}
    found: dict[Team, list[Standing]] = defaultdict(list)
    for standing in order:
        if (team := teams.get(standing.who)) is not None:
            found[team].append(standing)
    return found


def _members(standings: Sequence[Standing], count: int | None) -> tuple[Member, ...]:
    """What everyone has made of all rounds (TM-05); who has made more counts before others."""
    made = [(each.who, sum((score.points for score in each.scores), Fraction(0))) for each in standings]
    made.sort(key=lambda each: -each[1])
    return tuple(Member(who, points, count is None or place < count) for place, (who, points) in enumerate(made))
