"""Events on the wire: folded where they are alike, and one by one again for those who read them."""

from collections.abc import Sequence
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from dicehall.rules.mindroll import Called, Shown, Stopped
from dicehall.rules.values import Event
from dicehall.server.live.folding import fold_events, unfold_events
from dicehall.table.core.events import TableEvent
from tests.kit.walk import table, walk


def sent(events: Sequence[Any]) -> list[dict[str, Any]]:
    received: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(events))
    return received


def on_the_wire(*events: Event) -> list[dict[str, Any]]:
    return sent(fold_events(events))


def test_like_events_in_a_row_are_one_with_a_list_for_each_field() -> None:
    assert on_the_wire(Shown(0, 5, "red"), Shown(1, 2, "blue"), Called(1, 9)) == [
        {"type": "shown", "each": {"seat": [0, 1], "number": [5, 2], "colour": ["red", "blue"]}},
        {"type": "called", "seat": 1, "total": 9},
    ]
    assert on_the_wire(Stopped(), Stopped()) == [{"type": "stopped"}] * 2, "a list of nothing has no length"


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
def test_whatever_happens_in_a_game_is_read_as_it_was(listing: Listing) -> None:
    told = [stand.events for stand in walk(table(listing, 0), Random(3))]
    told.append(tuple(event for events in told for event in events))
    assert [unfold_events(on_the_wire(*events)) for events in told] == [sent(events) for events in told]


def test_no_event_has_a_field_that_would_be_taken_for_a_fold() -> None:
    kinds = [kind for union in (TableEvent, *(listing.event for listing in GAMES)) for kind in get_args(union)]
    assert not [kind for kind in kinds if "each" in kind.__struct_fields__]
