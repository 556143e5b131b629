"""Choosing a team: one that is there already, or a label of your own with a colour and a pattern."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from dicehall.cli.shared.words import words
from dicehall.cli.terminal.badges import label, look
from dicehall.cli.terminal.menu import Choice, Item, Page, Write
from dicehall.cli.terminal.pages import back, letter
from dicehall.names.clean import clean_label
from dicehall.names.look_alikes import are_alike
from dicehall.narrate.story import LETTERS
from dicehall.ports.teams import COLOURS, PATTERNS, Colour, Team

say = words("terminal-teams")
TAKEN: Final = frozenset("notxz")
"""Keys of what else stands on the same page."""

Wear = Callable[[Team], Choice]
"""What a chosen team leads to."""


def choices(teams: Iterable[Team], wear: Wear) -> Iterator[Item]:
    """Those that are there, and one of your own."""
    there = tuple(teams)
    keys = (key for key in LETTERS.casefold() if key not in TAKEN)
    for key, team in zip(keys, there, strict=False):
        yield Item(key, say("join-team", label=label(team), look=look(team)), wear(team))
    yield Item("n", say("new-team"), Write(say("which-label"), lambda text: _named(text, there, wear)))


def _named(text: str, teams: Iterable[Team], wear: Wear) -> Choice:
    """A label that looks like one that is there means that team (TM-01); raises `BadOptions` where it cannot be."""
    chosen = clean_label(text)
    same = next((team for team in teams if are_alike(team.label, chosen)), None)
    return wear(same) if same is not None else _colours(chosen, wear)


def _colours(chosen: str, wear: Wear) -> Page:
    items = (
        Item(letter(at), say(f"colour-{colour}"), _patterns(chosen, colour, wear)) for at, colour in enumerate(COLOURS)
    )
    return Page(say("which-colour", label=chosen), (*items, back()))


def _patterns(chosen: str, colour: Colour, wear: Wear) -> Page:
    items = (
        Item(letter(at), say(f"pattern-{pattern}"), wear(Team(chosen, colour, pattern)))
        for at, pattern in enumerate(PATTERNS)
    )
    return Page(say("which-pattern", label=chosen), (*items, back()))
