"""The checker notices each thing that can go wrong, lets everything else pass, and takes no longer than it has to."""

import pytest

from tests.faults.checker import Event, Kept, Outcome, Read, Takeover, Write, judge

DONE, REFUSED, OPEN = Outcome


def write(what: str, sent: float, answered: float, outcome: Outcome = DONE, epoch: int = 0) -> Write:
    return Write("oak", what, sent, answered, outcome, epoch)


def kept(*whats: str | None) -> dict[str, list[Kept]]:
    return {"oak": [Kept(version, what) for version, what in enumerate(whats, start=1)]}


@pytest.mark.parametrize(
    ("story", "log"),
    [
        ([write("a", 1, 2), write("b", 3, 4)], kept("a", "b")),
        ([write("a", 1, 4), write("b", 2, 3)], kept("a", "b")),  # at once: either order will do
        ([write("a", 1, 4), write("b", 2, 3)], kept("b", "a")),
        ([write("a", 1, 2, OPEN), write("b", 3, 4, OPEN)], kept("b")),
        ([write("a", 1, 2, REFUSED), write("a", 3, 4)], kept("a")),
        ([write("a", 1, 2, OPEN), write("b", 3, 4)], kept("b", "a")),  # written when nobody waited any more
        ([write("a", 1, 2)], kept(None, "a", None)),
        ([write("a", 1, 2), Read("oak", 1, 3, 4), write("b", 5, 6)], kept("a", "b")),
        ([write("a", 1, 3), Read("oak", 1, 2, 4)], kept("a", "b") | {"oak": [Kept(1, None), Kept(2, "a")]}),
        ([write("a", 1, 2, epoch=1), Takeover("oak", 2, 3), write("b", 4, 5, epoch=2)], kept("a", "b")),
    ],
)
def test_what_may_happen_is_let_pass(story: list[Event], log: dict[str, list[Kept]]) -> None:
    assert judge(story, log).wrong == []


@pytest.mark.parametrize(
    ("story", "log", "complaint"),
    [
        ([write("a", 1, 2)], {}, "a was acknowledged and is not there"),
        ([write("a", 1, 2)], kept("a", "a"), "a is there twice"),
        ([write("a", 1, 2, OPEN)], kept("a", "a"), "a is there twice"),
        ([write("a", 1, 2, REFUSED)], kept("a"), "a was refused and is there"),
        ([write("a", 1, 2)], kept("a", "b"), "b is there, and nobody asked for it"),
        ([write("a", 1, 2), write("b", 3, 4)], kept("b", "a"), "b is before what was over before it began"),
        ([write("a", 1, 2), Read("oak", 1, 3, 4)], kept(None, "a"), "version 1 was shown after a later one was over"),
        ([Read("oak", 2, 1, 2), Read("oak", 1, 3, 4)], kept(None, None),
         "version 1 was shown after a later one was over"),
        ([Read("oak", 3, 1, 2)], kept(None), "version 3 was shown and is not there"),
        ([Read("oak", 1, 1, 2), write("a", 3, 4)], kept("a"), "a is before what was over before it began"),
        ([write("a", 4, 5, epoch=1), Takeover("oak", 2, 3)], kept("a"),
         "a was acknowledged by an owner who was none any more"),
    ],
)  # fmt: skip
def test_what_must_not_happen_is_found(story: list[Event], log: dict[str, list[Kept]], complaint: str) -> None:
    assert judge(story, log).wrong == [f"oak: {complaint}"]


def test_logs_are_judged_apart() -> None:
    story = [Write("oak", "a", 3, 4, DONE), Write("elm", "b", 1, 2, DONE)]
    assert judge(story, kept("a") | {"elm": [Kept(1, "b")]}).wrong == []


def test_each_event_is_looked_at_a_fixed_number_of_times() -> None:
    """Not by the clock: a version that counts how often it is compared or hashed."""
    looked = 0

    class Counting(str):
        __slots__ = ()

        def __hash__(self) -> int:
            nonlocal looked
            looked += 1
            return super().__hash__()

        def __eq__(self, other: object) -> bool:
            nonlocal looked
            looked += 1
            return super().__eq__(other)

    def looks(count: int) -> int:
        nonlocal looked
        looked = 0
        names = [Counting(f"move {number}") for number in range(count)]
        story = [write(name, time, time + 0.5) for time, name in enumerate(names)]
        assert judge(story, kept(*names)).wrong == []
        return looked

    few, many = looks(1000), looks(10_000)
    assert many <= 11 * few
