"""`dicehall admin` against a real hall: from the link that it prints to the log of what was done."""

import json
import os
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dicehall.cli.client.caller import ADMINISTRATORS, caller
from dicehall.cli.commands.admin import admin, audit_log
from tests.cli.command import PASSWORD, Machine, rows
from tests.cli.terminal import Terminal
from tests.kit import forked
from tests.server.kit import RunningHall


@pytest.fixture(scope="module")
def administrator(shared_hall: RunningHall, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """The machine of Olga, who has claimed the hall."""
    machine = Machine(tmp_path_factory.mktemp("administrator"), shared_hall.url)
    link = machine.does("admin", "link", "--data", str(shared_hall.data)).strip()
    claimed = machine("admin", "claim", link, "Olga", "--password-stdin", typed=f"{PASSWORD}\n")
    see = f"See: dicehall admin --help; its commands take --hall {shared_hall.url}"
    assert claimed == (0, f"The hall at {shared_hall.url} is yours, Olga. {see}\n", "")
    return machine


@pytest.fixture
def other(shared_hall: RunningHall, tmp_path: Path) -> Machine:
    return Machine(tmp_path, shared_hall.url)


def last_act(administrator: Machine) -> str:
    [[_, _, what]] = rows(administrator.does("admin", "audit", "--most", "1"))
    return what


# Claiming it


def test_the_link_that_a_fresh_hall_prints_makes_it_ones_own(tmp_path: Path) -> None:
    with RunningHall(tmp_path / "hall") as hall:
        assert hall.process.stdout is not None
        while not (found := re.search(r"http://\S+/claim/\S+", hall.said)):
            hall.said += hall.process.stdout.readline()
        machine = Machine(tmp_path / "home", hall.url)
        assert machine("admin", "claim", found[0], "Ann", "--password-stdin", typed=PASSWORD).code == 0
        assert machine.who() == [["Ann", "administrator", "known"]]
        assert "This link does not work" in machine.refused(
            "admin", "claim", found[0], "Ben", "--password-stdin", typed=PASSWORD
        )


def test_an_account_or_a_guest_of_this_machine_claims_a_hall(
    shared_hall: RunningHall, other: Machine, name: str
) -> None:
    other.register(name)
    link = other.does("admin", "link", "--data", str(shared_hall.data)).strip()
    assert other("admin", "claim", link).said.startswith(f"The hall at {shared_hall.url} is yours, {name}.")
    with Terminal(other.home, shared_hall.url, "--open", "peril", "--name", f"{name} x") as guest:
        guest.until("q  Quit")
    link = other.does("admin", "link", "--data", str(shared_hall.data)).strip()
    claimed = other("admin", "claim", link, "--as", f"{name} x", "--password-stdin", typed=PASSWORD)
    assert claimed.code == 0, claimed
    assert sorted(other.who()) == [[name, "administrator", "known"], [f"{name} x", "administrator", "known"]]


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("http://127.0.0.1:8000", "is not a claim link"),
        ("Ann", "is not a claim link"),
        ("http://127.0.0.1:8000/claim/", "is not a claim link"),
        ("ftp://127.0.0.1/claim/secret", "neither a link to a table nor the address of a hall"),
        ("http://127.0.0.1:9/claim/secret", "give your name as well"),
    ],
)
def test_what_is_no_link_is_said_so(other: Machine, link: str, says: str) -> None:
    assert says in other.refused("admin", "claim", link)


def test_a_link_is_made_only_where_a_hall_is_kept(other: Machine, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    assert f"there is no hall in {empty}" in other.fails("admin", "link", "--data", str(empty))
    assert not empty.exists(), "and nothing is made there"


def test_a_link_is_made_for_a_hall_that_is_closed_too(tmp_path: Path) -> None:
    with RunningHall(tmp_path / "hall") as hall:
        hall.stop()
        machine = Machine(tmp_path / "home", hall.url)
        link = machine.does("admin", "link", "--data", str(hall.data)).strip()
        assert link.startswith(f"{hall.url}/claim/")


# People


def test_people_are_listed_and_searched(administrator: Machine, other: Machine, name: str) -> None:
    other.register(name)
    said = administrator.does("admin", "people", name.lower())
    assert re.search(r"name +id +what +seen +windows +banned", said)
    [[found, id, kind, _]] = rows(said)
    assert (found, kind) == (name, "account")
    assert re.fullmatch(r"p[a-z2-7]{10}", id)
    assert administrator.does("admin", "people", "Nobody at all") == "Nobody has a name like that.\n"


def test_someone_is_banned_told_why_and_let_in_again(administrator: Machine, other: Machine, name: str) -> None:
    other.register(name)
    assert administrator.does("admin", "ban", name, "--reason", "Shouting at people") == f"{name} is banned.\n"
    assert last_act(administrator) == f"Olga banned {name}"
    assert "You are banned from this hall: Shouting at people" in other.fails("account", "tokens")
    assert "Shouting at people" in other.refused("join", other.hall, "--open", "peril")
    assert other.who() == [[name, "account", "You are banned from this hall: Shouting at people"]]
    assert rows(administrator.does("admin", "people", name))[0][-1] == "Shouting at people"
    assert f"{name} is banned already" in administrator.fails("admin", "ban", name, "--reason", "Again")
    assert administrator.does("admin", "unban", name) == f"{name} is no longer banned.\n"
    assert f"{name} is not banned" in administrator.fails("admin", "unban", name)
    assert other.who() == [[name, "account", "known"]]


def test_someone_is_renamed_also_with_a_slash_in_the_name(administrator: Machine, other: Machine, name: str) -> None:
    other.register(name)
    assert administrator.does("admin", "rename", name, f"{name} a/b") == f"{name} is called {name} a/b from now on.\n"
    assert (
        administrator.does("admin", "rename", f"{name} a/b", f"{name} c")
        == f"{name} a/b is called {name} c from now on.\n"
    )
    assert other.who() == [[f"{name} c", "account", "known"]]
    assert "nobody at" in administrator.fails("admin", "rename", "Not/There", "Somewhere")
    assert "Nobody here is called 'Not There'" in administrator.fails("admin", "rename", "Not There", "Somewhere")


def test_an_administrator_is_appointed_acts_and_is_dismissed(administrator: Machine, other: Machine, name: str) -> None:
    other.register(name)
    assert "Only administrators" in other.fails("admin", "people")
    assert administrator.does("admin", "appoint", name) == f"{name} is an administrator.\n"
    other.does("admin", "people")
    assert "dismiss them first" in administrator.fails("admin", "ban", name, "--reason", "Because")
    assert "You cannot dismiss yourself" in administrator.fails("admin", "dismiss", "Olga")
    assert administrator.does("admin", "dismiss", name) == f"{name} is no longer an administrator.\n"
    assert last_act(administrator) == f"Olga dismissed {name}"
    assert "Only administrators" in other.fails("admin", "people")


# Confirming


def test_long_after_the_sign_in_the_password_is_asked_for_before_a_ban(
    administrator: Machine, shared_hall: RunningHall, other: Machine, name: str
) -> None:
    other.register(name)
    shared_hall.kill()
    shared_hall.start()  # it remembers sessions, but nobody's proof
    ban, question = ("admin", "ban", name, "--reason", "Shouting"), "Confirm that it is you: the password of Olga"
    sign_in = f"dicehall account log-in Olga --hall {shared_hall.url}"
    assert sign_in in administrator.fails(*ban, typed=f"{PASSWORD}\n"), "a pipe is not asked"
    code, shown = administrator.at_a_terminal(*ban, answers={question: "not the password"})
    assert code == 2
    assert "dicehall: That is not your password." in shown
    assert other.who() == [[name, "account", "known"]]
    code, shown = administrator.at_a_terminal(*ban, answers={question: PASSWORD})
    assert code == 0
    assert f"{name} is banned." in shown
    assert PASSWORD not in shown
    renamed = administrator.does("admin", "rename", name, f"{name} x")
    assert renamed == f"{name} is called {name} x from now on.\n", "it holds"


# Tables


def test_tables_are_listed_also_private_ones_and_closed(administrator: Machine, other: Machine, name: str) -> None:
    with Terminal(other.home, other.hall, "--open", "bluff", "--private", "--seats", "3", "--name", name) as host:
        link = re.findall(r"http://\S+/t/[A-Z]+", host.until(" at table "))[0]
        code = link.rpartition("/")[2]
        host.until("q  Quit")
        [found] = [row for row in rows(administrator.does("admin", "tables")) if row[0] == code]
        assert found == [code, "Bluff", "waiting", "1 of 3", name, name, "private"]
        assert administrator.does("admin", "close", code.lower()) == f"Table {code} is closed.\n"
        host.until("closed")
    assert last_act(administrator) == f"Olga closed table {code}"
    assert f"There is no table '{code}' here" in administrator.fails("admin", "close", code)


# Starting over


def test_a_reset_happens_only_where_its_word_is_typed(administrator: Machine) -> None:
    before = administrator.does("admin", "audit")
    for what in ("leaderboard", "everything"):
        for typed in ("", "\n", "yes\n", f"{what}!\n"):
            assert f"'{what}' was not typed; nothing was done" in administrator.fails(
                "admin", "reset", what, typed=typed
            )
    assert administrator.does("admin", "audit") == before
    said = administrator.does("admin", "reset", "leaderboard", "--game", "Three-Dice", typed="leaderboard\n")
    assert said.endswith("The leaderboard of Three Dice is empty again.\n")
    assert last_act(administrator) == "Olga reset the leaderboard of Three Dice"
    assert administrator.does("admin", "reset", "leaderboard", "--yes") == "The leaderboard is empty again.\n"
    assert last_act(administrator) == "Olga reset the leaderboard of all games"
    assert "there is no game 'chess'" in administrator.fails("admin", "reset", "leaderboard", "--game", "chess")


def test_everything_is_reset(administrator: Machine, other: Machine, name: str) -> None:
    with Terminal(other.home, other.hall, "--open", "bluff", "--name", name) as host:
        host.until("q  Quit")
        said = administrator.does("admin", "reset", "everything", typed="everything\n")
        assert re.search(r"tables? (is|are) closed, and the leaderboard is empty again\.$", said)
        host.until("closed")
    assert administrator.does("admin", "tables") == "No table is open.\n"
    assert last_act(administrator) == "Olga reset everything"


# Who did what


def test_the_log_is_printed_for_people_and_for_programs(administrator: Machine) -> None:
    for _ in range(3):
        administrator.does("admin", "reset", "leaderboard", "--yes")
    lines = [json.loads(line) for line in administrator.does("admin", "audit", "--json", "--most", "3").splitlines()]
    assert [line["act"] for line in lines] == ["leaderboard_reset"] * 3
    assert {line["by"]["name"] for line in lines} == {"Olga"}
    whole = [
        json.loads(line)["number"]
        for line in administrator.does("admin", "audit", "--json", "--most", "1000").splitlines()
    ]
    assert whole == list(range(len(whole), 0, -1))
    table = rows(administrator.does("admin", "audit", "--most", "1000"))
    assert [row[0] for row in table] == [str(number) for number in whole]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", row[1]) for row in table)


def test_a_log_that_is_longer_than_a_page_is_printed_whole(
    administrator: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dicehall.cli.commands import admin as commands

    monkeypatch.setenv("XDG_CONFIG_HOME", str(administrator.home))
    whole = audit_log(caller(administrator.hall, None, ADMINISTRATORS), 1000)
    monkeypatch.setattr(commands, "PAGE", 2)
    assert audit_log(caller(administrator.hall, None, ADMINISTRATORS), 1000) == whole
    assert audit_log(caller(administrator.hall, None, ADMINISTRATORS), 3) == whole[:3]


# Mistakes


def test_anyone_who_is_not_logged_in_is_told_how_to(other: Machine) -> None:
    complaint = other.fails("admin", "people")
    assert f"sign in with: dicehall account log-in NAME --hall {other.hall}" in complaint
    assert "Missing option '--reason'" in other.fails("admin", "ban", "Somebody")


@pytest.mark.parametrize(("variable", "coloured"), [("FORCE_COLOR", True), ("NO_COLOR", False)])
def test_colours_can_be_switched_off(administrator: Machine, variable: str, coloured: bool) -> None:
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    done = forked.run(
        "admin", "people", "--hall", administrator.hall,
        env={**plain, "XDG_CONFIG_HOME": str(administrator.home), "FORCE_COLOR": "1", variable: "1", "PAGER": "cat",
             "TERM": "xterm-256color"},
    )  # fmt: skip
    assert (done.returncode, "\x1b[" in done.stdout) == (0, coloured)


@pytest.mark.parametrize(
    "command",
    [
        "claim", "link", "people", "ban", "unban", "rename", "appoint", "dismiss", "tables", "close",
        "reset leaderboard", "reset everything", "audit",
    ],
)  # fmt: skip
def test_every_command_has_examples(command: str) -> None:
    said = CliRunner().invoke(admin, [*command.split(), "--help"]).stdout
    assert re.search(rf"Examples:\s+dicehall admin {command}", said)
