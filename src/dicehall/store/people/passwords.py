"""Passwords: kept as argon2id hashes, which are slow to make on purpose, so they are made beside the event loop."""

import asyncio
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from secrets import token_bytes
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from dicehall.ports import JournalError
from dicehall.ports.people import LONGEST_PASSWORD, SHORTEST_PASSWORD
from dicehall.rules.errors import BadOptions

AT_ONCE = 2
"""Hashes that are made side by side, each with so much memory; others wait for their turn."""
MOST_WAITING = 64
T = TypeVar("T")


class Passwords:
    """With the parameters that OWASP recommends; hashes with others are told from these and made anew."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._waiting = 0

    def close(self) -> None:
        self._threads.shutdown()

    async def hash(self, password: str) -> str:
        check(password)
        return await self._beside(lambda: self._hasher.hash(_plain(password)))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Takes as long where there is no hash to compare with."""
        if not _is_as_long_as_one(password):
            return False
        return await self._beside(lambda: self._verify(hashed or self._nobodys(), password)) and hashed is not None

    def is_dated(self, hashed: str) -> bool:
        return self._hasher.check_needs_rehash(hashed)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, _plain(password))
        except (VerificationError, InvalidHashError):
            return False

    def _nobodys(self) -> str:
        """A hash that no password has; to find that out is as much work as with any other."""
        salt, tag = (b64encode(token_bytes(size)).decode().rstrip("=") for size in (16, 32))
        made = self._hasher
        return f"$argon2id$v=19$m={made.memory_cost},t={made.time_cost},p={made.parallelism}${salt}${tag}"

    async def _beside(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise JournalError("very many people are logging in at this moment: try again in a few seconds")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def check(password: str) -> None:
    if not _is_as_long_as_one(password):
        allowed = f"{SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
        raise BadOptions(f"a password has {allowed}, this one has {len(password)}")


def _is_as_long_as_one(password: str) -> bool:
    return SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD


def _plain(password: str) -> bytes:
    """The same bytes whichever keyboard it was typed on."""
    return unicodedata.normalize("NFKC", password).encode(errors="surrogatepass")
