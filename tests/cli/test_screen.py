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
from dicehall.cli.client.local import LocalTable, names_for
from dicehall.cli.terminal.screen import HallApp, ReplayApp, TableApp
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.kernel import Over
from dicehall.rules.listing import Listing

every_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
SIZE = (80, 24)


def table_of(listing: Listing, seats: int, people: int = 1, seed: int = 1, pause: float = 0) -> LocalTable:
    names = names_for(seats, people, ["Ann", "Ben"][:people])
    bot = find_bot(listing.name, "house")
    return LocalTable(listing, listing.options(), names, people=people, bot=bot, seed=seed, pause=pause)


def screen_text(app: HallApp) -> str:
    """All that stands on the screen, line by line, read from a picture of it."""
    lines: dict[float, str] = {}
    for top, text in re.findall(r'<text [^>]*y="([0-9.]+)"[^>]*>([^<]*)</text>', app.export_screenshot()):
        lines[float(top)] = lines.get(float(top), "") + html.unescape(text).replace("\xa0", " ")
    return "\n".join(lines[top] for top in sorted(lines))


def drive(app: HallApp, steps: Callable[[Pilot[None]], Awaitable[None]]) -> None:
    async def run() -> None:
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            await steps(pilot)

    asyncio.run(run())


@every_game
def test_enter_alone_plays_a_whole_game(listing: Listing) -> None:
    """Enter takes what is lit, and the safe option is lit first."""
    table = table_of(listing, 2)
    app = TableApp(table)

    async def steps(pilot: Pilot[None]) -> None:
        for _ in range(600):
            if isinstance(table.game.pending(table.state), Over):
                break
            await pilot.press("enter")
        await pilot.pause()
        assert "The end: 1" in screen_text(app)
        await pilot.press("enter")

    drive(app, steps)
    assert app.return_code == 0


@every_game
def test_the_fullest_table_fits_an_old_terminal(listing: Listing) -> None:
    """With all seats taken, every player, the question and the keys are on the screen at 80 by 24."""
    table = table_of(listing, listing.seats[1])
    app = TableApp(table)

    async def steps(pilot: Pilot[None]) -> None:
        for _ in range(12):
            text = screen_text(app)
            above_the_story = re.split(r"^\W*─{20,}\W*$", text, maxsplit=1, flags=re.MULTILINE)[0]
            for name in table.names:
                assert name in above_the_story
            assert "Ctrl-C leaves" in text
            for item in app.menu.words if app.menu else ():
                assert f"{item.key} {item.label}" in " ".join(text.rpartition("Ann:")[2].split())
            await pilot.press("enter")

    drive(app, steps)


def test_numbers_and_arrows_choose() -> None:
    table = table_of(find("peril"), 4)
    app = TableApp(table)

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("1", "2")
        assert "Ann: Pick 12" in screen_text(app)
        await pilot.press("left")
        assert "Ann: Pick 11" in screen_text(app)
        await pilot.press("enter")
        assert "Ann picks 11." in screen_text(app)

    drive(app, steps)


def test_dice_are_marked_and_thrown_again() -> None:
    table = table_of(find("stlucia"), 2, seed=2)
    app = TableApp(table)

    async def steps(pilot: Pilot[None]) -> None:
        while not (app.menu and app.menu.dice):
            await pilot.press("enter")
        before = table.state.phase.dice
        assert "mark dice with 1-6 · Enter keeps all" in screen_text(app)
        await pilot.press("2", "right", "space")
        assert "mark dice with 1-6 · Enter throws" in screen_text(app)
        assert "again" in screen_text(app)
        assert app.menu is not None
        assert app.menu.marked == {1, 2}
        await pilot.press("enter")
        assert [table.state.phase.dice[die] for die in (0, 3, 4, 5)] == [before[die] for die in (0, 3, 4, 5)]
        assert table.state.phase.rerolls_left == 1

    drive(app, steps)


@pytest.mark.parametrize("game", ["bluff", "mindroll"])
def test_what_a_seat_may_not_know_is_hidden_until_its_player_confirms(game: str) -> None:
    table = table_of(find(game), 2, people=2)
    app = TableApp(table)

    async def steps(pilot: Pilot[None]) -> None:
        for _ in range(3):
            covered = screen_text(app)
            assert "Press Enter when only" in covered
            assert "yours" not in covered
            await pilot.press("enter")
            assert "yours" in screen_text(app)
            await pilot.press("down", "enter")

    drive(app, steps)


def test_dice_that_are_dealt_while_others_play_stay_covered() -> None:
    """Ann keeps her card, a new round is dealt, and nobody sees her new dice before she confirms."""
    table = table_of(find("bluff"), 4, people=2, seed=3)
    app = TableApp(table)

    async def steps(pilot: Pilot[None]) -> None:
        for _ in range(12):
            if isinstance(table.game.pending(table.state), Over):
                break
            assert "yours" not in screen_text(app)
            await pilot.press("enter")
            assert "yours" in screen_text(app)
            await pilot.press("enter")

    drive(app, steps)


def test_an_enter_too_many_does_not_uncover_the_next_players_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    app = TableApp(table_of(find("bluff"), 2, people=2, seed=3, pause=0.1))
    monkeypatch.setattr("dicehall.cli.terminal.screen.DOUBLE_TAP", 0)

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "enter")
        monkeypatch.setattr("dicehall.cli.terminal.screen.DOUBLE_TAP", 3600)  # whatever comes now comes too soon
        await pilot.press("enter")
        assert "Press Enter when only" in screen_text(app)
        assert "yours" not in screen_text(app)
        monkeypatch.setattr("dicehall.cli.terminal.screen.DOUBLE_TAP", 0)
        await pilot.press("enter")
        assert "yours" in screen_text(app)

    drive(app, steps)


def test_the_rules_open_over_the_table_and_close_again() -> None:
    app = TableApp(table_of(find("peril"), 3))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "back to the table" in screen_text(app)
        await pilot.press("7", "enter", "escape")
        assert "Ann: Pick 1" in screen_text(app)

    drive(app, steps)


def test_ctrl_c_leaves_at_any_moment() -> None:
    for keys in ([], ["question_mark"], ["enter"]):
        app = TableApp(table_of(find("peril"), 3))

        async def steps(pilot: Pilot[None], keys: list[str] = keys) -> None:
            await pilot.press(*keys, "ctrl+c")

        drive(app, steps)
        assert app.return_code == 0


@every_game
def test_a_replay_steps_forth_and_back(listing: Listing) -> None:
    record, _ = play_out(listing, [find_bot(listing.name, "house")] * 3, listing.options(), Random(4))
    app = ReplayApp(record, None)

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
    record, _ = play_out(listing, [find_bot(game, "house")] * 3, listing.options(), Random(4))
    app = ReplayApp(record, 1)

    async def steps(pilot: Pilot[None]) -> None:
        for _ in range(12):
            await pilot.press("right")
            text = screen_text(app)
            assert "as B saw it" in text
            assert "(A" not in text
            assert "(C" not in text

    drive(app, steps)
