"""Menus: every option can be reached by number, letter or arrow key."""

from random import Random

import pytest

from dicehall.cli.terminal.menu import Menu, Way
from dicehall.narrate import Narrator
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Ask
from dicehall.rules.listing import Listing
from dicehall.rules.peril import PICKS
from dicehall.rules.rerolls import Keep, Reroll, rerolls
from dicehall.rules.three_dice import Award
from dicehall.table.core import commands
from tests.kit.walk import table, walk


def menu_of(game: str, *options: object) -> Menu:
    return Menu.of(options, Narrator(game, ("Ann", "Ben", "Cleo")))  # type: ignore[arg-type]


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
def test_every_option_of_every_game_has_a_key_of_its_own(listing: Listing) -> None:
    for seed in range(60):
        game = table(listing, seed)
        narrator = Narrator(listing.name, [f"Player {seat}" for seat in range(game.seats)])
        for stand in list(walk(game, Random(seed)))[:200]:
            if isinstance(stand.pending, Ask):
                for seat, options in stand.pending.options.items():
                    menu = Menu.of(options, narrator, due=seat in stand.pending.due)
                    for item in menu.items:
                        assert menu.find(item.key) == item


def test_a_number_is_its_own_key_and_enter_takes_it() -> None:
    menu = menu_of("peril", *PICKS[:12])
    for digit in "12":
        assert menu.type(digit) is None
    chosen = menu.chosen()
    assert chosen is not None
    assert chosen.choice == PICKS[11]


def test_typing_a_number_that_is_not_there_starts_over() -> None:
    menu = menu_of("peril", *PICKS[:6])
    for digit in "95":
        menu.type(digit)
    assert menu.typed == "5"


def test_a_letter_chooses_at_once() -> None:
    menu = menu_of("three_dice", Keep(), *rerolls(3))
    item = menu.type(menu.words[0].key)
    assert item is not None
    assert item.choice == Keep()


def test_arrows_walk_over_all_items_and_stop_at_the_edges() -> None:
    menu = menu_of("peril", *PICKS[:12])
    menu.arrow(-1, 0)
    assert menu.lit == 0
    menu.arrow(0, 1)
    assert menu.lit == 10
    menu.arrow(0, 1)
    assert menu.lit == 10
    menu.arrow(1, 0)
    menu.arrow(1, 0)
    assert menu.lit == 11


def test_dice_are_marked_one_by_one_and_enter_throws_them() -> None:
    menu = menu_of("three_dice", Keep(), *rerolls(3))
    nothing_marked = menu.chosen()
    assert nothing_marked is not None
    assert nothing_marked.choice == Keep()
    menu.type("3")
    menu.arrow(-1, 0)
    menu.arrow(-1, 0)
    menu.mark(menu.lit)
    marked = menu.chosen()
    assert marked is not None
    assert marked.choice == Reroll((0, 2))
    menu.type("3")
    again = menu.chosen()
    assert again is not None
    assert again.choice == Reroll((0,))


def test_a_character_that_is_only_a_kind_of_digit_marks_nothing() -> None:
    menu = menu_of("three_dice", Keep(), *rerolls(3))
    for character in "²٣０":
        assert menu.type(character) is None
    assert menu.marked == frozenset()


def test_dice_may_be_named_in_any_order() -> None:
    menu = menu_of("stlucia", Keep(), *rerolls(6))
    item = menu.find("6, 2 4")
    assert item is not None
    assert item.choice == Reroll((1, 3, 5))


def test_dice_that_are_not_an_option_cannot_be_taken() -> None:
    menu = menu_of("three_dice", Reroll((0, 1, 2)))
    menu.mark(0)
    assert menu.chosen() is None


def test_who_holds_the_dice_throws_them() -> None:
    menu = Menu.of((), Narrator("peril", ("Ann",)))
    assert [item.choice for item in menu.items] == [commands.Throw()]


def test_seats_are_chosen_by_their_letters() -> None:
    menu = menu_of("three_dice", Award(1), Award(2))
    assert [item.key for item in menu.items] == ["b", "c"]
    split = menu_of("three_dice", Award(1, 2), Award(1, 1), Award(2, 2))
    assert [item.key for item in split.items] == ["b2", "b1", "c2"]
    assert split.type("b") is None
    chosen = split.type("1")
    assert chosen is not None
    assert chosen.choice == Award(1, 1)


def test_a_match_is_not_ended_by_one_slip() -> None:
    menu = Menu.of(PICKS[:2], Narrator("peril", ("Ann",)), stoppable=True)
    assert menu.type("x") is None
    chosen = menu.type("x")
    assert chosen is not None
    assert chosen.choice == commands.StopMatch()


def test_enter_alone_never_ends_a_match() -> None:
    options = (Reroll((0, 1, 2)),)
    menu = Menu.of(options, Narrator("three_dice", ("Ann", "Ben")), stoppable=True)
    assert menu.chosen() is None


def test_the_light_stays_on_its_item_only_if_it_was_moved() -> None:
    first, again = (menu_of("three_dice", Award(1), Award(2)) for _ in range(2))
    first.arrow(0, 1)
    swapped = menu_of("three_dice", Award(2), Award(1))
    swapped.look_like(first)
    assert swapped.items[swapped.lit].choice == Award(2)
    swapped.look_like(again)
    assert swapped.lit == 0


def test_who_is_not_due_may_wait() -> None:
    menu = Menu.of(PICKS[:2], Narrator("peril", ("Ann",)), due=False)
    chosen = menu.chosen()
    assert chosen is not None
    assert chosen.choice is Way.WAIT
