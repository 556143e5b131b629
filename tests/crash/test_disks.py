"""Disks that fail: done means durable, and refused means that nothing happened, also after a kill or a power cut."""

import subprocess

import pytest

from tests.crash.vfs import IMPOSSIBLE
from tests.kit.forked import ROOT, Dicehall
from tests.kit.scale import scaled

pytestmark = pytest.mark.skipif(bool(IMPOSSIBLE), reason=IMPOSSIBLE)


def survey(*arguments: str) -> tuple[int, str]:
    """In a process of its own, from which each evening is forked."""
    with Dicehall(
        *arguments, module="tests.crash.crash_points", cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as tried:
        said, _ = tried.communicate()
    return tried.returncode, str(said)


def test_whatever_was_answered_is_true_after_the_next_start() -> None:
    code, said = survey("--most", str(scaled(40)))
    assert code == 0, said
    assert " done, " in said
    assert " refused" in said


@pytest.mark.parametrize(
    ("harm", "point", "wrong"),
    [
        ("refuse_without_making_sure", "no flush succeeds, though all is written; killed", "was refused and is there"),
        pytest.param(
            "leave_the_flushing_to_the_kernel",
            "the power fails: nothing",
            "was done and is lost",
            marks=pytest.mark.soak,
        ),
    ],
)
def test_a_hall_that_does_it_wrong_is_noticed(harm: str, point: str, wrong: str) -> None:
    code, said = survey("--most", "6", "--only", point, "--careless", harm)
    assert code != 0
    assert wrong in said
