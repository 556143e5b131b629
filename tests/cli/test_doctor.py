"""`dicehall doctor`, `backup` and `restore` as anyone who runs a hall uses them: one line each, and what to do."""

import os
import re
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from dicehall.cli.operate.checks import Mark, check_hall_time
from dicehall.cli.operate.doctor import doctor
from dicehall.store.files.folder import JOURNAL, KEY, PEOPLE
from dicehall.store.files.hall_key import HallKey
from dicehall.store.files.upgrade import revisions
from dicehall.store.journal.editions import EDITIONS
from tests.kit import forked
from tests.server.kit import RunningHall, begin, finish_together, guests, in_a_loop


def dicehall(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return forked.run(*arguments, env={**os.environ, "COLUMNS": "100", **environment})


def findings(folder: Path, url: str | None = None) -> tuple[int, dict[str, list[str]]]:
    """The exit code, and the lines by their mark."""
    with redirect_stdout(StringIO()) as printed:
        code = doctor(folder, url)
    lines: dict[str, list[str]] = {mark.value: [] for mark in Mark}
    for line in printed.getvalue().splitlines():
        lines[line[0]].append(line[2:])
    return code, lines


def only_complaint(folder: Path, mark: str, pattern: str) -> None:
    """Nothing else is wrong, and a cure is named."""
    code, lines = findings(folder)
    complaints = lines["✗"] + lines["⚠"]
    assert len(complaints) == 1, complaints
    assert lines[mark] == complaints
    assert re.search(pattern, complaints[0]), complaints
    assert " → " in complaints[0]
    assert code == (1 if mark == "✗" else 0)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a hall that was closed after an evening: a finished game, a running one, and an empty table."""
    data = tmp_path_factory.mktemp("evening") / "data"

    @in_a_loop
    async def play() -> None:
        async with guests(hall.url, "Ann", "Ben") as (ann, ben):
            code = await begin(ann, ben, options={"rounds": 1, "turn_order": "seat"})
            await finish_together(code, ann, ben)
            await begin(ann, ben, game="peril")
            await ann.open("bluff")

    with RunningHall(data, "--fast") as hall:
        play()
        hall.stop()
    data.chmod(0o700)
    return data


@pytest.fixture
def folder(evening: Path, tmp_path: Path) -> Path:
    """A copy of it, to be harmed."""
    data = tmp_path / "data"
    data.mkdir(0o700)
    for path in evening.iterdir():
        (data / path.name).write_bytes(path.read_bytes())
    (data / KEY).chmod(0o600)
    return data


@pytest.fixture
def running(folder: Path) -> Iterator[RunningHall]:
    with RunningHall(folder, "--fast") as hall:
        yield hall


# What is well


def test_a_hall_that_was_closed_properly_is_well(folder: Path) -> None:
    before = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()}
    code, lines = findings(folder)
    assert code == 0
    assert lines["✗"] == lines["⚠"] == []
    told = "\n".join(lines["✓"])
    assert "no hall runs in this folder" in told
    assert "3 of 3 open tables can be read" in told
    assert "the hall was closed properly" in told
    assert re.search(r"all \d+ games and actions are counted", told)
    after = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()}
    assert after == before, "a look changes nothing"


def test_a_hall_that_runs_is_looked_at_without_being_disturbed(
    running: RunningHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.cli.operate.doctor.PATIENCE", 90.0)  # however busy this machine is

    @in_a_loop
    async def play_on() -> None:
        async with guests(running.url, "Cleo", "Dan") as (cleo, dan):
            code = await begin(cleo, dan, options={"rounds": 1, "turn_order": "seat"})
            await finish_together(code, cleo, dan)

    code, lines = findings(running.data, running.url)
    assert (code, lines["✗"], lines["⚠"]) == (0, [], [])
    told = "\n".join(lines["✓"])
    assert f"a hall runs in this folder (process {running.process.pid})" in told
    assert f"the hall at {running.url} is ready" in told
    assert "sockets open, and the hall knows its address" in told
    play_on()
    assert "Goodbye" in running.stop()


def test_a_hall_that_was_killed_is_well_and_the_next_start_takes_over(running: RunningHall) -> None:
    @in_a_loop
    async def play() -> None:
        async with guests(running.url, "Cleo", "Dan") as (cleo, dan):
            await begin(cleo, dan)

    play()
    running.kill()
    code, lines = findings(running.data)
    assert (code, lines["✗"]) == (0, [])
    assert any("was not closed properly; the next start takes over" in line for line in lines["✓"])


def test_without_colours_and_without_fine_characters_it_still_says_all(folder: Path) -> None:
    plain = dicehall("doctor", "--data", str(folder), NO_COLOR="1", FORCE_COLOR="1").stdout
    assert "\x1b[3" not in plain
    ascii_only = dicehall("doctor", "--data", str(folder), PYTHONIOENCODING="ascii").stdout
    assert {line[0] for line in ascii_only.splitlines()} == {"+"}
    assert len(ascii_only.splitlines()) == len(plain.splitlines())


def test_the_exit_code_tells_a_script_whether_something_is_wrong(folder: Path) -> None:
    assert dicehall("doctor", "--data", str(folder)).returncode == 0
    (folder / JOURNAL).unlink()
    done = dicehall("doctor", "--data", str(folder))
    assert done.returncode == 1
    assert "✗ journal" in done.stdout


# What is not


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    code, lines = findings(tmp_path / "nowhere")
    assert code == 1
    assert "there is no folder" in lines["✗"][0]
    assert not (tmp_path / "nowhere").exists()


def test_an_empty_folder_holds_no_hall(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    code, lines = findings(tmp_path)
    assert code == 1
    assert [line.split()[0] for line in lines["✗"]] == ["journal", "people"]
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_everybody_may_look_into_is_doubtful(folder: Path) -> None:
    folder.chmod(0o755)
    only_complaint(folder, "⚠", r"everyone on this machine can read the folder.* → chmod o= ")


def test_a_table_that_cannot_be_folded_is_named_and_the_others_are_not(folder: Path) -> None:
    with closing(sqlite3.connect(folder / JOURNAL)) as file, file:
        (name,) = file.execute("SELECT name FROM heads ORDER BY version DESC").fetchone()
        assert file.execute("UPDATE appends SET crc = crc + 1 WHERE name = ? AND first = 1", (name,)).rowcount == 1
    only_complaint(folder, "✗", rf"table {name.upper()} cannot be read: .*versions 1 to")


@pytest.mark.parametrize("name", [JOURNAL, PEOPLE])
def test_a_damaged_file_is_named(folder: Path, name: str) -> None:
    content = bytearray((folder / name).read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 100] = os.urandom(100)
    (folder / name).write_bytes(content)
    code, lines = findings(folder)
    assert code == 1
    assert any(f"{name} is damaged" in line and "dicehall restore FILE" in line for line in lines["✗"])


@pytest.mark.parametrize("name", [JOURNAL, PEOPLE])
def test_a_file_that_is_no_database_is_named(folder: Path, name: str) -> None:
    (folder / name).write_text("nothing of the kind" * 100)
    code, lines = findings(folder)
    assert code == 1
    assert any(name in line for line in lines["✗"])


def test_a_damaged_write_ahead_file_is_noticed_and_left_as_it_is(running: RunningHall) -> None:
    @in_a_loop
    async def play() -> None:
        async with guests(running.url, "Cleo", "Dan") as (cleo, dan):
            await begin(cleo, dan)

    play()
    running.kill()
    ahead = running.data / f"{JOURNAL}-wal"
    content = bytearray(ahead.read_bytes())
    content[32 + 24 + 100] ^= 0xFF
    ahead.write_bytes(content)
    code, lines = findings(running.data)
    assert code == 1
    assert any(re.search(r"it is damaged: \d+ commits in it cannot be read", line) for line in lines["✗"])
    assert ahead.read_bytes() == content


def test_files_of_a_newer_program_are_told_as_such(folder: Path) -> None:
    with closing(sqlite3.connect(folder / JOURNAL)) as file:
        file.execute(f"PRAGMA user_version = {max(EDITIONS) + 1}")
    only_complaint(folder, "✗", rf"its format is {max(EDITIONS) + 1}, and this program knows .* → update Dicehall")


def test_a_migration_that_this_program_does_not_know_is_told(folder: Path) -> None:
    with closing(sqlite3.connect(folder / PEOPLE)) as file, file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    only_complaint(folder, "✗", r"people.db is of a newer version \(9999")


def test_files_from_before_the_first_release_are_told_as_such(folder: Path) -> None:
    with closing(sqlite3.connect(folder / PEOPLE)) as file, file:
        file.execute("UPDATE alembic_version SET version_num = '0001'")
    only_complaint(
        folder, "✗", r"people.db is from before the first release \(0001\).* → give this hall another folder"
    )
    with closing(sqlite3.connect(folder / PEOPLE)) as file, file:
        file.execute("UPDATE alembic_version SET version_num = ?", (revisions()[-1],))
    with closing(sqlite3.connect(folder / JOURNAL)) as file:
        file.execute("PRAGMA user_version = 1")
    only_complaint(folder, "✗", r"its format is 1, from before the first release.* → give this hall another folder")


def test_results_that_are_ahead_of_the_journal_are_told(folder: Path) -> None:
    with closing(sqlite3.connect(folder / PEOPLE)) as file, file:
        file.execute("UPDATE counted SET number = number + 5")
    only_complaint(folder, "⚠", r"results .*the next start counts them again")


def test_a_clock_that_is_behind_the_files_is_noticed(folder: Path) -> None:
    later = time.time() + 7200
    os.utime(folder / JOURNAL, (later, later))
    only_complaint(folder, "✗", r"written 7,[12]\d\d s in the future .*NTP")


def test_hall_time_that_is_behind_a_table_is_noticed() -> None:
    assert check_hall_time(100.0, 100.5).mark is Mark.GOOD
    assert check_hall_time(100.0, 160.0).mark is Mark.BAD


def test_what_a_restore_has_left_behind_is_told(folder: Path) -> None:
    (folder / ".restoring-abc").mkdir()
    only_complaint(folder, "⚠", r"\.restoring-abc was left behind")


def test_an_address_where_nothing_answers_is_told(folder: Path) -> None:
    code, lines = findings(folder, "http://127.0.0.1:9")
    assert code == 1
    assert [line.split()[0] for line in lines["✗"]] == ["address", "sockets"]


def test_something_that_is_no_address_is_told(folder: Path) -> None:
    code, lines = findings(folder, "dice.example.org")
    assert code == 1
    assert "is not an address → it looks like https://" in lines["✗"][0]


# Backups on the command line


def test_a_backup_goes_there_and_back_on_the_command_line(folder: Path, tmp_path: Path) -> None:
    made = dicehall("backup", str(tmp_path / "hall.zip"), "--data", str(folder))
    assert (made.returncode, made.stderr) == (0, "")
    assert "and was checked" in made.stdout
    assert "Keep it secret" in made.stdout
    back = dicehall("restore", str(tmp_path / "hall.zip"), "--data", str(tmp_path / "again"), "--trust")
    assert (back.returncode, back.stderr) == (0, "")
    assert "Games that ran then end without a result" in back.stdout
    (tmp_path / "again").chmod(0o700)
    code, lines = findings(tmp_path / "again")
    assert (code, lines["✗"], lines["⚠"]) == (0, [], [])


def test_a_mistake_is_one_clear_line(running: RunningHall, tmp_path: Path) -> None:
    mistakes = [
        (["backup", str(tmp_path / "a.zip"), "--data", str(tmp_path / "none")], "there is no hall in"),
        (["restore", str(tmp_path / "none.zip"), "--data", str(tmp_path / "x")], "cannot be read"),
    ]
    assert dicehall("backup", str(tmp_path / "b.zip"), "--data", str(running.data)).returncode == 0
    mistakes.append((["restore", str(tmp_path / "b.zip"), "--data", str(running.data)], "is in use by another hall"))
    for arguments, why in mistakes:
        done = dicehall(*arguments)
        (line,) = done.stderr.splitlines()
        assert why in line
        assert (done.returncode, done.stdout) == (2, "")


# The key of the hall


def test_a_hall_has_a_key_that_its_log_knows(folder: Path) -> None:
    code, lines = findings(folder)
    assert code == 0
    assert any(HallKey.read(folder / KEY).public in line for line in lines["✓"])


def test_a_key_that_others_can_read_is_named(folder: Path) -> None:
    (folder / KEY).chmod(0o644)
    only_complaint(folder, "⚠", "sign as your hall")


def test_a_key_that_is_gone_is_named(folder: Path) -> None:
    (folder / KEY).unlink()
    only_complaint(folder, "⚠", "hall.key is not here")


def test_a_key_that_is_another_is_named(folder: Path) -> None:
    HallKey.new().write(folder / KEY)
    only_complaint(folder, "⚠", "the public log is signed with")


def test_a_key_that_is_none_is_named(folder: Path) -> None:
    (folder / KEY).write_text("nonsense")
    only_complaint(folder, "✗", "is not a key")
