"""Who is at the other end of one socket, and how they are answered."""

from collections.abc import Coroutine
from typing import Any, TypeAlias

from dicehall.ports import Scope, Session
from dicehall.server.bounds.pace import Bucket
from dicehall.server.bounds.rights import REFUSALS
from dicehall.server.live import messages
from dicehall.server.live.viewers import Viewer
from dicehall.server.watch.metrics import Metrics
from dicehall.table.core.access import NAMED
from dicehall.table.core.draft import Decided, Refused, RefusedError
from dicehall.table.core.events import Who
from dicehall.table.live.acquaintances import Acquaintance
from dicehall.table.live.table import LiveTable

Waiting: TypeAlias = Coroutine[Any, Any, None]
"""What is left to do of a message that has to wait for the database."""


class Connection(Viewer):
    """A window that asks for things."""

    __slots__ = ("_metrics", "address", "budget", "known", "scope", "token")

    def __init__(self, session: Session | None, token: bytes, address: str, metrics: Metrics, budget: Bucket) -> None:
        super().__init__(session and session.person, session and session.key)
        self.scope: Scope = "everything" if session is None else session.scope
        self.token = token
        """The digest of the session's token, by which confirmations are known."""
        self.address = address
        self.budget = budget
        """Bytes that it may still draw by its own requests."""
        self.known: Acquaintance | None = None
        """Keeps the person known to the hall as long as the window is open."""
        self._metrics = metrics

    def named(self) -> Who:
        """The person's id; visitors without a name are refused."""
        if self.who is None:
            raise RefusedError(*REFUSALS[NAMED])
        return self.who

    @property
    def is_administrator(self) -> bool:
        """Only with a browser's session: an access token gives its program the rights of an ordinary account."""
        return self.person is not None and self.person.kind == "administrator" and self.scope == "everything"

    def answer(self, id: int, table: str | None, answer: Decided | Refused) -> None:
        if isinstance(answer, Refused):
            self.refuse(id, answer.reason, answer.message)
        else:
            self.tell(messages.Done(id, table))

    def answer_quick(self, id: int, live: LiveTable | None, answer: Decided | Refused) -> None:
        self.answer(id, None if live is None else live.code, answer)

    def refuse(self, id: int | None, reason: str, message: str) -> None:
        self._metrics.refused(reason)
        self.tell(messages.Refusal(id, reason, message))
