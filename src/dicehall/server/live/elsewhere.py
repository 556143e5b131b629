"""What the other nodes of a hall have to be told; most halls have none."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from dicehall.ports import Person
from dicehall.server.live.messages import Invitation, InvitationOver, ServerMessage
from dicehall.table.core.events import Who

Errand: TypeAlias = Callable[[bytes], Awaitable[bytes]]
"""What a node does for another one, given what it is about."""


class Elsewhere(Protocol):
    def listed(self, news: Sequence[ServerMessage]) -> None:
        """Rows of the list of tables have changed."""
        ...

    def invited(self, who: Who, news: Invitation | InvitationOver) -> None: ...

    def renamed(self, person: Person) -> None: ...

    def hung_up(self, who: Who, sign_in: str | None, code: int, reason: str) -> None:
        """Sockets of a person are closed: all, or those of one sign-in."""
        ...

    def left(self, who: Who, banned: str | None) -> None:
        """A person is off all tables: banned for a reason, or deleted."""
        ...

    def serve(self, name: str, errand: Errand) -> None:
        """From now on this is done here when another node asks for it."""
        ...

    async def ask_all(self, name: str, about: bytes) -> list[bytes | None]:
        """What each other node answers; None for one that does not, or that could not do it."""
        ...

    async def ask_owner(self, code: str, name: str, about: bytes) -> bytes | None:
        """The same of the node that runs the table of this code."""
        ...


class Nowhere:
    def listed(self, _news: Sequence[ServerMessage]) -> None:
        pass

    def invited(self, _who: Who, _news: Invitation | InvitationOver) -> None:
        pass

    def renamed(self, _person: Person) -> None:
        pass

    def hung_up(self, _who: Who, _sign_in: str | None, _code: int, _reason: str) -> None:
        pass

    def left(self, _who: Who, _banned: str | None) -> None:
        pass

    def serve(self, _name: str, _errand: Errand) -> None:
        pass

    async def ask_all(self, _name: str, _about: bytes) -> list[bytes | None]:
        return []

    async def ask_owner(self, _code: str, _name: str, _about: bytes) -> None:
        pass
