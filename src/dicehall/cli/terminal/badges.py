"""How a team looks in characters: a mark for its pattern, in its colour, and its label."""

from collections.abc import Mapping

from rich.text import Text

from dicehall.cli.client.table import ClientTable
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.pages import on_the_board
from dicehall.names.clean import clean
from dicehall.narrate.story import LETTERS
from dicehall.ports.teams import Colour, Pattern, Team
from dicehall.rules.values import Seat
from dicehall.table.core.teams import evening_score

say = words("terminal-teams")
COLOURS: Mapping[Colour, str] = {
    "red": "#ff6b6b",
    "orange": "#ff9f43",
    "gold": "#f0c94a",
    "green": "#7bd66b",
    "teal": "#3fd0c0",
    "blue": "#6fb1ff",
    "violet": "#b794f6",
    "rose": "#ff9ecb",
}
MARKS: Mapping[Pattern, str] = {"plain": "■", "stripes": "▤", "dots": "░", "check": "▦", "chevron": "▲", "halves": "◧"}
MOST = 4
"""Teams that are listed on a full screen, where every line is wanted."""


def label(team: Team) -> str:
    """As it may be shown: it must not control this terminal."""
    return clean(team.label)


def mark(team: Team | None) -> Text:
    """One character, so that names stay below each other."""
    return Text(" ") if team is None else Text(MARKS[team.pattern], COLOURS[team.colour])


def marked(team: Team) -> Text:
    return mark(team).append(f" {label(team)}")


def look(team: Team) -> str:
    """`red, stripes`."""
    return say("look", colour=say(f"colour-{team.colour}"), pattern=say(f"pattern-{team.pattern}"))


def by_seat(table: ClientTable) -> dict[Seat, Team]:
    """The badges of those whose names have letters."""
    worn = dict(table.shown.teams)
    return {seat: worn[who] for seat, who in enumerate(on_the_board(table)) if who in worn}


def mark_in_words(team: Team) -> str:
    return say("mark-team", label=label(team))


def legend(table: ClientTable) -> list[Text]:
    """Which mark is whose; after a game, also how many games each team has won."""
    score = {each.team: each.won for each in evening_score(table.shown.wins, table.shown.teams)}
    line, worn = Text(), by_seat(table)
    teams = sorted(table.teams, key=lambda team: -score.get(team, 0))
    for team in teams[:MOST]:
        members = " ".join(LETTERS[seat] for seat in worn if worn[seat] == team)
        line.append(" · " if line else "", "dim").append_text(marked(team)).append(
            f": {members}" if members else "", "dim"
        )
        if score and not table.playing:
            line.append(f" {say('won', count=score[team])}", "bold")
    if more := len(teams[MOST:]):
        line.append(f" · {say('more-teams', count=more)}", "dim")
    return [line] if line else []


def score_in_words(table: ClientTable) -> list[str]:
    """The evening score of the teams (TM-09); nothing before one of them has won."""
    score = evening_score(table.shown.wins, table.shown.teams)
    return [say("evening-score", score=", ".join(f"{label(each.team)} {each.won}" for each in score))] if score else []
