"""The key of a hall on disk: found at the start, and changed so that a crash at any moment leaves the right one."""

from pathlib import Path

from dicehall.ports import JournalError
from dicehall.rules.public_log import LogLine
from dicehall.store.files.folder import KEY
from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.disk import DiskJournal


def key_of(journal: DiskJournal, folder: Path, given: Path | None) -> HallKey:
    """The key in the data folder, made at the first start; or the one in a file that the operator has given."""
    path = given or folder / KEY
    finish_rotation(journal.reader.last_logged(), path)
    if given is not None and not given.exists():
        raise JournalError(f"there is no key in {given}: copy it there, or leave --key out to have one made")
    return HallKey.open(path)


def rotate_to_new(journal: DiskJournal, path: Path, old: HallKey) -> tuple[HallKey, int]:
    """The new key and the line of the log that says so. The new key is on the disk before the log knows it."""
    new = new_key(path)
    journal.rotate(old, new)
    keep_new(path)
    last = journal.reader.last_logged()
    return new, last.number if last is not None else 0


def new_key(path: Path) -> HallKey:
    """On the disk beside the old one."""
    new = HallKey.new()
    new.write(_next(path))
    return new


def keep_new(path: Path) -> None:
    """The log knows it: it takes the place of the old one."""
    _next(path).rename(path)


def drop_new(path: Path) -> None:
    """Nothing came of it."""
    _next(path).unlink()


def finish_rotation(last: LogLine | None, path: Path) -> None:
    """After a crash in the middle, the last line of the log knows which key is right."""
    new = _next(path)
    if not new.exists():
        return
    if last is not None and HallKey.read(new).public == last.key:
        new.rename(path)
    else:
        new.unlink()


def _next(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")
