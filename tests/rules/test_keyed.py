"""Duplicate dice: what a die is thrown for decides how it falls, whatever else was decided before it."""

import hashlib
import hmac
import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.rules.catalog import GAMES, find
from dicehall.rules.chance import Dice, OneOf, Rolled, Shuffle
from dicehall.rules.kernel import Chance, Game, Over, play
from dicehall.rules.keyed import Tally, draw
from dicehall.rules.listing import Listing
from dicehall.rules.purpose import deal, lot, throw
from dicehall.rules.record import Entry, Record
from dicehall.rules.tower import Proof, Tower, commitment
from dicehall.rules.values import NATURE, TABLE, Withdraw
from dicehall.rules.verify import Noted, holds, verify
from tests.kit.keyed import SECRET, SEEDS, keyed_record
from tests.kit.walk import any_entry

OFFERED = [listing for listing in GAMES if listing.drawn_for is not None]
each_game = pytest.mark.parametrize("listing", OFFERED, ids=lambda listing: listing.name)
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "mindroll": [{"rounds": 4}, {"rounds": 3, "reveal_by": "anyone_but_caller", "next_starter": "loser"}],
    "three_dice": [
        {"rounds": 4, "turn_order": "shuffle", "tie": "roll_off", "first_roll_456": "false_start"},
        {"rounds": 4, "special_locks": True},
    ],
    "stlucia": [{"threshold": 4}, {"threshold": 6, "first_player": "first_seat"}],
    "bluff": [{"rounds": 3, "laps": 2}, {"rounds": 2, "claims": "rising"}],
}
TOWER = Tower(SECRET, SEEDS)


def faces_by_key(listing: Listing, game: Game[Any], rng: Random, leaving: float) -> dict[str, int]:
    """A game of people who do as they please: every die by its name. No name comes twice."""
    assert listing.drawn_for is not None
    fell: dict[str, int] = {}
    state, tally, rounds = game.start(), Tally(), 0
    while not isinstance(pending := game.pending(state), Over):
        if rng.random() < leaving:
            entry = Entry(TABLE, Withdraw(rng.randrange(game.seats)))
        elif isinstance(pending, Chance):
            purpose = listing.drawn_for(game, state)
            assert purpose.round >= rounds, "or what is counted in a round would be forgotten"
            rounds = purpose.round
            keys, tally = tally.keys(purpose), tally.after(purpose)
            move = draw(TOWER, pending.source, keys, game.seats)
            assert pending.source.allows(move)
            entry = Entry(NATURE, move)
            assert not fell.keys() & set(keys)
            if isinstance(pending.source, Dice):
                assert isinstance(move, Rolled)
                fell |= dict(zip(keys, move.faces, strict=True))
        else:
            entry = any_entry(pending, rng)
        state, _ = play(game, state, entry.actor, entry.move)
    return fell


@each_game
@given(st.tuples(st.integers(0, 2**32), st.integers(0, 2**32)), st.integers(2, 7), st.integers(0, 1), st.booleans())
def test_two_plays_get_the_same_dice_for_the_same_thing_whatever_else_was_decided(
    listing: Listing, people: tuple[int, int], seats: int, options: int, leave: bool
) -> None:
    game = listing.new(seats, OPTIONS[listing.name][options])
    first = faces_by_key(listing, game, Random(people[0]), 0.0)
    second = faces_by_key(listing, game, Random(people[1]), 0.05 if leave else 0.0)
    assert leave or first.keys() & second.keys()
    assert all(first[key] == second[key] for key in first.keys() & second.keys())


@pytest.mark.parametrize(("name", "seats"), [("three_dice", 3), ("stlucia", 3), ("mindroll", 4), ("bluff", 3)])
def test_whoever_decides_otherwise_still_has_the_dice_of_the_others_in_the_next_round(name: str, seats: int) -> None:
    """Not only the beginning is the same: decisions before it shift nothing."""
    listing = find(name)
    game = listing.new(seats, OPTIONS[name][1])
    plays = [faces_by_key(listing, game, Random(number), 0.0) for number in range(20)]
    later = [{key: face for key, face in fell.items() if key.startswith("round 2,")} for fell in plays]
    shared = set(later[0]).intersection(*later[1:])
    assert len(shared) >= seats
    assert all(fell[key] == later[0][key] for fell in later for key in shared)


def test_a_die_is_what_the_hashes_give_by_hand() -> None:
    key = hmac.new(SECRET, json.dumps(SEEDS, separators=(",", ":")).encode(), hashlib.sha256).digest()
    name = b"round 3, seat 2, time 1, die 0"
    row = hmac.new(key, name + bytes(8), hashlib.sha256).digest()
    bits = "".join(f"{byte:08b}" for byte in row)
    face = next(number for at in range(0, 255, 3) if (number := int(bits[at : at + 3], 2)) < 6) + 1
    keys = Tally().keys(throw(3, 2, (0,)))
    assert keys == (name.decode(),)
    assert draw(TOWER, Dice((6,)), keys, 4) == Rolled((face,))


def test_the_answers_are_known() -> None:
    """The construction cannot change without anybody noticing: old records must verify for ever."""
    assert draw(TOWER, Dice((6,) * 6), Tally().keys(throw(1, 0, range(6))), 3) == Rolled((3, 5, 1, 2, 1, 1))


def test_dice_that_are_thrown_again_are_those_of_the_next_throw() -> None:
    """Whether or not the same dice were thrown before."""
    tally = Tally().after(throw(2, 1, range(6)))
    assert tally.keys(throw(2, 1, (4,))) == ("round 2, seat 1, time 2, die 4",)
    again = tally.after(throw(2, 1, (0, 3)))
    assert again.keys(throw(2, 1, (4,))) == ("round 2, seat 1, time 3, die 4",)
    assert again.keys(throw(2, 0, (4,))) == ("round 2, seat 0, time 1, die 4",)
    assert again.keys(throw(3, 1, (4,))) == ("round 3, seat 1, time 1, die 4",)


def test_a_deal_counts_once_for_everyone_who_gets_dice() -> None:
    tally = Tally().after(deal(1, (0, 2), 2))
    assert tally == Tally(1, (("seat 0", 1), ("seat 2", 1)))


def test_a_lot_passes_over_those_who_cannot_be_drawn() -> None:
    for number in range(50):
        keys = Tally().keys(lot(number, "answer"))
        everyone = draw(TOWER, Shuffle(tuple(range(6))), keys, 6).order  # type: ignore[union-attr]
        those = tuple(seat for seat in everyone if seat in (1, 3, 4))
        assert draw(TOWER, OneOf((1, 3, 4)), keys, 6).seat == those[0]  # type: ignore[union-attr]
        assert draw(TOWER, Shuffle((4, 1, 3)), keys, 6).order == those  # type: ignore[union-attr]


def test_every_face_and_every_seat_comes_as_often_as_the_others() -> None:
    """5,000 each, within five standard deviations; the secret is fixed, so it never fails by chance."""
    faces = Counter(draw(TOWER, Dice((6,)), Tally().keys(throw(n, 1, (0,))), 4).faces[0] for n in range(30_000))  # type: ignore[union-attr]
    seats = Counter(draw(TOWER, OneOf((0, 2, 3)), Tally().keys(lot(n, "answer")), 5).seat for n in range(15_000))  # type: ignore[union-attr]
    assert set(faces) == set(range(1, 7))
    assert set(seats) == {0, 2, 3}
    assert all(abs(count - 5000) < 5 * 65 for count in (*faces.values(), *seats.values()))


# Records


@each_game
@pytest.mark.parametrize("leaving", [0.0, 0.1])
def test_a_record_says_how_its_dice_were_drawn_and_verifies(listing: Listing, leaving: float) -> None:
    for number in range(5):
        text = keyed_record(listing, 3, OPTIONS[listing.name][0], Random(number), leaving)
        assert '"scheme":"duplicate"' in text.split("\n")[0]
        assert holds(verify(text, Noted(seed=SEEDS[4]))), verify(text)


@each_game
def test_every_die_that_is_written_otherwise_shows(listing: Listing) -> None:
    text = keyed_record(listing, 3, OPTIONS[listing.name][0], Random(1))
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if '"rolled"' in line)
    face = int(lines[at].split("[")[1][0])
    lines[at] = lines[at].replace(f"[{face}", f"[{face % 5 + 1}")
    assert {"dice", "digest"} <= {check.what for check in verify("\n".join(lines)) if check.outcome == "failed"}


@each_game
def test_dice_that_were_counted_are_no_duplicate_dice(listing: Listing) -> None:
    text = keyed_record(listing, 3, OPTIONS[listing.name][0], Random(1))
    other = text.replace(',"scheme":"duplicate"', "", 1)
    assert "dice" in {check.what for check in verify(other) if check.outcome == "failed"}


def test_peril_has_no_duplicate_dice() -> None:
    listing = find("peril")
    proof = Proof(commitment(SECRET), SEEDS, SECRET.hex(), scheme="duplicate")
    text = Record(listing, listing.new(3, {}), (), proof).write()
    assert {check.what: check.outcome for check in verify(text)}["dice"] == "failed"


def test_my_seed_is_looked_for_among_those_of_all_entrants() -> None:
    text = keyed_record(OFFERED[0], 3, OPTIONS[OFFERED[0].name][0], Random(1))
    for seed, outcome in ((SEEDS[4], "ok"), ("mine", "failed"), ("", "failed"), (None, "not_possible")):
        assert {check.what: check.outcome for check in verify(text, Noted(seed=seed))}["own_seed"] == outcome
