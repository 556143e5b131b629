"""Nobody farms a bot: hard and normal hold their own against players with one habit each, in every game with levels.

Few games each, one after another until it is clear. Only five standard errors beyond a limit count as a breach, so that
a bot that keeps its promise practically never fails; one that can be farmed is far beyond. How often each exploiter
wins, more exactly: `python benchmarks/bench_bots.py`. Who learns at Bluff for many, and where claims rise, is in
`tests/lab/test_bluff_crowd.py`.
"""

import math
from itertools import islice
from typing import Any

import pytest

from dicehall.bots import Bot
from dicehall.bots.simulate import bot_named
from dicehall.bots.uniform import uniform
from dicehall.lab.zoo import exploiters, helping, lessons
from dicehall.lab.zoo.trained import train
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.listing import Listing
from tests.kit.bots import it_always_chooses_an_option, wins
from tests.kit.scale import kept_for_soak

LEAST_OF_TWO = {"hard": 0.47, "normal": 0.40}
MORE_THAN_FAIR = 0.03
BREACH, CLEAR = 5.0, 1.0
"""Standard errors on the wrong side of a limit, and on the right one."""
FEWEST, MOST = 16, 240
SLOW = {"three_dice": 90, "stlucia": 60}
"""A game takes tens of milliseconds there, so that there are fewer."""
SKILLED = [listing for listing in GAMES if exploiters(listing.name)]


def keeps_below(limit: float, listing: Listing, bot: Bot, others: Bot, seats: int) -> bool:
    """Whether one bot among the others may well win no more than this share."""
    won, error = 0.0, math.sqrt(limit * (1 - limit))
    played = islice(wins(listing, bot, others, seats=seats), SLOW.get(listing.name, MOST))
    for games, each in enumerate(played, start=1):
        won += each
        above = (won - limit * games) / (error * math.sqrt(games))
        if games >= FEWEST and not -CLEAR < above < BREACH:
            return above < 0
    return True


STRONGEST = {
    "bluff": ("always 14", "honest, always calls", "at least 12, calls above 13"),
    "mindroll": ("maniac", "own die +2.0", "always reveals"),
    "three_dice": ("scoundrel", "copycat", "stays with 100"),
    "stlucia": ("SCIENCE", "sets, leaves below 4", "always A"),
}
"""Those who win most by the benchmark, and one of each idea. Where games are not slow, `make soak` tries all others."""


def kinds() -> list[Any]:
    return [
        pytest.param(
            listing,
            kind,
            id=f"{listing.name}, {kind}",
            marks=() if kind in STRONGEST[listing.name] else pytest.mark.soak,
        )
        for listing in SKILLED
        for kind in (STRONGEST[listing.name] if listing.name in SLOW else exploiters(listing.name))
    ]


@pytest.mark.parametrize(("listing", "kind"), kinds())
@pytest.mark.parametrize(("level", "least"), LEAST_OF_TWO.items())
def test_nobody_farms_one_of_two(listing: Listing, kind: str, level: str, least: float) -> None:
    assert keeps_below(1 - least, listing, exploiters(listing.name)[kind], bot_named(listing.name, level), seats=2)


@pytest.mark.parametrize(("listing", "kind"), kinds())
def test_one_exploiter_among_three_hard_bots_wins_little_more_than_its_share(listing: Listing, kind: str) -> None:
    limit = 1 / 4 + MORE_THAN_FAIR
    assert keeps_below(limit, listing, exploiters(listing.name)[kind], bot_named(listing.name, "hard"), seats=4)


@pytest.mark.parametrize("level", LEAST_OF_TWO)
@pytest.mark.parametrize("game", ["mindroll", "bluff"])
def test_one_who_has_learned_does_not_farm_one_of_two(game: str, level: str) -> None:
    listing, bot = find(game), bot_named(game, level)
    learned = train(lessons(game), bot, seats=2, games=1500)
    assert keeps_below(1 - LEAST_OF_TWO[level], listing, learned, bot, seats=2)


@pytest.mark.parametrize("listing", SKILLED, ids=lambda listing: listing.name)
def test_those_who_try_keep_to_their_options(listing: Listing) -> None:
    learner = train(lessons(listing.name), uniform, seats=2, games=4)
    for bot in (*exploiters(listing.name).values(), helping(listing.name, 0), learner):
        it_always_chooses_an_option(listing, bot, seeds=range(1))


def test_a_game_without_skill_has_no_exploiters() -> None:
    assert exploiters("peril") == {}


# These checks can fail


@pytest.mark.parametrize(
    ("game", "kind", "farmed", "seats"),
    [
        ("bluff", "always 18", "honest, never calls", 2),
        kept_for_soak("bluff", "always 18", "honest, never calls", 4),
        kept_for_soak("mindroll", "always reveals", "maniac", 2),
        kept_for_soak("three_dice", "scoundrel", "maniac", 4),
        kept_for_soak("stlucia", "SCIENCE", "always P", 2),
        kept_for_soak("stlucia", "sets, leaves below 4", "always P", 4),
    ],
)
def test_a_bot_that_can_be_farmed_is_caught(game: str, kind: str, farmed: str, seats: int) -> None:
    """As the house bot of Bluff could be, which lost 95 of 100 games to one who always claimed 14."""
    limit = 1 - LEAST_OF_TWO["normal"] if seats == 2 else 1 / seats + MORE_THAN_FAIR
    zoo = exploiters(game)
    assert not keeps_below(limit, find(game), zoo[kind], zoo[farmed], seats)
