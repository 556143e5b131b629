"""What has changed in a table, in as few words as a client can put together again."""

import msgspec
import pytest

from dicehall.cli.client.line import merge
from dicehall.rules.mindroll import Answering, Dealing, Heard, PublicBoard
from dicehall.table.core.public_view import changes

FIRST, SECOND, THIRD = Heard(0, 20), Heard(1, 21), Heard(2, 22)


def board(*calls: Heard, left: tuple[int, ...] = ()) -> PublicBoard:
    phase = Answering(0, calls[-1].total, calls[-1].seat, 3, calls) if calls else Dealing()
    return PublicBoard((0, 0, 0, 0), left, 0, None, phase, (0, 0, 0, 0), 13, 24)


def test_of_a_list_that_has_grown_only_the_end_is_told() -> None:
    different = changes(board(FIRST), board(FIRST, SECOND, THIRD))
    assert different == {"phase": {"call": 22, "caller": 2, "calls": {"more": (SECOND, THIRD)}}}


def test_a_list_that_has_shrunk_or_begins_otherwise_is_told_whole() -> None:
    assert changes(board(FIRST, SECOND), board(SECOND)) == {"phase": {"calls": (SECOND,)}}
    assert changes(board(FIRST), board(SECOND, FIRST)) == {"phase": {"calls": (SECOND, FIRST)}}


def test_a_list_of_numbers_is_told_whole_since_that_is_shorter() -> None:
    assert changes(board(left=(1,)), board(left=(1, 2))) == {"left": (1, 2)}


def test_nothing_is_told_of_what_is_equal() -> None:
    assert changes(board(FIRST), board(FIRST)) == {}


@pytest.mark.parametrize("before", [(), (FIRST,), (FIRST, SECOND), (SECOND,)])
@pytest.mark.parametrize("after", [(), (FIRST,), (FIRST, SECOND), (FIRST, SECOND, THIRD), (THIRD, FIRST)])
def test_a_client_that_merges_the_changes_has_what_is_there(
    before: tuple[Heard, ...], after: tuple[Heard, ...]
) -> None:
    told = msgspec.to_builtins(changes(board(*before), board(*after)))
    plain = [msgspec.json.decode(msgspec.json.encode(each)) for each in (board(*before), told, board(*after))]
    assert merge(plain[0], plain[1]) == plain[2]
