"""Playing at a live table through pipes: real processes on both ends, a real hall between them."""

import re
import shlex
import stat
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from dicehall.cli.terminal.size import is_too_small
from tests.cli.command import PASSWORD, Machine
from tests.cli.terminal import PATIENCE, Terminal, first_key, play_together
from tests.kit import forked
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall
from tests.server.near import AnyHall


def open_table(hall: AnyHall, home: Path, game: str, *arguments: str, name: str = "Ann") -> Terminal:
    return Terminal(home, hall.url, "--open", game, "--name", name, *arguments)


def link_of(terminal: Terminal) -> str:
    found = re.search(r"http://\S+/t/[A-Z]+", terminal.until(" at table "))
    assert found is not None
    return found[0]


# Whole games


@pytest.mark.parametrize("game", ["peril", "mindroll"])
def test_two_people_and_a_bot_play_a_whole_game(game: str, hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path / "ann", game, "--bots", "1", "--seats", "3") as ann:
        link = link_of(ann)
        with Terminal(tmp_path / "ben", link, "--name", "Ben") as ben:
            ben.until("r  Ready")
            ben.type("r")
            ann.until(r"Ben.*(is ready|steels themselves)")
            ann.type("s")
            play_together(ann, ben)
            for person in (ann, ben):
                person.until("m  Rematch")
                assert person.finish()[0] == 0
            ends = [[line for line in person.lines if line.startswith("The end: ")] for person in (ann, ben)]
            assert ends[0] == ends[1]
            assert all(name in ends[0][0] for name in ("Ann", "Ben", "Fox"))


def test_a_rematch_is_played_by_the_same_people(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path, "mindroll", "--bots", "1", "--set", "rounds=1") as ann:
        ann.until("s  Start")
        ann.type("s")
        ann.play()
        ann.until("m  Rematch")
        ann.type("m")
        ann.until("Game 2 begins")
        ann.play()
        assert ann.said.count("The end: ") == 2


def wait_until_listed(hall: AnyHall, code: str) -> None:
    """A hall puts changes of its list together for a moment before it tells them."""
    last = monotonic() + PATIENCE
    while code.lower() not in {row["table"] for row in httpx.get(f"{hall.url}/api/tables").json()}:
        assert monotonic() < last, f"{code} is not listed"
        sleep(0.02)


def test_coming_to_the_hall_without_a_wish_shows_its_tables(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path / "ann", "bluff") as ann:
        code = link_of(ann)[-4:]
        wait_until_listed(hall, code)
        with Terminal(tmp_path / "ben", hall.url, "--name", "Ben") as ben:
            ben.until(f"{code}  Bluff: 1 of")
            ben.until("Its games: .*mindroll")
            for mistake, says in (("", "Type a code"), ("chess", "'chess' is neither a table here nor a game")):
                ben.type(mistake)
                ben.until(says)
            ben.type(code.lower())
            ben.until(f"Bluff at table {code}")
            ann.until("Ben")


def test_a_guest_who_wins_is_told_how_the_win_comes_on_the_board(shared_hall: RunningHall, tmp_path: Path) -> None:
    """And typing just that puts it there; whoever loses is told nothing."""
    names = fresh_name(), fresh_name()
    rules = ("--set", "rounds=1", "--set", "turn_order=seat", "--seats", "2")
    with (
        open_table(shared_hall, tmp_path, "mindroll", *rules, name=names[0]) as one,
        Terminal(tmp_path, link_of(one), "--name", names[1]) as two,
    ):
        two.until("r  Ready")
        two.type("r")
        one.until("is ready")
        one.type("s")
        play_together(one, two)
        for person in (one, two):
            person.until("m  Rematch")
            assert person.finish()[0] == 0
        told = [[line for line in person.lines if "put this win on the leaderboard" in line] for person in (one, two)]
        places = next(line for line in one.lines if line.startswith("The end: "))
    winners = [name for name in names if re.search(rf"\b1=?\. {name}", places)]
    assert [len(lines) for lines in told] == [name in winners for name in names]
    typed = shlex.split(told[names.index(winners[0])][0].partition(": dicehall ")[2])
    made = Machine(tmp_path, shared_hall.url)(*typed, "--password-stdin", typed=PASSWORD)
    assert made.code == 0, made
    board = httpx.get(f"{shared_hall.url}/api/leaderboard", params={"game": "mindroll"}).json()["rows"]
    assert [row["won"] for row in board if row["name"] == winners[0]] == [1]


# Nothing is given up by going


def test_the_hall_may_be_killed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    with (
        RunningHall(tmp_path / "hall", "--fast") as hall,
        open_table(hall, tmp_path / "ann", "mindroll", "--seats", "3", "--bots", "1") as ann,
        Terminal(tmp_path / "ben", link_of(ann), "--name", "Ben") as ben,
    ):
        ben.until("r  Ready")
        ben.type("r")
        ann.until("Ben is ready")
        ann.type("s")
        ann.until("Game 1 begins")
        hall.kill()
        for person in (ann, ben):
            person.until("The connection is lost; reconnecting")
        hall.start()
        for person in (ann, ben):
            person.until("Connected again")
        play_together(ann, ben)
        # Every event was told, and told once.
        rounds = [re.findall(r"^Round \d+: ", person.said, re.MULTILINE) for person in (ann, ben)]
        assert rounds == [[f"Round {number}: " for number in range(1, 11)]] * 2


def test_joining_again_finds_the_same_seat_and_the_same_question(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path, "bluff", "--bots", "1", "--set", "rounds=2") as ann:
        link = link_of(ann)
        ann.until("s  Start")
        ann.type("s")
        ann.until("your move")
        dice = next(line for line in reversed(ann.lines) if line.startswith("Your dice: "))
        code, said = ann.finish()
    assert code == 0
    assert "The input has ended." in said
    assert f"Your seat is kept. Come back with: dicehall join {link} --name Ann" in said
    with Terminal(tmp_path, link) as again:
        again.until(re.escape(dice))
        again.until(r"Ann .*, your move")
        again.type(first_key(again.until("^  ")))
        again.play()


def test_a_hall_that_closes_says_so_and_goes_on_when_it_opens_again(tmp_path: Path) -> None:
    with (
        RunningHall(tmp_path / "hall", "--fast") as hall,
        open_table(hall, tmp_path / "ann", "peril", "--bots", "1") as ann,
    ):
        ann.until("q  Quit")
        hall.stop()
        ann.until(r"The hall has closed\. Your seat is kept .* Ctrl-C quits\.")
        hall.start()
        ann.until("Connected again")
        assert "The connection is lost" not in ann.said


def test_ctrl_c_keeps_the_seat_and_says_so(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path, "peril", "--bots", "1") as ann:
        ann.until("q  Quit")
        code, said = ann.interrupt()
        assert code == 130
        assert "Your seat is kept." in said


def test_leaving_gives_the_seat_up_once_that_is_confirmed(hall: AnyHall, tmp_path: Path) -> None:
    with (
        open_table(hall, tmp_path / "ann", "peril") as ann,
        Terminal(tmp_path / "ben", link_of(ann), "--name", "Ben") as ben,
    ):
        ben.until("l  Leave the table")
        ben.type("l")
        ben.until("Leave, and give up the seat")
        ben.type("y")
        ben.until("You have left the table")
        ann.until("Ben leaves their seat")


# Who one is


def test_the_cookie_is_for_this_persons_eyes_only(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path, "peril") as ann:
        ann.until("q  Quit")
        kept = tmp_path / "dicehall" / "guests.json"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_another_name_is_someone_else_and_a_new_name_has_to_be_asked_for(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path, "peril", "--seats", "4") as ann:
        link = link_of(ann)
        ann.until("q  Quit")
    with Terminal(tmp_path, link, "--rename", "Annabel") as renamed:
        renamed.until("Ann is called Annabel in this hall from now on")
        renamed.until(r"1 of 4 seats: Annabel \(you, host\)")
        renamed.until("q  Quit")
    with Terminal(tmp_path, link, "--name", "Ben") as ben:
        ben.until(r"2 of 4 seats: Annabel \(host(, reconnecting)?\), Ben \(you, not ready\)")
    with Terminal(tmp_path, link, "--name", "Annabel") as annabel:
        annabel.until(r"2 of 4 seats: Annabel \(you, host\)")


def test_two_of_the_same_name_are_told_apart(hall: AnyHall, tmp_path: Path) -> None:
    with (
        open_table(hall, tmp_path / "one", "bluff", "--seats", "4", name="Cy") as cy,
        Terminal(tmp_path / "two", link_of(cy), "--name", "Cy") as other,
    ):
        other.until(r"2 of 4 seats: Cy \(host\), Cy 2 \(you, not ready\)")
        other.until("r  Ready")
        other.type("r")
        cy.until("Cy 2 is ready")
        cy.type("/Welcome, namesake")
        other.until("Cy: Welcome, namesake")
        cy.type("s")
        cy.until("Seats in order: .*Cy 2")
        other.until("Seats in order: .*(Cy.*you|you.*Cy)")


def test_a_refused_identity_is_not_saved(hall: AnyHall, tmp_path: Path) -> None:
    complaint(tmp_path, f"{hall.url}/t/zzzz", "--name", "Ben")
    assert not (tmp_path / "dicehall" / "guests.json").exists()


def test_two_terminals_of_one_machine_are_two_people(hall: AnyHall, tmp_path: Path) -> None:
    """Ann is still there, so anyone who comes without a name is someone else; by her name, it is her second window."""
    with open_table(hall, tmp_path, "peril", "--seats", "4") as ann:
        link = link_of(ann)
        ann.until("q  Quit")
        with Terminal(tmp_path, link, "--name", "Ann") as window:
            window.until(r"1 of 4 seats: Ann \(you, host\)")
        with Terminal(tmp_path, link) as someone:
            someone.until(r"2 of 4 seats: Ann \(host\), .* \(you, not ready\)")


def test_a_hall_that_has_forgotten_us_welcomes_us_again(tmp_path: Path) -> None:
    with RunningHall(tmp_path / "one", "--fast") as hall:
        with open_table(hall, tmp_path, "peril") as ann:
            ann.until("q  Quit")
        hall.kill()
        hall.data = tmp_path / "two"
        hall.start()
        with open_table(hall, tmp_path, "peril") as ann:
            ann.until(r"Ann \(you, host\)")


# Talking, watching, owning


def test_people_talk_watch_and_are_told_what_goes_on(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path / "ann", "peril", "--bots", "1") as ann:
        link = link_of(ann)
        ann.until("s  Start")
        ann.type("s")
        ann.until("your move")
        with Terminal(tmp_path / "ben", link, "--name", "Ben") as ben:
            ben.until("you are watching it")
            ben.type("/Good luck!")
            ann.until("Ben: Good luck!")
            ann.type("/Thank you, Ben")
            ben.until("Ann: Thank you, Ben")
            while "1 watching" not in ann.said:  # comings and goings are told together, a moment later
                ann.type("table")
                ann.until("Waiting for Ann")


def test_a_question_is_not_repeated_when_only_the_table_stirs(hall: AnyHall, tmp_path: Path) -> None:
    with (
        open_table(hall, tmp_path / "ann", "mindroll", "--watch", "--bots", "1") as ann,
        Terminal(tmp_path / "ben", link_of(ann), "--name", "Ben") as ben,
    ):
        ben.until("Say when you are ready")
        ann.until("Ben is not ready yet")
        ann.type("s")
        ann.until(r"^Ben is not ready yet\.$")
        ben.type("r")
        ben.until(r"You are ready; waiting for Ann \(host\) to start")
        ann.until("Everyone is ready: you can start")
        ann.type("s")
        ben.until("your move")
        ann.until(r"^Waiting for Ben\.$")
        questions = ben.said.count("your move")
        for key in ("more", "o", "l"):
            ann.type(key)
        for person in (ann, ben):
            person.until("GAME LOCKED")
        ann.type("/Nothing else has happened")
        ben.until("Nothing else has happened")
        assert ben.said.count("your move") == questions


def test_the_host_has_tools(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path / "ann", "peril", "--seats", "4") as ann:
        link = link_of(ann)
        with Terminal(tmp_path / "ben", link, "--name", "Ben") as ben:
            ben.until("r  Ready")
            ben.type("r")
            ann.until("Ben steels")
            ann.type("s")
            ann.until("KILLING GAME BEGINS")
            for key, says in (("more", "The table:"), ("o", "Host's tools:"), ("s", "for whom?")):
                ann.type(key)
                ann.until(says)
            ann.type(first_awaited(ann))
            ann.until("They may want to think")
            for key, says in (
                ("more", "The table:"),
                ("o", "Host's tools:"),
                ("k", "Kick: whom?"),
                ("b", "Ben loses the game and the seat. Kick Ben?"),
                ("y", "asked Ben"),
            ):
                ann.type(key)
                ann.until(says)
            ben.until("The host has asked you to leave")
            assert ben.finish()[0] == 0
            with Terminal(tmp_path / "ben", link) as again:
                assert again.finish() == (2, "")


def first_awaited(terminal: Terminal) -> str:
    return terminal.until("awaited for").strip()[0]


def test_a_table_without_a_clock_waits_and_a_clock_can_be_changed(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path, "peril", "--bots", "1", "--clock", "30", "--on-timeout", "wait") as ann:
        for key, says in (
            ("o", "Host's tools:"),
            ("d", "How long may a player think"),
            ("b", "no time limit"),
        ):
            ann.until(rf"^  {key}  ")
            ann.type(key)
            ann.until(says)
        for key, says in (("o", "Host's tools:"), ("p", "What is played here"), ("b", "now set for MindRoll")):
            ann.until(rf"^  {key}  ")
            ann.type(key)
            ann.until(says)


def test_the_host_may_host_without_a_seat(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path, "peril", "--watch", "--bots", "2") as ann:
        link = link_of(ann)
        ann.until(r"2 of 10 seats: Fox \(bot\), Otter \(bot\)")
        ann.until("s  Start")
    with Terminal(tmp_path, link) as again:
        again.until(r"2 of 10 seats: Fox \(bot\), Otter \(bot\)")
        again.until("s  Start")
        again.type("s")
        again.until("^The end: ")


# Mistakes


def test_help_has_examples() -> None:
    assert re.search(r"Examples:\s+dicehall join http", forked.run("join", "--help").stdout)


def complaint(home: Path, *arguments: str) -> str:
    done = forked.run("join", *arguments, env={"XDG_CONFIG_HOME": str(home), "PATH": ""})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["KIRO", "--hall", "http://127.0.0.1:9"], "no hall answers at http://127.0.0.1:9 (Connection refused)"),
        (["KIRO", "--hall", "http://127.0.0.1:9"], "a bare code is looked up at this machine's hall"),
        (["--open", "peril", "--bots", "10"], "Peril has 2 to 10 seats; you and 10 bots need 11"),
        (["--open", "peril", "--seats", "3", "--bots", "4", "--watch"], "there are 3 seats; 4 bots need 4"),
        (["--open", "peril", "--on-timeout", "laugh"], "'laugh' is not one of"),
        (["KIRO", "--clock", "30"], "are for a table that you --open"),
        (["ftp://example.org"], "'ftp://example.org' is neither a link to a table nor the address of a hall"),
        (["KIRO", "--game", "peril"], "only one of a table, --game and --open"),
        (["--game", "chess"], "there is no game 'chess'"),
        (["--open", "peril", "--set", "lives=2"], "Peril has no option 'lives'"),
        (["KIRO", "--bots", "2"], "are for a table that you --open"),
    ],
)
def test_a_mistake_gets_one_clear_line(arguments: list[str], says: str, tmp_path: Path) -> None:
    assert says in complaint(tmp_path, *arguments)


@pytest.mark.parametrize(("size", "small"), [((75, 24), True), ((80, 21), True), ((76, 22), False)])
def test_a_screen_that_is_too_small_is_said_before_anybody_sits_down(
    size: tuple[int, int], small: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dicehall.cli.terminal.size.get_terminal_size", lambda: size)
    assert is_too_small() == small
    assert ("line by line" in capsys.readouterr().out) == small


def test_a_table_that_is_not_there_or_is_locked_is_refused_in_the_halls_words(hall: AnyHall, tmp_path: Path) -> None:
    assert "There is no table 'ZZZZ' here" in complaint(tmp_path, f"{hall.url}/t/zzzz", "--name", "Zoe")
    assert "a name has 2 to 20 visible characters" in complaint(tmp_path, hall.url, "--name", " ")
    assert "seats" in complaint(tmp_path, hall.url, "--open", "peril", "--seats", "11")
    assert f"did you mean {hall.url}" in complaint(tmp_path, hall.url.replace("http:", "https:"))
    assert f"a table looks like {hall.url}/t/KIRO" in complaint(tmp_path, f"{hall.url}/foo")
    with open_table(hall, tmp_path / "ann", "peril") as ann:
        link = link_of(ann)
        for key, says in (("o", "Host's tools:"), ("l", "GAME LOCKED")):
            ann.until(rf"^  {key}  ")
            ann.type(key)
            ann.until(says)
        assert "🔒 GAME LOCKED. Access denied: the host has locked this table." in complaint(
            tmp_path, link, "--name", "Ben"
        )
