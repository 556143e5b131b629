"""The odds in the rules pages are what the code says now, and what counting by hand says."""

import re
from itertools import product
from math import comb

import pytest

from dicehall.bots.mindroll import NUMBERS
from dicehall.bots.stlucia.dice import DICE
from dicehall.lab.mindroll.counter import chance_below, chance_of_reveal
from dicehall.rules.catalog import GAMES
from dicehall.rules.mindroll import COLOURS
from dicehall.rules.three_dice import read
from docs import odds

WIDEST = 7
"""Columns that a telephone shows without a second look."""


def section(game: str) -> str:
    text = (odds.RULES / f"{game}.md").read_text(encoding="utf-8")
    return text.partition(f"\n{odds.HEADING}")[2].partition("\n## ")[0]


def tables(game: str) -> list[dict[str, list[str]]]:
    """The rows of each table, by their first cell."""
    found = re.findall(r"(?:^\|.*\n)+", section(game), re.MULTILINE)
    split = [[line.strip("| ").split(" | ") for line in each.splitlines()] for each in found]
    return [{first: rest for first, *rest in lines} for lines in split]


def rows(game: str) -> dict[str, list[str]]:
    """Those of all its tables, the last one first where two begin alike."""
    return {first: rest for each in tables(game) for first, rest in each.items()}


def percent(chance: float) -> str:
    return odds.percent(chance)


@pytest.mark.parametrize("game", odds.SECTIONS)
def test_the_odds_are_up_to_date(game: str) -> None:
    assert (odds.RULES / f"{game}.md").read_text(encoding="utf-8") == odds.page(game), "run `make odds`"


def test_all_odds_are_written_by_the_code_and_link_to_what_we_know() -> None:
    pages = {listing.name: (odds.RULES / f"{listing.name}.md").read_text(encoding="utf-8") for listing in GAMES}
    assert {game for game, text in pages.items() if odds.HEADING in text} == set(odds.SECTIONS)
    for game in odds.SECTIONS:
        assert f"](../knowledge/{game}.md)" in section(game)


@pytest.mark.parametrize("game", odds.SECTIONS)
def test_a_telephone_can_show_the_tables(game: str) -> None:
    widths = [line.count("|") - 1 for line in section(game).splitlines() if line.startswith("|")]
    assert widths
    assert max(widths) <= WIDEST


# Counted by hand


def test_peril_by_counting_the_numbers_of_the_others() -> None:
    assert rows("peril")["6"] == ["d20", percent(15 / 20), percent(10 / 20), percent(5 / 20)]
    assert rows("peril")["2"] == ["d6", percent(5 / 6), percent(4 / 6), percent(3 / 6)]


def test_three_dice_by_throwing_all_216() -> None:
    held = re.findall(
        r"^\| `(\d)-(\d)-(\d)` \| (\d+) \| (?:`([\d-]+)`|nothing) \| (.+?) \|$", section("three_dice"), re.M
    )
    assert len(held) == len(odds.HELD)
    for *faces, points, kept, chance in held:
        own = read(tuple(map(int, faces)))
        assert own.points == int(points)
        keeps = tuple(map(int, kept.split("-"))) if kept else ()
        ends = [read((*keeps, *thrown)) for thrown in product(NUMBERS, repeat=3 - len(keeps))]
        assert chance == percent(sum(end.safe or end.points > own.points for end in ends) / len(ends))
    assert rows("three_dice")["three of a kind"][0] == percent(6 / 216)


def test_king_by_the_binomial_distribution() -> None:
    def at_least(wanted: int, dice: int, chance: float) -> float:
        return sum(comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(wanted, dice + 1))

    stlucia = rows("stlucia")
    for name, wanted in (("one A", 1), ("two A", 2), ("three A", 3), ("three 3s", 3)):
        chances = [at_least(wanted, DICE, 1 - (5 / 6) ** throws) for throws in (1, 2, 3)]
        assert stlucia[name] == [percent(chance) for chance in chances]
    for have, wanted in ((2, 3), (3, 4), (5, 6)):
        chances = [at_least(wanted - have, DICE - have, 1 - (5 / 6) ** throws) for throws in (1, 2)]
        assert stlucia[f"`{' '.join('3' * have)}`"] == [f"{wanted} alike", *map(percent, chances)]


def test_mindroll_by_trying_every_die_of_the_caller() -> None:
    reveals, players = tables("mindroll")
    for call, number in product(range(7, 13), NUMBERS):
        wins = [
            other != number and colour != 0 and call > number + other
            for other, colour in product(NUMBERS, range(len(COLOURS)))
        ]
        assert chance_of_reveal(call, number, 2) == pytest.approx(sum(wins) / len(wins))
        assert reveals[str(call)][number - 1] == odds.of_100(sum(wins) / len(wins))
    totals = [sum(dice) for dice in product(NUMBERS, repeat=4)]
    for more, said in zip((0, 2, 4, 6), players["4"][1:], strict=True):
        assert said == odds.of_100(sum(total >= 13 + more for total in totals) / len(totals))
    assert chance_below(4, 13) == pytest.approx(sum(total < 13 for total in totals) / len(totals))


def test_bluff_by_throwing_all_216() -> None:
    totals = [sum(dice) for dice in product(NUMBERS, repeat=3)]
    for total in range(3, 19):
        exactly, more = totals.count(total), sum(other >= total for other in totals)
        assert rows("bluff")[str(total)] == [f"{exactly} of 216", percent(exactly / 216), percent(more / 216)]
