"""The full screen at a live table, driven by keys at the size of an old terminal, with a real hall behind it."""

import asyncio
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from dicehall.cli.client.entering import Wish
from dicehall.cli.client.identities import SavedIdentity
from dicehall.cli.client.line import Note
from dicehall.cli.terminal.joining import farewell
from dicehall.cli.terminal.screen import TableScreen
from dicehall.cli.terminal.visit import Visit
from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from dicehall.table.core import commands
from tests.cli.test_remote import cookie_of, hear, own_table, visiting
from tests.cli.test_screen import SIZE, every_game, screen_text
from tests.server.kit import PATIENCE, RunningHall
from tests.server.near import AnyHall


class Seat:
    """One person's screen."""

    def __init__(self, app: TableScreen, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.table = app.table

    @property
    def text(self) -> str:
        return screen_text(self.app)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.until(lambda: not self.app.busy and not self.app.visit.inbox)

    async def until(self, wanted: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def sees(self, words: str) -> None:
        try:
            await self.until(lambda: words in self.text)
        except TimeoutError:
            raise AssertionError(f"{words!r} is not on the screen:\n{self.text}") from None


def at_table(
    hall: AnyHall, wish: Wish, steps: Callable[[Seat], Awaitable[None]], name: str = "Ann", paced: bool = False
) -> TableScreen:
    async def run() -> TableScreen:
        async with visiting(hall, await cookie_of(hall, name), wish) as visit:
            app = TableScreen(visit, paced=paced)
            async with app.run_test(size=SIZE) as pilot:
                seat = Seat(app, pilot)
                await seat.until(lambda: app.table.version >= 0 and app.menu is not None)
                await steps(seat)
            return app

    return asyncio.run(run())


@every_game
def test_from_the_lobby_to_the_result_and_a_rematch(listing: Listing, hall: AnyHall) -> None:
    """The host starts; Enter alone takes the lit option; after the end the same people may go on."""

    async def steps(seat: Seat) -> None:
        await seat.sees(seat.table.link)
        assert "A Ann         you host" in seat.text
        await seat.press("s")
        await seat.until(lambda: seat.table.playing)
        while seat.table.over is None:
            await seat.until(lambda: seat.app.menu is not None and not seat.app.busy)
            await seat.press("enter")
        await seat.sees("The end: 1")
        await seat.sees("m  Rematch")
        await seat.press("m")
        await seat.until(lambda: any("Game 2 begins" in line.plain for line in seat.app.told))

    at_table(hall, own_table(listing.name), steps)


def test_after_a_game_the_screen_says_who_wants_another(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        async with visiting(hall, await cookie_of(hall, "Ben"), Wish(code=seat.table.code)) as ben:
            await ben.do(commands.Ready())
            await seat.sees("you can start")
            await seat.press("s")
            while ben.table.version < 0 or ben.table.over is None:
                hear(ben)
                offer = ben.offer() if ben.table.playing else None
                if offer is not None:
                    await ben.do(offer.menu.items[0].choice)
                elif seat.app.menu is not None and seat.table.turns:
                    await seat.press("enter")
                await seat.pilot.pause(0.01)
            await seat.sees("Another game?")
            await seat.press("m")
            await seat.sees("1 of 2 wants a rematch; waiting for Ben")
            assert re.search(r"A Ann .*✓", seat.text)
            assert "I am not ready after all" in seat.text

    at_table(hall, own_table("mindroll", bots=0, rounds=1), steps)


def test_everything_fits_at_the_fullest_table(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        for keys in ([], ["o"], ["escape", "s"], ["tab"], ["o"]):
            await seat.press(*keys)
            text = seat.text
            assert "Ctrl-C quits (seat kept)" in text
            assert all(name in text for name in ("Ann", "Fox", "Rook"))
            assert all(item.label in text for item in seat.app.menu.words) if seat.app.menu else True

    assert next(listing.seats[1] for listing in GAMES if listing.name == "peril") == 10
    at_table(hall, own_table("peril", bots=9), steps)


def test_people_talk_and_a_question_mark_is_a_question_mark(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("slash", *"ready", "question_mark", "s")
        assert not seat.table.playing
        await seat.press("enter")
        await seat.sees("Ann: ready?s")
        await seat.press("slash", "x", "escape", "question_mark")
        await seat.sees("back to the table")
        await seat.press("escape")
        await seat.sees("Everyone is ready: you can start")

    at_table(hall, own_table("peril"), steps)


def test_what_the_hall_refuses_is_said_in_its_words(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("s")
        await seat.sees("this table has 1; add a bot?")
        await seat.press("b", "s")
        await seat.sees("THE KILLING GAME BEGINS")

    at_table(hall, own_table("peril", bots=0), steps)


def test_a_newcomer_is_offered_at_once_to_the_hosts_tools(hall: AnyHall) -> None:
    """A menu that looks the same has new pages behind it; the light stays where it was."""

    async def steps(seat: Seat) -> None:
        await seat.press("right")
        lit = seat.app.menu.items[seat.app.menu.lit].label if seat.app.menu else None
        async with visiting(hall, await cookie_of(hall, "Ben"), Wish(code=seat.table.code)) as ben:
            await seat.sees("Ben")
            assert seat.app.menu is not None
            assert seat.app.menu.items[seat.app.menu.lit].label == lit
            await seat.press("o", "k", "c")
            await seat.sees("Ben loses the seat. Kick Ben?")
            await seat.press("y")
            await seat.sees("The host has asked Ben to leave the table.")
            hear(ben)
            assert ben.table.closed == "The host has asked you to leave."

    at_table(hall, own_table("peril"), steps)


def test_leaving_is_asked_twice_and_ctrl_c_keeps_the_seat(hall: AnyHall) -> None:
    async def leave(seat: Seat) -> None:
        await seat.press("l")
        await seat.sees("Leave, and give up the seat?")
        await seat.pilot.press("y")
        await seat.until(lambda: seat.app.visit.left)

    async def go(seat: Seat) -> None:
        await seat.pilot.press("ctrl+c")

    assert at_table(hall, own_table("peril"), leave).visit.left
    gone = at_table(hall, own_table("peril"), go)
    assert not gone.visit.left
    assert gone.return_code == 0


def test_a_closed_table_says_so_and_enter_leaves(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("o", "c", "y")
        await seat.sees("The table is closed.")
        await seat.pilot.press("enter")

    assert at_table(hall, own_table("peril"), steps).return_code == 0


def test_who_was_kicked_sees_it_and_has_nothing_more_to_choose(hall: AnyHall) -> None:
    async def run() -> None:
        async with (
            visiting(hall, await cookie_of(hall, "Ann"), own_table("peril")) as ann,
            visiting(hall, await cookie_of(hall, "Ben"), Wish(code=ann.table.code)) as visit,
        ):
            app = TableScreen(visit, paced=False)
            async with app.run_test(size=SIZE) as pilot:
                ben = Seat(app, pilot)
                await ben.sees("Say when you are ready")
                assert "you are Ben" in ben.text
                await ben.press("slash", "x")
                assert ben.table.me is not None
                await ann.do(commands.Kick(ben.table.me))
                await ben.sees("The host has asked you to leave.")
                await ben.press("tab", "slash", "escape", "r")
                app.tick()
                assert "Enter or Ctrl-C quits" in ben.text
                assert "Ready" not in ben.text
                assert farewell(visit, SavedIdentity("Ben", "token")) == "The host has asked you to leave."
                await pilot.press("enter")
            assert app.return_code == 0

    asyncio.run(run())


def test_a_start_that_cannot_work_is_not_lit_and_says_who_is_not_ready(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        await seat.sees("1 more is needed to start")
        async with visiting(hall, await cookie_of(hall, "Ben"), Wish(code=seat.table.code)) as ben:
            await seat.sees("Ben is not ready yet")
            assert seat.app.menu is not None
            assert seat.app.menu.items[0].choice != commands.Start()
            await seat.press("s")
            await seat.until(lambda: seat.app.refused == "Ben is not ready yet.")
            await ben.do(commands.Ready())
            await seat.sees("Everyone is ready: you can start")
            assert not seat.app.refused
            assert seat.app.menu.items[0].choice == commands.Start()

    at_table(hall, own_table("mindroll", bots=0), steps)


def test_a_break_is_marked_and_healed(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--fast") as hall:

        async def steps(seat: Seat) -> None:
            await seat.press("s")
            await seat.until(lambda: seat.table.turns)
            asked = seat.table.turns
            hall.kill()
            await seat.sees("RECONNECTING")
            assert seat.app.menu is None
            hall.start()
            await seat.sees("Connected again.")
            assert seat.table.turns == asked
            assert "RECONNECTING" not in seat.text

        at_table(hall, own_table("mindroll"), steps)


def test_dice_that_were_uncovered_stay_in_sight_before_the_next_question(
    hall: AnyHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hall deals the next dice at once; the screen lets the old ones be seen first."""
    looks: list[asyncio.Event] = []

    async def look(_self: TableScreen, _seconds: float) -> None:
        looks.append(asyncio.Event())
        await looks[-1].wait()

    monkeypatch.setattr(TableScreen, "look", look)

    async def steps(seat: Seat) -> None:
        await seat.pilot.press("s")
        while not any("dice that were shown" in seat.text for _ in looks[-1:]):
            for event in looks:
                event.set()
            await seat.until(lambda: seat.app.menu is not None or (looks and not looks[-1].is_set()))
            if seat.app.menu is not None and seat.app.listens():
                await seat.pilot.press("r" if seat.app.menu.find("r") else "enter")
        assert seat.app.menu is None
        assert not seat.app.listens()
        for event in looks:
            event.set()

    monkeypatch.setattr("dicehall.cli.terminal.screen.DOUBLE_TAP", 0)
    at_table(hall, own_table("mindroll"), steps, paced=True)


def test_who_watches_sees_no_secret_and_is_asked_nothing(hall: AnyHall) -> None:
    async def run() -> None:
        async with visiting(hall, await cookie_of(hall, "Ann"), own_table("bluff")) as ann:
            hear(ann)
            await ann.do(commands.Start())
            wish = Wish(code=ann.table.code, watch=True)
            async with visiting(hall, await cookie_of(hall, "Ben"), wish) as visit:
                app = TableScreen(Visit(visit.line, visit.table), paced=False)
                async with app.run_test(size=SIZE) as pilot:
                    seat = Seat(app, pilot)
                    await seat.sees("Waiting for Ann")
                    assert "yours" not in seat.text
                    await seat.sees("1 watching")

    asyncio.run(run())


def test_a_terminal_that_is_closed_ends_the_program(hall: AnyHall, tmp_path: Path) -> None:
    """Also where nobody reads what the screen still wants to say."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "dicehall", "join", hall.url, "--open", "peril", "--name", "Ann"],
        stdin=slave, stdout=slave, stderr=slave,
        env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "TERM": "xterm-256color"},
    )  # fmt: skip
    try:
        os.close(slave)
        seen = b""
        while b"Start the game" not in seen:
            seen += os.read(master, 65536)
        process.send_signal(signal.SIGHUP)
        os.close(master)
        assert process.wait(PATIENCE) == 128 + signal.SIGHUP
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("size", [(76, 22), (100, 30), (120, 40)], ids=str)
def test_the_end_of_the_story_stays_in_sight_when_the_window_changes(size: tuple[int, int], hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        for number in range(40):
            seat.app.visit.line.put(Note(f"Sentence {number}: {'a long one, ' * 10}the end of {number}."))
        await seat.sees("the end of 39.")
        await seat.pilot.resize_terminal(*size)
        await seat.sees("the end of 39.")
        await seat.press("o")
        await seat.sees("the end of 39.")

    at_table(hall, own_table("bluff"), steps)
