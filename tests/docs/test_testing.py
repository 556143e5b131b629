"""docs/testing.md is true: each guarantee has a test that is there, in its tier, and a break that still applies."""

from collections import Counter

from tests.guarantees import PAGE, breaks, guarantees, missing, tier_of


def test_each_guarantee_names_a_test_that_is_there() -> None:
    assert [why for each in guarantees() if (why := missing(each))] == []


def test_each_tier_is_true() -> None:
    wrong = [
        f"{each.key}: `make {tier_of(each)}` runs it first, not `make {each.tier}`"
        for each in guarantees()
        if not missing(each) and tier_of(each) != each.tier
    ]
    assert wrong == []


def test_no_guarantee_is_there_twice_and_none_is_overlooked() -> None:
    told = Counter(each.key for each in guarantees())
    assert [key for key, times in told.items() if times > 1] == []
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `") and "::" in line]
    assert len(rows) == told.total(), "every row reads as one"
    assert told.total() > 60


def test_each_guarantee_has_one_break_which_applies() -> None:
    known = breaks()
    assert known.keys() == {each.key for each in guarantees()}
    assert [f"{each.key}: {why}" for each in known.values() if (why := each.fault())] == []
