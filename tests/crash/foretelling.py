"""Spectators who predict each game at a table as soon as its pool opens, in a hall that is killed around it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from time import monotonic, sleep

from tests.crash.book_witness import BookWitness
from tests.crash.evening import KilledEvening, Place, until_gone
from tests.crash.halls import MortalHall
from tests.crash.people import Message, Person

PLAYERS = ("Ann", "Ben")
SPECTATORS = ("Ida", "Jim", "Kay", "Leo")
MOST_STAKED = 4
"""Chips; so that the hundred of the day last for a long evening."""
PATIENCE_OF_A_PLAYER = 1.0
"""Seconds, at each move: the first prediction waits until the chances are reckoned."""
SETTLES = 1.0
"""Seconds in which a hall that has just opened settles what has ended before."""


class Player(Person):
    """Moves slowly, and not before two have predicted, or have had the time to."""

    async def chat_or_host(self, code: str, table: Message) -> None:
        until = monotonic() + PATIENCE_OF_A_PLAYER
        while monotonic() < until and not self._is_predicted(code, table["games"]):
            await asyncio.sleep(0.02)
        await asyncio.sleep(self.rng.uniform(0.0, 0.08))

    def _is_predicted(self, code: str, game: int) -> bool:
        pool = pool_of(self, code)
        return pool is not None and pool["game"] == game and (pool["status"] != "open" or pool["count"] >= 2)


class ForetoldEvening(KilledEvening):
    """One table, two players, and four who predict."""

    def __init__(self, hall: MortalHall, aside: Path, seed: int) -> None:
        super().__init__(hall, aside, seed)
        self.players = [Player(name, Random(f"{seed} {name}")) for name in PLAYERS]
        self.spectators = [Person(name, Random(f"{seed} {name}")) for name in SPECTATORS]
        self.people = [*self.players, *self.spectators]
        self.places = [Place("three_dice", (0, 1), {"seats": 2, "options": {"rounds": 2}})]
        self.witness = self.book = BookWitness()

    async def begin(self) -> None:
        await super().begin()
        for spectator in self.spectators:
            await spectator.at.ask("watch", table=self.places[0].code)

    async def come_back(self) -> None:
        await super().come_back()
        await asyncio.gather(*(self._watch(spectator, self.places[0]) for spectator in self.spectators))

    async def survive(self, kills: int) -> AsyncIterator[None]:
        await self.begin()
        while self.findings.kills < kills:
            await self.play_until_killed(self.rng.uniform(0.2, 1.8))
            yield
            await self.recover()
        await self.play_until(14)  # more than one game has
        await asyncio.to_thread(self._let_it_settle)
        self.last_look()
        self.book.compare_ends()

    def _let_it_settle(self) -> None:
        self.hall.open()
        sleep(SETTLES)  # time passes
        self.hall.stop()

    def _start_playing(self) -> list[asyncio.Task[None]]:
        code = self.places[0].code
        work = [player.play(code) for player in self.players]
        foretelling = [foretell(spectator, code) for spectator in self.spectators]
        return [asyncio.create_task(until_gone(each)) for each in (*work, *foretelling)]


async def foretell(spectator: Person, code: str) -> None:
    """Each game once, and now and then once more, until the hall is gone."""
    rng = spectator.rng
    while True:
        pool = pool_of(spectator, code)
        if pool is not None and pool["status"] == "open" and (pool["mine"] is None or rng.random() < 0.1):
            wish = {"seat": rng.randrange(2), "chips": rng.randint(1, MOST_STAKED), "chance": rng.randint(1, 99)}
            await spectator._try(spectator.at.ask("predict", table=code, **wish))
        await spectator.at.news(code)


def pool_of(spectator: Person, code: str) -> Message | None:
    """As it was told last."""
    pools = (each for each in reversed(spectator.at.heard) if each["type"] == "pool" and each["table"] == code)
    return next(pools, None)
