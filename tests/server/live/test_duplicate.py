"""The cheat at duplicate dice: a table has ended, others still play with its dice, and no road leads there."""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

import httpx

from dicehall.rules.record import Record
from dicehall.rules.verify import Noted, holds, verify
from tests.server.browser import account, cookie, problem, visitor
from tests.server.kit import Client, Message, RunningHall, awaited, come_in, guests, in_a_loop, over, refused, step
from tests.server.live.test_tournaments import act, shown, table_of

CUP = {
    "title": "Same dice", "game": "mindroll", "options": {"rounds": 1}, "seats": 2, "least": 2, "clock": 600,
    "format": {"type": "swiss", "rounds": 1}, "duplicate": True,
}  # fmt: skip
RUNS_ON = ("version", "now", "status", "arrived", "starts_by", "watching", "present")
"""What may differ: a table no longer waits for anyone, or has ended, and that is all."""


async def come(person: Client, code: str) -> str:
    """To my table, and say that I am there; the game begins when the other has, too."""
    await person.until(partial(table_of, person, code))
    table = str(table_of(person, code))
    await person.ask("watch", table=table)
    await person.do(table, "ready", seed="too-late")
    return table


async def play(people: Sequence[Client], table: str) -> None:
    while not all(over(person, table) for person in people):
        for person in people:
            await person.catch_up()
            if awaited(person, table) and not over(person, table):
                await step(person, table)


def without_time(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: without_time(value) for name, value in found.items() if name not in RUNS_ON}
    return [without_time(each) for each in found] if isinstance(found, list) else found


async def roads(http: httpx.AsyncClient, code: str, table: str, people: Sequence[Client]) -> dict[str, Any]:
    """Everything that a cheat can read about a table without sitting there."""
    paths = [
        f"/api/tournaments/{code}", f"/api/tournaments/{code}/results.json", f"/api/tournaments/{code}/results.csv",
        "/api/tournaments", f"/api/tables/{table}", "/api/tables", "/api/log", "/api/dice", "/api/leaderboard",
        "/api/leaderboard?game=mindroll&days=1", "/api/leaderboard?bots=true", "/api/me", "/api/me/opponents",
        "/api/me/friends", *(f"/api/people/{each.me}" for each in people),
        *(f"/api/people/{each.me}/games" for each in people),
    ]  # fmt: skip
    found: dict[str, Any] = {}
    for path in paths:
        answer = await http.get(path)
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        found[path] = (answer.status_code, without_time(answer.json()) if is_json else answer.text)
    row = found[f"/api/tables/{table}"][1]["row"]
    found[f"/api/tables/{table}"][1]["row"] = {name: row[name] for name in row if name != "state"}
    return found


async def refused_to_watch(who: Client, table: str) -> None:
    """The television watches in this way, too."""
    assert (await refused(who.ask("watch", table=table))).reason == "no_spectators"
    assert (await refused(who.ask("watch", table=table, since=0))).reason == "no_spectators"
    assert (await refused(who.ask("say", table=table, text="What did you roll?"))).reason != "done"
    assert (await refused(who.ask("odds", table=table))).reason != "done"
    assert table not in who.tables


async def record_of(http: httpx.AsyncClient, table: str) -> str:
    answer = await http.get(f"/api/tables/{table}/games/1")
    answer.raise_for_status()
    return answer.text


def faces_of(record: str) -> list[Any]:
    return [entry.move for entry in Record.read(record).entries if entry.actor == "nature"]


def said_since(person: Client, count: int) -> list[Message]:
    return [json.loads(each) for each in person.raw[count:]]


@in_a_loop
async def test_no_road_leads_to_the_dice_of_a_round_before_it_ends(hall: RunningHall) -> None:
    url = hall.url
    async with (
        account(url) as host, visitor(url) as nobody, account(url) as outsider,
        guests(url, "Ben", "Cleo", "Dan", "Eve") as players,
    ):  # fmt: skip
        ann, eve, nameless = [await come_in(url, cookie=cookie(each)) for each in (host, outsider)] + [
            await come_in(url, None)
        ]
        code: str = (await ann.ask("create_tournament", setting=CUP))["table"]
        for number, person in enumerate(players):
            await person.ask("follow", tournament=code)
            await act(person, code, "enter", seed=f"seed-{number}")
        for person in (ann, eve, nameless):
            await person.ask("follow", tournament=code)
        await act(ann, code, "begin")
        tables = {person.me: await come(person, code) for person in players}
        first = tables[players[0].me]
        done = [person for person in players if tables[person.me] == first]
        cheats = [person for person in players if tables[person.me] != first]
        other = tables[cheats[0].me]
        for person in players:
            await person.hears(tables[person.me], "game_started")
        async with visitor(url) as cheat:
            cheat.headers["cookie"] = str(cheats[0].cookie)
            readers = (host, nobody, outsider, cheat)
            before = [await roads(each, code, first, players) for each in readers]
            spies = (*cheats, ann, eve, nameless)
            heard = [len(person.raw) for person in spies]
            told = without_time(shown(cheats[0], code))

            await play(done, first)
            for person in done:
                await person.until(partial(over, person, first))
                ended = await person.hears(first, "game_ended")
                assert (ended["seed"], bool(ended["digest"])) == ("", True)
            for person in spies:
                await person.until(partial(has_ended, person, code, first))

            assert [await roads(each, code, first, players) for each in readers] == before
            for each in (*readers, host):
                answer = await each.get(f"/api/tables/{first}/games/1")
                assert problem(answer) == (409, "held")
            for person, since in zip(spies, heard, strict=True):
                await refused_to_watch(person, first)
                assert without_time(shown(person, code)) == told
                news = said_since(person, since)
                assert {each["type"] for each in news} <= {"tournament", "tournament_update", "refused", "present"}, (
                    news
                )

            await play(cheats, other)
            for person in players:
                await person.hears(tables[person.me], "disclosed")
            records = [await record_of(nobody, table) for table in (first, other)]
            for record in records:
                assert holds(verify(record, Noted(seed="seed-2"))), verify(record)
                assert "too-late" not in record
            assert faces_of(records[0])[0] == faces_of(records[1])[0], "the same dice at both tables"
            await ann.until(lambda: shown(ann, code)["phase"] == "done")
            assert any(standing["points"] for standing in shown(ann, code)["standings"])
            after = await roads(nobody, code, first, players)
            assert after["/api/log"] != before[1]["/api/log"]
        for person in (ann, eve, nameless):
            await person.close()


def has_ended(person: Client, code: str, table: str) -> bool:
    found = [each for played in shown(person, code)["rounds"] for each in played["tables"] if each["code"] == table]
    return bool(found) and found[0]["status"] == "ended"
