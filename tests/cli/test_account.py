"""`dicehall account` against a real hall: coming, going, tokens, one's data, and joining with it."""

import json
import re
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dicehall.cli.client import identities
from dicehall.cli.client.identities import SavedIdentity
from dicehall.cli.commands.account import account
from tests.cli.command import NEW_PASSWORD, PASSWORD, Machine, rows
from tests.cli.terminal import Terminal
from tests.server.kit import RunningHall


@pytest.fixture
def machine(shared_hall: RunningHall, tmp_path: Path) -> Machine:
    return Machine(tmp_path, shared_hall.url)


# Coming and going


def test_an_account_is_made_kept_and_used_to_join(machine: Machine, name: str) -> None:
    said = machine.does("account", "register", name, "--password-stdin", typed=f"{PASSWORD}\n")
    assert said == f"{name} has an account at {machine.hall} now. `dicehall join` uses it from now on.\n"
    assert machine.who() == [[name, "account", "known"]]
    with Terminal(machine.home, machine.hall, "--open", "peril") as eve:
        eve.until(rf"{name} \(you, host\)")


def test_a_guest_of_this_machine_becomes_the_account_and_keeps_the_seat(machine: Machine, name: str) -> None:
    with Terminal(machine.home, machine.hall, "--open", "bluff", "--name", name) as guest:
        link = re.findall(r"http://\S+/t/[A-Z]+", guest.until(" at table "))[0]
        guest.until("q  Quit")
    assert machine.who() == [[name, "guest", "known"]]
    assert "--as" in machine.fails("account", "register", name, "--password-stdin", typed=PASSWORD)
    machine.does("account", "register", "--as", name, "--password-stdin", typed=PASSWORD)
    assert machine.who() == [[name, "account", "known"]]
    with Terminal(machine.home, link) as again:
        again.until(rf"{name} \(you, host\)")
    assert "has an account" in machine.fails("account", "register", "--as", name)


def test_a_guest_may_take_another_name_with_the_account(machine: Machine, name: str) -> None:
    with Terminal(machine.home, machine.hall, "--open", "bluff", "--name", f"{name} x") as guest:
        guest.until("q  Quit")
    machine.does("account", "register", name, "--as", f"{name} x", "--password-stdin", typed=PASSWORD)
    assert machine.who() == [[name, "account", "known"]]


def test_one_logs_out_and_in_again_also_on_another_machine(machine: Machine, name: str, tmp_path: Path) -> None:
    machine.register(name)
    assert machine.does("account", "log-out") == f"{name} is signed out at {machine.hall}.\n"
    assert machine.does("account", "who") == f"Nobody on this machine is known at {machine.hall}.\n"
    other = Machine(tmp_path / "other", machine.hall)
    for each in (machine, other):
        said = each.does("account", "log-in", name, "--password-stdin", typed=f"{PASSWORD}\n")
        assert said == f"{name} is signed in at {machine.hall}.\n"
        assert each.who() == [[name, "account", "known"]]


def test_logging_in_twice_keeps_one_session(machine: Machine, name: str) -> None:
    machine.register(name)
    for _ in range(2):
        machine.does("account", "log-in", name.upper(), "--password-stdin", typed=PASSWORD)
    assert machine.who() == [[name, "account", "known"]]
    export = json.loads(machine.does("account", "export", "-"))
    assert len(export["account"]["sign_ins"]) == 1


def test_a_wrong_password_or_name_is_refused_in_the_halls_words(machine: Machine, name: str) -> None:
    machine.register(name)
    for who in (name, "Nobody of this name"):
        assert "Name or password is wrong" in machine.fails("account", "log-in", who, "--password-stdin", typed="wrong")
    assert machine.who() == [[name, "account", "known"]], "and nothing is lost by it"


def test_the_name_of_an_account_is_not_for_guests(machine: Machine, name: str, tmp_path: Path) -> None:
    machine.register(name)
    stranger = Machine(tmp_path / "other", machine.hall)
    complaint = stranger.refused("join", machine.hall, "--open", "peril", "--name", name)
    assert f"dicehall account log-in '{name}' --hall {machine.hall}" in complaint


def test_who_was_logged_out_elsewhere_is_told_to_log_in(machine: Machine, name: str, tmp_path: Path) -> None:
    machine.register(name)
    other = Machine(tmp_path / "other", machine.hall)
    other.does("account", "log-in", name, "--password-stdin", typed=PASSWORD)
    changed = other.does("account", "password", "--password-stdin", typed=f"{PASSWORD}\n{NEW_PASSWORD}\n")
    assert changed == f"{name} has a new password. All other browsers are signed out; access tokens stay.\n"
    complaint = machine.fails("account", "tokens")
    assert f"sign in again with: dicehall account log-in '{name}' --hall {machine.hall}" in complaint
    assert "nobody on this machine is signed in" in machine.fails("account", "tokens")
    assert "wrong" in machine.fails("account", "log-in", name, "--password-stdin", typed=PASSWORD)
    machine.does("account", "log-in", name, "--password-stdin", typed=NEW_PASSWORD)


def test_an_account_that_is_logged_out_is_not_replaced_by_a_guest(machine: Machine, name: str, tmp_path: Path) -> None:
    machine.register(name)
    other = Machine(tmp_path / "other", machine.hall)
    other.does("account", "log-in", name, "--password-stdin", typed=PASSWORD)
    other.does("account", "password", "--password-stdin", typed=f"{PASSWORD}\n{NEW_PASSWORD}\n")
    assert "sign in again" in machine.refused("join", machine.hall, "--open", "peril")


def test_a_guest_is_not_logged_out_for_nobody_could_log_in_again(machine: Machine, name: str) -> None:
    with Terminal(machine.home, machine.hall, "--open", "peril", "--name", name) as guest:
        guest.until("q  Quit")
    assert "nobody on this machine is signed in" in machine.fails("account", "log-out")
    assert "is a guest and could not sign in again" in machine.fails("account", "log-out", "--as", name)


# Passwords


def test_a_password_is_never_an_argument_and_never_guessed_from_a_pipe(machine: Machine, name: str) -> None:
    assert "--password-stdin" in machine.fails("account", "register", name, typed=PASSWORD)
    assert "there is no password" in machine.fails("account", "register", name, "--password-stdin")
    for argument in ("--password", f"--password={PASSWORD}"):
        assert "No such option" in machine.fails("account", "register", name, argument)
    assert "8 to 200 characters" in machine.fails("account", "register", name, "--password-stdin", typed="short")


@pytest.mark.parametrize(("again", "says"), [(PASSWORD, "has an account"), ("something else", "passwords differ")])
def test_a_password_is_typed_twice_and_not_shown(machine: Machine, name: str, again: str, says: str) -> None:
    answers = {"New password": PASSWORD, "The same again": again}
    code, shown = machine.at_a_terminal("account", "register", name, answers=answers)
    assert code in (0, 2)
    assert says in shown
    assert PASSWORD not in shown


# Tokens


def test_tokens_are_made_listed_used_and_revoked(machine: Machine, name: str) -> None:
    machine.register(name)
    assert machine.does("account", "tokens") == "You have no tokens.\n"
    made = machine("account", "tokens", "new", "my bot", "--hall", machine.hall)
    assert (made.code, made.complained) == (0, "It is shown only once: keep it.\n")
    token = made.said.strip()
    assert token not in (machine.home / "dicehall" / "guests.json").read_text()
    reading = machine("account", "tokens", "new", "my eyes", "--scope", "read", "--hall", machine.hall).said.strip()
    listed = rows(machine.does("account", "tokens"))
    assert sorted(row[1:3] for row in listed) == [["my bot", "play"], ["my eyes", "read"]]
    assert {row[-1] for row in listed} == {"never"}
    key = next(row[0] for row in listed if row[1] == "my bot")
    assert machine.does("account", "tokens", "revoke", key) == f"The token {key} is revoked.\n"
    assert [row[1] for row in rows(machine.does("account", "tokens"))] == ["my eyes"]
    assert f"you have no token '{key}'" in machine.fails("account", "tokens", "revoke", key)
    assert "1 to 40 visible characters" in machine.fails("account", "tokens", "new", " ")
    assert "'everything' is not one of" in machine.fails("account", "tokens", "new", "x", "--scope", "everything")
    assert token != reading


# One's data, and the end of it


def test_the_export_is_for_this_persons_eyes_only(machine: Machine, name: str, tmp_path: Path) -> None:
    machine.register(name)
    file = tmp_path / "me.json"
    assert machine.does("account", "export", str(file)) == f"Everything that the hall stores about you is in {file}.\n"
    assert json.loads(file.read_text())["account"]["name"] == name
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(machine.does("account", "export", "-"))["account"]["name"] == name
    file.write_text("something else")
    assert "already exists" in machine.fails("account", "export", str(file))
    assert file.read_text() == "something else"
    machine.does("account", "export", str(file), "--force")
    assert json.loads(file.read_text())["account"]["name"] == name
    assert "cannot write" in machine.fails("account", "export", str(tmp_path / "no" / "me.json"))


def test_an_account_is_deleted_once_its_name_is_typed_and_its_password_known(machine: Machine, name: str) -> None:
    machine.register(name)
    assert "was not typed; nothing was done" in machine.fails("account", "delete", typed="yes\n")
    assert "add --yes" in machine.fails("account", "delete", "--password-stdin", typed=PASSWORD)
    wrong = machine.fails("account", "delete", "--yes", "--password-stdin", typed="not this one")
    assert "That is not your password" in wrong
    assert machine.who() == [[name, "account", "known"]]
    gone = machine.does("account", "delete", "--yes", "--password-stdin", typed=PASSWORD)
    assert gone == f"{name} is gone from {machine.hall}.\n"
    assert machine.does("account", "who") == f"Nobody on this machine is known at {machine.hall}.\n"


def test_a_guest_is_deleted_without_a_password(machine: Machine, name: str) -> None:
    with Terminal(machine.home, machine.hall, "--open", "peril", "--name", name) as guest:
        guest.until("q  Quit")
    assert machine.does("account", "delete", typed=f"{name}\n").endswith(f"{name} is gone from {machine.hall}.\n")


# Who one is


def test_who_says_what_is_new_about_someone(machine: Machine, name: str) -> None:
    machine.register(name)
    machine.register(f"{name} x")
    assert machine.who() == [[f"{name} x", "account", "known"], [name, "account", "known"]]
    assert "; it has: " in machine.fails("account", "tokens", "--as", "Nobody of this name")
    machine.does("account", "tokens", "--as", name.upper())


def test_a_guest_whose_name_came_back_changed_is_found_by_the_name_that_was_asked_for(
    machine: Machine, name: str, tmp_path: Path
) -> None:
    other = Machine(tmp_path / "other", machine.hall)
    with Terminal(other.home, machine.hall, "--open", "peril", "--name", name) as first:
        first.until("q  Quit")
        with Terminal(machine.home, machine.hall, "--open", "peril", "--name", name) as second:
            second.until(rf"Someone here is already called {name}, so you are {name} 2\.")
            second.until(rf"{name} 2 \(you, host\)")
    assert machine.who() == [[f"{name} 2", "guest", "known"]]
    for called in (name, f"{name} 2", name.upper()):
        with Terminal(machine.home, machine.hall, "--open", "peril", "--name", called) as again:
            again.until(rf"{name} 2 \(you, host\)")
    assert machine.who() == [[f"{name} 2", "guest", "known"]], "always the same person"


@pytest.mark.parametrize(
    ("wanted", "token"),
    [("Ann", "1"), ("Ann 2", "2"), ("ann 2", "2"), ("Ben", "3"), ("BEN", "3"), ("Cy", None), ("", None), (" ", None)],
)
def test_a_name_means_the_very_one_then_the_one_asked_for_then_one_that_looks_like_it(
    wanted: str, token: str | None
) -> None:
    people = [
        SavedIdentity("Ann 2", "2", asked="Ann"),
        SavedIdentity("Ann", "1", kind="account"),
        SavedIdentity("Ben 4", "3", asked="Ben"),
    ]
    found = identities.named(people, wanted)
    assert (found and found.token) == token


def test_a_file_of_the_version_before_is_read(machine: Machine, name: str) -> None:
    """It knew of guests only."""
    with Terminal(machine.home, machine.hall, "--open", "peril", "--name", name) as guest:
        guest.until("q  Quit")
    file = machine.home / "dicehall" / "guests.json"
    [kept] = json.loads(file.read_text())[machine.hall]
    file.write_text(json.dumps({machine.hall: [{"name": kept["name"], "token": kept["token"]}]}))
    assert machine.who() == [[name, "guest", "known"]]


# Mistakes


def test_who_is_logged_in_elsewhere_is_told_where(machine: Machine, name: str) -> None:
    machine.register(name)
    assert f"you are signed in at {machine.hall}: --hall {machine.hall}" in machine.refused("account", "tokens")


def test_who_takes_the_name_of_an_account_is_told_how_to_log_in(machine: Machine, tmp_path: Path) -> None:
    name = "Somebody's"
    machine.register(name)
    complaint = Machine(tmp_path / "other", machine.hall).refused(
        "join", machine.hall, "--name", name, "--open", "peril"
    )
    assert "; to sign in: dicehall account log-in" in complaint
    assert ".;" not in complaint


def test_a_hall_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    nowhere = Machine(tmp_path, "http://127.0.0.1:9")
    assert "no hall answers at http://127.0.0.1:9" in nowhere.fails(
        "account", "log-in", "Ann", "--password-stdin", typed=PASSWORD
    )
    assert "nobody on this machine is signed in at http://127.0.0.1:9" in nowhere.fails("account", "tokens")


@pytest.mark.parametrize(
    "command",
    ["register", "log-in", "log-out", "password", "who", "export", "delete", "tokens", "tokens new", "tokens revoke"],
)
def test_every_command_has_examples(command: str) -> None:
    said = CliRunner().invoke(account, [*command.split(), "--help"]).stdout
    assert re.search(rf"Examples:\s+dicehall account {command}", said)
