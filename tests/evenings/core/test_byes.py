"""Who sits out, over a whole tournament: nobody twice before everyone still in it has once."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.evenings.core import commands
from dicehall.evenings.core.setting import AnyFormat, KnockOut, Swiss
from dicehall.evenings.core.state import Round, RoundTable
from dicehall.table.core.events import Who, is_bot
from tests.evenings.kit import HOST, Cup, by_name
from tests.kit.scale import scaled

SEEDS = st.integers(0, 2**32)


def played(form: AnyFormat, entrants: int, seats: int, seed: int, bots: int = 0) -> Cup:
    """To the end; every table ends as luck has it."""
    luck = Random(seed)

    def result(table: RoundTable) -> tuple[int, ...]:
        places = list(range(1, 1 + len(table.seats)))
        luck.shuffle(places)
        return tuple(places)

    people = tuple(f"p{number:02}" for number in range(entrants))
    cup = Cup(seed).create(form, *people, bots=bots, seats=seats, least=seats)
    return cup.do(HOST, commands.Begin()).play_on(result)


def unfair(rounds: tuple[Round, ...]) -> list[tuple[int, Who]]:
    """The rounds in which someone sat out once more than someone who played, with who it was."""
    byes: Counter[Who] = Counter()
    found = []
    for each in rounds:
        fewest = min(byes[who] for table in each.tables for who in table.seats)
        found += [(each.number, who) for who in each.byes if byes[who] > fewest]
        byes.update(each.byes)
    return found


@given(st.integers(3, 40), st.sampled_from([2, 3]), st.integers(0, 3), SEEDS)
@settings(max_examples=scaled(80), deadline=None)
def test_e_04_in_a_knock_out_nobody_sits_out_twice_before_everyone_else_has_once(
    entrants: int, seats: int, bots: int, seed: int
) -> None:  # fmt: skip
    assert unfair(played(KnockOut(1), entrants, seats, seed, bots).tournament.rounds) == []


@given(st.integers(5, 40), st.sampled_from([2, 3]), st.integers(4, 12), SEEDS)
@settings(max_examples=scaled(40), deadline=None)
def test_e_04_a_bye_in_the_swiss_counts_in_the_knock_out_after_it(
    entrants: int, seats: int, last: int, seed: int
) -> None:  # fmt: skip
    assert unfair(played(Swiss(2, last=last, advance=1), entrants, seats, seed).tournament.rounds) == []


@pytest.mark.parametrize("entrants", [5, 9])
def test_e_04_where_three_rounds_have_one_too_many_it_is_never_the_same_one(entrants: int) -> None:
    for seed in range(30):
        byes = Counter(who for each in played(KnockOut(1), entrants, 2, seed).tournament.rounds for who in each.byes)
        assert max(byes.values()) == 1, (seed, byes)


def test_e_04_the_best_seed_of_those_who_have_not_sat_out_does() -> None:
    cup = Cup().create(KnockOut(1), *"abcde", seats=2, least=2).do(HOST, commands.Begin())
    cup.play_round(by_name)
    first, second = cup.tournament.rounds[0], cup.pair().tournament.rounds[1]
    (out,) = first.byes
    assert first.through is not None
    assert second.byes == (next(who for who in first.through if who != out),)


def test_e_09_sitting_out_is_going_on_so_a_bot_does_only_when_every_person_has() -> None:
    for seed in range(20):
        cup = played(KnockOut(1), 3, 2, seed, bots=2)
        first = cup.tournament.rounds[0]
        assert not any(is_bot(who) for who in first.byes)
