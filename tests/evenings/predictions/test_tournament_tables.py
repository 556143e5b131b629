"""Tables of a tournament have no host: the host of the tournament says beforehand whether anyone may predict there."""

import msgspec
import pytest

from dicehall.evenings.core import commands
from dicehall.evenings.core.setting import Setting, Swiss
from dicehall.evenings.live.tables import opening
from dicehall.evenings.predictions.seen import seen
from dicehall.rules.kernel import board_of
from dicehall.table.core.commands import Begin, Open, Ready
from dicehall.table.core.state import load, save
from tests.evenings.kit import HOST, Cup
from tests.table.kit import ANN, BOB, Evening

OLD = b'{"title":"Cup","game":"peril","seats":3}'


def of_a_cup(*, predictions: bool) -> Open:
    cup = Cup().create(Swiss(2), ANN, BOB, predictions=predictions).do(HOST, commands.Begin()).tick()
    drawn = cup.tournament.rounds[0]
    return opening("cup", cup.tournament, drawn, drawn.tables[0])


@pytest.mark.parametrize(("predictions", "standing"), [(True, "open"), (False, "void")])
def test_the_choice_of_the_tournaments_host_holds_at_each_of_its_tables(predictions: bool, standing: str) -> None:
    evening = Evening().do(None, of_a_cup(predictions=predictions)).do(ANN, Ready()).do(BOB, Ready()).do(None, Begin())
    assert evening.table.predictions == predictions
    assert load(save(evening.table)).predictions == predictions
    play = evening.table.play
    assert play is not None
    found = seen(evening.table, evening.table.games, board_of(play.game, play.state))
    assert found is not None
    assert (found.standing, found.why) == (standing, None if predictions else "off")


def test_settings_from_before_there_were_predictions_allow_them() -> None:
    assert msgspec.json.decode(OLD, type=Setting).predictions
