"""`kill -9` while spectators predict: no chip is created or lost, and nothing is paid or taken twice."""

import asyncio
from pathlib import Path

import pytest

from tests.crash.foretelling import ForetoldEvening
from tests.crash.halls import MortalHall
from tests.crash.test_kills import survive
from tests.kit.scale import scaled

KILLS = min(scaled(3, least=3), 60)


def test_kills_create_no_chip_lose_none_and_pay_nothing_twice(tmp_path: Path) -> None:
    with MortalHall(tmp_path / "data", "--fast") as hall:
        evening = ForetoldEvening(hall, tmp_path / "aside", 5)
        findings = asyncio.run(survive(evening, KILLS))
    assert not findings.wrong, f"after {findings.kills} kills: {findings.wrong[:5]}"
    assert findings.kills == KILLS
    assert evening.book.predicted > KILLS, "hardly anyone has predicted"
    assert evening.book.settled, "no pool was paid"


@pytest.mark.parametrize(
    ("sabotage", "noticed"),
    [
        ("pay_pools_twice", "was paid again"),
        pytest.param("say_done_before_a_prediction_is_taken", "are kept", marks=pytest.mark.soak),
        pytest.param("keep_the_stakes", "neither paid nor returned", marks=pytest.mark.soak),
    ],
)
def test_a_book_that_breaks_its_word_is_found_out(sabotage: str, noticed: str, tmp_path: Path) -> None:
    with MortalHall(tmp_path / "data", "--fast", sabotage=(sabotage,)) as hall:
        findings = asyncio.run(survive(ForetoldEvening(hall, tmp_path / "aside", 6), 4))
    assert any("the book" in wrong and noticed in wrong for wrong in findings.wrong), findings
