"""Three Dice is told sip by sip."""

import pytest

from dicehall.narrate import Narrator
from dicehall.rules.three_dice import AllSafe, Award, Drank, LimitSet, MatchOver, Stayed, Stopped, ThrewAgain, Voided
from dicehall.rules.values import Event

narrator = Narrator("three_dice", ("Ann", "Ben", "Cem"))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            ThrewAgain(0, (1,), 2, (1, 3), (1, 1, 3), "plain", 203, safe=False),
            "Ann keeps the 1: 1-1-3, 203 points.",
        ),
        (
            ThrewAgain(1, (), 3, (4, 4, 4), (4, 4, 4), "triple", 12, safe=True),
            "Ben rerolls all three: 4-4-4, three of a kind!",
        ),
        (Stayed(0, "stairs", 105, safe=True, sips=1, pot=1), "Ann is safe, with one sip to give away."),
        (LimitSet(2), "Everyone else gets up to two rolls."),
        (Drank(2, sips=1, total=4), "Cem takes a sip (4 in all)."),
        (AllSafe(pot=9, carry=9), "Everyone is safe, so nobody drinks the pot. Its 9 sips stay in."),
        (Stopped(), "The match ends here."),
        (Voided(6), "Round 6 is void: nobody drinks its pot."),
        (MatchOver(5, (0, 2)), "The match is over after 5 rounds. In first place: Ann and Cem."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else "",
)
def test_a_sentence(event: Event, text: str) -> None:
    assert narrator.tell(event).text == text


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Award(1), "Give the sips to Ben"),
        (Award(1, 1), "Give one sip to Ben"),
        (Award(2, 3), "Give 3 sips to Cem"),
    ],
)
def test_an_award_is_offered_whole_or_in_sips(move: Award, text: str) -> None:
    assert narrator.offer(move) == text
