"""Clicks that come twice or too late, people who shout, codes that are used again: nobody else pays for them."""

import asyncio
import json

import msgspec
import pytest

from dicehall.server.live.rooms import Rooms
from dicehall.server.live.viewers import Viewer
from dicehall.server.services.sessions import session_by
from dicehall.store.files.database import Database
from dicehall.store.people.disk import DiskPeople
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.live.hall import Hall
from tests.server.inside import inside
from tests.server.kit import begin, guests, in_a_loop, refused
from tests.server.live.test_hall import Stuck, ask, opened
from tests.server.timeless import LoopJournal, OneTable, in_no_time


@in_a_loop
async def test_a_second_click_does_not_answer_the_next_question(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, game="three_dice")
        while ann.tables[code]["waiting"]["type"] != "ask":
            thrower = (ann, ben)[ann.tables[code]["waiting"]["thrower"]]
            await thrower.do(code, "throw")
            await asyncio.gather(ann.catch_up(), ben.catch_up())
        roller = (ann, ben)[ann.tables[code]["waiting"]["due"][0][0]]
        version = roller.tables[code]["version"]
        click = {"table": code, "version": version, "do": {"type": "move", "moves": [{"type": "reroll", "dice": [0]}]}}
        first, second = roller.ask("act", **click), refused(roller.ask("act", **click))
        _, refusal = await asyncio.gather(first, second)
        assert refusal.reason == "stale"
        assert len([event for event in roller.events(code) if event["type"] == "threw_again"]) == 1


@in_no_time
async def test_who_shouts_is_told_to_wait_and_nobody_else_is() -> None:
    evening = await OneTable(pace=0.0).open("ann", "ben")
    answers: list[Decided | Refused] = []
    for _ in range(30):
        evening.live.ask("eve", commands.Ready(), answers.append)
        evening.live.ask("ann", commands.Lock(), ignored)
        evening.live.ask("ann", commands.Unlock(), ignored)
    evening.live.ask("ben", commands.Stand(), answers.append)
    await asyncio.sleep(1)
    reasons = [answer.reason for answer in answers if isinstance(answer, Refused)]
    assert "busy" in reasons
    assert isinstance(answers[-1], Decided), "Ben waits for nobody's shouting"


def ignored(_answer: Decided | Refused) -> None:
    """Whether it was busy is not the question."""


class Ears:
    def __init__(self) -> None:
        self.heard = b""

    def send(self, frames: bytes) -> None:
        self.heard += frames


@in_no_time
async def test_a_table_with_a_code_that_was_used_before_is_listed() -> None:
    rooms = Rooms(DiskPeople(Database(None)))
    hall = Hall(LoopJournal(), rooms, luck=Stuck())
    first = await opened(hall)
    await asyncio.sleep(1)
    assert isinstance(await ask(first, "ann", commands.Close()), Decided)
    second = await opened(hall, "ben")
    assert second.code == first.code
    await asyncio.sleep(1)
    assert [row.table for row in rooms.table_list.page().rows] == [second.code]
    assert isinstance(await ask(second, "ben", commands.Close()), Decided)
    await asyncio.sleep(1)
    assert rooms.table_list.page() == ((), None)


@in_no_time
async def test_spectators_are_shown_a_table_that_is_encoded_once() -> None:
    rooms = Rooms(DiskPeople(Database(None)))
    hall = Hall(LoopJournal(), rooms, pace=0.0)
    live = await opened(hall, game="mindroll")
    viewers = []
    for number in range(3):
        guest, _ = await rooms.people.welcome(f"Eve {number}")
        viewer = Viewer(guest)
        viewer.socket = ears = Ears()  # type: ignore[assignment]
        await rooms.make_ready(viewer, live, None)
        rooms.watch(viewer, live, None)
        ears.heard = b""
        viewers.append(ears)
    assert isinstance(await ask(live, "ann", commands.Start()), Decided)
    assert viewers[0].heard
    assert len({ears.heard for ears in viewers}) == 1


@pytest.mark.parametrize(
    "others", ["a[]=1; ", "x; ", 'prefs={"a":"b c"}; ', "=; ", 'a="unclosed; ', 'a="\\"\\"\\""; ', "dicehallx=1; "]
)
@in_a_loop
async def test_cookies_of_other_programs_take_nobodys_name_away(others: str) -> None:
    async with inside() as hall:
        guest, token = await hall.parts.people.welcome("Ann")
        session = await session_by(hall.parts.people, {"cookie": f"{others}dicehall={token}"})
        assert session is not None
        assert session.person == guest
        assert await session_by(hall.parts.people, {"cookie": others}) is None
        assert await session_by(hall.parts.people, {"cookie": f"dicehall={'x' * 100_000}"}) is None


@in_a_loop
async def test_a_flood_of_messages_in_one_piece_is_answered_to_the_last_and_in_order(url: str) -> None:
    async with guests(url, "Ann") as (ann,):
        await ann.ask("enter_hall")
        numbers = range(10_000, 12_000)
        for number in numbers:
            await ann.socket.send(msgspec.json.encode({"type": "exit_hall", "id": number}).decode())
        await ann.until(lambda: numbers[-1] in ann.answers)
        answered = [json.loads(text)["id"] for text in ann.raw if b'"done"' in text][-len(numbers) :]
        assert answered == list(numbers)
