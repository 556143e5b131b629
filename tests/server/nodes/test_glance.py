"""What a node reads off the first bytes of a frame is what the hall writes, for every kind of message."""

from typing import Any, get_args

import pytest

from dicehall.server.live.frames import encoder, text_frame
from dicehall.server.live.messages import Done, Gone, Refusal, ServerMessage, TableMessage, Update
from dicehall.server.nodes.glance import Answer, Glance, Over, Shown, glance

KINDS = get_args(ServerMessage)
TOLD = {"id": 12, "reason": "stale", "table": "fox", "version": 7}
"""What fields are, by name; all others are null, which is as good: nobody reads them."""
SEEN: dict[type, Glance] = {
    Done: Answer(12, ""),
    Refusal: Answer(12, "stale"),
    TableMessage: Shown("fox", 7),
    Update: Shown("fox", 7),
    Gone: Over("fox"),
}
"""All others are passed on as they are."""
BLANKS = (0, 1 << 8, 1 << 16)
"""More bytes at the end: each makes another head of a frame."""


def message(kind: Any, **told: Any) -> bytes:
    made: bytes = encoder.encode(kind(**{name: (TOLD | told).get(name) for name in kind.__struct_fields__}))
    return made


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_of_message_is_seen_for_what_it_is(kind: type) -> None:
    for more in BLANKS:
        assert glance(text_frame(message(kind) + b" " * more)) == SEEN.get(kind)


@pytest.mark.parametrize("kind", [Done, Refusal])
def test_an_answer_to_the_node_itself_has_a_number_below_zero(kind: type) -> None:
    seen = glance(text_frame(message(kind, id=-3)))
    assert isinstance(seen, Answer)
    assert seen.id == -3


def test_a_refusal_of_what_could_not_be_read_answers_nothing() -> None:
    assert glance(text_frame(message(Refusal, id=None))) is None
