"""Teams in the terminal: chosen and taken off at a table, with keys and line by line, and kept in a profile."""

from pathlib import Path

from dicehall.cli.client.entering import Wish
from dicehall.ports.teams import Team, by_label
from dicehall.server.live.client_messages import OpenTable
from dicehall.table.core.commands import DressUp
from tests.cli.command import Machine
from tests.cli.terminal import Terminal, play_together
from tests.cli.test_join import link_of, open_table
from tests.cli.test_join_screen import Seat, at_table
from tests.cli.test_screen import SIZE
from tests.server.near import AnyHall

FOXES = Team("Red Foxes", "red", "stripes")
BRIEF = ("--set", "rounds=1")


def test_a_team_is_chosen_given_to_a_bot_and_taken_off_on_the_screen(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        await seat.sees("▤A Ann")
        await seat.sees("▤ Red Foxes: A")
        await seat.press("e", "o", "b", "n")
        await seat.press(*"Why", "question_mark", "enter")
        await seat.sees("The colour of Why?")
        await seat.press("f")
        await seat.sees("The pattern of Why?")
        await seat.press("c")
        await seat.sees("░ Why?: B")
        assert "Ann: Why?" not in seat.text, "what is written for a team is not said to the table"
        await seat.press("e", "n")
        await seat.press(*"why", "question_mark", "enter")
        await seat.sees("░ Why?: A B")
        await seat.press("e", "n")
        await seat.press(*"admin", "enter")
        await seat.sees("reserved word")
        await seat.press("e", "n", "O", "escape", "e", "x")
        await seat.sees("░ Why?: B")
        await seat.press("e", "t", "b")
        await seat.until(lambda: not seat.table.shown.teams)

    wish = Wish(opening=OpenTable(id=0, game="mindroll", bots=("normal",)), team=FOXES)
    at_table(hall, wish, steps)


def test_the_evening_score_of_the_teams_is_shown_after_a_game_tm_09(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("s")
        while seat.table.over is None:
            await seat.press("enter")
        won = dict(seat.table.shown.wins)[seat.table.me or ""]
        teams = f"▤ Red Foxes: A {won} won" if won else "▤ Red Foxes: A"
        await seat.sees(teams)

    opening = OpenTable(id=0, game="mindroll", bots=("easy",), options={"rounds": 1})
    at_table(hall, Wish(opening=opening, team=FOXES), steps)


def test_where_there_is_room_the_label_stands_beside_the_name(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        await seat.sees("▤A Ann         you host")
        await seat.pilot.resize_terminal(120, 30)
        await seat.sees("▤A Ann         Red Foxes             you host")
        await seat.press("s")
        await seat.until(lambda: seat.table.view is not None)
        await seat.sees("▤A Ann         Red Foxes              ")
        await seat.pilot.resize_terminal(*SIZE)
        await seat.until(lambda: "▤A Ann         Red Foxes" not in seat.text)

    wish = Wish(opening=OpenTable(id=0, game="mindroll", bots=("easy",)), team=FOXES)
    at_table(hall, wish, steps)


def test_teams_at_the_fullest_table_leave_room_for_everything_else(hall: AnyHall) -> None:
    async def steps(seat: Seat) -> None:
        for at, bot in enumerate(seat.table.shown.seated[1:]):
            await seat.app.visit.line.act(DressUp(bot.who, by_label(f"Twenty letters is {at // 2:02}")))
        await seat.sees("and 3 more teams")
        await seat.press("s")
        await seat.until(lambda: seat.app.menu is not None and seat.table.turns)
        for words in (*seat.table.names, "and 3 more teams", "In StLucia: ", "Ctrl-C quits", "Throw the six dice"):
            assert words in seat.text, words
        await seat.press("tab")
        assert seat.app.menu is not None
        assert all(item.label in seat.text for item in seat.app.menu.items)

    opening = OpenTable(id=0, game="stlucia", seats=12, bots=("easy",) * 11)
    at_table(hall, Wish(opening=opening, team=FOXES), steps)


def test_line_by_line_the_label_stands_beside_the_name_and_in_the_score_tm_09(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path / "ann", "mindroll", "--bots", "1", *BRIEF) as ann:
        link = link_of(ann)
        ann.until("e  Teams")
        ann.type("e")
        ann.until("n  Join another team")
        ann.type("n")
        ann.until("The team’s label")
        ann.type("Owls")
        ann.until("The colour of Owls")
        ann.type("a")
        ann.until("The pattern of Owls")
        ann.type("b")
        ann.until("with Owls now")
        with Terminal(tmp_path / "ben", link, "--name", "Ben", "--team", "ow1s", "--colour", "blue") as ben:
            ben.until("with Owls now")
            ben.until("Ann .*team Owls.*Ben .*team Owls")
            ben.type("r")
            ann.until("Ben is ready")
            ann.type("e")
            ann.until("o  Give a bot a team")
            ann.type("o")
            ann.until("b  Fox")
            ann.type("b")
            ann.until("a  Join Owls .red, stripes.")
            ann.type("a")
            ann.until("is with Owls now")
            ann.type("s")
            play_together(ann, ben)
            assert ann.until("Won this evening by teams: ").endswith(("Owls 1", "Owls 2", "Owls 3")), (
                "everyone is an owl"
            )
            ann.type("e")
            ann.until("t  Take someone’s badge off")
            ann.type("t")
            ann.until("  Ben")


def test_a_profile_keeps_a_team_and_a_seat_wears_it(hall: AnyHall, tmp_path: Path) -> None:
    ann = Machine(tmp_path, hall.url)
    ann.register("Ann")
    assert ann.does("account", "team") == "Ann keeps no team. Choose one: dicehall account team LABEL\n"
    assert ann.does("account", "team", "--none") == "Ann keeps no team. Choose one: dicehall account team LABEL\n"
    kept = ann.does("account", "team", "Red  Foxes", "--colour", "gold", "--pattern", "halves")
    assert "Ann keeps Red Foxes (gold, halves) from now on" in kept
    assert ann.does("account", "team") == "Ann keeps Red Foxes (gold, halves).\n"
    with open_table(hall, tmp_path, "mindroll") as terminal:
        terminal.until("with Red Foxes now")
    with open_table(hall, tmp_path, "mindroll", "--no-team") as terminal:
        terminal.until("take your badge off")
    assert ann.does("account", "team", "--none") == "Ann keeps no team any more.\n"
    assert "reserved word" in ann.fails("account", "team", "Moderator")


def test_a_mistake_with_a_team_gets_one_clear_line(tmp_path: Path) -> None:
    nobody = Machine(tmp_path, "http://127.0.0.1:1")
    assert "not both" in nobody.refused("join", "KIRO", "--team", "Owls", "--no-team")
    assert "need the label" in nobody.refused("join", "KIRO", "--colour", "red")
    assert "wears no badge" in nobody.refused("join", "KIRO", "--watch", "--team", "Owls")
