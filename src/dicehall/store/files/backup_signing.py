"""Which hall made a backup: the manifest, which holds the digest of every part, is signed with the hall's key."""

import zipfile
from pathlib import Path
from typing import Final

import msgspec

from dicehall.ports import JournalError
from dicehall.rules.values import Value
from dicehall.store.files.backup_reading import MANIFEST, bounded, damaged, open_backup
from dicehall.store.files.folder import KEY
from dicehall.store.files.hall_key import HallKey, is_signed

SIGNATURE: Final = "signature.json"
SIGNED: Final = b"dicehall backup 1\n"
"""What is signed begins with this, so that a signature of something else is none of a backup."""


class Signature(Value):
    key: str
    signature: str


def key_of(folder: Path, key: Path | None = None) -> HallKey | None:
    """In a file of its own, or in the hall's folder; None if this hall has none yet."""
    if key is not None:
        return HallKey.read(key)
    return HallKey.read(folder / KEY) if (folder / KEY).is_file() else None


def sign(manifest: bytes, key: HallKey) -> bytes:
    return msgspec.json.encode(Signature(key.public, key.sign(SIGNED + manifest)))


def signer(packed: zipfile.ZipFile, file: Path) -> str | None:
    """The public key of the hall that signed it; None if nobody did. A signature that does not fit is damage."""
    if SIGNATURE not in packed.namelist():
        return None
    try:
        found = msgspec.json.decode(bounded(packed, file, SIGNATURE), type=Signature)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise damaged(file, f"its signature cannot be read: {error}") from None
    if not is_signed(found.key, found.signature, SIGNED + bounded(packed, file, MANIFEST)):
        raise damaged(file, "its signature does not fit: it was changed after the hall signed it")
    return found.key


def check_origin(file: Path, own: HallKey | None, *, trust: bool) -> None:
    """Only what this hall has signed, unless the operator trusts it: a backup decides who is an administrator."""
    with open_backup(file) as (packed, _):
        made_by = signer(packed, file)
    if trust or (own is not None and made_by == own.public):
        return
    if made_by is None:
        why = "is not signed by any hall, so that anyone may have made or changed it"
    elif own is None:
        why = f"is signed with the key {made_by[:16]}…, and there is no hall.key here to compare it with"
    else:
        why = f"was made by another hall (its key is {made_by[:16]}…, yours {own.public[:16]}…)"
    raise JournalError(
        f"{file} {why}: name the hall.key of the hall that made it with --key, or use --trust if you know where it "
        "comes from"
    )
