"""What a node is told of secrets at another one's tables: what its own people may know, and nothing else.

Whoever listens on the bus sees sealed letters; here they are open.
"""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import takewhile
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from dicehall.server.gates.words import Close
from dicehall.server.live import rooms
from dicehall.server.live.frames import text_frame
from dicehall.server.live.rooms import Rooms, mine_shown
from dicehall.server.nodes.nodes import Nodes
from dicehall.server.nodes.words import Enters
from dicehall.table.live.services import TableChange
from dicehall.table.live.table import LiveTable
from tests.server.bare import in_a_loop
from tests.server.evenings import Deals, Secret
from tests.server.kit import Client, awaited, guests, over, step
from tests.server.live.test_non_interference import revealing
from tests.server.nodes.overheard import Heard, overheard, told
from tests.server.nodes.pair import Pair, arrived, pair

GAMES = ("mindroll", pytest.param("bluff", marks=pytest.mark.soak))
NEAR, FAR = 0, 1
"""Seats of Ann, at the node that runs the table, and of Ben, at the other."""


@pytest.fixture(autouse=True)
def _settled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SETTLE", 0.0)


class Step(NamedTuple):
    """One move, and all that came of it."""

    deals: int
    """How many there have been by then."""
    is_shown: bool
    """Whether the rules have shown something by then."""
    words: list[Heard]


@asynccontextmanager
async def seated(nodes: Pair, game: str, rounds: int) -> AsyncIterator[tuple[str, list[Client]]]:
    """Ann at the node that runs the table, Ben and Cleo at the other."""
    async with guests(nodes.one.url, "Ann") as [ann], guests(nodes.other.url, "Ben", "Cleo") as far:
        code = await ann.open(game, options={"rounds": rounds}, seats=3)
        for person in far:
            await person.join(code)
        await ann.do(code, "start")
        await all_has_arrived(nodes, [ann, *far])
        yield code, [ann, *far]


async def all_has_arrived(nodes: Pair, people: list[Client]) -> None:
    ann, *far = people
    await arrived(nodes, far)
    await ann.catch_up()


async def overhear(game: str, changed: Secret | None = None) -> list[Step]:
    """Move by move, until there was a second deal."""
    deals, luck, steps = Deals(game, changed), Random(3), list[Step]()
    reveals = revealing(game)
    with overheard() as heard:
        async with pair(deals, beats=False) as nodes, seated(nodes, game, 2) as (code, people):
            while True:
                is_shown = any(event["type"] in reveals for event in people[NEAR].events(code))
                steps.append(Step(deals.deals, is_shown, heard[sum(len(step.words) for step in steps) :]))
                if deals.deals > 1:
                    return steps
                mover = next(person for person in people if awaited(person, code))
                await mover.do(code, "move", moves=[luck.choice(mover.options(code))])
                await all_has_arrived(nodes, people)


def said(steps: Iterable[Step]) -> list[list[bytes]]:
    """Step by step, in no order: a room has none. Who comes is left out: each sign-in has its own number."""
    return [sorted(bytes(heard) for heard in each.words if not isinstance(heard.word, Enters)) for each in steps]


def only_their_own(steps: list[Step]) -> None:
    """What is told of a seat goes to whoever sits there, and to no node where they have no socket."""
    letters = list(told([heard for each in steps for heard in each.words]))
    shown = [(letter, mine) for letter in letters for mine in letter.message.get("mine") or ()]
    assert {letter.by for letter, _ in shown} == {"other"}
    assert {(mine["seat"], *letter.to) for letter, mine in shown} == {(1, "p-ben"), (2, "p-cleo")}
    assert any("secret" in mine for _, mine in shown)


async def nothing_else(game: str) -> None:
    """However it might be said: if the secret is another one, every word is the same."""
    usual = await overhear(game)
    assert said(usual) == said(await overhear(game)), "the runs differ: this test could prove nothing"
    only_their_own(usual)
    hidden = list(takewhile(lambda each: not each.is_shown, usual))
    assert 1 < len(hidden) < len(usual)
    must_agree(hidden, await overhear(game, Secret(0, NEAR)), "of someone who is not there")
    ben = await overhear(game, Secret(0, FAR))
    assert said(hidden) != said(ben[: len(hidden)]), "it is told to his node"
    undealt = [each for each in usual if each.deals == 1]
    assert usual[-1].deals == 2
    for seat in (NEAR, FAR):
        must_agree(undealt, await overhear(game, Secret(1, seat)), "of dice that are not dealt yet")


def must_agree(usual: list[Step], other: list[Step], of_what: str) -> None:
    assert said(usual) == said(other[: len(usual)]), f"words depend on secrets {of_what}"


@pytest.mark.parametrize("game", GAMES)
def test_a_node_hears_no_secret_but_those_of_people_whose_sockets_it_holds(game: str) -> None:
    asyncio.run(nothing_else(game))


def test_what_is_told_to_everybody_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that tells each far viewer what all seats know."""
    usual = Rooms.told

    def too_much(these: Rooms, live: LiveTable, update: TableChange) -> None:
        usual(these, live, update)
        everything = [mine_shown(mine) for mine in live.mine.values()]
        for viewer in these.room(live):
            if viewer.is_far:
                viewer.socket.send(text_frame(msgspec.json.encode({"type": "whole", "mine": everything})))

    monkeypatch.setattr(Rooms, "told", too_much)
    with pytest.raises(AssertionError):
        only_their_own(asyncio.run(overhear("mindroll")))


@pytest.mark.soak
def test_what_is_told_under_another_name_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the words: here all dice of the table travel as the reason for closing a socket that is not there."""
    usual = Rooms.told

    def too_much(these: Rooms, live: LiveTable, update: TableChange) -> None:
        usual(these, live, update)
        nodes = these.elsewhere
        if update.mine and isinstance(nodes, Nodes):
            for link in nodes.links.values():
                link.say(Close(0, 1000, str([mine.secret for mine in live.mine.values()])))

    monkeypatch.setattr(Rooms, "told", too_much)
    with pytest.raises(AssertionError, match="someone who is not there"):
        asyncio.run(nothing_else("mindroll"))


# Seeds


def spellings(seed: bytes) -> tuple[bytes, ...]:
    return seed, seed.hex().encode(), b64encode(seed)


@in_a_loop
@pytest.mark.parametrize("game", GAMES)
async def test_no_seed_of_the_journal_travels_before_it_is_shown_to_all(game: str) -> None:
    seeds: set[bytes] = set()
    with overheard() as heard:
        async with pair(towers=True) as nodes, seated(nodes, game, 1) as (code, people):
            while not all(over(person, code) for person in people):
                seeds.add(await seed_of(nodes, code))
                letters = b"".join(map(bytes, heard))
                assert not any(spelled in letters for seed in seeds for spelled in spellings(seed))
                for person in people:
                    if awaited(person, code) and not over(person, code):
                        await step(person, code)
                await all_has_arrived(nodes, people)
            (ended,) = people[FAR].events(code, "game_ended")
            assert {ended["seed"]} == {seed.hex() for seed in seeds}
            await people[FAR].ask("watch", table=code)
            for person in people:
                await person.do(code, "rematch")
            await all_has_arrived(nodes, people)
            following = await seed_of(nodes, code)
    assert following not in seeds
    letters = b"".join(map(bytes, heard))
    assert ended["seed"].encode() in letters, "it would be found"
    assert not any(spelled in letters for spelled in spellings(following))


async def seed_of(nodes: Pair, code: str) -> bytes:
    seed = await nodes.one.parts.hall.journal.seed(code)
    assert seed is not None
    return seed
