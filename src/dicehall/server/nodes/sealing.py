"""What leaves a node is sealed for one other node, and padded: a listener on the bus learns neither words nor lengths.

Greetings are sealed with the hall's own key, which every node has. In them two nodes agree on a key for this session
(X25519), and that seals their letters: no other node can read those, nor can anyone who comes by the hall's key later.
"""

import os
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
LENGTH_BYTES: Final = 4
LEAST: Final = 512
"""Bytes of the shortest letter. Longer ones are twice as long, or four times, and so on."""


class Forged(Exception):
    """It was sealed with another key: by someone else, or in an earlier session."""


def derived(secret: bytes, purpose: str, *parts: bytes) -> bytes:
    """A key for one purpose; who knows it learns nothing about the secret or the other keys."""
    info = b"".join(len(part).to_bytes(LENGTH_BYTES) + part for part in (b"dicehall", purpose.encode(), *parts))
    return HKDF(SHA256(), KEY_BYTES, None, info).derive(secret)


def padded(words: bytes) -> bytes:
    size = LENGTH_BYTES + len(words)
    whole = LEAST
    while whole < size:
        whole *= 2
    return len(words).to_bytes(LENGTH_BYTES) + words + bytes(whole - size)


def unpadded(letter: bytes) -> bytes:
    return letter[LENGTH_BYTES : LENGTH_BYTES + int.from_bytes(letter[:LENGTH_BYTES])]


class Exchange:
    """One end's half of a key that the two ends alone can know; it is drawn for one session and written nowhere."""

    def __init__(self) -> None:
        self._private = X25519PrivateKey.generate()
        self.public = self._private.public_key().public_bytes_raw()

    def shared(self, theirs: bytes) -> bytes:
        """What both ends reckon, each from the other's public half."""
        try:
            return self._private.exchange(X25519PublicKey.from_public_bytes(theirs))
        except ValueError:  # it is none
            raise Forged from None


class Numbered:
    """Seals the letters of one direction of one session; no number is used twice, so it is the nonce."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)

    def seal(self, number: int, words: bytes) -> bytes:
        return self._cipher.encrypt(number.to_bytes(NONCE_BYTES), padded(words), None)

    def open(self, number: int, letter: bytes) -> bytes:
        try:
            return unpadded(self._cipher.decrypt(number.to_bytes(NONCE_BYTES), letter, None))
        except InvalidTag:
            raise Forged from None


class Greetings:
    """Seals the few letters from before a session, each with a nonce that is drawn for it."""

    def __init__(self, secret: bytes) -> None:
        self._cipher = ChaCha20Poly1305(derived(secret, "greeting"))

    def seal(self, words: bytes, way: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, padded(words), way)

    def open(self, letter: bytes, way: bytes) -> bytes:
        """`way` says from whom to whom: a greeting for one node is none for another."""
        try:
            return unpadded(self._cipher.decrypt(letter[:NONCE_BYTES], letter[NONCE_BYTES:], way))
        except (InvalidTag, ValueError):
            raise Forged from None
