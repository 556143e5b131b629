"""What is new in a tournament, in sentences: the difference between two messages."""

from collections.abc import Callable, Iterator

from dicehall.cli.shared.words import together, words
from dicehall.evenings.core.public_view import EntrantView, PublicView, RoundView, TableView
from dicehall.table.core.events import Who

say = words("terminal-tournament")
FEW = 8
"""Tables of a round: the results of all of them are told; of more, only my own."""

Name = Callable[[Who], str]


def news(before: PublicView, after: PublicView, name: Name, me: Who | None) -> Iterator[str]:
    yield from _entrants(before, after, name, me)
    if before.setting != after.setting:
        yield say("changed")
    if before.paused != after.paused:
        yield say("paused-now" if after.paused else "resumed-now")
    if len(after.rounds) < len(before.rounds):
        yield say("undone")
    if before.started is None and after.started is not None:
        yield say("begun", count=len(after.entrants))
    for number, each in enumerate(after.rounds):
        yield from _round(before.rounds[number] if number < len(before.rounds) else None, each, name, me)
    if before.phase != after.phase and after.phase == "done":
        yield say("over", podium=podium(after, name) or say("nobody"))
    if before.phase != after.phase and after.phase == "cancelled":
        yield say("called-off", why=after.why or "host")


def podium(shown: PublicView, name: Name) -> str:
    """`1. Ann, 2. Ben, 3. Cleo`."""
    return ", ".join(f"{place}. {name(who)}" for place, who in enumerate(shown.podium, start=1))


def _entrants(before: PublicView, after: PublicView, name: Name, me: Who | None) -> Iterator[str]:
    was = {entrant.who: entrant for entrant in before.entrants}
    now = {entrant.who: entrant for entrant in after.entrants}
    new = [who for who in now if who not in was]
    gone = [who for who in was if _is_in(was[who]) and not _is_in(now.get(who))]
    back = [who for who in now if who in was and _is_in(now[who]) and not _is_in(was[who])]
    for key, those in (("entered", new), ("gone", gone), ("returned", back)):
        others = [name(who) for who in those if who != me]
        if others:
            yield say(key, names=together(others), count=len(others))
    if me in new:
        yield say("you-entered")
    if me in back:
        yield say("you-returned")
    if me is not None and me in gone:
        yield say(_why_gone(now.get(me)))


def _why_gone(mine: EntrantView | None) -> str:
    """Before the start, those who have left and those who were removed are simply not there any more."""
    if mine is None:
        return "you-gone"
    return "you-removed" if mine.status == "removed" else "you-away"


def _is_in(entrant: EntrantView | None) -> bool:
    return entrant is not None and entrant.status == "in"


def _round(before: RoundView | None, after: RoundView, name: Name, me: Who | None) -> Iterator[str]:
    is_arena = after.stage == "arena"
    if before is None:
        if not is_arena:
            yield say("drawn", round=after.number, tables=len(after.tables))
        yield from _mine_drawn(after, name, me)
    was = {table.code: table.status for table in before.tables} if before is not None else {}
    for table in after.tables:
        ended = table.status == "ended" and was.get(table.code) != "ended"
        if ended and (me in table.seats or len(after.tables) <= FEW) and table.points is not None:
            yield say("table-ended", table=table.number, result=result(table, name))
        if ended and table.points is not None and table.void:
            yield say("table-void", table=table.number)
    if after.ended and (before is None or not before.ended) and not is_arena:
        yield say("round-ended", round=after.number)
        if after.through is not None:
            yield from _through(after, name, me)


def _mine_drawn(drawn: RoundView, name: Name, me: Who | None) -> Iterator[str]:
    if me is None:
        return
    if me in drawn.byes:
        yield say("you-sit-out")
    for table in drawn.tables:
        if me in table.seats:
            others = together(name(who) for who in table.seats if who != me)
            yield say("you-play", table=table.number, others=others)


def _through(ended: RoundView, name: Name, me: Who | None) -> Iterator[str]:
    """Who goes on; of many, only whether I do."""
    through = ended.through or ()
    played = {who for table in ended.tables for who in table.seats} | set(ended.byes)
    if me in through:
        yield say("you-through")
    elif me in played:
        yield say("you-out")
    if 0 < len(through) <= FEW:
        yield say("through", names=together(map(name, through)))


def result(table: TableView, name: Name) -> str:
    """`Ann 1, Ben 0.5, Cleo 0`, the best first."""
    points = table.points or ()
    ranked = sorted(zip(table.seats, points, strict=True), key=lambda each: -each[1])
    return ", ".join(f"{name(who)} {number(amount)}" for who, amount in ranked)


def number(amount: float) -> str:
    """`2`, `0.5`, `2.67`."""
    return f"{amount:.2f}".rstrip("0").rstrip(".")
