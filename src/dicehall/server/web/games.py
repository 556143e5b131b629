"""The games of this hall: the catalog, and the words and rules of each."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec
from litestar import MediaType, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from dicehall import narrate
from dicehall.bots import levels_of
from dicehall.bots.characters import CHARACTERS
from dicehall.narrate.kinds import kinds_of_game, members
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.errors import UnknownGame
from dicehall.rules.listing import Listing
from dicehall.rules.values import Value
from dicehall.rules.wording import sentence
from dicehall.server.services.asking import Handlers, HttpRequest
from dicehall.server.services.problems import Problem
from dicehall.server.web.cached import ASKED_ABOUT, PACKED, Cached, answer, cache
from dicehall.server.web.rulebook import Rules, render

LANGUAGE: Final = "en"
LONGEST: Final = 40
"""Characters of a name that are read and repeated."""


class OptionInfo(Value):
    name: str
    default: Any
    allowed: str
    values: tuple[Any, ...]


class PresetInfo(Value):
    title: str
    options: dict[str, Any]
    clock: int | None


class GameInfo(Value):
    name: str
    title: str
    edition: int
    seats: tuple[int, int]
    usual_seats: int
    """At a table that is opened without a number of seats."""
    minutes: int
    clock: int
    """Seconds to answer at a table that is opened without a clock."""
    sentence: str
    options: tuple[OptionInfo, ...]
    presets: tuple[PresetInfo, ...]
    icon: str | None
    """Path data of an SVG, drawn in lines on a grid of 24 by 24."""
    colour: str | None
    """Its accent on dark felt, as `#rrggbb`."""
    colour_light: str | None
    """The same accent for the light theme."""
    points: bool
    """Whether its scores are added up from game to game, on the leaderboard."""
    wants_games_won: bool
    """Whether the table sets its option `games_won` when a game starts."""
    levels: tuple[str, ...]
    """The levels of its bots, for a host to choose from; none where all bots play alike."""
    thrown: tuple[str, ...]
    """The types of its events with which dice fall."""
    duplicate: bool
    """Whether a tournament can give all its tables the same dice."""
    allowances: dict[str, int]
    """By type of event, the seconds that a question gets on top of the clock if such an event led to it."""


class CharacterInfo(Value):
    name: str
    temper: str


class Words(Value):
    messages: str
    """In Fluent; what a game does not say itself is said by the messages of any table."""
    kinds: dict[str, dict[str, str | tuple[str, ...]]]
    """By the key of a message, those of its values that are more than numbers or words: "seat", "who", "die" (counted
    from 0), "setting", or the letters of a die's faces. Of a list, the kind of each item. What is "plain" may be
    missing from JSON, and is none then."""


def listed(name: str) -> Listing:
    try:
        return find(name[:LONGEST])
    except UnknownGame as error:
        raise Problem(404, "unknown_game", sentence(error)) from None


@lru_cache(maxsize=100)
def _words(listing: Listing) -> Cached:
    told = Words(narrate.read_messages(listing.name, LANGUAGE), kinds_of_game(listing))
    return cache(msgspec.json.encode(told), MediaType.JSON)


@lru_cache(maxsize=100)
def _rules(read: Callable[[Listing], tuple[str, str]], listing: Listing) -> Cached:
    told = render(*read(listing), games=[each.name for each in GAMES])
    return cache(msgspec.json.encode(told), MediaType.JSON)


def info_of(listing: Listing) -> GameInfo:
    return GameInfo(
        name=listing.name,
        title=listing.title,
        edition=listing.edition,
        seats=listing.seats,
        usual_seats=listing.usual_seats or listing.seats[1],
        minutes=listing.minutes,
        clock=listing.clock,
        sentence=listing.sentence,
        options=tuple(OptionInfo(*choice) for choice in listing.choices()),
        presets=tuple(
            PresetInfo(preset.title, msgspec.to_builtins(preset.options), preset.clock) for preset in listing.presets
        ),
        icon=listing.icon,
        colour=listing.colour,
        colour_light=listing.colour_light,
        points=listing.points,
        wants_games_won=listing.wants_games_won,
        levels=levels_of(listing.name),
        thrown=tuple(str(event.__struct_config__.tag) for event in members(listing.event) if event.thrown),
        duplicate=listing.drawn_for is not None,
        allowances={
            str(event.__struct_config__.tag): event.allowance for event in members(listing.event) if event.allowance
        },
    )


def handlers(rulebook: Callable[[Listing], tuple[str, str]]) -> Handlers:
    @get("/api/games", tags=["games"])
    async def games() -> list[GameInfo]:
        """The games, with every option and preset."""
        return [info_of(listing) for listing in GAMES]

    @get("/api/characters", tags=["games"])
    async def characters() -> list[CharacterInfo]:
        """The bots by name, each with its temper."""
        return [CharacterInfo(name, character.temper) for name, character in CHARACTERS.items()]

    @get(
        "/api/games/{name:str}/words",
        tags=["games"],
        media_type=MediaType.JSON,
        responses={200: ResponseSpec(Words, description="The words of the game")},
        opt={PACKED: True},
    )
    async def words(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
        """How a game is told: its messages, and the meaning of the values in them."""
        return answer(request, _words(listed(name)), ASKED_ABOUT)

    @get(
        "/api/games/{name:str}/rules",
        tags=["games"],
        media_type=MediaType.JSON,
        responses={200: ResponseSpec(Rules, description="The rules and rulings of the game")},
        opt={PACKED: True},
    )
    async def rules(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
        """The rules and rulings of a game, as HTML for a page."""
        return answer(request, _rules(rulebook, listed(name)), ASKED_ABOUT)

    return games, characters, words, rules
