"""What a person may do, as keys to press: numbers where the move is a number, letters elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from dicehall.cli.shared.words import say
from dicehall.evenings.core.commands import ByAnyone, ByHost
from dicehall.narrate import Narrator
from dicehall.narrate.story import LETTERS
from dicehall.rules.rerolls import Reroll
from dicehall.rules.values import Move, Seat, seat_fields
from dicehall.server.live.messages import Reaction
from dicehall.table.core.commands import Request, StopMatch, Throw

DIGITS = "123456789"
NARROWEST = 80
"""Columns of an old terminal."""
SPACES = 5
"""Around and between the key and the words of an item."""
ACROSS = 10
"""How many numbers stand in a row."""


class Way(Enum):
    """What a person chooses without telling the table."""

    BACK = "back"
    QUIT = "quit"
    """Away from the table, without giving anything up."""
    WAIT = "wait"
    LOOK = "look"
    """Uncover what only this player may see; in a tournament, show the standings."""
    ON = "on"
    """From a table of a tournament back to the tournament."""


class Page(NamedTuple):
    """More to choose from, one step further in."""

    title: str
    items: "tuple[Item, ...]"


class React(NamedTuple):
    """Show a reaction to the table."""

    reaction: Reaction


class Predict(NamedTuple):
    """Predict who wins, as a spectator."""

    seat: Seat
    chips: int
    chance: int


class InTournament(NamedTuple):
    """Take part in a tournament, or run it."""

    do: ByAnyone | ByHost


class Write(NamedTuple):
    """Something of your own: what is asked for, and what the answer leads to, unless it raises `RulesError`."""

    question: str
    then: "Callable[[str], Choice]"


Choice: TypeAlias = Move | Way | Request | React | Predict | Page | InTournament | Write
"""What a menu may lead to."""


class Item(NamedTuple):
    key: str
    """What to type: `7`, `k`, `135` for three dice."""
    label: str
    choice: Choice


class Menu:
    """Moves by key, with one of them lit for the arrow keys. Dice to roll again are marked one by one instead."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = tuple(items)
        self.lit = 0
        self.typed = ""
        self.marked: frozenset[int] = frozenset()
        self.dice = max((item.choice.dice[-1] + 1 for item in items if isinstance(item.choice, Reroll)), default=0)
        self._by_key = {item.key: item for item in self.items}

    @classmethod
    def of(cls, moves: Sequence[Move], narrator: Narrator, *, due: bool = True, stoppable: bool = False) -> "Menu":
        """Without moves, the dice are in the player's hand; a player who is not due may also wait."""
        items = [] if due else [Item("w", say("wait-and-see"), Way.WAIT)]
        items += _items(moves, narrator) if moves else [Item("t", narrator.text("throw"), Throw())]
        return cls([*items, Item("xx", say("end-match"), StopMatch())] if stoppable else items)

    @property
    def words(self) -> tuple[Item, ...]:
        """The items that are neither plain numbers nor ways to roll dice again."""
        return tuple(item for item in self.items if not item.key.isdigit())

    @property
    def numbers(self) -> tuple[Item, ...]:
        return () if self.dice else tuple(item for item in self.items if item.key.isdigit())

    @property
    def rows(self) -> list[tuple[Item, ...]]:
        """How the items are laid out: words one below the other while they are few, numbers side by side."""
        across = 1 if len(self.words) <= 5 and not self.numbers else self._fit
        return [*_chunks(self.words, across), *_chunks(self.numbers, ACROSS)]

    @property
    def _fit(self) -> int:
        """How many words stand in a row of an old terminal, up to three."""
        widest = max([len(item.key) + len(item.label) for item in self.words], default=0) + SPACES
        return min(max((NARROWEST - 1) // widest, 1), 3)

    def find(self, key: str) -> Item | None:
        """The item whose key was typed; the order and spacing of dice do not matter."""
        wanted = key.strip().casefold()
        if wanted in self._by_key:
            return self._by_key[wanted]
        digits = sorted(set(wanted.replace(" ", "").replace(",", "")))
        return self._by_key.get("".join(digits)) if self.dice and digits else None

    def look_like(self, other: "Menu") -> None:
        """Take over the marks of a menu with the same items, and its light if that was moved, wherever its item is."""
        self.typed, self.marked = other.typed, other.marked
        lit = other.items[other.lit].key if other.lit and not other.dice else ""
        self.lit = next((at for at, item in enumerate(self.items) if item.key == lit), 0) if lit else other.lit

    def arrow(self, right: int, down: int) -> None:
        """Move the light; it stops at the edges."""
        self.typed = ""
        if self.dice:
            self.lit = min(max(self.lit + right, 0), self.dice - 1)
            return
        flat = [item for row in self.rows for item in row]
        row = next(row for row in self.rows if self.items[self.lit] in row)
        if down:
            below = self.rows[min(max(self.rows.index(row) + down, 0), len(self.rows) - 1)]
            wanted = below[min(row.index(self.items[self.lit]), len(below) - 1)]
        else:
            wanted = flat[min(max(flat.index(self.items[self.lit]) + right, 0), len(flat) - 1)]
        self.lit = self.items.index(wanted)

    def mark(self, die: int) -> None:
        """Mark a die to be rolled again, or take the mark back."""
        if 0 <= die < self.dice:
            self.marked = self.marked ^ {die}
            self.lit = die

    def type(self, character: str) -> Item | None:
        """Mark a die, light the item that the keys lead to, or choose a letter's item at once."""
        if self.dice and character in DIGITS:
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
        return self.items[matching[0]] if sure and not typed.isdigit() else None

    def chosen(self) -> Item | None:
        """What Enter would choose; None where the marked dice are no legal move."""
        if not self.dice:
            return self.items[self.lit]
        if self.marked:
            return self._by_key.get("".join(str(die + 1) for die in sorted(self.marked)))
        return next((item for item in self.words if not isinstance(item.choice, StopMatch)), None)


def _chunks(items: Sequence[Item], size: int) -> list[tuple[Item, ...]]:
    return [tuple(items[first : first + size]) for first in range(0, len(items), size)]


def _items(moves: Sequence[Move], narrator: Narrator) -> Iterator[Item]:
    taken = {"w", "x"}
    for move in moves:
        label = narrator.offer(move)
        key = _key(move, label, taken)
        taken.add(key)
        yield Item(key, label, move)


def _key(move: Move, label: str, taken: set[str]) -> str:
    """Numbers are their own keys, seats have their letters, dice count from 1; words take the first letter free."""
    if isinstance(move, Reroll):
        return "".join(str(die + 1) for die in move.dice)
    seats = seat_fields(type(move))
    values = {name: getattr(move, name) for name in move.__struct_fields__}
    parts = [
        LETTERS[value].casefold() if name in seats else str(value)
        for name, value in values.items()
        if value is not None
    ]
    if parts:
        return "".join(parts)
    letters = [character for character in label.casefold() if character.isalpha()]
    return next(str(letter) for letter in [*letters, *"abcdefghijklmnopqrstuvwxyz"] if letter not in taken)
