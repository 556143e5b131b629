"""The numbers in docs/knowledge are what the solvers say, and the pictures what the scripts beside them draw."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dicehall.bots.bluff.table import row_for, sure
from dicehall.lab.peril import Outlook, outlook
from dicehall.lab.three_dice.rounds import Solution, solution
from dicehall.lab.three_dice.turn import LOSE, SIPS
from dicehall.rules.peril import Options, Peril

KNOWLEDGE = Path(__file__).resolve().parents[2] / "docs" / "knowledge"
PLOTS = sorted(KNOWLEDGE.glob("plot_*.py"))


def page(name: str) -> str:
    return (KNOWLEDGE / f"{name}.md").read_text(encoding="utf-8")


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading."""
    below = text.split(f"\n## {heading}\n")[1]
    table = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    assert table is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()[2:]]


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", PLOTS, ids=lambda path: path.stem)
def test_a_picture_is_what_its_script_draws(path: Path) -> None:
    plot: Any = load(path)
    assert plot.PICTURE.read_text(encoding="utf-8") == plot.drawn()


def test_every_page_is_in_the_index_and_shows_its_picture() -> None:
    for path in sorted(KNOWLEDGE.glob("*.md")):
        if path.name != "README.md":
            assert f"]({path.name})" in page("README")
            assert f"]({path.stem}.svg)" in path.read_text(encoding="utf-8")


# Peril


def start(seats: int, **options: Any) -> Outlook:
    game = Peril(seats, Options(**options))
    return outlook(game, game.start())


def test_perils_page_knows_how_long_games_last() -> None:
    told = rows(page("peril"), "How long a game lasts")
    assert told == [[str(seats), f"{float(start(seats).rounds):.1f}"] for seats in range(2, 11)]
    short, long = (float(start(4, starting_lives=lives).rounds) for lives in (2, 3))
    assert f"need {short:.1f}\nrounds instead of {long:.1f}" in page("peril")


def test_perils_page_knows_what_the_first_seat_gets() -> None:
    told = rows(page("peril"), "The one option that is unfair")
    for seats, first, last, fair in told:
        wins = start(int(seats), peril_after_elimination="first_seat").wins
        assert [first, last, fair] == [f"{100 * float(each):.1f} %" for each in (wins[0], wins[-1], 1 / int(seats))]
    wins = start(6, peril_after_elimination="first_seat").wins
    first, last = (f"{100 * float(each):.0f} %" for each in (wins[0], wins[-1]))
    assert f"from {first} for the first seat to {last} for the last" in page("peril")
    rules = " ".join((KNOWLEDGE.parent / "rules" / "peril.md").read_text(encoding="utf-8").split())
    assert f"the first of six seats wins {first} of the games and the last one {last}" in rules


@pytest.mark.parametrize("follower", ["random", "next_seat"])
def test_perils_page_is_right_that_seats_are_equal(follower: str) -> None:
    for seats in range(2, 7):
        assert len(set(start(seats, peril_after_elimination=follower).wins)) == 1


# Three Dice


def rounds(seats: int, aim: int = LOSE, *, gentle: bool = True) -> Solution:
    return solution(seats, aim, gentle=gentle, exact=False)


def percent(value: Any) -> str:
    return f"{100 * float(value):.1f} %"


def test_three_dices_page_knows_who_loses() -> None:
    told = rows(page("three_dice"), "It is good to start")
    for row in told:
        lose = rounds(int(row[0])).outlook.lose
        assert row[1:] == [percent(each) for each in (lose[0], lose[-1], 1 / int(row[0]))]


def test_three_dices_page_knows_how_many_rolls_a_starter_uses() -> None:
    for row in rows(page("three_dice"), "How many rolls should the starter use?"):
        assert row[1:] == [percent(each) for each in rounds(int(row[0])).outlook.rolls]


def test_three_dices_page_knows_the_price_of_the_gentlemens_rule() -> None:
    for row in rows(page("three_dice"), "What the gentlemen's rule costs"):
        seats = int(row[0])
        lost, drunk = (
            [
                float((each.outlook.lose, each.outlook.sips)[aim][-1])
                for each in (rounds(seats, aim, gentle=gentle) for gentle in (True, False))
            ]
            for aim in (LOSE, SIPS)
        )
        assert row[1:] == [percent(lost[0] - lost[1]), f"{drunk[0] - drunk[1]:.3f}"]


# Bluff


def sure_of(stage: str, *, card: bool, lead: int = 0) -> tuple[float, float]:
    """What the hard bot is sure to win from a round on, if it leads and if it does not."""
    leading, following = (
        sure(row_for(stage, (card, card), 0, lead, leads=leads), leads=leads) for leads in (True, False)
    )
    return leading, following


def test_bluffs_page_knows_what_the_hard_bot_is_sure_of() -> None:
    told = " ".join(page("bluff").split())
    with_card, without = (sum(sure_of("first", card=card)) / 2 for card in (True, False))
    assert f"wins more than **{percent(1 - with_card)}** of the games" in told
    assert f"is sure of {percent(with_card)}, or of {percent(without)} in games without the card" in told
    assert f"improved by {100 * (0.5 - with_card):.1f} points" in told


def test_bluffs_page_knows_what_a_lead_is_worth() -> None:
    for ahead, chance in rows(page("bluff"), "The card is for the end"):
        low, _, high = ahead.partition(" to ")
        shown = {f"{100 * sure_of('last', card=False, lead=int(lead))[0]:.0f} %" for lead in (low, high or low)}
        assert chance in shown
    tied = [f"({100 * sure_of('last', card=card)[0]:.0f} %)" for card in (False, True)]
    assert f"without the card {tied[0]} and much better off with it {tied[1]}" in " ".join(page("bluff").split())
