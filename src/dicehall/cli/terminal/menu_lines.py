"""A menu on a full screen: how it is drawn, and what keys do to it."""

from rich.text import Text
from textual import events

from dicehall.cli.shared.words import say
from dicehall.cli.terminal.boards.parts import BRASS
from dicehall.cli.terminal.menu import Item, Menu
from dicehall.rules.rerolls import Keep, Reroll

ROWS = 6
"""How many rows of a menu are in sight; they scroll with the light."""
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def press(menu: Menu, event: events.Key) -> Item | None:
    """A key at the menu: the chosen item, or None while there is none."""
    if event.key in ARROWS:
        menu.arrow(*ARROWS[event.key])
    elif event.key == "enter":
        return menu.chosen()
    elif event.key == "space":
        menu.mark(menu.lit)
    elif event.character and event.character.isalnum():
        return menu.type(event.character)
    return None


def on_enter(menu: Menu) -> str:
    """What Enter would do now."""
    chosen = menu.chosen()
    return chosen.label if chosen else say("marked-not-an-option" if menu.marked else "which-dice")


def dice_keys(menu: Menu) -> str:
    """What Enter does, also while no die is marked."""
    chosen = menu.chosen()
    match chosen and chosen.choice:
        case None:
            does = say("enter-mark-others" if menu.marked else "enter-then-rolls")
        case Reroll():
            does = say("enter-rolls")
        case Keep():
            does = say("enter-keeps")
        case _:
            does = say("enter-takes")
    return say("keys-dice", dice=menu.dice, does=does)


def menu_lines(menu: Menu, title: str) -> list[Text]:
    """The items with the lit one reversed; what stands before a colon in the title is a name."""
    whose, colon, what = title.partition(": ")
    head = Text().append(whose + colon, BRASS).append(what, "bold")
    if menu.dice:
        row = Text(f"  {say('roll-again')}: ")
        for die in range(menu.dice):
            mark = "x" if die in menu.marked else " "
            row.append(f" {die + 1}[{mark}] ", "reverse" if die == menu.lit else "")
        row.append("   " + "  ".join(f"{item.key} {item.label}" for item in menu.words), "dim")
        return [head, row]
    lines = [head]
    at = next(number for number, row in enumerate(menu.rows) if menu.items[menu.lit] in row)
    first = max(0, min(at - 2, len(menu.rows) - ROWS))
    numbers = menu.numbers
    lead = numbers[0].label.removesuffix(numbers[0].key).strip() if numbers else ""
    for items in menu.rows[first : first + ROWS]:
        line = Text(" ")
        if items[0] in numbers:  # what a number means, before the first row of them
            line.append(f" {lead if items[0] is numbers[0] else '':<{len(lead)}}", "dim")
        for item in items:
            shown = f" {item.key:>2} " if item.key.isdigit() else f" {item.key}  {item.label} "
            line.append(shown, "reverse bold" if item is menu.items[menu.lit] else "").append(" ")
        lines.append(line)
    return lines
