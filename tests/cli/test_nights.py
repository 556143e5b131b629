"""Theme nights in the terminal: what is on and what comes, opened from there, and their words at the table."""

import json
import re
import shlex
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dicehall.cli.client.entering import Wish
from dicehall.cli.client.nights import when
from dicehall.cli.shared.lists import show_list
from dicehall.cli.terminal.nights import on_now
from dicehall.evenings.themes.shipped import SHIPPED
from dicehall.server.web.programme import NotTonight, Programmed, Tonight
from tests.cli.command import Machine, rows
from tests.cli.terminal import Terminal
from tests.cli.test_join_screen import Seat, at_table
from tests.server.near import AnyHall

EVENING = datetime(2026, 11, 20, 19, 30, tzinfo=UTC).timestamp()
HOUR = 60 * 60


@pytest.fixture(autouse=True)
def in_new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()


def test_times_are_those_of_this_machine_with_those_of_the_place_where_they_differ() -> None:
    assert when(EVENING, EVENING - HOUR, None) == "today, 14:30"
    assert when(EVENING, EVENING - 24 * HOUR, "Europe/Madrid") == "tomorrow, 14:30 (20:30 in Madrid)"
    assert when(EVENING, EVENING - 72 * HOUR, "Asia/Tokyo") == "Fri 20 Nov, 14:30 (Sat 21 Nov, 04:30 in Tokyo)"
    assert when(EVENING, EVENING, "America/Toronto") == "today, 14:30", "its clocks show the same"
    assert when(EVENING, EVENING + HOUR, "America/Sao_Paulo").endswith("(16:30 in Sao Paulo)")


def on(key: str, title: str, game: str, start: float, link: str, *, welcome: str = "", is_open: bool = True) -> Tonight:
    code = link.rpartition("/")[2].casefold()
    return Tonight(
        key, title, welcome, game, "hall", "all", start, code, tournament="tournament" in link, open=is_open, link=link
    )


def test_what_is_on_and_what_was_called_off_is_told_with_the_way_there() -> None:
    rough = on("aa", "Rough \x1b[31msea", "peril", EVENING, "/t/KIRO", welcome="Come in!")
    cup = on("bb", "Cup", "bluff", EVENING + 9 * HOUR, "/tournament/CUPA")
    missed = NotTonight("cc", "Old", EVENING, "")
    refused = NotTonight("dd", "Full", EVENING, "The hall is full.")
    club = on("ee", "Club", "bluff", EVENING, "/tournament/CUPB", is_open=False)
    programme = Programmed(EVENING + HOUR, (rough, cup, club), (), (missed, refused))
    assert list(on_now(programme, "http://hall")) == [
        "Old was called off. The hall was closed when it should have begun: today, 14:30.",
        "Full was called off. The hall is full.",
        "Rough [31msea · Peril · on since today, 14:30",
        "  Come in!",
        "  dicehall join http://hall/t/KIRO",
        "Cup · Bluff · you can enter; it starts today, 23:30",
        "  dicehall join http://hall/tournament/CUPA",
        "Club · Bluff · on since today, 14:30",
        "  Only those who have its host's link can enter.",
    ]


def test_what_a_theme_is_opened_with_is_never_cut_short(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    keys = list(SHIPPED)
    evenings = [
        (key, "An evening with a title of many words", "King of StLucia", "any time", "the hall") for key in keys
    ]
    show_list(("key", "title", "game", "when", "host"), evenings, "")
    assert set(keys) <= set(capsys.readouterr().out.split())


def test_one_of_the_halls_themes_is_opened_and_welcomes_at_its_table(hall: AnyHall, tmp_path: Path) -> None:
    ann = Machine(tmp_path / "ann", hall.url)
    listed = {key: row for key, *row in rows(ann.does("nights"))}
    assert listed["lantern-dice"] == ["Three dice by lantern light", "Three Dice", "table", "any time", "the hall"]
    told = json.loads(ann.does("nights", "--json"))
    assert {night["key"] for night in told["nights"]} == listed.keys()
    assert "no such theme" in ann.fails("nights", "open", "nothing-like-it")
    said = ann.does("nights", "open", "lantern-dice", "--name", "Ann")
    assert re.search(r"Your evening is open as [A-Z]+, and you host it\.", said)
    way = shlex.split(said.partition("Go there with: ")[2])
    assert way[:2] == ["dicehall", "join"]
    with Terminal(tmp_path / "ann", *way[2:], "--plain") as terminal:
        terminal.until("^Three dice by lantern light$")
        terminal.until("The oldest game in the house")
        terminal.until(r"Ann \(you, host\)")
    code = way[2].rpartition("/")[2]

    async def steps(seat: Seat) -> None:
        await seat.sees(f"Three Dice · Three dice by lantern light · table {code}")
        await seat.sees("The oldest game in the house.")

    at_table(hall, Wish(code=code), steps, name="Ben")
