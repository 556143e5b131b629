"""MindRoll: two players exactly, by a linear program; more by training, with an exact gap for three and a measured one
for more."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np

from dicehall.bots import Bot
from dicehall.bots.mindroll import REMEMBERED, easy, hard, normal
from dicehall.bots.simulate import bot_named
from dicehall.bots.uniform import uniform
from dicehall.lab.mindroll.crowd import Sweep, deals
from dicehall.lab.mindroll.duel import ANSWERER, STARTER, Duel
from dicehall.lab.mindroll.equilibrium import equilibrium
from dicehall.lab.mindroll.exploit import Exploited, exploited, table_of, taken_from
from dicehall.lab.mindroll.match import share
from dicehall.lab.mindroll.recall import Tree
from dicehall.lab.mindroll.strength import plan_among, whole
from dicehall.lab.mindroll.trained import CHECKED, gap
from dicehall.lab.mindroll.written import shipped, shipped_plan, tables
from dicehall.lab.report import Finding, Report, Tell, write_tables
from dicehall.rules.errors import RulesError
from dicehall.rules.mindroll import MindRoll, Options

LEVELS: Mapping[str, Bot] = {"hard": hard, "normal": normal, "easy": easy, "uniform": uniform}
ROUNDING = 1e-12
"""More than a few thousand roundings of chances can add up to."""
STEADY = {"hard", "normal", "uniform"}
"""These play every round alike, whatever happened before it."""


class OfTwoOnly(RulesError):
    def __init__(self) -> None:
        super().__init__("what any bot gives away at MindRoll can be reckoned for two players only")


def solve(game: MindRoll, tell: Tell, write: Path | None = None, bot: Sequence[str] = ()) -> Report:
    """With `write`, the tables that bots read are made first. For two it is also found what each `bot` gives away."""
    if bot and game.seats != 2:
        raise OfTwoOnly
    others = {name: bot_named("mindroll", name) for name in bot}
    if write is not None:
        write_tables(write, tables(tell))
    match game.seats:
        case 2:
            return of_two(game, tell, others)
        case 3:
            return of_three()
        case more:
            return of_more(more, tell)


def of_three() -> Report:
    tree, plan = Tree(REMEMBERED), shipped_plan()
    taken = tree.best(plan).mean
    findings = (
        Finding("points the starter gains a round", float(tree.values(plan)[0][0].sum()), ROUNDING),
        Finding("points taken from hard a round by the best reply", taken, ROUNDING),
        *[
            Finding(f"points taken from {name} a round by the best reply", tree.best(plan_among(bot)).mean, ROUNDING)
            for name, bot in LEVELS.items()
            if name in STEADY and name != "hard"
        ],
    )
    method = (
        "The plan was trained by regret matching over all lists of callers and calls, with the usual options. The best "
        "reply knows the plan and remembers all calls: nobody gains more, as long as the other two play by the plan."
    )
    return Report(method, findings)


def of_more(players: int, tell: Tell) -> Report:
    """Under the usual options, whatever those of the game are: the tables were made for them."""
    table = shipped(players)
    gains = Sweep(deals(players, CHECKED, np.random.default_rng(0)), table).swept().gains[:, 0]
    found = gap(players, table, tell)
    margin = 1.96 * float(gains.std()) / math.sqrt(len(gains)) if len(gains) < 6**players else 0.0
    findings = [
        Finding("points the starter gains a round", float(gains.mean()), margin),
        Finding("points taken from hard a round by a trained reply", found.gain, found.margin),
    ]
    method = (
        "The table was trained by mirror descent on regrets, with all players alike, the usual options and the last "
        "call in sight only. Nobody proved it an equilibrium: the trained reply is a lower bound of what can be gained."
    )
    return Report(method if margin == 0 else f"{method} How exactly: 95 % intervals over deals.", tuple(findings))


def of_two(game: MindRoll, tell: Tell, others: Mapping[str, Bot]) -> Report:
    found = equilibrium(Duel())
    wins = (1 + Fraction(found.value)) / 2
    findings = [
        Finding("points the starter gains a round", found.value, found.bound),
        Finding("rounds the starter wins", wins, found.bound / 2),
    ]
    for number, (name, bot) in enumerate(LEVELS.items()):
        tell("bots", number, len(LEVELS))
        taken = taken_from([whole(bot, 2, partial(table_of, player=side, colours=1)) for side in (STARTER, ANSWERER)])
        findings.append(Finding(f"points taken from {name} a round", taken.mean))
        if name in STEADY and game.options.match != "open":
            findings.append(Finding(f"matches {name} wins at least", least_share(taken, game.options)))
    for name, bot in others.items():
        mean = exploited(bot, tell=tell).mean
        exactly = isinstance(mean, Fraction)
        findings.append(Finding(f"points taken from {name} a round", mean, 0.0 if exactly else ROUNDING))
    method = (
        "A linear program over all lists of calls; what each side's plan guarantees is reckoned in fractions. "
        "What is taken from a bot is the gain of the best reply to it, which remembers all calls; the bot is asked at "
        "every question for all luck that it can have (easy: in the mood of a first round)."
    )
    return Report(method, tuple(findings))


def least_share(taken: Exploited, options: Options) -> Fraction | float:
    """How often a bot that plays every round alike wins a match against the best reply to it, and so against anyone."""
    wins = {True: (1 - Fraction(taken.as_starter)) / 2, False: (1 - Fraction(taken.as_answerer)) / 2}
    return share(lambda standing: wins[standing.starts], options)
