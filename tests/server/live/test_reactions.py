"""Reactions over the socket: who sees whose, how many there may be, and that nothing of them stays."""

import asyncio
from pathlib import Path

import pytest

from dicehall.server.bounds.limits import Limits
from dicehall.server.live.talk import Talk
from dicehall.table.core.commands import Kick, Lock, Mute
from dicehall.table.core.draft import RefusedError
from dicehall.table.core.state import Table
from tests.server.bounds.clock import Clock
from tests.server.kit import Client, RunningHall, all_caught_up, begin, come_in, guests, in_a_loop, refused
from tests.table.kit import ANN, BOB, EVE, lobby

NAMES = ("laugh", "wow", "cry", "hmm", "angry", "heart")


def seen(client: Client) -> list[tuple[str, str, str]]:
    return [(message["channel"], message["name"], message["reaction"]) for message in client.all("reaction")]


@in_a_loop
async def test_everyone_at_the_table_sees_a_reaction(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        code = await ann.open("peril")
        await ben.join(code)
        await eve.ask("watch", table=code)
        await ann.ask("react", table=code, reaction="laugh")
        await eve.ask("react", table=code, reaction="heart")
        await all_caught_up(ann, ben, eve)
        told = [("all", ann.name, "laugh"), ("all", eve.name, "heart")]
        assert seen(ann) == seen(ben) == seen(eve) == told
        assert ben.all("reaction")[0] == {
            "type": "reaction", "table": code, "channel": "all", "who": ann.me, "name": ann.name, "reaction": "laugh",
        }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@in_a_loop
async def test_there_are_six_by_name(url: str, name: str) -> None:
    async with guests(url, "Ann") as (ann,):
        code = await ann.open("peril")
        await ann.ask("react", table=code, reaction=name)
        assert seen(ann) == [("all", ann.name, name)]


@in_a_loop
async def test_spectators_cannot_nod_at_players_while_there_are_secrets(url: str) -> None:
    """Or a wow would say what a call is worth."""
    async with guests(url, "Ann", "Ben", "Eve", "Fay") as (ann, ben, eve, fay):
        code = await begin(ann, ben)
        nameless = await come_in(url)
        for spectator in (eve, fay, nameless):
            await spectator.ask("watch", table=code)
        await eve.ask("react", table=code, reaction="wow")
        await all_caught_up(ann, ben, eve, fay, nameless)
        assert seen(eve) == seen(fay) == [("spectators", eve.name, "wow")]
        assert seen(ann) == seen(ben) == seen(nameless) == []
        await ann.do(code, "allow_talk")
        await fay.ask("react", table=code, reaction="hmm")
        await ben.catch_up()
        assert seen(ben) == [("all", fay.name, "hmm")]
        await nameless.close()


@in_a_loop
async def test_the_host_and_administrators_turn_them_off_and_on(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril")
        await ben.join(code)
        assert ben.tables[code]["reactions"] is True
        assert (await refused(ben.do(code, "forbid_reactions"))).reason == "not_host"
        await ann.do(code, "forbid_reactions")
        await ben.hears(code, "reactions_forbidden")
        assert ben.tables[code]["reactions"] is False
        refusal = await refused(ben.ask("react", table=code, reaction="angry"))
        assert (refusal.reason, str(refusal)) == (
            "reactions_off", "Reactions are off at this table; the host can turn them on.",
        )  # fmt: skip
        await ann.do(code, "allow_reactions")
        await ben.ask("react", table=code, reaction="heart")
        await ann.catch_up()
        assert seen(ann) == [("all", ben.name, "heart")]


@in_a_loop
async def test_they_are_still_off_after_a_restart_and_no_reaction_is_kept(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        async with guests(hall.url, "Ann", "Ben") as (ann, ben):
            code = await begin(ann, ben)
            await ann.ask("react", table=code, reaction="angry")
            await ann.do(code, "reset")
            await ann.do(code, "forbid_reactions")
            again = await ann.again()
            await again.ask("watch", table=code, since=0)
            assert seen(again) == []
            assert "angry" not in str(again.all("table"))
            await again.close()
            await asyncio.to_thread(hall.kill)
            for file in tmp_path.rglob("*"):
                assert not file.is_file() or b"angry" not in file.read_bytes(), file
            await asyncio.to_thread(hall.start)
            back = await ann.again()
            await back.ask("watch", table=code)
            assert back.tables[code]["reactions"] is False
            await back.close()


@in_a_loop
async def test_two_windows_of_a_person_share_the_limit(url: str) -> None:
    async with guests(url, "Ann") as (ann,):
        code = await ann.open("peril")
        other = await ann.again()
        assert (await refused(other.ask("react", table=code, reaction="wow"))).reason == "not_here"
        await other.ask("watch", table=code)
        await ann.ask("react", table=code, reaction="wow")
        refusal = await refused(other.ask("react", table=code, reaction="wow"))
        assert refusal.reason == "too_fast"
        assert "One reaction every 2 seconds and at most 10 a minute; wait" in str(refusal)
        await other.close()


# How fast, and who not at all


def why_not(talk: Talk, table: Table, who: str) -> str | None:
    try:
        talk.admit_reaction(table, who)
    except RefusedError as error:
        return error.refused.reason
    return None


def test_one_every_two_seconds_and_ten_a_minute() -> None:
    clock, table = Clock(), lobby(ANN, BOB).table
    talk = Talk(now=clock)
    allowed = []
    for tenth in range(1250):
        clock.now = tenth / 10
        if why_not(talk, table, ANN) is None:
            allowed.append(clock.now)
    assert allowed[:10] == [2.0 * number for number in range(10)]
    assert allowed[10:20] == [60 + 2.0 * number for number in range(10)]
    assert why_not(talk, table, BOB) is None, "everyone has a limit of their own"


def test_an_operator_chooses_the_limit() -> None:
    clock, table = Clock(), lobby(ANN).table
    talk = Talk(Limits(reactions_per_minute=2, reaction_seconds=1), clock)
    assert [why_not(talk, table, ANN) for _ in range(2)] == [None, "too_fast"]
    clock.now = 1.0
    assert [why_not(talk, table, ANN) for _ in range(2)] == [None, "too_fast"]
    clock.now = 59.0
    assert why_not(talk, table, ANN) == "too_fast"


def test_muted_kicked_and_locked_out_people_cannot() -> None:
    evening, talk = lobby(ANN, BOB), Talk(now=Clock())
    evening.do(ANN, Mute(BOB), Kick(EVE), Lock())
    assert why_not(talk, evening.table, BOB) == "muted"
    assert why_not(talk, evening.table, EVE) == "kicked"
    assert why_not(talk, evening.table, "fay") == "locked"
    assert why_not(talk, evening.table, ANN) is None
    assert why_not(talk, evening.table, BOB) == "muted", "a refusal costs nothing and changes nothing"
