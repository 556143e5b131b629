"""Bots playing whole games among themselves, and how often one of them wins."""

import math
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev

from dicehall.bots import Bot
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Ask, Chance, OpenEnded, Over, play
from dicehall.rules.listing import Listing
from dicehall.rules.record import Entry, Record
from dicehall.rules.values import NATURE, TABLE, Actor, Move, Options, Stop

OPEN_MATCH_ENTRIES = 1000
"""A match without a fixed length is stopped after this many entries, as its host would."""


def play_out(listing: Listing, bots: Sequence[Bot], options: Options, rng: Rng) -> tuple[Record, Over]:
    """A whole game, one bot a seat, as a record and its result. Seats that may but need not answer keep silent."""
    game = listing.new(len(bots), options)
    luck = Random(rng.getrandbits(64))  # of their own: a bot that could copy the dice would foresee them
    state = game.start()
    entries: list[Entry] = []
    while True:
        actor: Actor
        move: Move
        match game.pending(state):
            case Over() as over:
                return Record(listing, game, tuple(entries)), over
            case Chance(source):
                actor, move = NATURE, source.draw(rng)
            case Ask(_, due):
                seat = min(due)
                actor, move = seat, bots[seat](game, game.view(state, seat), luck)
        if len(entries) >= OPEN_MATCH_ENTRIES and isinstance(game, OpenEnded) and game.open_ended:
            actor, move = TABLE, Stop()
        state, _ = play(game, state, actor, move)
        entries.append(Entry(actor, move))


def win_share(
    listing: Listing, bot: Bot, others: Bot, *, seats: int, games: int, options: Options | None = None
) -> tuple[float, float]:
    """How often one bot wins among the others: the share of games, and half its 95 % interval.

    It sits in every seat in turn, a shared win counts in parts, and the games are the same every time.
    """
    shares = []
    for number in range(games):
        mine = number % seats
        bots = [bot if seat == mine else others for seat in range(seats)]
        _, over = play_out(listing, bots, options or listing.options(), Random(number))
        shares.append((mine in over.winners) / len(over.winners))
    return fmean(shares), 1.96 * stdev(shares) / math.sqrt(games)
