"""MindRoll: two players exactly, by a linear program; more by training, with a measured gap."""

from collections.abc import Mapping
from fractions import Fraction

from dicehall.bots import Bot
from dicehall.bots.mindroll import easy, hard, house, normal
from dicehall.bots.uniform import uniform
from dicehall.lab.mindroll.duel import Duel
from dicehall.lab.mindroll.equilibrium import equilibrium
from dicehall.lab.mindroll.exploit import exploited
from dicehall.lab.mindroll.match import share
from dicehall.lab.mindroll.written import tables
from dicehall.lab.report import Finding, Report, Tell
from dicehall.rules.mindroll import MindRoll

__all__ = ["solve", "tables"]

LEVELS: Mapping[str, Bot] = {"hard": hard, "normal": normal, "easy": easy, "house": house, "uniform": uniform}


def solve(game: MindRoll, tell: Tell) -> Report:
    return of_two(game, tell)


def of_two(game: MindRoll, tell: Tell) -> Report:
    found = equilibrium(Duel())
    wins = (1 + Fraction(found.value)) / 2
    findings = [
        Finding("points the starter gains a round", found.value, found.bound),
        Finding("rounds the starter wins", wins, found.bound / 2),
    ]
    if game.options.match != "open":
        first = share(lambda standing: wins if standing.starts else 1 - wins, game.options)
        findings.append(Finding("matches won by either, if both play so", first, 0.0))
    for number, (name, bot) in enumerate(LEVELS.items()):
        tell("bots", number, len(LEVELS))
        findings.append(Finding(f"taken from {name}", exploited(bot, colours=1).mean))
    method = (
        "A linear program over all lists of calls; what each side's plan guarantees is reckoned in fractions. "
        "`Taken from` a bot: the points a round of the best reply to it; the bot is asked at every question for all "
        "luck that it can have (easy: in the mood of a first round)."
    )
    return Report(method, tuple(findings))
