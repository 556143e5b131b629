"""Simple players that try to get the better of a bot by one habit each; `hard` and `normal` are held against them."""

from collections.abc import Hashable, Mapping
from functools import partial
from typing import Any

from dicehall.bots import Bot
from dicehall.bots.mindroll import hard
from dicehall.lab.mindroll.counter import counter
from dicehall.lab.zoo.trained import Lessons, Seen, Ways
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.mindroll import LISTING, REVEAL, Answering, Call, Options, least_call, most_call
from dicehall.rules.values import Move, Seat


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


def copycat(_game: Game[Any], view: View[Any, Any, Any], _rng: Rng) -> Move:
    """Does what won the last round: reveals if the starter lost it, calls if the starter won it."""
    board, calls = view.table.board, calls_of(view)
    starter_lost = board.last is not None and board.last.starter != board.last.winner
    reveals = isinstance(board.phase, Answering) and starter_lost
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


EXPLOITERS: Mapping[str, Bot] = {
    **{f"always {7 + sixth} of 12": partial(always, sixth) for sixth in range(6)},
    **{f"threshold {share:.0%}": partial(threshold, share) for share in (0.6, 0.7, 0.75, 0.8, 0.9)},
    **{f"own die {nerve:+.1f}": partial(by_own_die, nerve) for nerve in (-1.0, 0.0, 1.0, 2.0)},
    "never reveals": never_reveals,
    "always reveals": always_reveals,
    "copycat": copycat,
    "maniac": maniac,
    "pretender": pretender,
    "counter": counter,
}


def helping(partner: Seat) -> Bot:
    """Never reveals what the partner has called."""

    def bot(game: Game[Any], view: View[Any, Any, Any], rng: Rng) -> Move:
        phase, calls = view.table.board.phase, calls_of(view)
        if isinstance(phase, Answering) and phase.caller == partner and calls:
            return calls[0]
        return hard(game, view, rng)

    return bot


# One who learns


def situation(view: Seen) -> Hashable:
    """The die, the call that stands, who has called before and how far the last raise went."""
    phase, me = view.table.board.phase, view.mine.seat
    number: int = view.mine.secret.number
    if not isinstance(phase, Answering):
        return number
    raised = phase.call - phase.calls[-2].total if len(phase.calls) > 1 else 0
    spoke = {heard.seat for heard in phase.calls[:-1]}
    return (
        number,
        phase.call,
        min(raised, 3),
        min(len(spoke - {me, phase.caller}), 2),
        phase.caller in spoke,
        me in spoke,
    )


def ways(_game: Game[Any], view: Seen, _rng: Rng) -> Ways:
    calls = calls_of(view)
    if not isinstance(view.table.board.phase, Answering):
        return {call.total: call for call in calls}
    raises: dict[Hashable, Move] = {f"raise by {step}": call for step, call in enumerate(calls[:4], start=1)}
    return {"reveal": REVEAL, **raises}


LESSONS = Lessons(LISTING, situation, ways, games=60_000, practice=Options(rounds=1))
