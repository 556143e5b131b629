"""The bots of one table: how long they seem to think, and what they play."""

import asyncio
import logging
from random import Random
from typing import Protocol, TypeAlias

from dicehall.bots import NORMAL, is_quick
from dicehall.bots.characters import CHARACTERS, Character
from dicehall.bots.thinking import Question, answer
from dicehall.ports.workers import Workers, WorkLost
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Ask, OpenEnded
from dicehall.rules.values import Move, Seat
from dicehall.table.core.events import BOT, is_bot
from dicehall.table.core.state import Play, Table
from dicehall.table.live.presence import Presence

log = logging.getLogger("dicehall.table")

Thought: TypeAlias = asyncio.Future[Move]
SEED_BITS = 64

PAUSE = 0.8
PATIENCE = 3.0
"""Bots visibly think for a moment each, but together no longer than this between two moves by people."""
SHORTEST, LONGEST = 0.6, 1.4
"""Of the usual pause, so that bots do not tick like a clock."""
UNSEEN = 0.02
"""Seconds for a bot's turn at a table without people; other tables need the machine as well."""
SOON = 0.02
"""Seconds after which a bot looks again if a command is on its way to the disk."""


class BotTable(Protocol):
    """What bots need to know about their table, and how they move there."""

    code: str
    table: Table
    presence: Presence

    @property
    def is_writing(self) -> bool: ...

    def bot_moves(self, seat: Seat, move: Move | None) -> None: ...


class Bots:
    """They hold no reference to their table, so that a closed one is freed at once."""

    def __init__(self, luck: Rng, pace: float, workers: Workers | None = None) -> None:
        self._luck = luck
        self._pace = pace
        self._workers = workers
        self._thinking: tuple[int, Seat, Thought] | None = None
        """What was last thought about elsewhere: the version of the table, the seat and the move."""
        self._patience = PATIENCE
        self._last: Seat | None = None

    def person_acted(self) -> None:
        self._patience = PATIENCE
        self._last = None

    def pause(self, live: BotTable, play: Play, seat: Seat) -> float:
        """A moment at the beginning of a bot's turn, taken from the patience that people have left."""
        if seat == self._last or not self._pace:
            return 0.0
        character = character_of(play, seat)
        pace = self._pace * tempo(live.code, live.table.version) * (character.tempo if character else 1.0)
        if not play.is_held_by_people:
            return pace if live.presence or play.has_people else min(UNSEEN, pace)
        pause = min(pace, self._patience)
        self._patience -= pause
        return pause

    def think(self, live: BotTable) -> None:
        """One of the bots that must answer moves after a while."""
        play = live.table.playing
        if play is None:
            return
        for due in play.due:
            if play.level_of(due.seat) is not None and not _may_rest(play, live.presence):
                pause = self.pause(live, play, due.seat)
                thought = self._begin(play, live.table.version, due.seat)
                asyncio.get_running_loop().call_later(pause, self.act, live, live.table.version, due.seat, thought)
                return

    def act(self, live: BotTable, version: int, seat: Seat, thought: Thought | None = None) -> None:
        """Play what the bot has thought, or thinks now."""
        play = live.table.playing
        if live.table.version != version or play is None:  # the table has moved on, and asked again if it had to
            if thought is not None:
                thought.cancel()
            return
        if thought is not None and not thought.done():
            thought.add_done_callback(lambda _: self.act(live, version, seat, thought))
            return
        if live.is_writing:  # a bot chooses for the table as it is, and what is being written may change it
            asyncio.get_running_loop().call_later(SOON, self.act, live, version, seat, thought)
            return
        if thought is not None and thought.cancelled():  # the hall is closing
            return
        self._last = seat
        live.bot_moves(seat, self._choose(live.code, play, seat, thought) if isinstance(play.pending, Ask) else None)

    def _begin(self, play: Play, version: int, seat: Seat) -> Thought | None:
        """Think elsewhere, while the pause runs; None if that is not worth it."""
        level = play.level_of(seat) or NORMAL
        if self._workers is None or not isinstance(play.pending, Ask) or is_quick(play.listing.name, level):
            return None
        if self._thinking is None or self._thinking[:2] != (version, seat) or self._thinking[2].cancelled():
            thought = self._workers.submit(answer, self._question(play, seat))
            self._thinking = (version, seat, thought)
        return self._thinking[2]

    def _question(self, play: Play, seat: Seat) -> Question:
        character = character_of(play, seat)
        return Question(
            name=play.listing.name,
            level=play.level_of(seat) or NORMAL,
            temper=character.temper if character else None,
            game=play.game,
            view=play.game.view(play.state, seat),
            seed=self._luck.getrandbits(SEED_BITS),
        )

    def _choose(self, code: str, play: Play, seat: Seat, thought: Thought | None) -> Move | None:
        try:
            return answer(self._question(play, seat)) if thought is None else thought.result()
        except WorkLost as error:
            log.error("nobody thinks for the bot in seat %s of table %s, so its first legal move is played: %s",
                      seat, code, error)  # fmt: skip
            return None
        except Exception:
            log.exception("the bot in seat %s of table %s has failed; its first legal move is played", seat, code)
            return None


def character_of(play: Play, seat: Seat) -> Character | None:
    """None of a bot that holds a person's seat."""
    return CHARACTERS.get(play.seats[seat].removeprefix(BOT)) if is_bot(play.seats[seat]) else None


def tempo(code: str, version: int) -> float:
    """The part of the usual pause that a bot takes: chance, and what everyone can see.

    The luck that bots choose with is not used for it: how much of that they use may depend on their dice.
    """
    return SHORTEST + (LONGEST - SHORTEST) * Random(f"{code} {version}").random()


def _may_rest(play: Play, presence: Presence) -> bool:
    """Bots that nobody watches pause a match that would never end; the table is closed when its time is up."""
    if presence or play.is_held_by_people:
        return False
    return isinstance(play.game, OpenEnded) and play.game.open_ended
