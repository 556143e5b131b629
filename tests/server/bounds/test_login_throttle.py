"""Guessing passwords: how many are free, how long the waits get, and who is not made to wait for others."""

import pytest

from dicehall.ports import memos
from dicehall.ports.memos import MemoryMemos
from dicehall.server.bounds import login_throttle
from dicehall.server.bounds.visitors import TooMany
from tests.at_once import at_once

HOME, AWAY = "192.0.2.1", "198.51.100.7"


class Clock:
    """Time passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class LoginThrottle:
    """One in memory, where nothing is waited for: so tests need no loop."""

    def __init__(self, clock: Clock) -> None:
        self.memos = MemoryMemos(clock)
        self._throttle = login_throttle.LoginThrottle(self.memos)

    def attempt(self, account: str, address: str, *, known: bool = False) -> None:
        at_once(self._throttle.attempt(account, address, known=known))

    def take_back(self, account: str, address: str) -> None:
        at_once(self._throttle.take_back(account, address))

    def succeeded(self, account: str, address: str) -> None:
        at_once(self._throttle.succeeded(account, address))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def throttle(clock: Clock) -> LoginThrottle:
    return LoginThrottle(clock)


def refusal(throttle: LoginThrottle, account: str, address: str, *, known: bool = False) -> TooMany:
    with pytest.raises(TooMany) as error:
        throttle.attempt(account, address, known=known)
    return error.value


def guess(throttle: LoginThrottle, account: str, address: str, times: int) -> int:
    """How many of so many guesses in a row are heard."""
    heard = 0
    for _ in range(times):
        try:
            throttle.attempt(account, address)
        except TooMany:
            continue
        heard += 1
    return heard


def test_five_wrong_passwords_are_free_and_then_each_doubles_the_wait(throttle: LoginThrottle, clock: Clock) -> None:
    assert guess(throttle, "ann", HOME, 100) == 5
    waits = []
    for _ in range(12):
        problem = refusal(throttle, "ann", HOME)
        waits.append(int(problem.headers["Retry-After"]))
        clock.now += waits[-1]
        throttle.attempt("ann", HOME)
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    assert problem.status == 429
    assert problem.reason == "too_fast"
    assert problem.detail == "Too many wrong passwords. Wait 300 seconds, then try again."


def test_what_is_refused_does_not_make_the_wait_longer(throttle: LoginThrottle, clock: Clock) -> None:
    guess(throttle, "ann", HOME, 5)
    for _ in range(1000):
        refusal(throttle, "ann", HOME)
    clock.now += 1
    throttle.attempt("ann", HOME)


def test_the_right_password_makes_all_as_new(throttle: LoginThrottle) -> None:
    for _ in range(100):
        guess(throttle, "ann", HOME, 4)
        throttle.attempt("ann", HOME)
        throttle.succeeded("ann", HOME)


def test_right_passwords_are_no_failures_of_their_account_or_their_home(throttle: LoginThrottle) -> None:
    for number in range(200):
        throttle.attempt("ann", f"203.0.113.{number}")
        throttle.succeeded("ann", f"203.0.113.{number}")
        throttle.attempt(f"person {number}", HOME)
        throttle.succeeded(f"person {number}", HOME)


def test_an_hour_without_a_failure_is_as_if_there_had_been_none(throttle: LoginThrottle, clock: Clock) -> None:
    guess(throttle, "ann", HOME, 5)
    clock.now += 3601
    assert guess(throttle, "ann", HOME, 100) == 5


def test_guessing_from_one_address_does_not_lock_the_account_out(throttle: LoginThrottle) -> None:
    guess(throttle, "ann", AWAY, 1000)
    throttle.attempt("ann", HOME)


def test_one_address_cannot_try_a_password_on_everybody(throttle: LoginThrottle) -> None:
    heard = sum(guess(throttle, f"person {number}", AWAY, 1) for number in range(1000))
    assert heard == 30


def test_who_lives_with_a_guesser_waits_for_seconds_only(throttle: LoginThrottle, clock: Clock) -> None:
    for number in range(200):
        guess(throttle, f"person {number}", HOME, 1)
        clock.now += 5
    guess(throttle, "person 200", HOME, 1)
    assert 0 < int(refusal(throttle, "ann", HOME).headers["Retry-After"]) <= 5
    clock.now += 5
    throttle.attempt("ann", HOME)


def test_a_password_that_was_never_looked_at_is_no_failure(throttle: LoginThrottle) -> None:
    for _ in range(100):
        throttle.attempt("ann", HOME)
        throttle.take_back("ann", HOME)
    assert guess(throttle, "ann", HOME, 100) == 5


def test_a_home_with_a_million_addresses_is_one_home(throttle: LoginThrottle) -> None:
    assert sum(guess(throttle, "ann", f"2001:db8:0:1::{number:x}", 1) for number in range(100)) == 5
    throttle.attempt("ann", "2001:db8:0:2::1")


def test_many_machines_that_guess_together_are_slowed_down(throttle: LoginThrottle) -> None:
    heard = sum(guess(throttle, "ann", f"203.0.113.{number}", 1) for number in range(256))
    assert heard == 50


def test_you_can_log_in_where_you_have_before_whatever_others_do(throttle: LoginThrottle) -> None:
    throttle.attempt("ann", HOME)
    throttle.succeeded("ann", HOME)
    for number in range(256):
        guess(throttle, "ann", f"203.0.113.{number}", 20)
    throttle.attempt("ann", HOME)
    assert guess(throttle, "ann", HOME, 100) == 4, "but she, too, may be wrong only so often"


def test_while_logged_in_you_can_always_change_the_password(throttle: LoginThrottle) -> None:
    for number in range(256):
        guess(throttle, "ann", f"203.0.113.{number}", 20)
    refusal(throttle, "ann", HOME)
    throttle.attempt("ann", HOME, known=True)


def test_an_account_of_ones_own_does_not_buy_guesses_at_others(throttle: LoginThrottle) -> None:
    """Logging in to it in between would otherwise clear the count of the address."""
    heard = 0
    for number in range(200):
        heard += guess(throttle, f"person {number}", AWAY, 1)
        throttle.attempt("mine", AWAY, known=True)
        throttle.succeeded("mine", AWAY)
    assert heard == 30


def test_what_is_remembered_is_bounded(throttle: LoginThrottle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memos, "MOST_KEPT", 100)
    for number in range(200):
        throttle.attempt(f"person {number}", f"203.0.113.{number}")
    assert throttle.memos.count("sign-in") == 100
    throttle.take_back("person 199", "203.0.113.199")
    assert throttle.memos.count("sign-in") == 97, "what is at nothing is forgotten"
