"""Chat and reactions: who may talk to whom, how much, and how fast."""

import math
import time
from typing import Literal, TypeAlias

from dicehall.names.clean import clean
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.pace import Buckets, Now, Pace, Spacing, Spacings
from dicehall.server.live.client_messages import LONGEST_CHAT
from dicehall.table.core.decide import ACCESS_DENIED
from dicehall.table.core.draft import KICKED, RefusedError, only_if
from dicehall.table.core.events import Who
from dicehall.table.core.state import Table

Channel: TypeAlias = Literal["all", "spectators"]


class Talk:
    """Checks every line of chat, and limits how fast each person may talk."""

    def __init__(self, limits: Limits | None = None, now: Now = time.monotonic) -> None:
        self._limits = limits = limits or Limits()
        self._lines = Buckets(Pace(limits.chat_lines, limits.chat_lines / limits.chat_seconds), now)
        self._reactions = Spacings(Spacing(limits.reactions_per_minute, limits.reaction_seconds), now)

    def admit(self, table: Table, who: Who, text: str) -> tuple[Channel, str]:
        """The channel of the line, and the line as it may be shown; a refusal says why."""
        line = clean(text)
        only_if(bool(line), "empty", "The message is empty.")
        only_if(len(line) <= LONGEST_CHAT, "too_long", f"At most {LONGEST_CHAT} characters, not {len(line)}.")
        channel = channel_of(table, who)
        if wait := self._lines.take(who):
            lines, seconds = self._limits.chat_lines, self._limits.chat_seconds
            raise RefusedError("too_fast", f"At most {lines} lines in {seconds} seconds; wait {math.ceil(wait)} s.")
        return channel, line

    def admit_reaction(self, table: Table, who: Who, spare: str = "") -> Channel:
        """The channel of a reaction; a refusal says why. Bots of one name at several tables are counted as `spare`."""
        only_if(table.reactions, "reactions_off", "Reactions are off at this table; the host can turn them on.")
        channel = channel_of(table, who)
        if wait := self._reactions.take(spare or who):
            most, seconds = self._limits.reactions_per_minute, self._limits.reaction_seconds
            allowed = f"One reaction every {seconds} seconds and at most {most} a minute"
            raise RefusedError("too_fast", f"{allowed}; wait {math.ceil(wait)} s.")
        return channel


def channel_of(table: Table, who: Who) -> Channel:
    """Players talk to all; spectators too, but only to one another while there are secrets to give away."""
    only_if(who not in table.kicked, "kicked", KICKED)
    only_if(who not in table.muted, "muted", "The host has muted you at this table.")
    if table.is_for(who):
        return "all"
    only_if(not table.locked, "locked", ACCESS_DENIED)
    return "spectators" if table.secretive and not table.spectators_talk else "all"
