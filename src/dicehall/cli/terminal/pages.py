"""Pieces that pages of a menu are made from: the way back, a second question, people by their letters."""

from collections.abc import Callable, Iterable, Iterator

from dicehall.cli.client.table import ClientTable
from dicehall.cli.shared.words import say
from dicehall.cli.terminal.menu import Item, Page, Way
from dicehall.narrate.story import LETTERS
from dicehall.table.core.commands import Request
from dicehall.table.core.events import Who


def back(label: str = "back") -> Item:
    return Item("z", say(label), Way.BACK)


def sure(question: str, yes: str, do: Request) -> Page:
    """What cannot be undone is asked twice."""
    return Page(question, (back("no"), Item("y", yes, do)))


def whom(
    table: ClientTable, key: str, action: str, people: Iterable[Who], command: Callable[[Who], Request | Page]
) -> Iterator[Item]:
    """With nobody to choose from, there is no item."""
    items = people_by_letter(table, people, command)
    if items:
        yield Item(key, say(action), Page(say("whom", action=say(action)), (*items, back())))


def people_by_letter(table: ClientTable, people: Iterable[Who], command: Callable[[Who], Request | Page]) -> list[Item]:
    """By the letters next to their names; those without one get the next letters."""
    on_board = on_the_board(table)
    others = iter(LETTERS[len(on_board) :])
    return [
        Item((LETTERS[on_board.index(who)] if who in on_board else next(others)).casefold(), table.name(who),
             command(who))
        for who in people
    ]  # fmt: skip


def on_the_board(table: ClientTable) -> tuple[Who, ...]:
    """Whose names have letters, in their order: the players of the last game, or else everyone seated."""
    return table.shown.players if table.view is not None else tuple(seated.who for seated in table.shown.seated)


def letter(number: int) -> str:
    return LETTERS[number].casefold()
