"""What the terminal tells of a pool: your own prediction, what all have chosen when it closes, and what it pays."""

from collections.abc import Iterator, Sequence

from dicehall.cli.shared.words import say
from dicehall.server.live.messages import MyPrediction, PoolMessage


def told(before: PoolMessage | None, now: PoolMessage, names: Sequence[str]) -> Iterator[str]:
    """What is new since the message before, in sentences; `names` are those of the players, by seat."""
    if before is None or before.game != now.game:
        before = None
    was, mine = None if before is None else before.mine, now.mine
    if now.status == "open":
        if mine is not None and mine != was:
            yield say("predicted", name=names[mine.seat], chips=mine.chips, chance=mine.chance)
    elif before is not None and before.status == "open" and now.status == "closed":
        if was is not None and mine is None:
            yield say("predicted-late")
        if now.count:
            yield say("pool-closed", why=str(now.why), list=_choices(now, names))
    if mine is not None and mine.paid is not None and (was is None or was.paid is None):
        yield _paid(now, mine, names[mine.seat] if mine.seat < len(names) else "")


def _choices(pool: PoolMessage, names: Sequence[str]) -> str:
    chosen = zip(names, pool.seats or (), strict=False)
    return ", ".join(say("chips-on", name=name, chips=each.chips) for name, each in chosen if each.count)


def _paid(pool: PoolMessage, mine: MyPrediction, name: str) -> str:
    if pool.status == "void":
        return say("pool-void", chips=mine.chips)
    return say("pool-paid", name=name, chips=mine.chips, paid=mine.paid or 0, purse=pool.purse or 0)
