"""Theme nights in a hall that is killed as they open: each opens once, and none that was told is lost."""

from pathlib import Path

import pytest

from tests.crash.halls import MortalHall
from tests.crash.nights import KilledNights
from tests.kit.scale import scaled

EVENINGS = scaled(6, least=6)


def killed(folder: Path, *sabotage: str) -> KilledNights:
    """All evenings, or as many as go right."""
    with MortalHall(folder / "data", sabotage=("turn_the_calendar", *sabotage)) as hall:
        nights = KilledNights(hall, folder / "aside", min(EVENINGS, 18), seed=1)
        for _ in nights.survive():
            if nights.findings.wrong:
                break
    return nights


def test_evenings_of_a_hall_that_is_killed_around_their_opening_open_once_each(tmp_path: Path) -> None:
    nights = killed(tmp_path)
    assert not nights.findings.wrong, f"after {nights.findings.kills} kills: {nights.findings.wrong[:5]}"
    assert nights.findings.kills >= nights.evenings / 2
    assert nights.told, "something was on"


@pytest.mark.parametrize(
    ("sabotage", "noticed"),
    [
        ("open_evenings_before_they_are_named", "no evening has named it"),
        pytest.param("forget_that_evenings_have_begun", "times", marks=pytest.mark.soak),
    ],
)
def test_a_hall_that_opens_evenings_carelessly_is_found_out(sabotage: str, noticed: str, tmp_path: Path) -> None:
    wrong = killed(tmp_path, sabotage).findings.wrong
    assert any(noticed in each for each in wrong), wrong[:5]
