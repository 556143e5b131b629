"""`kill -9` at random moments under load: nothing acknowledged is lost, nothing is doubled, every table goes on.

A killed process takes nothing with it that the kernel has: that the disk was told to flush is SQLite's part
(`synchronous=FULL`), and no kill can show it. What a kill shows is the order: first the disk, then the people.
"""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.crash.evening import KilledEvening
from tests.crash.halls import MortalHall
from tests.crash.people import Person
from tests.crash.witness import Findings
from tests.kit.scale import scaled


async def survive(evening: KilledEvening, kills: int) -> Findings:
    async for _ in evening.survive(kills):
        if evening.findings.wrong:
            break
    return evening.findings


KILLS = scaled(8, least=5)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_kills_lose_and_double_nothing_that_was_acknowledged(seed: int, tmp_path: Path) -> None:
    with MortalHall(tmp_path / "data", "--fast") as hall:
        findings = asyncio.run(survive(KilledEvening(hall, tmp_path / "aside", seed), KILLS))
    assert not findings.wrong, f"seed {seed}, after {findings.kills} kills: {findings.wrong[:5]}"
    assert findings.kills == KILLS
    assert findings.acknowledged > 5 * KILLS
    assert findings.unanswered > KILLS, "the kills fell into quiet moments only"


def test_a_hall_with_gates_loses_and_doubles_nothing_either(tmp_path: Path) -> None:
    kills = scaled(3, least=3)
    with MortalHall(tmp_path / "data", "--fast", "--workers", "3") as hall:
        findings = asyncio.run(survive(KilledEvening(hall, tmp_path / "aside", 4), kills))
    assert not findings.wrong, f"after {findings.kills} kills: {findings.wrong[:5]}"
    assert findings.kills == kills
    assert findings.acknowledged > 5 * kills


@pytest.mark.parametrize(
    ("sabotage", "noticed"),
    [
        ("tell_before_it_is_durable", "lost"),
        pytest.param("drop_an_append_now_and_then", "conflicts", marks=pytest.mark.soak),
        pytest.param("log_no_ends", "lost", marks=pytest.mark.soak),
        pytest.param("write_readiness_twice", "doubled", marks=pytest.mark.soak),
        pytest.param("keep_chat_twice", "doubled", marks=pytest.mark.soak),
        pytest.param("keep_another_line_than_was_told", "lost", marks=pytest.mark.soak),
        pytest.param("let_clocks_run_while_the_hall_is_closed", "clocks", marks=pytest.mark.soak),
    ],
)
def test_a_hall_that_breaks_its_word_is_found_out(sabotage: str, noticed: str, tmp_path: Path) -> None:
    with MortalHall(tmp_path / "data", "--fast", sabotage=(sabotage,)) as hall:
        findings = asyncio.run(survive(KilledEvening(hall, tmp_path / "aside", 3), 8))
    assert getattr(findings, noticed), findings


def test_a_clock_stands_still_while_the_hall_is_closed(tmp_path: Path) -> None:
    downtime = 0.5

    async def wait_for_it(hall: MortalHall) -> None:
        hall.open()
        ann = Person("Ann", Random(1))
        await ann.come_in(hall.url)
        code = (await ann.at.ask("open", game="three_dice", clock=15, bots=["normal"]))["table"]
        await ann.at.ask("watch", table=code)
        await ann.at.do(code, "start")
        while not any(due[0] == 0 for due in ann.at.tables[code]["waiting"]["due"]):
            await ann.at.news(code)
        await ann.at.ask("watch", table=code)
        before, due = ann.at.samples[-1], ann.at.tables[code]["waiting"]["due"]
        hall.kill()
        await ann.at.close()
        await asyncio.sleep(downtime)
        hall.open()
        await ann.come_in(hall.url)
        await ann.at.ask("watch", table=code)
        after = ann.at.samples[-1]
        assert ann.at.tables[code]["waiting"]["due"] == due
        passed = after.latest - before.earliest
        assert after.now - before.now <= passed - downtime + 0.1, "the clock ran while nobody could move"
        await ann.at.close()

    with MortalHall(tmp_path) as hall:
        asyncio.run(wait_for_it(hall))
