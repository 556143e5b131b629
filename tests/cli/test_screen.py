"""The full screen, driven by keys at the size of an old terminal."""

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from textual.pilot import Pilot

from dicehall.bots import find_bot
from dicehall.bots.match import play_out
from dicehall.cli.client.local import LocalLine, names_for
from dicehall.cli.client.table import ClientTable
from dicehall.cli.terminal.base_screen import BaseScreen
from dicehall.cli.terminal.boards import board_of
from dicehall.cli.terminal.boards.parts import letter
from dicehall.cli.terminal.replay_screen import ReplayScreen
from dicehall.cli.terminal.screen import TableScreen
from dicehall.cli.terminal.visit import Visit
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.listing import Listing
from dicehall.table.core.events import Setting
from tests.server.kit import PATIENCE

every_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
SIZE = (80, 24)


def local(listing: Listing, seats: int, people: int = 1, seed: int = 1, *, paced: bool = False) -> "Keyboard":
    names = names_for(seats, people, ["Ann", "Ben"][:people])
    setting = Setting(game=listing.name, seats=seats, on_timeout="wait")
    line = LocalLine(setting, names, people=people, seed=seed, pace=0.0)
    table = ClientTable(line.people[0], "", others=line.people[1:])
    return Keyboard(TableScreen(Visit(line, table), paced=paced), line)


class Keyboard:
    """The people at one keyboard, with a table of their own."""

    def __init__(self, app: TableScreen, line: LocalLine) -> None:
        self.app = app
        self.line = line
        self.pilot: Pilot[None]

    @property
    def text(self) -> str:
        return screen_text(self.app)

    @property
    def over(self) -> bool:
        return self.app.table.closed is not None

    async def press(self, *keys: str) -> None:
        """One after the other, each once the bots have moved."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        app = self.app
        async with asyncio.timeout(PATIENCE):
            while app.busy or app.visit.inbox or (app.menu is None and not self.over):
                await self.pilot.pause(0.01)
        await self.pilot.pause()

    def drive(self, steps: Callable[[], Awaitable[None]]) -> None:
        async def run(pilot: Pilot[None]) -> None:
            self.pilot = pilot
            await self.settle()
            await steps()

        drive(self.app, run)


def screen_text(app: BaseScreen) -> str:
    """All that stands on the screen, line by line, read from a picture of it."""
    lines: dict[float, str] = {}
    for top, text in re.findall(r'<text [^>]*y="([0-9.]+)"[^>]*>([^<]*)</text>', app.export_screenshot()):
        lines[float(top)] = lines.get(float(top), "") + html.unescape(text).replace("\xa0", " ")
    return "\n".join(lines[top] for top in sorted(lines))


def drive(app: BaseScreen, steps: Callable[[Pilot[None]], Awaitable[None]]) -> None:
    async def run() -> None:
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            await steps(pilot)

    asyncio.run(run())


@every_game
def test_enter_alone_plays_a_whole_game(listing: Listing) -> None:
    """Enter takes what is lit, and the safe option is lit first."""
    at = local(listing, 2)

    async def steps() -> None:
        for _ in range(600):
            if at.over:
                break
            await at.press("enter")
        assert "The end: 1" in at.text
        await at.pilot.press("enter")

    at.drive(steps)
    assert at.app.return_code == 0


@every_game
def test_the_fullest_table_fits_an_old_terminal(listing: Listing) -> None:
    """With all seats taken, every player and score, the question and the keys are on the screen at 80 by 24."""
    at = local(listing, listing.seats[1])

    async def steps() -> None:
        for _ in range(12):
            text = at.text
            above_the_story = re.split(r"^\W*─{20,}\W*$", text, maxsplit=1, flags=re.MULTILINE)[0]
            rows = [line.partition("│")[0] for line in above_the_story.splitlines()]
            for seat, name in enumerate(at.app.table.names):
                row = next(row for row in rows if f"{letter(seat)} {name[:11]}" in row)
                score = board_of(listing.name).status(at.app.table.seen(), seat)
                assert " ".join(score.split()) in " ".join(row.split())
            assert "Ctrl-C leaves" in text
            for item in at.app.menu.words if at.app.menu else ():
                assert f"{item.key} {item.label}" in " ".join(text.rpartition("Ann:")[2].split())
            await at.press("enter")

    at.drive(steps)


def test_numbers_and_arrows_choose() -> None:
    at = local(find("peril"), 4)

    async def steps() -> None:
        await at.press("1", "2")
        assert "Ann: Pick 12" in at.text
        await at.press("left")
        assert "Ann: Pick 11" in at.text
        await at.press("enter")
        assert any("picks 11." in line.plain or "pick 11." in line.plain for line in at.app.told)

    at.drive(steps)


def test_dice_are_marked_and_thrown_again() -> None:
    at = local(find("stlucia"), 2, seed=2)

    async def steps() -> None:
        while not (at.app.menu and at.app.menu.dice):
            await at.press("enter")
        before = at.line.play.state.phase.dice
        assert "mark dice with 1-6 · Enter keeps all" in at.text
        await at.press("2", "right", "space")
        assert "mark dice with 1-6 · Enter rolls" in at.text
        assert "again" in at.text
        assert at.app.menu is not None
        assert at.app.menu.marked == {1, 2}
        await at.press("enter")
        phase = at.line.play.state.phase
        assert [phase.dice[die] for die in (0, 3, 4, 5)] == [before[die] for die in (0, 3, 4, 5)]
        assert phase.rerolls_left == 1

    at.drive(steps)


@pytest.mark.parametrize("game", ["bluff", "mindroll"])
def test_what_a_seat_may_not_know_is_hidden_until_its_player_confirms(game: str) -> None:
    at = local(find(game), 2, people=2)

    async def steps() -> None:
        for _ in range(3):
            covered = at.text
            assert "Press Enter when only" in covered
            assert "yours" not in covered
            await at.press("enter")
            assert "yours" in at.text
            await at.press("down", "enter")

    at.drive(steps)


def test_dice_that_are_dealt_while_others_play_stay_covered() -> None:
    """Ann keeps her card, a new round is dealt, and nobody sees her new dice before she confirms."""
    at = local(find("bluff"), 4, people=2, seed=3)

    async def steps() -> None:
        for _ in range(12):
            if at.over:
                break
            assert "yours" not in at.text
            await at.press("enter")
            assert "yours" in at.text
            await at.press("enter")

    at.drive(steps)


def test_an_enter_too_many_does_not_uncover_the_next_players_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    at = local(find("bluff"), 2, people=2, seed=3, paced=True)
    monkeypatch.setattr("dicehall.cli.terminal.screen.DOUBLE_TAP", 0)

    async def steps() -> None:
        await at.press("enter", "enter")
        monkeypatch.setattr("dicehall.cli.terminal.screen.DOUBLE_TAP", 3600)  # whatever comes now comes too soon
        await at.press("enter")
        assert "Press Enter when only" in at.text
        assert "yours" not in at.text
        monkeypatch.setattr("dicehall.cli.terminal.screen.DOUBLE_TAP", 0)
        await at.press("enter")
        assert "yours" in at.text

    at.drive(steps)


def test_the_rules_open_over_the_table_and_close_again() -> None:
    at = local(find("peril"), 3)

    async def steps() -> None:
        await at.press("question_mark")
        assert "back to the table" in at.text
        await at.press("7", "enter", "escape")
        assert "Ann: Pick 1" in at.text

    at.drive(steps)


def test_ctrl_c_leaves_at_any_moment() -> None:
    for keys in ([], ["question_mark"], ["enter"]):
        at = local(find("peril"), 3)

        async def steps(at: Keyboard = at, keys: list[str] = keys) -> None:
            await at.pilot.press(*keys, "ctrl+c")

        at.drive(steps)
        assert at.app.return_code == 0


def test_the_same_seed_and_the_same_keys_make_the_same_game() -> None:
    records = []
    for _ in range(2):
        at = local(find("bluff"), 3, seed=7)

        async def steps(at: Keyboard = at) -> None:
            await at.press(*["enter"] * 8)

        at.drive(steps)
        records.append(at.line.record().write())
    assert records[0] == records[1]
    assert records[0].count("\n") > 8


@every_game
def test_a_replay_steps_forth_and_back(listing: Listing) -> None:
    record, _ = play_out(listing, [find_bot(listing.name, "normal")] * 3, listing.options(), Random(4))
    app = ReplayScreen(record, None)

    async def steps(pilot: Pilot[None]) -> None:
        assert f"Step 0 of {len(record.entries)}" in screen_text(app)
        await pilot.press("right", "right", "left")
        assert f"Step 1 of {len(record.entries)}" in screen_text(app)
        await pilot.press("end")
        assert "The end: 1" in screen_text(app)
        await pilot.press("home", "q")

    drive(app, steps)


@pytest.mark.parametrize("game", ["bluff", "mindroll"])
def test_a_replay_of_one_seat_shows_no_other_secret(game: str) -> None:
    listing = find(game)
    record, _ = play_out(listing, [find_bot(game, "normal")] * 3, listing.options(), Random(4))
    app = ReplayScreen(record, 1)

    async def steps(pilot: Pilot[None]) -> None:
        for _ in range(12):
            await pilot.press("right")
            text = screen_text(app)
            assert "as B saw it" in text
            assert "(A" not in text
            assert "(C" not in text

    drive(app, steps)
