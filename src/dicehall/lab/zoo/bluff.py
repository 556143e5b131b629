"""Simple players who try to farm a bot at Bluff, and what one can learn to."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias

from dicehall.bots import Bot
from dicehall.bots.bluff import hard
from dicehall.lab.zoo.trained import Lessons, Seen, Ways
from dicehall.rules.bluff import LISTING, Answering, Claim, Immunity
from dicehall.rules.chance import Rng, below
from dicehall.rules.kernel import Game
from dicehall.rules.values import Move, Seat

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


EXPLOITERS: Mapping[str, Bot] = {
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


def helping(partner: Seat) -> Bot:
    """Never calls the partner's bluff."""
    honest = player(lambda view, _rng: own(view), never)

    def bot(game: Game[Any], view: Seen, rng: Rng) -> Move:
        phase = view.table.board.phase
        is_partners = isinstance(phase, Answering) and phase.claimant == partner
        return (honest if is_partners else hard)(game, view, rng)

    return bot


# One who learns


SAYINGS: tuple[Says, ...] = (
    lambda view, _rng: own(view),
    lambda view, _rng: copied(view),
    *(exactly(total) for total in (9, 11, 12, 13, 14, 16, 18)),
)


def situation(view: Seen) -> Hashable:
    """The score, the lap, the claim that stands, and the dice, all but the lap roughly."""
    phase = view.table.board.phase
    if isinstance(phase, Immunity):
        return "card", standing(view)
    heard = phase.total if isinstance(phase, Answering) else 0
    return standing(view), len(phase.claims[view.mine.seat]), heard // 2, own(view) // 2


def standing(view: Seen) -> tuple[int, int, bool]:
    board, me = view.table.board, view.mine.seat
    best = max(board.scores[seat] for seat in board.players if seat != me)
    ahead = board.scores[me] - best
    return min(board.round, 3), (ahead > 0) - (ahead < 0) + (ahead > 12) - (ahead < -12), board.cards[me]


def ways(_game: Game[Any], view: Seen, rng: Rng) -> Ways:
    options: tuple[Move, ...] = view.mine.options
    claims = {move.total: move for move in options if isinstance(move, Claim)}
    if not claims:
        return dict(enumerate(options))
    found: dict[Hashable, Move] = {way: claims[max(min(claims), says(view, rng))] for way, says in enumerate(SAYINGS)}
    return found if isinstance(options[0], Claim) else {**found, "call": options[0]}


LESSONS = Lessons(LISTING, situation, ways, games=20_000)
