"""The allowance: a question that follows a climax has as much more time as it takes to watch it."""

from random import Random

import pytest

from dicehall.narrate.kinds import members
from dicehall.rules import bluff, mindroll, peril, stlucia, three_dice
from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from dicehall.rules.values import Event, Seat, allowance_for
from dicehall.table.core.commands import Help, Return, Throw, TimeUp
from tests.table.kit import ANN, BOB, CID, HALL, Evening, move, running

CLOCK = 60


def watched(evening: Evening) -> tuple[Event, ...]:
    """One more step, and what it told."""
    told = len(evening.told)
    if len(evening.play.due) == 1:
        evening.step()
    else:
        who = evening.play.seats[evening.play.due[0].seat]
        evening.do(who, move(evening.options(who)[0]))
    return tuple(evening.told[told:])


def test_the_next_round_waits_for_the_reveal_to_be_seen() -> None:
    """The dice are turned in one step of the game, and the question comes with the next: both are one change."""
    evening = running(ANN, BOB, CID, game="mindroll", clock=CLOCK)
    while not any(isinstance(event, mindroll.Verdict) for event in watched(evening)):
        assert evening.until == evening.now + CLOCK, "calls are no climax"
    assert evening.until == evening.now + CLOCK + mindroll.Verdict.allowance
    evening.after(CLOCK)
    assert evening.refused(HALL, TimeUp()) == "not_due"
    evening.after(mindroll.Verdict.allowance).do(HALL, TimeUp())


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
@pytest.mark.parametrize("seed", range(3))
def test_a_new_question_has_the_largest_allowance_of_what_led_to_it(listing: Listing, seed: int) -> None:
    """The same for every seat; a question that was open before keeps its deadline."""
    evening = running(ANN, BOB, CID, game=listing.name, clock=CLOCK, seed=seed)
    seen: set[float] = set()
    for _ in range(400):
        before = evening.after(1).play.due
        events = watched(evening)
        if evening.table.playing is None:
            break
        for due in evening.play.due:
            assert due in before or due.until == evening.now + CLOCK + allowance_for(events), events
            if due.until is not None and due not in before:
                seen.add(due.until - evening.now - CLOCK)
    assert 0 in seen
    assert max(seen) == max(event.allowance for event in members(listing.event))


def test_the_host_and_a_player_who_is_back_do_not_get_it_twice() -> None:
    evening = running(ANN, BOB, clock=CLOCK).until_dice_are_held()
    evening.do(evening.awaited, Throw())
    assert evening.until == evening.now + CLOCK + peril.Threw.allowance
    seat = evening.play.due[0].seat
    evening.after(CLOCK).do(ANN, Help(seat))
    assert evening.until == evening.now + CLOCK
    while not evening.play.handed:
        evening.now = evening.table.due_at
        evening.do(HALL, TimeUp())
    evening.do(evening.play.seats[evening.play.handed[0]], Return())
    assert all(due.until is None or due.until <= evening.now + CLOCK + 6 for due in evening.play.due)


def test_no_clock_stays_no_clock() -> None:
    evening = running(ANN, BOB, on_timeout="wait").until_dice_are_held()
    evening.do(evening.awaited, Throw())
    assert evening.until is None


def test_only_special_rolls_of_three_dice_are_watched() -> None:
    plain = three_dice.Threw(0, (1, 2, 4), "plain", 306, safe=False)
    triple = three_dice.Threw(0, (5, 5, 5), "triple", 15, safe=True)
    assert allowance_for((plain, three_dice.LimitSet(1))) == 0
    assert allowance_for((plain, triple)) == three_dice.Threw.allowance


def test_what_is_no_climax_has_none() -> None:
    seat: Seat = Random(0).randrange(3)
    trivia: tuple[Event, ...] = (
        peril.Picked(seat, 3),
        mindroll.Called(seat, 20),
        bluff.Claimed(seat, 11),
        bluff.Believed(seat, 0, 8, 8),
        stlucia.Threw(seat, (1, 2, 3, 4, 5, 6)),
        stlucia.Stayed(seat),
        three_dice.Stayed(seat, "plain", 306, False, 0, 1),
    )
    assert allowance_for(trivia) == 0
