"""Tournaments over real sockets: created, entered, followed, played to the podium, also across a kill of the hall."""

from functools import partial
from pathlib import Path
from typing import Any

from dicehall.server.live.messages import TournamentMessage
from tests.server.browser import account, cookie
from tests.server.kit import (
    Client,
    Message,
    RunningHall,
    awaited,
    come_in,
    guests,
    in_a_loop,
    over,
    plain,
    refused,
    step,
)

CUP: dict[str, Any] = {"title": "Friday", "game": "three_dice", "seats": 2, "clock": 15}


def shown(person: Client, code: str) -> Message:
    """The tournament as this person was told last."""
    return person.cups[code]["shown"]  # type: ignore[no-any-return]


def table_of(person: Client, code: str) -> str | None:
    """Where this person is to play now."""
    tables = [table for each in shown(person, code)["rounds"] for table in each["tables"]]
    mine = [table for table in tables if person.me in table["seats"] and table["status"] in ("waiting", "playing")]
    return mine[-1]["code"] if mine else None


async def act(person: Client, code: str, do: str, **fields: Any) -> None:
    await person.ask("act_in", tournament=code, do={"type": do, **fields})


async def create(host: Client, **setting: Any) -> str:
    code: str = (await host.ask("create_tournament", setting=CUP | setting))["table"]
    await host.ask("follow", tournament=code)
    return code


async def play(person: Client, code: str) -> None:
    """Come to my table as soon as it is open, and play there to the end."""
    await person.until(lambda: table_of(person, code))
    table = table_of(person, code)
    assert table is not None
    await person.ask("watch", table=table)
    if not person.tables[table]["players"]:
        await person.do(table, "ready", seed=f"of-{person.me}")
    await person.until(lambda: person.tables[table]["players"])
    while not over(person, table):
        await person.until(lambda: awaited(person, table))
        if not over(person, table):
            await step(person, table)


@in_a_loop
async def test_a_tournament_is_hosted_entered_followed_and_run(url: str) -> None:
    async with account(url) as http, guests(url, "Ben", "Cleo") as (ben, cleo):
        ann = await come_in(url, cookie=cookie(http))
        code = await create(ann, open=False)
        assert (await refused(ben.ask("create_tournament", setting=CUP))).reason == "no_account"
        key = ann.all("tournament")[-1]["key"]
        assert key, "the host has the link"
        await ben.ask("follow", tournament=code.upper())
        assert (await refused(act(ben, code, "enter"))).reason == "key"
        await act(ben, code, "enter", key=key, seed="abc")
        await ben.until(lambda: [each["who"] for each in shown(ben, code)["entrants"]] == [ben.me])
        assert plain(ben.cups[code]["people"][ben.me]) == "Ben"
        assert all(each["key"] == "" for each in ben.all("tournament")), "only those who run it get the link"
        assert (await refused(act(ben, code, "begin"))).reason == "not_host"
        assert (await refused(act(ann, code, "begin"))).reason == "too_few"
        await act(ann, code, "add_bot", level="easy")
        await act(ann, code, "remove", who=ben.me)
        assert (await refused(act(ben, code, "enter", key=key))).reason == "removed"
        await ann.until(lambda: len(shown(ann, code)["entrants"]) == 1)
        await act(ann, code, "call_off")
        await ben.until(lambda: shown(ben, code)["phase"] == "cancelled")
        await ben.ask("unfollow", tournament=code)
        assert (await refused(cleo.ask("follow", tournament="cupnope"))).reason == "no_tournament"
        bad = await refused(ann.ask("create_tournament", setting=CUP | {"game": "ludo"}))
        assert "the games are peril" in str(bad)
        await ann.close()


@in_a_loop
async def test_a_host_who_wants_no_predictions_has_none_at_any_table(hall: RunningHall) -> None:
    async with account(hall.url) as http, guests(hall.url, "Ben", "Cleo", "Eve") as [ben, cleo, eve]:
        ann = await come_in(hall.url, cookie=cookie(http))
        code = await create(ann, predictions=False)
        for entrant in (ben, cleo):
            await act(entrant, code, "enter")
        await act(ann, code, "begin")
        await ben.ask("follow", tournament=code)
        table = await ben.until(lambda: table_of(ben, code))
        assert isinstance(table, str)
        for player in (ben, cleo):
            await player.ask("watch", table=table)
            await player.do(table, "ready")
        await eve.ask("watch", table=table)
        await eve.until(lambda: eve.tables[table]["players"])
        wish = eve.ask("predict", table=table, seat=0, chips=10, chance=50)
        assert (await refused(wish)).reason == "predictions_off"
        await ann.close()


@in_a_loop
async def test_a_kill_in_the_middle_loses_nothing_and_everyone_plays_on(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        async with account(hall.url) as http:
            ann = await come_in(hall.url, cookie=cookie(http))
            ben = await come_in(hall.url, "Ben")
            code = await create(ann, format={"type": "swiss", "rounds": 1})
            for person in (ann, ben):
                await act(person, code, "enter")
            for _ in range(2):
                await act(ann, code, "add_bot", level="easy")
            await act(ann, code, "begin")
            await ann.until(lambda: shown(ann, code)["rounds"])
            before = shown(ann, code)
            await ann.close()
            await ben.close()
            hall.kill()
            hall.start()
            ann, ben = [await come_in(hall.url, cookie=each.cookie) for each in (ann, ben)]
            for person in (ann, ben):
                await person.ask("follow", tournament=code)
            tables = [table["seats"] for table in before["rounds"][0]["tables"]]
            assert [table["seats"] for table in shown(ann, code)["rounds"][0]["tables"]] == tables
            together = table_of_both(before, ann, ben)
            if together:
                await play_both(ann, ben, code)
            else:
                await play(ann, code)
                await play(ben, code)
            for person in (ann, ben):
                await person.until(partial(is_over, person, code))
                assert shown(person, code)["podium"][0] in (ann.me, ben.me), "bots win no title"
                await person.close()


def is_over(person: Client, code: str) -> bool:
    return shown(person, code)["phase"] == "done"  # type: ignore[no-any-return]


def table_of_both(tournament: Message, *people: Client) -> bool:
    return any({person.me for person in people} <= set(table["seats"]) for table in tournament["rounds"][0]["tables"])


async def play_both(ann: Client, ben: Client, code: str) -> None:
    for person in (ann, ben):
        await person.until(partial(table_of, person, code))
        await person.ask("watch", table=table_of(person, code))
        await person.do(str(table_of(person, code)), "ready")
    table = str(table_of(ann, code))
    for person in (ann, ben):
        await person.hears(table, "game_started")
    while not (over(ann, table) and over(ben, table)):
        for person in (ann, ben):
            await person.catch_up()
            if awaited(person, table) and not over(person, table):
                await step(person, table)


def test_the_message_says_what_everyone_may_see() -> None:
    """The key is the only secret of a tournament, and stands beside what is shown."""
    assert "key" not in TournamentMessage.__annotations__["shown"].__struct_fields__
