"""The key of a hall: it signs the public log and backups, and never leaves the machine unless you copy it."""

import os
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from dicehall.ports import JournalError

LONGEST = 10_000
"""Bytes; a key has about 120."""


class HallKey:
    """A pair of Ed25519 keys. Whatever is signed begins with a line that says what it is, such as `dicehall log 1`."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
        """64 hexadecimal digits, for everyone to know."""

    @classmethod
    def new(cls) -> "HallKey":
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def read(cls, path: Path) -> "HallKey":
        """From a file; raises `JournalError`."""
        try:
            with path.open("rb") as file:
                return cls.parse(file.read(LONGEST))
        except OSError as error:
            raise JournalError(f"the hall's key {path} cannot be read ({error.strerror}): check its path") from None
        except ValueError:
            raise JournalError(
                f"{path} is not the key of a hall: put the right file there, or move it away to start with a new key"
            ) from None

    @classmethod
    def parse(cls, pem: bytes) -> "HallKey":
        """Raises `ValueError`."""
        try:
            private = load_pem_private_key(pem, password=None)
        except Exception as error:  # whatever the library makes of a damaged file
            raise ValueError(str(error)) from None
        if not isinstance(private, Ed25519PrivateKey):
            raise ValueError("another kind of key")
        return cls(private)

    @classmethod
    def open(cls, path: Path) -> "HallKey":
        """The key in this file; made now if there is none."""
        if not path.exists():
            key = cls.new()
            key.write(path)
            return key
        with suppress(OSError):
            path.chmod(0o600)
        return cls.read(path)

    def write(self, path: Path) -> None:
        """Only the hall's own user can read it; it is whole and on the disk, or not there at all."""
        aside = path.with_name(f".{path.name}.part")
        try:
            with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(self.pem)
                file.flush()
                os.fsync(file.fileno())
            aside.rename(path)
        except OSError as error:
            raise JournalError(f"the hall's key {path} cannot be written ({error.strerror})") from None

    @property
    def pem(self) -> bytes:
        return self._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def sign(self, signed: bytes) -> str:
        """The signature in 128 hexadecimal digits."""
        return self._private.sign(signed).hex()


def is_signed(public: str, signature: str, signed: bytes) -> bool:
    """Whether this key made this signature; a key or a signature that is none says no."""
    try:
        key, made = bytes.fromhex(public), bytes.fromhex(signature)
        if key.hex() != public or made.hex() != signature:  # each has only one spelling
            return False
        Ed25519PublicKey.from_public_bytes(key).verify(made, signed)
    except (ValueError, InvalidSignature):
        return False
    return True
