"""Pools, purses and scores: nothing is created or lost, and saying what you believe pays best."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.evenings.predictions.book import Book, evolve
from dicehall.evenings.predictions.decide import Wish, close, empty, forget, predict, purse, settle, share, void
from dicehall.evenings.predictions.events import (
    ALLOWANCE,
    AllowanceGiven,
    BookEvent,
    PoolId,
    Prediction,
    PredictorForgotten,
    SignInShared,
)
from dicehall.evenings.predictions.payout import payout
from dicehall.evenings.predictions.scores import FEWEST, score
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who

POOL = PoolId("abcde", 1)
OTHER = PoolId("abcde", 2)
NOON = 20_000.5 * 24 * 60 * 60
SEATS = 4
predictors = [Who(f"p{number}") for number in range(5)]
ANN, BEN, CAT = predictors[:3]
PLAYER = Who("player")


def wish(who: Who, seat: int = 0, chips: int = 10, *, chance: int = 50, version: int = 3, pool: PoolId = POOL) -> Wish:
    return Wish(pool, who, seat, chips, chance, version, SEATS, players=(PLAYER,))


def after(book: Book, *events: BookEvent) -> Book:
    for event in events:
        book = evolve(book, event)
    return book


def placed(book: Book, *wishes: Wish, at: float = NOON) -> Book:
    for each in wishes:
        events = predict(book, each, at)
        assert not isinstance(events, Refused), events
        book = after(book, *events)
    return book


def refusal(book: Book, asked: Wish) -> str:
    answer = predict(book, asked, NOON)
    assert isinstance(answer, Refused)
    return answer.reason


# Paying out


def chosen(*stakes: tuple[int, int]) -> dict[Who, Prediction]:
    return {
        who: Prediction(seat, chips, 50, 3, order)
        for order, (who, (seat, chips)) in enumerate(zip(predictors, stakes, strict=False))
    }


def test_w_03_the_winners_share_all_stakes_in_proportion() -> None:
    assert payout(chosen((0, 30), (0, 10), (1, 40)), [0]) == {ANN: 60, BEN: 20}


def test_w_03_chips_that_cannot_be_divided_go_to_the_largest_remainders_then_to_the_first() -> None:
    assert payout(chosen((0, 1), (0, 1), (0, 1), (1, 4)), [0]) == {ANN: 3, BEN: 2, CAT: 2}
    assert payout(chosen((0, 1), (0, 2), (1, 2)), [0]) == {ANN: 2, BEN: 3}  # 5/3 and 10/3: two thirds beat one


def test_w_03_if_nobody_was_right_all_stakes_go_back() -> None:
    assert payout(chosen((0, 30), (1, 10)), [2]) == {ANN: 30, BEN: 10}


def test_w_03_whoever_chose_one_of_several_winners_was_right() -> None:
    assert payout(chosen((0, 10), (1, 10), (2, 20)), [0, 1]) == {ANN: 20, BEN: 20}


@given(st.lists(st.tuples(st.integers(0, SEATS - 1), st.integers(1, 100)), max_size=5), st.sets(st.integers(0, 3)))
def test_w_03_what_goes_in_comes_out_and_nobody_right_gets_less_than_the_stake(
    stakes: list[tuple[int, int]], winners: set[int]
) -> None:
    predictions = chosen(*stakes)
    paid = payout(predictions, sorted(winners))
    assert sum(paid.values()) == sum(chips for _, chips in stakes)
    assert all(paid[who] >= predictions[who].chips for who in paid)


# Purses

actions = st.one_of(
    st.tuples(st.just("predict"), st.sampled_from(predictors), st.integers(0, 3), st.integers(0, 120)),
    st.tuples(st.just("close"), st.integers(1, 6)),
    st.tuples(st.just("settle"), st.sets(st.integers(0, 3), min_size=1)),
    st.tuples(st.just("void")),
    st.tuples(st.just("next day")),
)


@given(st.lists(st.tuples(actions, st.sampled_from([POOL, OTHER])), max_size=40))
def test_w_06_all_chips_together_change_only_by_the_allowance_of_a_day(story: list[tuple[tuple, PoolId]]) -> None:  # type: ignore[type-arg]
    book, given_out, time = Book(), 0, NOON
    for number, (action, pool) in enumerate(story):
        events: tuple[BookEvent, ...] | Refused
        match action:
            case ("predict", who, seat, chips):
                events = predict(book, wish(who, seat, chips, version=number // 8, pool=pool), time)
            case ("close", version):
                events = close(book, pool, version, clear=False)
            case ("settle", winners):
                events = settle(book, pool, SEATS, sorted(winners))
            case ("void",):
                events = void(book, pool, "reset")
            case _:
                events, time = (), time + 24 * 60 * 60
        for event in () if isinstance(events, Refused) else events:
            given_out += event.chips if isinstance(event, AllowanceGiven) else 0
            book = evolve(book, event)
        assert book.chips == given_out
        assert all(purse >= 0 for purse in book.purses.values())


def test_w_06_the_allowance_comes_once_a_day_with_the_first_prediction() -> None:
    book = placed(Book(), wish(ANN, chips=60))
    assert book.purse(ANN) == ALLOWANCE - 60
    assert refusal(book, wish(ANN, chips=50, pool=OTHER)) == "too_few_chips"
    book = placed(book, wish(ANN, chips=50, pool=OTHER), at=NOON + 24 * 60 * 60)
    assert book.purse(ANN) == 2 * ALLOWANCE - 110


def test_w_06_whoever_deletes_the_account_takes_all_chips_along() -> None:
    book = after(placed(Book(), wish(ANN, chips=60), wish(BEN)), PredictorForgotten(ANN))
    assert book.chips == ALLOWANCE
    assert ANN not in {*book.purses, *book.given, *book.records, *book.pool(POOL).predictions}


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (wish(ANN, seat=SEATS), "bad_seat"),
        (wish(ANN, seat=-1), "bad_seat"),
        (wish(ANN, chips=0), "bad_stake"),
        (wish(ANN, chips=101), "bad_stake"),
        (wish(ANN, chance=0), "bad_chance"),
        (wish(ANN, chance=100), "bad_chance"),
    ],
)
def test_what_cannot_be_predicted_is_refused(asked: Wish, reason: str) -> None:
    assert refusal(Book(), asked) == reason


def test_w_07_a_player_cannot_predict_the_own_game() -> None:
    assert refusal(Book(), wish(PLAYER)) == "player"


def test_w_07_whoever_shares_a_sign_in_with_a_player_cannot_predict_either_also_by_way_of_a_third() -> None:
    book = after(Book(), SignInShared(PLAYER, ANN), SignInShared(ANN, BEN))
    assert refusal(book, wish(ANN)) == refusal(book, wish(BEN)) == "player"
    placed(book, wish(CAT))
    assert share(book, ANN, PLAYER) == share(book, ANN, ANN) == ()
    forgotten = after(book, PredictorForgotten(BEN))
    assert forgotten.sign_ins == {PLAYER: (ANN,), ANN: (PLAYER,)}
    placed(forgotten, wish(BEN))
    assert after(forgotten, PredictorForgotten(ANN)).sign_ins == {}


def test_w_07_whoever_shared_a_sign_in_by_way_of_someone_who_is_deleted_still_does() -> None:
    book = after(Book(), SignInShared(PLAYER, ANN), SignInShared(ANN, BEN), SignInShared(ANN, CAT))
    forgotten = after(book, PredictorForgotten(ANN))
    assert forgotten.sign_ins == {PLAYER: (BEN,), BEN: (PLAYER, CAT), CAT: (BEN,)}
    for who in (BEN, CAT):
        assert refusal(forgotten, wish(who)) == "player"


def test_w_06_the_purse_has_the_chips_of_the_day_before_they_are_given() -> None:
    assert purse(Book(), ANN, NOON) == ALLOWANCE
    book = placed(Book(), wish(ANN, chips=30))
    assert purse(book, ANN, NOON) == ALLOWANCE - 30
    assert purse(book, ANN, NOON + 24 * 60 * 60) == 2 * ALLOWANCE - 30


def test_w_08_resetting_everything_leaves_no_purse_no_board_and_no_pool() -> None:
    book = after(placed(Book(), wish(ANN), wish(BEN, 1)), SignInShared(ANN, PLAYER))
    emptied = after(book, *empty(book))
    assert emptied == Book(emptied.version, sign_ins=book.sign_ins)
    assert empty(emptied) == ()
    assert purse(emptied, ANN, NOON) == ALLOWANCE


def test_forgetting_someone_who_has_never_predicted_writes_nothing() -> None:
    assert forget(Book(), ANN) == ()
    assert forget(placed(Book(), wish(ANN)), ANN) == (PredictorForgotten(ANN),)


# Closing and settling


def test_w_02_a_prediction_may_be_changed_and_then_counts_as_the_last() -> None:
    book = placed(Book(), wish(ANN, 0, 30), wish(BEN, 0, 10), wish(ANN, 1, 5))
    assert book.purse(ANN) == ALLOWANCE - 5
    assert [each.order for each in book.pool(POOL).predictions.values()] == [1, 2]


def test_w_02_what_was_taken_at_the_closing_point_goes_back() -> None:
    book = placed(Book(), wish(ANN, version=3), wish(BEN, version=4))
    book = after(book, *close(book, POOL, 4, clear=False))
    assert list(book.pool(POOL).predictions) == [ANN]
    assert book.purse(BEN) == ALLOWANCE
    assert refusal(book, wish(CAT)) == "pool_closed"
    assert close(book, POOL, 9, clear=True) == ()


def test_a_settled_pool_is_paid_and_scored_once() -> None:
    book = placed(Book(), wish(ANN, 0, 10, chance=90), wish(BEN, 1, 10, chance=90))
    book = after(book, *settle(book, POOL, SEATS, [0]))
    assert (book.purse(ANN), book.purse(BEN)) == (ALLOWANCE + 10, ALLOWANCE - 10)
    assert book.records[ANN].mean > 0 > book.records[BEN].mean
    assert settle(book, POOL, SEATS, [0]) == ()


def test_w_04_a_game_without_a_fair_end_gives_all_stakes_back_and_counts_for_nobody() -> None:
    book = placed(Book(), wish(ANN), wish(BEN, 1))
    book = after(book, *void(book, POOL, "left"))
    assert book.purses == {ANN: ALLOWANCE, BEN: ALLOWANCE}
    assert book.records == {}
    assert void(book, POOL, "left") == ()


# Scores


@given(st.integers(1, 99), st.integers(2, 12))
def test_w_05_saying_what_you_believe_pays_best(belief: int, seats: int) -> None:
    def expected(said: int) -> float:
        right, wrong = score(said, 0, seats, [0]), score(said, 0, seats, [1])
        return belief * right + (100 - belief) * wrong

    assert max(range(1, 100), key=expected) == belief


def test_w_05_someone_who_knows_nothing_scores_nothing_and_a_shared_win_is_its_share() -> None:
    assert score(25, 0, 4, [0]) == score(25, 0, 4, [1]) == 0
    assert score(50, 0, 4, [0, 1]) > score(99, 0, 4, [0, 1])


def test_w_05_the_board_begins_at_thirty_predictions_and_ignores_purses() -> None:
    book = Book()
    for game in range(FEWEST):
        pool = PoolId("abcde", game)
        day = NOON + game * 24 * 60 * 60
        book = placed(book, wish(ANN, 0, 1, chance=90, pool=pool), wish(BEN, 0, 100, chance=40, pool=pool), at=day)
        if game:
            book = placed(book, wish(CAT, 0, 1, chance=99, pool=pool), at=day)
        book = after(book, *settle(book, pool, SEATS, [0]))
    assert [who for who, _ in book.best()] == [ANN, BEN]
