"""Predicting in the terminal: a page after the other, and what is told of it, with the screen and line by line."""

import asyncio
import json
from pathlib import Path

from dicehall.cli.client.entering import Wish
from dicehall.cli.client.pools import told
from dicehall.cli.terminal.actions import more
from dicehall.cli.terminal.menu import Page, Predict
from dicehall.cli.terminal.predicting import CHANCES, STAKES
from dicehall.cli.terminal.predictions import mine_in_words, rows
from dicehall.server.live.messages import MyPrediction, PoolMessage, SeatStakes
from dicehall.server.people.predicting import Mine
from dicehall.server.results.predictors import Predictor, Predictors
from tests.cli.command import Machine
from tests.cli.terminal import Terminal
from tests.cli.test_join import link_of, open_table
from tests.cli.test_remote import cookie_of, until, visiting
from tests.server.near import AnyHall

NAMES = ("Ann", "Ben")
MINE = MyPrediction(seat=1, chips=10, chance=40)


def pool(status: str, **fields: object) -> PoolMessage:
    usual = {
        "table": "kiro", "game": 1, "why": None, "count": 1, "pot": 10, "seats": None, "winners": None, "mine": MINE,
        "purse": 90, "may": True, "why_not": None,
    }  # fmt: skip
    return PoolMessage(status=status, **(usual | fields))  # type: ignore[arg-type]


def test_each_thing_is_told_once() -> None:
    empty, mine = pool("open", mine=None, count=0, pot=0), pool("open")
    assert list(told(None, empty, NAMES)) == []
    assert list(told(empty, mine, NAMES)) == ["You predict Ben: 10 chips, 40 % sure."]
    assert list(told(mine, pool("open", count=2, pot=20), NAMES)) == []
    closed = pool("closed", why="declared", count=2, pot=30, seats=(SeatStakes(20, 1), SeatStakes(10, 1)))
    assert list(told(mine, closed, NAMES)) == ["Predictions are closed. Chips on Ann 20, Ben 10."]
    assert list(told(mine, pool("closed", mine=None, count=0), NAMES)) == [
        "Your prediction came too late: your chips are back."
    ]
    for paid, text in ((30, "you get 30 chips"), (0, "your 10 chips are gone")):
        settled = pool("settled", mine=MyPrediction(1, 10, 40, paid), purse=120)
        assert list(told(closed, settled, NAMES)) == [f"You predicted Ben: {text}. You have 120."]
        assert list(told(settled, settled, NAMES)) == []
    void = pool("void", why="left", mine=MyPrediction(1, 10, 40, 10))
    assert list(told(mine, void, NAMES)) == ["The game has no fair end: your 10 chips are back."]


def test_a_spectator_predicts_in_three_pages_and_changes_it(hall: AnyHall, tmp_path: Path) -> None:
    async def watches(code: str) -> None:
        async with visiting(hall, await cookie_of(hall, "Eve"), Wish(code=code, watch=True)) as eve:
            await until(eve, lambda: eve.table.pool is not None and eve.table.pool.status == "open")
            item = next(item for item in more(eve.table).items if item.key == "p")
            assert isinstance(item.choice, Page)
            stakes = item.choice.items[1].choice
            assert isinstance(stakes, Page)
            assert [each.key for each in stakes.items] == [*map(str, STAKES), "z"]
            chances = stakes.items[2].choice
            assert isinstance(chances, Page)
            assert len(chances.items) == len(CHANCES) + 1
            choice = chances.items[4].choice
            assert choice == Predict(1, 10, 50)
            await eve.do(choice)
            await until(eve, lambda: eve.table.pool is not None and eve.table.pool.mine is not None)
            again = next(item for item in more(eve.table).items if item.key == "p")
            assert again.label == "Change your prediction"

    with open_table(hall, tmp_path / "ann", "peril", "--bots", "2", "--seats", "3") as ann:
        code = link_of(ann).rpartition("/")[2]
        ann.until("s  Start")
        ann.type("s")
        asyncio.run(watches(code))


def test_line_by_line_too(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path / "ann", "peril", "--bots", "2", "--seats", "3") as ann:
        link = link_of(ann)
        ann.until("s  Start")
        ann.type("s")
        with Terminal(tmp_path / "eve", link, "--name", "Eve", "--watch") as eve:
            eve.type("more")
            while "Predict" not in eve.until("p  Predict who wins|z  Back"):  # the pool comes after the table
                eve.type("z")
                eve.type("more")
            eve.type("p")
            eve.until(r"Who wins\? Nobody has predicted yet")
            eve.type("b")
            eve.until("How many chips on")
            eve.type("25")
            eve.until("How sure are you")
            eve.type("60")
            eve.until("25 chips, 60 % sure.")
            told = Machine(tmp_path / "eve", hall.url).does("account", "predictions", "--as", "Eve").splitlines()
            code = link.rpartition("/")[2].partition("#")[0]
            assert told == [
                "You can stake 75 chips; 25 more are in open predictions.",
                f"Open at table {code}, game 1: seat B wins, 25 chips, 60 % sure.",
            ]
            mine = json.loads(Machine(tmp_path / "eve", hall.url).does("account", "predictions", "--json"))
            assert (mine["purse"], mine["staked"], mine["score"]) == (75, 25, None)


# Away from a table


def test_the_board_has_a_line_for_each_and_none_before_there_are_enough(hall: AnyHall, tmp_path: Path) -> None:
    somebody = Machine(tmp_path, hall.url)
    assert somebody.does("predictors") == "Nobody is on the board yet: it takes 30 predictions, and an account.\n"
    assert json.loads(somebody.does("predictors", "--json")) == {"fewest": 30, "rows": []}
    ann = Predictor(rank=1, who="a", name="Ann", score=0.123, predictions=31)
    ben = Predictor(rank=2, who="b", name="Ben", score=-0.001, predictions=30)
    assert rows(Predictors(30, (ann, ben))) == [("1", "Ann", "+0.12", "31"), ("2", "Ben", "0.00", "30")]


def test_settled_predictions_and_shared_sign_ins_are_told() -> None:
    mine = Mine(purse=1, staked=0, predictions=2, missing=28, score=-0.3, open=(), shares_sign_in=("a", "b"))
    assert list(mine_in_words(mine)) == [
        "You can stake 1 chip.",
        "2 predictions are settled; their mean score is -0.30.",
        "28 more are needed until you can be on the board.",
        "You cannot predict games of 2 people who share your sign-in.",
    ]
