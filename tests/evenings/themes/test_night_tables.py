"""Tables of theme nights: they know their evening, and somebody who is there hosts them."""

import msgspec

from dicehall.evenings.themes.decide import opening
from dicehall.evenings.themes.shipped import SHIPPED
from dicehall.table.core import events
from dicehall.table.core.commands import Configure, Leave, Open, Ready, Sit, Start
from dicehall.table.core.public_view import show
from dicehall.table.core.state import load, save
from tests.table.kit import ANN, BOB, CID, HALL, Evening, setting

THEME = SHIPPED["lantern-dice"]


def night(host: str | None = ANN) -> Evening:
    return Evening().do(host, opening(THEME, host, sit=False))


def test_a_table_knows_its_evening_whatever_its_host_changes() -> None:
    evening = night().do(ANN, Configure(setting(seats=3)))
    shown = show(evening.table).night
    assert shown is not None
    assert (shown.title, shown.welcome, shown.look, shown.sounds) == (THEME.title, THEME.welcome, "lantern", "all")
    assert load(save(evening.table)).night == shown


def test_logs_from_before_there_were_nights_still_read() -> None:
    old = b'{"type":"opened","host":"ann","setting":{"game":"peril","seats":4},"key":"","fixture":null}'
    read = msgspec.json.decode(old, type=events.Opened)
    assert read.night is None


def test_n_05_the_first_to_sit_down_hosts_until_the_host_of_the_evening_does() -> None:
    evening = night().do(BOB, Sit())
    assert evening.table.host == BOB
    evening.do(CID, Sit())
    assert evening.table.host == BOB
    evening.do(ANN, Sit())
    assert evening.table.host == ANN


def test_n_05_an_evening_of_the_hall_is_hosted_by_whoever_comes_first() -> None:
    evening = night(HALL).do(BOB, Sit()).do(CID, Sit())
    assert evening.table.host == BOB


def test_n_05_when_the_last_one_leaves_others_can_still_come() -> None:
    for host in (ANN, HALL):
        evening = night(host).do(BOB, Sit()).do(BOB, Leave())
        assert not evening.table.closed
        evening.do(CID, Sit())
        assert evening.table.host == CID


def test_n_05_the_host_of_the_evening_ends_it_by_leaving() -> None:
    assert night().do(ANN, Sit()).do(ANN, Leave()).table.closed


def test_someone_who_is_there_can_start_the_game() -> None:
    evening = night().do(BOB, Sit()).do(CID, Sit()).do(CID, Ready()).do(BOB, Start())
    assert evening.play.seats == (BOB, CID)


def test_at_other_tables_nobody_becomes_host_by_sitting_down() -> None:
    evening = Evening().do(ANN, Open(setting(seats=4), sit=False)).do(BOB, Sit())
    assert evening.table.host == ANN
