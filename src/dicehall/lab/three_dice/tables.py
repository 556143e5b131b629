"""The tables that bots of Three Dice read: matches of two, and what it costs to be lowest at a larger table."""

import numpy as np

from dicehall.bots.tables import as_table
from dicehall.bots.three_dice import MOST_POT, MOST_ROUNDS, WHOLE
from dicehall.lab.report import Tell
from dicehall.lab.three_dice.dice import NOBODY, Numbers
from dicehall.lab.three_dice.match import AHEAD, match_of_two
from dicehall.lab.three_dice.rounds import LIMITS, Solution, pots
from dicehall.lab.three_dice.turn import HOLD, POT, SIPS
from dicehall.rules.three_dice import LISTING, MOST_ROLLS

MANNERS = ((False, False), (True, False), (True, True))
"""Whether the bot keeps the gentlemen's rule and expects it of the other: where it is off, warned of, and enforced."""


def tables(tell: Tell) -> dict[str, bytes]:
    tell("tables", 0, 2)
    match = np.stack([match_table(MOST_ROUNDS, i_am_gentle=mine, you_are_gentle=yours) for mine, yours in MANNERS])
    tell("tables", 1, 2)
    lowest = np.stack([pot_table(LISTING.seats[1], gentle=gentle) for gentle in (False, True)])
    tell("tables", 2, 2)
    return {
        "three_dice_match.bin": as_table("uint16", match.shape, match.astype("<u2").tobytes()),
        "three_dice_pots.bin": as_table("float32", lowest.shape, lowest.astype("<f4").tobytes()),
    }


def match_table(rounds: int, *, i_am_gentle: bool, you_are_gentle: bool) -> Numbers:
    """By rounds left: your chances after I have started, a row for each limit and class of hand; then mine where I
    start, and yours where you do."""
    chances = match_of_two(rounds, i_am_gentle=i_am_gentle, you_are_gentle=you_are_gentle)
    second = np.reshape(chances.second, (rounds + 1, -1, len(AHEAD)))
    table = np.concatenate([second, np.stack([chances.mine, chances.yours], axis=1)], axis=1)
    rounded: Numbers = np.rint(table * WHOLE)
    return rounded


def pot_table(seats: int, *, gentle: bool) -> Numbers:
    """What the lowest score costs its owner: by how many roll later, the limit, the score and the pot before them."""
    solved = Solution(seats, SIPS, gentle=gentle, exact=False, awards=False)
    table = np.zeros((seats, MOST_ROLLS, NOBODY, MOST_POT))
    for later in range(seats):
        for limit in LIMITS:
            costs = solved.tables[seats + 1 - later, limit][0][POT - HOLD, 0, :NOBODY, :MOST_POT]
            known = min(pots(seats + 1 - later), MOST_POT)
            table[later, limit - 1, :, :known] = costs[:, :known]
            table[later, limit - 1, :, known:] = costs[:, known - 1 : known]  # no table of so many comes to it
    return table
