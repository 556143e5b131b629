"""Listings: games for so many seats, with options that are checked and told."""

import re
from random import Random
from typing import Annotated, Any, Literal, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from dicehall.bots.match import play_out
from dicehall.bots.uniform import uniform
from dicehall.rules import values
from dicehall.rules.catalog import GAMES
from dicehall.rules.chance import Rolled
from dicehall.rules.errors import BadOptions
from dicehall.rules.listing import GAMES_WON, Choice, Listing, plain
from dicehall.rules.peril import LISTING as PERIL
from dicehall.rules.peril import Options, Peril

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)


class ToyOptions(values.Options):
    laps: Annotated[int, Meta(ge=1, le=4)] = 2
    loud: bool = False
    order: Literal["seat", "random"] = "random"
    handicaps: tuple[Annotated[int, Meta(ge=0)], ...] = ()

    def for_seats(self, seats: int) -> Self:
        if len(self.handicaps) not in (0, seats):
            raise BadOptions(f"handicaps has {len(self.handicaps)} counts; allowed: one per seat, here {seats}")
        return self


TOY = PERIL._replace(name="toy", title="Toy", options=ToyOptions)


# Seats


@each_game
def test_a_game_takes_as_many_seats_as_its_listing_says(listing: Listing) -> None:
    fewest, most = listing.seats[0], listing.most_seats or listing.seats[1]
    for seats in range(fewest, most + 1):
        assert listing.new(seats).seats == seats
    for seats in (-1, 0, fewest - 1, most + 1):
        with pytest.raises(BadOptions, match=f"{listing.title} takes {fewest} to {most} seats, not {seats}"):
            listing.new(seats)


# Options


@each_game
def test_what_is_left_out_is_the_default(listing: Listing) -> None:
    seats = listing.seats[0]
    assert listing.new(seats) == listing.new(seats, {}) == listing.new(seats, listing.options())


@each_game
def test_every_value_a_choice_lists_is_taken_and_the_default_stands_first(listing: Listing) -> None:
    for choice in listing.choices():
        for value in choice.values:
            assert getattr(listing.read_options({choice.name: value}), choice.name) == value
        assert choice.values[:1] in ((), (choice.default,))


@each_game
def test_an_unknown_option_is_told_which_there_are(listing: Listing) -> None:
    names = ", ".join(choice.name for choice in listing.choices())
    with pytest.raises(BadOptions, match=rf"{listing.title} has no option 'speed'; its options are {names}$"):
        listing.read_options({"speed": 1})


@each_game
@pytest.mark.parametrize("wrong", [None, "nonsense", -1, 1000, 2.5, [None], {"a": 1}], ids=str)
def test_a_value_that_does_not_fit_is_told_what_is_allowed(listing: Listing, wrong: Any) -> None:
    for choice in listing.choices():
        with pytest.raises(BadOptions, match=f"^{choice.name} cannot be .*; allowed: ") as refusal:
            listing.read_options({choice.name: wrong})
        assert choice.allowed in str(refusal.value)


@pytest.mark.parametrize(
    ("listing", "choice"),
    [
        pytest.param(listing, choice, id=f"{listing.name}-{choice.name}")
        for listing in GAMES
        for choice in listing.choices()
        if choice.values and type(choice.default) is int
    ],
)
def test_bounds_are_exact(listing: Listing, choice: Choice) -> None:
    for outside in (min(choice.values) - 1, max(choice.values) + 1):
        with pytest.raises(BadOptions, match=rf"cannot be {outside}; allowed: \d+\.\.\d+$"):
            listing.read_options({choice.name: outside})


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"laps": True}, "laps cannot be true; allowed: 1..4"),
        ({"laps": "3"}, 'laps cannot be "3"; allowed: 1..4'),
        ({"laps": 3.0}, "laps cannot be 3.0; allowed: 1..4"),
        ({"laps": 5}, "laps cannot be 5; allowed: 1..4"),
        ({"laps": 10**30}, f"laps cannot be {10**30}; allowed: 1..4"),
        ({"loud": 1}, "loud cannot be 1; allowed: false, true"),
        ({"loud": "true"}, 'loud cannot be "true"; allowed: false, true'),
        ({"order": "Seat"}, 'order cannot be "Seat"; allowed: random, seat'),
        ({"order": ["seat"]}, 'order cannot be ["seat"]; allowed: random, seat'),
        ({"handicaps": 3}, "handicaps cannot be 3; allowed: a list of numbers from 0 up"),
        ({"handicaps": [1, -1]}, "handicaps cannot be [1,-1]; allowed: a list of numbers from 0 up"),
        ({"handicaps": [True]}, "handicaps cannot be [true]; allowed: a list of numbers from 0 up"),
        ({"laps": 2, "volume": 11}, "Toy has no option 'volume'; its options are laps, loud, order, handicaps"),
    ],
)
def test_a_refusal_names_the_option_the_value_and_what_is_allowed(given: dict[str, Any], text: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        TOY.read_options(given)
    assert str(refusal.value) == text


def test_options_can_be_checked_against_the_seats() -> None:
    assert TOY.new(3, {"handicaps": [0, 1, 2]}) == Peril(3, ToyOptions(handicaps=(0, 1, 2)))  # type: ignore[arg-type]
    with pytest.raises(BadOptions, match="handicaps has 2 counts; allowed: one per seat, here 3"):
        TOY.new(3, {"handicaps": [0, 1]})


def test_ready_made_options_are_checked_as_well() -> None:
    with pytest.raises(BadOptions, match=r"starting_lives cannot be 4; allowed: 1\.\.3"):
        PERIL.new(3, Options(starting_lives=4))


def test_options_of_another_game_are_refused() -> None:
    with pytest.raises(BadOptions, match="Peril has no option 'laps'"):
        PERIL.new(3, ToyOptions())


@given(st.dictionaries(st.text() | st.sampled_from(["laps", "loud", "order"]), st.integers() | st.text() | st.none()))
def test_options_from_outside_fit_or_are_refused_and_nothing_else(given: dict[str, Any]) -> None:
    try:
        options = TOY.read_options(given)
    except BadOptions:
        return
    assert all(getattr(options, name) == value for name, value in given.items())


# Choices and presets


def test_choices_describe_the_options() -> None:
    assert TOY.choices() == (
        Choice("laps", 2, "1..4", (2, 1, 3, 4)),
        Choice("loud", False, "false, true", (False, True)),
        Choice("order", "random", "random, seat", ("random", "seat")),
        Choice("handicaps", (), "a list of numbers from 0 up", ()),
    )


@pytest.mark.parametrize("title", ["High Stakes", "high stakes", "HIGH STAKES"])
def test_a_preset_is_found_by_its_title_in_any_case(title: str) -> None:
    assert PERIL.preset(title).options == Options(starting_lives=2)


def test_an_unknown_preset_is_told_which_there_are() -> None:
    with pytest.raises(BadOptions, match="Peril has no preset 'Slow'; it has Standard, High Stakes, Speed, High"):
        PERIL.preset("Slow")


@each_game
def test_every_preset_makes_a_game_at_every_table(listing: Listing) -> None:
    fewest, most = listing.seats
    for preset in listing.presets:
        for seats in range(fewest, most + 1):
            listing.new(seats, preset.options)


@pytest.mark.parametrize(("value", "typed"), [(3, "3"), (True, "true"), ("next_seat", "next_seat"), ((1, 0), "[1,0]")])
def test_a_value_is_shown_as_it_is_typed(value: object, typed: str) -> None:
    assert plain(value) == typed


# What a game declares about itself


@each_game
def test_a_game_has_an_icon_and_a_colour_for_both_themes(listing: Listing) -> None:
    assert listing.icon is not None
    assert re.fullmatch(r"M[\d .MmLlHhVvCcSsAaZz-]+", listing.icon)
    for colour in (listing.colour, listing.colour_light):
        assert colour is not None
        assert re.fullmatch(r"#[0-9a-f]{6}", colour)


def test_a_game_need_not_declare_any_of_it() -> None:
    needed = dict(zip(Listing._fields, PERIL, strict=True))
    plain_game = Listing(**{name: value for name, value in needed.items() if name not in Listing._field_defaults})
    assert (plain_game.icon, plain_game.colour, plain_game.colour_light) == (None, None, None)
    assert not plain_game.points
    assert not plain_game.wants_games_won


@each_game
def test_a_game_wants_games_won_exactly_if_it_has_the_option(listing: Listing) -> None:
    assert listing.wants_games_won == (GAMES_WON in listing.options.__struct_fields__)


@each_game
def test_dice_fall_with_an_event_that_says_so_and_with_no_other(listing: Listing) -> None:
    throws = 0
    for seed in range(10):
        seats = listing.seats[seed % 2]
        record, _ = play_out(listing, [uniform] * seats, listing.options(), Random(seed))
        for moment in record.replay():
            falls = isinstance(moment.entry.move, Rolled)
            throws += falls
            assert any(event.thrown for event in moment.events) == falls, moment
    assert throws
