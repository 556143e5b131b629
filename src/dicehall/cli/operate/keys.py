"""The key of a hall on disk: found at the start, and changed so that a crash at any moment leaves the right one."""

from pathlib import Path

from dicehall.ports import JournalError
from dicehall.store.files.folder import KEY
from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.disk import DiskJournal


def key_of(journal: DiskJournal, folder: Path, given: Path | None) -> HallKey:
    """The key in the data folder, made at the first start; or the one in a file that the operator has given."""
    path = given or folder / KEY
    _finish_rotation(journal, path)
    if given is not None and not given.exists():
        raise JournalError(f"there is no key in {given}: copy it there, or leave --key out to have one made")
    return HallKey.open(path)


def rotate_to_new(journal: DiskJournal, path: Path, old: HallKey) -> tuple[HallKey, int]:
    """The new key and the line of the log that says so. The new key is on the disk before the log knows it."""
    new = HallKey.new()
    new.write(_next(path))
    journal.rotate(old, new)
    _next(path).rename(path)
    last = journal.reader.last_logged()
    return new, last.number if last is not None else 0


def _finish_rotation(journal: DiskJournal, path: Path) -> None:
    """After a crash in the middle, the log knows which key is right."""
    new = _next(path)
    if not new.exists():
        return
    last = journal.reader.last_logged()
    if last is not None and HallKey.read(new).public == last.key:
        new.rename(path)
    else:
        new.unlink()


def _next(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")
