"""The reader is "you", everybody else has a name; spectators and records have nothing but names."""

import re
from random import Random

import pytest

from dicehall.narrate import Narrator, Sentence
from dicehall.rules.bluff import Believed, RoundBegan
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Secretive
from dicehall.rules.listing import Listing
from dicehall.rules.peril import Picked, PlotTwist
from dicehall.rules.stlucia import Eliminated, Healed, Hit
from dicehall.rules.values import Event
from dicehall.table.core import events
from tests.kit.scale import kept_for_soak
from tests.kit.walk import table, walk
from tests.narrate.table import NAMES, PEOPLE, SAMPLES, SETTING

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
each_seeds = pytest.mark.parametrize("seeds", [range(3), kept_for_soak(range(3, 10))], ids=str)

ME = "Zed"
BY_NAME = {
    "peril-sat", "peril-bot_sat", "peril-readied", "peril-unreadied", "peril-victory",  # as printed (P-24)
    "three_dice-false_start", "three_dice-ungentlemanly",  # the reader is addressed
}  # fmt: skip
SLIP = re.compile(r"^you\b|[.!] you\b|\b[Yy]ou (is|has|was|\w+[^s]s)\b|\byou’s\b|\b[Yy]ou and [Yy]ou\b")


def sentences(listing: Listing, seed: int, me: tuple[int, ...]) -> list[Sentence]:
    """A whole game, told to the first seat or to anybody."""
    game = table(listing, seed)
    narrator = Narrator(listing.name, [ME, *(f"Player {seat}" for seat in range(1, game.seats))], me=me)
    told = []
    for stand in walk(game, Random(seed), leaving=0.01):
        told += [narrator.tell(event) for event in stand.events]
        if isinstance(game, Secretive) and (mine := game.view(stand.state, 0).mine) and mine.secret is not None:
            told.append(narrator.tell_secret(0, mine.secret))
    return told


@each_seeds
@each_game
def test_a_player_is_you_in_every_sentence_of_a_game(listing: Listing, seeds: range) -> None:
    for seed in seeds:
        told = sentences(listing, seed, me=(0,))
        assert {key for key, _, text in told if ME in text} <= BY_NAME
        assert [text for _, _, text in told if SLIP.search(text)] == []
        assert any(re.search(r"\b[Yy]our?\b", text) for _, _, text in told)


@each_seeds
@each_game
def test_to_anybody_else_nobody_is_you(listing: Listing, seeds: range) -> None:
    for seed in seeds:
        told = sentences(listing, seed, me=())
        assert [text for _, _, text in told if re.search(r"\b[Yy]our?\b", text)] == []
        assert {sentence.values["you"] for sentence in told} == {"none"}


@pytest.mark.parametrize("game", ["table", *(listing.name for listing in GAMES)])
def test_what_happens_around_the_game_is_told_to_you_too(game: str) -> None:
    narrator = Narrator(game, NAMES, people=PEOPLE, me=(0, "p1"))
    told = [narrator.tell(event) for event in SAMPLES]
    assert [each.text for each in told if "Ann" in each.text and each.key not in BY_NAME] == []
    assert [each.text for each in told if SLIP.search(each.text)] == []


@pytest.mark.parametrize(
    "slip",
    ["you and Ben win.", "It ends. you win.", "You is safe.", "You picks 3.", "That’s you’s.", "Ann, you and you."],
)
def test_a_slip_of_grammar_is_noticed(slip: str) -> None:
    assert SLIP.search(slip)


@pytest.mark.parametrize(
    ("game", "event", "text"),
    [
        ("peril", Picked(0, 2), "You pick 2."),
        ("peril", PlotTwist(0, saved=1), "🔄 PLOT TWIST! That’s your number: Ben is safe, and you’re next in peril."),
        ("peril", PlotTwist(1, saved=0), "🔄 PLOT TWIST! That’s Ben’s number: you’re safe, and Ben is next in peril."),
        ("bluff", Believed(0, 1, 8, 8), "You let it pass: Ben +8 (8)."),
        ("bluff", Believed(1, 0, 8, 8), "Ben lets it pass: +8 for you (8)."),
        ("bluff", RoundBegan(1, 0, 0, (0, 2, 1)), "Round 1: you lead with no points. The order: you, Cem and Ben."),
        ("bluff", RoundBegan(1, 2, 1, (2, 0, 1)), "Round 1: Cem leads with 1 point. The order: Cem, you and Ben."),
        ("stlucia", Hit(1, target=0, damage=3, health=4), "Ben hits you for 3: 4 health left."),
        ("stlucia", Eliminated((0, 2), remaining=2), "Eliminated: you and Cem. 2 players are left."),
        ("bluff", events.Kicked("p1"), "The host has asked you to leave the table."),
        ("peril", events.TimedOut(0), "You ran out of time."),
    ],
)
def test_a_sentence(game: str, event: Event, text: str) -> None:
    assert Narrator(game, ("Ann", "Ben", "Cem"), me=(0, "p1")).tell(event).text == text


def test_a_reader_whose_id_is_not_known_is_not_everybody() -> None:
    """`None` is nobody, and the hall itself where a table has no host."""
    assert Narrator("table", (), me=(None,)).tell(events.Opened(None, SETTING)).text.startswith("The hall ")


# What is not told


def test_healing_that_changes_nothing_is_in_the_record_and_not_in_the_story_k_07() -> None:
    narrator = Narrator("stlucia", ("Ann", "Ben"))
    assert narrator.story([Healed(0, 0, 10), Healed(1, 2, 9)]) == ("Ben heals 2 (9 health).",)


@each_seeds
@each_game
def test_nothing_else_is_passed_over(listing: Listing, seeds: range) -> None:
    silent = [sentence for seed in seeds for sentence in sentences(listing, seed, me=()) if not sentence.text]
    assert all(key == "stlucia-healed" and values["amount"] == 0 for key, values, _ in silent)
