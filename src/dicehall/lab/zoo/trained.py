"""One who learns from many games against bots what wins most: what they win is a lower bound of what can be won."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

from dicehall.bots import Bot
from dicehall.bots.match import play_out
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, Over
from dicehall.rules.listing import Listing
from dicehall.rules.values import Move, Options

Seen: TypeAlias = Any
"""A view with legal moves: what a player has who is asked."""
Ways: TypeAlias = Mapping[Hashable, Move]

CURIOUS = 0.15
"""How often something else is tried while learning."""


class Lessons(NamedTuple):
    listing: Listing
    situation: Callable[[Seen], Hashable]
    """What the learner looks at."""
    ways: Callable[[Game[Any], Seen, Rng], Ways]
    """What the learner chooses from."""
    games: int
    """How many games are played to learn, unless told otherwise."""
    practice: Options | None = None
    """What is played to learn, if not the usual game; then points count against the mean of the others', not wins."""


class Trained:
    """A table of what was seen and done, and what came of it."""

    def __init__(self, lessons: Lessons, seed: int) -> None:
        self.lessons = lessons
        self.rng = Random(seed)
        self.known: dict[tuple[Hashable, Hashable], list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.done: list[tuple[Hashable, Hashable]] = []
        self.curious = CURIOUS

    def __call__(self, game: Game[Any], view: Seen, rng: Rng) -> Move:
        situation, ways = self.lessons.situation(view), self.lessons.ways(game, view, rng)
        if self.rng.random() < self.curious:
            way = self.rng.choice(list(ways))
        else:
            way = max(ways, key=lambda each: self.worth(situation, each))
        if self.curious:
            self.done.append((situation, way))
        return ways[way]

    def worth(self, situation: Hashable, way: Hashable) -> float:
        """The mean; what was never tried counts as rather good, so that it will be."""
        total, times = self.known[situation, way]
        return (total + 1) / (times + 1)

    def learn(self, reward: float) -> None:
        for key in self.done:
            entry = self.known[key]
            entry[0] += reward
            entry[1] += 1
        self.done = []


def train(lessons: Lessons, against: Bot, *, seats: int, games: int | None = None, seed: int = 1) -> Bot:
    """The same every time."""
    learner = Trained(lessons, seed)
    for number in range(games or lessons.games):
        mine = number % seats
        bots = [learner if seat == mine else against for seat in range(seats)]
        options = lessons.practice or lessons.listing.options()
        _, over = play_out(lessons.listing, bots, options, Random(f"{seed}/{number}"))
        learner.learn(reward(over, mine, by_points=lessons.practice is not None))
    learner.curious = 0
    return learner


def reward(over: Over, seat: int, *, by_points: bool) -> float:
    if not by_points:
        return (seat in over.winners) / len(over.winners)
    return over.scores[seat] - fmean(score for other, score in enumerate(over.scores) if other != seat)
