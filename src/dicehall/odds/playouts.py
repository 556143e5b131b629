"""Playing a game on from here, many times: how often each seat wins, and how sure that is."""

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from dicehall.bots import Bot
from dicehall.ports.odds import Estimate
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Ask, Chance, Game, OpenEnded, Over
from dicehall.rules.values import NATURE

HORIZON = 300
"""A match without a set length is taken to be stopped after this many more moves and throws."""
CONFIDENCE = 1.959964
"""Of a normal distribution, 95 % lie within so many standard deviations."""


def played_on(game: Game[Any], state: Any, bot: Bot, rng: Rng) -> tuple[float, ...]:
    """Who wins if everyone plays on like this bot; a shared win counts in parts."""
    luck = Random(rng.getrandbits(64))  # of their own: a bot that could copy the dice would foresee them
    stops = isinstance(game, OpenEnded) and game.open_ended
    steps = 0
    while True:
        match game.pending(state):
            case Over() as over:
                return shares(over)
            case Chance(source):
                state = game.apply(state, NATURE, source.draw(rng)).state
            case Ask(_, due):
                seat = min(due)
                state = game.apply(state, seat, bot(game, game.view(state, seat), luck)).state
        steps += 1
        if stops and steps >= HORIZON and isinstance(game, OpenEnded):
            state = game.stop(state).state


def shares(over: Over) -> tuple[float, ...]:
    winners = over.winners
    return tuple([(seat in winners) / len(winners) for seat in range(len(over.places))])


def estimate(wins: Sequence[float]) -> Estimate:
    """Wilson's interval. Shared wins only make it too wide: parts vary less than whole wins with the same mean."""
    games, mean = len(wins), math.fsum(wins) / len(wins)
    square = CONFIDENCE**2 / games
    middle = (mean + square / 2) / (1 + square)
    margin = CONFIDENCE / (1 + square) * math.sqrt(mean * (1 - mean) / games + square / (4 * games))
    return Estimate(mean, min(mean, max(0.0, middle - margin)), max(mean, min(1.0, middle + margin)), exact=False)
