"""Disconnecting is not leaving, for a person and for the hall: anyone who comes back finds everything as it was."""

import asyncio
from pathlib import Path
from typing import Any

from tests.server.kit import (
    Client,
    Message,
    RunningHall,
    awaited,
    begin,
    come_in,
    due,
    finish,
    finish_together,
    guests,
    in_a_loop,
    over,
    refused,
    step,
)

DUEL: dict[str, Any] = {"options": {"rounds": 5, "turn_order": "seat"}}


async def is_absent(watcher: Client, *absent: Client) -> None:
    await watcher.until(
        lambda: watcher.all("present") and watcher.all("present")[-1]["absent"] == [a.me for a in absent]
    )


def told_after(client: Client, version: int) -> list[Message]:
    updates = [message for message in client.all("update") if message["version"] > version]
    return [event for update in updates for event in update["events"]]


# A person


@in_a_loop
async def test_the_seat_is_kept_and_everybody_sees_who_is_reconnecting(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, **DUEL)
        await ben.close()
        await is_absent(ann, ben)
        assert [occupant["who"] for occupant in ann.tables[code]["seated"]] == [ann.me, ben.me]
        again = await ben.again()
        await again.ask("watch", table=code)
        await is_absent(ann)
        await again.close()


@in_a_loop
async def test_one_window_of_two_is_no_absence(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, **DUEL)
        second = await ben.again()
        await second.ask("watch", table=code)
        await second.close()
        third = await ann.again()
        await third.ask("watch", table=code)
        await third.close()
        await ann.do(code, "lock")
        await ben.hears(code, "locked")
        assert all(message["absent"] == [] for message in ann.all("present"))


@in_a_loop
async def test_opening_the_link_again_continues_with_the_same_question_and_the_same_secret(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, **DUEL)
        for person in (ann, ben):
            await person.close()
            again = await person.again()
            await again.ask("watch", table=code)
            assert again.mine[code] == person.mine[code]
            assert again.mine[code][0]["secret"] is not None
            assert again.options(code) == person.options(code)
            assert again.tables[code]["waiting"] == person.tables[code]["waiting"], "the clock goes on"
            if awaited(again, code):
                await step(again, code)
            await again.close()


@in_a_loop
async def test_anyone_who_was_away_is_told_what_happened_in_order_and_once(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, **DUEL)
        known = ben.tables[code]["version"]
        away = await ben.again()
        for act in ("lock", "unlock", "allow_talk"):
            await ann.do(code, act)
        mover = ann if awaited(ann, code) else ben
        await step(mover, code)
        await ann.catch_up()
        await away.ask("watch", table=code, since=known)
        (shown,) = away.all("table")
        assert shown["events"] == told_after(ann, known)
        assert [event["type"] for event in shown["events"]] == ["locked", "unlocked", "talk_allowed", "called"]
        assert (shown["missed"], shown["version"]) == (False, ann.tables[code]["version"])
        await ann.do(code, "forbid_talk")
        await away.catch_up()
        assert [event["type"] for event in told_after(away, 0)] == ["talk_forbidden"], "nothing is told again"
        for since in (shown["version"] + 1, 2**53 - 1, None):
            await away.ask("watch", table=code, **({} if since is None else {"since": since}))
            assert (away.all("table")[-1]["events"], away.all("table")[-1]["missed"]) == ([], False)
        await away.close()


@in_a_loop
async def test_anyone_who_was_away_too_long_is_told_that_it_is_not_all(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril")
        for _ in range(60):
            await ann.do(code, "lock")
            await ann.do(code, "unlock")
        await ben.ask("watch", table=code, since=1)
        (shown,) = ben.all("table")
        assert shown["missed"]
        assert shown["events"] == [{"type": "locked"}, {"type": "unlocked"}] * 50
        await ben.ask("watch", table=code, since=shown["version"] - 100)
        assert not ben.all("table")[-1]["missed"]
        assert ben.all("table")[-1]["events"] == shown["events"]


@in_a_loop
async def test_the_story_names_also_those_who_have_left(url: str) -> None:
    async with guests(url, "Hana", "Ben", "Cleo", "Eve") as (host, ben, cleo, eve):
        code = await begin(host, ben, cleo, sit=False, **DUEL)
        await host.do(code, "leave")
        await ben.do(code, "leave")
        await eve.ask("watch", table=code, since=0)
        (shown,) = eve.all("table")
        assert shown["events"][0]["host"] == host.me
        assert shown["people"] == {one.me: one.name for one in (host, ben, cleo)}


# The hall


@in_a_loop
async def test_a_hall_that_closes_says_so_and_everything_goes_on_when_it_opens_again(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--fast") as hall:
        async with guests(hall.url, "Ann", "Ben") as (ann, ben):
            code = await begin(ann, ben, bots=["normal"], **DUEL)
            await ben.ask("say", table=code, text="See you!")
            for _ in range(3):
                person = await person_awaited(code, ann, ben)
                await step(person, code)
            person = await person_awaited(code, ann, ben)
            await ann.catch_up()
            await ben.catch_up()
            said = await asyncio.to_thread(hall.stop)
            assert "Everything is on disk. Goodbye!" in said
            for client in (ann, ben):
                await client.message("(gone)")
                assert client.all("restarting") == [{"type": "restarting"}]
                assert client.socket.close_code == 1012
            hall.start()
            new_ann, new_ben = await ann.again(), await ben.again()
            for old, new in ((ann, new_ann), (ben, new_ben)):
                await new.ask("watch", table=code, since=old.tables[code]["version"])
                (shown,) = new.all("table")
                assert (shown["events"], shown["missed"]) == ([], False)
                assert shown["chat"]["all"][0]["text"] == "See you!"
                assert new.mine[code] == old.mine[code]
                assert new.tables[code]["waiting"] == old.tables[code]["waiting"]
                assert due(new.tables[code]) == [person.me]
            await finish_together(code, new_ann, new_ben)
            assert len(new_ann.events(code, "game_ended")) == 1
            await new_ann.close()
            await new_ben.close()


@in_a_loop
async def test_spectators_who_were_inside_a_locked_table_find_it_again_after_a_restart(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--fast") as hall:
        async with guests(hall.url, "Ann", "Cleo", "Dan") as (ann, cleo, dan):
            code = await ann.open("peril")
            await cleo.ask("watch", table=code)
            await ann.do(code, "lock")
            hall.kill()
            hall.start()
            new_cleo, new_dan = await cleo.again(), await dan.again()
            await new_cleo.ask("watch", table=code)
            assert (await refused(new_dan.ask("watch", table=code))).reason == "locked"
            await new_cleo.close()
            await new_dan.close()


@in_a_loop
async def test_a_spectator_without_a_name_is_told_why_a_locked_table_does_not_know_them(tmp_path: Path) -> None:
    """They have no cookie, and the key of a table is known to those the host has locked out, too."""
    with RunningHall(tmp_path, "--fast") as hall:
        async with guests(hall.url, "Ann") as (ann,):
            code = await ann.open("peril", public=False)
            key = ann.tables[code]["key"]
            nobody = await come_in(hall.url)
            await nobody.ask("watch", table=code, key=key)
            await ann.do(code, "lock")
            await nobody.hears(code, "locked")
            hall.kill()
            hall.start()
            again = await come_in(hall.url)
            refusal = await refused(again.ask("watch", table=code, key=key))
            assert refusal.reason == "locked"
            assert str(refusal).startswith("🔒 GAME LOCKED. Access denied: the host has locked this table.")
            assert "Without a name nobody can tell whether you were inside" in str(refusal)
            await nobody.close()
            await again.close()


async def person_awaited(code: str, *people: Client) -> Client:
    """Bots answer at once, so it is someone's turn soon. What others have heard of it may be a move old."""

    async def turn_of(person: Client) -> Client:
        await person.until(lambda: awaited(person, code))
        return person

    turns = [asyncio.create_task(turn_of(person)) for person in people]
    done, others = await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()
    return done.pop().result()


@in_a_loop
async def test_bots_whose_turn_it_was_play_on_after_a_restart(tmp_path: Path) -> None:
    """They think too long to have ended before the hall closes; when it opens again they do not think at all."""
    with RunningHall(tmp_path) as hall:
        async with guests(hall.url, "Hana") as (host,):
            code = await begin(host, game="three_dice", sit=False, bots=["normal", "uniform"])
            await asyncio.to_thread(hall.stop)
            hall.arguments = ("--fast",)
            hall.start()
            again = await host.again()
            await again.ask("watch", table=code)
            await again.until(lambda: over(again, code))
            await again.close()


@in_a_loop
async def test_a_hall_may_begin_every_day_with_empty_boards(tmp_path: Path) -> None:
    """`--reset-on-start` is the sheet's automatic reset: the people stay, and nobody has won."""
    with RunningHall(tmp_path) as hall:
        async with guests(hall.url, "Ann", "Ben") as (ann, ben):
            code = await begin(ann, ben, bots=["normal"], game="peril")
            waiting = await ann.open("bluff")
            hall.kill()
            hall.arguments = ("--fast", "--reset-on-start")
            hall.start()
            again = await ann.again()
            await again.ask("watch", table=code, since=0)
            await again.hears(code, "game_reset")
            table = again.tables[code]
            assert (table["waiting"], table["players"], table["wins"]) == (None, [], [])
            assert [occupant["who"] for occupant in table["seated"]] == [ann.me, "bot:Fox", ben.me]
            await again.ask("watch", table=waiting, since=0)
            assert not again.events(waiting, "game_reset")
            new = await begin(again, bots=["normal"], game="peril")
            await finish(again, new)
            await again.close()
