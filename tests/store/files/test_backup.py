"""A hall in one file: taken while it is written to, checked, put back, and refused where it cannot be trusted."""

import asyncio
import os
import shutil
import sqlite3
import sys
import zipfile
from asyncio.subprocess import PIPE
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from functools import partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest

from dicehall.ports import JournalError
from dicehall.ports.marks import Mark, Setback
from dicehall.store.files.backup import back_up
from dicehall.store.files.backup_reading import MANIFEST, read_manifest
from dicehall.store.files.database import Database
from dicehall.store.files.folder import JOURNAL, PARTS, PEOPLE, FolderLock
from dicehall.store.files.upgrade import FORMAT, revisions
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.journal.editions import EDITIONS
from dicehall.store.people.marks import DiskMarks
from dicehall.store.restore import restore as restore_signed
from tests.kit.scale import TRIALS
from tests.server.kit import (
    PATIENCE,
    Client,
    Refused,
    RunningHall,
    awaited,
    begin,
    come_in,
    finish_together,
    guests,
    in_a_loop,
    over,
    step,
)
from tests.store.files.forging import changed, manifest_of
from tests.store.halls import body_of, entry, fill, program, run, write

restore = partial(restore_signed, trust=True)
"""These halls have no key; test_signing.py is about signatures."""
TABLES = ["bade", "kiro", "lumo"]
MOVES = 8


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three tables of eight moves, a finished game, and a book of people."""
    data = tmp_path / "data"
    with closing(DiskJournal(data)) as journal, closing(Database(data)):
        fill(journal, TABLES, MOVES)
        write(journal, entry("kiro", MOVES, record=b"a whole game", seed=b"a seed"))
    return data


@pytest.fixture
def backup(folder: Path, tmp_path: Path) -> Path:
    return back_up(folder, tmp_path / "hall.zip")[0]


def everything(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of both files, but for hall time, which goes on, and the keys of heads, see below."""
    rows: dict[str, list[tuple[object, ...]]] = {}
    for name in PARTS:
        with closing(sqlite3.connect(folder / name)) as file:
            for (table,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                if table not in ("meta", "head_keys"):
                    rows[f"{name}: {table}"] = file.execute(f"SELECT * FROM {table}").fetchall()
    return rows


# There and back


UNBOUND: dict[str, list[tuple[object, ...]]] = {"journal.db: seeds": []}
"""What is put back is the same but for the secrets of dice, which people may have learnt since (H-05)."""


def test_what_is_restored_is_what_was_there_but_for_the_secrets_of_dice_h_05(
    folder: Path, backup: Path, tmp_path: Path
) -> None:
    assert restore(backup, tmp_path / "again") is None
    assert everything(tmp_path / "again") == everything(folder) | UNBOUND
    with closing(DiskJournal(tmp_path / "again")) as journal:
        assert {head.table: head.version for head in run(journal.heads())} == {"bade": 8, "kiro": 9, "lumo": 8}
        assert run(journal.records("kiro")) == [b"a whole game"]
        assert run(journal.seed("kiro")) is None
        assert write(journal, entry("kiro", MOVES + 1)) == [None]


def test_what_is_restored_raises_no_alarm_since_it_was_meant_to_go_back(folder: Path, tmp_path: Path) -> None:
    with closing(Database(folder)) as database:
        marks = DiskMarks(database)
        marks.remember("kiro", Mark(99, b"digest", 5.0, b"origin"))
        marks.note(Setback("kiro", "behind", 99, 9))
        asyncio.run(marks.flush())
        keys = marks.head_keys
    restore(back_up(folder, tmp_path / "hall.zip")[0], tmp_path / "again")
    with closing(Database(tmp_path / "again")) as database:
        marks = DiskMarks(database)
        assert (marks.known(), marks.unseen()) == ({}, [])
        assert marks.head_keys[1:] == keys, "older heads are still recognised"
        assert marks.head_keys[0] not in keys, "and prove nothing"


def test_the_manifest_tells_what_is_in_it(backup: Path) -> None:
    manifest = read_manifest(backup)
    assert [(part.name, part.edition) for part in manifest.parts] == [(JOURNAL, max(EDITIONS)), (PEOPLE, FORMAT)]
    assert manifest.parts[1].revision == revisions()[-1]


def test_only_the_user_who_made_a_backup_may_read_it_for_it_knows_the_dice(backup: Path) -> None:
    assert backup.stat().st_mode & 0o077 == 0


def test_into_a_folder_it_goes_under_a_name_that_tells_the_time(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    made, _ = back_up(folder, kept)
    assert made.parent == kept
    assert [path.name for path in kept.iterdir()] == [made.name]
    assert made.name.startswith("dicehall-20")
    assert read_manifest(made).made


def test_each_step_is_told_from_nothing_to_all_of_it(folder: Path, tmp_path: Path) -> None:
    steps: dict[str, tuple[int, int]] = {}
    back_up(folder, tmp_path / "hall.zip", lambda what, done, of: steps.update({what: (done, of)}))
    assert list(steps) == [
        f"{doing} {name}" for doing in ("Copying", "Packing", "Checking") for name in PARTS
    ]  # fmt: skip
    assert all(done == of > 0 for done, of in steps.values())


# While the hall goes on

BUSY = """
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from dicehall.store.journal.disk import DiskJournal
from tests.store.halls import entry, fill, write
with closing(DiskJournal(Path(sys.argv[1]))) as journal:
    fill(journal, ["busy"], 20)
    print("ready", flush=True)
    version = 20
    while True:
        outcomes = write(journal, *(entry("busy", version + number, body=bytes(400)) for number in range(20)))
        assert outcomes == [None] * 20, outcomes
        version += 20
        print(version, flush=True)
"""


@pytest.fixture
def busy(folder: Path) -> Iterator["Busy"]:
    """Another process that writes without a pause, and says how far it is."""
    writing = Busy(folder)
    try:
        yield writing
    finally:
        writing.stop()


class Busy:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = program(BUSY, folder)
        self.known()

    def known(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def moves_on(self) -> int:
        """Wait for the next commit; the version then."""
        with closing(sqlite3.connect(self.folder / JOURNAL)) as file:
            query = "SELECT version FROM heads WHERE name = 'busy'"
            (before,) = file.execute(query).fetchone()
            while (now := file.execute(query).fetchone()[0]) == before:
                assert self.process.poll() is None
                self.known()
        return int(now)

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


def test_a_backup_of_a_busy_hall_is_whole_and_ends(folder: Path, busy: "Busy", tmp_path: Path) -> None:
    """What was durable before it began is in it; what comes later may be or not, but never half of it."""
    for number in range(3):
        before = busy.moves_on()
        steps: list[int] = []

        def progress(what: str, done: int, _: int, busy: Busy = busy, steps: list[int] = steps) -> None:
            if what == f"Copying {JOURNAL}":
                busy.moves_on()
                steps.append(done)

        back_up(folder, tmp_path / f"{number}.zip", progress)
        assert len(steps) > 0
        assert steps == sorted(set(steps)), "it never began again"
        restore(tmp_path / f"{number}.zip", tmp_path / f"restored {number}")
        with closing(DiskJournal(tmp_path / f"restored {number}")) as journal:
            versions = {head.table: head.version for head in run(journal.heads())}
            assert versions["busy"] >= before
            assert len(run(journal.bodies("busy"))) == versions["busy"]
            assert run(journal.bodies("kiro")) == [body_of("kiro", version) for version in range(MOVES + 1)]
    assert busy.process.poll() is None, "the hall goes on"


def test_the_pages_come_from_one_moment_though_they_are_copied_in_many_steps(
    folder: Path, busy: "Busy", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.store.files.backup.PAGES", 2)
    for _ in range(10):
        busy.moves_on()
    steps: list[int] = []

    def progress(what: str, done: int, _: int) -> None:
        if what == f"Copying {JOURNAL}":
            steps.append(done)
            if len(steps) < 20:
                busy.moves_on()

    back_up(folder, tmp_path / "hall.zip", progress)
    assert len(steps) >= 5
    assert steps == sorted(set(steps)), "it never began again"
    restore(tmp_path / "hall.zip", tmp_path / "again")
    with closing(DiskJournal(tmp_path / "again")) as journal:
        (version,) = (head.version for head in run(journal.heads()) if head.table == "busy")
        assert len(run(journal.bodies("busy"))) == version


def test_a_hall_that_was_killed_is_backed_up_with_all_that_was_durable(folder: Path, tmp_path: Path) -> None:
    busy = Busy(folder)
    before = int([busy.known() for _ in range(10)][-1])
    busy.stop()
    assert (folder / f"{JOURNAL}-wal").stat().st_size > 0
    back_up(folder, tmp_path / "hall.zip")
    restore(tmp_path / "hall.zip", tmp_path / "again")
    with closing(DiskJournal(tmp_path / "again")) as journal:
        assert next(head.version for head in run(journal.heads()) if head.table == "busy") >= before
    with closing(DiskJournal(folder)) as journal:
        assert next(head.version for head in run(journal.heads()) if head.table == "busy") >= before


# What is refused when one is made


def test_a_file_that_is_there_is_not_written_over(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "hall.zip").write_text("precious")
    with pytest.raises(JournalError, match="exists already"):
        back_up(folder, tmp_path / "hall.zip")
    assert (tmp_path / "hall.zip").read_text() == "precious"


def test_a_folder_without_a_hall_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there is no hall in"):
        back_up(tmp_path / "nowhere", tmp_path / "hall.zip")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named_and_nothing_is_left_there(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be written"):
        back_up(folder, tmp_path / "missing" / "hall.zip")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


@pytest.mark.parametrize("name", PARTS)
def test_a_damaged_file_makes_no_backup_that_looks_whole(folder: Path, tmp_path: Path, name: str) -> None:
    content = bytearray((folder / name).read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 100] = Random(page).randbytes(100)
    (folder / name).write_bytes(content)
    with pytest.raises(JournalError, match=f"{name}.*dicehall doctor"):
        back_up(folder, tmp_path / "hall.zip")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


# What is refused when one is put back


def is_refused(file: Path, folder: Path, why: str) -> None:
    with pytest.raises(JournalError, match=why):
        restore(file, folder)
    assert not (folder / JOURNAL).exists()
    assert not list(folder.glob(".restoring-*"))


STRIDE = 97 if TRIALS < 10 else 1
"""Every byte in its turn takes minutes."""


def test_every_changed_byte_is_noticed(backup: Path, tmp_path: Path) -> None:
    content = backup.read_bytes()
    noticed = 0
    for place in range(0, len(content), STRIDE):
        harmed = tmp_path / "harmed.zip"
        harmed.write_bytes(content[:place] + bytes((content[place] ^ 0x55,)) + content[place + 1 :])
        try:
            restore(harmed, tmp_path / "again")
        except JournalError:
            noticed += 1
            assert not (tmp_path / "again" / JOURNAL).exists()
        else:
            # Dates and the like in the archive's own headers: what was restored is what was backed up.
            assert everything(tmp_path / "again") == everything(tmp_path / "data") | UNBOUND
            shutil.rmtree(tmp_path / "again")
    assert noticed > len(range(0, len(content), STRIDE)) // 2


def test_every_bit_of_the_archives_own_directory_may_be_wrong(backup: Path, tmp_path: Path) -> None:
    content = backup.read_bytes()
    with zipfile.ZipFile(backup) as packed:
        directory = range(packed.start_dir, len(content))
    manifest = manifest_of(backup)
    for place, bit in product(directory, range(8)):
        harmed = tmp_path / "harmed.zip"
        harmed.write_bytes(content[:place] + bytes((content[place] ^ 1 << bit,)) + content[place + 1 :])
        with suppress(JournalError):  # nothing else; and where there is none, all that is told is what was written
            assert read_manifest(harmed) == manifest


@pytest.mark.parametrize("length", [0, 10, 1000, -1])
def test_a_file_that_is_cut_short_is_refused(backup: Path, tmp_path: Path, length: int) -> None:
    backup.write_bytes(backup.read_bytes()[:length])
    is_refused(backup, tmp_path / "again", "is not a backup of a hall, or is damaged")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({PEOPLE: None}, "is not a backup of a hall, or is damaged"),
        ({MANIFEST: None}, "is not a backup of a hall, or is damaged"),
        ({MANIFEST: b"{}"}, "its manifest cannot be read"),
        ({MANIFEST: b"\xff"}, "its manifest cannot be read"),
        ({JOURNAL: b"SQLite format 3\x00"}, "journal.db is not what was written"),
        ({JOURNAL: bytes(10**6)}, "journal.db is not what was written"),
    ],
)
def test_an_archive_of_something_else_is_refused(
    backup: Path, tmp_path: Path, changes: dict[str, bytes | None], why: str
) -> None:
    is_refused(changed(backup, changes), tmp_path / "again", why)


def test_a_part_of_another_name_or_from_another_place_is_refused(backup: Path, tmp_path: Path) -> None:
    manifest = manifest_of(backup)
    parts = (msgspec.structs.replace(manifest.parts[0], name="../journal.db"), *manifest.parts[1:])
    other = changed(backup, {MANIFEST: msgspec.json.encode(msgspec.structs.replace(manifest, parts=parts))})
    is_refused(other, tmp_path / "again", "is not a backup of a hall, or is damaged")


@pytest.mark.parametrize("newer", ["layout", "journal", "people", "migration"])
def test_what_a_newer_program_has_made_is_refused_with_the_cure(backup: Path, tmp_path: Path, newer: str) -> None:
    manifest = msgspec.to_builtins(manifest_of(backup)) | {"version": "9.9.9"}
    match newer:
        case "layout":
            manifest["layout"] += 1
        case "journal":
            manifest["parts"][0]["edition"] = max(EDITIONS) + 1
        case "people":
            manifest["parts"][1]["edition"] = FORMAT + 1
        case _:
            manifest["parts"][1]["revision"] = "9999"
    other = changed(backup, {MANIFEST: msgspec.json.encode(manifest)})
    is_refused(other, tmp_path / "again", r"newer Dicehall \(9.9.9; this is .*\): update Dicehall first")


@pytest.mark.parametrize("older", ["journal", "people", "migration"])
def test_what_was_made_before_the_first_release_is_refused(backup: Path, tmp_path: Path, older: str) -> None:
    manifest = msgspec.to_builtins(manifest_of(backup))
    match older:
        case "journal":
            manifest["parts"][0]["edition"] = min(EDITIONS) - 1
        case "people":
            manifest["parts"][1].update(edition=FORMAT - 1, revision=None)
        case _:
            manifest["parts"][1]["revision"] = "0003"
    other = changed(backup, {MANIFEST: msgspec.json.encode(manifest)})
    is_refused(other, tmp_path / "again", "from before the first release")


def test_a_newer_file_under_an_honest_looking_manifest_is_refused_as_well(backup: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.db"
    with zipfile.ZipFile(backup) as packed:
        newer.write_bytes(packed.read(JOURNAL))
    with closing(sqlite3.connect(newer)) as file:
        file.execute(f"PRAGMA user_version = {max(EDITIONS) + 1}")
    manifest = msgspec.to_builtins(manifest_of(backup))
    manifest["parts"][0]["sha256"] = sha256(newer.read_bytes()).hexdigest()
    other = changed(backup, {JOURNAL: newer.read_bytes(), MANIFEST: msgspec.json.encode(manifest)})
    is_refused(other, tmp_path / "again", "newer Dicehall")


def test_a_hall_of_a_newer_program_is_not_backed_up_by_an_older_one(folder: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(folder / JOURNAL)) as file:
        file.execute(f"PRAGMA user_version = {max(EDITIONS) + 1}")
    with pytest.raises(JournalError, match="was written by a newer Dicehall"):
        back_up(folder, tmp_path / "hall.zip")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


def test_a_folder_in_which_a_hall_runs_is_left_alone(folder: Path, backup: Path) -> None:
    before = everything(folder)
    lock = FolderLock(folder)
    try:
        with pytest.raises(JournalError, match="is in use by another hall"):
            restore(backup, folder, replace=True)
    finally:
        lock.release()
    assert everything(folder) == before


def test_a_folder_that_is_not_empty_is_left_alone_unless_it_is_to_be_replaced(folder: Path, backup: Path) -> None:
    with closing(DiskJournal(folder)) as journal:
        fill(journal, ["newer"], 3)
    before = everything(folder)
    with pytest.raises(JournalError, match=r"is not empty .*journal\.db.*--replace"):
        restore(backup, folder)
    assert everything(folder) == before

    aside = restore(backup, folder, replace=True)
    assert aside is not None
    assert everything(aside) == before
    with closing(DiskJournal(folder)) as journal:
        assert "newer" not in {head.table for head in run(journal.heads())}


def test_what_a_killed_hall_had_in_its_write_ahead_file_does_not_get_into_the_restored_one(
    folder: Path, backup: Path
) -> None:
    busy = Busy(folder)
    busy.known()
    busy.stop()
    assert (folder / f"{JOURNAL}-wal").exists()
    aside = restore(backup, folder, replace=True)
    assert aside is not None
    assert (aside / f"{JOURNAL}-wal").exists()
    assert not (folder / f"{JOURNAL}-wal").exists()
    with closing(DiskJournal(folder)) as journal:
        assert {head.table for head in run(journal.heads())} == set(TABLES)


def test_a_damaged_backup_leaves_the_folder_that_it_should_replace_as_it_was(folder: Path, backup: Path) -> None:
    before = everything(folder)
    with pytest.raises(JournalError):
        restore(changed(backup, {PEOPLE: b"garbage"}), folder, replace=True)
    assert everything(folder) == before
    assert not list(folder.glob("before-restore-*"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_belongs_to_whom_the_folder_belongs(folder: Path, backup: Path) -> None:
    for path in (folder, *folder.iterdir()):
        os.chown(path, 65534, 65534)
    aside = restore(backup, folder, replace=True)
    assert aside is not None
    owners = {path.name: path.stat().st_uid for path in (*folder.iterdir(), *aside.iterdir())}
    assert set(owners.values()) == {65534}, owners


# A real hall


async def play_for_ever(one: Client, other: Client, game: str, seen: dict[str, int], codes: dict[str, str]) -> None:
    """Game after game at one table; what was acknowledged is written down."""
    code = await begin(one, other, game=game, options={"rounds": 1} if game != "peril" else {})
    codes[game] = code
    while True:
        while not over(one, code):
            await play_on(code, one, other)
            seen[code] = min(one.tables[code]["version"], other.tables[code]["version"])
        await other.do(code, "rematch")
        await one.do(code, "start")
        await one.until(lambda: not over(one, code))
        await other.until(lambda: not over(other, code))


async def play_on(code: str, *people: Client) -> None:
    """One command of the person who is awaited."""
    for person in people:
        await person.catch_up()
    for person in people:
        if awaited(person, code) and not over(person, code):
            await step(person, code)
            return


async def dicehall(*arguments: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "dicehall", *arguments, stdout=PIPE, stderr=PIPE
    )
    _, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")


async def records(url: str, codes: Iterable[str]) -> dict[str, dict[int, str]]:
    """The records of the last finished games at these tables, by their numbers."""
    async with httpx.AsyncClient(base_url=url, verify=False) as http:
        numbers = {code: (await http.get(f"/api/tables/{code}")).json()["games"] for code in codes}
    return await records_of(url, numbers)


async def records_of(url: str, numbers: Mapping[str, Iterable[int]]) -> dict[str, dict[int, str]]:
    async with httpx.AsyncClient(base_url=url, verify=False) as http:
        return {
            code: {number: (await http.get(f"/api/tables/{code}/games/{number}")).text for number in wanted}
            for code, wanted in numbers.items()
        }


@in_a_loop
async def test_a_hall_that_is_played_in_is_backed_up_and_elsewhere_its_games_end_and_start_over_h_05(
    tmp_path: Path,
) -> None:
    games = ("mindroll", "bluff", "peril")
    seen: dict[str, int] = {}
    codes: dict[str, str] = {}
    with RunningHall(tmp_path / "data", "--fast") as hall, RunningHall(tmp_path / "idle") as idle:
        async with guests(hall.url, *(f"P{number}" for number in range(6))) as people:
            pairs = list(zip(people[::2], people[1::2], strict=True))
            playing = [
                asyncio.create_task(play_for_ever(*pair, game, seen, codes))
                for pair, game in zip(pairs, games, strict=True)
            ]
            async with asyncio.timeout(PATIENCE):
                while len(seen) < 3 or not all((await records(hall.url, seen)).values()):
                    await asyncio.sleep(0.05)
            acknowledged, finished = dict(seen), await records(hall.url, seen)
            await dicehall("backup", str(tmp_path / "hall.zip"), "--data", str(tmp_path / "data"))
            async with asyncio.timeout(PATIENCE):
                while any(seen[code] <= version for code, version in acknowledged.items()):
                    await asyncio.sleep(0.05)
            assert not [task for task in playing if task.done()], "nobody was disturbed"
            for task in playing:
                task.cancel()
            cookies = [person.cookie for person in people]
        idle.stop()
        await dicehall("restore", str(tmp_path / "hall.zip"), "--data", str(tmp_path / "idle"), "--replace", "--trust")
        idle.start()
        again = [await come_in(idle.url, cookie=cookie) for cookie in cookies]
        places = list(zip((codes[game] for game in games), again[::2], again[1::2], strict=True))
        for code, one, other in places:
            for person in (one, other):  # no game goes on whose dice someone may know; it ends once that is written
                await person.ask("watch", table=code)
                assert person.tables[code]["version"] >= acknowledged[code]
                await person.until(lambda: person.tables[code]["waiting"] is None or over(person, code))  # noqa: B023
        assert await records_of(idle.url, finished) == finished
        for code, one, other in places:
            with suppress(Refused):  # it may have been backed up between two games, when they were ready already
                await other.do(code, "ready")
            await one.do(code, "start")
            await finish_together(code, one, other)
        for person in again:
            await person.close()
