"""What a person may do, as keys to press: numbers where the move is a number, letters elsewhere."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from dicehall.narrate import Narrator
from dicehall.rules.rerolls import Reroll
from dicehall.rules.values import Move

COLUMNS = 10


class Gesture(Enum):
    """What a person does that is not a move of the game."""

    THROW = "throw"
    WAIT = "wait"
    STOP = "stop"


class Item(NamedTuple):
    key: str
    """What to type: `7`, `k`, `135` for three dice."""
    label: str
    choice: Move | Gesture


class Menu:
    """Options by key, with one of them lit for the arrow keys. Dice to throw again are marked one by one instead."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = tuple(items)
        self.lit = 0
        self.typed = ""
        self.marked: frozenset[int] = frozenset()
        self.dice = max((item.choice.dice[-1] + 1 for item in items if isinstance(item.choice, Reroll)), default=0)
        self._by_key = {item.key: item for item in self.items}

    @classmethod
    def of(cls, options: Sequence[Move], narrator: Narrator, *, due: bool = True, stoppable: bool = False) -> "Menu":
        """No options means that the dice are in the person's hand; who is not due may also wait."""
        items = [] if due else [Item("w", "Wait", Gesture.WAIT)]
        items += _items(options, narrator) if options else [Item("t", narrator.text("throw"), Gesture.THROW)]
        return cls([*items, Item("x", "End the match", Gesture.STOP)] if stoppable else items)

    @property
    def words(self) -> tuple[Item, ...]:
        """The items that are not ways to throw dice again."""
        return tuple(item for item in self.items if not isinstance(item.choice, Reroll))

    def find(self, key: str) -> Item | None:
        """The item whose key was typed; the order and spacing of dice do not matter."""
        wanted = key.strip().casefold()
        if wanted in self._by_key:
            return self._by_key[wanted]
        digits = sorted(set(wanted.replace(" ", "").replace(",", "")))
        return self._by_key.get("".join(digits)) if self.dice and digits else None

    def arrow(self, right: int, down: int) -> None:
        """Move the light; it stops at the edges."""
        if self.dice:
            self.lit = min(max(self.lit + right, 0), self.dice - 1)
        else:
            step = right + down * self.columns
            self.lit = self.lit + step if 0 <= self.lit + step < len(self.items) else self.lit
        self.typed = ""

    @property
    def columns(self) -> int:
        """Numbers stand in rows; words below each other."""
        return COLUMNS if len(self.items) > 6 else 1

    def mark(self, die: int) -> None:
        """Mark a die to be thrown again, or take the mark back."""
        if 0 <= die < self.dice:
            self.marked = self.marked ^ {die}
            self.lit = die

    def type(self, character: str) -> Item | None:
        """Mark a die, light the item that the keys lead to, or choose a letter's item at once."""
        if self.dice and character.isdigit():
            self.mark(int(character) - 1)
            return None
        typed = self.typed + character.casefold()
        if not any(key.startswith(typed) for key in self._by_key):
            typed = character.casefold()
        matching = [index for index, item in enumerate(self.items) if item.key.startswith(typed)]
        if not matching:
            self.typed = ""
            return None
        self.typed = typed
        if not self.dice:
            self.lit = next((index for index in matching if self.items[index].key == typed), matching[0])
        sure = len(matching) == 1 and self.items[matching[0]].key == typed
        return self.items[matching[0]] if sure and not typed[0].isdigit() else None

    def chosen(self) -> Item | None:
        """What Enter would choose; None where the marked dice are not an option."""
        if not self.dice:
            return self.items[self.lit]
        if self.marked:
            return self._by_key.get("".join(str(die + 1) for die in sorted(self.marked)))
        return self.words[0] if self.words else None


def _items(options: Sequence[Move], narrator: Narrator) -> Iterator[Item]:
    taken = {"w", "x"}
    for move in options:
        label = narrator.offer(move)
        key = _key(move, label, taken)
        taken.add(key)
        yield Item(key, label, move)


def _key(move: Move, label: str, taken: set[str]) -> str:
    """Numbers are their own keys, seats and dice count from 1; words take the first letter that is free."""
    numbers = [getattr(move, name) for name in move.__struct_fields__ if getattr(move, name) is not None]
    if isinstance(move, Reroll):
        return "".join(str(die + 1) for die in move.dice)
    if numbers:
        seated = "to" in move.__struct_fields__
        return "-".join(str(number + (seated and index == 0)) for index, number in enumerate(numbers))
    letters = [character for character in label.casefold() if character.isalpha()]
    return next(str(letter) for letter in [*letters, *"abcdefghijklmnopqrstuvwxyz"] if letter not in taken)
