"""MindRoll reckoned: the value of a round of two three ways, what bots give away, and why rounds make matches."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, get_args

import numpy as np
import pytest
from scipy.optimize import linprog

from dicehall.bots.match import win_share
from dicehall.bots.mindroll import BITS, easy, first_row, hard, normal, rows
from dicehall.bots.tables import as_table, open_table
from dicehall.bots.uniform import uniform
from dicehall.lab.mindroll.counter import counter
from dicehall.lab.mindroll.duel import ANSWERER, STARTER, Calls, Duel, Numbers, by_numbers
from dicehall.lab.mindroll.equilibrium import Equilibrium, equilibrium, policy_of
from dicehall.lab.mindroll.exploit import FIRST as FIRST_BOARD
from dicehall.lab.mindroll.exploit import by_dice, chances, exploited, gain, table_of, taken_from, views
from dicehall.lab.mindroll.forgetful import Forgetful
from dicehall.lab.mindroll.match import FIRST, Standing, after, first_to, fixed_rounds, share
from dicehall.lab.mindroll.written import in_whole_parts
from dicehall.rules.catalog import find
from dicehall.rules.chance import Drawn, Rng, Rolled, below
from dicehall.rules.kernel import Ask, Chance
from dicehall.rules.mindroll import DICE, REVEAL, Answering, Call, MindRoll, Options, State
from dicehall.rules.values import NATURE, Move

VALUE = Fraction(37, 6930)
"""What the starter gains a round."""


@cache
def found() -> Equilibrium:
    return equilibrium(Duel())


# The value of a round


def test_the_value_lies_between_what_the_two_plans_guarantee() -> None:
    assert found().least == VALUE
    assert VALUE <= found().most < VALUE + Fraction(1, 10**10)
    assert found().bound < 1e-11


def test_a_reveal_pays_what_the_rules_say() -> None:
    """Every pair of dice and every call, played by the rules; and the mean over colours is what numbers alone give."""
    game = MindRoll(2)
    dealt = game.apply(game.start(), NATURE, Rolled((1, 1, 1, 1))).state
    for call in Duel().calls:
        pays = by_dice(call)
        for (mine, first), (theirs, second) in product(enumerate(DICE.values()), repeat=2):
            if (mine + theirs + call) % 7:  # a seventh of all is plenty
                continue
            state = State(dealt.board, (second, first))
            state = game.apply(state, NATURE, Drawn(0)).state
            state = game.apply(state, 0, Call(call)).state
            assert game.apply(state, 1, REVEAL).state.board.scores[1] == pays[mine, theirs]
        assert (pays.reshape(6, 5, 6, 5).sum(axis=(1, 3)) / 25 == by_numbers(call)).all()


def test_a_small_case_agrees_with_all_pure_plans() -> None:
    """Calls of 10 to 12 only: every plan of one side against every plan of the other is one matrix game."""
    duel = Duel(by_three_numbers, 10, 12)
    choices = {
        player: [calls for calls in ((), *duel.lists) if len(calls) % 2 == player and len(duel.raises(calls)) > 0]
        for player in (STARTER, ANSWERER)
    }
    plans: dict[int, list[Any]] = {}
    for player, places in choices.items():
        slots = [[longer[-1] - 9 for longer in duel.raises(calls)] + [0] * bool(calls) for calls in places]
        tables = []
        for chosen in product(*[each for each in slots for _ in range(duel.dice)]):
            moves = dict(zip(places, zip(*[iter(chosen)] * duel.dice, strict=True), strict=True))
            tables.append(duel.plan(player, lambda calls, moves=moves: pure(moves.get(calls, (0,) * duel.dice))))  # type: ignore[misc]
        plans[player] = [np.concatenate([np.asarray(plan[calls], float) for calls in duel.lists]) for plan in tables]
    blocks = np.zeros((len(duel.lists) * duel.dice,) * 2)
    for number, calls in enumerate(duel.lists):
        here = slice(number * duel.dice, (number + 1) * duel.dice)
        blocks[here, here] = duel.gains[calls].astype(float)
    matrix = np.array(plans[STARTER]) @ blocks @ np.array(plans[ANSWERER]).T
    mixed = linprog(
        [0.0] * len(matrix) + [-1.0],
        A_ub=np.hstack([-matrix.T, np.ones((matrix.shape[1], 1))]),
        b_ub=np.zeros(matrix.shape[1]),
        A_eq=[[1.0] * len(matrix) + [0.0]],
        b_eq=[1],
        bounds=[(0, None)] * len(matrix) + [(None, None)],
    )
    assert -mixed.fun == pytest.approx(float(equilibrium(duel).value), abs=1e-9)


def by_three_numbers(call: int) -> Numbers:
    return by_numbers(call)[3:, 3:]


def pure(moves: tuple[int, ...]) -> Numbers:
    return np.array([[Fraction(move == chosen) for move in range(4)] for chosen in moves], dtype=object)


def test_regret_matching_comes_to_the_same_value() -> None:
    """The second way, without a program: both sides learn from what they would rather have done, on numbers alone."""
    duel = Duel(exact=False)
    places = ((), *duel.lists)
    regrets = {calls: np.zeros((6, 7)) for calls in places}
    sums = {calls: np.zeros((6, 7)) for calls in places}

    def matched(calls: Calls) -> Numbers:
        positive = np.clip(regrets[calls], 0, None)
        for move in range(7):
            if not (calls if move == 0 else move + 6 > (calls[-1] if calls else 0)):
                positive[:, move] = -1
        legal = positive >= 0
        positive = np.where(legal, positive, 0)
        total = positive.sum(axis=1, keepdims=True)
        return np.where(total > 0, positive / np.where(total > 0, total, 1), legal / legal.sum(axis=1, keepdims=True))

    for turn in range(1, 301):
        policies = {calls: matched(calls) for calls in places}
        plans = [duel.plan(player, policies.__getitem__) for player in (STARTER, ANSWERER)]
        for player in (STARTER, ANSWERER):
            sign, other = (1, plans[ANSWERER]) if player == STARTER else (-1, plans[STARTER])
            worth: dict[Calls, Numbers] = {}
            for calls in reversed(places):
                pays = np.zeros(6)
                if calls:
                    gains = duel.gains[calls] if player == STARTER else duel.gains[calls].T
                    pays = sign * gains @ other[calls]
                if len(calls) % 2 != player:
                    worth[calls] = pays + sum(worth[longer] for longer in duel.raises(calls))
                    continue
                options = np.zeros((6, 7))
                options[:, 0] = pays
                for longer in duel.raises(calls):
                    options[:, longer[-1] - 6] = worth[longer]
                worth[calls] = (policies[calls] * options).sum(axis=1)
                regrets[calls] = np.clip(regrets[calls] + options - worth[calls][:, None], 0, None)
                mine = plans[player][calls[:-1]] if len(calls) > 1 else np.ones(6)
                sums[calls] += turn * mine[:, None] * policies[calls]
    means = {calls: sums[calls] / np.maximum(sums[calls].sum(axis=1, keepdims=True), 1e-300) for calls in places}
    least = -duel.best_reply(ANSWERER, duel.plan(STARTER, means.__getitem__))
    most = duel.best_reply(STARTER, duel.plan(ANSWERER, means.__getitem__))
    assert least - 1e-12 <= VALUE <= most + 1e-12
    assert most - least < 0.015


def test_rounds_that_are_played_by_the_rules_agree() -> None:
    """The third way: rounds between the two plans, which remember all calls, lie within four standard errors."""
    duel = Duel()
    policies = [policy_of(duel, plan) for plan in found().plans]
    known: dict[Calls, Numbers] = {}
    game, rng = MindRoll(2, Options(next_starter="random")), Random(5)
    points, many = 0, 4000
    for _ in range(many):
        state = game.start()
        calls: Calls = ()
        while not state.board.played:
            pending = game.pending(state)
            if isinstance(pending, Chance):
                state = game.apply(state, NATURE, pending.source.draw(rng)).state
                continue
            assert isinstance(pending, Ask)
            [seat] = pending.options
            if calls not in known:
                known[calls] = policies[len(calls) % 2](calls).astype(float)
            die = state.dice[seat]
            assert die is not None
            move = rng.choices(range(7), known[calls][die.number - 1])[0]
            calls = (*calls, move + 6) if move else calls
            state = game.apply(state, seat, Call(move + 6) if move else REVEAL).state
        assert state.board.last is not None
        points += 1 if state.board.last.winner == state.board.last.starter else -1
    assert abs(points / many - VALUE) < 4 / math.sqrt(many)


# What bots give away


def test_asking_a_bot_for_all_luck_gives_its_chances() -> None:
    def dicer(_game: Any, view: Any, rng: Rng) -> Move:
        """Two throws, the second of which may be repeated."""
        if rng.getrandbits(2) == 3:
            return REVEAL
        move: Move = view.mine.options[below(rng, 3)]
        return move

    view = views(ANSWERER, (9,), DICE[4, 1], FIRST_BOARD)
    quarter = Fraction(1, 4)
    assert chances(dicer, MindRoll(2), view) == {REVEAL: quarter * 2, Call(10): quarter, Call(11): quarter}
    assert chances(uniform, MindRoll(2), view) == dict.fromkeys(view.mine.options, quarter)  # type: ignore[union-attr]


@pytest.mark.parametrize("bot", [hard, normal, easy, counter])
def test_our_bots_look_at_the_number_and_the_last_call_alone(bot: Any) -> None:
    """So that they need not be asked with every colour and after every list of calls."""
    lists: tuple[tuple[Calls, ...], ...] = (
        ((),),
        ((7, 8),),
        ((7, 9), (8, 9)),
        ((7, 10), (8, 10), (9, 10), (7, 8, 9, 10)),
        ((7, 11), (10, 11), (8, 9, 10, 11)),
    )
    for alike, number, luck in product(lists, range(1, 7), range(5)):
        moves = {
            bot(MindRoll(2), views(STARTER, calls, DICE[number, colour], FIRST_BOARD), Random(luck))
            for calls, colour in product(alike, range(1, 6))
        }
        assert len(moves) == 1


def test_a_best_reply_to_a_bot_that_looks_at_colours_uses_them() -> None:
    """It calls 12 unless its die is black, and 7 then: an answer with a black die knows that a reveal of 7 is lost."""

    def painter(_game: Any, view: Any, _rng: Rng) -> Move:
        calls = [move for move in view.mine.options if isinstance(move, Call)]
        if isinstance(view.table.board.phase, Answering):
            return REVEAL
        return calls[0] if view.mine.secret.colour == "black" else calls[-1]

    def blind(_game: Any, view: Any, rng: Rng) -> Move:
        calls = [move for move in view.mine.options if isinstance(move, Call)]
        if isinstance(view.table.board.phase, Answering):
            return REVEAL
        return calls[0] if below(rng, 5) == 0 else calls[-1]

    assert exploited(painter).as_starter > exploited(blind).as_starter + 1e-6
    assert exploited(painter).as_answerer == pytest.approx(float(exploited(blind).as_answerer), abs=1e-9)


def test_a_best_reply_to_a_bot_that_remembers_calls_uses_that() -> None:
    """By hand: who opens with 7 raises it to 12 and wins two reveals of three with any die; an 8 is revealed at once,
    which is better for a 5 (4 of 15 are lost) and a 6 (2 of 15)."""

    def elephant(_game: Any, view: Any, _rng: Rng) -> Move:
        phase, calls = view.table.board.phase, [move for move in view.mine.options if isinstance(move, Call)]
        if not isinstance(phase, Answering):
            return calls[0]
        return calls[0] if calls and phase.calls[0].total == 7 else REVEAL

    gains = [Fraction(1, 3)] * 4 + [1 - 2 * Fraction(4, 15), 1 - 2 * Fraction(2, 15)]
    assert exploited(elephant, colours=1).as_answerer == sum(gains) / 6
    assert (
        taken_from([table_of(elephant, side, colours=1) for side in (STARTER, ANSWERER)]).as_answerer != sum(gains) / 6
    )


@pytest.mark.parametrize("bot", [counter, easy])
def test_who_looks_at_the_last_call_alone_is_asked_for_all_by_it(bot: Any) -> None:
    by_last_call = taken_from([table_of(bot, side, colours=1) for side in (STARTER, ANSWERER)])
    assert exploited(bot, colours=1) == by_last_call


@pytest.mark.parametrize("bot", [counter, uniform])
def test_nobody_gets_more_from_a_bot_than_its_best_reply(bot: Any) -> None:
    """Neither way round; and no bot can be exploited for less than the value."""
    taken = exploited(bot, colours=1)
    assert taken.as_starter >= -VALUE
    assert taken.as_answerer >= VALUE
    for other in (counter, uniform):
        assert -gain(bot, other) <= taken.as_starter
        assert gain(other, bot) <= taken.as_answerer


def test_hard_gives_away_next_to_nothing_and_normal_little() -> None:
    """By the table alone: asking the bots for all luck is the command's business (`dicehall solve mindroll`)."""
    shipped = np.array(open_table("mindroll")[: first_row(3)]).reshape(rows(2))
    duel = Duel()
    given = []
    for player in (STARTER, ANSWERER):
        side = Forgetful(duel, player)
        assert (shipped[player][~side.legal] == 0).all()
        assert set(shipped[player].sum(axis=2).flat) == {0, 2**BITS}
        table = shipped[player].astype(object) * Fraction(1, 2**BITS)
        given.append(-side.guarantee(table))
    assert VALUE + given[STARTER] < 0.0017  # the price of seeing the last call only
    assert given[ANSWERER] - VALUE < 0.0035
    view = views(STARTER, (7, 9), DICE[3, 1], FIRST_BOARD)
    row = shipped[STARTER, 3, 2]
    expected = {move: Fraction(int(row[number]), 2**BITS) for number, move in MOVES.items() if row[number]}
    assert chances(hard, MindRoll(2), view) == expected


MOVES: dict[int, Move] = {0: REVEAL, **{number: Call(6 + number) for number in range(1, 7)}}


def test_steps_lead_to_a_table_that_guarantees_more() -> None:
    side = Forgetful(Duel(exact=False), ANSWERER)
    start = side.some_table(np.random.default_rng(3))
    value, table = side.improved(start, 6)
    assert value == side.guarantee(table) > side.guarantee(start) + 0.05
    assert value <= -float(VALUE) + 1e-12
    parts = in_whole_parts(table)
    assert set(parts.sum(axis=2).flat) == {0, 2**BITS}
    assert np.abs(parts / 2**BITS - table).max() < 2 / 2**BITS


def test_a_table_is_read_as_it_was_written(tmp_path: Any) -> None:
    (tmp_path / "some.bin").write_bytes(as_table("uint16", (2, 3), np.arange(6, dtype="<u2").tobytes()))
    assert np.array(open_table("some", tmp_path)).tolist() == [[0, 1, 2], [3, 4, 5]]


# From rounds to a match


STARTERS = get_args(Options.__annotations__["next_starter"])


@pytest.mark.parametrize("starters", STARTERS)
def test_a_won_round_is_always_worth_more_than_a_lost_one(starters: Any) -> None:
    """So whoever wins rounds more often wins matches more often, and the plan that is best for a round is best for the
    match at every score: both sides' aim in a round is its win, times something that is never negative."""
    wins = (1 + VALUE) / 2
    rounds = fixed_rounds(equal_to(wins), options := Options(next_starter=starters, rounds=12))
    for left, ahead, starts in product(range(12), range(-12, 13), (True, False)):
        before = Standing(ahead, starts, None)
        won, lost = (
            sum((rounds(each, left) for each in after(before, how, options)), Fraction(0)) for how in (True, False)
        )
        assert won >= lost
        assert won > lost or abs(ahead) > left
    for target in range(3, 11):
        race = first_to(equal_to(wins), options := Options(next_starter=starters, match="target", target=target))
        for ahead, starts in product(range(1 - target, target), (True, False)):
            before = Standing(ahead, starts, None)
            won, lost = (sum(race(each) for each in after(before, how, options)) for how in (True, False))
            assert won > lost


def equal_to(wins: Fraction) -> Callable[[Standing], Fraction]:
    return lambda standing: wins if standing.starts else 1 - wins


def test_two_players_of_a_match_have_the_same_chance() -> None:
    assert share(equal_to((1 + VALUE) / 2), Options()) == Fraction(1, 2)
    assert share(equal_to(Fraction(3, 5)), Options(match="target", target=3)) == pytest.approx(0.5)
    assert {standing.starts for standing in FIRST} == {True, False}


def test_matches_of_bots_agree_with_their_rounds() -> None:
    """The counter against uniform: 600 matches lie within four standard errors of what their rounds make of them."""
    as_starter, as_answerer = gain(counter, uniform), -gain(uniform, counter)
    expected = share(lambda standing: (1 + (as_starter if standing.starts else as_answerer)) / 2, Options())
    wins, margin = win_share(find("mindroll"), counter, uniform, seats=2, games=600)
    assert abs(wins - expected) < 2 * margin
