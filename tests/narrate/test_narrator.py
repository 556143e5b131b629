"""Every game can be told: no event, move, option or secret is without its words."""

from itertools import chain
from typing import Any

import msgspec
import pytest

from dicehall.narrate import Narrator, Sentence, message_key, read_messages
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import View
from dicehall.rules.listing import Listing
from dicehall.rules.peril import LISTING as PERIL
from dicehall.rules.peril import InPeril, Peril, Pick, Picked, PlotTwist, State
from dicehall.rules.rerolls import Die, Reroll
from dicehall.rules.values import Event, Seat, Value
from tests.kit.languages import LANGUAGES
from tests.kit.scale import kept_for_soak
from tests.kit.sentences import faults, narrate_a_random_game
from tests.narrate.table import without_table


def own_messages(game: str, language: str = "en") -> str:
    """What a game says of itself; `test_table.py` looks at what it says of its table."""
    return without_table(game, read_messages(game, language))


each_language = pytest.mark.parametrize("language", LANGUAGES)
each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)


# Every game


@each_language
@each_game
def test_nothing_is_missing_left_over_or_unknown(listing: Listing, language: str) -> None:
    assert list(faults(listing, own_messages(listing.name, language))) == []


@pytest.mark.parametrize("seeds", [range(5), kept_for_soak(range(5, 20))], ids=str)
@each_language
@each_game
def test_whole_games_are_told_without_a_slip(listing: Listing, seeds: range, language: str) -> None:
    for text in chain.from_iterable(narrate_a_random_game(listing, seed, language=language) for seed in seeds):
        assert text.strip() == text != ""
        assert "  " not in text
        assert not set("{}$\u2068\u2069") & set(text), text


@each_language
@each_game
def test_every_option_is_explained_in_a_sentence(listing: Listing, language: str) -> None:
    narrator = Narrator(listing.name, (), language)
    for choice in listing.choices():
        assert narrator.text(f"option-{choice.name}").endswith((".", "?"))


# These checks can fail


def doctored(before: str, after: str) -> list[str]:
    messages = read_messages("peril", "en")
    assert messages.count(before) == 1
    return list(faults(PERIL, without_table("peril", messages.replace(before, after))))


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("peril-picked = {", "peril-pick = {", "peril-picked is missing"),
        ("move-pick = Pick { $number }\n", "", "move-pick is missing"),
        ("\noption-die_scaling", "\noption-dye_scaling", "option-die_scaling is missing"),
        ("\noption-die_scaling", "\noption-dye_scaling", "option-dye_scaling belongs to no event, move or option"),
        ("throw =", "move-throw =", "throw is missing"),
        ("throw =", "move-throw =", "move-throw belongs to no event, move or option"),
        ("throw =", "peril-secret =", "peril-secret belongs to no event, move or option"),
        ("picks { $number }", "picks { $numbers }", "peril-picked knows no $numbers"),
        ("picks { $number }", "picks { $number_count }", "peril-picked knows no $number_count"),
        ("[one] one life\n", "[one] one life of { $name }\n", "peril-in_peril knows no $name"),
        ("throw = Throw the die", "throw = Throw the d{ $sides }", "throw knows no $sides"),
        ("peril-picked = {", "peril-picked = Then\nperil-picked = {", "peril-picked is there twice"),
        ("peril-picked = {", "peril-picked =\n    .loud = {", "peril-picked says nothing"),
        ("picks { $number }.", "picks { $number.", "peril-picked is missing"),
        ("peril-sat =", "peril-satt =", "peril-satt belongs to no event, move or option"),
    ],
)
def test_a_slip_in_the_messages_is_noticed(before: str, after: str, fault: str) -> None:
    assert fault in doctored(before, after)


def test_what_is_not_fluent_is_noticed() -> None:
    assert any(fault.startswith("not Fluent") for fault in doctored("picks { $number }.", "picks { $number."))


class Whisper(Value):
    word: int


def test_a_secretive_game_owes_its_secret() -> None:
    class Whispers(Peril):
        def imagine(self, view: Any, seat: Seat, rng: Any) -> None: ...

    listing = PERIL._replace(game=Whispers, view=View[State, Whisper | None, Pick])
    messages = own_messages("peril")
    assert list(faults(listing, messages)) == ["peril-secret is missing"]
    assert list(faults(listing, f"{messages}\nperil-secret = {{ $seat }} heard {{ $word }}\n")) == []
    assert list(faults(listing, f"{messages}\nperil-secret = {{ $worm }}\n")) == ["peril-secret knows no $worm"]


# Values in sentences


class Tale(Event):
    seat: Seat
    others: tuple[Seat, ...]
    faces: tuple[int, ...]
    dice: tuple[Die, ...]
    fair: bool
    how: str


MESSAGES = """
toy-tale = { $seat }: { $others }: { $faces }: { $dice }: { $fair }: { $how }
toy-secret = { $seat } hides { $word }
toy-empty =
    .note = only an attribute
toy-lost = { $nowhere }
move-reroll = Throw { $dice } again
"""


def narrator() -> Narrator:
    return Narrator("toy", ("Ann", "Ben", "Cal"), messages=MESSAGES)


@pytest.mark.parametrize(
    ("others", "named"), [((), ""), ((1,), "Ben"), ((1, 2), "Ben and Cal"), ((0, 1, 2), "Ann, Ben and Cal")]
)
def test_seats_become_names_dice_count_from_one_and_truth_is_yes_or_no(others: tuple[int, ...], named: str) -> None:
    told = narrator().tell(Tale(0, others, (6, 1), (0, 2), True, "softly"))
    assert told.text == f"Ann: {named}: 6-1: 1 3: yes: softly"


def test_a_sentence_carries_its_key_and_values_for_other_languages_and_pictures() -> None:
    told = Narrator("peril", ("Ann", "Ben")).tell(PlotTwist(1, saved=0))
    assert told.key == message_key("peril", PlotTwist) == "peril-plot_twist"
    assert told.values == {"seat": "Ben", "saved": "Ann", "you": "none"}
    assert told == Sentence(told.key, told.values, told.text)


def test_numbers_stay_numbers_in_the_values() -> None:
    told = Narrator("peril", ("Ann", "Ben")).tell(InPeril(1, 3, 12, 1))
    assert told.values == {"seat": "Ben", "lives": 3, "die": 12, "picks": 1, "you": "none"}


def test_a_secret_is_told_of_its_seat() -> None:
    assert narrator().tell_secret(2, Whisper(7)).text == "Cal hides 7"


def test_a_move_is_offered_as_a_menu_shows_it() -> None:
    assert narrator().offer(Reroll((0, 2))) == "Throw 1 3 again"
    assert Narrator("peril", ()).offer(Pick(7)) == "Pick 7"


# Faults


def test_an_unknown_key_is_named_with_its_language() -> None:
    with pytest.raises(LookupError, match="no message toy-nothing in en"):
        narrator().text("toy-nothing")


def test_a_message_without_a_text_of_its_own_is_none() -> None:
    with pytest.raises(LookupError, match="no message toy-empty in en"):
        narrator().text("toy-empty")


def test_an_event_of_another_game_has_no_sentence_here() -> None:
    with pytest.raises(LookupError, match="no message toy-picked in en"):
        narrator().tell(Picked(0, 1))


def test_a_message_that_lacks_a_value_is_named() -> None:
    with pytest.raises(LookupError, match="message toy-lost: Unknown external: nowhere"):
        narrator().text("toy-lost")


@pytest.mark.parametrize(("game", "language"), [("chess", "en"), ("peril", "xx")])
def test_messages_that_are_not_there_are_not_made_up(game: str, language: str) -> None:
    with pytest.raises(FileNotFoundError):
        Narrator(game, (), language)


def test_an_event_keeps_its_message_when_it_is_encoded_and_decoded() -> None:
    event = PlotTwist(1, saved=0)
    again = msgspec.json.decode(msgspec.json.encode(event), type=PERIL.event)
    teller = Narrator("peril", ("Ann", "Ben"))
    assert teller.tell(again) == teller.tell(event)
