"""Bluff for two reckoned: against a linear program of a small game, against the rules, and by playing."""

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from dicehall.bots.bluff import hard
from dicehall.bots.bluff.table import (
    CARDS,
    LAPS,
    LAST,
    MEMORY,
    MIDDLE,
    STAGES,
    WIDTH,
    Memory,
    lead_place,
    row_for,
    sure,
)
from dicehall.bots.match import win_share
from dicehall.bots.tables import open_table
from dicehall.lab.bluff import STEPS, TREMBLE
from dicehall.lab.bluff.learn import solve_round
from dicehall.lab.bluff.match import COIN, THREE_DICE, Task, solved, tasks_of
from dicehall.lab.bluff.round import Hands, Numbers, Stakes, Strategy, best_value, ends, guest_value
from dicehall.lab.bluff.table import read, row, strategies
from dicehall.lab.zoo.bluff import EXPLOITERS
from dicehall.rules.bluff import LISTING, Accept, CallBluff, Claim, Options, PlayImmunity
from tests.kit.play import A, B, begin, drawn, rolled, shuffled

# A small game, by a linear program


def chance(mine: Any, yours: Any, card: bool, bots_card: bool) -> Any:
    """Some worth of every end, with cards that count."""
    return 1 / (1 + np.exp(-(mine - yours + 2.0 * card - 1.5 * bots_card) / 6))


class Tree:
    """Every line of a round of two totals, walked move by move. The bot repeats its first claim, the guest is free."""

    def __init__(self, at: Stakes) -> None:
        self.at, self.totals = at, [int(total) for total in at.hands.totals]
        self.ends: list[tuple[Any, Any, float]] = []
        self.sequences: list[dict[Any, Any]] = [{}, {}]
        """Of bot and guest: each sequence, and the information set it goes on from."""
        for (bot, by_bot), (guest, by_guest) in product(zip(self.totals, at.hands.chances, strict=True), repeat=2):
            self.walk((bot, guest), (), ((), ()), list(at.scores), float(by_bot) * float(by_guest))

    def walk(self, dice: Any, history: Any, own: Any, scores: list[int], chance_here: float) -> None:
        """Scores are the guest's and the bot's; `own` has the sequences of bot and guest."""
        bot_moves = (len(history) % 2 == 0) == self.at.leads
        mover = 0 if bot_moves else 1
        seen = (dice[mover], history)
        said = [claim for place, claim in enumerate(history) if (place % 2 == 0) == (self.at.leads == bot_moves)]
        moves: list[Any] = list(self.totals) if not (bot_moves and said) else [said[0]]
        if len(history) == 6:
            moves = ["accept"]
        if history:
            moves.append("call")
        for move in moves:
            sequence = (*own[mover], (seen, move))
            self.sequences[mover][sequence] = (own[mover], seen)
            after = [own[0], own[1]]
            after[mover] = sequence
            if move == "call":
                self.ends.append((after[0], after[1], chance_here * self.called(dice, history, list(scores), mover)))
                continue
            new = list(scores)
            if history:
                new[mover] += history[-1]  # believed: the guest's score for a bot who moves, and the other way round
            if move == "accept":
                self.ends.append((after[0], after[1], chance_here * self.worth(new, self.at.cards)))
            else:
                self.walk(dice, (*history, move), after, new, chance_here)

    def called(self, dice: Any, history: Any, scores: list[int], accuser: int) -> float:
        claimant, claim = 1 - accuser, history[-1]
        mine, theirs = 1 - claimant, 1 - accuser  # places in scores and cards: the guest comes first there
        if dice[claimant] == claim:
            scores[mine] += claim * 3 // 2
            scores[theirs] = max(0, scores[theirs] - claim)
            return self.worth(scores, self.at.cards)
        caught = list(scores)
        caught[mine] = max(0, caught[mine] - claim)
        caught[theirs] += claim
        found = [self.worth(caught, self.at.cards)]
        if self.at.cards[mine]:
            found.append(self.worth(scores, tuple(card and place != mine for place, card in enumerate(self.at.cards))))
        return max(found) if claimant == 1 else min(found)

    def worth(self, scores: list[int], cards: Any) -> float:
        return float(self.at.worth(np.array(scores[0]), np.array(scores[1]), *cards))

    def value(self) -> float:
        """The least that the bot can leave to the best guest."""
        places = [{sequence: place for place, sequence in enumerate([(), *side])} for side in self.sequences]
        bot, guest = places
        sets = {seen: place for place, seen in enumerate(dict.fromkeys(seen for _, seen in self.sequences[1].values()))}
        worth = np.zeros((len(guest), len(bot)))
        for by_bot, by_guest, value in self.ends:
            worth[guest[by_guest], bot[by_bot]] += value
        goes_on = np.zeros((len(guest), 1 + len(sets)))  # the guest's sequences by where they come from and lead
        goes_on[0, 0] = 1
        for sequence, (before, seen) in self.sequences[1].items():
            goes_on[guest[sequence], 1 + sets[seen]] = 1
            goes_on[guest[before], 1 + sets[seen]] = -1
        rules: dict[Any, Any] = {}
        for sequence, (before, seen) in self.sequences[0].items():
            line = rules.setdefault(seen, np.zeros(len(bot)))
            line[bot[sequence]], line[bot[before]] = 1, -1
        equal = np.zeros((1 + len(rules), len(bot) + goes_on.shape[1]))
        equal[0, 0] = 1
        for place, line in enumerate(rules.values(), start=1):
            equal[place, : len(bot)] = line
        cost = np.zeros(equal.shape[1])
        cost[len(bot)] = 1
        found = linprog(
            cost,
            A_ub=np.hstack([worth, -goes_on]),
            b_ub=np.zeros(len(guest)),
            A_eq=equal,
            b_eq=[1, *[0] * len(rules)],
            bounds=[(0, None)] * len(bot) + [(None, None)] * goes_on.shape[1],
        )
        assert found.status == 0
        return float(found.fun)


TWO = Hands([3, 5], [0.6, 0.4], Memory((5,), (8, 10)))
"""With two totals this memory tells all histories apart."""


def test_the_small_memory_forgets_nothing() -> None:
    for third in (3, 5):
        codes = [TWO.memory.code((first, second, third)) for first, second in product((3, 5), repeat=2)]
        assert len(set(codes)) == 4


@pytest.mark.parametrize("leads", [True, False])
@pytest.mark.parametrize(
    ("scores", "cards"), [((0, 0), (False, False)), ((4, 9), (True, False)), ((20, 12), (False, True))]
)
def test_a_small_game_has_the_value_of_its_linear_program(leads: bool, scores: Any, cards: Any) -> None:
    """The program knows all dice and whole histories; the solver only whether a story is true, and codes."""
    at = Stakes(TWO, leads, scores, cards, chance)
    exact = Tree(at).value()
    found = solve_round(TWO, ends(at), leads=leads, steps=500).most
    assert exact - 1e-5 <= found <= exact + 2e-3


def test_no_strategy_does_better_than_the_linear_program() -> None:
    at = Stakes(TWO, True, (0, 0), (False, False), chance)
    exact = Tree(at).value()
    rng = np.random.default_rng(1)
    for _ in range(20):
        first = rng.dirichlet(np.ones(2), size=2).astype(np.float32)
        calls = tuple(rng.random((2, 2, 2, count), dtype=np.float32) for count in TWO.memory.codes)
        assert best_value(TWO, ends(at), Strategy(first, calls)) >= exact - 1e-5


# The rules


@pytest.mark.parametrize("leads", [True, False])
@pytest.mark.parametrize("cards", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_every_end_has_the_scores_of_the_rules(leads: bool, cards: bool, seed: int) -> None:
    """A is the leader. Stories and dice are drawn, and the round is called in each turn, or believed to its end."""
    rng = Random(seed)
    bot, guest = (A, B) if leads else (B, A)
    story = rng.randint(3, 18)
    said = [rng.randint(3, 18) for _ in range(3)]
    faces = {seat: [rng.randint(1, 6) for _ in range(3)] for seat in (A, B)}
    scale = 1000
    found = ends(Stakes(THREE_DICE, leads, (0, 0), (False, False), lambda mine, yours, _a, _b: mine * scale + yours))
    claims = [claim for lap in range(3) for claim in ((story, said[lap]) if leads else (said[lap], story))]
    for calls_after in range(1, 8):
        table = begin(LISTING.new(2, Options(immunity=cards))).then(
            shuffled(A, B), drawn(A), rolled(*faces[A], *faces[B])
        )
        for turn, claim in enumerate(claims[:calls_after]):
            table = table.then((turn % 2, Claim(claim)))
        if calls_after == 7:
            board = table.then((A, Accept())).state.board
            value = found.accepted[story - 3, *(each - 3 for each in said)]
        else:
            claimant, lap = (calls_after - 1) % 2, (calls_after - 1) // 2
            before = table.state.board
            table = table.then((1 - claimant, CallBluff()))
            true = sum(faces[claimant]) == claims[calls_after - 1]
            if cards and not true:
                assert table.then((claimant, PlayImmunity())).state.board.scores == before.scores
                continue
            board = table.state.board
            heard = [each - 3 for each in said[: lap + (1 if claimant == guest or not leads else 0)]]
            side = found.guest if claimant == guest else found.bot
            value = side[lap][int(true), story - 3, *heard]
        assert value == board.scores[guest] * scale + board.scores[bot]


# Played


class Known:
    """A guest whose every claim is known by the total: the truth, or the same each time; who calls does so at once."""

    def __init__(self, says: int | None, *, calls: bool) -> None:
        self.says, self.calls = says, calls

    def claim(self, total: int) -> int:
        return total if self.says is None else self.says - 3

    def pick(self, turn: int, ways: Numbers) -> Numbers:
        if turn == LAPS:
            return np.asarray(ways[..., int(self.calls)])
        can_call = ways.shape[-1] > THREE_DICE.count
        return np.stack(
            [
                ways[total, ..., -1 if self.calls and can_call else self.claim(total)]
                for total in range(THREE_DICE.count)
            ]
        )

    def last_claim(self, bluff: Numbers, truth: Numbers, call: Numbers) -> Numbers:
        found = []
        for total in range(THREE_DICE.count):
            claim = self.claim(total)
            found.append(call if self.calls else (truth if claim == total else bluff)[..., claim])
        return np.stack(found)


@pytest.mark.parametrize(
    ("name", "guest"),
    [
        ("honest, never calls", Known(None, calls=False)),
        ("honest, always calls", Known(None, calls=True)),
        ("always 14", Known(14, calls=False)),
        ("always 11", Known(11, calls=False)),
    ],
)
def test_rounds_that_are_played_agree(name: str, guest: Known) -> None:
    """The hard bot's last round without cards, at a tie: 1200 games lie within four standard errors."""
    reckoned = []
    for leads in (True, False):
        number = row_for("last", (False, False), 0, 0, leads=leads)
        strategy = strategies(np.asarray(open_table("bluff"))[number] / np.float32(255))[0 if leads else 1]
        at = Task(COIN, True, leads, (False, False), 0, 0, 0, 0).at()
        reckoned.append(float(THREE_DICE.chances @ guest_value(THREE_DICE, at, strategy, guest)))
    chance, games = sum(reckoned) / 2, 1200
    short = Options(rounds=1, elimination_rounds=0, immunity=False)
    won, _ = win_share(LISTING, EXPLOITERS[name], hard, seats=2, games=games, options=short)
    assert abs(won - chance) < 4 * (chance * (1 - chance) / games) ** 0.5


# The tables


def test_codes_tell_a_kept_story_from_a_new_one() -> None:
    assert [MEMORY.code(claims) for claims in ((9,), (9, 9), (9, 9, 9))] == [0, 0, 0]
    assert MEMORY.code((9, 14)) != MEMORY.code((16, 14)) != 0
    assert MEMORY.code((9, 14, 14)) != MEMORY.code((14, 9, 14))
    for lap, count in enumerate(MEMORY.codes, start=1):
        assert {MEMORY.code(claims) for claims in product(range(3, 19), repeat=lap)} == set(range(count))


def test_a_position_is_looked_up_where_it_is_no_better() -> None:
    seen = set()
    for name, cards, low, lead in product(STAGES, CARDS, (0, 2, 8, 40), range(90)):
        seen |= {row_for(name, cards, low, lead, leads=leads) for leads in (True, False)}
    assert seen == set(range(4 * (len(LAST.leads) + len(MIDDLE.lows) * len(MIDDLE.leads) + 1)))
    for lead in range(LAST.leads[-1] + 1):
        assert LAST.leads[lead_place(LAST, lead, leads=True)] <= lead <= LAST.leads[lead_place(LAST, lead, leads=False)]


@pytest.mark.parametrize("leads", [True, False])
@pytest.mark.parametrize("lead", [2, 14])
def test_between_the_solved_scores_the_shipped_table_keeps_its_promise(lead: int, leads: bool) -> None:
    """In the last round, where a tie is worth at most what it is for the one who leads with the card."""
    row_number = row_for("last", (False, False), 0, lead, leads=leads)
    strategy = strategies(np.asarray(open_table("bluff"))[row_number] / np.float32(255))[0 if leads else 1]
    most = best_value(THREE_DICE, Task(COIN, True, leads, (False, False), 0, lead, 0, 0).at(), strategy)
    assert 1 - most >= sure(row_number, leads=leads) - 0.005


def test_what_is_packed_plays_as_it_was_solved() -> None:
    both = []
    for leads in (True, False):
        task = Task(COIN, True, leads, (False, True), 0, 4, 8, 0.002)
        both.append((task, solved(task)))
    packed = row(both[0][1].bot, both[1][1].bot)
    assert packed.shape == (WIDTH,)
    for (task, known), again in zip(both, strategies(np.rint(packed * 255) / np.float32(255)), strict=True):
        assert best_value(THREE_DICE, task.at(), again) == pytest.approx(known.most, abs=0.01)


def test_the_shipped_table_is_as_good_as_the_command_makes_it() -> None:
    """The first round, from what is shipped for the rounds after it. A table that was made with fewer steps fails."""
    rounds = {each.name: each.values for each in read(open_table("bluff"), open_table("bluff_values"))}
    again = solved(Task(rounds["middle"], False, True, (True, True), 0, 0, STEPS, TREMBLE))
    assert sure(row_for("first", (True, True), 0, 0, leads=True), leads=True) == pytest.approx(
        1 - again.most, abs=0.003
    )


def test_a_stage_is_solved_for_both_roles_and_all_cards() -> None:
    tasks = tasks_of(COIN, MIDDLE, over=False)
    assert len({task[2:6] for task in tasks}) == len(tasks) == 2 * 4 * len(MIDDLE.lows) * len(MIDDLE.leads)
