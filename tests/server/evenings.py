"""A whole evening at one table, the same to the byte in every run but for the dice of one seat in one deal."""

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any, NamedTuple

import httpx

from dicehall.ports.odds import Oracle
from dicehall.rules.chance import below
from dicehall.server.live.rooms import Rooms
from tests.server.inside import inside
from tests.server.kit import Client, Refused, awaited, come_in, over, refused

PLAYERS = ("Ann", "Ben", "Cleo")
SIDES = {"mindroll": (6, 5), "bluff": (6, 6, 6)}
"""The hidden dice of one seat."""

SEED = 10
"""The three colours of the first deal differ, so that each can be searched for."""


class Secret(NamedTuple):
    """The dice of one seat in one deal."""

    deal: int
    seat: int


class Deals:
    """Dice that fall the same in every run, but for one secret."""

    def __init__(self, game: str, changed: Secret | None) -> None:
        self.random = Random(SEED)
        self.sides = SIDES[game] * len(PLAYERS)
        self.each = len(SIDES[game])
        self.changed = changed
        self.deals = 0

    def getrandbits(self, k: int, /) -> int:
        limit = math.prod(self.sides)
        if k != (limit - 1).bit_length():
            return self.random.getrandbits(k)
        deal = below(self.random, limit)
        if self.changed is not None and self.deals == self.changed.deal:
            deal = self.turned(deal, self.changed.seat)
        self.deals += 1
        return deal

    def turned(self, deal: int, seat: int) -> int:
        """Every die of that seat shows another face."""
        turned, weight = 0, 1
        for die, sides in reversed(list(enumerate(self.sides))):
            deal, face = divmod(deal, sides)
            turned += weight * ((face + 1) % sides if die // self.each == seat else face)
            weight *= sides
        return turned


class Heard(NamedTuple):
    """What everybody received, step by step."""

    heard: dict[str, list[list[bytes]]]
    deals: int


class Company:
    """Three players, a spectator, someone without a name, someone in the lobby, and a reader of every page."""

    def __init__(self, http: httpx.AsyncClient, clients: dict[str, Client]) -> None:
        self.http = http
        self.is_quiet: Callable[[], bool] = lambda: True
        """Whether the hall does nothing by itself just now."""
        self.asks_odds = False
        self.metrics = ""
        self.clients = clients
        self.heard: dict[str, list[list[bytes]]] = {name: [] for name in (*clients, "pages")}
        self.read: dict[str, int] = dict.fromkeys(clients, 0)

    async def step_is_over(self, code: str) -> None:
        """Everything has arrived: only then does the next thing happen, so that the order is the same in every run."""
        while not self.is_quiet():
            await asyncio.sleep(0)
        for name, client in self.clients.items():
            if self.asks_odds and name != "Hal":
                await asked_odds(client, code)
            await client.ask("enter_hall" if name == "Hal" else "exit_hall")
            self.heard[name].append(client.raw[self.read[name] :])
            self.read[name] = len(client.raw)
        paths = ["/", "/api/tables", f"/t/{code}", f"/api/tables/{code}/qr"]
        if not over(self.clients["Eve"], code):  # then its record may be read, with all dice in it
            paths += [f"/api/tables/{code}", f"/api/tables/{code}/games/1"]
            paths += [f"/api/tables/{code}/odds"] if self.asks_odds else []
        self.heard["pages"].append([(await self.http.get(path)).content for path in paths])

    async def come_again(self, name: str, code: str, since: int) -> None:
        """Close the window and open another: the same question, and the story from a version on."""
        old = self.clients[name]
        self.heard[name][-1] += old.raw[self.read[name] :]
        await old.close()
        ann = self.clients["Ann"]
        await ann.until(lambda: ann.heard[-1]["type"] == "present" and old.me in ann.heard[-1]["absent"])
        self.clients[name] = await old.again()
        self.read[name] = 0
        await self.clients[name].ask("watch", table=code, since=since)


async def asked_odds(client: Client, code: str) -> None:
    """Refusals are heard as well: there are none before a game and after it."""
    with contextlib.suppress(Refused):
        await client.ask("odds", table=code)


async def play_an_evening(
    game: str,
    options: dict[str, Any],
    changed: Secret | None,
    room: type[Rooms] = Rooms,
    oracle: Oracle | None = None,
) -> Heard:
    """With an oracle, everyone asks for the odds after every step."""
    dice = Deals(game, changed)
    async with inside(dice=dice, rooms=room, oracle=oracle) as hall, company(hall.url, hall.metrics) as people:
        people.asks_odds = oracle is not None
        people.is_quiet = lambda: hall.parts.pools.is_quiet and hall.parts.predictions.is_quiet
        ann, ben, cleo, eve, nobody, _ = people.clients.values()
        code = await ann.open(game, options=options, seats=3, odds=oracle is not None)
        for spectator in (eve, nobody):
            await spectator.ask("watch", table=code)
        await ben.join(code)
        await cleo.join(code)
        await people.step_is_over(code)
        await ann.do(code, "start")
        with contextlib.suppress(Refused):  # someone may be too likely to win already
            await eve.ask("predict", table=code, seat=1, chips=10, chance=40)
        await people.step_is_over(code)
        await play(people, code)
        return Heard(people.heard, dice.deals)


async def play(people: Company, code: str) -> None:
    """Moves that depend on nothing but what everybody may know, and a good deal of noise around them."""
    luck = Random(3)
    for step in range(200):
        await make_noise(people, code, step)
        mover = next(person for name in PLAYERS if awaited(person := people.clients[name], code))
        if over(mover, code):
            return
        options = mover.options(code)
        move = options[0] if luck.random() < 0.25 else luck.choice(options)
        await mover.do(code, "move", moves=[move])
        await people.step_is_over(code)
    raise AssertionError("the game does not end")


async def make_noise(people: Company, code: str, step: int) -> None:
    """Talk, refusals, locks, newcomers and reconnections: whatever could carry a secret along."""
    clients = people.clients
    match step:
        case 0:
            await clients["Ann"].ask("say", table=code, text="Good luck!")
            await clients["Eve"].ask("say", table=code, text="I see nothing.")
        case 1:
            for name in PLAYERS:
                await refused(clients[name].do(code, "move", moves=[{"type": "call", "total": 99}]))
        case 2:
            await people.come_again("Cleo", code, since=0)
            await clients["Eve"].ask("watch", table=code, since=3)
        case 3:
            await clients["Ann"].do(code, "lock")
            await refused(clients["Ben"].do(code, "help", seat=0))
        case 4:
            await people.come_again("Ben", code, since=5)
        case _:
            return
    await people.step_is_over(code)


@contextlib.asynccontextmanager
async def company(url: str, metrics: str = "") -> AsyncIterator[Company]:
    names: tuple[str | None, ...] = (*PLAYERS, "Eve", None, "Hal")
    async with httpx.AsyncClient(base_url=url, verify=False) as http:
        people = Company(http, {name or "nobody": await come_in(url, name) for name in names})
        people.metrics = metrics
        try:
            yield people
        finally:
            for client in people.clients.values():
                await client.close()
