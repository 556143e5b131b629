"""Three Dice reckoned, against the rules themselves: by all moves, by a plain recursion, and by playing."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from statistics import fmean, stdev
from typing import Any, Literal

import numpy as np
import pytest
from msgspec.structs import replace

from dicehall.lab.report import Report
from dicehall.lab.three_dice import UsualRoundsOnly, solve
from dicehall.lab.three_dice.dice import CHOICES, GENTLE, HANDS, KEPT, NOBODY, POINTS_SEEN, RANK, WAYS, thrown
from dicehall.lab.three_dice.rounds import Solution, solution
from dicehall.lab.three_dice.turn import HOLD, LATER, LOSE, SIPS
from dicehall.rules.chance import Rolled
from dicehall.rules.kernel import Ask, Chance, Over
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.three_dice import (
    Award,
    Awarding,
    Choosing,
    FalseStart,
    Options,
    Rerolling,
    Round,
    State,
    ThreeDice,
    Throwing,
    Ungentlemanly,
    is_able_to_lose,
    kept_by,
    read,
)
from dicehall.rules.values import NATURE
from tests.kit.scale import sampled

each_aim = pytest.mark.parametrize("aim", [LOSE, SIPS], ids=["not to lose", "fewest sips"])
each_rule = pytest.mark.parametrize("gentle", [True, False], ids=["gentle", "free"])


def hand(*dice: int, after_stairs: bool = False) -> Any:
    return read(dice, after_stairs)


# First way: all moves of the rules, in fractions


class Everything:
    """What a round brings each seat, by the rules' own moves: chances to lose first, then sips."""

    def __init__(self, game: ThreeDice, aim: int) -> None:
        self.game = game
        self.aim = aim
        self.known: dict[State, tuple[Fraction, ...]] = {}

    def brings(self, state: State) -> tuple[Fraction, ...]:
        """Sips that are drunk already only add to the rest."""
        fresh = undrunk(state)
        if fresh not in self.known:
            self.known[fresh] = self.reckoned(fresh)
        drunk = (*[0] * self.game.seats, *state.sips)
        return tuple([value + more for value, more in zip(self.known[fresh], drunk, strict=True)])

    def reckoned(self, state: State) -> tuple[Fraction, ...]:
        match self.game.pending(state):
            case Over():
                return tuple(map(Fraction, (*state.lost, *state.sips)))
            case Chance(source):
                dice = throws(len(source.sides))  # type: ignore[union-attr]
                return mean([(self.after(state, NATURE, move), ways) for move, ways in dice])
            case Ask(options):
                [(seat, moves)] = options.items()
                values = {move: self.after(state, seat, move) for move in moves}
                if isinstance(moves[0], Award):
                    return mean([(value, 1) for value in values.values()])
                hand = state.phase.dice  # type: ignore[union-attr]
                mine = seat + (self.game.seats if self.aim == SIPS else 0)
                return values[min(values, key=lambda move: (values[move][mine], *thrown_dice(hand, move)))]
        raise AssertionError(state)

    def after(self, state: State, actor: Any, move: Any) -> tuple[Fraction, ...]:
        return self.brings(self.game.apply(state, actor, move).state)


def thrown_dice(dice: tuple[int, ...], move: Any) -> tuple[int, tuple[int, ...]]:
    return (len(move.dice), kept_by(dice, move.dice)) if isinstance(move, Reroll) else (0, dice)


def mean(values: list[tuple[tuple[Fraction, ...], int]]) -> tuple[Fraction, ...]:
    weighed = [[value * weight for value in row] for row, weight in values]
    total = sum(weight for _, weight in values)
    return tuple([sum(column, Fraction()) / total for column in zip(*weighed, strict=True)])


@cache
def throws(count: int) -> list[tuple[Rolled, int]]:
    """So many dice, and in how many ways they fall like this: their order never matters (T-29)."""
    return [
        (Rolled(faces), ways)
        for faces, ways in Counter(tuple(sorted(f)) for f in product(range(1, 7), repeat=count)).items()
    ]


def undrunk(state: State) -> State:
    """The same position with nothing drunk, its dice in order, and those that are thrown again without their faces."""
    phase = state.phase
    if isinstance(phase, Throwing | Choosing | Rerolling | Awarding):
        hands = [each and replace(each, dice=tuple(sorted(each.dice))) for each in phase.round.hands]
        phase = replace(phase, round=replace(phase.round, hands=tuple(hands)))
    if isinstance(phase, Choosing):
        phase = replace(phase, dice=tuple(sorted(phase.dice)))
    elif isinstance(phase, Rerolling):
        kept = sorted(kept_by(phase.dice, phase.which))
        dice = (*kept, *[1] * len(phase.which))
        phase = replace(phase, dice=dice, which=tuple(range(len(kept), 3)))
    return replace(state, sips=(0,) * len(state.sips), phase=phase)


def before_the_last(seats: int, gentle: bool, round: Round) -> tuple[ThreeDice, State]:
    nothing = (0,) * seats
    rule: Literal["enforce", "off"] = "enforce" if gentle else "off"
    return ThreeDice(seats, Options(rounds=1, gentlemen=rule)), State(nothing, nothing, (), 0, 0, Throwing(round))


ROUNDS = [
    Round((0, 1), (hand(1, 1, 2),), 1, 2),
    Round((0, 1), (hand(2, 3, 6),), 1, 2),
    Round((0, 1), (hand(2, 2, 3),), 1, 3),
    Round((0, 1), (hand(1, 2, 3),), 1, 2),
    Round((0, 1), (hand(6, 6, 6),), 7, 2),
    Round((0, 1, 2), (hand(1, 1, 2), hand(2, 4, 5)), 1, 2),
    Round((0, 1, 2), (hand(5, 5, 5), hand(1, 2, 3)), 6, 2),
    Round((0, 1, 2), (hand(1, 2, 3), hand(4, 5, 6, after_stairs=True)), 1, 2),
]


@pytest.mark.parametrize(
    ("round", "manner"),
    sampled(ROUNDS, product((True, False), (LOSE, SIPS))),
    ids=lambda each: str(getattr(each, "hands", each)),
)
def test_all_moves_of_the_rules_give_the_same(round: Round, manner: tuple[bool, int]) -> None:
    """For the last player, and for those who wait for it."""
    gentle, aim = manner
    seats = len(round.order)
    game, state = before_the_last(seats, gentle, round)
    brings = Everything(game, aim).brings(state)
    table, scale = solution(seats, aim, gentle=gentle, exact=True).tables[seats, round.limit or 0]
    unsafe = round.unsafe(())
    lowest = RANK[min(unsafe.values())] if unsafe else NOBODY
    held, pot, award, lose, sips = (
        Fraction(int(value), scale.unit) for value in table[:, int(round.after_stairs), lowest, round.pot - 1]
    )
    assert (brings[seats - 1], brings[2 * seats - 1]) == (lose, sips)
    for seat in round.order[:-1]:
        is_lowest = seat in round.lowest(())
        assert brings[seat] == (held if is_lowest else 0)
        assert brings[seats + seat] == (pot if is_lowest else 0) + award


def test_all_moves_of_the_rules_give_the_same_choices_to_the_starter() -> None:
    """After the first throw, which counts: also what everybody gets of it, and how many rolls to use."""
    game = ThreeDice(2, Options(rounds=1, gentlemen="enforce"))
    everything = Everything(game, SIPS)
    brings = solution(2, SIPS, gentle=True, exact=True).outlook
    begun = Throwing(Round((0, 1), (), 1, None))
    state = State((0, 0), (0, 0), (), 0, 0, begun)
    throw = [(game.apply(state, NATURE, move).state, ways) for move, ways in throws(3)]
    values = [(everything.brings(after), ways) for after, ways in throw if after.phase != begun]
    again = sum(ways * after.sips[0] for after, ways in throw if after.phase == begun)
    lose, other, sips, others = mean(values)
    assert (lose, other) == brings.lose
    assert (sips + Fraction(again, 204), others) == brings.sips


def test_only_the_lowest_score_of_those_before_matters() -> None:
    """The rules give the last player the same for any scores above it, safe players, and ties."""
    game = ThreeDice(4, Options(rounds=1))
    lowest, high, same = hand(2, 4, 5), hand(1, 1, 6), hand(3, 3, 5)
    assert lowest.points == same.points
    histories = [(lowest, high, high), (high, high, lowest), (lowest, same, high), (hand(4, 4, 4), lowest, high)]
    everything = Everything(game, SIPS)
    brings = []
    for hands in histories:
        _, state = before_the_last(4, True, Round((0, 1, 2, 3), hands, 5, 2))
        brings.append(everything.brings(state))
    assert len({(each[3], each[7]) for each in brings}) == 1


# Second way: forwards, by the chances of all positions that the advice leads to


def forwards(solved: Solution, game: ThreeDice) -> list[float]:
    """A round from its first throw: chances to lose, then sips. What a false start returns to is begun again (T-10)."""
    start = Throwing(Round(tuple(range(game.seats)), (), 1, None))
    begun = State((0,) * game.seats, (0,) * game.seats, (), 0, 0, start)
    chances = {begun: 1.0}
    ended = np.zeros(2 * game.seats)
    is_over, again = 0.0, 0.0
    while chances:
        after: dict[State, float] = defaultdict(float)
        for state, chance in chances.items():
            for share, step in advised_steps(solved, game, state):
                ended[game.seats :] += chance * share * np.array(step.sips)
                fresh = undrunk(step)
                if fresh == begun:
                    again += chance * share
                elif isinstance(game.pending(fresh), Over):
                    ended[: game.seats] += chance * share * np.array(step.lost)
                    is_over += chance * share
                else:
                    after[fresh] += chance * share
        chances = after
    assert is_over + again == pytest.approx(1)
    return list(ended / is_over)


def advised_steps(solved: Solution, game: ThreeDice, state: State) -> Iterator[tuple[float, State]]:
    match game.pending(state):
        case Chance(source):
            dice = len(source.sides)  # type: ignore[union-attr]
            for throw, ways in throws(dice):
                yield ways / 6**dice, game.apply(state, NATURE, throw).state
        case Over():
            raise AssertionError(state)
        case Ask(options):
            [(seat, moves)] = options.items()
            chosen = moves if isinstance(moves[0], Award) else [advised(solved, state)]
            for move in chosen:
                yield 1 / len(chosen), game.apply(state, seat, move).state


@each_aim
@each_rule
def test_forwards_a_round_of_two_gives_the_same(gentle: bool, aim: int) -> None:
    solved = solution(2, aim, gentle=gentle, exact=True)
    brings = solved.outlook
    played = forwards(solved, ThreeDice(2, Options(rounds=1)))
    assert played == pytest.approx([*map(float, (*brings.lose, *brings.sips))], abs=1e-12)


def indices(dice: tuple[int, ...], kept: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the dice that are thrown again where these are kept."""
    rest = list(kept)
    which = []
    for index, face in enumerate(dice):
        if face in rest:
            rest.remove(face)
        else:
            which.append(index)
    return tuple(which)


# Third way: playing


def advised(solved: Solution, state: State) -> Keep | Reroll:
    assert isinstance(state.phase, Choosing)
    return solved.advice(state.phase)


@each_aim
@each_rule
@pytest.mark.parametrize(("seats", "rounds"), [(2, 700), (3, 500)])
def test_rounds_that_are_played_agree(seats: int, rounds: int, gentle: bool, aim: int) -> None:
    """Within four standard errors, and gentlemen never earn a frown (T-26)."""
    solved = solution(seats, aim, gentle=gentle, exact=True)
    game = ThreeDice(seats, Options(rounds=1))
    lose: list[list[int]] = [[] for _ in range(seats)]
    sips: list[list[int]] = [[] for _ in range(seats)]
    frowns = 0
    for seed in range(rounds):
        rng = Random(seed)
        state = game.start()
        order: tuple[int, ...] = ()
        while not isinstance(pending := game.pending(state), Over):
            actor: Any = NATURE
            if isinstance(pending, Chance):
                move: Any = pending.source.draw(rng)
            else:
                [(actor, moves)] = pending.options.items()
                move = rng.choice(moves) if isinstance(moves[0], Award) else advised(solved, state)
            state, events = game.apply(state, actor, move)
            order = state.round.order if state.round else order
            frowns += sum(isinstance(event, Ungentlemanly) for event in events)
        for position, seat in enumerate(order):
            lose[position].append(state.lost[seat])
            sips[position].append(state.sips[seat])
    assert (frowns == 0) is gentle
    for played, reckoned in ((lose, solved.outlook.lose), (sips, solved.outlook.sips)):
        for numbers, value in zip(played, reckoned, strict=True):
            assert abs(fmean(numbers) - value) < 4 * stdev(numbers) / math.sqrt(rounds)


# What must hold besides


@each_aim
def test_floats_are_as_near_as_they_say(aim: int) -> None:
    exact, rounded = (solution(3, aim, gentle=True, exact=exact) for exact in (True, False))
    for true, near in zip(exact.outlook, rounded.outlook, strict=True):
        for value, other in zip(true, near, strict=True):
            assert abs(Fraction(other) - value) <= rounded.error * value  # type: ignore[operator]


@each_aim
def test_the_rule_never_helps_the_one_it_binds(aim: int) -> None:
    bound, free = (solution(3, aim, gentle=gentle, exact=True) for gentle in (True, False))
    mine = LATER - HOLD + aim
    for limit in (1, 2, 3):
        with_rule, without = bound.tables[3, limit][0][mine], free.tables[3, limit][0][mine]
        assert (with_rule >= without).all()
        assert (with_rule == without)[:, NOBODY].all(), "nobody else can lose"
        assert (with_rule == without).all() is np.bool_(limit == 1)


def test_the_tables_of_hands_are_the_rules_own() -> None:
    assert WAYS.sum() == 216
    assert thrown(np.ones((1, len(HANDS))), step=1) == pytest.approx(np.ones((1, len(KEPT))))
    for number, dice in enumerate(HANDS):
        for choice, kept in enumerate(CHOICES[number]):
            which = indices(dice, kept)
            move = Reroll(which) if which else Keep()
            for stairs in (False, True):
                for points in POINTS_SEEN:
                    may = read(dice, stairs).safe or is_able_to_lose(dice, move, points)
                    assert GENTLE[choice][number, int(stairs), RANK[points]] == may


def test_a_false_start_costs_the_starter_a_sixth_of_a_sip() -> None:
    """Counted by playing first throws until one counts: 33 sips in 204 throws that count (T-09, T-10)."""
    game = ThreeDice(2)
    state = State((0, 0), (0, 0), (), 0, 0, Throwing(Round((0, 1), (), 1, None)))
    sips = counted = 0
    for dice in product(range(1, 7), repeat=3):
        after, events = game.threw(state, state.round, dice)  # type: ignore[arg-type]
        is_false = any(isinstance(event, FalseStart) for event in events)
        sips += after.sips[0] if is_false else 0
        counted += not is_false
    assert (sips, counted) == (33, 204)


def report(game: ThreeDice) -> Report:
    return solve(game, lambda *_: None)


def test_the_report_has_every_player_and_the_price_of_the_rule() -> None:
    found = {finding.what: finding.value for finding in report(ThreeDice(2)).findings}
    free = {finding.what: finding.value for finding in report(ThreeDice(2, Options(gentlemen="off"))).findings}
    price = "not to lose: the gentlemen's rule costs the last player"
    loses = "not to lose: player 2 loses"
    assert found[price] == free[price] == found[loses] - free[loses]
    assert sum(found[f"fewest sips: starter rolls {times}"] for times in (1, 2, 3)) == 1
    assert all(finding.bound == 0 for finding in report(ThreeDice(2)).findings)


def test_other_rules_than_the_usual_ones_are_refused() -> None:
    with pytest.raises(UsualRoundsOnly, match="usual tie only"):
        report(ThreeDice(2, Options(tie="roll_off")))
