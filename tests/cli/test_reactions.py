"""Reactions in the terminal: at a name for a moment, never in the story, and only where they are wanted."""

import re
from pathlib import Path

import pytest

from dicehall.cli.client.entering import Wish
from dicehall.cli.client.reactions import REACTIONS
from dicehall.cli.terminal.actions import REACTION_KEYS
from dicehall.cli.terminal.menu import React
from dicehall.table.core import commands
from tests.cli.terminal import Terminal
from tests.cli.test_join import link_of, open_table
from tests.cli.test_join_screen import Seat, at_table
from tests.cli.test_remote import cookie_of, own_table, until, visiting
from tests.server.near import AnyHall


def told(seat: Seat) -> str:
    return "\n".join(line.plain for line in seat.app.told)


def test_every_reaction_has_a_key() -> None:
    assert sorted(REACTION_KEYS.values()) == sorted(REACTIONS)


@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
def test_a_reaction_stands_at_a_name_for_a_moment_and_is_not_told(playing: bool, hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        async with visiting(hall, await cookie_of(hall, "Ben"), Wish(code=seat.table.code)) as ben:
            if playing:
                await ben.do(commands.Ready())
                await seat.sees("you can start")
                await seat.press("s")
                await seat.until(lambda: seat.table.playing)
            await ben.do(React("laugh"))
            await seat.until(lambda: re.search(r"B Ben +ha ha!", seat.text))
            await seat.until(lambda: "ha ha!" not in seat.text)
            assert "ha ha!" not in told(seat)

    at_table(hall, own_table("peril", bots=0), steps)


def test_a_spectator_reacts_at_the_head_of_the_screen(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        async with visiting(hall, await cookie_of(hall, "Eve"), Wish(code=seat.table.code, watch=True)) as eve:
            await eve.do(React("heart"))
            await seat.sees("· Eve: ♥")

    at_table(hall, own_table("peril"), steps)


def test_an_exclamation_mark_and_a_letter_send_a_reaction(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        async with visiting(hall, await cookie_of(hall, "Ben"), Wish(code=seat.table.code)) as ben:
            assert "! react" in seat.text
            await seat.press("exclamation_mark")
            await seat.sees("w  Wow (wow!)")
            await seat.press("w")
            said = await until(ben, lambda: ben.table.reactions.marks() == {seat.table.me: "wow!"})
            assert not any("wow" in sentence for sentence in said)
            await seat.sees("s  Start the game")

    at_table(hall, own_table("peril", bots=0), steps)


def test_where_the_host_has_turned_them_off_none_is_offered(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("o", "x")
        await seat.sees("The host has turned reactions off.")
        assert "! react" not in seat.text
        await seat.press("exclamation_mark")
        assert "Wow" not in seat.text

    at_table(hall, own_table("peril"), steps)


def test_line_by_line_a_reaction_is_one_line_for_those_who_want_it(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path / "ann", "peril") as ann:
        link = link_of(ann)
        with (
            Terminal(tmp_path / "ben", link, "--name", "Ben") as ben,
            Terminal(tmp_path / "cleo", link, "--name", "Cleo", "--no-reactions") as cleo,
        ):
            ben.until("r  Ready")
            cleo.until("r  Ready")
            ben.type("!")
            ben.until("Reactions are !laugh, !wow, !cry, !hmm, !angry, !heart.")
            ben.type("!Laugh")
            ann.until(r"^\(Ben: ha ha!\)$")
            ben.until(r"^\(Ben: ha ha!\)$")
            ben.type("/hello")
            cleo.until("Ben.*hello")
            assert "ha ha" not in cleo.said
            assert "!laugh" not in cleo.said
            ann.type("o")
            ann.until("x  Turn reactions off")
            ann.type("x")
            ben.until("turned reactions off")
            ben.type("!wow")
            ben.until("Reactions are off at this table; the host can turn them on.")
