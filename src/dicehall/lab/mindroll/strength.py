"""What bots gain among others, in points a round: every bot as a table, and no luck but the deals."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from dicehall.bots import Bot
from dicehall.bots.mindroll import NUMBERS, REMEMBERED, hard, normal, rows, slips_among, toss
from dicehall.lab.mindroll.crowd import Numbers, Sweep, deals
from dicehall.lab.mindroll.exploit import chances
from dicehall.lab.mindroll.recall import Plan, Tree, as_plan
from dicehall.lab.mindroll.written import shipped, shipped_plan
from dicehall.rules.mindroll import DICE, Answering, Board, Call, Duel, MindRoll, Opening, State, least_call

ME, OTHER, THIRD = 1, 0, 2
ASKED = ((ME, OTHER), (OTHER, OTHER), (THIRD, OTHER))
"""The starter and the caller, by my part in the round."""


def table_among(bot: Bot, players: int, last: Duel | None = None) -> Numbers:
    """What the bot does, as a table, after this last round; it looks at numbers alone, and its luck is all tried.

    A table knows the last call only, so that it is not all that a bot does which remembers more: see `plan_among`.
    """
    if bot is hard:
        return shipped(players)
    game, least = MindRoll(players), least_call(players)
    table: Numbers = np.zeros(rows(players))
    for part, call, place in np.ndindex(table.shape[:3]):
        if (part and not call) or (not part and call == 1):
            continue  # only the starter makes a first call, and never has to answer the lowest
        starter, caller = ASKED[part]
        phase = Answering(starter, least + call - 1, caller, ME) if call else Opening(ME)
        state = State(Board((0,) * players, (), 1, last, phase), (DICE[NUMBERS[place], 1],) * players)
        for move, chance in chances(bot, game, game.view(state, ME)).items():
            table[part, call, place, 1 + move.total - least if isinstance(move, Call) else 0] = float(chance)
    return table


def whole(bot: Bot, players: int, ask: Callable[[Bot], Numbers]) -> Numbers:
    """A bot as a table. `normal` is put together from its two halves: to try all its luck would take minutes."""
    if bot is not normal:
        return ask(bot)
    slips = Fraction(slips_among(players), 16)
    table: Numbers = ask(hard) * (1 - slips) + ask(toss) * slips
    return table


class Gain(NamedTuple):
    points: float
    margin: float
    """Half of the 95 % interval; 0 where all deals were taken."""


def plan_among(bot: Bot) -> Plan:
    """What the bot does among three; the hard one remembers all calls there, and so does the normal one."""
    if bot is hard:
        return shipped_plan()
    if bot is not normal:
        return as_plan(table_among(bot, REMEMBERED))
    slips = slips_among(REMEMBERED) / 16
    halves = zip(plan_among(hard), plan_among(toss), strict=True)
    return [(1 - slips) * knows + slips * tosses for knows, tosses in halves]


def gains_of(bot: Bot, others: Bot, players: int) -> Gain:
    """What one bot gains a round among the others, in a first round."""
    if players == REMEMBERED:
        return Gain(Tree(players).gains(plan_among(bot), plan_among(others)), 0.0)
    mine, theirs = (whole(each, players, partial(table_among, players=players)) for each in (bot, others))
    return gain_among(mine, theirs, players)


def gain_among(mine: Numbers, others: Numbers, players: int, many: int = 1300) -> Gain:
    """What one gains a round among the others, in every seat in turn."""
    dealt = deals(players, many, np.random.default_rng([3, players]))
    starts, follows = (
        Sweep(dealt, others.astype(float), mine.astype(float), seat).swept().gains[:, seat] for seat in (0, 1)
    )
    gains = (starts + (players - 1) * follows) / players
    margin = 0.0 if len(dealt) == 6**players else 1.96 * float(gains.std()) / math.sqrt(len(dealt))
    return Gain(float(gains.mean()), margin)
