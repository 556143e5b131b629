"""Nobody reads MindRoll's bots: what a call tells of the number behind it is worth next to nothing."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from dicehall.bots import Bot
from dicehall.bots.mindroll import easy, hard, normal
from dicehall.lab.mindroll.counter import counter
from dicehall.lab.mindroll.duel import ANSWERER, STARTER, Duel, Numbers
from dicehall.lab.mindroll.exploit import FIRST, shortest, views
from dicehall.lab.mindroll.forgetful import Forgetful
from dicehall.rules.mindroll import DICE, Call, MindRoll, least_call, most_call
from tests.kit.scale import scaled

ASKED = scaled(400)
"""How often a bot is asked each question: what it seems to give away then is a little more than what it does."""
STATED = {"hard": 0.0025, "normal": 0.063}
"""Points a round, as `docs/knowledge/mindroll.md` has them."""
MARGIN = 0.02


def heard(bot: Bot, player: int, luck: Random) -> Numbers:
    """How often the bot does what, by the call that stands and by its own number: what a patient reader learns."""
    least, most = least_call(2), most_call(2)
    table = np.zeros((most - least + 2, 6, most - least + 2))
    for call in [None if player == STARTER else least, *range(least + 1, most + 1)]:
        for number in range(1, 7):
            view = views(player, shortest(player, call), DICE[number, 1], FIRST)
            made: Counter[Any] = Counter(bot(MindRoll(2), view, luck) for _ in range(ASKED))
            for move, times in made.items():
                row, column = (
                    0 if call is None else 1 + call - least,
                    1 + move.total - least if isinstance(move, Call) else 0,
                )
                table[row, number - 1, column] = times / ASKED
    return table


def taken_by_a_reader(bot: Bot) -> float:
    """Points a round that the best reply gains which has heard all that and remembers every call."""
    luck, duel = Random(1), Duel(exact=False)
    sides = [-float(Forgetful(duel, player).guarantee(heard(bot, player, luck))) for player in (STARTER, ANSWERER)]
    return sum(sides) / 2


@pytest.mark.parametrize(("name", "bot"), [("hard", hard), ("normal", normal)])
def test_who_reads_all_calls_of_a_bot_gains_no_more_than_is_stated(name: str, bot: Bot) -> None:
    taken = taken_by_a_reader(bot)
    print(f"A reader takes {taken:.3f} points a round from {name}.")  # for docs/reliability.md: pytest -rP
    assert taken <= STATED[name] + MARGIN


@pytest.mark.parametrize(("name", "bot"), [("the counter", counter), ("easy", easy)])
def test_a_bot_that_goes_by_thresholds_is_read(name: str, bot: Bot) -> None:
    """The counter was once the bot of the house."""
    taken = taken_by_a_reader(bot)
    print(f"A reader takes {taken:.3f} points a round from {name}.")
    assert taken > STATED["normal"] + 2 * MARGIN


def bits_told(chances: Numbers) -> float:
    """How much a move tells of the number, where all numbers are equally likely."""
    mean = chances.mean(axis=0)
    told = [p * np.log2(p / m) for row in chances for p, m in zip(row, mean, strict=True) if p > 0]
    return float(sum(told)) / len(chances)


@pytest.mark.parametrize("bot", [hard, normal])
def test_an_opening_call_tells_nothing_of_the_number(bot: Bot) -> None:
    assert bits_told(heard(bot, STARTER, Random(2))[0]) < 0.05
    assert bits_told(heard(easy, STARTER, Random(2))[0]) > 1
