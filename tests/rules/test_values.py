"""The frozen values."""

import msgspec
import pytest

from dicehall.rules.chance import Drawn
from dicehall.rules.peril import Options, Pick, Picked
from dicehall.rules.values import Move, Stop, TableMove, Withdraw, wire_name


@pytest.mark.parametrize(
    ("class_name", "wire"), [("Pick", "pick"), ("CallBluff", "call_bluff"), ("PlayImmunity", "play_immunity")]
)
def test_a_class_has_its_name_in_snake_case_on_the_wire(class_name: str, wire: str) -> None:
    assert wire_name(class_name) == wire


def test_values_are_frozen_comparable_and_hashable() -> None:
    with pytest.raises(AttributeError):
        Pick(1).number = 2  # type: ignore[misc]
    assert Pick(1) == Pick(1) != Pick(2)
    assert {Pick(1), Pick(1)} == {Pick(1)}


def test_alike_fields_do_not_make_different_moves_equal() -> None:
    alike: list[Move] = [Withdraw(1), Pick(1), Drawn(1)]
    assert len(set(alike)) == 3


@pytest.mark.parametrize(
    ("move", "wire"), [(Withdraw(2), b'{"type":"withdraw","seat":2}'), (Stop(), b'{"type":"stop"}')]
)
def test_the_moves_of_the_table_are_written_as_the_design_says(move: TableMove, wire: bytes) -> None:
    assert msgspec.json.encode(move) == wire
    assert msgspec.json.decode(wire, type=TableMove) == move


def test_moves_and_options_take_no_unknown_fields_but_events_may_gain_some() -> None:
    for text, kind in ((b'{"type":"pick","number":1,"extra":2}', Pick), (b'{"extra":2}', Options)):
        with pytest.raises(msgspec.ValidationError, match="unknown field `extra`"):
            msgspec.json.decode(text, type=kind)
    assert msgspec.json.decode(b'{"type":"picked","seat":0,"number":1,"extra":2}', type=Picked) == Picked(0, 1)


def test_a_seat_is_never_negative() -> None:
    with pytest.raises(msgspec.ValidationError, match=">= 0"):
        msgspec.json.decode(b'{"type":"withdraw","seat":-1}', type=Withdraw)
