"""The last lines of chat at every table that someone watches: read once, and kept up with what is said."""

import logging
from typing import Final, TypeAlias

from dicehall.ports import ChatLine, JournalError, People
from dicehall.server.live.talk import Channel
from dicehall.table.core.events import Who

log = logging.getLogger("dicehall.server")

KEPT: Final = 50
MOST_CHARACTERS: Final = 3000
"""Lines and characters of chat, for each channel, that newcomers are shown: as many as a slow reader can take."""
CHANNELS: Final[tuple[Channel, ...]] = ("all", "spectators")

Lines: TypeAlias = dict[int, ChatLine]
"""By their numbers; not always in order."""


class ChatTails:
    def __init__(self, people: People) -> None:
        self._people = people
        self._tails: dict[str, dict[Channel, Lines]] = {}
        self._ready: set[str] = set()
        """Tables whose lines have been read."""

    def __contains__(self, code: str) -> bool:
        """Whether the last lines of this table are known."""
        return code in self._ready

    def last(self, code: str, channel: Channel) -> tuple[ChatLine, ...]:
        """Oldest first."""
        lines = self._tails.get(code, {}).get(channel, {})
        shown = [lines[number] for number in sorted(lines)[-KEPT:]]
        while sum(len(line.text) for line in shown) > MOST_CHARACTERS:
            shown = shown[1:]
        return tuple(shown)

    async def read(self, code: str) -> None:
        """What is said meanwhile is added; chat that cannot be read keeps nobody out."""
        tail = self._tail(code)
        try:
            for channel in CHANNELS:
                for line in await self._people.chat(code, channel, KEPT):
                    tail[channel].setdefault(line.number, line)
        except JournalError as error:
            log.error("the chat of table %s is not shown: %s", code, error)
        if self._tails.get(code) is tail:  # not if the table was closed meanwhile
            self._ready.add(code)

    def add(self, code: str, channel: Channel, line: ChatLine) -> None:
        if code not in self._tails:
            return  # nobody watches: it is read when someone does
        lines = self._tails[code][channel]
        lines[line.number] = line
        if len(lines) > 2 * KEPT:
            for number in sorted(lines)[:-KEPT]:
                del lines[number]

    def begin(self, code: str) -> None:
        """A new table: whatever was said under its code before is none of its business."""
        self.forget(code)
        self._tail(code)
        self._ready.add(code)

    def forget(self, code: str) -> None:
        self._tails.pop(code, None)
        self._ready.discard(code)

    def forget_person(self, who: Who) -> None:
        """Their lines are deleted; the numbers are not used again."""
        for channels in self._tails.values():
            for lines in channels.values():
                for number in [number for number, line in lines.items() if line.who == who]:
                    del lines[number]

    def _tail(self, code: str) -> dict[Channel, Lines]:
        return self._tails.setdefault(code, {channel: {} for channel in CHANNELS})
