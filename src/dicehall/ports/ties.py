"""What the hall asks of its database about two people: who has added whom as a friend, and who has blocked whom."""

from collections.abc import Collection
from typing import Final, NamedTuple, Protocol

MOST_FRIENDS: Final = 200
"""Of one person; more are refused."""
MOST_BLOCKS: Final = 500


class Friend(NamedTuple):
    """Someone whom a person has added."""

    who: str
    name: str
    since: float
    mutual: bool
    """Whether they have added that person too."""


class Blocked(NamedTuple):
    who: str
    name: str
    since: float


class Standing(NamedTuple):
    """How one person stands to another."""

    friend: bool
    """The first has added the second."""
    mutual: bool
    """And the second has added the first."""
    blocked: bool
    """The first has blocked the second."""
    shut_out: bool
    """The second has blocked the first, which the first never learns."""


class Ties(Protocol):
    """Both are one-sided, and belong to the person who has made them; they go with either of the two."""

    async def friends(self, person: str) -> list[Friend]:
        """By name."""
        ...

    async def add_friend(self, person: str, other: str) -> None:
        """Again, it changes nothing. Raises `KeyError` for a stranger, `BadOptions` where there are too many."""
        ...

    async def remove_friend(self, person: str, other: str) -> bool:
        """Whether they were one."""
        ...

    async def blocks(self, person: str) -> list[Blocked]:
        """By name."""
        ...

    async def block(self, person: str, other: str) -> None:
        """They are no friend of this person any more. Raises what `add_friend` raises."""
        ...

    async def unblock(self, person: str, other: str) -> bool:
        """Whether they were blocked."""
        ...

    async def blocked_by(self, persons: Collection[str]) -> dict[str, frozenset[str]]:
        """Whom each of them has blocked; those who have blocked nobody are left out."""
        ...

    async def who_block(self, other: str, persons: Collection[str]) -> frozenset[str]:
        """Which of these people have blocked someone."""
        ...

    async def standing(self, person: str, other: str) -> Standing: ...
