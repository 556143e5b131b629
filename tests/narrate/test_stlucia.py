"""King of StLucia is told with the letters of its dice."""

import pytest

from dicehall.narrate import Narrator
from dicehall.rules.stlucia import (
    Eliminated,
    Healed,
    Hit,
    Scored,
    Threw,
    ThrewAgain,
    TurnBegan,
    TurnsUsedUp,
)
from dicehall.rules.values import Event


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Threw(0, (1, 2, 3, 4, 5, 6)), "Ann rolls 1 2 3 H A P."),
        (ThrewAgain(1, (4, 6), (1, 1, 1, 5, 5, 2)), "Ben rerolls two dice: 1 1 1 A A 2."),
        (TurnBegan(0, 10, 1, 1, inside=True), "Ann’s turn."),
        (TurnBegan(1, 8, 0, 2, inside=False), "Ben’s turn."),
        (Healed(0, amount=0, health=10), ""),
        (Healed(0, amount=2, health=9), "Ann heals 2 (9 health)."),
        (Hit(0, target=1, damage=3, health=0), "Ann hits Ben for 3: no health left!"),
        (Scored(0, points=1, town=0, total=1), "Ann scores 1 point and has 1."),
        (Scored(0, points=1, town=1, total=4), "Ann scores 1 point (1 for claiming StLucia) and has 4."),
        (Scored(0, 5, town=2, total=9), "Ann scores 5 points (2 for starting in StLucia) and has 9."),
        (Eliminated((1, 2), remaining=1), "Eliminated: Ben and Cem. One player is left."),
        (
            TurnsUsedUp(200, (0, 2)),
            "Everyone left has had 200 turns, so the game ends. In first place: Ann and Cem.",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else "",
)
def test_a_sentence(event: Event, text: str) -> None:
    assert Narrator("stlucia", ("Ann", "Ben", "Cem")).tell(event).text == text
