"""Bluff for many: a table is made, and a guest learns against it.

A table and what scores are worth there depend on nothing but the numbers here, so that anybody makes them again.
"""

from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import NamedTuple

from dicehall.bots.bluff.crowd_table import KINDS, kind_for, name_of, values_of
from dicehall.bots.tables import open_table
from dicehall.lab.bluff.crowd import Model
from dicehall.lab.bluff.crowd_table import files, read
from dicehall.lab.bluff.regret import exploited, learn, settle
from dicehall.lab.report import Finding, Report, Tell
from dicehall.rules.bluff import Bluff


class Budget(NamedTuple):
    """How long a table is learned, in steps."""

    worth: tuple[int, ...]
    """What scores are worth, more than once: each time begins with the strategy of the last, and the first with that
    of one player fewer. None: scores are worth what they are there."""
    settled: int
    """The strategy itself."""
    few: int = 1000
    """Games in a step while it is learned what scores are worth."""
    many: int = 100_000
    """Games in a step after that. What is known from few games is noise, and the others soon find it."""


BUDGETS = (
    Budget((1500, 1200), 400, many=200_000),
    Budget((400, 1200, 2000), 540, many=200_000),
    Budget((400,), 440, many=200_000),
    Budget((), 200, many=200_000),
    Budget((800, 1500, 2500, 2500), 360, many=200_000),
    Budget((300,), 200),
    Budget((300,), 200),
    Budget((300,), 200),
    Budget((300,), 200),
)
"""For each of `KINDS`. Free claims, and two players, need more games until nobody gains much by playing otherwise."""
LESSONS, LESSON = 400_000, 1000
"""From how many games a guest learns, unless told otherwise; and from how many at once."""


def kind_of(game: Bluff) -> int:
    return kind_for(game.seats, rising=game.options.claims == "rising")


def make_table(kind: int, tell: Tell, budgets: tuple[Budget, ...] = BUDGETS) -> dict[str, bytes]:
    """The table of a kind, and what scores are worth there."""
    seats, rising = KINDS[kind]
    found = begun(kind, tell, budgets)
    for steps in budgets[kind].worth[1:]:
        found = learned(kind, tell, steps, budgets[kind].few, found)
    like, steps = Model(seats, rising=rising), budgets[kind].settled
    like.height = found.height
    told = partial(tell_steps, tell, f"{name_of(kind)}: how to play", steps)
    return files(kind, settle(like, steps=steps, games=budgets[kind].many, tell=told))


def begun(kind: int, tell: Tell, budgets: tuple[Budget, ...]) -> Model:
    """What is learned first of what scores are worth, after one player fewer."""
    seats, rising = KINDS[kind]
    fewer = (seats - 1, rising)
    before = begun(KINDS.index(fewer), tell, budgets) if fewer in KINDS else None
    if before is not None and not budgets[kind].worth:
        return before
    return learned(kind, tell, budgets[kind].worth[0], budgets[kind].few, before)


def learned(kind: int, tell: Tell, steps: int, games: int, after: Model | None) -> Model:
    seats, rising = KINDS[kind]
    told = partial(tell_steps, tell, f"{name_of(kind)}: what scores are worth", steps)
    return learn(Model(seats, rising=rising), steps=steps, games=games, tell=told, after=after)


def tell_steps(tell: Tell, what: str, steps: int, done: int) -> None:
    tell(what, done, steps)


# A guest


def guest_among_many(game: Bluff, tell: Tell, folder: Path, lessons: int) -> Report:
    kind = kind_of(game)
    host = read(kind, open_table(name_of(kind), folder), open_table(values_of(kind), folder), seats=game.seats)
    steps = max(lessons // LESSON, 1)
    won = exploited(
        host,
        steps=steps,
        games=LESSON,
        cards=game.options.immunity,
        tell=partial(tell_steps, tell, "a guest learns", steps),
    )
    findings = (
        Finding("a fair share", Fraction(1, game.seats)),
        Finding(f"one guest who learned from {LESSON * steps:,} games against the hard bots wins", *won),
    )
    method = (
        "The bots' strategy was learned by regret matching: all play it, and learn what another move would have "
        "brought. The guest learns in the same way, while the bots play the shipped table. What the guest wins is "
        "measured, and a lower bound of what can be won; the bound is half of the 95 % interval."
    )
    return Report(method, findings)
