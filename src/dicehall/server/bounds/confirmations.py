"""Confirmations: an administrator proves again who they are before anything that is hard to undo.

A browser that was left open, or a stolen cookie, is not enough for it then.
"""

import time
from collections.abc import Callable
from hashlib import sha256
from typing import Final, Literal, NamedTuple, TypeAlias

from dicehall.ports import Accounts, Person

Proof: TypeAlias = Literal["password", "passkey"]

HOLDS_FOR: Final = 600.0
"""Seconds; signing in counts as well."""
MOST: Final = 10_000
"""Proofs that are remembered, of all browsers; then the oldest are forgotten."""
WHY: Final[dict[Proof, str]] = {
    "password": "Confirm with your password that it is you.",
    "passkey": "Confirm with your passkey that it is you.",
}


def digest(token: str | None) -> bytes:
    """Of a session's token: sockets stay open for long, and need not hold the secret itself."""
    return sha256((token or "").encode(errors="replace")).digest()


class Confirmed(NamedTuple):
    by: Proof
    until: float


class Confirmations:
    """In memory only: after a restart everyone confirms once more."""

    def __init__(self, accounts: Accounts, *, passkeys_work: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._accounts = accounts
        self._passkeys_work = passkeys_work
        self._clock = clock
        self._known: dict[bytes, Confirmed] = {}
        """By the digest of the session's token."""
        self.added: Callable[[bytes, Proof], None] = lambda _session, _by: None
        """Hears of each, for the other nodes of the hall."""

    def add(self, token: str | None, by: Proof) -> None:
        self.learn(digest(token), by)
        self.added(digest(token), by)

    def learn(self, key: bytes, by: Proof) -> None:
        self._known.pop(key, None)  # the newest stand last
        self._known[key] = Confirmed(by, self._clock() + HOLDS_FOR)
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    async def refusal(self, person: Person, session: bytes) -> tuple[str, str] | None:
        """Why not yet, by the digest of the session's token; None if this browser has proved it a while ago."""
        needed = await self._needed(person)
        found = self._known.get(session)
        if needed is None or (found and found.until > self._clock() and found.by in (needed, "passkey")):
            return None
        return f"confirm_{needed}", WHY[needed]

    async def _needed(self, person: Person) -> Proof | None:
        """A passkey cannot be phished, so once there is one, nothing less will do, where browsers allow passkeys.

        Where they do not, whoever has nothing else can prove nothing: a cookie alone is never enough.
        """
        keeps_password = await self._accounts.keeps_password(person.id)
        if (self._passkeys_work or not keeps_password) and await self._accounts.passkeys(person.id):
            return "passkey"
        return "password" if keeps_password else None
