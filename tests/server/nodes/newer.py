"""`dicehall` of a later version, as far as nodes know: what a rolling upgrade starts beside the old ones."""

from pathlib import Path
from typing import Any, Final

from dicehall.cli import main as dicehall
from dicehall.store.postgres import ownership
from tests.kit.forked import Dicehall
from tests.server.kit import RunningHall

VERSION: Final = "99.0"


def main() -> None:
    ownership.__version__ = VERSION  # type: ignore[attr-defined]
    dicehall()


class NewerHall(RunningHall):
    def __init__(self, folder: Path, *arguments: str) -> None:
        super().__init__(folder, *arguments)

    def _begun(self, *words: str, **options: Any) -> Dicehall:
        return Dicehall(*words, module="tests.server.nodes.newer", **options)
