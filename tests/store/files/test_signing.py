"""A backup is signed by the hall that made it, and another one is taken only by an operator who says so."""

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from dicehall.ports import JournalError
from dicehall.store.files.backup import back_up
from dicehall.store.files.backup_signing import SIGNATURE, Signature, sign
from dicehall.store.files.database import Database
from dicehall.store.files.folder import JOURNAL, KEY, PEOPLE
from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.restore import restore
from tests.store.files.forging import changed, forged, manifest_of
from tests.store.halls import fill, run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A hall with a key."""
    data = tmp_path / "data"
    with closing(DiskJournal(data)) as journal, closing(Database(data)):
        fill(journal, ["bade"], 3)
    HallKey.open(data / KEY)
    return data


@pytest.fixture
def backup(folder: Path, tmp_path: Path) -> Path:
    return back_up(folder, tmp_path / "hall.zip")[0]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """The folder of another hall."""
    other = tmp_path / "other"
    other.mkdir()
    HallKey.open(other / KEY)
    return other


def tables(folder: Path) -> list[str]:
    with closing(DiskJournal(folder)) as journal:
        return [head.table for head in run(journal.heads())]


def is_refused(file: Path, folder: Path, why: str, key: Path | None = None, *, trust: bool = False) -> None:
    before = sorted(folder.iterdir()) if folder.exists() else []
    with pytest.raises(JournalError, match=why):
        restore(file, folder, replace=True, key=key, trust=trust)
    assert [path for path in sorted(folder.iterdir()) if path.name != "hall.lock"] == [
        path for path in before if path.name != "hall.lock"
    ]


def test_a_hall_takes_its_own_backup_back_without_a_word(folder: Path, backup: Path) -> None:
    with closing(DiskJournal(folder)) as journal:
        fill(journal, ["newer"], 1)
    restore(backup, folder, replace=True)
    assert tables(folder) == ["bade"]


def test_the_key_in_another_file_is_as_good(folder: Path, backup: Path, tmp_path: Path) -> None:
    restore(backup, tmp_path / "again", key=folder / KEY)
    assert tables(tmp_path / "again") == ["bade"]


def test_a_new_folder_with_nothing_but_the_key_in_it_is_empty(folder: Path, backup: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    (folder / KEY).rename(new / KEY)
    restore(backup, new)
    assert tables(new) == ["bade"]
    assert (new / KEY).is_file()


def test_a_backup_of_another_hall_is_taken_only_on_trust(backup: Path, elsewhere: Path) -> None:
    is_refused(backup, elsewhere, "was made by another hall .*--trust")
    restore(backup, elsewhere, trust=True)
    assert tables(elsewhere) == ["bade"]


def test_an_unsigned_backup_is_taken_only_on_trust(folder: Path, backup: Path) -> None:
    unsigned = changed(backup, {SIGNATURE: None})
    is_refused(unsigned, folder, "is not signed by any hall.*--trust")
    restore(unsigned, folder, replace=True, trust=True)


def test_where_there_is_no_key_to_compare_with_it_takes_trust_too(backup: Path, tmp_path: Path) -> None:
    is_refused(backup, tmp_path / "again", "there is no hall.key here to compare it with.*--key.*--trust")


PROMOTE = "UPDATE people SET kind = 'administrator'"


def test_what_was_changed_after_it_was_signed_is_not_even_taken_on_trust(folder: Path, backup: Path) -> None:
    is_refused(forged(backup, PEOPLE, PROMOTE), folder, "its signature does not fit", trust=True)


@pytest.mark.parametrize("content", [b"", b"{}", b'{"key": "", "signature": ""}', b'{"key": 1}', b"\xff", b" " * 10**6])
def test_a_signature_that_is_none_is_refused(folder: Path, backup: Path, content: bytes) -> None:
    is_refused(changed(backup, {SIGNATURE: content}), folder, "is not a backup of a hall, or is damaged", trust=True)


def test_a_changed_backup_that_someone_else_signs_again_is_another_halls(folder: Path, backup: Path) -> None:
    other = forged(backup, PEOPLE, PROMOTE).rename(folder.parent / "other.zip")
    told = msgspec.json.format(msgspec.json.encode(manifest_of(other)))
    again = changed(other, {"manifest.json": told, SIGNATURE: sign(told, HallKey.new())})
    is_refused(again, folder, "was made by another hall")


def test_the_key_of_the_hall_named_with_anothers_signature_does_not_fit(folder: Path, backup: Path) -> None:
    told = msgspec.json.format(msgspec.json.encode(manifest_of(backup)))
    made = msgspec.json.decode(sign(told, HallKey.new()), type=Signature)
    claimed = msgspec.structs.replace(made, key=HallKey.read(folder / KEY).public)
    is_refused(changed(backup, {SIGNATURE: msgspec.json.encode(claimed)}), folder, "its signature does not fit")


def test_a_hall_without_a_key_makes_an_unsigned_backup(folder: Path, tmp_path: Path) -> None:
    (folder / KEY).unlink()
    made, _ = back_up(folder, tmp_path / "unsigned.zip")
    is_refused(made, tmp_path / "again", "is not signed by any hall")
    assert (folder / JOURNAL).is_file()
