"""Passwords that everyone who guesses has on a list."""

import random
import string

import pytest

from dicehall.server.people.common_passwords import FILE, build, common
from dicehall.server.people.passwords import checked_password
from dicehall.server.services.problems import Problem

KNOWN = [
    "sunshine1",
    "football1",
    "princess1",
    "baseball1",
    "superman1",
    "trustno1",
    "michael1",
    "charlie1",
    "q1w2e3r4t5",
]
"""Eight characters or more, and not among the few that the hall names itself."""


@pytest.mark.parametrize("password", [*KNOWN, "Sunshine1", "TRUSTNO1", "ｔｒｕｓｔｎｏ１"])
def test_a_password_of_the_list_is_refused_however_it_is_written(password: str) -> None:
    with pytest.raises(Problem, match="too easy to guess"):
        checked_password(password, "Ann")


def test_the_list_is_long_and_the_filter_small() -> None:
    assert common().count >= 40_000
    assert FILE.stat().st_size < 110_000


def test_passwords_of_ones_own_are_hardly_ever_taken_for_common_ones() -> None:
    rng = random.Random(1)
    made = ("".join(rng.choices(string.ascii_letters + string.digits, k=12)) for _ in range(20_000))
    assert sum(password in common() for password in made) < 20


def test_the_filter_forgets_nothing_that_was_put_in() -> None:
    words = [f"word {number}" for number in range(500)]
    made = build(words)
    assert made.count == 500
    assert all(word in made for word in words)
    assert made == build(reversed(words)), "the order changes nothing"
