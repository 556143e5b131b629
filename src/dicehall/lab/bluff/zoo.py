"""Simple players who try to farm a bot at Bluff, and one who learns to."""

from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from dicehall.bots import Bot
from dicehall.bots.match import play_out
from dicehall.rules.bluff import LISTING, Answering, Claim, Immunity, Options
from dicehall.rules.chance import Rng, below
from dicehall.rules.kernel import Game
from dicehall.rules.values import Move

Seen: TypeAlias = Any
"""A view with options: what a player has who is asked."""
Says: TypeAlias = Callable[[Seen, Rng], int]
Calls: TypeAlias = Callable[[Seen, int], bool]


def player(says: Says, calls: Calls) -> Bot:
    """Plays the card whenever it can; claims at least what it wants to say, if that is allowed."""

    def bot(_game: Game[Any], view: Seen, rng: Rng) -> Move:
        options: tuple[Move, ...] = view.mine.options
        phase = view.table.board.phase
        if isinstance(phase, Immunity):
            return options[-1]
        claims = [move for move in options if isinstance(move, Claim)]
        if isinstance(phase, Answering) and (len(options) == 1 or calls(view, phase.total)):
            return options[0]
        if not claims:
            return options[-1]
        wanted = says(view, rng)
        return next((claim for claim in claims if claim.total >= wanted), claims[-1])

    return bot


def own(view: Seen) -> int:
    total: int = view.mine.secret.total
    return total


def copied(view: Seen) -> int:
    """What was claimed last, or the truth."""
    phase = view.table.board.phase
    return phase.total if isinstance(phase, Answering) else own(view)


def never(_view: Seen, _claim: int) -> bool:
    return False


def above(bound: int) -> Calls:
    return lambda _view, claim: claim > bound


def at_least(bound: int) -> Says:
    return lambda view, _rng: max(bound, own(view))


def exactly(total: int) -> Says:
    return lambda _view, _rng: total


ZOO: dict[str, Bot] = {
    **{f"always {total}": player(exactly(total), never) for total in range(3, 19)},
    "always 14, calls above 14": player(exactly(14), above(14)),
    "honest, never calls": player(lambda view, _rng: own(view), never),
    "honest, always calls": player(lambda view, _rng: own(view), above(0)),
    "honest, calls above 12": player(lambda view, _rng: own(view), above(12)),
    "honest, calls what beats it": player(lambda view, _rng: own(view), lambda view, claim: claim > own(view)),
    **{
        f"at least {low}, calls above {high}": player(at_least(low), above(high))
        for low, high in ((10, 13), (11, 14), (12, 13), (13, 15), (14, 14))
    },
    "at least 13, never calls": player(at_least(13), never),
    "copycat": player(lambda view, _rng: copied(view), above(15)),
    "maniac": player(lambda _view, rng: 12 + below(rng, 7), lambda _view, claim: claim % 2 == 0),
}


# A best answer that is learned


SAYINGS: tuple[Says, ...] = (
    lambda view, _rng: own(view),
    lambda view, _rng: copied(view),
    *(exactly(total) for total in (9, 11, 12, 13, 14, 16, 18)),
)
CALL = len(SAYINGS)


class Trained:
    """Learns from whole games what wins most: a table of what it sees and does, and how often that won."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.won: dict[tuple[Any, int], list[float]] = defaultdict(lambda: [0.5, 1.0])
        self.played: list[tuple[Any, int]] = []
        self.curious = 0.15

    def __call__(self, _game: Game[Any], view: Seen, rng: Rng) -> Move:
        options: tuple[Move, ...] = view.mine.options
        phase = view.table.board.phase
        if isinstance(phase, Immunity):
            return options[self.choose(("card", self.standing(view)), [0, 1])]
        claims = {move.total: move for move in options if isinstance(move, Claim)}
        ways = list(range(len(SAYINGS))) if claims else [0]
        heard = phase.total if isinstance(phase, Answering) else 0
        if heard:
            ways.append(CALL)
        lap = len(phase.claims[view.mine.seat])
        seen = (self.standing(view), lap, heard // 2, own(view) // 2)
        way = self.choose(seen, ways)
        if way == CALL:
            return options[0]
        return claims[max(min(claims), SAYINGS[way](view, rng))] if claims else options[-1]

    def standing(self, view: Seen) -> tuple[Any, ...]:
        board, me = view.table.board, view.mine.seat
        best = max(board.scores[seat] for seat in board.players if seat != me)
        ahead = board.scores[me] - best
        return min(board.round, 3), (ahead > 0) - (ahead < 0) + (ahead > 12) - (ahead < -12), board.cards[me]

    def choose(self, seen: Any, ways: list[int]) -> int:
        if self.rng.random() < self.curious:
            way = self.rng.choice(ways)
        else:
            way = max(ways, key=lambda each: self.won[seen, each][0] / self.won[seen, each][1])
        self.played.append((seen, way))
        return way

    def learn(self, share: float) -> None:
        for key in self.played:
            entry = self.won[key]
            entry[0] += share
            entry[1] += 1
        self.played = []


def train(against: Bot, *, seats: int, games: int, seed: int = 1, options: Options | None = None) -> Trained:
    """A best answer to this many games; what it wins is a lower bound of what can be won."""
    learner = Trained(seed)
    for number in range(games):
        mine = number % seats
        bots = [learner if seat == mine else against for seat in range(seats)]
        _, over = play_out(LISTING, bots, options or Options(), Random(seed * 1_000_003 + number))
        learner.learn((mine in over.winners) / len(over.winners))
    learner.curious = 0
    return learner
