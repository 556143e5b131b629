"""Teams at a table: who wears which badge. Role play only: no rule asks for it (P-23)."""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from dicehall.names.clean import clean_label
from dicehall.names.look_alikes import are_alike
from dicehall.ports.teams import Team
from dicehall.table.core import events
from dicehall.table.core.draft import Draft, RefusedError, only_if
from dicehall.table.core.events import Who, is_bot
from dicehall.table.core.state import Seated

Wins: TypeAlias = Iterable[tuple[Who, int]]
Worn: TypeAlias = Iterable[tuple[Who, Team]]

MUTED = "The host has muted you: you cannot choose a team now."
SAME = "That is so already. A team keeps the colour and pattern of whoever was in it first."
OWN_CHOICE = "People choose their team themselves; you can only take a badge off."


def settled(team: Team, others: Iterable[Team]) -> Team:
    """Cleaned; under a label that looks like that of a team that is there, it is that team (TM-01).

    Raises `BadOptions` for a label that is not allowed.
    """
    label = clean_label(team.label)
    return next((other for other in others if are_alike(other.label, label)), replace(team, label=label))


def choose(draft: Draft, occupant: Seated, team: Team | None) -> None:
    only_if(team is None or occupant.who not in draft.table.muted, "muted", MUTED)
    change(draft, occupant.who, team)


def dress_up(draft: Draft, whom: Who, team: Team | None) -> None:
    """By the host (TM-03)."""
    here = draft.table.seated_as(whom) is not None or draft.table.team_of(whom) is not None
    only_if(here, "unknown", "They do not sit at this table.")
    only_if(team is None or is_bot(whom), "forbidden", OWN_CHOICE)
    change(draft, whom, team)


def change(draft: Draft, who: Who, team: Team | None) -> None:
    """Nothing is told twice."""
    if team is None:
        only_if(draft.table.team_of(who) is not None, "already", "No badge is worn there.")
        draft.add(events.TeamDropped(who))
    elif not wear(draft, who, team):
        raise RefusedError("already", SAME)


def wear(draft: Draft, who: Who, team: Team) -> bool:
    """Whether that has changed anything."""
    chosen = settled(team, (other for whose, other in draft.table.teams if whose != who))
    if chosen == draft.table.team_of(who):
        return False
    draft.add(events.TeamChosen(who, chosen.label, chosen.colour, chosen.pattern))
    return True


def wear_own(draft: Draft, who: Who) -> None:
    """Whoever sits down wears the team of their profile (TM-02); a label that is not allowed any more is left out."""
    team = draft.inputs.team(who)
    if team is not None and who not in draft.table.muted:
        with draft.if_possible():
            wear(draft, who, team)


class TeamScore(NamedTuple):
    team: Team
    won: int


def evening_score(wins: Wins, worn: Worn) -> tuple[TeamScore, ...]:
    """The games won by those who wear a team's badge now, the best first; none before a team has won one (TM-09).

    A win that two of them share is in `wins` for both, and so it counts for both.
    """
    won, score = dict(wins), dict[Team, int]()
    for who, team in worn:
        score[team] = score.get(team, 0) + won.get(who, 0)
    best_first = sorted(score.items(), key=lambda each: -each[1])
    return tuple(TeamScore(team, games) for team, games in best_first) if any(score.values()) else ()
