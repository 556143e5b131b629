"""The bot to beat: any option, all equally likely."""

from typing import Any

from dicehall.rules.chance import Rng, below
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Move


def uniform(_game: Game[Any], view: View[Any, Any, Any], rng: Rng) -> Move:
    assert view.mine is not None
    options = view.mine.options
    move: Move = options[below(rng, len(options))]
    return move
