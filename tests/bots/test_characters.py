"""Characters: a temper chooses only among moves that are worth the same, and two bots of a level do not play alike."""

from random import Random

import pytest

from dicehall.bots import NAMES, find_bot
from dicehall.bots.characters import CHARACTERS, Temper, by_temper
from dicehall.bots.match import play_out
from dicehall.bots.simulate import bot_named
from dicehall.bots.stlucia.dice import INDEX, OUTCOME_OF, sums
from dicehall.bots.stlucia.levels import Best
from dicehall.bots.stlucia.search import ALIKE, choice, keeping, position_of, worths
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.stlucia import Choosing, King, State
from tests.kit.bots import it_always_chooses_an_option

TEMPERS: tuple[Temper, ...] = ("bold", "careful", "talkative")
each_temper = pytest.mark.parametrize("temper", TEMPERS)


def test_every_name_has_a_temper_and_every_temper_several_names() -> None:
    assert tuple(CHARACTERS) == NAMES
    assert len(NAMES) >= max(listing.seats[1] for listing in GAMES)
    for temper in TEMPERS:
        assert sum(character.temper == temper for character in CHARACTERS.values()) > 2
    assert {character.temper for character in list(CHARACTERS.values())[:3]} == set(TEMPERS), "also at a small table"


def test_a_temper_takes_the_boldest_the_least_bold_or_any() -> None:
    moves, boldness = ("a", "b", "c"), (1, 3, 0)
    assert by_temper(moves, boldness, "bold", Random(0)) == "b"
    assert by_temper(moves, boldness, "careful", Random(0)) == "c"
    assert {by_temper(moves, boldness, "talkative", Random(seed)) for seed in range(50)} == set(moves)


@each_temper
@pytest.mark.parametrize("game", ["three_dice", "stlucia"])
def test_a_bot_of_any_temper_always_chooses_an_option(game: str, temper: Temper) -> None:
    it_always_chooses_an_option(find(game), find_bot(game, "hard", temper), seeds=range(1))


@pytest.mark.parametrize("game", ["three_dice", "stlucia"])
def test_two_hard_bots_of_different_tempers_do_not_play_alike(game: str) -> None:
    listing = find(game)
    played = {
        tuple(play_out(listing, [find_bot(game, "hard", temper)] * 2, listing.options(), Random(seed))[0].entries)
        for temper in ("bold", "careful")
        for seed in range(3)
    }
    assert len(played) > 3


@each_temper
def test_what_a_temper_keeps_at_king_is_worth_the_same(temper: Temper) -> None:
    game, rng = King(2), Random(3)
    for _ in range(40):
        health, points = (rng.randrange(1, 11), rng.randrange(1, 11)), (rng.randrange(15), rng.randrange(15))
        dice = tuple(sorted(rng.randrange(1, 7) for _ in range(6)))
        state = State(health, points, (0, 0), (3, 3), rng.choice((None, 0, 1)), (), Choosing(0, dice, rerolls_left=1))
        outcomes = worths(Best(), game, position_of(game, state, 0))
        ladder = sums([outcomes[which] for which in OUTCOME_OF])
        best, kept = choice(ladder, dice), choice(ladder, dice, temper, rng)
        value = {faces: ladder[len(faces)][INDEX[len(faces)][faces]] * 6 ** len(faces) for faces in (best, kept)}
        assert value[kept] >= value[best] * (1 - ALIKE)
        keeping(dice, kept)


def test_a_temper_can_be_named_in_a_simulation_and_means_nothing_where_bots_mix_anyway() -> None:
    assert bot_named("mindroll", "hard-bold") is find_bot("mindroll", "hard")
    assert bot_named("three_dice", "hard-bold") is not find_bot("three_dice", "hard")
