"""Every format from the first entrant to the podium."""

import pytest

from dicehall.evenings.core import commands
from dicehall.evenings.core.public_view import public_view
from dicehall.evenings.core.setting import AnyFormat, Arena, KnockOut, Series, Swiss
from dicehall.evenings.core.state import Done
from tests.evenings.kit import HOST, Cup

PEOPLE = tuple(f"p{number:02}" for number in range(13))


@pytest.mark.parametrize(
    ("form", "entrants"),
    [(Swiss(3), 13), (Swiss(2, last=4), 13), (KnockOut(2), 13), (KnockOut(1), 5), (Arena(5), 7), (Series(3), 3)],
)
def test_a_tournament_comes_to_its_podium(form: AnyFormat, entrants: int) -> None:
    people = PEOPLE[:entrants]
    cup = Cup().create(form, *people)
    if not cup.tournament.started:
        cup.do(HOST, commands.Begin())
    cup.play_on()
    assert isinstance(cup.tournament.phase, Done)
    view = public_view(cup.tournament)
    assert view.podium[0] == people[0], "who wins every game wins the title"
    assert [standing.who for standing in view.standings[:3]] == list(view.podium)
    assert [standing.rank for standing in view.standings] == list(range(1, entrants + 1))
