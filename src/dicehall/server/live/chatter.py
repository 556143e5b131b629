"""Talkative bots show a reaction now and then: by chance, and by what everyone at the table has seen."""

import asyncio
from random import Random
from typing import Final, NamedTuple

from dicehall.bots.characters import CHARACTERS
from dicehall.rules.values import Seat
from dicehall.server.live import messages
from dicehall.server.live.messages import Reaction
from dicehall.server.live.rooms import Rooms
from dicehall.server.live.talk import Talk
from dicehall.table.core.draft import RefusedError
from dicehall.table.core.events import BOT, GameEnded, Who, is_bot
from dicehall.table.core.state import Play
from dicehall.table.live.services import TableChange
from dicehall.table.live.table import LiveTable

SOONEST, LATEST = 2.0, 5.0
"""Seconds after it happened: the page takes a while to show it."""
AT_A_CLIMAX, AT_THE_END = 1 / 6, 1 / 2
"""How often one of them reacts."""
CLIMAX: Final[tuple[Reaction, ...]] = ("wow", "hmm", "laugh")
WON: Final[tuple[Reaction, ...]] = ("laugh", "heart")
LOST: Final[tuple[Reaction, ...]] = ("cry", "hmm", "heart")


class Remark(NamedTuple):
    who: Who
    reaction: Reaction
    after: float
    """Seconds from now."""


def remark_on(code: str, play: Play | None, change: TableChange) -> Remark | None:
    """What one of the talkative bots in a game with people has to say about it, if anything."""
    if play is None or not any(play.levels):
        return None
    talkers = [(seat, who) for seat, who in enumerate(play.seats) if is_talkative(play, seat)]
    if not talkers or not play.has_people:
        return None
    ended = next((event for event in change.events if isinstance(event, GameEnded)), None)
    often = AT_THE_END if ended else AT_A_CLIMAX if any(event.allowance for event in change.events) else 0.0
    luck = Random(f"{code} {change.version} remark")
    if luck.random() >= often:
        return None
    seat, who = luck.choice(talkers)
    kinds = CLIMAX if ended is None else WON if ended.places[seat] == 1 else LOST
    return Remark(who, luck.choice(kinds), luck.uniform(SOONEST, LATEST))


def is_talkative(play: Play, seat: Seat) -> bool:
    who = play.seats[seat]
    character = CHARACTERS.get(who.removeprefix(BOT)) if is_bot(who) else None
    return character is not None and character.temper == "talkative" and seat not in play.left


class Chatter:
    """Under the same limits and switches as everyone's reactions."""

    def __init__(self, rooms: Rooms, talk: Talk) -> None:
        self._rooms = rooms
        self._talk = talk

    def told(self, live: LiveTable, change: TableChange) -> None:
        if (remark := remark_on(live.code, live.table.play, change)) is not None:
            asyncio.get_running_loop().call_later(remark.after, self._react, live, remark)

    def _react(self, live: LiveTable, remark: Remark) -> None:
        who = remark.who
        if live.table.closed or live.table.seated_as(who) is None or not live.presence:
            return
        try:
            channel = self._talk.admit_reaction(live.table, who, spare=f"{live.code} {who}")
        except RefusedError:
            return
        self._rooms.metrics.reactions += 1
        name = self._rooms.names.of(who)
        self._rooms.react(live, messages.ReactionMessage(live.code, channel, who, name, remark.reaction))
