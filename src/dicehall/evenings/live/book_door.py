"""What any machine of a hall asks of the book of predictions, which only one of them keeps."""

from collections.abc import Awaitable, Callable
from typing import Final, Protocol, TypeAlias

import msgspec

from dicehall.evenings.live.pool_news import PoolNews
from dicehall.evenings.predictions.decide import Wish
from dicehall.evenings.predictions.events import PoolId, Unfair
from dicehall.ports import JournalError
from dicehall.ports.codes import common_log
from dicehall.rules.values import Value
from dicehall.table.core.events import Who

BOOK: Final = common_log("predictions")
"""Its name in the journal: who may write it is who keeps it."""


class Wishes(Value, tag=True):
    wish: Wish


class Shows(Value, tag=True):
    """Show this pool, the purses of these people, and who of them may not predict since they play."""

    pool: PoolId
    people: tuple[Who, ...]
    players: tuple[Who, ...]


class Stirs(Value, tag=True):
    """Something has happened in this game: look at it."""

    pool: PoolId


class Closes(Value, tag=True):
    """Since this version of the table someone is too likely to win."""

    pool: PoolId
    version: int


class Voids(Value, tag=True):
    pool: PoolId
    why: Unfair


class Shares(Value, tag=True):
    """The same browser was signed in as both."""

    who: Who
    also: Who


class Forgets(Value, tag=True):
    who: Who


class Empties(Value, tag=True):
    """An administrator has reset everything."""


Wanted: TypeAlias = Wishes | Shows | Stirs | Closes | Voids | Shares | Forgets | Empties
wanted = msgspec.json.Decoder(Wanted)


class Told(Value):
    refused: tuple[str, str] | None = None
    news: PoolNews | None = None
    purses: dict[Who, int] = msgspec.field(default_factory=dict)
    barred: tuple[Who, ...] = ()


class UnansweredError(JournalError):
    """The machine that keeps the book may have done it or not."""


class Keeper(Protocol):
    async def do(self, wanted: Wanted) -> Told:
        """Raises `JournalError` where it cannot be written down."""
        ...


class BookDoor:
    def __init__(
        self, keeper: Keeper, is_here: Callable[[], bool], ask: Callable[[bytes], Awaitable[bytes | None]]
    ) -> None:
        self._keeper = keeper
        self._is_here = is_here
        self._ask = ask

    async def do(self, wanted: Wanted) -> Told:
        """Raises `JournalError`."""
        if self._is_here():
            return await self._keeper.do(wanted)
        answer = await self._ask(msgspec.json.encode(wanted))
        if answer is None:
            raise UnansweredError("the machine that keeps the predictions of this hall has not answered")
        return msgspec.json.decode(answer, type=Told)
