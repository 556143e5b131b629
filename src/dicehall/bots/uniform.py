"""The bot to beat: any option, all equally likely."""

from typing import Any

from dicehall.rules.chance import Rng
from dicehall.rules.kernel import View
from dicehall.rules.values import Move


def uniform(view: View[Any, Any, Any], rng: Rng) -> Move:
    assert view.mine is not None
    options = view.mine.options
    move: Move = options[rng.randrange(len(options))]
    return move
