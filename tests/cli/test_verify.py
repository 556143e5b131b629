"""`dicehall verify`: what it says of a record, and the exit code that a script goes by."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from dicehall.cli.commands.verify import noted_from, verify_file
from dicehall.cli.shared.errors import Refused
from dicehall.rules.catalog import GAMES
from dicehall.rules.verify import Noted
from tests.kit import forked
from tests.rules.test_verify import changed_header, fair, proof_of, with_another_move

GAME = fair(GAMES[1])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_a_game_that_holds_is_told_line_by_line_with_what_was_not_checked(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify_file(str(file), Noted(), json=False) == 0
    checked, left, verdict = capsys.readouterr().out.split("\n\n")
    assert [line[0] for line in checked.splitlines()] == ["✓"] * 9
    heading, *missing = left.splitlines()
    assert heading == "Not checked:"
    assert [line[0] for line in missing] == ["–"] * 5
    assert missing[0].startswith("– Whether any hall ever said this: the record carries no signature.")
    assert [line.rpartition(" (")[2] for line in missing[1:4]] == [
        "--commit HEX)",
        "--digest HEX)",
        "--my-seed SEED --seat N)",
    ]
    assert verdict == "Everything that was checked holds.\n"


def test_what_was_noted_is_checked_too(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = proof_of(GAME)
    noted = noted_from(proof["commit"].upper(), f" {proof['digest']}\n", "heads", "A")
    assert noted == Noted(proof["commit"], proof["digest"], "heads", 0)
    assert verify_file(str(file), noted, json=False) == 0
    assert capsys.readouterr().out.count("✓") == 12


def test_what_fails_is_marked_with_its_line_and_the_exit_code_is_one(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = GAME.splitlines()
    file.write_text("\n".join([*lines[:3], *lines[4:]]) + "\n", encoding="utf-8")
    assert verify_file(str(file), Noted(), json=False) == 1
    said = capsys.readouterr().out
    assert "✗ line " in said
    assert said.endswith("This is not the record of a game as it was played.\n")


def test_a_forged_move_is_caught_by_the_digest_that_was_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(with_another_move(GAMES[1]), encoding="utf-8")
    assert verify_file(str(file), Noted(), json=False) == 0
    assert "– Whether the players made these very moves" in capsys.readouterr().out
    assert verify_file(str(file), noted_from(None, proof_of(GAME)["digest"], None, None), json=False) == 1


def test_a_record_without_a_proof_is_said_to_prove_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(changed_header(GAME, lambda header: header.pop("dice")), encoding="utf-8")
    assert verify_file(str(file), Noted(), json=False) == 1
    assert capsys.readouterr().out.endswith("This record proves nothing about its dice.\n")


def test_the_same_for_programs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_file(str(file), Noted(digest="5e" * 32), json=True) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["holds"] is False
    assert [check["what"] for check in told["checks"] if check["outcome"] == "failed"] == ["told_digest"]
    assert set(told["checks"][0]) == {"what", "outcome", "sentence", "line"}


def test_standard_input_is_read_as_it_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for text, code in ((GAME, 0), (GAME.replace("\n", "\r\n"), 1)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert verify_file("-", Noted(), json=False) == code
    assert "✗" in capsys.readouterr().out


def test_neither_line_ends_nor_strange_bytes_are_made_even(file: Path) -> None:
    whole = GAME.encode()
    for data in (whole.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + whole, whole[:-9] + b"\xff" + whole[-8:], b"\xff"):
        file.write_bytes(data)
        assert verify_file(str(file), Noted(), json=False) == 1


def test_a_terminal_without_the_marks_gets_words(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace")
    monkeypatch.setattr(sys, "stdout", screen)
    verify_file(str(file), Noted(digest="5e" * 32), json=False)
    screen.seek(0)
    assert {line[:2] for line in screen.read().splitlines() if line} >= {"ok", "NO", "--"}


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"cannot read .*gone"):
        verify_file(str(tmp_path / "gone"), Noted(), json=False)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("abc", None, None, None), "--commit takes the 64 digits"),
        ((None, "x" * 64, None, None), "--digest takes the 64 digits"),
        ((None, None, "heads", None), "--my-seed and --seat belong together"),
        ((None, None, None, "0"), "--my-seed and --seat belong together"),
        ((None, None, "heads", "first"), "--seat takes a number from 0 or a letter from A"),
        ((None, None, "heads", "-1"), "--seat takes"),
        ((None, None, "heads", "²"), "--seat takes"),
        ((None, None, "heads", ""), "--seat takes"),
    ],
)
def test_a_note_that_cannot_be_one_is_refused(given: tuple[str | None, ...], message: str) -> None:
    with pytest.raises(match=message):
        noted_from(*given)


# As a person uses it


def dicehall(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return forked.run("verify", *arguments, typed=given)


def test_the_command_says_it_by_its_exit_code(file: Path) -> None:
    digest = proof_of(GAME)["digest"]
    assert dicehall(str(file), "--digest", digest, "--my-seed", "heads", "--seat", "0").returncode == 0
    assert dicehall("-", given=GAME).returncode == 0
    assert dicehall("-", given=GAME.replace("\n", "\r\n")).returncode == 1
    assert dicehall(str(file), "--commit", digest).returncode == 1


def test_the_command_answers_a_mistake_in_one_line(file: Path) -> None:
    for arguments in (("gone.jsonl",), (str(file), "--digest", "abc"), (str(file), "--my-seed", "heads")):
        done = dicehall(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("dicehall: ")
        assert done.stderr.count("\n") == 1


def test_the_command_has_examples() -> None:
    assert "dicehall verify game.jsonl" in dicehall("--help").stdout
