"""Tournaments in the terminal, with a real hall behind it: set up, entered, played to the podium, followed and run."""

import asyncio
import json
import re
import shlex
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from textual.pilot import Pilot

from dicehall.cli.client.entering import where
from dicehall.cli.client.hosting import follow
from dicehall.cli.client.wire import Wire
from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.moments import moment_of
from dicehall.cli.terminal.base_screen import BaseScreen
from dicehall.cli.terminal.screen import TableScreen
from dicehall.cli.terminal.tournament_screen import StandingsScreen
from dicehall.cli.terminal.tournament_visit import CupVisit
from dicehall.ports.teams import Team
from tests.cli.command import PASSWORD, Machine
from tests.cli.terminal import Terminal, first_key
from tests.cli.test_screen import SIZE, screen_text
from tests.crash.halls import MortalHall
from tests.engines.server import free_ports
from tests.server.browser import fresh_name
from tests.server.kit import PATIENCE, come_in

SHORT = ("three_dice", "--between", "0", "--set", "rounds=1")
CREATED = re.compile(r"is set up as (CUP[A-Z]+)\.\n(\S+)\n")


@pytest.fixture(scope="module")
def cup_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MortalHall]:
    """Where tables open soon after their pairing; after a kill it opens at the same address."""
    data = tmp_path_factory.mktemp("hall") / "data"
    with MortalHall(data, "--fast", "--port", str(free_ports(1)[0]), sabotage=("hurry_tournaments",)) as hall:
        hall.open()
        yield hall


@pytest.fixture
def ann(cup_hall: MortalHall, tmp_path: Path) -> Machine:
    """Someone with an account, who may host."""
    machine = Machine(tmp_path / "ann", cup_hall.url)
    machine.register(fresh_name())
    return machine


def created(host: Machine, *arguments: str) -> tuple[str, str]:
    """The code of a new tournament, and its link."""
    said = host.does("tournament", "create", *arguments)
    found = CREATED.search(said)
    assert found is not None, said
    return found[1], found[2]


def play_on(terminal: Terminal) -> None:
    """Answer with the first key whenever I am asked, until the tournament is over."""
    while (line := terminal.until(r"your move|^The tournament is over\. ")) and "your move" in line:
        terminal.type(first_key(terminal.until(r"^  ")))


def play_all(*terminals: Terminal) -> None:
    failures: list[BaseException] = []

    def play(terminal: Terminal) -> None:
        try:
            play_on(terminal)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=play, args=(terminal,)) for terminal in terminals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def test_a_host_and_a_guest_play_from_the_entry_to_the_podium(ann: Machine, tmp_path: Path) -> None:
    """My tables open by themselves, the standings come back after each, and both are told the same end."""
    code, link = created(ann, *SHORT, "--title", "Friday cup", "--rounds", "2", "--seats", "2", "--bots", "2")
    name = ann.who()[0][0]
    with (
        Terminal(ann.home, code, "--hall", ann.hall, "--name", name) as host,
        Terminal(tmp_path / "ben", link, "--name", fresh_name()) as guest,
    ):
        host.until(r"^Friday cup · Three Dice · Swiss, 2 rounds · CUP")
        guest.until("You have entered")
        host.until("has entered")
        for key, says in (("o", "Host's tools:"), ("b", "The tournament has begun: 4 take part")):
            host.type(key)
            host.until(says)
        play_all(host, guest)
        for person in (host, guest):
            assert person.finish()[0] == 0
            assert person.said.count("To table ") == 2
            for line in ("Round 1 has ended.", "Round 2 is drawn: 2 tables.", "Round 2 has ended.", "Until next time!"):
                assert person.said.count(line) == 1, line
        ends = {
            next(line for line in each.lines if line.startswith("The tournament is over")) for each in (host, guest)
        }
        assert len(ends) == 1
        assert "Fox" not in ends.pop(), "bots win no title"
    assert re.search(rf"{code} .* won by ", ann.does("tournament", "list"))


def test_a_kill_of_the_hall_and_a_closed_terminal_take_nobody_out(
    cup_hall: MortalHall, ann: Machine, tmp_path: Path
) -> None:
    code, link = created(ann, *SHORT, "--format", "series", "--games", "2", "--seats", "2")
    with Terminal(ann.home, link) as host:
        host.until("1 has entered|You have entered")
        with Terminal(tmp_path / "ben", link, "--name", fresh_name()) as guest:
            guest.until("You have entered")
            back = shlex.split(guest.interrupt()[1].partition("Come back with: ")[2])
            assert back[:3] == ["dicehall", "join", link]
        with Terminal(tmp_path / "ben", *back[2:]) as guest:
            guest.until("To table ")
            guest.until("Game 1 begins")
            cup_hall.kill()
            for person in (host, guest):
                person.until("The connection is lost; reconnecting")
            cup_hall.open()
            play_all(host, guest)
            for person in (host, guest):
                assert len(re.findall(r"^Round \d has ended", person.said, re.MULTILINE)) == 2
    told = json.loads(ann.does("tournament", "list", "--json"))["tournaments"]
    assert next(each["phase"] for each in told if each["code"] == code.casefold()) == "done"


def test_a_follower_hears_all_of_it_in_words_and_as_json(ann: Machine) -> None:
    code, link = created(ann, *SHORT, "--rounds", "1", "--seats", "2", "--bots", "1")
    heard: list[str] = []
    following = threading.Thread(target=lambda: heard.append(ann.does("tournament", "follow", code)))
    with Terminal(ann.home, link) as host:
        host.until("have entered|You have entered")
        host.until(r"It starts when .+ says so\.")
        following.start()
        ann.does("tournament", "start", code)
        play_on(host)
    following.join()
    assert "The tournament is over. 1. " in heard[0]
    assert "Answer with a key" not in heard[0], "a follower is never asked"
    over = ann.does("tournament", "follow", code)
    assert "The tournament is over. 1. " in over
    assert "Others enter with" not in over
    assert "Ctrl-C" not in over
    assert re.search(r"^  1\. .*: \d", heard[0], re.MULTILINE)
    (line,) = ann.does("tournament", "follow", code, "--json").splitlines()
    assert json.loads(line)["shown"]["phase"] == "done"


def test_hosts_run_it_from_the_command_line(ann: Machine, tmp_path: Path) -> None:
    code, link = created(ann, *SHORT, "--by-link", "--most", "9", "--seats", "3", "--rounds", "5")
    assert "#k=" in link
    with Terminal(tmp_path / "ben", code, "--hall", ann.hall, "--name", "Ben without a link") as ben:
        ben.until("Only those who have the link may enter")
    name = fresh_name()
    with Terminal(tmp_path / "cleo", link, "--name", name) as cleo:
        cleo.until("It starts when 9 have entered, or when ")
        cleo.until("You have entered")
        assert "3 bots have entered" in ann.does("tournament", "bots", code, "3", "--level", "easy")
        assert f"{name} is removed" in ann.does("tournament", "remove", code, name)
        cleo.until("You no longer take part")
        cleo.type("e")
        cleo.until("The host has removed you")
    assert "nobody called 'Nemo' has entered; those who have: " in ann.fails("tournament", "remove", code, "Nemo")
    assert "one of them a person" in ann.fails("tournament", "start", code)
    assert "no pairing" in ann.fails("tournament", "undo", code)
    assert "not started" in ann.fails("tournament", "pause", code)
    assert "'off' was not typed" in ann.fails("tournament", "call-off", code, typed="no\n")
    ann.does("tournament", "call-off", code, "--yes")
    assert re.search(rf"{code} .*called off", ann.does("tournament", "list"))


def test_a_host_turns_predictions_off_for_all_tables(ann: Machine) -> None:
    for arguments, wanted in ((("--no-predictions",), False), ((), True)):
        code, _ = created(ann, *SHORT, "--seats", "2", *arguments)
        ann.does("tournament", "call-off", code, "--yes")
        (line,) = ann.does("tournament", "follow", code, "--json").splitlines()
        assert json.loads(line)["shown"]["setting"]["predictions"] == wanted


def setting_of(host: Machine, code: str) -> dict[str, Any]:
    setting: dict[str, Any] = httpx.get(f"{host.hall}/api/tournaments/{code}").json()["shown"]["setting"]
    return setting


def test_what_will_be_played_can_change_until_it_starts(ann: Machine) -> None:
    code, _ = created(ann, *SHORT, "--rounds", "4", "--most", "9", "--duplicate", "--seats", "3")
    before = setting_of(ann, code)
    assert before["duplicate"]
    ann.does(
        "tournament", "change", code, "--title", "Autumn cup", "--rounds", "2", "--no-duplicate", "--set", "rounds=2"
    )
    changed = setting_of(ann, code)
    assert (changed["title"], changed["duplicate"], changed["options"]) == ("Autumn cup", False, {"rounds": 2})
    assert changed["format"] == before["format"] | {"rounds": 2}
    same = ("game", "seats", "least", "most", "clock", "between", "bots", "open", "starts")
    assert {name: changed[name] for name in same} == {name: before[name] for name in same}
    ann.does("tournament", "change", code, "--format", "knock-out", "--game", "bluff", "--start", "+30")
    changed = setting_of(ann, code)
    assert (changed["game"], changed["options"], changed["format"]) == (
        "bluff",
        {},
        {"type": "knock_out", "advance": 1},
    )
    assert changed["starts"] is not None
    ann.does("tournament", "change", code, "--teams", "2", "--no-predictions")
    changed = setting_of(ann, code)
    assert (changed["teams"], changed["predictions"]) == ({"count": 2}, False)
    ann.does("tournament", "change", code, "--teams", "no", "--predictions")
    changed = setting_of(ann, code)
    assert (changed["teams"], changed["predictions"]) == (None, True)
    ann.does("tournament", "change", code, "--start", "full")
    assert setting_of(ann, code)["starts"] is None
    assert "--rounds belongs to --format swiss" in ann.fails("tournament", "change", code, "--rounds", "3")
    assert "say what to change" in ann.fails("tournament", "change", code)
    ann.does("tournament", "bots", code, "1")
    assert "remove them first" in ann.fails("tournament", "change", code, "--no-bots")


def test_a_second_runs_it_too_and_whoever_was_removed_is_let_back_in(ann: Machine, tmp_path: Path) -> None:
    code, link = created(ann, *SHORT, "--most", "9", "--seats", "3")
    ben, name = Machine(tmp_path / "ben", ann.hall), fresh_name()
    with Terminal(ben.home, link, "--name", name) as window:
        window.until("You have entered")
        assert "Only the host" in ben.fails("tournament", "bots", code)
        assert f"{name} is your second" in ann.does("tournament", "second", code, name)
        assert "1 bot has entered" in ben.does("tournament", "bots", code)
        assert "no second any more" in ann.does("tournament", "second", code, "--nobody")
        assert "Only the host" in ben.fails("tournament", "bots", code)
        assert "was removed; those who were: nobody" in ann.fails("tournament", "readmit", code, name)
        ann.does("tournament", "remove", code, name)
        window.until("You no longer take part")
        assert f"{name} may take part again" in ann.does("tournament", "readmit", code, name)
        window.type("e")
        window.until("You have entered")
    assert "name your second, or use --nobody" in ann.fails("tournament", "second", code)
    assert "name your second, or use --nobody" in ann.fails("tournament", "second", code, "Nemo", "--nobody")
    assert "nobody called 'Nemo' has entered" in ann.fails("tournament", "second", code, "Nemo")


def test_a_pause_holds_it_and_then_it_goes_on(ann: Machine) -> None:
    code, link = created(ann, *SHORT, "--rounds", "1", "--seats", "2", "--bots", "1")
    with Terminal(ann.home, link) as host:
        host.until("have entered|You have entered")
        ann.does("tournament", "start", code)
        ann.does("tournament", "pause", code)
        told = json.loads(ann.does("tournament", "list", "--json"))["tournaments"]
        assert next(each["paused"] for each in told if each["code"] == code.casefold())
        ann.does("tournament", "resume", code)
        play_on(host)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ludo",), "there is no game 'ludo'"),
        (("bluff", "--seats", "12"), "seats"),
        (("bluff", "--games", "3"), "--games belongs to --format series"),
        (("bluff", "--format", "knock-out", "--rounds", "3"), "--rounds belongs to --format swiss"),
        (("bluff", "--rounds", "99"), "that cannot be: "),
        (("bluff", "--least", "5", "--seats", "3"), "The least number of seats is more than the preferred one"),
        (("bluff", "--start", "soon"), "'soon' is no time: use 20:30"),
        (("bluff", "--bots", "2", "--no-bots"), "--bots and --no-bots contradict each other"),
        (("mindroll", "--set", "match=open"), "without an end cannot be played in a tournament"),
        (("bluff", "--teams", "all"), "--teams takes sum, or how many of the best count, not 'all'"),
        (("bluff", "--teams", "51"), "--teams takes sum, or how many of the best count, not '51'"),
        (("bluff",), "nobody on this machine is signed in"),
    ],
)
def test_a_mistake_gets_one_clear_line(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    nowhere = Machine(tmp_path, "http://127.0.0.1:9")
    assert says in nowhere.fails("tournament", "create", *arguments)


def test_what_is_no_tournament_is_refused(ann: Machine, tmp_path: Path) -> None:
    assert "'KIRO' is not the code of a tournament" in ann.fails("tournament", "follow", "KIRO")
    assert "There is no tournament 'CUPZZZZ' here" in ann.fails("tournament", "follow", "CUPZZZZ")
    guest = Machine(tmp_path / "guest", ann.hall)
    assert "sign in with: dicehall account log-in" in guest.fails("tournament", "create", "bluff")


def test_codes_and_links_are_understood_as_people_type_them() -> None:
    for target in ("CUPRAMI", "cup-rami", "http://h/tournament/cuprami", "http://h/tournament/CUPRAMI#k=s3"):
        assert where(target, "http://h").tournament == "CUPRAMI"
        assert where(target, "http://h").url == "http://h"
    assert where("http://h/tournament/CUPRAMI#k=s3", "http://h").key == "s3"
    assert where("KIRO", "http://h").tournament is None


def test_times_are_understood_as_people_type_them() -> None:
    now = datetime(2026, 5, 1, 19, 0)
    for typed, at in (
        ("20:30", (1, 20, 30)),
        ("18:00", (2, 18, 0)),
        ("+15", (1, 19, 15)),
        ("2026-05-09 12:00", (9, 12, 0)),
    ):
        day, hour, minute = at
        assert moment_of(typed, now) == datetime(2026, 5, day, hour, minute).timestamp()
    with pytest.raises(Refused, match="is no time"):
        moment_of("25:00", now)


# The full screen


async def guest_of(hall: MortalHall, name: str) -> str:
    client = await come_in(hall.url, name)
    await client.close()
    return str(client.cookie)


async def until(pilot: Pilot[None], app: BaseScreen, words: str) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            while words not in screen_text(app):
                await pilot.pause(0.05)
    except TimeoutError:
        raise AssertionError(f"{words!r} is not on the screen:\n{screen_text(app)}") from None


def test_the_full_screen_goes_from_the_standings_to_my_table_and_back(cup_hall: MortalHall, ann: Machine) -> None:
    """At the size of an old terminal: standings, a table that opens by itself, its result, and the podium."""
    code, _ = created(ann, *SHORT, "--title", "Friday cup", "--rounds", "1", "--seats", "2", "--bots", "3")
    name = fresh_name()

    async def run() -> None:
        wire = Wire(cup_hall.url, await guest_of(cup_hall, name))
        await wire.open()
        visit = CupVisit(wire, await follow(wire, code), plain=False, watch=False)
        await visit.come()
        standings = StandingsScreen(visit)
        async with standings.run_test(size=SIZE) as pilot:
            await until(pilot, standings, "4 have entered, 3 of them bots")
            assert name in screen_text(standings)
            assert "Ctrl-C quits (you stay in)" in screen_text(standings)
            await asyncio.to_thread(ann.does, "tournament", "start", code)
            async with asyncio.timeout(PATIENCE):
                while standings.table is None:
                    await pilot.pause(0.05)
        table = await visit.sit_down(standings.table)
        screen = TableScreen(table, paced=False)
        async with screen.run_test(size=SIZE) as pilot:
            async with asyncio.timeout(PATIENCE):
                while not table.is_done:
                    if screen.menu is not None and table.table.turns and not screen.busy:
                        await pilot.press("enter")
                    await pilot.pause(0.02)
            await until(pilot, screen, "Back to the tournament")
            assert "Friday cup, round 1" in screen_text(screen)
            await pilot.press("b")
            async with asyncio.timeout(PATIENCE):
                while not table.over:
                    await pilot.pause(0.02)
        await visit.get_up(table)
        standings = StandingsScreen(visit)
        async with standings.run_test(size=SIZE) as pilot:
            await until(pilot, standings, "The tournament is over. 1. ")
            assert "█" in screen_text(standings)
            assert "Your place: " in screen_text(standings)
        await wire.close()

    asyncio.run(run())


def test_a_clock_that_ticks_while_the_screen_is_taken_down_does_no_harm(cup_hall: MortalHall, ann: Machine) -> None:
    code, _ = created(ann, *SHORT)

    async def run() -> None:
        wire = Wire(cup_hall.url, None)
        await wire.open()
        standings = StandingsScreen(CupVisit(wire, await follow(wire, code), plain=False, watch=True))
        async with standings.run_test(size=SIZE) as pilot:
            await until(pilot, standings, "Standings")
            await standings.screen_stack[0].query("*").remove()
            standings.tick()
        await wire.close()

    asyncio.run(run())


# Teams


def test_who_enters_chooses_a_team_and_may_choose_another_before_the_start_tm_08(
    cup_hall: MortalHall, ann: Machine
) -> None:
    code, _ = created(ann, *SHORT, "--rounds", "1", "--seats", "2", "--teams", "sum", "--bots", "1")
    name = fresh_name()

    async def run() -> None:
        wire = Wire(cup_hall.url, await guest_of(cup_hall, name))
        await wire.open()
        visit = CupVisit(wire, await follow(wire, code), plain=False, watch=False)
        await visit.come(Team("Red Foxes", "red", "stripes"))
        standings = StandingsScreen(visit)
        async with standings.run_test(size=SIZE) as pilot:
            await until(pilot, standings, f"▤{name}")
            await until(pilot, standings, f"1 ▤ Red Foxes  0  {name}")
            assert "Teams, by the points of all members" in screen_text(standings)
            await pilot.press("l", "y")
            await until(pilot, standings, "Enter with another team")
            assert "Red Foxes" not in screen_text(standings)
            await pilot.press("t", "n", "O", "w", "l", "s", "enter")
            await until(pilot, standings, "The colour of Owls")
            await pilot.press("f", "c")
            await until(pilot, standings, f"1 ░ Owls  0  {name}")
        await visit.come(Team("Red Foxes", "red", "stripes"))
        assert visit.cup.story[-1].startswith("You stay in the team that you entered with.")
        await wire.close()

    asyncio.run(run())


def test_teams_stand_beside_names_and_in_standings_of_their_own(ann: Machine, tmp_path: Path) -> None:
    code, link = created(ann, *SHORT, "--rounds", "1", "--seats", "2", "--teams", "1")
    name, other = ann.who()[0][0], fresh_name()
    with (
        Terminal(ann.home, code, "--hall", ann.hall, "--name", name, "--team", "Red Foxes") as host,
        Terminal(tmp_path / "ben", link, "--name", other, "--no-team") as guest,
    ):
        guest.until("You have entered")
        host.until("has entered")
        guest.type("l")
        guest.until("Leave?")
        guest.type("y")
        guest.until("t  Enter with another team")
        guest.type("t")
        guest.until(r"a  Join Red Foxes \(")
        guest.type("a")
        guest.until("You have entered")
        for key, says in (("o", "Host's tools:"), ("b", "The tournament has begun: 2 take part")):
            host.type(key)
            host.until(says)
        play_all(host, guest)
        code_of_end, said = host.finish()
    assert code_of_end == 0
    assert "Teams, by the points of the best member.\n" in said
    assert re.search(rf"^  1\. {name} \(you\), Red Foxes: |^  2\. {name} \(you\), Red Foxes: ", said, re.MULTILINE)
    assert re.search(r"^  1\. Red Foxes: (\S+) points? \(.* \1, .* \S+ \(not counted\)\)$", said, re.MULTILINE)


def test_help_has_examples(ann: Machine) -> None:
    for command in ("create", "follow", "list", "remove", "readmit", "second", "change"):
        assert "Examples:" in ann("tournament", command, "--help").said
    assert PASSWORD not in ann("tournament", "--help").said
