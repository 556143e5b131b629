"""What a bot owes: it keeps to its options wherever it is asked, and wins more than it is due."""

import math
from collections.abc import Iterable, Iterator
from itertools import count, islice
from random import Random

from dicehall.bots import Bot
from dicehall.bots.match import play_out
from dicehall.rules.kernel import Ask
from dicehall.rules.listing import Listing
from dicehall.rules.values import Options
from tests.kit.walk import table, walk

QUESTIONS = 25
"""So many of each game are put to the bot."""
FEWEST = 20
"""Games, before anything is clear."""
CLEAR = 3.0
"""Standard errors above what it is due: no more games are played then."""


def it_always_chooses_an_option(listing: Listing, bot: Bot, seeds: Iterable[int]) -> None:
    """Also in the oddest positions, which random games with leavers lead to."""
    for seed in seeds:
        game, rng = table(listing, seed), Random(seed)
        stands = walk(game, rng, leaving=0.02)
        asked = [(stand.state, stand.pending.options) for stand in stands if isinstance(stand.pending, Ask)]
        for state, options in rng.sample(asked, min(QUESTIONS, len(asked))):
            for seat, moves in options.items():
                assert bot(game, game.view(state, seat), rng) in moves


def wins(listing: Listing, bot: Bot, others: Bot, *, seats: int, options: Options | None = None) -> Iterator[float]:
    """What one bot wins of game after game among others: it sits everywhere in turn, and the games never change."""
    for number in count():
        mine = number % seats
        bots = [bot if seat == mine else others for seat in range(seats)]
        _, over = play_out(listing, bots, options or listing.options(), Random(number))
        yield (mine in over.winners) / len(over.winners)


def it_wins_more_than(
    due: float, listing: Listing, bot: Bot, others: Bot, *, seats: int, games: int, by: float = 0.0
) -> None:
    """One bot among others: clearly after few games, or by so many standard errors after all of them."""
    won = above = 0.0
    for played, each in enumerate(islice(wins(listing, bot, others, seats=seats), games), start=1):
        won += each
        above = (won - due * played) / math.sqrt(due * (1 - due) * played)
        if played >= FEWEST and above > CLEAR:
            return
    assert above > by, f"it won {won / games:.1%} of {games} games of {listing.title} for {seats}"
