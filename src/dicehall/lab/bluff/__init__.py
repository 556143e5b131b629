"""Bluff: for two a strategy and what it is sure to win; for more one that was learned, and what a guest learns then."""

from collections.abc import Callable, Iterable
from multiprocessing import get_context
from os import cpu_count, nice
from pathlib import Path
from typing import Any

from dicehall.bots.bluff.table import LAPS
from dicehall.bots.tables import FOLDER, open_table
from dicehall.lab.bluff.many import LESSONS, guest_among_many, kind_of, make_table
from dicehall.lab.bluff.match import ROUNDS, Round, Task, guaranteed, solve_game
from dicehall.lab.bluff.table import files, read
from dicehall.lab.report import Finding, Report, Tell, write_tables
from dicehall.rules.bluff import Bluff
from dicehall.rules.errors import RulesError

STEPS, TREMBLE = 60, 0.002
"""With so many, a round's strategy is within about 0.002 of the best that there is of its kind."""
ROUNDING = 1e-5
"""Of 32-bit floats, generously."""


class NotSolved(RulesError):
    def __init__(self) -> None:
        super().__init__(f"Bluff is solved for {LAPS} laps, three rounds and bluff=not_equal, no others")


class NothingToLearn(RulesError):
    def __init__(self) -> None:
        super().__init__("for two players and free claims the best guest is searched for, who needs no lessons")


def solve(game: Bluff, tell: Tell, write: Path | None = None, lessons: int | None = None) -> Report:
    """What the shipped tables win: for two what they are sure of, for more what a guest learned to leave them.

    With `write`, the tables that bots read at such a table are made first, and these are tried. `lessons` are
    the games that the guest learns from."""
    options = game.options
    if (options.laps, options.bluff, options.rounds) != (LAPS, "not_equal", 3):
        raise NotSolved
    crowd = game.seats > 2 or options.claims == "rising"
    if lessons is not None and not crowd:
        raise NothingToLearn
    if write is not None:
        write_tables(write, make_table(kind_of(game), tell) if crowd else tables(tell))
    folder = write or FOLDER
    return guest_among_many(game, tell, folder, lessons or LESSONS) if crowd else best_guest(game, tell, folder)


def best_guest(game: Bluff, tell: Tell, folder: Path) -> Report:
    """The best guest against the table for two is searched for, not assumed."""
    options = game.options
    findings = []
    rounds = read(open_table("bluff", folder), open_table("bluff_values", folder))
    cards = (options.immunity, options.immunity)
    for number, ((name, _, _), stage) in enumerate(zip(ROUNDS, guaranteed(rounds), strict=True), start=1):
        tell("searching the best guest", number, len(ROUNDS))
        if name in ("last", "first"):
            at = f"{name} round, all tied"
            findings += [
                Finding(f"{at}: the bot leads and wins at least", float(stage.leading[cards][0, 0]), ROUNDING),
                Finding(f"{at}: the guest leads, the bot wins at least", float(stage.following[cards][0, 0]), ROUNDING),
            ]
    sure = (stage.leading[cards].item() + stage.following[cards].item()) / 2
    findings.append(Finding("the bot wins a game, whatever the guest does, at least", sure, ROUNDING))
    method = (
        "A strategy by regret matching for each round from the last one back; then the best guest against it, who may "
        "claim anything in every lap, by searching all claims. The bot keeps to its first claim and remembers the "
        "guest's former claims by classes. Between the scores that were solved it plays, and counts, as if it were a "
        "little worse off."
    )
    return Report(method, tuple(findings))


def tables(tell: Tell) -> dict[str, bytes]:
    """Make the bots' tables: some minutes on one core, less on more."""
    with get_context("spawn").Pool(cpu_count(), initializer=nice, initargs=(10,)) as pool:
        rounds: list[Round] = []

        def mapped(work: Callable[[Task], Any], tasks: list[Task]) -> Iterable[Any]:
            for done, found in enumerate(pool.imap(work, tasks), start=1):
                tell(f"round {len(rounds) + 1} of {len(ROUNDS)}", done, len(tasks))
                yield found

        for each in solve_game(mapped, steps=STEPS, tremble=TREMBLE):
            rounds.append(each)
    return files(rounds)
