"""How a game introduces itself: a `Listing` at the end of its file."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, get_args, get_type_hints

import msgspec
from msgspec import inspect

from dicehall.rules.errors import BadOptions
from dicehall.rules.kernel import Game
from dicehall.rules.progress import Progress
from dicehall.rules.purpose import Purpose
from dicehall.rules.values import Options

GAMES_WON: Final = "games_won"
"""The option of a game that wants to know how many games each player has won, by seat."""


class Preset(NamedTuple):
    """A named set of options, with a clock if the variation is about time."""

    title: str
    """What people call it."""
    options: Options
    """All options of the variation."""
    clock: int | None = None
    """Seconds to answer; part of the table's setting, never of a record."""


class Choice(NamedTuple):
    """One option as a form or a help text shows it."""

    name: str
    """As in records and commands."""
    default: Any
    """Its value if nobody chooses one."""
    allowed: str
    """The allowed values in words, such as `1..10`."""
    values: tuple[Any, ...]
    """All allowed values if they can be listed, the default first."""


class Listing(NamedTuple):
    """Everything the rest of the program needs to know about a game."""

    name: str
    """As in records, commands and addresses, such as `three_dice`."""
    title: str
    """As people read it."""
    edition: int
    """Grows when a recorded game would go differently."""
    seats: tuple[int, int]
    """The fewest and the most that can play."""
    minutes: int
    """About how long you play with three bots, as `benchmarks/bench_minutes.py` measures it; people take twice that."""
    sentence: str
    """The game in one sentence."""
    options: type[Options]
    """What a table can choose."""
    presets: tuple[Preset, ...]
    """Named sets of options, the usual one first."""
    game: Callable[[int, Any], Game[Any]]
    """Makes a game from the number of seats and its options; use `new`, which checks them."""
    state: Any
    """The type of its states."""
    view: Any
    """The type of its views."""
    move: Any
    """The type of its moves, a union."""
    event: Any
    """The type of its events, a union."""
    progress: Callable[[Any, Any], Progress]
    """How far a game is, by the game and its public board: a tournament shows it of each of its tables."""
    usual_seats: int | None = None
    """Seats at a table whose host chooses no number, if that is fewer than the most."""
    most_seats: int | None = None
    """The most seats the rules can handle, if that is more than a table has."""
    icon: str | None = None
    """Path data of an SVG, drawn in lines on a grid of 24 by 24; without one the page shows dice."""
    colour: str | None = None
    """Its accent on dark felt, as `#rrggbb`; without one it has the colour of the hall."""
    colour_light: str | None = None
    """The same accent for the light theme."""
    points: bool = False
    """Whether scores are worth adding up from game to game."""
    clock: int = 60
    """Seconds to answer at a table whose host chooses none."""
    wants_games_won: bool = False
    """Whether the table tells the game how often each player has won it, in its option `games_won`."""
    predictions_close: Callable[[Any, Any], bool] | None = None
    """Whether it is too late to predict who wins, by the game and its public board; None if nobody can predict it."""
    drawn_for: Callable[[Any, Any], Purpose] | None = None
    """What the next draw is for, by the game and its state: for duplicate dice. None if it is not played with them."""

    def new(self, seats: int, options: Options | Mapping[str, Any] | None = None) -> Game[Any]:
        """A game for this many seats; options are checked, and missing ones have their defaults."""
        self.check_seats(seats, self.most_seats or self.seats[1])
        given = self.read_options(msgspec.to_builtins(options) if isinstance(options, Options) else options or {})
        return self.game(seats, given.for_seats(seats))

    def check_seats(self, seats: int, most: int | None = None) -> None:
        """Raise `BadOptions` if the game cannot have this many seats; `most` overrides the upper limit."""
        fewest, most = self.seats[0], most or self.seats[1]
        if not fewest <= seats <= most:
            raise BadOptions(f"{self.title} takes {fewest} to {most} seats, not {seats}")

    def read_options(self, given: Mapping[str, Any]) -> Options:
        """Options from names and values, as in records; raises `BadOptions` for the first that does not fit."""
        choices = {choice.name: choice for choice in self.choices()}
        for name, value in given.items():
            if name not in choices:
                raise BadOptions(f"{self.title} has no option {name!r}; its options are {', '.join(choices)}")
            try:
                msgspec.convert({name: value}, self.options)
            except msgspec.ValidationError:
                problem = f"{name} cannot be {msgspec.json.encode(value).decode()}"
                raise BadOptions(f"{problem}; allowed: {choices[name].allowed}") from None
        return msgspec.convert(given, self.options)

    def choices(self) -> tuple[Choice, ...]:
        """The options as a form shows them."""
        return _choices(self.options)

    def preset(self, title: str) -> Preset:
        """The preset with this title, in capital or small letters."""
        for preset in self.presets:
            if preset.title.casefold() == title.casefold():
                return preset
        raise BadOptions(f"{self.title} has no preset {title!r}; it has {', '.join(p.title for p in self.presets)}")


@cache
def _choices(options: type[Options]) -> tuple[Choice, ...]:
    described = inspect.type_info(options)
    assert isinstance(described, inspect.StructType)
    hints = get_type_hints(options)
    return tuple(_choice(field, get_args(hints[field.name])) for field in described.fields)


def _choice(field: inspect.Field, words: tuple[Any, ...]) -> Choice:
    match field.type:
        case inspect.BoolType():
            values: tuple[Any, ...] = (field.default, not field.default)
        case inspect.LiteralType():
            # The rest as declared: the inspection itself does not keep the order.
            values = (field.default, *(word for word in words if word != field.default))
        case inspect.IntType(ge=int(least), le=int(most)):
            values = (field.default, *(value for value in range(least, most + 1) if value != field.default))
            return Choice(field.name, field.default, f"{least}..{most}", values)
        case inspect.VarTupleType(inspect.IntType(ge=int(least))):
            return Choice(field.name, field.default, f"a list of numbers from {least} up", ())
        case other:
            raise TypeError(f"option {field.name} is a {other}, which no form can show")
    return Choice(field.name, field.default, ", ".join(map(plain, values)), values)


def plain(value: object) -> str:
    """A value as you type it after `--set name=`."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
