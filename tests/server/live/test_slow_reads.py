"""What is stored may be far away: a message that has to wait for it holds up its own socket, and nobody else."""

import asyncio
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from dicehall.server.live.listener import MOST_WAITING
from dicehall.store.journal.memory import MemoryJournal
from tests.server.inside import StillJournal, inside
from tests.server.kit import Client, all_caught_up, come_in, finish, guests, in_a_loop, refused
from tests.server.slow_reads import Line

MOVES = 10


async def sends(client: Client, *messages: dict[str, Any]) -> list[int]:
    """All of them at once, without waiting for answers; returns their numbers."""
    first = client.last_id + 1
    for id, message in enumerate(messages, start=first):
        await client.socket.send(msgspec.json.encode({"id": id, **message}).decode())
    client.last_id = first + len(messages) - 1
    return list(range(first, first + len(messages)))


def answered(client: Client) -> list[int]:
    """The messages that were answered, in the order of the answers."""
    return [heard["id"] for heard in client.heard if heard["type"] in ("done", "refused")]


async def left_behind(journal: MemoryJournal, tables: int = 1) -> list[str]:
    """A hall with open tables has ended; their codes."""
    async with inside(journal=journal) as hall, guests(hall.url, "Ann") as (ann,):
        return [await ann.open("peril", seats=4) for _ in range(tables)]


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
@in_a_loop
async def test_an_evening_is_played_through_stores_that_are_far_away(listing: Listing) -> None:
    line = Line()
    async with inside(pause=line) as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code = await ann.open(listing.name, bots=["normal"], seats=3)
        await ben.join(code)
        await ben.ask("say", table=code, text="good luck")
        await ann.do(code, "start")
        await asyncio.gather(*(finish(person, code) for person in (ann, ben)))
        assert ann.tables[code] == ben.tables[code]
        assert ann.tables[code]["waiting"]["type"] == "over"
        latecomer = await come_in(hall.url, "Eve")
        await latecomer.ask("watch", table=code)
        shown = await latecomer.message("table")
        assert [said["text"] for said in shown["chat"]["all"]] == ["good luck"]
        assert {ann.name, ben.name} <= set(shown["people"].values())
        winners = sum(place == 1 for place in ann.events(code, "game_ended")[-1]["places"])
        assert sum(shown["won"].values()) <= winners, "bots win as well, and are not among the people"
        assert set(shown["won"]) == {ann.me, ben.me}
        async with httpx.AsyncClient(base_url=hall.url, verify=False) as http:
            assert (await http.get(f"/api/tables/{code}/games/1")).status_code == 200
        await latecomer.close()
    assert line.asked["by_token"] >= 3


@in_a_loop
async def test_a_move_at_a_table_in_memory_asks_no_store_anything() -> None:
    line = Line()
    async with inside(pause=line) as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("mindroll", seats=2, options={"match": "open"})
        await ben.join(code)
        await ann.do(code, "start")
        line.asked.clear()
        for _ in range(MOVES):
            await all_caught_up(ann, ben)
            mover = ann if ann.options(code) else ben
            await mover.do(code, "move", moves=[mover.options(code)[0]])
        assert not line.asked, "everything was fetched when they came in"


@in_a_loop
async def test_messages_of_one_socket_keep_their_order_while_the_first_one_waits() -> None:
    journal, line = StillJournal(), Line()
    (code,) = await left_behind(journal)
    async with inside(journal=journal, pause=line) as hall:
        ann = await come_in(hall.url, "Ann")
        load = line.hold(code)
        lock = {"type": "act", "table": code, "do": {"type": "lock"}}
        asked = await sends(ann, {"type": "watch", "table": code}, {"type": "ping"}, lock, {"type": "ping"})
        ben = await come_in(hall.url, "Ben")
        await ben.ask("ping")
        assert not answered(ann), "the table is still being read"
        asked += await sends(ann, {"type": "ping"})
        await ben.ask("ping")
        load.set()
        await ann.until(lambda: asked[-1] in ann.answers)
        assert [id for id in answered(ann) if id != asked[2]] == [asked[0], asked[1], asked[3], asked[4]]
        await ann.until(lambda: asked[2] in ann.answers)
        assert ann.tables[code]["locked"]
        for client in (ann, ben):
            await client.close()


@in_a_loop
async def test_a_message_that_comes_while_another_has_begun_to_wait_is_not_forgotten() -> None:
    journal, line = StillJournal(), Line()
    (code,) = await left_behind(journal)
    async with inside(journal=journal, pause=line) as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        load = line.hold(code)
        (watch,) = await sends(ann, {"type": "watch", "table": code})
        while not line.asked["load"]:
            await ben.ask("ping")
        (ping,) = await sends(ann, {"type": "ping"})
        await ben.ask("ping")
        load.set()
        await ann.until(lambda: ping in ann.answers)
        assert answered(ann)[-2:] == [watch, ping]


@in_a_loop
async def test_a_table_that_is_read_slowly_delays_nobody_at_other_tables_and_is_read_once() -> None:
    journal, line = StillJournal(), Line()
    slow, other = await left_behind(journal, tables=2)
    async with inside(journal=journal, pause=line) as hall:
        windows = [await come_in(hall.url, name) for name in ("Ann", "Ben", "Cleo")]
        load = line.hold(slow)
        waiting = [asyncio.create_task(window.ask("watch", table=slow)) for window in windows]
        async with guests(hall.url, "Dan") as (dan,):
            await dan.join(other)
            code = await dan.open("mindroll", bots=["normal"], seats=2)
            await dan.do(code, "start")
            await finish(dan, code)
        assert not any(task.done() for task in waiting)
        load.set()
        await asyncio.gather(*waiting)
        for table in (slow, other):
            assert line.asked_about["load", table] == 1, "each of the two tables once, however many ask"
        for window in windows:
            await window.close()


@in_a_loop
async def test_who_sends_too_much_behind_a_message_that_waits_is_told_to_wait() -> None:
    journal, line = StillJournal(), Line()
    (code,) = await left_behind(journal)
    async with inside(journal=journal, pause=line) as hall:
        ann = await come_in(hall.url, "Ann")
        load = line.hold(code)
        asked = await sends(ann, {"type": "watch", "table": code}, *[{"type": "ping"}] * (MOST_WAITING + 1))
        last = await ann.until(lambda: ann.answers.get(asked[-1]))
        assert (last["type"], last["reason"]) == ("refused", "busy")
        load.set()
        await ann.until(lambda: asked[-2] in ann.answers)
        assert all(ann.answers[id]["type"] == "done" for id in asked[:-1])
        await ann.close()


@in_a_loop
async def test_a_window_that_is_closed_while_it_waits_leaves_nobody_at_the_table() -> None:
    journal, line = StillJournal(), Line()
    (code,) = await left_behind(journal)
    async with inside(journal=journal, pause=line) as hall:
        ann = await come_in(hall.url, "Ann")
        load = line.hold(code)
        await sends(ann, {"type": "watch", "table": code}, {"type": "enter_hall"})
        await until_asked(line)
        await ann.close()
        load.set()
        ben = await come_in(hall.url, "Ben")
        await ben.ask("watch", table=code)
        assert list(hall.parts.hall.find(code).presence.people()) == [ben.me]
        assert not hall.parts.rooms.lobby
        await ben.close()


async def until_asked(line: Line) -> None:
    """The hall has begun to read the table."""
    async with asyncio.timeout(60):
        while not line.asked["load"]:
            await asyncio.sleep(0.01)


@in_a_loop
async def test_a_table_that_cannot_be_reached_is_refused_and_found_when_it_can() -> None:
    journal, line = StillJournal(), Line()
    (code,) = await left_behind(journal)
    async with inside(journal=journal, pause=line) as hall, guests(hall.url, "Ann") as (ann,):
        line.cut = True
        assert (await refused(ann.ask("watch", table=code))).reason == "unwritable"
        line.cut = False
        await ann.ask("watch", table=code)
        assert ann.tables[code]["seated"]


@in_a_loop
async def test_two_who_open_at_the_same_moment_get_different_codes_and_one_quick_table() -> None:
    line = Line()
    async with inside(pause=line) as hall, guests(hall.url, "Ann", "Ben", "Cleo") as people:
        opened = await asyncio.gather(*(person.ask("open", game="peril", seats=4) for person in people))
        assert len({answer["table"] for answer in opened}) == len(people)
        quick = await asyncio.gather(*(person.ask("quick", game="three_dice") for person in people))
        assert len({answer["table"] for answer in quick}) == 1


@in_a_loop
async def test_who_comes_while_the_database_is_away_is_told_so_and_the_log_says_it_in_one_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    line = Line()
    async with inside(pause=line) as hall, guests(hall.url, "Ann") as (ann,):
        line.cut = True
        with pytest.raises(InvalidStatus) as refused:
            await ann.again()
        line.cut = False
        (await ann.again()).socket.transport.abort()
    answer = refused.value.response
    assert (answer.status_code, answer.body) == (503, b"the database cannot be reached: try again")
    assert [record.exc_info for record in caplog.records if "socket" in record.message] == [None]
