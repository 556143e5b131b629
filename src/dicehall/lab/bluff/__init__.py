"""Bluff: for two a strategy and what it is sure to win; for more one that was learned, and what a guest learns then."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from multiprocessing import get_context
from os import cpu_count, nice
from pathlib import Path
from typing import Any

from dicehall.bots.bluff.crowd_table import KINDS, kind_for, name_of
from dicehall.bots.bluff.table import LAPS
from dicehall.bots.tables import FOLDER, open_table
from dicehall.lab.bluff.crowd import Model
from dicehall.lab.bluff.crowd_table import files as crowd_files
from dicehall.lab.bluff.crowd_table import read as read_crowd
from dicehall.lab.bluff.match import ROUNDS, Round, Task, guaranteed, solve_game
from dicehall.lab.bluff.regret import exploited, learn, settle
from dicehall.lab.bluff.table import files, read
from dicehall.lab.report import Finding, Report, Tell, write_tables
from dicehall.rules.bluff import Bluff
from dicehall.rules.errors import RulesError

STEPS, TREMBLE = 60, 0.002
"""With so many, a round's strategy is within about 0.002 of the best that there is of its kind."""
ROUNDING = 1e-5
"""Of 32-bit floats, generously."""


CROWD_STEPS, CROWD_GAMES = ((1500, 1200), (400, 1200, 2000), (400,), (), (800, 1500, 2500, 2500), (300,)), 1000
"""How long it is learned what scores are worth to many: some steps, each of so many games, and then again. Each time
begins with the strategy of the last. For six they are worth what they are for five."""
SETTLE_STEPS, SETTLE_GAMES = (400, 540, 440, 200, 360, 260), 200_000
"""How long their strategies are learned after that. Large batches matter: what is known from few games is noise, and
the others soon find it."""
LESSONS = 400_000
"""From how many games a guest learns against it, unless told otherwise."""


class NotSolved(RulesError):
    def __init__(self) -> None:
        super().__init__(f"Bluff is solved for {LAPS} laps, three rounds and bluff=not_equal, no others")


class NothingToLearn(RulesError):
    def __init__(self) -> None:
        super().__init__("for two players and free claims the best guest is searched for, who needs no lessons")


def solve(game: Bluff, tell: Tell, write: Path | None = None, lessons: int | None = None) -> Report:
    """What the shipped tables win: for two what they are sure of, for more what a guest learned to leave them.

    With `write`, the tables that bots read are made first, those for two or all the others, and it is these that are
    tried. `lessons` are the games that the guest learns from."""
    options = game.options
    if (options.laps, options.bluff, options.rounds) != (LAPS, "not_equal", 3):
        raise NotSolved
    crowd = game.seats > 2 or options.claims == "rising"
    if lessons is not None and not crowd:
        raise NothingToLearn
    if write is not None:
        write_tables(write, crowd_tables(tell) if crowd else tables(tell))
    folder = write or FOLDER
    return guest_among_many(game, tell, folder, lessons or LESSONS) if crowd else best_guest(game, tell, folder)


def guest_among_many(game: Bluff, tell: Tell, folder: Path, lessons: int) -> Report:
    rising = game.options.claims == "rising"
    kind = kind_for(game.seats, rising=rising)
    numbers, heights = open_table(name_of(kind), folder), open_table("bluff_crowd_values", folder)
    host = read_crowd(kind, numbers, heights, seats=game.seats)
    cards, steps = game.options.immunity, max(lessons // CROWD_GAMES, 1)
    learned = exploited(
        host,
        steps=steps,
        games=CROWD_GAMES,
        cards=cards,
        tell=lambda done: tell("a guest learns", done, steps),
    )
    findings = (
        Finding("a fair share", Fraction(1, game.seats)),
        Finding(f"one guest who learned from {CROWD_GAMES * steps:,} games against the hard bots wins", *learned),
    )
    method = (
        "The bots' strategy was learned by regret matching: all play it, and learn what another move would have "
        "brought. The guest learns in the same way, while the bots play the shipped table. What the guest wins is "
        "measured, and a lower bound of what can be won; the bound is half of the 95 % interval."
    )
    return Report(method, findings)


def tell_steps(tell: Tell, what: str, steps: int, done: int) -> None:
    tell(what, done, steps)


def crowd_tables(tell: Tell) -> dict[str, bytes]:
    """Make the tables for three and more and for rising claims: a quarter of an hour on one core until it is known what
    scores are worth, then some hours; or, with CuPy on a GPU, some minutes."""
    models: list[Model] = []
    before: Model | None = None
    for (seats, rising), all_steps, settled in zip(KINDS, CROWD_STEPS, SETTLE_STEPS, strict=True):
        like = Model(seats, rising=rising)
        what = f"{seats} players, {'rising' if rising else 'free'} claims"
        found = before if before and before.rising == rising else None
        for again, steps in enumerate(all_steps):
            told = partial(tell_steps, tell, f"{what}, again" if again else what, steps)
            found = learn(like, steps=steps, games=CROWD_GAMES, tell=told, after=found)
            before = before if again else found
        assert found is not None
        like.height = found.height
        told = partial(tell_steps, tell, f"{what}, settled", settled)
        models.append(settle(like, steps=settled, games=SETTLE_GAMES, tell=told))
    return crowd_files(models)


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
