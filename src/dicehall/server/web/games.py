"""What can be played here: the catalog, and of each game its words and its rules."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from dicehall import narrate
from dicehall.narrate.kinds import kinds_of_game
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.errors import UnknownGame
from dicehall.rules.listing import Listing
from dicehall.rules.values import Value
from dicehall.rules.wording import sentence
from dicehall.server.web import rulebook
from dicehall.server.web.cached import ASKED_ABOUT, PACKED, Kept, answer, keep
from dicehall.server.web.guard import house_of
from dicehall.server.web.problems import Problem
from dicehall.server.web.rulebook import Rules

LANGUAGE: Final = "en"
LONGEST: Final = 40
"""Characters of a name that are looked at, and repeated."""


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
    minutes: int
    sentence: str
    options: tuple[OptionInfo, ...]
    presets: tuple[PresetInfo, ...]


class Words(Value):
    messages: str
    """In Fluent; what a game does not say itself is said by the messages of any table."""
    kinds: dict[str, dict[str, str | tuple[str, ...]]]
    """By the key of a message, those of its values that are more than numbers or words: "seat", "who", "die" (counted
    from 0), "setting", or the letters of a die's faces. Of a list, the kind of each item. What is "plain" may be
    missing from JSON, and is none then."""


@get("/api/games", tags=["games"])
async def games() -> list[GameInfo]:
    """What can be played, with every option and preset."""
    return [_info(listing) for listing in GAMES]


@get(
    "/api/games/{name:str}/words",
    tags=["games"],
    media_type=MediaType.JSON,
    responses={200: ResponseSpec(Words, description="The words of the game")},
    opt={PACKED: True},
)
async def words(request: Request[Any, Any, State], name: FromPath[str]) -> Response[bytes]:
    """How a game is told: its messages, and what the values in them mean."""
    return answer(request, _words(listed(name)), ASKED_ABOUT)


@get(
    "/api/games/{name:str}/rules",
    tags=["games"],
    media_type=MediaType.JSON,
    responses={200: ResponseSpec(Rules, description="The rules and rulings of the game")},
    opt={PACKED: True},
)
async def rules(request: Request[Any, Any, State], name: FromPath[str]) -> Response[bytes]:
    """The rules of a game in plain words and its rulings, as HTML to be put into a page."""
    return answer(request, _rules(house_of(request).rulebook, listed(name)), ASKED_ABOUT)


def listed(name: str) -> Listing:
    try:
        return find(name[:LONGEST])
    except UnknownGame as error:
        raise Problem(404, "unknown_game", sentence(error)) from None


@lru_cache(maxsize=100)
def _words(listing: Listing) -> Kept:
    told = Words(narrate.read_messages(listing.name, LANGUAGE), kinds_of_game(listing))
    return keep(msgspec.json.encode(told), MediaType.JSON)


@lru_cache(maxsize=100)
def _rules(read: Callable[[Listing], tuple[str, str]], listing: Listing) -> Kept:
    told = rulebook.render(*read(listing), games=[each.name for each in GAMES])
    return keep(msgspec.json.encode(told), MediaType.JSON)


def _info(listing: Listing) -> GameInfo:
    return GameInfo(
        name=listing.name,
        title=listing.title,
        edition=listing.edition,
        seats=listing.seats,
        minutes=listing.minutes,
        sentence=listing.sentence,
        options=tuple(OptionInfo(*choice) for choice in listing.choices()),
        presets=tuple(
            PresetInfo(preset.title, msgspec.to_builtins(preset.options), preset.clock) for preset in listing.presets
        ),
    )


HANDLERS = (games, words, rules)
