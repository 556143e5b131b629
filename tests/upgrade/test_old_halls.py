"""Folders that an earlier Dicehall has written open in this one, and all that is in them goes on: see README.md."""

import asyncio
from contextlib import closing, suppress
from hashlib import sha256
from typing import Any

import httpx
import msgspec
import pytest

from dicehall.rules.record import Record
from dicehall.rules.verify import Noted, verify
from dicehall.store.journal.disk import DiskJournal
from dicehall.table.core.public_view import show
from dicehall.table.core.state import Table, save
from dicehall.table.core.stored import fold
from tests.server.kit import Client, Message, Refused, finish, in_a_loop
from tests.upgrade.kit import OldHall, back, lost


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def end_of(record: str) -> Message:
    """Where a record leads to, every move of it checked."""
    *_, last = Record.read(record).replay()
    return dict(plain(last.pending))


# On the disk


def test_every_table_is_as_it_was_left(old: OldHall) -> None:
    with closing(DiskJournal(old.data)) as journal:
        heads = {head.table: head.version for head in journal.reader.heads()}
        assert heads == {code: then["version"] for code, then in old.tables.items()}
        for code, then in old.tables.items():
            table = fold(Table(), journal.reader.bodies(code))
            play = msgspec.json.decode(save(table))["play"]
            assert lost(plain(show(table)), then["shown"], code) == []
            assert lost(play and play["state"], then["state"], code) == []


def test_every_finished_game_is_kept_to_the_letter_and_is_legal_today(old: OldHall) -> None:
    with closing(DiskJournal(old.data)) as journal:
        for code, then in old.records.items():
            games = [msgspec.json.decode(body) for body in journal.reader.records(code)]
            now = [game | {"sha256": sha256(game["record"].encode()).hexdigest()} for game in games]
            assert lost(now, then, code) == []
            for game in games:
                end = end_of(game["record"])
                assert lost(game, {key: end.get(key, []) for key in ("scores", "places")}, code) == [], "or broken off"


# Over the socket


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.soak)], ids=["upgraded", "opened once more"])
@in_a_loop
async def test_everybody_is_known_by_the_cookie_and_finds_what_they_have_left(old: OldHall, times: int) -> None:
    for _ in range(times - 1):
        async with back(old):
            pass
    async with back(old) as (_, people):
        names = {who: client.heard[0]["you"]["name"] for who, client in people.items()}
        for person in old.people:
            assert people[person["id"]].me == person["id"]
            assert names[person["id"]] == person["name"]
        for code, then in old.tables.items():
            await look_around(code, then, people, names)


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
            bound, told = old.tables[code]["bound"], await players[0].hears(code, "game_ended")
            assert_fair(record.text, Noted(bound["commit"], told["digest"], bound["client_seeds"][0], 0))


def assert_fair(record: str, noted: Noted) -> None:
    """Everything that can be checked was checked, and holds; what the machine knew can never be.

    These games were committed to before the hall had a key, so nobody has signed them.
    """
    assert {check.what: check.outcome for check in verify(record, noted) if check.outcome != "ok"} == {
        "signed": "not_possible",
        "beyond": "not_possible",
    }


def is_running(shown: Message) -> bool:
    return shown["waiting"] is not None and shown["waiting"]["type"] != "over"


@in_a_loop
async def test_every_lobby_can_start(old: OldHall) -> None:
    lobbies = {code: then["shown"] for code, then in old.tables.items() if not is_running(then["shown"])}
    async with back(old) as (_, people):
        for code, shown in sorted(lobbies.items(), key=has_time):
            sitting = [people[seated["who"]] for seated in shown["seated"] if seated["who"] in people]
            host = people.get(shown["host"], sitting[0])
            for person in {host, *sitting}:
                await person.ask("watch", table=code)
            await start(code, shown, host, sitting)


def has_time(lobby: tuple[str, Message]) -> bool:
    """The clock runs where bots will fill the table up: that one must not wait for the others."""
    return lobby[1]["fills_at"] is None


async def start(code: str, shown: Message, host: Client, sitting: list[Client]) -> None:
    """A quick table needs no host: there, being in a hurry or all being ready is enough."""
    if shown["fills_at"] is not None:
        with suppress(Refused):  # bots may have been faster
            await host.do(code, "hurry")
    else:
        if shown["locked"]:
            await host.do(code, "unlock")
        ready = {seated["who"] for seated in shown["seated"] if seated["ready"]}
        for person in sitting:
            if person.me not in (shown["host"], *ready):
                await person.do(code, "ready")
        if shown["host"] is not None:
            await host.do(code, "start")
    await host.until(lambda: host.tables[code]["games"] == shown["games"] + 1)
    assert host.tables[code]["commit"] == shown["commit"] != "", "the dice are those that were promised"
