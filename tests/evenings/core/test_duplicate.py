"""Duplicate dice in a tournament: one secret for a round, seats compared across tables, and nothing told too early."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec
import pytest

from dicehall.evenings.core import commands, events
from dicehall.evenings.core.agenda import to_disclose, to_do
from dicehall.evenings.core.draft import dice_of
from dicehall.evenings.core.lots import round_secret
from dicehall.evenings.core.public_view import public_view
from dicehall.evenings.core.results import as_csv, results
from dicehall.evenings.core.setting import AnyFormat, Arena, KnockOut, Series, Swiss
from dicehall.evenings.core.standings import standings
from dicehall.evenings.core.state import RoundTable
from dicehall.rules.tower import commitment
from tests.evenings.core.logs import ANN, BEN, CAT, DAN, EVE, FAY
from tests.evenings.kit import HOST, Cup, folded, setting

SIX = (ANN, BEN, CAT, DAN, EVE, FAY)
HALF = Fraction(1, 2)


def begun(*people: str, rounds: int = 2, **other: object) -> Cup:
    cup = Cup().create(Swiss(rounds), *people, **{"game": "three_dice", "duplicate": True} | other)  # type: ignore[arg-type]
    return cup if cup.tournament.started else cup.do(HOST, commands.Begin())


def end(cup: Cup, table: RoundTable, places: Sequence[int]) -> Cup:
    return cup.do(None, commands.ReportResult(table.code, tuple(places)))


def in_order(table: RoundTable) -> tuple[int, ...]:
    return tuple(range(1, len(table.seats) + 1))


def points(cup: Cup) -> dict[str, Fraction]:
    return {standing.who: standing.points for standing in standings(cup.tournament)}


@pytest.mark.parametrize("form", [KnockOut(1), Arena(5), Series(2), Swiss(2, last=2)])
def test_e_29_only_a_swiss_without_a_knock_out_has_duplicate_dice(form: AnyFormat) -> None:
    chosen = setting(form, game="three_dice", duplicate=True)
    assert Cup().refused(HOST, commands.Create(chosen)) == "duplicate"


@pytest.mark.parametrize(
    ("game", "offered"),
    [("mindroll", True), ("three_dice", True), ("stlucia", True), ("bluff", True), ("peril", False)],
)
def test_e_29_in_peril_there_is_nothing_to_decide(game: str, offered: bool) -> None:
    cup, chosen = Cup(), commands.Create(setting(game=game, duplicate=True))
    if offered:
        cup.do(HOST, chosen)
    else:
        assert cup.refused(HOST, chosen) == "duplicate"
    assert not setting().duplicate, "off by default"


def test_e_30_a_round_is_bound_at_its_pairing_and_reveals_its_secret_when_it_has_ended() -> None:
    cup = begun(*SIX).pair()
    (first,) = cup.tournament.rounds
    assert cup.seed is not None
    assert first.commit == commitment(round_secret(cup.seed, 1))
    dice = dice_of(first, cup.seed)
    assert dice is not None
    assert dice.entrants == tuple(f"seed-of-{who}" for who in SIX)
    told = msgspec.json.encode([entry for _, entry in cup.log]).decode()
    assert dice.secret.hex() not in told
    assert public_view(cup.tournament).rounds[0].seed == ""
    cup.gather().finish(in_order)
    assert public_view(cup.tournament).rounds[0].seed == dice.secret.hex()
    cup.play_on(in_order)
    shown = public_view(cup.tournament)
    secret = bytes.fromhex(shown.seed)
    assert commitment(secret) == shown.commit, "as it was published before anyone entered"
    assert [bytes.fromhex(each.seed) for each in shown.rounds] == [round_secret(secret, n) for n in (1, 2)]
    assert len({each.commit for each in shown.rounds}) == 2


def test_e_30_the_seeds_are_frozen_at_the_pairing() -> None:
    cup = begun(*SIX).pair()
    before = cup.tournament.rounds[0].seeds
    cup.do("guest", commands.Enter("late"))
    assert cup.tournament.rounds[0].seeds == before
    cup.gather().finish(in_order).pair()
    assert cup.tournament.rounds[1].seeds == (*before, "late")
    assert folded(cup.log).rounds[1].seeds == (*before, "late")


def test_e_30_with_another_secret_there_are_no_dice() -> None:
    """As after a backup without it: these tables are void, and do not get other dice than the rest."""
    cup = begun(*SIX).pair()
    assert dice_of(cup.tournament.rounds[0], bytes(32)) is None
    cup.seed = None
    for table in cup.tournament.rounds[0].tables:
        cup.do(None, commands.ReportVoid(table.code))
    assert cup.tournament.rounds[0].ended
    assert cup.tournament.rounds[0].seed == ""


def test_e_31_tables_have_one_size_and_whoever_is_left_over_sits_out() -> None:
    cup = begun(*SIX, "guest", seats=4).pair()
    (played,) = cup.tournament.rounds
    assert [len(table.seats) for table in played.tables] == [3, 3]
    assert len(played.byes) == 1
    cup.gather().finish(in_order)
    assert points(cup)[played.byes[0]] == HALF


def test_e_31_a_seat_is_compared_with_the_same_seat_at_the_other_tables() -> None:
    cup = begun(*SIX, rounds=1).pair().gather()
    one, two = cup.tournament.rounds[0].tables
    end(end(cup, one, (1, 2, 3)), two, (2, 1, 3))
    made = points(cup)
    assert [made[who] for who in one.seats] == [1, 0, HALF]
    assert [made[who] for who in two.seats] == [0, 1, HALF]


def test_e_31_whoever_does_not_come_is_left_out_and_one_table_counts_for_itself() -> None:
    cup = begun(*SIX, rounds=1).pair()
    one, two = cup.tournament.rounds[0].tables
    cup.gather(one.seats[0]).tick()
    end(end(cup, one, (2, 1, 3)), two, (3, 1, 2))
    made = points(cup)
    assert [made[one.seats[0]], made[two.seats[0]]] == [0, 1]
    alone = begun(ANN, BEN, CAT, rounds=1).pair().gather()
    (table,) = alone.tournament.rounds[0].tables
    made = points(end(alone, table, (2, 1, 3)))
    assert [made[who] for who in table.seats] == [HALF, 1, 0]


def test_e_32_whatever_a_table_has_ended_with_everyone_is_told_the_same_until_the_round_has_ended() -> None:
    told = []
    for places in ((1, 2, 3), (3, 2, 1), (1, 1, 1)):
        cup = begun(*SIX).pair().gather()
        end(cup, cup.tournament.rounds[0].tables[0], places)
        shown = public_view(cup.tournament)
        assert shown.rounds[0].tables[0].status == "ended"
        told.append((msgspec.json.encode(shown), as_csv(results("cup", cup.tournament, shown, str))))
        assert to_disclose(cup.tournament) == ()
    assert len(set(told)) == 1
    end(cup, cup.tournament.rounds[0].tables[1], (3, 2, 1))
    assert any(standing.points for standing in public_view(cup.tournament).standings)
    assert to_disclose(cup.tournament) == (tuple(table.code for table in cup.tournament.rounds[0].tables),)


def test_e_32_of_a_round_that_runs_nothing_counts_and_of_the_one_before_everything() -> None:
    cup = begun(*SIX).play_round(in_order).pair().gather()
    before = points(cup)
    end(cup, cup.tournament.rounds[1].tables[0], (1, 2, 3))
    assert points(cup) == before
    assert len(to_disclose(cup.tournament)) == 1


def test_e_33_called_off_the_secret_of_dice_that_others_play_with_stays_one() -> None:
    cup = begun(*SIX).pair().gather().do(HOST, commands.CallOff())
    assert cup.tournament.seed == ""
    assert isinstance(cup.log[-1][1], events.CalledOff)
    assert len(to_disclose(cup.tournament)) == 1
    between = begun(*SIX).play_round(in_order).do(HOST, commands.CallOff())
    assert commitment(bytes.fromhex(between.tournament.seed)) == between.tournament.commit


def test_a_pairing_that_was_undone_is_made_again_with_a_commitment() -> None:
    cup = begun(*SIX)
    while not cup.tournament.rounds:
        cup.tick()
    cup.do(HOST, commands.UndoPairing(), commands.Resume()).pair()
    (played,) = cup.tournament.rounds
    assert cup.seed is not None
    assert dice_of(played, cup.seed) is not None
    assert to_do(cup.tournament, cup.now).wait
