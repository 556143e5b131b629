"""A device that holds passkeys, in software: it signs whatever it is asked to, also what no real one would."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any, NamedTuple

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def to_text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Key(NamedTuple):
    id: bytes
    secret: ec.EllipticCurvePrivateKey
    handle: bytes


class Authenticator:
    def __init__(self, origin: str) -> None:
        self.origin = origin
        """Where the browser thinks it is."""
        self.around: dict[str, object] = {}
        """What the browser says of the page around the one that asks."""
        self.keys: list[Key] = []
        self.count = 0
        self.flags = PRESENT | VERIFIED

    def create(self, options: dict[str, Any], id: bytes | None = None) -> dict[str, Any]:
        """What `navigator.credentials.create` gives, as JSON."""
        key = Key(id or os.urandom(16), ec.generate_private_key(ec.SECP256R1()), to_bytes(options["user"]["id"]))
        self.keys.append(key)
        attested = bytes(16) + len(key.id).to_bytes(2) + key.id + cose(key.secret)
        data = self._data(options["rp"]["id"], ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return credential(key.id, clientDataJSON=to_text(client), attestationObject=to_text(attestation))

    def get(self, options: dict[str, Any], key: Key | None = None) -> dict[str, Any]:
        """What `navigator.credentials.get` gives; with the last key, unless another is named."""
        key = key or self.keys[-1]
        self.count += 1
        data = self._data(options["rpId"])
        client = self._client("webauthn.get", options["challenge"])
        signature = key.secret.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return credential(
            key.id,
            clientDataJSON=to_text(client),
            authenticatorData=to_text(data),
            signature=to_text(signature),
            userHandle=to_text(key.handle),
        )

    def _data(self, place: str, more: int = 0) -> bytes:
        return sha256(place.encode()).digest() + bytes([self.flags | more]) + self.count.to_bytes(4)

    def _client(self, type: str, challenge: str) -> bytes:
        return json.dumps({"type": type, "challenge": challenge, "origin": self.origin, **self.around}).encode()


def credential(id: bytes, **response: str) -> dict[str, Any]:
    return {
        "id": to_text(id), "rawId": to_text(id), "type": "public-key", "response": response,
        "clientExtensionResults": {},
    }  # fmt: skip


def cose(secret: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half, as authenticators write it."""
    point = secret.public_key().public_numbers()
    return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
