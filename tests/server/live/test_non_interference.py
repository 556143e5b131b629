"""What one player hides reaches nobody else, not by a byte, until the rules show it: whole games over real sockets."""

import asyncio
import zlib
from functools import cache
from itertools import product, zip_longest
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from dicehall.odds import odds
from dicehall.odds.models import Budget
from dicehall.ports.odds import Estimate, Odds, Oracle
from dicehall.rules.catalog import find
from dicehall.rules.kernel import Game, Mine, View
from dicehall.rules.values import Seat
from dicehall.server.live import rooms
from dicehall.server.live.messages import Present, Row
from dicehall.server.live.rooms import Rooms
from dicehall.server.live.table_list import TableList
from dicehall.table.core.events import Who
from dicehall.table.live.services import TableChange
from dicehall.table.live.table import LiveTable
from tests.server.evenings import PLAYERS, Heard, Secret, play_an_evening
from tests.server.kit import Message

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "mindroll": ("mindroll", {"rounds": 2}),
    "mindroll, anyone may reveal": ("mindroll", {"rounds": 2, "turn_order": "seat", "reveal_by": "anyone_but_caller"}),
    "bluff": ("bluff", {"rounds": 2}),
    "bluff, rising": ("bluff", {"rounds": 2, "claims": "rising", "bluff": "over_only"}),
}


class Leak(AssertionError):
    """Someone could have known."""


@pytest.fixture(autouse=True)
def _settled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comings and goings are told in the step in which they happen."""
    monkeypatch.setattr(rooms, "SETTLE", 0.0)


# The comparison


def first_difference(one: Heard, other: Heard, host: str) -> int | None:
    """The first step in which anybody but the host of the secret received other bytes."""
    others = [name for name in one.heard if name != host]
    for step in range(max(len(steps) for steps in (*one.heard.values(), *other.heard.values()))):
        if any(one.heard[name][step : step + 1] != other.heard[name][step : step + 1] for name in others):
            return step
    return None


def lengths_must_agree(ours: list[list[bytes]], theirs: list[list[bytes]]) -> None:
    """What the host of the secret receives differs, but not in length: that is all that encryption leaves to see."""
    for step, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if [len(frame) for frame in one] != [len(frame) for frame in other]:
            raise Leak(f"step {step}: the lengths differ: {one} or {other}")


def must_be_revealed(one: Heard, other: Heard, step: int, reveals: frozenset[str]) -> None:
    """The worlds may part in an event by which the rules show the secret, and nowhere else."""
    for ours, theirs in zip_longest(public_events(one, step), public_events(other, step)):
        if ours != theirs:
            if ours is None or theirs is None or not {ours["type"], theirs["type"]} <= reveals:
                raise Leak(f"step {step}: {ours} or {theirs}")
            return
    raise Leak(f"step {step}: what differs was not shown to everybody")


def public_events(evening: Heard, step: int) -> list[Message]:
    messages: list[Message] = [msgspec.json.decode(frame) for frame in evening.heard["Eve"][step]]
    return [event for message in messages if message["type"] == "update" for event in message["events"]]


@cache
def revealing(game: str) -> frozenset[str]:
    return frozenset(event.__struct_config__.tag for event in get_args(find(game).event) if event.reveals)


def secrets(deals: int, *, every: bool) -> list[Secret]:
    """Every deal and every seat at least once, or each with each."""
    if every:
        return [Secret(deal, seat) for deal in range(deals) for seat in range(len(PLAYERS))]
    return [Secret(number % deals, number % len(PLAYERS)) for number in range(max(deals, len(PLAYERS)))]


async def compare(
    game: str,
    options: dict[str, Any],
    room: type[Rooms] = Rooms,
    oracle: Oracle | None = None,
    *,
    every: bool = False,
) -> list[int | None]:
    """Where these secrets of a game became known to others, if ever; raises where it was not by the rules."""
    usual = await play_an_evening(game, options, None, room, oracle)
    again = await play_an_evening(game, options, None, room, oracle)
    assert usual == again, "without a change of dice the runs differ: this test could prove nothing"
    found: list[int | None] = []
    for secret in secrets(usual.deals, every=every):
        other = await play_an_evening(game, options, secret, room, oracle)
        host = PLAYERS[secret.seat]
        assert usual.heard[host] != other.heard[host], "the host has got other dice"
        step = first_difference(usual, other, host)
        lengths_must_agree(usual.heard[host][:step], other.heard[host][:step])
        if step is not None:
            must_be_revealed(usual, other, step, revealing(game))
        found.append(step)
    return found


EACH = [pytest.param(False, id="some"), pytest.param(True, id="every", marks=pytest.mark.soak)]


@pytest.mark.parametrize("every", EACH)
@pytest.mark.parametrize("name", GAMES)
def test_two_evenings_that_differ_in_a_secret_are_the_same_to_all_others_until_the_rules_show_it(
    name: str, every: bool
) -> None:
    game, options = GAMES[name]
    steps = asyncio.run(compare(game, options, every=every))
    assert len(steps) >= (2 * len(PLAYERS) if every else len(PLAYERS))
    assert any(step is not None for step in steps), "some of the secrets were shown"
    if game == "bluff":
        assert None in steps, "only the dice of a claimant who is doubted are ever shown (G-26)"
    else:
        assert None not in steps, "all dice are shown in the end of a round (M-10)"


class SmallOracle:
    """Reckons odds at once, from a few games."""

    def __init__(self) -> None:
        self.asked: list[Seat | None] = []
        self.foreseen = 0

    async def odds(self, game: Game[Any], view: View[Any, Any, Any], seat: Seat | None, seed: str) -> Odds:
        self.asked.append(seat)
        return odds(game, view, seat, Random(seed), budget=Budget(6, 6 * len(view.mine.options if view.mine else ())))

    async def chances(self, game: Game[Any], view: View[Any, Any, Any], seed: str) -> Odds:
        """So few games that a pool closes early in some evenings."""
        self.foreseen += 1
        return odds(game, view, None, Random(seed), budget=Budget(6, 0))

    def close(self) -> None: ...


@pytest.mark.parametrize("every", EACH)
@pytest.mark.parametrize("game", ["mindroll", "bluff"])
def test_the_odds_that_others_are_told_say_nothing_of_a_secret(game: str, every: bool) -> None:
    """Values, intervals, sizes and the order of answers: every byte, over the socket and HTTP, until it is shown."""
    oracle = SmallOracle()
    steps = asyncio.run(compare(game, {"rounds": 1}, oracle=oracle, every=every))
    assert len(steps) >= len(PLAYERS)
    assert oracle.foreseen >= 1, "a pool is open, so everyone's chances are reckoned, by what everyone knows"
    assert {None, 0, 1, 2} == set(oracle.asked), "players ask for their own seats, all others for the public odds"


class LeakyOracle(SmallOracle):
    """Knows what the first seat knows, whoever asks."""

    first: Any = None

    async def odds(self, game: Game[Any], view: View[Any, Any, Any], seat: Seat | None, seed: str) -> Odds:
        if seat == 0:
            LeakyOracle.first = view
        return await super().odds(game, view if self.first is None else self.first, seat, seed)


class Closing(SmallOracle):
    """Says at some moments that it is clear who wins, by what everyone sees then; never at the first prediction."""

    closed = 0
    first = 10**9
    """The version at which Eve predicts, the same in every run."""

    async def chances(self, game: Game[Any], view: View[Any, Any, Any], seed: str) -> Odds:
        found = await super().chances(game, view, seed)
        version = int(seed.split()[1])
        self.first = min(self.first, version)
        is_clear = version > self.first and zlib.crc32(self.known(view)) % 2 == 0
        self.closed += is_clear
        value = 0.9 if is_clear else 0.1
        return msgspec.structs.replace(found, wins=(Estimate(value, value, value, exact=True),))

    def known(self, view: View[Any, Any, Any]) -> bytes:
        return msgspec.json.encode(view.table)


SALT = b"a"
"""With it, a changed secret of the first seat closes the pool at another moment."""


class LeakyClosing(Closing):
    """Knows the first seat's secret, as it was asked for last."""

    secret: Any = None

    async def odds(self, game: Game[Any], view: View[Any, Any, Any], seat: Seat | None, seed: str) -> Odds:
        if seat == 0:
            self.secret = view.mine.secret if view.mine else None
        return await super().odds(game, view, seat, seed)

    def known(self, view: View[Any, Any, Any]) -> bytes:
        return msgspec.json.encode(self.secret) + SALT


@pytest.mark.parametrize("every", EACH)
@pytest.mark.parametrize("game", ["mindroll", "bluff"])
def test_w_01_a_pool_closes_at_the_same_moment_whatever_anyone_hides(game: str, every: bool) -> None:
    """And every byte that anyone is told of it is the same until the secret is shown."""
    asyncio.run(compare(game, {"rounds": 2 if every else 1}, oracle=(oracle := Closing()), every=every))
    assert oracle.closed > 0


@pytest.mark.soak
def test_w_01_a_hall_that_closes_a_pool_by_what_someone_hides_is_caught() -> None:
    with pytest.raises(Leak):
        asyncio.run(compare("mindroll", {"rounds": 2}, oracle=LeakyClosing(), every=True))


def test_an_oracle_that_leaks_is_caught() -> None:
    with pytest.raises(Leak):
        asyncio.run(compare("mindroll", {"rounds": 1}, oracle=LeakyOracle()))


# The proof that the comparison would notice


class LeakyMine(Rooms):
    """Tells everybody what the first seat knows."""

    def told(self, live: LiveTable, update: TableChange) -> None:
        first: Mine[Any, Any] | None = next(iter(live.mine.values()), None)
        shared: dict[Who, Mine[Any, Any]] = {} if first is None else dict.fromkeys(("p-ben", "p-cleo"), first)
        super().told(live, update._replace(mine={**shared, **update.mine}, secrets=update.secrets | shared.keys()))


class LeakyPresence(Rooms):
    """Says nothing, but says it more often with some dice than with others."""

    def told(self, live: LiveTable, update: TableChange) -> None:
        super().told(live, update)
        for _ in range(trace(live)):
            self.send(self._rooms.get(live.code, ()), Present(live.code, (), 0))


class LeakyList(TableList):
    """A clock on the list of tables that is a few seconds wrong."""

    def row(self, live: LiveTable) -> Row:
        row = super().row(live)
        return msgspec.structs.replace(row, clock=row.clock + trace(live))


class LeakyRow(Rooms):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.table_list = LeakyList(self.names)


def trace(live: LiveTable) -> int:
    """A small number that depends on every secret at the table."""
    return zlib.crc32(msgspec.json.encode([mine.secret for mine in live.mine.values()])) % 7


@pytest.mark.parametrize(
    ("game", "room"),
    [
        ("mindroll", LeakyPresence),
        *(
            pytest.param(game, room, marks=pytest.mark.soak)
            for game, room in product(("mindroll", "bluff"), (LeakyMine, LeakyPresence, LeakyRow))
            if (game, room) != ("mindroll", LeakyPresence)
        ),
    ],
)
def test_a_hall_that_leaks_is_caught(game: str, room: type[Rooms]) -> None:
    with pytest.raises(Leak):
        asyncio.run(compare(game, {"rounds": 1}, room))


# Every byte


@pytest.mark.parametrize("game", ["mindroll", "bluff"])
def test_no_byte_that_others_receive_spells_a_secret(game: str) -> None:
    """In the first round nothing was ever shown, so nothing that is written like the hidden dice may be there."""
    evening = asyncio.run(play_an_evening(game, {"rounds": 1}, None, Rooms))
    told = [{event["type"] for event in public_events(evening, step)} for step in range(len(evening.heard["Eve"]))]
    hidden = range(next(step for step, types in enumerate(told) if types & revealing(game)))
    assert len(hidden) > 2
    for host in PLAYERS:
        spelt = spellings(secret_of(evening.heard[host]))
        for name in evening.heard:
            received = b"".join(frame for step in hidden for frame in evening.heard[name][step])
            assert any(spelling in received for spelling in spelt) == (name == host), (name, host, spelt)


def secret_of(heard: list[list[bytes]]) -> Message:
    messages: list[Message] = [msgspec.json.decode(frame) for step in heard for frame in step]
    told = [message for message in messages if message["type"] in ("table", "update")]
    mine: list[Message] = [mine for message in told for mine in message.get("mine", [])]
    secret: Message = next(mine["secret"] for mine in mine if mine.get("secret") is not None)
    return secret


def spellings(secret: Message) -> list[bytes]:
    values = [value for value in secret.values() if not isinstance(value, int)]
    return [msgspec.json.encode(secret), *(msgspec.json.encode(value) for value in values)]
