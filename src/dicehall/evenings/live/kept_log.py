"""A log of the whole hall, such as the book of predictions: decide, make durable, and only then tell."""

import asyncio
import logging
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from dicehall.evenings.live.logs import Body, Form, Versioned, body_of, is_worth_a_snapshot, read_back, write
from dicehall.evenings.live.turns import Turns
from dicehall.ports import Append, Journal
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who

log = logging.getLogger("dicehall.evenings")

S = TypeVar("S", bound=Versioned)
E = TypeVar("E")


class Kept(NamedTuple, Generic[S, E]):
    """What a decision has added to the log, and what the log makes since then."""

    entries: tuple[E, ...]
    """None if there was nothing to add."""
    state: S


Decision: TypeAlias = Callable[[S], tuple[E, ...] | Refused]
"""What follows now; asked again if another process has been faster."""
Reply: TypeAlias = Callable[[Kept[S, E] | Refused], None]


class Asked(NamedTuple, Generic[S, E]):
    """A decision that waits for its turn."""

    who: Who | None
    decide: Decision[S, E]
    reply: Reply[S, E]


def form(name: str, begin: S, evolve: Callable[[S, E], S], entries: object) -> Form[S, E]:
    """Of a log whose fold needs no clock; `entries` is the union of its entries."""
    kind = type(begin)
    return Form(
        name,
        begin,
        lambda state, entry, _at: evolve(state, entry),
        msgspec.json.Decoder(Body[entries]),  # type: ignore[valid-type]
        msgspec.msgpack.encode,  # a key of a table in it need not be text
        lambda snapshot: msgspec.msgpack.decode(snapshot, type=kind),
    )


class KeptLog(Generic[S, E]):
    """One for the hall, under a name that no table has (`ports.codes.common_log`)."""

    def __init__(
        self,
        code: str,
        form: Form[S, E],
        journal: Journal,
        told: Callable[[S, Kept[S, E]], None] = lambda _before, _kept: None,
    ) -> None:
        """`told` hears what has happened, with the state before, once it is in the log."""
        self.code = code
        self.state = form.begin
        self.told = told
        self._form = form
        self._journal = journal
        self._turns = Turns[Asked[S, E]](f"the log {code}", self._carry_out, self._catch_up)

    async def load(self) -> None:
        """Read it back from the journal; raises `Damaged` if that is impossible."""
        self.state = await read_back(self._journal, self.code, self._form)

    def ask(self, who: Who | None, decide: Decision[S, E], reply: Reply[S, E] = lambda _answer: None) -> None:
        """One decision at a time; the reply comes after everyone was told."""
        self._turns.take(Asked(who, decide, reply))

    async def answer(self, who: Who | None, decide: Decision[S, E]) -> Kept[S, E] | Refused:
        """The same for those who wait."""
        answered: asyncio.Future[Kept[S, E] | Refused] = asyncio.get_running_loop().create_future()
        self.ask(who, decide, lambda answer: None if answered.done() else answered.set_result(answer))
        return await answered

    async def _carry_out(self, asked: Asked[S, E]) -> Kept[S, E] | Refused:
        before = self.state
        entries = asked.decide(before)
        if isinstance(entries, Refused):
            return entries
        if not entries:
            return Kept((), before)
        at = round(self._journal.now, 1)
        body = body_of(at, entries)
        after = before
        for entry in entries:
            after = self._form.evolve(after, entry, at)
        snapshot = self._form.save(after) if is_worth_a_snapshot(before, after) else None
        await write(self._journal, Append(self.code, before.version, len(entries), body, due=None, snapshot=snapshot))
        self.state = after
        kept = Kept(entries, after)
        self._tell(before, kept)
        return kept

    async def _catch_up(self) -> None:
        """Another process has added to it; what it has added is told by nobody here, what there is now is."""
        before = self.state
        await self.load()
        self._tell(before, Kept((), self.state))

    def _tell(self, before: S, kept: Kept[S, E]) -> None:
        """What happened stands, even if telling it fails."""
        try:
            self.told(before, kept)
        except Exception:
            log.exception("what happened in the log %s could not be told", self.code)

    def stop(self) -> None:
        self._turns.stop()
