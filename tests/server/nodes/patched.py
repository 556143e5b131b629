"""Nodes that differ in one thing: they say that they are of a later version, or send people away in small steps."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from dicehall.cli import main as dicehall
from dicehall.server.app import run
from dicehall.store.postgres import ownership
from tests.kit.forked import Dicehall
from tests.server.kit import RunningHall

VERSION: Final = "99.0"


def later() -> None:
    ownership.__version__ = VERSION  # type: ignore[attr-defined]


def stepwise() -> None:
    run.NOTICED, run.SLICE, run.BETWEEN_SLICES = 0.5, 1, 0.1


PATCHES: Final[Mapping[str, Callable[[], None]]] = {"later": later, "stepwise": stepwise}


def main() -> None:
    PATCHES[os.environ["PATCH"]]()
    dicehall()


class PatchedHall(RunningHall):
    patch: ClassVar[str]

    def __init__(self, folder: Path, *arguments: str) -> None:
        super().__init__(folder, *arguments)

    def _begun(self, *words: str, **options: Any) -> Dicehall:
        environment = {**options.pop("env"), "PATCH": self.patch}
        return Dicehall(*words, module="tests.server.nodes.patched", env=environment, **options)


class LaterHall(PatchedHall):
    """What a rolling upgrade starts beside the old ones, as far as nodes know."""

    patch = "later"


class StepwiseHall(PatchedHall):
    """However few it has, they do not all leave at once."""

    patch = "stepwise"
