"""What everyone is told about what comes next, and when."""

import pytest

from dicehall.evenings.core import commands
from dicehall.evenings.core.public_view import Next, public_view
from dicehall.evenings.core.setting import AnyFormat, Arena, KnockOut, Series, Swiss
from dicehall.rules.catalog import find
from tests.evenings.kit import HOST, Cup


def coming(cup: Cup) -> Next | None:
    return public_view(cup.tournament).next


def begun(form: AnyFormat, people: str = "abcd", seats: int = 2) -> Cup:
    cup = Cup().create(form, *people, seats=seats, least=2, between=40)
    return cup if cup.tournament.started else cup.do(HOST, commands.Begin())


def test_while_a_round_is_played_the_next_one_is_about_as_far_as_its_longest_game() -> None:
    cup = begun(Swiss(2)).pair().gather()
    opened = [table.opened for table in cup.tournament.rounds[-1].tables]
    takes = 2 * 60 * find("peril").minutes
    assert coming(cup) == Next("round", round(min(at for at in opened if at is not None) + takes + 40, 1))
    first, second = cup.tournament.rounds[-1].tables
    cup.now += 5000
    cup.do(None, commands.ReportResult(first.code, (1, 2)))
    told = coming(cup)
    assert told is not None
    assert told.what == "round"
    assert told.at < cup.now, "tables play as long as they like"
    cup.do(None, commands.ReportResult(second.code, (1, 2)))
    assert coming(cup) == Next("pairing", round(cup.now + 40, 1)), "now it is known"


@pytest.mark.parametrize("form", [Swiss(2), Swiss(1, last=2, advance=1), KnockOut(1), Series(2)])
def test_after_the_last_round_there_is_none(form: AnyFormat) -> None:
    cup = begun(form, seats=4 if isinstance(form, Series) else 2).pair()
    assert (told := coming(cup)) is not None
    assert told.what == "round"
    cup.gather().finish(lambda table: tuple(range(1, 1 + len(table.seats)))).pair().gather()
    assert coming(cup) is None


def test_an_arena_says_when_it_ends() -> None:
    told = coming(begun(Arena(5)).pair().gather())
    assert told is not None
    assert told.what == "end"


def test_nothing_comes_by_itself_during_a_pause() -> None:
    assert coming(begun(Swiss(2)).pair().gather().do(HOST, commands.Pause())) is None
