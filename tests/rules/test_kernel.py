"""The kernel: what `play` lets through, what it refuses and by which name, and what a view holds."""

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.rules import values
from dicehall.rules.chance import Dice, Drawn, OneOf, Rolled
from dicehall.rules.errors import GameOver, NotAnOption, NotYourTurn, RulesError, UnknownSeat
from dicehall.rules.kernel import (
    Ask,
    Awaited,
    Chance,
    Game,
    Mine,
    OpenEnded,
    Over,
    Pending,
    Secretive,
    Step,
    View,
    ask,
    next_seat,
    others,
    places,
    play,
    put,
    view_of,
)
from dicehall.rules.peril import Options, Peril, Pick, Picking
from dicehall.rules.values import NATURE, TABLE, Event, Move, Seat, Stop, Value, Withdraw
from tests.kit.play import A, B, C, Played, begin, drawn, leaves, rolled

# A game of claps: anybody may clap, only the one whose turn it is has to; it ends when its host has heard enough.


class Clap(Move):
    pass


class Clapped(Event):
    seat: Seat


class Claps(Value):
    heard: tuple[int, ...]
    over: bool = False


class Applause(Value):
    seats: int
    open_ended: bool = True
    options: values.Options = values.Options()

    def start(self) -> Claps:
        return Claps((0,) * self.seats)

    def pending(self, state: Claps) -> Pending:
        if state.over:
            return Over(state.heard, places(state.heard))
        return Ask({seat: (Clap(),) for seat in range(self.seats)}, frozenset({sum(state.heard) % self.seats}))

    def apply(self, state: Claps, actor: Any, move: Clap) -> Step[Claps]:
        return Step(Claps(put(state.heard, actor, state.heard[actor] + 1)), (Clapped(actor),))

    def withdraw(self, state: Claps, seat: Seat) -> Step[Claps]:
        return Step(Claps(put(state.heard, seat, 0), over=self.seats == 2), ())

    def stop(self, state: Claps) -> Step[Claps]:
        return Step(Claps(state.heard, over=True), ())

    def view(self, state: Claps, seat: Seat | None) -> View[Claps, None, Move]:
        return view_of(self, state, seat, board=state)


def picking() -> Played:
    """Three at Peril, A is asked for a number."""
    return begin(Peril(3)).then(drawn(A))


def over() -> Played:
    return begin(Peril(2)).then(leaves(A))


# What is let through


def test_play_leads_where_apply_leads() -> None:
    game, state, _ = picking()
    assert play(game, state, A, Pick(4)) == game.apply(state, A, Pick(4))


def test_a_seat_that_may_but_need_not_answer_is_heard() -> None:
    after = begin(Applause(3)).then((C, Clap()))
    assert after.state.heard == (0, 0, 1)


def test_the_table_withdraws_a_player_at_any_time() -> None:
    for moment in (begin(Peril(3)), picking()):
        assert moment.then(leaves(B)).state.fallen == (B,)


def test_a_match_without_a_length_is_stopped_by_the_table() -> None:
    assert begin(Applause(2)).then((A, Clap()), (TABLE, Stop())).over == Over((1, 0), (1, 2))


# What is refused, each by its name


@pytest.mark.parametrize("stranger", [-1, 3, 99, True, False, "nobody", None, 0.0])
def test_a_stranger_is_an_unknown_seat(stranger: Any) -> None:
    for moment in (begin(Peril(3)), picking()):
        with pytest.raises(UnknownSeat, match="seats are 0 to 2"):
            moment.then((stranger, Pick(1)))


def test_others_are_told_whom_the_game_waits_for() -> None:
    with pytest.raises(NotYourTurn, match=r"not the turn of seat 1: the game waits for seat 0$"):
        picking().then((B, Pick(1)))


def test_nature_is_not_asked_while_a_player_is() -> None:
    with pytest.raises(NotYourTurn, match="not the turn of nature: the game waits for seat 0"):
        picking().then(rolled(3))


def test_players_wait_while_dice_are_owed() -> None:
    with pytest.raises(NotYourTurn, match="not the turn of seat 0: the game waits for nature"):
        begin(Peril(3)).then((A, Pick(1)))


def test_an_illegal_move_is_told_what_is_allowed() -> None:
    with pytest.raises(NotAnOption, match=r"pick 13 is not an option; allowed: pick 1\.\.12") as refusal:
        picking().then((A, Pick(13)))
    assert refusal.value.options == picking().game.pending(picking().state).options[A]  # type: ignore[union-attr]


@pytest.mark.parametrize("move", [Drawn(3), Rolled((1,)), Pick(1)])
def test_dice_that_cannot_fall_so_are_refused(move: Move) -> None:
    with pytest.raises(NotAnOption, match="allowed: what a draw among seats 0, 1, 2 can give"):
        begin(Peril(3)).then((NATURE, move))


@pytest.mark.parametrize(
    ("actor", "move"), [(A, Pick(1)), (NATURE, Rolled((1,))), (TABLE, Withdraw(1)), (TABLE, Stop())]
)
def test_after_the_end_nobody_plays(actor: Any, move: Move) -> None:
    with pytest.raises(GameOver):
        over().then((actor, move))


@pytest.mark.parametrize("seat", [-1, 3])
def test_the_table_withdraws_only_seats_that_are_there(seat: int) -> None:
    with pytest.raises(UnknownSeat, match="seats are 0 to 2"):
        picking().then(leaves(seat))


@pytest.mark.parametrize("game", [Peril(2), Applause(2, open_ended=False)])
def test_a_match_with_a_length_is_not_stopped(game: Game[Any]) -> None:
    with pytest.raises(NotAnOption, match="allowed: withdraw of a seat, and stop where the match has no set length"):
        begin(game).then((TABLE, Stop()))


def test_the_table_makes_no_players_moves() -> None:
    with pytest.raises(NotAnOption, match="allowed: withdraw"):
        picking().then((TABLE, Pick(1)))


def test_a_player_makes_no_moves_of_the_table() -> None:
    with pytest.raises(NotAnOption):
        picking().then((A, Withdraw(1)))


@given(
    actor=st.sampled_from([-1, 0, 1, 2, 3, NATURE, TABLE]),
    move=st.one_of(
        st.builds(Pick, st.integers(-3, 40)),
        st.builds(Drawn, st.integers(0, 5)),
        st.builds(Withdraw, st.integers(0, 5)),
        st.just(Stop()),
    ),
    moment=st.sampled_from([begin(Peril(3)), picking(), over()]),
)
def test_what_is_refused_is_refused_by_the_rules_and_changes_nothing(actor: Any, move: Move, moment: Played) -> None:
    before = msgspec.json.encode(moment.state)
    with suppress(RulesError):
        play(moment.game, moment.state, actor, move)
    assert msgspec.json.encode(moment.state) == before


# What is seen


def test_a_spectator_sees_the_table_and_nothing_else() -> None:
    view = picking().game.view(picking().state, None)
    assert view.mine is None
    assert view.table.waiting == Awaited((A,))


def test_a_seat_sees_its_own_options_only() -> None:
    game, state, _ = picking()
    asked, other = (game.view(state, seat) for seat in (A, B))
    assert asked.mine is not None
    assert asked.mine.options == tuple(Pick(number) for number in range(1, 13))
    assert other.mine == Mine(B, None, ())
    assert asked.table == other.table


def test_a_view_shows_who_is_waited_for_in_the_order_of_the_seats() -> None:
    class Everybody(Applause):
        def pending(self, state: Claps) -> Pending:
            return Ask({seat: (Clap(),) for seat in range(12)}, frozenset({11, 2, 10}))

    game = Everybody(12)
    assert game.view(game.start(), None).table.waiting == Awaited((2, 10, 11))


def test_dice_that_are_owed_and_the_end_are_public() -> None:
    assert begin(Peril(3)).game.view(Peril(3).start(), A).table.waiting == Chance(OneOf((0, 1, 2)))
    assert over().game.view(over().state, A).table.waiting == over().over


def test_what_is_pending_is_written_as_the_design_says() -> None:
    ask = Ask({0: (Pick(1),)}, frozenset({0}))
    assert msgspec.json.encode(ask) == b'{"type":"ask","options":{"0":[{"type":"pick","number":1}]},"due":[0]}'
    chance = Chance(Dice((6,)), thrower=1)
    assert msgspec.json.encode(chance) == b'{"type":"chance","source":{"type":"dice","sides":[6]},"thrower":1}'
    assert msgspec.json.encode(Over((1, 0), (1, 2))) == b'{"type":"over","scores":[1,0],"places":[1,2]}'


# What a game may offer beyond the five functions


def test_games_without_secrets_need_not_imagine_them_and_games_of_a_set_length_need_not_stop() -> None:
    game = Peril(2, Options())
    assert not isinstance(game, Secretive)
    assert not isinstance(game, OpenEnded)
    assert isinstance(Applause(2), OpenEnded)


# Helpers


def test_put_changes_one_value_and_leaves_the_original() -> None:
    values = (1, 2, 3)
    assert [put(values, index, 9) for index in range(3)] == [(9, 2, 3), (1, 9, 3), (1, 2, 9)]
    assert values == (1, 2, 3)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [((5, 9, 7), (3, 1, 2)), ((4, 4), (1, 1)), ((1, 8, 8, 0), (3, 1, 1, 4)), (((1, 2), (1, 3)), (2, 1)), ((), ())],
)
def test_places_count_those_who_did_better(keys: tuple[Any, ...], expected: tuple[int, ...]) -> None:
    assert places(keys) == expected


def test_who_left_is_last_and_the_later_the_better() -> None:
    assert places((5, 9, 7, 1), left=(1, 2)) == (1, 4, 3, 2)


def test_the_winners_are_all_in_first_place() -> None:
    assert Over((3, 5, 5), (3, 1, 1)).winners == (1, 2)


def test_one_seat_that_is_asked_is_due() -> None:
    assert ask(2, (Clap(),)) == Ask({2: (Clap(),)}, frozenset({2}))


def test_the_next_seat_is_round_the_table() -> None:
    assert [next_seat((1, 4, 6), after) for after in (0, 1, 2, 4, 6, 9)] == [1, 4, 4, 6, 1, 1]
    assert others((1, 4, 6), 4) == (1, 6)


@given(st.lists(st.integers(-5, 5)))
def test_a_place_is_one_more_than_the_number_of_better_ones(keys: list[int]) -> None:
    assert places(keys) == tuple(1 + sum(other > key for other in keys) for key in keys)


def test_the_option_itself_is_applied_not_what_only_equals_it() -> None:
    after, _ = play(Peril(2), play(Peril(2), Peril(2).start(), NATURE, Drawn(0)).state, 0, Pick(True))
    assert type(after.phase) is Picking
    told = play(Peril(2), play(Peril(2), Peril(2).start(), NATURE, Drawn(0)).state, 0, Pick(True)).events
    assert repr(told[0]) == "Picked(seat=0, number=1)"


@pytest.mark.parametrize("move", [None, "pick", {"type": "pick"}, 7])
def test_what_is_no_move_at_all_is_refused(move: Any) -> None:
    start = play(Peril(2), Peril(2).start(), NATURE, Drawn(0)).state
    for actor in (0, TABLE):
        with pytest.raises(NotAnOption, match="is not an option"):
            play(Peril(2), start, actor, move)


@pytest.mark.parametrize("seat", [True, 0.5, "0", None])
def test_only_a_number_is_a_seat_that_can_leave(seat: Any) -> None:
    with pytest.raises(RulesError):
        play(Peril(2), Peril(2).start(), TABLE, Withdraw(seat))
