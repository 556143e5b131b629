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
            "Ann keeps 1 and throws 1 3. That makes 1 1 3, 203 points.",
        ),
        (
            ThrewAgain(1, (), 3, (4, 4, 4), (4, 4, 4), "triple", 12, safe=True),
            "Ben throws all three dice again: 4 4 4, three of a kind!",
        ),
        (Stayed(0, "stairs", 105, safe=True, sips=1, pot=1), "Ann is safe and has one sip to award."),
        (LimitSet(2), "Everybody else has up to two rolls."),
        (Drank(2, sips=1, total=4), "Cem drinks one sip, 4 so far."),
        (AllSafe(pot=9, carry=9), "Everybody is safe, nobody drinks the pot. Its 9 sips stay in it."),
        (Stopped(), "The match is stopped."),
        (Voided(6), "Round 6 is void: nobody drinks its pot."),
        (MatchOver(5, (0, 2)), "The match ends after 5 rounds. In first place: Ann and Cem."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else "",
)
def test_a_sentence(event: Event, text: str) -> None:
    assert narrator.tell(event).text == text


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Award(1), "Award the sips to Ben"),
        (Award(1, 1), "Award one sip to Ben"),
        (Award(2, 3), "Award 3 sips to Cem"),
    ],
)
def test_an_award_is_offered_whole_or_in_sips(move: Award, text: str) -> None:
    assert narrator.offer(move) == text
