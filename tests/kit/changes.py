"""A recorded game as a hall tells it."""

from collections.abc import Iterator
from typing import Any

from dicehall.rules.kernel import Ask, Chance
from dicehall.rules.record import Record


def changes(record: Record) -> Iterator[dict[str, Any]]:
    """A game change by change, as a hall tells it: a move, and every throw that follows it by itself."""
    game = record.game
    before: Any = game.view(game.start(), None).table.board
    events: list[Any] = []
    for moment in record.replay():
        events += moment.events
        pending = moment.pending
        if isinstance(pending, Chance) and pending.thrower is None:
            continue
        after = game.view(moment.state, None).table.board
        due = sorted(pending.due) if isinstance(pending, Ask) else []
        yield {"game": record.listing.name, "before": before, "events": events, "after": after, "due": due}
        before, events = after, []
