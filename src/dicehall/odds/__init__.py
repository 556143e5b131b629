"""Odds: how likely each player wins from here, for one viewer, by what that viewer may know and nothing else.

A module here that has a game's name reckons what can be known exactly. All else is played on from here many times:
hidden dice are imagined again each time, and everyone plays like the same bot.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

from dicehall.odds.games import model_of, reckon, shortlist
from dicehall.odds.models import Budget
from dicehall.odds.playouts import estimate, played_on, shares
from dicehall.ports.odds import Estimate, Odds, OptionOdds
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Ask, Game, OpenEnded, Over, Secretive, View
from dicehall.rules.rerolls import Reroll
from dicehall.rules.values import Move, Seat

Tell: TypeAlias = Callable[[int, int], object]
"""Is told how many games are played, and of how many."""


class Viewpoint(NamedTuple):
    """All that goes in: two states that look the same to the viewer have the same odds."""

    game: Game[Any]
    view: View[Any, Any, Any]
    seat: Seat | None
    known: Any = None
    """The true state, where the game is over and everything may be known."""

    @property
    def has_secrets(self) -> bool:
        return isinstance(self.game, Secretive) and self.known is None

    @property
    def is_open_ended(self) -> bool:
        return isinstance(self.game, OpenEnded) and self.game.open_ended

    @property
    def state(self) -> Any:
        """Where nothing is secret, what everyone sees is the whole state, perhaps with more that follows from it."""
        if self.known is not None:
            return self.known
        board, kind = self.view.table.board, type(self.game.start())
        return board if type(board) is kind else kind(*[getattr(board, name) for name in kind.__struct_fields__])

    def imagined(self, rng: Rng) -> Any:
        if isinstance(self.game, Secretive) and self.has_secrets:
            return self.game.imagine(self.view, self.seat, rng)
        return self.state


def odds(
    game: Game[Any],
    view: View[Any, Any, Any],
    seat: Seat | None,
    rng: Rng,
    *,
    budget: Budget | None = None,
    tell: Tell = lambda _done, _of: None,
) -> Odds:
    """Without a budget, as many games are played on as this game allows in a second or two."""
    return from_viewpoint(Viewpoint(game, view, seat), rng, budget=budget, tell=tell)


def all_secrets(
    game: Game[Any],
    state: Any,
    rng: Rng,
    *,
    budget: Budget | None = None,
    tell: Tell = lambda _done, _of: None,
) -> Odds:
    """What someone would have said who saw all dice: for games that are over, and for nobody at a table."""
    return from_viewpoint(Viewpoint(game, game.view(state, None), None, state), rng, budget=budget, tell=tell)


def from_viewpoint(point: Viewpoint, rng: Rng, *, budget: Budget | None, tell: Tell) -> Odds:
    game, view, seat, _ = point
    if isinstance(view.table.waiting, Over):
        return finished(view.table.waiting, seat)
    mover, moves = to_move(point)
    seed = rng.getrandbits(64)
    if not point.has_secrets:
        found = reckon(game, point.state)
        if found is not None:
            worth = tuple(OptionOdds(move, found.options[move]) for move in moves if move in found.options)
            return Odds(seat, found.wins, mover, worth, found.model, 0, point.is_open_ended, dict(found.risks))
        moves = shortlist(game, point.state, moves)
    return estimated(point, mover, moves, f"{seed}", budget=budget, tell=tell)


def finished(over: Over, seat: Seat | None) -> Odds:
    wins = tuple(Estimate(share, share, share, exact=True) for share in shares(over))
    return Odds(seat, wins, None, (), "any", 0, open_end=False, risks={})


def estimated(
    point: Viewpoint, mover: Seat | None, moves: tuple[Move, ...], seed: str, *, budget: Budget | None, tell: Tell
) -> Odds:
    game, (bot, model, usual) = point.game, model_of(point.game)
    games, for_moves = budget or usual
    each = for_moves // len(moves) if moves else 0
    done, in_all = 0, games + each * len(moves)

    def worlds(count: int) -> Iterator[tuple[Any, Rng]]:
        """Each has luck of its own, the same after every move: what one move gains over another shows sooner."""
        nonlocal done
        for number in range(count):
            tell(done, in_all)
            done += 1
            rng = Random(f"{seed}/{number}")
            yield point.imagined(rng), rng

    wins = [played_on(game, state, bot, rng) for state, rng in worlds(games)]
    worth = []
    for move in moves if each else ():
        assert mover is not None
        ends = [played_on(game, game.apply(state, mover, move).state, bot, rng) for state, rng in worlds(each)]
        worth.append(OptionOdds(move, estimate([end[mover] for end in ends])))
    chances = tuple(estimate(column) for column in zip(*wins, strict=True))
    return Odds(point.seat, chances, mover, tuple(worth), model, in_all, point.is_open_ended, risks={})


def to_move(point: Viewpoint) -> tuple[Seat | None, tuple[Move, ...]]:
    """Who may move, and how, as far as the viewer may know: their own moves, and everyone's where nothing is secret."""
    if not point.has_secrets:
        pending = point.game.pending(point.state)
        if isinstance(pending, Ask):
            mover = min(pending.due)
            return mover, distinct(point, tuple(pending.options[mover]))
    elif point.view.mine is not None and point.view.mine.options:
        return point.seat, point.view.mine.options
    return None, ()


def distinct(point: Viewpoint, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Throwing one of two equal dice again is the same as throwing the other."""
    dice = getattr(getattr(point.view.table.board, "phase", None), "dice", ())

    def kept(move: Move) -> Any:
        if not isinstance(move, Reroll):
            return move
        return tuple(sorted(face for index, face in enumerate(dice) if index not in move.dice))

    return tuple({kept(move): move for move in reversed(moves)}.values())[::-1]
