"""Tables for three and more players by training: everyone plays the same table and leans towards what was worth more.

Each turn multiplies the chances of a move by an exponent of its worth (mirror descent, which keeps regret low) and
pulls them a little, ever less, towards taking any move; the mean of all turns is kept. Between two players who
remember all calls such means lead to an equilibrium. For more players, and for players who see the last call only,
nothing is guaranteed, so the gap is measured: how much one seat gains by the best other table that was found. That is
a lower bound: a better one may exist, the more so for a player who remembers all calls.
"""

import math
from typing import NamedTuple

import numpy as np

from dicehall.lab.mindroll.crowd import Numbers, Sweep, deals, legal_moves
from dicehall.lab.report import Tell

TURNS, DEALS = 1200, 250
"""How long tables are trained (shared out by the number of players: each turn is a turn of all), and on how many deals
each turn."""
STEP, PULL = 2.0, 0.2
REPLY_TURNS, REPLY_DEALS = 25, 250
"""The same for a reply to them."""
FADING = 0.8
"""What a move of the reply is worth depends on what the reply did before, so older turns count less."""
CHECKED = 8000
"""On how many other deals the gap is measured; up to five players these are all."""


def playable(players: int) -> Numbers:
    """By last call, number and move."""
    legal = legal_moves(players)[:, None, :]
    return np.broadcast_to(legal, (len(legal), 6, legal.shape[-1]))


def leaning(values: Numbers, legal: Numbers) -> Numbers:
    """Chances by the exponent of each value."""
    only = np.where(legal, values, -np.inf)
    raised = np.exp(only - only.max(axis=-1, keepdims=True))
    shares: Numbers = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def trained(players: int, tell: Tell, turns: int = TURNS, many: int = DEALS) -> Numbers:
    turns //= players
    rng = np.random.default_rng([1, players])
    legal = playable(players)
    values = np.zeros((3, *legal.shape))
    table = leaning(values, legal)
    sums = 1e-12 * table
    for turn in range(turns):
        tell(f"table for {players}", turn, turns)
        _, worth, asked = Sweep(deals(players, many, rng), table).swept()
        sums += (turn + 1) * asked[..., None] * table
        mean = worth / np.maximum(asked, 1e-12)[..., None]
        step, pull = STEP / math.sqrt(1 + turn / 20), PULL / (1 + turn / 10)
        values = np.where(asked[..., None] > 1e-9, (values + step * mean) / (1 + step * pull), values)
        table = leaning(values, legal)
    shares: Numbers = sums / sums.sum(axis=-1, keepdims=True)
    return shares


class Gap(NamedTuple):
    gain: float
    """Points a round that one seat gains by leaving the table, at least."""
    margin: float
    """Half of the 95 % interval; 0 where all deals were taken."""


def gap(players: int, table: Numbers, tell: Tell, turns: int = REPLY_TURNS, many: int = REPLY_DEALS) -> Gap:
    """What the best reply that training found gains against the others' table, on deals it was not trained on."""
    rng = np.random.default_rng([2, players])
    legal = playable(players)
    worth, asked = np.zeros((3, *legal.shape)), np.zeros((3, *legal.shape[:-1]))
    reply = table
    for turn in range(turns):
        tell(f"gap for {players}", turn, turns)
        dealt = deals(players, many, rng)
        for seat, weight in ((0, 1), (1, players - 1)):  # all seats but the starter's are alike
            swept = Sweep(dealt, table, reply, seat).swept()
            worth += weight * swept.worth
            asked += weight * swept.asked
        reply = leaning(worth / np.maximum(asked, 1e-12)[..., None] * 4 * 1.3**turn, legal)
        worth *= FADING
        asked *= FADING
    dealt = deals(players, CHECKED if 6**players <= CHECKED else CHECKED // 4, rng)
    seats = [Sweep(dealt, table, reply, seat).swept().gains[:, seat] for seat in (0, 1)]
    gains = (seats[0] + (players - 1) * seats[1]) / players
    margin = 0.0 if len(dealt) == 6**players else 1.96 * float(gains.std()) / math.sqrt(len(gains))
    return Gap(float(gains.mean()), margin)
