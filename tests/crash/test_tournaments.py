"""Tournaments in a hall that is killed: nothing told is lost, nobody sits twice, and all come to their end."""

import asyncio
from pathlib import Path

import pytest

from tests.crash.cup import FORMATS, KilledCup
from tests.crash.halls import MortalHall
from tests.kit.scale import scaled

ENTRANTS = 12
KILLS = scaled(2, least=1)


async def survive(cup: KilledCup, kills: int) -> None:
    async for _ in cup.survive(kills):
        if cup.findings.wrong:
            break


def killed(folder: Path, form: str, *sabotage: str, kills: int = KILLS, seed: int = 1) -> KilledCup:
    """A whole tournament, or as much of it as goes right."""
    with MortalHall(folder / "data", "--fast", sabotage=("hurry_tournaments", *sabotage)) as hall:
        cup = KilledCup(hall, folder / "aside", form, ENTRANTS, seed)
        cup.pauses = (0.1, 0.5, 1.0)
        asyncio.run(survive(cup, kills))
    return cup


@pytest.mark.parametrize(
    "form", [pytest.param(form, marks=[pytest.mark.soak] if form == "arena" else []) for form in FORMATS]
)
def test_a_tournament_in_a_hall_that_is_killed_comes_to_its_end(form: str, tmp_path: Path) -> None:
    cup = killed(tmp_path, form)
    assert not cup.findings.wrong, f"after {cup.findings.kills} kills: {cup.findings.wrong[:5]}"
    assert 0 < cup.findings.kills <= KILLS, "it may be over before the last"
    assert len(cup.cups.compared) >= 3, "the results of tables were held against their games"


@pytest.mark.parametrize(
    ("sabotage", "noticed"),
    [
        pytest.param("open_tables_before_they_are_drawn", "no tournament has drawn it", marks=pytest.mark.soak),
        pytest.param("tell_results_the_other_way_round", "the tournament has", marks=pytest.mark.soak),
        ("draw_someone_twice", "places in round"),
    ],
)
def test_a_hall_that_breaks_its_word_is_found_out(sabotage: str, noticed: str, tmp_path: Path) -> None:
    wrong = killed(tmp_path, "swiss", sabotage, kills=6, seed=2).findings.wrong
    assert any(noticed in each for each in wrong), wrong[:5]
