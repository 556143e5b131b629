"""Simple players that try to get the better of a bot by one habit each; `hard` and `normal` are held against them."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from dicehall.bots import Bot
from dicehall.bots.mindroll import house
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.mindroll import REVEAL, Answering, Call, least_call, most_call
from dicehall.rules.values import Move


def calls_of(view: View[Any, Any, Any]) -> list[Call]:
    assert view.mine is not None
    return [move for move in view.mine.options if isinstance(move, Call)]


def always(sixth: int, _game: Game[Any], view: View[Any, Any, Any], _rng: Rng) -> Move:
    """Calls the same total every time, and reveals where it cannot: with two players 7 and this much more."""
    players = view.table.board.players
    call = Call(least_call(players) + sixth * players // 2)
    return call if call in calls_of(view) else REVEAL


def never_reveals(_game: Game[Any], view: View[Any, Any, Any], _rng: Rng) -> Move:
    calls = calls_of(view)
    return calls[0] if calls else REVEAL


def always_reveals(_game: Game[Any], view: View[Any, Any, Any], _rng: Rng) -> Move:
    return REVEAL if isinstance(view.table.board.phase, Answering) else calls_of(view)[0]


def threshold(share: float, _game: Game[Any], view: View[Any, Any, Any], _rng: Rng) -> Move:
    """Reveals calls above a share of the highest one, whatever it holds."""
    board, calls = view.table.board, calls_of(view)
    above = isinstance(board.phase, Answering) and board.phase.call > share * most_call(board.players)
    return REVEAL if above or not calls else calls[0]


def by_own_die(nerve: float, _game: Game[Any], view: View[Any, Any, Any], _rng: Rng) -> Move:
    """Reveals calls that are further than this above its own die and 3.5 for each other one."""
    board, calls = view.table.board, calls_of(view)
    assert view.mine is not None
    believed = view.mine.secret.number + 3.5 * (board.players - 1)
    above = isinstance(board.phase, Answering) and board.phase.call > believed + nerve
    return REVEAL if above or not calls else calls[0]


def copycat(game: Game[Any], view: View[Any, Any, Any], rng: Rng) -> Move:
    """Does what won the last round: reveals if the starter lost it, calls if the starter won it."""
    board, calls = view.table.board, calls_of(view)
    if board.last is None:
        return house(game, view, rng)
    reveals = isinstance(board.phase, Answering) and board.last.starter != board.last.winner
    return REVEAL if reveals or not calls else calls[0]


def maniac(_game: Game[Any], view: View[Any, Any, Any], _rng: Rng) -> Move:
    """Calls the highest there is."""
    calls = calls_of(view)
    return calls[-1] if calls else REVEAL


def pretender(_game: Game[Any], view: View[Any, Any, Any], _rng: Rng) -> Move:
    """Calls high with a low die and low with a high one."""
    calls = calls_of(view)
    assert view.mine is not None
    return calls[min(6 - view.mine.secret.number, len(calls) - 1)] if calls else REVEAL


@cache
def zoo() -> Mapping[str, Bot]:
    kinds: dict[str, Callable[..., Move]] = {f"always {7 + sixth} of 12": partial(always, sixth) for sixth in range(6)}
    kinds |= {f"threshold {share:.0%}": partial(threshold, share) for share in (0.6, 0.7, 0.75, 0.8, 0.9)}
    kinds |= {f"own die {nerve:+.1f}": partial(by_own_die, nerve) for nerve in (-1.0, 0.0, 1.0, 2.0)}
    return kinds | {
        "never reveals": never_reveals,
        "always reveals": always_reveals,
        "copycat": copycat,
        "maniac": maniac,
        "pretender": pretender,
        "house": house,
    }
