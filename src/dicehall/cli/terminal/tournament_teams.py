"""The teams of a tournament: their standings, which mark is whose, and entering with one of them."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from dicehall.cli.client.tournament import ClientTournament
from dicehall.cli.client.tournament_news import number
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.badges import label, marked
from dicehall.cli.terminal.boards.parts import BRASS
from dicehall.cli.terminal.menu import InTournament, Item, Page
from dicehall.cli.terminal.pages import back
from dicehall.cli.terminal.team_pages import choices
from dicehall.evenings.core.commands import Enter
from dicehall.evenings.core.public_view import TeamView
from dicehall.evenings.core.setting import TeamScoring
from dicehall.ports.teams import Team
from dicehall.table.core.events import Who

say = words("terminal-teams")
IN_SIGHT: Final = 5
"""Teams in the standings of a full screen; mine comes after them."""
READ_OUT: Final = 10


def team_of(cup: ClientTournament, who: Who) -> Team | None:
    """What they have entered with."""
    return next((entrant.team for entrant in cup.shown.entrants if entrant.who == who), None)


def teams_of(cup: ClientTournament) -> tuple[Team, ...]:
    """All that have entered, each once."""
    return tuple(dict.fromkeys(entrant.team for entrant in cup.shown.entrants if entrant.team is not None))


def entering(cup: ClientTournament) -> Page:
    """With a team that is there, with another one, or with none, whatever the profile says."""
    none = Item("x", say("enter-alone"), InTournament(Enter(team=None)))
    items = choices(teams_of(cup), lambda team: InTournament(Enter(team=team)))
    return Page(say("enter-for"), (*items, none, back()))


# The standings of teams


def scoring_in_words(scoring: TeamScoring) -> str:
    return say("scoring", count=0 if scoring.count == "sum" else scoring.count)


def teams_in_words(cup: ClientTournament) -> Iterator[str]:
    """The best ten, and mine; nothing where teams are not scored or nobody is in one."""
    if cup.shown.setting.teams is None or not cup.shown.teams:
        return
    yield f"{scoring_in_words(cup.shown.setting.teams)}:"
    for each in _in_sight(cup, READ_OUT):
        members = ", ".join(
            say("member", name=cup.name(one.who), points=number(one.points), counts="yes" if one.counts else "no")
            for one in each.members
        )
        points = number(each.points)
        unit = "one" if points == "1" else "many"
        yield "  " + say("team-line", rank=each.rank, label=label(each.team), points=points, unit=unit, members=members)
    if more := len(cup.shown.teams) - len(_in_sight(cup, READ_OUT)):
        yield f"  {say('more-teams', count=more)}"


def team_lines(cup: ClientTournament) -> list[Text]:
    """On a full screen: the standings, or where teams are not scored, only which mark is whose."""
    shown = cup.shown
    if shown.setting.teams is None:
        return _legend(teams_of(cup))
    if not shown.teams:
        return []
    found = _in_sight(cup, IN_SIGHT)
    lines = [Text(scoring_in_words(shown.setting.teams), BRASS), *(_line(cup, each) for each in found)]
    more = len(shown.teams) - len(found)
    return [*lines, Text(f"    {say('more-teams', count=more)}", "dim")] if more else lines


def _in_sight(cup: ClientTournament, most: int) -> list[TeamView]:
    mine = None if cup.me is None else team_of(cup, cup.me)
    return [each for at, each in enumerate(cup.shown.teams) if at < most or each.team == mine]


def _line(cup: ClientTournament, each: TeamView) -> Text:
    line = Text(f"{each.rank:>4} ", no_wrap=True, overflow="ellipsis")
    line.append_text(marked(each.team)).append(f"  {number(each.points)}", "bold")
    return line.append(f"  {', '.join(cup.name(one.who) for one in each.members)}", "dim")


def _legend(teams: tuple[Team, ...]) -> list[Text]:
    line = Text(no_wrap=True, overflow="ellipsis")
    for team in teams:
        line.append("   " if line else "").append_text(marked(team))
    return [line] if line else []
