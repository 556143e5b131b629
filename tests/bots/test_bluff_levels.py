"""The levels at Bluff: they keep to their options, cannot be farmed, and each is better than the one below."""

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from dicehall.bots import Bot
from dicehall.bots.bluff import easy, hard, normal
from dicehall.bots.match import play_out, win_share
from dicehall.bots.uniform import uniform
from dicehall.lab.zoo.bluff import EXPLOITERS
from dicehall.rules.bluff import LISTING, Accept, Claim, Options
from tests.kit.bots import it_always_chooses_an_option, it_wins_more_than
from tests.kit.play import A, B, begin, drawn, rolled, shuffled
from tests.kit.scale import sampled

LEVELS = (hard, normal, easy)
OTHER_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"claims": "rising"},
    {"bluff": "over_only"},
    {"min_claim": 1},
    {"laps": 1},
    {"rounds": 5},
    {"immunity": False, "rounds": 1},
)


@pytest.mark.parametrize("level", LEVELS)
def test_they_always_choose_an_option(level: Bot) -> None:
    it_always_chooses_an_option(LISTING, level, seeds=range(20))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", OTHER_OPTIONS, ids=str)
def test_they_keep_to_their_options_also_against_wild_players(level: Bot, options: dict[str, Any]) -> None:
    """`play` refuses anything else. The same luck makes the same game."""
    for seats, seed in product((2, 3, 4), range(4)):
        bots = [level, uniform, level, uniform][:seats]
        games = [play_out(LISTING, bots, Options(**options), Random(seed))[0].entries for _ in range(2)]
        assert games[0] == games[1]


GAMES = 200
FARMERS = ("always 10", "always 14", "always 18", "honest, always calls", "at least 12, calls above 13", "maniac")


TABLES = ((3, "free"), (4, "free"), (6, "free"), (2, "rising"), (4, "rising"))


@pytest.mark.parametrize(("name", "table"), sampled(FARMERS, TABLES))
def test_one_who_tries_to_farm_hard_bots_wins_no_more_than_a_fair_share(name: str, table: tuple[int, Any]) -> None:
    seats, claims = table
    share, _ = win_share(LISTING, EXPLOITERS[name], hard, seats=seats, games=GAMES, options=Options(claims=claims))
    fair = 1 / seats
    assert share < fair + 0.03 + 5 * (fair * (1 - fair) / GAMES) ** 0.5


@pytest.mark.parametrize(("seats", "games", "levels"), [(2, GAMES, LEVELS[1:]), (4, 5 * GAMES, LEVELS)])
def test_each_level_beats_the_next_clearly(seats: int, games: int, levels: tuple[Bot, ...]) -> None:
    """With two players, hard wins 54 games of 100 against normal: it takes thousands of games to show that."""
    for better, worse in pairwise((*levels, uniform)):
        it_wins_more_than(1 / seats, LISTING, better, worse, seats=seats, games=games, by=1.96)


def test_ahead_in_the_last_round_with_the_card_it_cannot_lose() -> None:
    """Whoever calls its 18 ends the game, and whoever does not falls no nearer."""
    table = begin(LISTING.new(2, Options(rounds=2))).then(shuffled(A, B), drawn(A), rolled(4, 3, 3, 2, 1, 5))
    table = table.then((A, Claim(10)), (B, Claim(8)), (A, Claim(10)), (B, Claim(8)), (A, Claim(10)), (B, Claim(8)))
    table = table.then((A, Accept()), shuffled(A, B), rolled(4, 3, 3, 2, 1, 5))
    view = table.game.view(table.state, A)
    assert {hard(table.game, view, Random(seed)) for seed in range(50)} == {Claim(18)}
