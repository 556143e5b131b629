"""Odds for one viewer: what goes in, what comes out, and that nothing hidden changes either."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from dicehall.odds import odds
from dicehall.odds.models import Budget
from dicehall.odds.playouts import estimate
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Ask, Game, Over, Secretive
from tests.odds.positions import moments, questions

FEW = Budget(12, 24)
SECRETIVE = [listing.name for listing in GAMES if isinstance(listing.new(3, listing.options()), Secretive)]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", [listing.name for listing in GAMES])
def test_everyones_chances_add_up_to_one_and_lie_in_their_intervals(name: str, seats: int) -> None:
    game, asked = questions(name, seats)
    for moment in asked[:: max(1, len(asked) // 4)]:
        for seat in (None, *range(seats)):
            found = odds(game, game.view(moment.state, seat), seat, Random(1), budget=FEW)
            assert found.seat == seat
            assert len(found.wins) == seats
            assert sum(each.value for each in found.wins) == pytest.approx(1)
            for each in (*found.wins, *[option.wins for option in found.options]):
                assert 0 <= each.low <= each.value <= each.high <= 1


@pytest.mark.parametrize("name", [listing.name for listing in GAMES])
def test_the_same_luck_gives_the_same_odds(name: str) -> None:
    game, asked = questions(name, 3)
    view = game.view(asked[2].state, 0)
    once, again = (odds(game, view, 0, Random(7), budget=FEW) for _ in range(2))
    assert msgspec.json.encode(once) == msgspec.json.encode(again)


@pytest.mark.parametrize("name", SECRETIVE)
def test_whose_moves_are_weighed(name: str) -> None:
    """Where there are secrets, only one's own."""
    game, asked = questions(name, 3)
    moment = asked[1]
    assert isinstance(moment.pending, Ask)
    mover = min(moment.pending.due)
    for seat in (None, *range(3)):
        found = odds(game, game.view(moment.state, seat), seat, Random(1), budget=FEW)
        assert found.mover == (mover if seat == mover else None)
        assert [option.move for option in found.options] == (
            list(moment.pending.options[mover]) if seat == mover else []
        )


@pytest.mark.parametrize("name", [listing.name for listing in GAMES if listing.name not in SECRETIVE])
def test_where_nothing_is_secret_everyone_is_told_the_same(name: str) -> None:
    game, asked = questions(name, 3)
    moment = asked[3]
    assert isinstance(moment.pending, Ask)
    told = [odds(game, game.view(moment.state, seat), seat, Random(1), budget=FEW) for seat in (None, 0, 1, 2)]
    assert len({msgspec.json.encode(msgspec.structs.replace(each, seat=None)) for each in told}) == 1
    assert told[0].mover == min(moment.pending.due)
    assert told[0].options


@pytest.mark.parametrize("name", [listing.name for listing in GAMES])
def test_a_finished_game_is_won(name: str) -> None:
    game, played = moments(name, 2)
    over = played[-1].pending
    assert isinstance(over, Over)
    found = odds(game, game.view(played[-1].state, None), None, Random(1))
    assert {seat for seat, each in enumerate(found.wins) if each.value} == set(over.winners)
    assert all(each.exact for each in found.wins)


def test_a_match_without_an_end_is_taken_to_be_stopped() -> None:
    game, asked = questions("mindroll", 2, match="open")
    found = odds(game, game.view(asked[0].state, 0), 0, Random(1), budget=Budget(4, 8))
    assert found.open_end


def test_the_interval_is_wilsons() -> None:
    found = estimate([1.0] * 30 + [0.0] * 70)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2189, 0.3958)  # by hand, z = 1.96
    assert estimate([0.0] * 50).low == 0
    assert estimate([0.0] * 50).high > 0.05


# What is hidden changes nothing


def worlds(game: Game[Any], state: Any, seat: int | None) -> Iterator[Any]:
    """Other states that look the same to the viewer."""
    assert isinstance(game, Secretive)
    for number in range(4):
        yield game.imagine(game.view(state, seat), seat, Random(number))


@pytest.mark.parametrize("name", SECRETIVE)
def test_two_states_that_look_the_same_have_the_same_odds_by_every_byte_and_with_every_playout(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Values, intervals, sizes, and the number of moves that are made to find them."""
    steps = 0
    kind = type(questions(name, 3)[0])
    apply = kind.apply

    def counted(self: Any, state: Any, actor: Any, move: Any) -> Any:
        nonlocal steps
        steps += 1
        return apply(self, state, actor, move)

    monkeypatch.setattr(kind, "apply", counted)
    game, asked = questions(name, 3)
    for moment in asked[:: max(1, len(asked) // 3)]:
        for seat in (None, 0, 1, 2):
            told = set()
            for state in (moment.state, *worlds(game, moment.state, seat)):
                steps = 0
                found = odds(game, game.view(state, seat), seat, Random("luck"), budget=FEW)
                told.add((msgspec.json.encode(found), steps))
            assert len(told) == 1


@pytest.mark.parametrize("name", SECRETIVE)
def test_an_own_secret_changes_neither_the_number_of_playouts_nor_of_moves_weighed(name: str) -> None:
    """Or others could tell by the time that a viewer's answer takes."""
    game, asked = questions(name, 3)
    for moment in asked[:: max(1, len(asked) // 3)]:
        assert isinstance(moment.pending, Ask)
        seat = min(moment.pending.due)
        found = [
            odds(game, game.view(state, seat), seat, Random(1), budget=FEW)
            for state in worlds(game, moment.state, None)
        ]
        assert len({(each.playouts, len(each.options)) for each in found}) == 1


@pytest.mark.parametrize("name", SECRETIVE)
def test_what_a_seat_holds_does_matter_to_itself(name: str) -> None:
    """The proof that the test above compares something: with other dice of one's own the odds are others."""
    game, asked = questions(name, 2)
    moment = asked[0]
    assert isinstance(moment.pending, Ask)
    seat = min(moment.pending.due)
    found = {
        msgspec.json.encode(odds(game, game.view(state, seat), seat, Random(1), budget=Budget(60, 0)))
        for state in worlds(game, moment.state, None)
    }
    assert len(found) > 1


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_spectator_imagines_what_fits_the_public_view(name: str) -> None:
    game, played = moments(name, 3)
    assert isinstance(game, Secretive)
    for moment in played[::5]:
        view = game.view(moment.state, None)
        assert msgspec.json.encode(game.view(game.imagine(view, None, Random(1)), None)) == msgspec.json.encode(view)
