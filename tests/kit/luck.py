"""Where the luck of a run comes from: one seed, printed at its start. Nothing in a test is drawn from anything else.

`make test` always takes the same one; `SEED=7 make test` tries another, and `SEED=random` one that nobody knows before.
Secrets of people (cookies, keys, passwords) are no luck: they are drawn as ever.
"""

import os
import sys
from collections.abc import Callable
from itertools import count
from random import Random, randrange
from typing import Any, Final

VARIABLE: Final = "SEED"
USUAL: Final = "1"
HALL: Final = "LUCK"
"""In the environment of a process that tests start: what its own luck follows from."""
SOON: Final = 1.0
"""Seconds from a pairing to its tables, and no less: a test looks at the round before they open."""

SEED: Final = str(randrange(10**6)) if os.environ.get(VARIABLE) == "random" else os.environ.get(VARIABLE, USUAL)
FIXED: Final = SEED == USUAL
os.environ[VARIABLE] = SEED  # the other processes of this run draw from it too

_turn = ("", count())


def of_next_process() -> str:
    """Another one for each process that a file of tests starts, and the same ones in every run."""
    global _turn  # noqa: PLW0603, a test process has one file at a time
    file = os.environ.get("PYTEST_CURRENT_TEST", "").partition("::")[0]
    if _turn[0] != file:
        _turn = (file, count())
    return f"{SEED} {file} {next(_turn[1])}"


def draw_from(luck: str) -> None:
    """From here on, whatever has been loaded of a hall draws its dice, codes and lots from this."""
    rng = Random(luck)
    for module, name, drawn in (
        ("dicehall.table.live.hall", "SystemRandom", lambda: rng),
        ("dicehall.table.live.hall", "new_seed", lambda: rng.randbytes(32)),
        ("dicehall.evenings.live.tournaments", "SystemRandom", lambda: rng),
        ("dicehall.evenings.live.tournaments", "new_seed", lambda: rng.randbytes(32)),
        ("dicehall.cli.client.local", "SystemRandom", lambda: rng),
        ("dicehall.cli.client.wire", "new_seed", lambda: rng.randbytes(16).hex()),
    ):
        replace(module, name, drawn)


def open_tables_soon() -> None:
    """Nobody in a test needs twenty seconds to come to a table."""
    replace("dicehall.evenings.core.rounds", "COUNTDOWN", SOON)
    replace("dicehall.evenings.core.rounds", "ARENA_COUNTDOWN", SOON)


def replace(module: str, name: str, value: Callable[[], Any] | float) -> None:
    """Nothing is loaded for it: who has not loaded a module draws nothing there."""
    if module in sys.modules:
        assert hasattr(sys.modules[module], name), f"{module} has no {name} any more"
        setattr(sys.modules[module], name, value)


def in_this_process() -> None:
    """What a process of a hall does first, if tests have started it."""
    if luck := os.environ.get(HALL):
        draw_from(luck)
        open_tables_soon()
