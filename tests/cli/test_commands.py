"""The command line as a person uses it: real processes, real pipes, exit codes and one clear line for every mistake."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import plain
from tests.kit import forked
from tests.kit.forked import Dicehall

NAMES = [listing.name for listing in GAMES]
every_game = pytest.mark.parametrize("game", NAMES)


def dicehall(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return forked.run(*arguments, typed=typed, env={**os.environ, "COLUMNS": "100"})


def out(*arguments: str, typed: str = "") -> str:
    done = dicehall(*arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def asked(*more: str) -> Dicehall:
    """A game of Peril whose first question is put."""
    pipe = subprocess.PIPE
    game = Dicehall("play", "peril", "--plain", "--seed", "1", *more, stdin=pipe, stdout=pipe, stderr=pipe)
    assert game.stdout is not None
    assert any("1 to 12" in line for line in game.stdout)
    return game


# What the hall offers


def test_games_lists_every_game() -> None:
    listed = out("games")
    for listing in GAMES:
        assert listing.name in listed


@every_game
def test_a_game_tells_its_options_and_presets(game: str) -> None:
    listing = next(listing for listing in GAMES if listing.name == game)
    told = " ".join(out("games", game).split())
    for choice in listing.choices():
        assert f"{choice.name} = {plain(choice.default)}" in told
    for preset in listing.presets:
        assert preset.title in told


@every_game
def test_rules_prints_the_page(game: str) -> None:
    page = Path(__file__).parents[2] / "docs" / "rules" / f"{game}.md"
    assert out("rules", game) == page.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [[], ["play"], ["record"], ["replay"], ["rules"], ["games"]])
def test_help_has_examples(command: list[str]) -> None:
    told = out(*command, "--help")
    assert re.search(r"Examples:\s+dicehall ", told)


# Records and replays


@every_game
def test_a_record_is_the_same_for_the_same_seed_and_replays(game: str) -> None:
    first, second = (out("record", game, "--seats", "3", "--seed", "5") for _ in range(2))
    assert first == second
    assert first != out("record", game, "--seats", "3", "--seed", "6")
    assert "The end: 1" in out("replay", "-", typed=first)


@every_game
def test_json_has_a_line_for_each_step(game: str) -> None:
    record = out("record", game, "--seats", "3", "--seed", "5", "--bot", "uniform")
    entries = [json.loads(line) for line in record.splitlines()[1:]]
    steps = [json.loads(line) for line in out("replay", "-", "--json", typed=record).splitlines()]
    assert [step["entry"] for step in steps] == entries
    assert all(step.keys() == {"entry", "events", "state", "pending"} for step in steps)
    assert {step["pending"]["type"] for step in steps[:-1]} <= {"ask", "chance"}
    assert steps[-1]["pending"].keys() == {"type", "scores", "places"}


def test_a_seat_sees_only_its_own_secrets_in_a_replay() -> None:
    record = out("record", "bluff", "--seats", "3", "--seed", "5")
    deal = next(json.loads(line) for line in record.splitlines() if "rolled" in line)["move"]["faces"]
    steps = [json.loads(line) for line in out("replay", "-", "--json", "--seat", "1", typed=record).splitlines()]
    dealt = next(step for step in steps if step["entry"]["move"]["type"] == "rolled")
    assert dealt["entry"] == {"actor": "nature", "move": {"type": "rolled"}}
    assert dealt["mine"]["secret"]["dice"] == deal[3:6]
    assert "dice" not in dealt["state"]
    whole, own = (out("replay", "-", *seat, typed=record) for seat in ([], ["--seat", "1"]))
    assert "(A rolled" in whole
    assert "(B rolled" in own
    assert "(A" not in own
    assert "(C" not in own


@pytest.mark.parametrize("game", ["mindroll", "bluff"])
@pytest.mark.parametrize("form", [["--json"], []])
def test_two_games_that_differ_in_a_secret_replay_alike_to_another_seat(game: str, form: list[str]) -> None:
    """The faces that only seat 0 holds are changed; until they are revealed, seat 1's replay is byte-identical."""
    lines = out("record", game, "--seats", "3", "--seed", "5").splitlines()
    deal = next(number for number, line in enumerate(lines) if "rolled" in line)
    other = json.loads(lines[deal])
    other["move"]["faces"][0] = other["move"]["faces"][0] % 6 + 1
    told = lines[: deal + 3]
    changed = [*lines[:deal], json.dumps(other), *lines[deal + 1 : deal + 3]]
    first, second = (
        out("replay", "-", "--seat", "1", *form, typed="\n".join(record) + "\n") for record in (told, changed)
    )
    assert first == second


# Playing line by line


@every_game
def test_a_whole_game_can_be_played_through_a_pipe(game: str) -> None:
    """Anyone who keeps offering every key there is gets through any game."""
    keys = [str(number) for number in range(1, 61)] + list("tkrcadsl")
    told = out("play", game, "--seats", "2", "--seed", "1", "--plain", "--name", "Ann", typed="\n".join(keys * 200))
    assert "The end: 1" in told
    assert "Ann" in told


def test_the_end_of_the_input_ends_the_game() -> None:
    assert "The input has ended" in out("play", "peril", "--seed", "1", "--plain")


def test_a_wrong_answer_is_told_what_is_allowed() -> None:
    told = out("play", "peril", "--seed", "1", "--seats", "3", typed="99\n")
    assert "99 is not an option. Answer with one of these:\n  Pick 1 to 12" in told


def test_people_who_share_a_keyboard_hand_it_over_before_secrets_show() -> None:
    told = out("play", "bluff", "--people", "2", "--seats", "2", "--seed", "3", typed="\n10\n\n")
    first, second = told.index("Pass the keyboard to"), told.rindex("Pass the keyboard to")
    assert first < told.index("Your dice:") < second


def test_a_match_without_a_set_length_ends_when_the_host_says_so() -> None:
    told = out("play", "three_dice", "--set", "match=open", "--seats", "2", "--seed", "1", typed="t\nxx\n")
    assert "xx  End the match" in told
    assert "The end: 1" in told


def test_a_game_can_be_saved_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert str(path) in out("play", "peril", "--seed", "1", "--save", str(path), "--fast", typed="1\n")
    assert "THE KILLING GAME BEGINS" in out("replay", str(path))


def test_seats_may_be_named_by_their_letters() -> None:
    record = out("record", "bluff", "--seats", "3", "--seed", "5")
    assert out("replay", "-", "--seat", "b", typed=record) == out("replay", "-", "--seat", "1", typed=record)


def test_two_names_are_two_people() -> None:
    told = out("play", "peril", "--name", "Ann", "--name", "Ben", "--seats", "2", "--seed", "1")
    assert "Ann: 3 lives, Ben: 3 lives" in told


def test_the_rules_can_be_asked_for_at_any_question() -> None:
    assert "# Peril" in out("play", "PERIL", "--seed", "1", typed="?\n")


def test_the_version_and_the_help_are_no_mistakes() -> None:
    assert out("--version").startswith("dicehall 0.")
    assert "Examples:" in out()


def test_a_terminal_without_emoji_still_gets_its_sentences() -> None:
    record = out("record", "peril", "--seats", "2", "--seed", "1")
    done = forked.run("replay", "-", "--plain", typed=record, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, "THE KILLING GAME BEGINS!" in done.stdout) == (0, True)


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "chess"], "there is no game 'chess'; the games are peril"),
        (["play", "peril", "--seats", "11"], "Peril takes 2 to 10 seats, not 11"),
        (["play", "stlucia", "--seats", "13"], "takes 2 to 12 seats"),
        (["play", "peril", "--seats", "two"], "--seats"),
        (["play", "peril", "--set", "starting_lives=4"], "starting_lives cannot be 4; allowed: 1..3"),
        (["play", "peril", "--set", "lives=2"], "Peril has no option 'lives'; its options are starting_lives"),
        (["play", "peril", "--set", "starting_lives"], "--set takes option=value"),
        (["play", "peril", "--preset", "Slow"], "Peril has no preset 'Slow'; it has Standard"),
        (
            ["play", "peril", "--bots", "grandmaster"],
            "there is no bot 'grandmaster'; the bots are easy, normal, hard, uniform",
        ),
        (["play", "peril", "--people", "5", "--seats", "3"], "5 people do not fit 3 seats"),
        (["play", "peril", "--people", "2", "--name", "Ann", "--name", "Ann"], "two people cannot both be called Ann"),
        (["play", "peril", "--name", "Ann", "--name", "Ben", "--people", "1"], "2 names for 1 people"),
        (["play", "peril", "--name", " "], "a name has 2 to 20 visible characters"),
        (["play", "peril", "--save", "/nowhere/at/all"], "cannot write /nowhere/at/all"),
        (["play", "peril", "--save", "/tmp"], "cannot write /tmp: Is a directory"),
        (["play", "peril", "--save", ""], "cannot write"),
        (["play", "peril", "--set", "starting_lives=\udcff"], 'starting_lives cannot be "?"'),
        (["play", "peril", "--set", "starting_lives=" + "[" * 5000 + "]" * 5000], "starting_lives cannot be"),
        (["play", "peril", "--preset", ""], "Peril has no preset ''"),
        (["record", "peril", "--seed", "-1"], "--seed"),
        (["replay", "no\nsuch\x1b[2J"], "cannot read no such"),
        (["record", "peril", "--seats", "1"], "Peril takes 2 to 10 seats, not 1"),
        (["record", "bluff", "--seats", "3", "--set", "games_won=[1,2]"], "games_won"),
        (["record"], "GAME"),
        (["replay", "/nowhere/at/all"], "cannot read /nowhere/at/all"),
        (["rules", "go"], "there is no game 'go'"),
        (["dance"], "dance"),
        (["--dance"], "--dance"),
    ],
)
def test_a_mistake_gets_one_clear_line_and_exit_code_two(arguments: list[str], says: str) -> None:
    done = dicehall(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert says in done.stderr


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ("", "line 1:"),
        ("{", "line 1:"),
        ('{"game":"peril","edition":1,"seats":3}\n{"actor":0,"move":{"type":"pick","number":1}}\n', "line 2:"),
        ('{"game":"peril","edition":99,"seats":3}\n', "edition 99"),
    ],
)
def test_a_damaged_record_is_named_with_its_line(record: str, says: str) -> None:
    done = dicehall("replay", "-", typed=record)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_replay_of_a_seat_that_is_not_there_is_refused() -> None:
    done = dicehall("replay", "-", "--seat", "7", typed=out("record", "peril", "--seats", "3", "--seed", "1"))
    assert (done.returncode, done.stderr) == (
        2,
        "dicehall: there is no seat 7 in this game; seats are 0 to 2, or A to C\n",
    )


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m dicehall record peril --seats 10 --seed 1 | head -1",
        shell=True, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.stdout.startswith('{"game":"peril"')
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["games", "games bluff", "rules peril", "record peril --seed 1", "--help"])
def test_a_full_disk_is_said_in_one_line(command: str) -> None:
    with Path("/dev/full").open("w") as full, Dicehall(*command.split(), stdout=full, stderr=subprocess.PIPE) as told:
        _, complaint = told.communicate()
    assert (told.returncode, complaint) == (2, "dicehall: cannot read or write: No space left on device\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_lead_nowhere(closed: str) -> None:
    done = subprocess.run(
        f"{sys.executable} -m dicehall play peril --plain --seed 1 {closed}",
        shell=True, capture_output=True, text=True, check=False, timeout=60, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_a_game_that_is_told_to_stop_is_saved_first(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    process = asked("--save", str(path))
    process.terminate()
    process.communicate(timeout=90)
    assert process.returncode == 128 + signal.SIGTERM
    assert path.read_text(encoding="utf-8").startswith('{"game":"peril"')


def test_a_damaged_deal_does_not_tell_a_seat_what_the_others_hold() -> None:
    lines = out("record", "bluff", "--seats", "3", "--seed", "5").splitlines()
    deal = next(number for number, line in enumerate(lines) if "rolled" in line)
    lines[deal] = lines[deal].replace('"faces":[', '"faces":[9,')
    whole, own = (dicehall("replay", "-", *seat, typed="\n".join(lines)) for seat in ([], ["--seat", "1"]))
    assert "rolled 9 and" in whole.stderr
    assert own.stderr == f"dicehall: line {deal + 1}: this entry is against the rules\n"


def test_a_record_cannot_speak_to_the_terminal() -> None:
    header = '{"game":"peril","edition":1,"seats":3}'
    move = '{"type":"drawn","seat":0,"\\u001b[2J\\nline 9: all is well":1}'
    done = dicehall("replay", "-", typed=f'{header}\n{{"actor":"nature","move":{move}}}\n')
    assert done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr


def test_ctrl_c_ends_a_plain_game_without_a_traceback() -> None:
    process = asked()
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=90)
    assert process.returncode == 130
    assert complaint.strip() == ""
