"""Playing line by line: for pipes, screen readers and plain terminals."""

import os
import sys
import termios
import time
from collections.abc import Callable
from shutil import get_terminal_size

from dicehall.cli.client.local import Asked, Ended, LocalTable, Told
from dicehall.cli.shared.rulebook import rules_page
from dicehall.cli.terminal.boards import board_of
from dicehall.cli.terminal.menu import Answer, Menu
from dicehall.narrate.story import ranking
from dicehall.rules.values import Seat
from dicehall.rules.wording import ranges

Say = Callable[[str], None]
Ask = Callable[[str], str]
CLEAR = "\033[H\033[2J\033[3J"
"""Empties the screen and what could be scrolled back to."""


def play_plain(table: LocalTable, ask: Ask = input, say: Say = print) -> None:
    """A whole game; EOFError and KeyboardInterrupt from `ask` are for the caller."""
    missed: dict[Seat, list[str]] = {seat: [] for seat in table.people}
    say("Answer with a key and Enter. ? prints the rules, Ctrl-C leaves.")
    while True:
        match table.next():
            case Told(sentences, pause):
                if sys.stdout.isatty():
                    time.sleep(pause)
                tell(sentences, missed, say)
            case Asked(seat) as asked:
                if table.secretive:
                    clear(say)
                    hand_over(table.names[seat], ask)
                    for sentence in missed[seat]:
                        say(sentence)
                show(table, seat, say)
                choice = answer(table, asked, ask, say)
                missed[seat].clear()
                if table.secretive:
                    clear(say)
                tell(table.answer(asked, choice).sentences, missed, say)
            case Ended(over):
                say("")
                say(ranking(over, table.narrator))
                return


def tell(sentences: tuple[str, ...], missed: dict[Seat, list[str]], say: Say) -> None:
    """Say what happened, and keep it for those whose screen will have been cleared."""
    for sentence in sentences:
        say(sentence)
        for kept in missed.values():
            kept.append(sentence)


def clear(say: Say) -> None:
    """Nothing of one player's screen stays in sight of the next one."""
    if sys.stdout.isatty():
        dumb = os.environ.get("TERM", "dumb") == "dumb"
        say("\n" * max(60, get_terminal_size().lines) if dumb else CLEAR)


def hand_over(name: str, ask: Ask) -> None:
    """What was typed too early is not meant for this question."""
    if sys.stdin.isatty():
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
    ask(f"The keyboard is for {name}. Press Enter when only {name} is looking. ")


def show(table: LocalTable, seat: Seat, say: Say) -> None:
    """The table as this seat sees it."""
    say("")
    for line in board_of(table.listing.name).spoken(table.seen(seat)):
        say(line)


def answer(table: LocalTable, asked: Asked, ask: Ask, say: Say) -> Answer:
    """Ask until the answer is one of the options; a single option is still the person's to take."""
    menu = table.menu(asked)
    for line in menu_lines(menu):
        say(f"  {line}")
    while True:
        typed = ask(f"{table.names[asked.seat]}> ").strip()
        if typed == "?":
            say(rules_page(table.listing))
            continue
        found = menu.find(typed) if typed else menu.items[0] if len(menu.items) == 1 else None
        if found:
            assert isinstance(found.choice, Answer)
            return found.choice
        not_an_option(typed, menu, say)


def not_an_option(typed: str, menu: Menu, say: Say) -> None:
    say(f"{typed or 'Nothing'} is not an option. Answer with one of these:")
    for line in menu_lines(menu):
        say(f"  {line}")


def menu_lines(menu: Menu) -> list[str]:
    """A line for each word, one for all numbers, one for the dice."""
    lines = [f"{item.key}  {item.label}" for item in menu.words]
    if menu.numbers:
        first = menu.numbers[0]
        numbers = ", ".join(ranges([int(item.key) for item in menu.numbers])).replace("..", " to ")
        lines.append(f"{first.label.removesuffix(first.key)}{numbers}")
    if menu.dice:
        lines.append(f"or the dice to throw again by their places 1 to {menu.dice}, such as 1 or 13")
    return lines
