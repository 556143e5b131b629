"""A public log is checked line by line, and whatever an unfaithful hall changes in it shows."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from dicehall.rules.catalog import GAMES
from dicehall.rules.checks import Check
from dicehall.rules.log_check import Wanted, check_log
from dicehall.rules.public_log import LogLine, bytes_of, hash_of, key_hash
from dicehall.rules.record import Header
from dicehall.store.files.hall_key import HallKey, is_signed
from dicehall.store.journal.public_log import first_line, next_line
from tests.kit.signing import KEY, log_of, signed
from tests.rules.test_verify import fair

RECORD = fair(GAMES[0])
LEVELS = (None, None, None)
LOG = log_of(RECORD, LEVELS)
NEW = HallKey.new()


def found(lines: list[LogLine], **wanted: Any) -> dict[str, Check]:
    return {check.what: check for check in check_log(lines, is_signed, Wanted(**wanted))}


def outcomes(lines: list[LogLine], **wanted: Any) -> dict[str, str]:
    return {what: check.outcome for what, check in found(lines, **wanted).items()}


def header() -> Header:
    return msgspec.json.decode(signed(RECORD, LEVELS).split("\n")[0], type=Header)


def rotated(old: HallKey, new: HallKey, lines: list[LogLine]) -> list[LogLine]:
    line = next_line(lines[-1], new, "rotate", key_hash("rotate", old.public, new.public), old.public)
    return [*lines, replace(line, before_signature=old.sign(bytes_of(line)))]


def broken(new: HallKey, lines: list[LogLine]) -> list[LogLine]:
    before = lines[-1].key
    return [*lines, next_line(lines[-1], new, "break", key_hash("break", before, new.public), before)]


def test_a_whole_log_holds_and_tells_its_head() -> None:
    assert outcomes(LOG, key=KEY.public) == {
        "chain": "ok",
        "known_key": "ok",
        "seen_head": "not_possible",
        "head": "ok",
    }
    assert hash_of(LOG[-1]) in found(LOG)["head"].sentence


def test_an_empty_log_proves_nothing() -> None:
    assert outcomes([]) == {"chain": "failed"}


@pytest.mark.parametrize("number", range(len(LOG)))
@pytest.mark.parametrize("field", ["number", "previous", "kind", "hash", "key", "signature", "before"])
def test_whatever_is_changed_in_a_line_shows(number: int, field: str) -> None:
    other = {"number": 77, "kind": "end" if LOG[number].kind == "start" else "start", "signature": "ab" * 64}
    change: dict[str, Any] = {field: other.get(field, "ab" * 32)}
    lines = [*LOG[:number], replace(LOG[number], **change), *LOG[number + 1 :]]
    assert outcomes(lines) == {"chain": "failed"}


@pytest.mark.parametrize("number", range(len(LOG) - 1))
def test_a_line_that_is_left_out_shows(number: int) -> None:
    assert outcomes([*LOG[:number], *LOG[number + 1 :]]) == {"chain": "failed"}


def test_a_line_that_continues_another_one_shows_although_it_is_signed() -> None:
    """As of a hall that has signed two histories, and shows the beginning of one and the end of the other."""
    one, other = (next_line(LOG[-1], KEY, "commitment", hash * 32) for hash in ("11", "22"))
    assert outcomes([*LOG, one, next_line(other, KEY, "commitment", "33" * 32)]) == {"chain": "failed"}


def test_a_log_cannot_go_on_with_another_key_in_silence() -> None:
    assert outcomes([*LOG, next_line(LOG[-1], NEW, "commitment", "ab" * 32)]) == {"chain": "failed"}
    assert outcomes([*LOG, next_line(LOG[-1], NEW, "begin", key_hash("begin", "", NEW.public))]) == {"chain": "failed"}


# Two histories


def test_who_has_noted_a_head_sees_that_the_log_continues_it() -> None:
    for line in LOG:
        assert outcomes(LOG, head=hash_of(line))["seen_head"] == "ok"


def test_a_hall_that_shows_two_histories_is_caught_by_two_who_compare_heads() -> None:
    """Both are whole and signed, and only their heads tell."""
    one = [*LOG, next_line(LOG[-1], KEY, "commitment", "11" * 32)]
    other = [*LOG, next_line(LOG[-1], KEY, "commitment", "22" * 32)]
    assert outcomes(one)["chain"] == outcomes(other)["chain"] == "ok"
    assert outcomes(one, head=hash_of(other[-1]))["seen_head"] == "failed"
    assert outcomes(other, head=hash_of(one[-1]))["seen_head"] == "failed"


def test_a_log_that_was_cut_short_is_caught_by_who_has_noted_its_head() -> None:
    assert outcomes(LOG[:-1], head=hash_of(LOG[-1]))["seen_head"] == "failed"


# Keys


def test_a_rotated_key_is_trusted_by_those_who_trust_the_old_one() -> None:
    lines = rotated(KEY, NEW, LOG)
    assert outcomes(lines, key=NEW.public)["known_key"] == "ok"
    assert outcomes(lines, key=KEY.public)["known_key"] == "ok"
    assert outcomes(lines, key=HallKey.new().public)["known_key"] == "failed"


def test_a_thief_of_the_journal_cannot_rotate_without_the_old_key() -> None:
    line = rotated(KEY, NEW, LOG)[-1]
    assert outcomes([*LOG, replace(line, before_signature=NEW.sign(bytes_of(line)))]) == {"chain": "failed"}


def test_after_a_break_the_old_key_vouches_for_nothing() -> None:
    lines = broken(NEW, LOG)
    assert outcomes(lines, key=KEY.public)["known_key"] == "failed"
    assert outcomes(lines, key=NEW.public)["known_key"] == "ok"
    assert "line 5" in found(lines)["breaks"].sentence


def test_a_break_does_not_hide_that_a_head_is_gone() -> None:
    lines = broken(KEY, LOG[:-1])
    check = found(lines, head=hash_of(LOG[-1]))["seen_head"]
    assert check.outcome == "failed"
    assert "says itself that it was interrupted" in check.sentence


# A record in its log


def test_a_record_is_found_where_it_says() -> None:
    assert outcomes(LOG, header=header())["record"] == "ok"


def test_a_record_of_another_log_is_not_found() -> None:
    other = [first_line(KEY), next_line(first_line(KEY), KEY, "commitment", "ab" * 32)]
    assert outcomes(other, header=header())["record"] == "failed"
    assert outcomes(LOG[:-1], header=header())["record"] == "failed"


def test_a_record_without_a_place_in_the_log_cannot_be_found() -> None:
    plain = msgspec.json.decode(RECORD.split("\n")[0], type=Header)
    assert outcomes(LOG, header=plain)["record"] == "failed"
