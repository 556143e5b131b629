"""Folders that an earlier Dicehall has written open in this one, and all that is in them goes on: see README.md."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest

from dicehall.rules.record import Record
from dicehall.store.journal.disk import DiskJournal
from dicehall.table.core.public_view import show
from dicehall.table.core.state import Table, save
from dicehall.table.core.stored import fold
from tests.server.kit import Client, Message, RunningHall, come_in, finish, in_a_loop

HALLS = Path(__file__).parent / "halls"


class OldHall(NamedTuple):
    data: Path
    """A copy, for whoever opens a folder writes to it."""
    guests: list[Message]
    tables: dict[str, Message]
    records: dict[str, list[Message]]


@pytest.fixture(params=["0.3-clean", "0.3-killed"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> OldHall:
    data = tmp_path / "hall"
    shutil.copytree(HALLS / request.param, data, ignore=shutil.ignore_patterns("expected.json"))
    expected = msgspec.json.decode((HALLS / request.param / "expected.json").read_bytes())
    tables = {code: in_todays_words(then) for code, then in expected["tables"].items()}
    return OldHall(data, expected["guests"], tables, expected["records"])


RENAMED = {"owner": "host", "chairs": "seated", "seats": "players"}
"""What the public side of a table called these before protocol 2."""


def in_todays_words(then: Message) -> Message:
    shown = {RENAMED.get(name, name): value for name, value in then["shown"].items()}
    mine = {
        who: [{"moves" if name == "options" else name: value for name, value in one.items()} for one in each]
        for who, each in then["mine"].items()
    }
    return then | {"shown": shown, "mine": mine}


def lost(now: Any, then: Any, at: str = "") -> list[str]:
    """All that is not as it was; fields that are new are no loss."""
    match then:
        case dict() if isinstance(now, dict):
            return [each for key in then for each in lost(now.get(key, "(nothing)"), then[key], f"{at}.{key}")]
        case list() if isinstance(now, list) and len(now) == len(then):
            return [each for key, _ in enumerate(then) for each in lost(now[key], then[key], f"{at}[{key}]")]
        case _:
            return [] if now == then else [f"{at} was {then}, and is {now}"]


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def end_of(record: str) -> Message:
    """Where a record leads to, every move of it checked."""
    *_, last = Record.read(record).replay()
    return dict(plain(last.pending))


# On the disk


def test_every_table_is_as_it_was_left(old: OldHall) -> None:
    with closing(DiskJournal(old.data)) as journal:
        heads = {head.table: head.version for head in journal.heads()}
        assert heads == {code: then["version"] for code, then in old.tables.items()}
        for code, then in old.tables.items():
            table = fold(Table(), journal.bodies(code))
            play = msgspec.json.decode(save(table))["play"]
            assert lost(plain(show(table)), then["shown"], code) == []
            assert lost(play and play["state"], then["state"], code) == []


def test_every_finished_game_is_kept_to_the_letter_and_is_legal_today(old: OldHall) -> None:
    with closing(DiskJournal(old.data)) as journal:
        for code, then in old.records.items():
            games = [msgspec.json.decode(body) for body in journal.records(code)]
            now = [game | {"sha256": sha256(game["record"].encode()).hexdigest()} for game in games]
            assert lost(now, then, code) == []
            for game in games:
                assert lost(game, {key: end_of(game["record"])[key] for key in ("scores", "places")}, code) == []


# Over the socket


@asynccontextmanager
async def back(old: OldHall) -> AsyncIterator[tuple[str, dict[str, Client]]]:
    """The hall opens again, and everybody comes with the cookie of that time; people are found by their ids."""
    with RunningHall(old.data, "--fast") as hall:
        async with AsyncExitStack() as windows:
            people = {}
            for guest in old.guests:
                people[guest["id"]] = client = await come_in(hall.url, cookie=guest["cookie"])
                windows.push_async_callback(client.close)
            yield hall.url, people
        hall.stop()


@pytest.mark.parametrize("times", [1, 2], ids=["upgraded", "opened once more"])
@in_a_loop
async def test_everybody_is_known_by_the_cookie_and_finds_what_they_have_left(old: OldHall, times: int) -> None:
    for _ in range(times - 1):
        async with back(old):
            pass
    async with back(old) as (_, people):
        names = {who: client.heard[0]["you"]["name"] for who, client in people.items()}
        for guest in old.guests:
            assert people[guest["id"]].me == guest["id"]
            assert still_called(names[guest["id"]], guest)
        for code, then in old.tables.items():
            await look_around(code, then, people, names)


def still_called(name: str, guest: Message) -> bool:
    """Once, names did not have to differ: something may have been put behind one that others look like."""
    then = str(guest["name"])
    return name.startswith(then) if guest["alike"] else name == then


async def look_around(code: str, then: Message, people: dict[str, Client], names: dict[str, str]) -> None:
    """First from a place that changes nothing; then everybody who plays looks at their own secret and options."""
    looks_on = people[then["spectator"] or then["shown"]["host"]]
    await looks_on.ask("watch", table=code)
    seen = looks_on.all("table")[-1]
    assert seen["people"] == {who: names.get(who, name) for who, name in then["people"].items()}
    assert lost(seen["chat"], {audience: then["chat"][audience] for audience in seen["chat"]}, code) == []
    assert then["spectator"] is None or "spectators" in seen["chat"]
    if then["shown"]["fills_at"] is None:  # else bots may have come meanwhile
        assert lost(seen, {"version": then["version"], "shown": then["shown"]}, code) == []
    for who, mine in then["mine"].items():
        await people[who].ask("watch", table=code)
        assert lost(people[who].mine[code], mine, f"{code} for {names[who]}") == []


# And on it goes


@in_a_loop
async def test_every_running_game_is_played_to_its_end_and_leaves_a_record_without_a_seam(old: OldHall) -> None:
    running = {code: then["shown"] for code, then in old.tables.items() if is_running(then["shown"])}
    assert {shown["game"] for shown in running.values()} == {"peril", "mindroll", "three_dice", "stlucia", "bluff"}
    async with back(old) as (url, people), httpx.AsyncClient(base_url=url, verify=False) as http:
        for code, shown in running.items():
            gone = [shown["players"][seat] for seat in shown["left"]]
            players = [people[who] for who in shown["players"] if who in people and who not in gone]
            for person in players:
                await person.ask("watch", table=code)
            await asyncio.gather(*(finish(person, code) for person in players))
            record = await http.get(f"/api/tables/{code}/games/{shown['games']}")
            assert lost(players[0].tables[code]["waiting"], end_of(record.text), code) == []


def is_running(shown: Message) -> bool:
    return shown["waiting"] is not None and shown["waiting"]["type"] != "over"


@in_a_loop
async def test_every_lobby_can_start(old: OldHall) -> None:
    lobbies = {code: then["shown"] for code, then in old.tables.items() if not is_running(then["shown"])}
    async with back(old) as (_, people):
        for code, shown in sorted(lobbies.items(), key=has_time):
            sitting = [people[chair["who"]] for chair in shown["seated"] if chair["who"] in people]
            host = people.get(shown["host"], sitting[0])
            for person in {host, *sitting}:
                await person.ask("watch", table=code)
            await start(code, shown, host, sitting)


def has_time(lobby: tuple[str, Message]) -> bool:
    """The clock runs where bots will fill the table up: that one must not wait for the others."""
    return lobby[1]["fills_at"] is None


async def start(code: str, shown: Message, host: Client, sitting: list[Client]) -> None:
    """A quick table needs no host: there, being in a hurry or all being ready is enough."""
    if host.tables[code]["fills_at"] is not None:
        await host.do(code, "hurry")
    if shown["locked"]:
        await host.do(code, "unlock")
    ready = {chair["who"] for chair in shown["seated"] if chair["ready"]}
    for person in sitting:
        if person.me not in (shown["host"], *ready):
            await person.do(code, "ready")
    if shown["host"] is not None:
        await host.do(code, "start")
    await host.until(lambda: host.tables[code]["games"] == shown["games"] + 1)
