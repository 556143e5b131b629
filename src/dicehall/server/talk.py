"""Chat: who may talk to whom, how much, and how fast."""

import time
from collections import deque
from typing import Literal, TypeAlias

from dicehall.server.messages import LONGEST_CHAT
from dicehall.table.decide import ACCESS_DENIED
from dicehall.table.draft import KICKED, No, only_if
from dicehall.table.events import Who
from dicehall.table.names import clean
from dicehall.table.state import Table

MOST_LINES, WITHIN = 5, 10.0
"""So many lines in so many seconds, for each person."""

Audience: TypeAlias = Literal["all", "spectators"]


class Talk:
    """Keeps the pace of everybody who talks."""

    def __init__(self) -> None:
        self._spoke: dict[Who, deque[float]] = {}

    def admit(self, table: Table, who: Who, text: str) -> tuple[Audience, str]:
        """Whom the line is for, and the line as it may be shown; whoever may not talk is told why."""
        line = clean(text)
        only_if(bool(line), "empty", "There is nothing to say.")
        only_if(len(line) <= LONGEST_CHAT, "too_long", f"{LONGEST_CHAT} characters are the most, not {len(line)}.")
        only_if(who not in table.kicked, "kicked", KICKED)
        only_if(who not in table.muted, "muted", "The owner has muted you at this table.")
        audience = audience_of(table, who)
        self._keep_pace(who)
        return audience, line

    def _keep_pace(self, who: Who) -> None:
        now = time.monotonic()
        spoke = self._spoke.setdefault(who, deque(maxlen=MOST_LINES))
        if len(spoke) == MOST_LINES and now - spoke[0] < WITHIN:
            wait = max(1, round(WITHIN - (now - spoke[0])))
            raise No("too_fast", f"{MOST_LINES} lines in {WITHIN:.0f} seconds are the most; wait {wait} s.")
        spoke.append(now)
        if len(self._spoke) > 10_000:
            self._spoke = {who: times for who, times in self._spoke.items() if now - times[-1] < WITHIN}


def audience_of(table: Table, who: Who) -> Audience:
    """Players talk to all; spectators too, but only among themselves while there are secrets to give away."""
    if who == table.owner or table.chair_of(who) is not None:
        return "all"
    only_if(not table.locked, "locked", ACCESS_DENIED)
    return "spectators" if table.secretive and not table.spectators_talk else "all"
