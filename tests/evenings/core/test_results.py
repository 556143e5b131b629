"""Results for spreadsheets and programs: stable columns, no formulas, and the numbers that put people in order."""

import csv
from collections.abc import Callable
from io import StringIO

import pytest

from dicehall.evenings.core import commands, lots
from dicehall.evenings.core.public_view import PublicView, public_view
from dicehall.evenings.core.results import COLUMNS, Results, as_csv, defused, results
from dicehall.evenings.core.setting import AnyFormat, Arena, KnockOut, Series, Swiss
from dicehall.evenings.core.state import Tournament
from dicehall.evenings.core.ties import SMALLER_IS_BETTER, tie_breaks
from dicehall.rules.tower import commitment
from dicehall.table.core.events import Who
from tests.evenings.core.logs import ANN, BEN, CAT, DAN, begun, played
from tests.evenings.kit import HOST, Cup

FORMATS = [(Swiss(3), 13), (Swiss(2, last=4), 13), (KnockOut(2), 13), (Arena(5), 7), (Series(3), 3)]
PEOPLE = tuple(f"p{number:02}" for number in range(13))


def ended(form: AnyFormat, entrants: int) -> Cup:
    cup = Cup().create(form, *PEOPLE[:entrants])
    if not cup.tournament.started:
        cup.do(HOST, commands.Begin())
    return cup.play_on(lambda table: tuple(1 + (ord(who[-1]) * 7 + len(table.code)) % 3 for who in table.seats))


def of(tournament: Tournament, name: Callable[[Who], str] = str) -> Results:
    return results("cup", tournament, public_view(tournament), name)


def lines(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text.removeprefix("\ufeff"))))


@pytest.mark.parametrize(("form", "entrants"), FORMATS)
def test_the_columns_are_the_same_whatever_was_played(form: AnyFormat, entrants: int) -> None:
    cup = ended(form, entrants)
    found = results("cuprami", cup.tournament, public_view(cup.tournament), str.upper)
    rows = lines(as_csv(found))
    assert list(rows[0])[: len(COLUMNS)] == list(COLUMNS)
    assert list(rows[0])[len(COLUMNS)] == "round_1"
    assert [row["rank"] for row in rows] == [str(rank) for rank in range(1, entrants + 1)]
    assert {row["name"] for row in rows} == {who.upper() for who in PEOPLE[:entrants]}
    for row in found.results:
        made = sum(points for points in row.rounds if points is not None)
        assert isinstance(form, KnockOut | Swiss) or made == pytest.approx(row.ties["points"], abs=0.01)


def in_order(shown: PublicView) -> bool:
    """Whether the tie-breaks that are shown say the same as the ranks; only `latest` looks further back than shown."""
    signs = [1 if name in SMALLER_IS_BETTER else -1 for name in shown.tie_breaks]
    keys = [tuple(sign * tie for sign, tie in zip(signs, each.ties, strict=True)) for each in shown.standings]
    return keys == sorted(keys)


@pytest.mark.parametrize(("form", "entrants"), FORMATS[:-1])
def test_the_tie_breaks_that_are_shown_put_everyone_in_the_order_of_the_standings(
    form: AnyFormat, entrants: int
) -> None:  # fmt: skip
    assert in_order(public_view(ended(form, entrants).tournament))


def test_when_the_knock_out_after_a_swiss_has_begun_it_counts_first() -> None:
    tournament = begun(ANN, BEN, CAT, DAN, seats=2, form=Swiss(1, last=2))
    assert tie_breaks(tournament)[0] == "points"
    tournament = played(tournament, ((ANN, BEN), (1, 2)), ((CAT, DAN), (1, 2)))
    tournament = played(tournament, ((ANN, CAT), (2, 1)), number=2, stage="knock_out")
    assert tie_breaks(tournament) == ("reached", "place", "points", "opponents", "before", "lot")
    shown = public_view(tournament)
    assert [(each.who, each.ties[:2]) for each in shown.standings[:2]] == [(CAT, (1, 1)), (ANN, (1, 0))]
    assert in_order(shown)


def test_a_round_that_was_missed_is_empty_and_one_without_points_is_not() -> None:
    tournament = played(begun(ANN, BEN, CAT), ((ANN, BEN), (1, 2)))
    rows = {row["name"]: row["round_1"] for row in lines(as_csv(of(tournament)))}
    assert rows == {ANN: "1", BEN: "0", CAT: ""}


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1"])
def test_a_name_that_a_spreadsheet_would_reckon_is_text(cell: str) -> None:
    assert defused(cell) == f"'{cell}"
    assert defused("Ann-Marie = me") == "Ann-Marie = me"
    tournament = played(begun(ANN, BEN), ((ANN, BEN), (1, 2)))
    text = as_csv(of(tournament, lambda who: cell if who == ANN else who))
    assert next(iter(lines(text)))["name"] == f"'{cell}"


def test_before_anyone_has_entered_there_are_only_the_columns() -> None:
    cup = Cup().create()
    assert as_csv(of(cup.tournament)) == "\ufeff" + ",".join(COLUMNS) + "\r\n"


@pytest.mark.parametrize(("form", "entrants"), FORMATS)
def test_with_the_results_everyone_can_work_the_lots_out_again(form: AnyFormat, entrants: int) -> None:
    """E-27."""
    cup = ended(form, entrants)
    told = of(cup.tournament).lots
    secret = bytes.fromhex(told.seed)
    assert commitment(secret) == told.commit
    assert lots.draw(secret, told.seeds, told.drawn - 1) == told.latest
    assert told.seeds == tuple(f"seed-of-{who}" for who in PEOPLE[:entrants])
