"""What you may do in a tournament besides playing: take part or not, and run it."""

from collections.abc import Iterator

from dicehall.bots import levels_of
from dicehall.cli.client.tournament import ClientTournament
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.menu import InTournament, Item, Page, Way
from dicehall.cli.terminal.pages import back
from dicehall.cli.terminal.tournament_teams import entering
from dicehall.evenings.core import commands
from dicehall.evenings.core.commands import ByAnyone, ByHost
from dicehall.narrate.story import LETTERS

say = words("terminal-tournament")


def standings_page(cup: ClientTournament, *, read_out: bool) -> Page:
    """Line by line, the standings are shown when they are asked for."""
    titles = {"gathering": "page-gathering", "done": "page-over", "cancelled": "page-over"}
    title = say(titles.get(cup.shown.phase, "page-running"))
    return Page(title, tuple(_items(cup, read_out=read_out)))


def _items(cup: ClientTournament, *, read_out: bool) -> Iterator[Item]:
    entrant = cup.entrant
    if entrant is None and cup.me is not None and cup.can_enter:
        yield Item("e", say("enter"), InTournament(commands.Enter()))
        yield Item("t", say("enter-as"), entering(cup))
    if entrant is not None and entrant.status == "away" and not cup.is_over:
        yield Item("r", say("return"), InTournament(commands.Return()))
    if read_out:
        yield Item("s", say("show-standings"), Way.LOOK)
    if cup.runs and not cup.is_over:
        yield Item("o", say("host-tools"), Page(say("host-tools"), (back(), *_for_host(cup))))
    if cup.takes_part and not cup.is_over:
        yield Item("l", say("leave"), _sure(say("leave-sure"), say("leave-yes"), commands.Leave()))
    yield Item("q", say("quit-stay" if cup.takes_part and not cup.is_over else "quit"), Way.QUIT)


def _for_host(cup: ClientTournament) -> Iterator[Item]:
    shown = cup.shown
    if shown.phase == "gathering":
        yield Item("b", say("begin"), InTournament(commands.Begin()))
    if shown.setting.bots and cup.can_enter:
        levels = [
            Item(
                LETTERS[n].casefold(),
                say("bot-level", level=level, name=level.upper()),
                InTournament(commands.AddBot(level)),
            )
            for n, level in enumerate(levels_of(shown.setting.game))
        ]
        yield Item(
            "a",
            say("add-bot"),
            Page(say("which-bot"), (*levels, back())) if levels else InTournament(commands.AddBot()),
        )
    if shown.phase != "gathering":
        yield (
            Item("p", say("resume"), InTournament(commands.Resume()))
            if shown.paused
            else Item("p", say("pause"), InTournament(commands.Pause()))
        )
    if shown.phase == "running" and all(table.status == "soon" for table in shown.rounds[-1].tables):
        yield Item("u", say("undo"), InTournament(commands.UndoPairing()))
    yield Item("c", say("call-off"), _sure(say("call-off-sure"), say("call-off-yes"), commands.CallOff()))


def _sure(question: str, yes: str, do: ByAnyone | ByHost) -> Page:
    """What cannot be undone is asked twice."""
    return Page(question, (back("no"), Item("y", yes, InTournament(do))))
