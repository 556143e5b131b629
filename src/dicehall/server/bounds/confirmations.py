"""Confirmations: an administrator proves again who they are before anything that is hard to undo.

A browser that was left open, or a stolen cookie, is not enough for it then.
"""

from hashlib import sha256
from typing import Final, Literal, TypeAlias

from dicehall.ports import Accounts, Person
from dicehall.ports.memos import Kept, Memo, Memos

Proof: TypeAlias = Literal["password", "passkey"]

HOLDS_FOR: Final = 600.0
"""Seconds; signing in counts as well."""
WHY: Final[dict[Proof, str]] = {
    "password": "Confirm with your password that it is you.",
    "passkey": "Confirm with your passkey that it is you.",
}


def digest(token: str | None) -> bytes:
    """Of a session's token: sockets stay open for long, and need not hold the secret itself."""
    return sha256((token or "").encode(errors="replace")).digest()


class Confirmations:
    """Known by the digest of the session's token. With one process they are in memory only: after a restart everyone
    confirms once more."""

    def __init__(self, accounts: Accounts, memos: Memos, *, passkeys_work: bool) -> None:
        self._accounts = accounts
        self._memos = memos
        self._passkeys_work = passkeys_work

    async def add(self, token: str | None, by: Proof) -> None:
        key = digest(token).hex()

        def work(kept: Kept) -> None:
            kept[key] = Memo(by.encode(), self._memos.now() + HOLDS_FOR)

        await self._memos.change("confirmation", (), work)

    async def refusal(self, person: Person, session: bytes) -> tuple[str, str] | None:
        """Why not yet, by the digest of the session's token; None if this browser has proved it a while ago."""
        needed = await self._needed(person)
        if needed is None:
            return None
        found = await self._memos.find("confirmation", session.hex())
        if found is not None and found.value.decode() in (needed, "passkey"):
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
