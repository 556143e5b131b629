"""What a bot owes: it keeps to its options wherever it is asked, and wins more than it is due."""

from collections.abc import Iterable
from random import Random

from dicehall.bots import Bot
from dicehall.bots.match import win_share
from dicehall.rules.kernel import Ask
from dicehall.rules.listing import Listing
from dicehall.rules.values import Options
from tests.kit.walk import table, walk

QUESTIONS = 25
"""So many of each game are put to the bot."""


def it_always_chooses_an_option(listing: Listing, bot: Bot, seeds: Iterable[int]) -> None:
    """Also in the oddest positions, which random games with leavers lead to."""
    for seed in seeds:
        game, rng = table(listing, seed), Random(seed)
        stands = walk(game, rng, leaving=0.02)
        asked = [(stand.state, stand.pending.options) for stand in stands if isinstance(stand.pending, Ask)]
        for state, options in rng.sample(asked, min(QUESTIONS, len(asked))):
            for seat, moves in options.items():
                assert bot(game, game.view(state, seat), rng) in moves


def it_wins_more_than(
    due: float, listing: Listing, bot: Bot, others: Bot, *, seats: int, games: int, options: Options | None = None
) -> None:
    """One bot among others of another kind, over games that are always the same."""
    share, margin = win_share(listing, bot, others, seats=seats, games=games, options=options)
    assert share > due, f"it won {share:.1%} (+/- {margin:.1%}) of {games} games of {listing.title} for {seats}"
