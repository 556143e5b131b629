"""The catalog: what stands in it, and how a game is found."""

import pytest

from dicehall.rules.catalog import GAMES, find
from dicehall.rules.errors import UnknownEdition, UnknownGame
from dicehall.rules.listing import Listing
from dicehall.rules.peril import LISTING as PERIL

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)

OLDER = PERIL._replace(edition=0)


@each_game
def test_a_game_is_found_by_its_name_and_edition(listing: Listing) -> None:
    assert find(listing.name) is listing
    assert find(listing.name, listing.edition) is listing


def test_no_two_games_share_a_name_and_edition_or_a_title() -> None:
    assert len({(listing.name, listing.edition) for listing in GAMES}) == len(GAMES)
    assert len({listing.title for listing in GAMES}) == len({listing.name for listing in GAMES})


def test_an_unknown_game_is_told_which_there_are() -> None:
    names = ", ".join(listing.name for listing in GAMES)
    with pytest.raises(UnknownGame, match=f"^there is no game 'chess'; the games are {names}$"):
        find("chess")


def test_an_unknown_edition_is_told_which_there_are() -> None:
    with pytest.raises(UnknownEdition, match=r"edition 7 of peril is unknown here, .* known: 0, 1$"):
        find("peril", 7, (OLDER, PERIL))


def test_without_an_edition_the_newest_is_played() -> None:
    assert find("peril", games=(PERIL, OLDER)) is PERIL
    assert find("peril", games=(OLDER, PERIL)) is PERIL


def test_an_old_edition_can_still_be_found() -> None:
    assert find("peril", 0, (PERIL, OLDER)) is OLDER


def test_a_game_that_is_there_in_two_editions_is_named_once() -> None:
    with pytest.raises(UnknownGame, match=r"the games are peril$"):
        find("chess", games=(OLDER, PERIL))


@each_game
def test_a_listing_introduces_its_game(listing: Listing) -> None:
    assert listing.name.isidentifier()
    assert listing.name == listing.name.lower()
    assert listing.title
    assert listing.edition >= 1
    assert 1 <= listing.minutes <= 240
    assert listing.sentence.endswith((".", "!", "?"))
    fewest, most = listing.seats
    assert 2 <= fewest <= most <= (listing.most_seats or most)


@each_game
def test_the_first_preset_is_the_standard_game(listing: Listing) -> None:
    assert listing.presets[0].title == "Standard"
    assert listing.presets[0].options == listing.options()
    assert len({preset.title for preset in listing.presets}) == len(listing.presets)
