"""Playing line by line: for pipes, screen readers and plain terminals."""

import os
import sys
import time
from collections.abc import Callable

from dicehall.cli.boards import board_of
from dicehall.cli.local import Asked, Ended, LocalTable, Told
from dicehall.cli.menu import Item, Menu
from dicehall.narrate.story import ranking
from dicehall.rules.errors import ranges
from dicehall.rules.values import Seat

Say = Callable[[str], None]
CLEAR = "\033[H\033[2J\033[3J"
"""Empties the screen and what could be scrolled back to."""


def play_plain(table: LocalTable, ask: Callable[[str], str] = input, say: Say = print) -> None:
    """A whole game; EOFError and KeyboardInterrupt from `ask` are for the caller."""
    holder: Seat | None = None
    while True:
        match table.next():
            case Told(sentences, pause):
                if sys.stdout.isatty():
                    time.sleep(pause)
                tell(sentences, say)
            case Asked() as asked:
                if table.secretive and asked.seat != holder:
                    hand_over(table, asked.seat, ask, say)
                holder = asked.seat
                show(table, asked.seat, say)
                item = answer(table.menu(asked), table.names[asked.seat], ask, say)
                tell(table.answer(asked, item.choice).sentences, say)
            case Ended(over):
                say("")
                say(ranking(over, table.names))
                return


def tell(sentences: tuple[str, ...], say: Say) -> None:
    for sentence in sentences:
        say(sentence)


def hand_over(table: LocalTable, seat: Seat, ask: Callable[[str], str], say: Say) -> None:
    """Nothing of the last player's screen stays in sight of the next one."""
    name = table.names[seat]
    if sys.stdout.isatty():
        say("\n" * 40 if os.environ.get("TERM") == "dumb" else CLEAR)
    ask(f"The keyboard is for {name}. Press Enter when only {name} is looking. ")


def show(table: LocalTable, seat: Seat, say: Say) -> None:
    """The table as this seat sees it."""
    say("")
    for line in board_of(table.listing.name).spoken(table.seen(seat)):
        say(line)


def answer(menu: Menu, name: str, ask: Callable[[str], str], say: Say) -> Item:
    """Ask until the answer is one of the options; a single option is still the person's to take."""
    for item in menu.words if menu.dice or len(menu.items) <= 6 else ():
        say(f"  {item.key}  {item.label}")
    if menu.dice:
        say(f"  or the dice to throw again, such as 1 or 13 (dice 1 to {menu.dice})")
    elif len(menu.items) > 6:
        say(f"  {compact(menu)}")
    while True:
        typed = ask(f"{name}> ")
        found = menu.find(typed) if typed.strip() else menu.items[0] if len(menu.items) == 1 else None
        if found:
            return found
        say(f"{typed.strip() or 'Nothing'} is not an option. Type one of: {compact(menu)}")


def compact(menu: Menu) -> str:
    """All keys on one line."""
    if menu.dice:
        return ", ".join([*(item.key for item in menu.words), "dice such as 1 or 13"])
    words = [f"{item.key} ({item.label})" for item in menu.items if not item.key[0].isdigit()]
    numbers = [item.key for item in menu.items if item.key[0].isdigit()]
    return ", ".join([*words, *(ranges([int(key) for key in numbers]) if all(map(str.isdigit, numbers)) else numbers)])
