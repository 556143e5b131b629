"""Holds what people were answered against what was kept. The witness is the order of versions.

Acknowledged means there, once, and in an order that agrees with the clock: whatever was over before something else
began comes before it. One sweep over the versions is enough for that, since the journal itself says what the order was:
the time it takes grows with the number of events, and no faster.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from typing import NamedTuple


class Outcome(Enum):
    DONE = "done"
    REFUSED = "refused"
    """For good: nothing was played."""
    OPEN = "open"
    """Not answered, or with `uncertain`: it is there once, or not at all."""


class Write(NamedTuple):
    """Something that was asked for. Whoever asks for the same again says the same `what`."""

    log: str
    """A table, or its chat."""
    what: str
    sent: float
    answered: float
    outcome: Outcome
    epoch: int = 0
    """Of the owner who answered, where that is known."""


class Read(NamedTuple):
    """A log was shown up to a version."""

    log: str
    version: int
    sent: float
    answered: float


class Takeover(NamedTuple):
    """From this moment on, a log had a new owner."""

    log: str
    epoch: int
    at: float


Event = Write | Read | Takeover


class Kept(NamedTuple):
    """One append in the journal; nobody has asked for what the hall does by itself."""

    version: int
    what: str | None


@dataclass
class Verdict:
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    """Or once, although it was refused, or although nobody asked for it."""
    out_of_order: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        return [*self.lost, *self.twice, *self.out_of_order]


def judge(story: Iterable[Event], kept: Mapping[str, Sequence[Kept]]) -> Verdict:
    """`kept` is each log in the order of its versions."""
    verdict = Verdict()
    by_log: dict[str, list[Event]] = {log: [] for log in kept}
    for event in story:
        by_log.setdefault(event.log, []).append(event)
    for log, events in by_log.items():
        _judge(verdict, log, events, kept.get(log, ()))
    return verdict


class _Asked(NamedTuple):
    """All tries of one thing, taken together."""

    sent: float
    answered: float
    """When it was known to be done."""
    is_done: bool
    may_be_there: bool


NOBODY = _Asked(inf, inf, False, False)


def _judge(verdict: Verdict, log: str, events: Sequence[Event], kept: Sequence[Kept]) -> None:
    asked = _asked(event for event in events if isinstance(event, Write))
    there: set[str] = set()
    for _, what in kept:
        if what is None:
            continue
        if what in there:
            verdict.twice.append(f"{log}: {what} is there twice")
        elif what not in asked:
            verdict.twice.append(f"{log}: {what} is there, and nobody asked for it")
        elif not asked[what].may_be_there:
            verdict.twice.append(f"{log}: {what} was refused and is there")
        there.add(what)
    for what, tries in asked.items():
        if tries.is_done and what not in there:
            verdict.lost.append(f"{log}: {what} was acknowledged and is not there")
    verdict.out_of_order += _in_wrong_order(log, events, kept, asked)
    verdict.out_of_order += _by_old_owners(log, events)


def _asked(writes: Iterable[Write]) -> dict[str, _Asked]:
    asked: dict[str, _Asked] = {}
    for write in writes:
        sent, answered, is_done, may_be_there = asked.get(write.what, NOBODY)
        done = write.outcome is Outcome.DONE
        asked[write.what] = _Asked(
            min(sent, write.sent),
            min(answered, write.answered) if done else answered,
            is_done or done,
            may_be_there or write.outcome is not Outcome.REFUSED,
        )
    return asked


def _in_wrong_order(
    log: str, events: Sequence[Event], kept: Sequence[Kept], asked: Mapping[str, _Asked]
) -> Iterable[str]:
    """From the last version to the first: nothing may begin after something of a later version was over."""
    reads: dict[int, list[Read]] = {}
    for event in events:
        if isinstance(event, Read):
            reads.setdefault(event.version, []).append(event)
    earliest = inf
    for version, what in reversed(kept):
        shown = reads.pop(version, ())
        for read in shown:
            if read.sent > earliest:
                yield f"{log}: version {version} was shown after a later one was over"
        earliest = min((earliest, *(read.answered for read in shown)))
        tries = asked.get(what, NOBODY) if what is not None else NOBODY
        if inf > tries.sent > earliest:
            yield f"{log}: {what} is before what was over before it began"
        earliest = min(earliest, tries.answered)
    for version in reads:
        yield f"{log}: version {version} was shown and is not there"


def _by_old_owners(log: str, events: Sequence[Event]) -> Iterable[str]:
    """In the order of epochs, likewise: whoever was told `done` was told so by the owner."""
    takeovers = {event.epoch: event.at for event in events if isinstance(event, Takeover)}
    if not takeovers:
        return
    over: dict[int, float] = {}
    earliest = inf
    for epoch in sorted(takeovers, reverse=True):
        over[epoch] = earliest
        earliest = min(earliest, takeovers[epoch])
    for event in events:
        if not isinstance(event, Write) or event.outcome is not Outcome.DONE:
            continue
        if event.sent > over.get(event.epoch, earliest):
            yield f"{log}: {event.what} was acknowledged by an owner who was none any more"
