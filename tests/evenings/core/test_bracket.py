"""The knock-out to come, as it stands now: it is what the pairing then does, if nothing else happens."""

import pytest

from dicehall.evenings.core import commands
from dicehall.evenings.core.bracket import RoundToCome, to_come
from dicehall.evenings.core.setting import AnyFormat, Arena, KnockOut, Series, Swiss
from dicehall.evenings.core.state import Done, Round, RoundTable
from tests.evenings.kit import HOST, Cup, by_name

PEOPLE = tuple(f"p{number:02}" for number in range(29))
KNOCK_OUTS = [
    (KnockOut(2), 8, 4, 3), (KnockOut(1), 16, 4, 2), (KnockOut(3), 29, 4, 3), (KnockOut(2), 5, 3, 3),
    (KnockOut(1), 9, 2, 2), (Swiss(2, last=8), 13, 4, 3), (Swiss(1, last=5, advance=1), 9, 3, 2),
    (KnockOut(2), 2, 4, 2),
]  # fmt: skip


def begun(form: AnyFormat, entrants: int, seats: int, least: int, bots: int = 0) -> Cup:
    cup = Cup(entrants).create(form, *PEOPLE[:entrants], bots=bots, seats=seats, least=least)
    return cup if cup.tournament.started else cup.do(HOST, commands.Begin())


def sizes(each: Round | RoundToCome) -> list[int]:
    if isinstance(each, Round):
        return sorted(len(table.seats) for table in each.tables)
    return sorted(table.size for table in each.tables)


@pytest.mark.parametrize(("form", "entrants", "seats", "least"), KNOCK_OUTS)
def test_what_comes_is_what_is_then_drawn(form: AnyFormat, entrants: int, seats: int, least: int) -> None:
    cup = begun(form, entrants, seats, least)
    expected = [sizes(each) for each in to_come(cup.tournament)]
    assert expected
    drawn: list[list[int]] = []
    while not cup.tournament.is_over:
        coming = to_come(cup.tournament)
        cup.pair()
        last = cup.tournament.rounds[-1]
        if last.stage == "knock_out":
            drawn.append(sizes(last))
            assert {frozenset(table.seats) for table in coming[0].tables} == {
                frozenset(table.seats) for table in last.tables
            }
            assert coming[0].byes == last.byes
            assert coming[0].people == len(list(last.entrants))
            assert [sizes(each) for each in to_come(cup.tournament)] == expected[len(drawn) :]
        cup.gather().finish(by_name)
    assert drawn == expected
    assert to_come(cup.tournament) == ()


def test_until_the_last_swiss_round_the_best_so_far_would_play_the_knock_out() -> None:
    cup = begun(Swiss(2, last=4), 8, 4, 4, bots=4).play_round(by_name)
    (final,) = to_come(cup.tournament)
    assert final.tables[0].seeds == (1, 2, 3, 4)
    assert not any(who.startswith("bot:") for who in final.tables[0].seats), "E-09: no person's place"
    leader = final.tables[0].seats[0]
    cup.do(leader, commands.Leave())
    assert leader not in to_come(cup.tournament)[0].tables[0].seats


def test_seeds_are_dealt_forth_and_back() -> None:
    semi, final = to_come(begun(Swiss(2, last=8), 12, 4, 4).tournament)
    assert [table.seeds for table in semi.tables] == [(1, 4, 5, 8), (2, 3, 6, 7)]
    assert (final.tables[0].size, final.tables[0].seats, final.people) == (4, (), 4)


def test_whoever_has_left_is_not_counted_among_those_who_go_on() -> None:
    cup = begun(KnockOut(2), 8, 4, 4).pair().gather()
    assert [each.people for each in to_come(cup.tournament)] == [4]
    table = cup.tournament.rounds[-1].tables[0]
    for who in table.seats[:3]:
        cup.do(who, commands.Leave())
    assert [each.people for each in to_come(cup.tournament)] == [4], "the least that fills a table"
    assert [each.people for each in to_come(begun(KnockOut(2), 8, 4, 2).pair().tournament)] == [4]


@pytest.mark.parametrize("form", [Swiss(2), Arena(5), Series(2)])
def test_where_nobody_is_cut_nothing_comes(form: AnyFormat) -> None:
    assert to_come(begun(form, 4, 4, 2).tournament) == ()


def test_before_the_start_nothing_is_known() -> None:
    assert to_come(Cup().create(KnockOut(2), *PEOPLE[:8], seats=4).tournament) == ()


def test_the_end_of_a_round_keeps_the_final_in_sight() -> None:
    def first_seat(table: RoundTable) -> tuple[int, ...]:
        return tuple(range(1, 1 + len(table.seats)))

    cup = begun(KnockOut(2), 8, 4, 4).play_round(first_seat)
    (final,) = to_come(cup.tournament)
    assert set(final.tables[0].seats) == set(cup.tournament.rounds[0].through or ())
    cup.play_round(first_seat)
    assert isinstance(cup.tournament.phase, Done)
