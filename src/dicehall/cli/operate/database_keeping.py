"""`dicehall backup`, `restore`, `key rotate` and `admin link` with `--database`: for a hall on several machines."""

import asyncio
from contextlib import closing
from pathlib import Path

from dicehall.cli.operate.keys import drop_new, finish_rotation, keep_new, new_key
from dicehall.ports import JournalError, Uncertain
from dicehall.server.admin.claim import new_link
from dicehall.store.files.backup import pack_up
from dicehall.store.files.backup_reading import Manifest, Progress
from dicehall.store.files.backup_signing import key_of
from dicehall.store.files.folder import KEY
from dicehall.store.files.hall_key import HallKey
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from dicehall.store.postgres.database import PostgresDatabase
from dicehall.store.postgres.move_out import move_out
from dicehall.store.postgres.overview import connect_to_hall
from dicehall.store.postgres.rotation import last_line, rotate


def back_up_database(
    database: str, target: Path, progress: Progress, data: Path, key: Path | None, *, with_key: bool
) -> tuple[Path, Manifest, bool]:
    """The file, what is in it, and whether it is signed: the key need not be on the machine that makes a backup."""
    signs = key_of(data, key)
    packed = (signs or HallKey.read(data / KEY)) if with_key else None
    file, manifest = pack_up(target, lambda aside: move_out(database, aside, signs, progress), signs, packed, progress)
    return file, manifest, signs is not None


def rotate_database(database: str, path: Path) -> tuple[HallKey, int]:
    """The new key, and the line of the log that says so."""
    finish_rotation(asyncio.run(last_line(database)), path)
    old, new = HallKey.read(path), new_key(path)
    try:
        line = asyncio.run(rotate(database, old, new))
    except Uncertain:
        raise  # both keys stay: whoever looks into the log next knows which is right
    except JournalError:
        drop_new(path)
        raise
    keep_new(path)
    return new, line


def link_of_database(database: str, hall: str) -> str:
    """A new claim link, whether nodes run or not."""
    asyncio.run(_refuse_without_a_hall(database))
    with closing(PostgresDatabase(database)) as there, closing(DiskAccounts(there, DiskPeople(there))) as accounts:
        return asyncio.run(new_link(accounts, hall))


async def _refuse_without_a_hall(database: str) -> None:
    (await connect_to_hall(database)).terminate()
