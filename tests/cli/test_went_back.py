"""A terminal notices a hall whose whole folder went back, and tells its player."""

import shutil
from pathlib import Path

from tests.cli.terminal import Terminal
from tests.server.kit import RunningHall

OPEN = ("--open", "three_dice", "--name", "Ann", "--bots", "1")


def test_the_terminal_proves_how_far_its_table_was_and_says_so(tmp_path: Path) -> None:
    with (
        RunningHall(tmp_path / "data", "--fast") as hall,
        Terminal(tmp_path / "ann", hall.url, *OPEN) as ann,
    ):
        ann.until("s  Start")
        hall.stop()
        shutil.copytree(hall.data, tmp_path / "before")
        hall.start()
        ann.until("s  Start")
        ann.type("s")
        ann.until("[Rr]oll")
        hall.kill()
        shutil.rmtree(hall.data)
        shutil.copytree(tmp_path / "before", hall.data)
        hall.start()
        ann.until("The hall has lost what was played here last")
