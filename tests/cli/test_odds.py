"""`dicehall odds`: a record, a step and a viewer in; chances, moves and risks out."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dicehall.cli.client.entering import Wish
from dicehall.server.live.client_messages import OpenTable
from tests.cli.test_join_screen import Seat, at_table
from tests.cli.test_remote import own_table
from tests.kit import forked
from tests.server.kit import RunningHall
from tests.server.near import AnyHall


def dicehall(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return forked.run(*arguments, typed=typed, env={**os.environ, "COLUMNS": "100"})


def out(*arguments: str, typed: str = "") -> str:
    done = dicehall(*arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refusal(*arguments: str, typed: str = "") -> str:
    done = dicehall(*arguments, typed=typed)
    assert done.returncode == 2
    assert done.stdout == ""
    return done.stderr


def found(*arguments: str, typed: str = "") -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(out("odds", *arguments, "--json", typed=typed))
    return answer


@pytest.fixture(scope="module")
def bluff() -> str:
    return out("record", "bluff", "--seats", "3", "--seed", "4")


def test_a_step_of_peril_is_exact_and_has_a_risk_assessment(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text(out("record", "peril", "--seats", "4", "--seed", "4"))
    told = out("odds", str(record), "--step", "8")
    for words in (
        "after step 8",
        "as a spectator could know it",
        "27.2%",
        "exact",
        "Plot twist",
        "Whatever you choose",
    ):
        assert words in told
    assert "\x1b" not in told, "no colours where nobody asked for them"
    assert found(str(record), "--step", "8")["risks"]["direct_hit"]["fraction"] == "1/6"


def test_a_seat_is_told_what_its_moves_are_worth_and_a_spectator_is_not(bluff: str) -> None:
    mine = found("-", "--step", "9", "--seat", "B", "--games", "20", typed=bluff)
    assert mine["seat"] == mine["mover"] == 1
    assert mine["options"]
    public = found("-", "--step", "9", "--games", "20", typed=bluff)
    assert (public["seat"], public["mover"], public["options"]) == (None, None, [])


def test_a_spectator_is_told_the_same_whatever_the_dice_are(bluff: str) -> None:
    """Only the fifth line, the deal, differs between the two records, up to this step."""
    lines = bluff.splitlines()
    deal = next(number for number, line in enumerate(lines) if line.count(",") > 8 and '"rolled"' in line)
    entry = json.loads(lines[deal])
    entry["move"]["faces"] = [7 - face for face in entry["move"]["faces"]]
    other = "\n".join([*lines[:deal], json.dumps(entry), *lines[deal + 1 : deal + 2]]) + "\n"
    same = "\n".join(lines[: deal + 2]) + "\n"
    step = str(deal + 1)
    assert found("-", "--step", step, "--games", "30", typed=same) == found(
        "-", "--step", step, "--games", "30", typed=other
    )


def test_all_secrets_are_for_finished_games(bluff: str) -> None:
    everything = found("-", "--step", "9", "--all-secrets", "--games", "20", typed=bluff)
    assert everything["mover"] is not None, "whose turn it is, and what each move is worth, is no secret any more"
    running = "\n".join(bluff.splitlines()[:10]) + "\n"
    assert "not over" in refusal("odds", "-", "--all-secrets", typed=running)
    assert "leave out --seat" in refusal("odds", "-", "--all-secrets", "--seat", "A", typed=bluff)


def test_the_end_of_a_game_is_certain(bluff: str) -> None:
    assert sorted(each["value"] for each in found("-", typed=bluff)["wins"]) == [0, 0, 1]


def test_what_cannot_be_is_refused_in_one_line(bluff: str) -> None:
    assert "There is no step 9999" in refusal("odds", "-", "--step", "9999", typed=bluff)
    assert "seat" in refusal("odds", "-", "--seat", "Z", typed=bluff)
    assert refusal("odds", "nowhere.jsonl").count("\n") == 1


def test_damage_is_not_described_to_one_viewer(bluff: str) -> None:
    damaged = bluff.replace('"faces":[', '"faces":[9,', 1)
    told = refusal("odds", "-", typed=damaged)
    assert "9" not in told.replace("line", "")


def test_help_has_examples() -> None:
    assert "dicehall odds game.jsonl --step 40" in out("odds", "--help")


# At a table in a hall


def test_a_percent_sign_asks_for_the_odds_on_the_screen(shared_hall: RunningHall) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("s")
        await seat.until(lambda: seat.table.playing)
        await seat.sees("% odds")
        await seat.press("percent_sign")
        await seat.until(lambda: any("Risk assessment" in line.plain for line in seat.app.told))
        told = "\n".join(line.plain for line in seat.app.told)
        assert "Chance to win" in told
        assert "exact" in told

    with_odds = OpenTable(id=0, game="peril", bots=("normal",), odds=True)
    at_table(shared_hall, Wish(opening=with_odds), steps)


def test_a_table_without_odds_offers_none(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("s")
        await seat.until(lambda: seat.table.playing)
        assert "% odds" not in seat.text
        await seat.press("percent_sign")

    at_table(hall, own_table("peril"), steps)
