"""The key of a hall: made once, readable by nobody else, in a backup only if that is wanted."""

import stat
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from dicehall.cli.operate.keys import key_of, rotate_to_new
from dicehall.ports import JournalError
from dicehall.rules.public_log import Statement
from dicehall.store.files.backup import back_up
from dicehall.store.files.database import Database
from dicehall.store.files.folder import KEY
from dicehall.store.files.hall_key import HallKey, is_signed
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.restore import restore
from tests.store.halls import entry, run, write

STATED = Statement("commitment", "aa" * 32)


def start(folder: Path, key: Path | None = None) -> list[tuple[str, str]]:
    """As `dicehall serve` does; the kinds and keys of the log's lines."""
    with closing(DiskJournal(folder)) as journal, closing(Database(folder)):
        journal.sign_with(key_of(journal, folder, key))
        return [(line.kind, line.key) for line in run(journal.public_log(0, 100))]


def public(folder: Path) -> str:
    return HallKey.read(folder / KEY).public


def test_it_is_made_at_the_first_start_and_is_private(tmp_path: Path) -> None:
    assert start(tmp_path) == [("begin", public(tmp_path))]
    assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600
    assert start(tmp_path) == [("begin", public(tmp_path))]


def test_a_key_that_others_could_read_is_made_private_again(tmp_path: Path) -> None:
    start(tmp_path)
    (tmp_path / KEY).chmod(0o644)
    start(tmp_path)
    assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600


def test_what_it_signs_is_its_own(tmp_path: Path) -> None:
    key = HallKey.open(tmp_path / KEY)
    signature = key.sign(b"dicehall log 1")
    assert is_signed(HallKey.read(tmp_path / KEY).public, signature, b"dicehall log 1")
    assert not is_signed(key.public, signature, b"dicehall log 2")
    assert not is_signed(HallKey.new().public, signature, b"dicehall log 1")
    assert not is_signed("no key", signature, b"dicehall log 1")
    assert not is_signed(key.public, "no signature", b"dicehall log 1")


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
)
def test_a_file_that_is_no_key_keeps_the_hall_closed(tmp_path: Path, content: bytes) -> None:
    """Never replaced in silence: the true one may be elsewhere."""
    (tmp_path / KEY).write_bytes(content)
    with pytest.raises(JournalError, match="is not the key of a hall"):
        start(tmp_path)
    assert (tmp_path / KEY).read_bytes() == content


def test_a_key_elsewhere_is_used_and_not_made(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.key"
    with pytest.raises(JournalError, match="there is no key in"):
        start(tmp_path / "data", elsewhere)
    HallKey.new().write(elsewhere)
    assert start(tmp_path / "data", elsewhere) == [("begin", HallKey.read(elsewhere).public)]
    assert not (tmp_path / "data" / KEY).exists()


def test_a_lost_key_is_replaced_and_the_log_says_so(tmp_path: Path) -> None:
    start(tmp_path)
    old = public(tmp_path)
    (tmp_path / KEY).unlink()
    assert start(tmp_path) == [("begin", old), ("break", public(tmp_path))]


# Rotation


def test_a_rotated_key_is_signed_by_both(tmp_path: Path) -> None:
    start(tmp_path)
    old = HallKey.read(tmp_path / KEY)
    with closing(DiskJournal(tmp_path)) as journal:
        journal.sign_with(old)
        new, line = rotate_to_new(journal, tmp_path / KEY, old)
        assert line == 2
        assert run(journal.public_log(1, 1))[0].before == old.public
    assert public(tmp_path) == new.public
    assert start(tmp_path) == [("begin", old.public), ("rotate", new.public)]


def test_a_crash_after_the_log_has_the_new_key_leaves_the_new_one(tmp_path: Path) -> None:
    start(tmp_path)
    old, new = HallKey.read(tmp_path / KEY), HallKey.new()
    new.write(tmp_path / f"{KEY}.new")
    with closing(DiskJournal(tmp_path)) as journal:
        journal.sign_with(old)
        journal.rotate(old, new)
    assert start(tmp_path) == [("begin", old.public), ("rotate", new.public)]
    assert public(tmp_path) == new.public


def test_a_crash_before_the_log_has_the_new_key_leaves_the_old_one(tmp_path: Path) -> None:
    start(tmp_path)
    old = public(tmp_path)
    HallKey.new().write(tmp_path / f"{KEY}.new")
    assert start(tmp_path) == [("begin", old)]
    assert not (tmp_path / f"{KEY}.new").exists()


# Backups


def test_a_backup_holds_the_key_only_if_that_is_wanted(tmp_path: Path) -> None:
    start(tmp_path / "data")
    plain, _ = back_up(tmp_path / "data", tmp_path / "plain.zip")
    whole, _ = back_up(tmp_path / "data", tmp_path / "whole.zip", with_key=True)
    secret = (tmp_path / "data" / KEY).read_bytes()
    with zipfile.ZipFile(plain) as packed:
        assert KEY not in packed.namelist()
        assert not any(secret in packed.read(name) for name in packed.namelist())
    with zipfile.ZipFile(whole) as packed:
        assert packed.read(KEY) == secret


def test_a_backup_cannot_hold_a_key_that_is_not_there(tmp_path: Path) -> None:
    start(tmp_path / "data")
    (tmp_path / "data" / KEY).unlink()
    with pytest.raises(JournalError, match="cannot be read"):
        back_up(tmp_path / "data", tmp_path / "hall.zip", with_key=True)
    assert not (tmp_path / "hall.zip").exists()


@pytest.mark.parametrize("with_key", [False, True])
def test_what_is_restored_says_in_the_log_that_it_was_interrupted(tmp_path: Path, with_key: bool) -> None:
    data = tmp_path / "data"
    start(data)
    old = public(data)
    backup, _ = back_up(data, tmp_path / "hall.zip", with_key=with_key)
    with closing(DiskJournal(data)) as journal:
        journal.sign_with(HallKey.read(data / KEY))
        write(journal, entry("oak", 0, statements=(STATED,)))
    aside = restore(backup, data, replace=True)
    assert aside is not None
    assert HallKey.read(aside / KEY).public == old
    assert start(data) == [("begin", old), ("break", public(data))]
    assert (public(data) == old) is with_key
    assert stat.S_IMODE((data / KEY).stat().st_mode) == 0o600
    assert len(start(data)) == 2


def test_a_damaged_key_in_a_backup_is_refused(tmp_path: Path) -> None:
    start(tmp_path / "data")
    backup, _ = back_up(tmp_path / "data", tmp_path / "hall.zip", with_key=True)
    with zipfile.ZipFile(backup) as packed, zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        for name in packed.namelist():
            other.writestr(name, b"x" * len(packed.read(name)) if name == KEY else packed.read(name))
    with pytest.raises(JournalError, match="is not what was written"):
        restore(tmp_path / "other.zip", tmp_path / "again", trust=True)
