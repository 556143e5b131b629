"""Reactions: each is shown at a name for a moment, and kept nowhere."""

from time import monotonic
from typing import get_args

from dicehall.cli.shared.words import say
from dicehall.server.live.messages import Reaction
from dicehall.table.core.events import Who

REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
SHOWN = 2.0
"""Seconds for which a reaction is shown."""


class Reactions:
    """Who reacts just now, and how."""

    def __init__(self) -> None:
        self._latest: dict[Who, tuple[Reaction, float]] = {}

    def show(self, who: Who, reaction: Reaction) -> None:
        self._latest = self._shown() | {who: (reaction, monotonic())}

    def marks(self) -> dict[Who, str]:
        """What stands at the name of each: `ha ha!`."""
        return {who: mark(reaction) for who, (reaction, _) in self._shown().items()}

    def _shown(self) -> dict[Who, tuple[Reaction, float]]:
        earliest = monotonic() - SHOWN
        return {who: latest for who, latest in self._latest.items() if latest[1] > earliest}


def mark(reaction: Reaction) -> str:
    return say(f"reaction-{reaction}", "mark")
