"""Which of two versions is newer."""

from itertools import combinations

from dicehall import __version__
from dicehall.store.postgres.versions import OLDEST, is_fit, rank

IN_ORDER = ("nonsense", "0.1.0.dev0", "0.1.0.dev1", "0.1.0a1", "0.1.0b1", "0.1.0rc1", "0.1.0rc2", "0.1", "0.1.0.post1",
            "0.1.1.dev0", "0.1.1", "0.2", "0.9", "0.10", "1", "1.0.1", "10.0")  # fmt: skip


def test_the_newer_version_is_fit_and_the_older_is_not() -> None:
    for older, newer in combinations(IN_ORDER, 2):
        assert is_fit(newer, older), (older, newer)
        assert not is_fit(older, newer), (older, newer)


def test_noughts_at_the_end_make_no_difference() -> None:
    assert rank("1") == rank("1.0") == rank("1.0.0")
    assert rank("10") != rank("1")


def test_this_version_is_one() -> None:
    assert rank(__version__) > OLDEST
