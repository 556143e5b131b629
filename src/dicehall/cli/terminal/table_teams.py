"""Teams in the menu of a table: your own badge, and what the host does about those of others (TM-02, TM-03)."""

from collections.abc import Iterator

from dicehall.cli.client.table import ClientTable
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.menu import Item, Page
from dicehall.cli.terminal.pages import back, people_by_letter
from dicehall.cli.terminal.team_pages import choices
from dicehall.ports.teams import Team
from dicehall.table.core.commands import ChooseTeam, DressUp
from dicehall.table.core.events import Who, is_bot

say = words("terminal-teams")


def team_items(table: ClientTable) -> Iterator[Item]:
    """Nothing for those who neither sit here nor host."""
    items = (*_mine(table), *_of_others(table))
    if items:
        yield Item("e", say("teams"), Page(say("teams"), (*items, back())))


def _mine(table: ClientTable) -> Iterator[Item]:
    if table.me is None or table.seated is None:
        return
    mine = table.team_of(table.me)
    if table.me not in table.shown.muted:
        yield from choices((team for team in table.teams if team != mine), ChooseTeam)
    if mine is not None:
        yield Item("x", say("take-off"), ChooseTeam(None))


def _of_others(table: ClientTable) -> Iterator[Item]:
    if not table.hosting:
        return
    bots = [seated.who for seated in table.shown.seated if is_bot(seated.who)]
    wearing = [who for who, _ in table.shown.teams if who != table.me]
    if bots:
        page = Page(say("whose-team"), (*people_by_letter(table, bots, lambda who: _dress_up(table, who)), back()))
        yield Item("o", say("team-of-bot"), page)
    if wearing:
        page = Page(say("whose-badge"), (*people_by_letter(table, wearing, lambda who: DressUp(who, None)), back()))
        yield Item("t", say("take-off-of"), page)


def _dress_up(table: ClientTable, bot: Who) -> Page:
    def give(team: Team) -> DressUp:
        return DressUp(bot, team)

    worn = table.team_of(bot)
    teams = (team for team in table.teams if team != worn)
    return Page(say("which-team", name=table.name(bot)), (*choices(teams, give), back()))
