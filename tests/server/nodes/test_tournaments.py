"""Tournaments and evenings of a hall on several machines: one node has them, and people at all nodes notice nothing."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehall.evenings.core.state import COUNTDOWN
from dicehall.evenings.live import tournament
from dicehall.ports.partitions import FIRST, partition_of
from dicehall.store.postgres.connection import Connection, connect
from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.server.browser import PASSWORD, account, cookie
from tests.server.inside import StillJournal
from tests.server.kit import (
    PATIENCE,
    Client,
    Refused,
    awaited,
    come_in,
    guests,
    in_a_loop,
    over,
    refused,
    step,
)
from tests.server.live.test_tournaments import act, create, shown, table_of
from tests.server.nodes.cluster import MOMENT, NOT_YET, cluster, until_shared
from tests.server.nodes.pair import Node, Pair, pair, until

NAMES = ("one", "other")
SERIES: dict[str, Any] = {"format": {"type": "series", "games": 2}, "between": 0}
NIGHT: dict[str, Any] = {"title": "Frosty Friday", "welcome": "Come in!", "game": "three_dice", "seats": 2}


@asynccontextmanager
async def host_of(node: Node) -> AsyncIterator[tuple[httpx.AsyncClient, Client]]:
    """Somebody with an account, and a window of theirs."""
    async with account(node.url) as http:
        window = await come_in(node.url, cookie=cookie(http))
        yield http, window
        await window.close()


async def time_passes(nodes: Pair, seconds: float) -> None:
    """For the tournaments, whose timers go by the clock of the machine."""
    journal = nodes.one.parts.hall.journal  # which they share
    assert isinstance(journal, StillJournal)
    journal.at += seconds
    for node in (nodes.one, nodes.other):
        node.parts.tournaments.look_again()


async def the_next_table(nodes: Pair, code: str, *people: Client) -> str:
    """Opens at its time, and everyone comes to it."""
    before = {table_of(person, code) for person in people}
    await people[0].until(lambda: shown(people[0], code)["rounds"])
    await time_passes(nodes, COUNTDOWN)
    for person in people:
        await person.until(partial(table_of, person, code))
    table = table_of(people[0], code)
    assert table is not None
    assert before == {None} or table not in before
    for person in people:
        await person.until(lambda person=person: table_of(person, code) == table)  # type: ignore[misc]
        await person.ask("watch", table=table)
        await person.do(table, "ready")
    for person in people:
        await person.until(lambda person=person: person.tables[table]["players"])  # type: ignore[misc]
    return table


async def play_on(table: str, *people: Client, most: int | None = None) -> None:
    """To the end, or so many turns."""
    turns = 0
    while not all(over(person, table) for person in people):
        for person in people:
            await person.catch_up()
            if awaited(person, table) and not over(person, table):
                await step(person, table)
                turns += 1
                if turns == most:
                    return


def is_further(person: Client, code: str) -> bool:
    """Than in its first round, as everybody hears who follows the tournament."""
    progress = shown(person, code)["rounds"][-1]["tables"][0]["progress"]
    return progress is not None and progress["now"] > 1


def ended(person: Client, code: str) -> int:
    return sum(table["status"] == "ended" for each in shown(person, code)["rounds"] for table in each["tables"])


@in_a_loop
async def test_people_at_two_nodes_play_a_tournament_whose_tables_and_holder_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tournament, "LOOK_AGAIN", math.inf)  # it has to be told of results
    async with pair() as nodes, host_of(nodes.other) as (http, ben), guests(nodes.one.url, "Ann") as [ann]:
        code = await create(ben, **SERIES)
        assert [live.code for live in nodes.one.parts.tournaments] == [code], "who has the first partition has them"
        assert list(nodes.other.parts.tournaments) == []
        await ann.ask("follow", tournament=code)
        for person in (ann, ben):
            await act(person, code, "enter")
        for node in (nodes.one, nodes.other):
            found = await http.get(f"{node.url}/api/tournaments")
            assert [each["code"] for each in found.json()["tournaments"]] == [code]
        assert (await refused(act(ann, code, "pause"))).reason == "not_host"

        table = await the_next_table(nodes, code, ann, ben)
        assert nodes.one.parts.hall.fixtures.is_open(table), "its holder opens tables of its own"
        await play_on(table, ann, ben, most=1)
        await nodes.give(partition_of(table), nodes.other)
        await play_on(table, ann, ben, most=20)
        for person in (ann, ben):
            await person.until(lambda person=person: is_further(person, code))  # type: ignore[misc]
        await play_on(table, ann, ben)
        assert nodes.other.parts.hall.fixtures.is_open(table)
        await ben.until(lambda: ended(ben, code) == 1)

        await nodes.give(FIRST, nodes.other)
        assert list(nodes.one.parts.tournaments) == []
        await until(lambda: list(nodes.other.parts.tournaments))
        table = await the_next_table(nodes, code, ann, ben)
        await play_on(table, ann, ben)
        for person in (ann, ben):
            await person.until(lambda person=person: shown(person, code)["phase"] == "done")  # type: ignore[misc]
        told = await http.get(f"{nodes.one.url}/api/tournaments/{code}/results.csv")
        assert told.status_code == 200
        assert told.headers["content-disposition"].endswith(f'filename="{code}.csv"')
        assert (await refused(ann.ask("follow", tournament="kiro"))).reason == "no_tournament"


@in_a_loop
async def test_a_table_that_another_node_runs_is_opened_there_once() -> None:
    """The code was named in the log while the partition was here."""
    async with pair() as nodes, host_of(nodes.other) as (_, ben), guests(nodes.one.url, "Ann") as [ann]:
        code = await create(ben, **SERIES)
        await ann.ask("follow", tournament=code)
        for person in (ann, ben):
            await act(person, code, "enter")
        await ben.until(lambda: shown(ben, code)["rounds"])
        [live] = nodes.one.parts.tournaments
        [named] = [table.code for table in live.tournament.tables()]
        assert len(named) % 2, "no other table has such a code"
        await nodes.give(partition_of(named), nodes.other)
        nodes.bus.loses = lambda _node, _letter: True
        await time_passes(nodes, COUNTDOWN)
        await until(lambda: not nodes.are_linked)
        assert not nodes.other.parts.hall.fixtures.is_open(named)
        nodes.bus.loses = lambda _node, _letter: False
        table = await the_next_table(nodes, code, ann, ben)
        assert table == named
        await play_on(table, ann, ben)
        await ben.until(lambda: ended(ben, code) == 1)


@in_a_loop
async def test_themes_are_kept_and_opened_through_any_node_and_move_with_their_holder() -> None:
    async with pair() as nodes, host_of(nodes.other) as (http, _):
        saved = await http.post("/api/nights", json=NIGHT | {"look": "frost", "sounds": "dice"})
        assert saved.status_code == 201, saved.text
        key = saved.json()["key"]

        async def themes(node: Node) -> list[str]:
            told = (await http.get(f"{node.url}/api/nights")).json()
            return [each["key"] for each in told["nights"] if each["yours"]]

        assert [await themes(node) for node in (nodes.one, nodes.other)] == [[key], [key]]
        opened = (await http.post(f"/api/nights/{key}/open")).json()["code"]
        assert nodes.one.parts.hall.fixtures.is_open(opened)
        await nodes.give(FIRST, nodes.other)
        assert [await themes(node) for node in (nodes.one, nodes.other)] == [[key], [key]]
        export = (await http.get(f"{nodes.one.url}/api/me/export")).json()
        assert [each["title"] for each in export["themes"]] == [NIGHT["title"]]
        gone = await http.request("DELETE", f"{nodes.one.url}/api/me", json={"password": PASSWORD})
        assert gone.status_code == 204, gone.text
        assert key not in nodes.other.parts.nights.programme.themes


@in_a_loop
async def test_a_kill_of_the_holder_in_the_middle_of_a_game_loses_nothing(
    postgresql: PostgreSQL, nats: Nats, tmp_path: Path
) -> None:
    database = postgresql.new_database()
    with cluster(tmp_path, database, nats.url, *NAMES) as halls:
        await until_shared(database, *NAMES)
        async with looking_into(database) as journal:
            first = await journal.fetchval("SELECT node FROM partitions WHERE partition = $1", FIRST)
            holder, stays = sorted(halls, key=lambda hall: hall is not halls[NAMES.index(first)])
            async with account(stays.url) as http, guests(stays.url, "Ben") as [ben]:
                ann = await come_in(stays.url, cookie=cookie(http))
                code = await create(ann, format={"type": "series", "games": 1})
                await ben.ask("follow", tournament=code)
                for person in (ann, ben):
                    await act(person, code, "enter")
                table = await come_to_table(code, ann, ben)
                await play_through(table, ann, ben, at_first=holder.kill)
                for person in (ann, ben):
                    await person.until(partial(is_done, person, code))
                [[seats]] = [[each["seats"] for each in drawn["tables"]] for drawn in shown(ann, code)["rounds"]]
                assert sorted(seats) == sorted((ann.me, ben.me)), "nobody is seated twice"
                told = (await http.get(f"{stays.url}/api/tournaments/{code}/results.json")).json()
                assert told["phase"] == "done"
                assert await journal.fetchval("SELECT count(*) FROM records WHERE name = $1", table) == 1
                await ann.close()


@asynccontextmanager
async def looking_into(database: str) -> AsyncIterator[Connection]:
    connection = await connect(database)
    yield connection
    await connection.close()


async def come_to_table(code: str, *people: Client) -> str:
    for person in people:
        await person.until(partial(table_of, person, code))
        await person.ask("watch", table=table_of(person, code))
        await person.do(str(table_of(person, code)), "ready")
    table = str(table_of(people[0], code))
    for person in people:
        await person.until(lambda person=person: person.tables[table]["players"])  # type: ignore[misc]
    return table


async def play_through(table: str, *people: Client, at_first: Callable[[], None]) -> None:
    """To the end, whatever is refused meanwhile; something happens when the first turn was taken."""
    turns = 0
    async with asyncio.timeout(PATIENCE):
        while not all(over(person, table) for person in people):
            for person in people:
                if awaited(person, table) and not over(person, table):
                    try:
                        await step(person, table)
                        turns += 1
                    except Refused as refusal:
                        if refusal.reason not in NOT_YET:
                            raise
                    if turns == 1:
                        await asyncio.to_thread(at_first)
                        turns += 1
                await asyncio.sleep(MOMENT)
                await person.catch_up()


def is_done(person: Client, code: str) -> bool:
    return shown(person, code)["phase"] == "done"  # type: ignore[no-any-return]
