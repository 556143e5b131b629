"""A private table in the terminal: a stranger with only the code knocks, and the host lets them in."""

import re
from pathlib import Path

from tests.cli.terminal import Terminal
from tests.server.kit import RunningHall
from tests.server.near import AnyHall


def test_a_stranger_knocks_and_is_let_in_and_a_friend_has_the_link(hall: AnyHall, tmp_path: Path) -> None:
    with Terminal(tmp_path / "ann", hall.url, "--open", "peril", "--private", "--name", "Ann") as ann:
        found = re.search(r"(http://\S+/t/[A-Z]{6})#k=\S+", ann.until(" at table "))
        assert found is not None
        with Terminal(tmp_path / "ben", found[1], "--name", "Ben") as ben:
            ben.until("Knocking at ")
            ann.until("is knocking")
            for key in ("o", "w", "b"):
                ann.type(key)
            ben.until("r  Ready")
        with Terminal(tmp_path / "cleo", found[0], "--name", "Cleo") as cleo:
            cleo.until("r  Ready")


def test_someone_who_knocks_goes_on_waiting_when_the_line_breaks(tmp_path: Path) -> None:
    with (
        RunningHall(tmp_path / "hall", "--fast") as hall,
        Terminal(tmp_path / "ann", hall.url, "--open", "peril", "--private", "--name", "Ann") as ann,
    ):
        found = re.search(r"(http://\S+/t/[A-Z]{6})#k=\S+", ann.until(" at table "))
        assert found is not None
        with Terminal(tmp_path / "ben", found[1], "--name", "Ben") as ben:
            ben.until("Knocking at ")
            ann.until("is knocking")
            hall.kill()
            ben.until("The connection is lost; reconnecting")
            hall.start()
            ben.until("Knocking at ")
            ann.until("Connected again")
            ann.until("is knocking")
            for key in ("o", "w", "b"):
                ann.type(key)
            ben.until("r  Ready")


def test_a_host_who_turns_knocking_off_sends_those_away_who_wait(hall: AnyHall, tmp_path: Path) -> None:
    with Terminal(tmp_path / "ann", hall.url, "--open", "peril", "--private", "--name", "Ann") as ann:
        found = re.search(r"(http://\S+/t/[A-Z]{6})#k=\S+", ann.until(" at table "))
        assert found is not None
        with Terminal(tmp_path / "ben", found[1], "--name", "Ben") as ben:
            ben.until("Knocking at ")
            ann.until("is knocking")
            ann.type("o")
            ann.until("o  Turn knocking off")
            ann.type("o")
            ann.until("The host has turned knocking off")
            code, _ = ben.finish()
            assert code == 2
            assert ben.process.stderr is not None
            assert "The host has turned knocking off; you need the link" in ben.process.stderr.read()
