"""Backups that someone has tampered with, and whose digests are right all the same."""

import sqlite3
import zipfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec

from dicehall.store.files.backup_reading import MANIFEST, Manifest


def changed(backup: Path, changes: dict[str, bytes | None]) -> Path:
    """The same archive with other members; None leaves one out."""
    other = backup.with_name("changed.zip")
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = changes.get(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    return other


def manifest_of(backup: Path) -> Manifest:
    with zipfile.ZipFile(backup) as packed:
        return msgspec.json.decode(packed.read(MANIFEST), type=Manifest)


def forged(backup: Path, name: str, script: str) -> Path:
    """With one database changed by SQL, and the digest of what it is now."""
    database = backup.with_name(f"forged-{name}")
    with zipfile.ZipFile(backup) as packed:
        database.write_bytes(packed.read(name))
    with closing(sqlite3.connect(database)) as file, file:
        file.executescript(script)
    content = database.read_bytes()
    manifest = manifest_of(backup)
    parts = tuple(
        msgspec.structs.replace(part, bytes=len(content), sha256=sha256(content).hexdigest())
        if part.name == name
        else part
        for part in manifest.parts
    )
    told = msgspec.json.encode(msgspec.structs.replace(manifest, parts=parts))
    return changed(backup, {name: content, MANIFEST: told})
