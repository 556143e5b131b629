"""A hall says what `tests/e2e/frames.py` says that it does: word for word, to players and to those who come later."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from dicehall.rules.kernel import Over
from tests.e2e.frames import CLOCK, Played
from tests.server.inside import inside
from tests.server.kit import Client, Message, come_in, guests, over

LUCK = 7
MOST_MOVES = 200
LEFT_OUT = ("head", "won")
"""What proves the version to this hall alone, and what people have won there before."""
IDS = {"p-ann": "p-0", "p-ben": "p-1"}
OPTIONS: dict[str, dict[str, Any]] = {"peril": {"starting_lives": 1}, "bluff": {"rounds": 1}, "mindroll": {"rounds": 1}}


@pytest.mark.parametrize("game", OPTIONS)
def test_a_hall_says_the_same(game: str) -> None:
    asyncio.run(say_the_same(game))


async def say_the_same(game: str) -> None:
    played = Played(game, ("Ann", "Ben"), LUCK, **OPTIONS[game]).start()
    async with inside(dice=Random(LUCK)) as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code = await ann.open(game, seats=2, clock=CLOCK, options=OPTIONS[game])
        await ben.join(code)
        await ann.do(code, "start")
        for _ in range(MOST_MOVES):
            if isinstance(played.play.pending, Over):
                break
            asked, version = (ann, ben)[played.awaited or 0], played.table.version
            await asked.until(lambda: asked.tables[code]["version"] == version)  # noqa: B023, it is waited for here
            await answer(asked, code)
            played.answer(played.options[-1] if played.options else None)
        assert over(ann, code)
        eve = await come_in(hall.url)
        await eve.ask("watch", table=code, since=0)
        for client in (ann, ben, eve):
            await client.catch_up()
        for client, who in ((ann, "p-0"), (ben, "p-1")):
            agree(
                heard(client, code),
                [played.whole(who, 0, None), *(played.update(who, told) for told in played.told[1:])],
            )
        agree(heard(eve, code), [played.whole(None)])
        await eve.close()


async def answer(client: Client, code: str) -> None:
    """With the last thing that can be done."""
    if client.tables[code]["waiting"]["type"] == "chance":
        await client.do(code, "throw")
    else:
        await client.do(code, "move", moves=[client.options(code)[-1]])


def agree(heard: list[Message], said: list[str]) -> None:
    for ours, theirs in zip(heard, map(plain, said), strict=True):
        for name in ours.keys() | theirs.keys():
            assert ours.get(name) == theirs.get(name), f"{name} of version {ours['version']}"


def heard(client: Client, code: str) -> list[Message]:
    """Of the table, with the names that it has in both."""
    told = [json.dumps(each) for each in client.heard if each["type"] in ("table", "update")]
    for ours, theirs in {**IDS, code: "tests"}.items():
        told = [each.replace(f'"{ours}"', f'"{theirs}"') for each in told]
    return [plain(each) for each in told]


def plain(text: str) -> Message:
    message: Message = json.loads(text)
    return {name: value for name, value in message.items() if name not in LEFT_OUT}
