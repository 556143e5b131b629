"""Who was signed in with a browser before: in a cookie of its own, which signing out leaves where it is.

Whoever predicts a game may not play in it under another name (W-07), and signing out first is no way around that. The
cookie signs nobody in. It holds the ids of the last people and a code that only the hall can make: nobody can say of
others that they share a browser.
"""

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from hmac import compare_digest
from secrets import token_bytes
from typing import Final

import msgspec

from dicehall.ports.people import SESSION_LASTS
from dicehall.rules.values import Value
from dicehall.table.core.events import Who

MOST: Final = 3
"""People in one cookie. Each of them shares with the next, so the last alone would do until they are deleted."""
LONGEST: Final = 500
CODE_BYTES: Final = 16
ABOUT: Final = b"last here"


class _Kept(Value):
    who: tuple[Who, ...]
    """The latest first."""
    until: int
    """Seconds since 1970."""


class LastHere:
    def __init__(self, keys: Sequence[bytes], clock: Callable[[], float] = time.time) -> None:
        self._keys = tuple(keys) or (token_bytes(CODE_BYTES),)
        """The first signs; the others are from before a backup was restored."""
        self._clock = clock

    def written(self, people: Iterable[Who]) -> str:
        """What the cookie holds; the latest of these people come first."""
        distinct = tuple(dict.fromkeys(people))[:MOST]
        about = msgspec.json.encode(_Kept(distinct, int(self._clock()) + SESSION_LASTS))
        return urlsafe_b64encode(_code(self._keys[0], about) + about).decode().rstrip("=")

    def read(self, held: str | None) -> tuple[Who, ...]:
        """Nobody, where it is not from this hall or too old."""
        if held is None or len(held) > LONGEST:
            return ()
        try:
            whole = urlsafe_b64decode(held + "=" * (-len(held) % 4))
            code, about = whole[:CODE_BYTES], whole[CODE_BYTES:]
            if not any(compare_digest(code, _code(key, about)) for key in self._keys):
                return ()
            kept = msgspec.json.decode(about, type=_Kept)
        except (ValueError, msgspec.MsgspecError):
            return ()
        return kept.who if kept.until > self._clock() else ()


def _code(key: bytes, about: bytes) -> bytes:
    return blake2b(about, digest_size=CODE_BYTES, key=key, person=ABOUT).digest()
