"""What a client knows of the dice by itself: a kept promise is said to be kept, and a broken one is shouted."""

import pytest

from dicehall.cli.client.fair_dice import Promise, new_seed, with_seed
from dicehall.rules.peril import Began
from dicehall.rules.tower import commitment
from dicehall.rules.values import Event
from dicehall.table.core.commands import Leave, Ready, Rematch, Sit, Start
from dicehall.table.core.events import Committed, GameEnded, GameReset, GameStarted

SEED = bytes(range(32))
COMMIT = commitment(SEED)


def started(commit: str = COMMIT, mine: str = "mine") -> GameStarted:
    return GameStarted(1, "peril", 1, {}, ("ann", "bob"), (None, None), commit, ("other", mine))


def heard(*events: Event, promised: str = COMMIT) -> list[str]:
    promise = Promise("bob", {"mine"}, "http://127.0.0.1:8000/t/KIRO")
    promise.commitment = promised
    return [sentence for event in events for sentence in promise.hear(event)]


def ended(seed: str = SEED.hex()) -> GameEnded:
    return GameEnded(1, (1, 0), (1, 2), seed, "d1935")


def test_a_promise_that_was_kept_is_said_to_be_with_the_digest_of_the_record() -> None:
    *_, said = heard(started(), ended())
    assert "what was promised" in said
    assert "d1935" in said


def test_how_to_check_a_game_that_was_played_is_said_ready_to_copy() -> None:
    check = "curl -s http://127.0.0.1:8000/api/tables/KIRO/games/1 | dicehall verify - --digest d1935"
    for end in (ended(), GameReset(SEED.hex(), "d1935")):
        assert heard(started(), Began(), end)[-1] == f"To check it yourself: {check}"
        assert not any("curl" in said for said in heard(started(), end))  # it has no record


def test_what_this_machine_has_mixed_in_is_said_with_its_seat() -> None:
    assert heard(started()) == ["This machine mixed mine into the dice, as seat B."]


def test_also_where_the_game_was_broken_off_and_the_next_promise_came_with_it() -> None:
    again = [GameReset(SEED.hex(), "d1935"), Committed("another")]
    assert "what was promised" in heard(Committed(COMMIT), started(), *again, promised="")[-2]


@pytest.mark.parametrize("seed", ["00" * 32, "", "no hexadecimal"])
def test_a_secret_that_does_not_fit_is_shouted(seed: str) -> None:
    assert heard(started(), ended(seed))[-1].startswith("BEWARE")


def test_a_commitment_that_was_changed_before_the_game_is_shouted() -> None:
    assert heard(started(), ended(), promised="another")[-1].startswith("BEWARE")


def test_a_seed_that_was_left_out_is_said() -> None:
    assert "not mixed" in heard(started(mine=""))[0]


def test_nothing_is_said_of_tables_that_are_bound_to_nothing() -> None:
    assert heard(started(commit=""), ended("")) == []


@pytest.mark.parametrize("request_", [Sit(), Ready(), Rematch(), Start()])
def test_everyone_who_agrees_to_a_game_mixes_something_in(request_: Sit | Ready | Rematch | Start) -> None:
    assert with_seed(request_, lambda: "s1") == type(request_)(seed="s1")
    assert with_seed(Leave(), lambda: "s1") == Leave()
    assert new_seed() != new_seed()
