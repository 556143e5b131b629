"""At the table, over the socket: seated, readiness, the host's rights, and what the others are told."""

import pytest

from tests.server.inside import StillJournal, inside
from tests.server.kit import (
    Client,
    Message,
    awaited,
    begin,
    due,
    finish,
    finish_together,
    guests,
    in_a_loop,
    names,
    over,
    refused,
    step,
)


def ready(client: Client, code: str) -> list[bool]:
    return [occupant["ready"] for occupant in client.tables[code]["seated"]]


# Before a game


@in_a_loop
async def test_people_get_ready_and_think_better_of_it_and_everybody_hears_it(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril")
        await ben.join(code, ready=False)
        for wanted, event, state in (("ready", "readied", True), ("unready", "unreadied", False)):
            await ben.do(code, wanted)
            assert (await ann.hears(code, event)) == {"type": event, "who": ben.me} | ({"seed": ""} if state else {})
            assert ready(ann, code) == [False, state]
            assert (await refused(ben.do(code, wanted))).reason == "already"
        assert ann.events(code, "sat")[-1]["who"] == ben.me


@in_a_loop
async def test_everybody_but_the_one_who_starts_has_to_be_ready(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril", bots=["normal"])
        await ben.join(code, ready=False)
        refusal = await refused(ann.do(code, "start"))
        assert (refusal.reason, str(refusal)) == ("not_ready", "1 player is not ready yet.")
        await ben.do(code, "ready")
        assert ready(ben, code) == [False, True, True], "bots always are, Ann need not be"
        assert (await refused(ben.do(code, "start"))).reason == "not_host"
        await ann.do(code, "start")
        started = await ben.hears(code, "game_started")
        assert started["seats"] == [ann.me, "bot:Fox", ben.me]


@in_a_loop
async def test_nobody_joins_once_it_has_begun_or_when_all_seats_are_taken(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await ann.open("peril", seats=2)
        await ben.join(code)
        await cleo.ask("watch", table=code)
        assert str(await refused(cleo.do(code, "sit"))) == "All 2 seats are taken."
        assert (await refused(ben.do(code, "sit"))).reason == "seated"
        await ann.do(code, "start")
        assert (await refused(cleo.do(code, "sit"))).reason == "game_running"
        assert (await refused(ann.do(code, "add_bot"))).reason == "game_running"
        assert (await refused(cleo.do(code, "throw"))).reason == "not_seated"


@in_a_loop
async def test_a_host_may_host_without_a_seat(url: str) -> None:
    async with guests(url, "Hana", "Ben") as (host, ben):
        code = await host.open("peril", sit=False, bots=["normal"])
        await ben.join(code)
        await host.do(code, "start")
        await finish(ben, code)
        await host.until(lambda: host.tables[code]["waiting"]["type"] == "over")
        assert host.me not in host.tables[code]["players"]
        assert host.tables[code]["host"] == host.me
        assert host.mine[code] == []


@in_a_loop
async def test_bots_of_a_level_come_and_go(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("bluff")
        await ben.ask("watch", table=code)
        await ann.do(code, "add_bot", level="uniform")
        await ann.do(code, "add_bot")
        await ben.until(lambda: len(ben.events(code, "bot_sat")) == 2)
        assert ben.events(code, "bot_sat") == [
            {"type": "bot_sat", "who": "bot:Fox", "level": "uniform"},
            {"type": "bot_sat", "who": "bot:Otter", "level": "normal"},
        ]
        assert names(ben, code) == ["Ann", "Fox", "Otter"]
        refusal = await refused(ann.do(code, "add_bot", level="godlike"))
        assert str(refusal) == "There is no bot 'godlike'; the bots are easy, normal, hard, uniform."
        assert (await refused(ben.do(code, "add_bot"))).reason == "not_host"
        await ann.do(code, "remove_bot", who="bot:Fox")
        assert (await ben.hears(code, "stood"))["who"] == "bot:Fox"
        assert (await refused(ann.do(code, "remove_bot", who="bot:Fox"))).reason == "unknown"
        assert (await refused(ann.do(code, "remove_bot", who=ann.me))).reason == "unknown"


# Games end


@in_a_loop
async def test_a_reset_takes_the_same_people_back_to_the_lobby_and_counts_for_nobody(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, options={"rounds": 1, "turn_order": "seat"})
        await finish_together(code, ann, ben)
        wins = ben.tables[code]["wins"]
        assert sum(won for _, won in wins) == 1
        await ben.do(code, "rematch")
        await ann.do(code, "rematch")
        await ben.until(lambda: len(ben.events(code, "game_started")) == 2)
        assert (await refused(ben.do(code, "reset"))).reason == "not_host"
        await ann.do(code, "reset")
        await ben.hears(code, "game_reset")
        table = ben.tables[code]
        assert [table["waiting"], table["board"], table["players"]] == [None, None, []]
        assert (table["wins"], names(ben, code), ready(ben, code)) == (wins, ["Ann", "Ben"], [False, False])
        assert (await refused(ann.do(code, "reset"))).reason == "no_game"
        await ann.do(code, "reset_score")
        await ben.hears(code, "score_reset")
        assert ben.tables[code]["wins"] == []


@in_a_loop
async def test_stuck_shows_who_is_awaited_since_when_and_the_host_can_throw_or_play_for_them() -> None:
    journal = StillJournal()
    async with inside(journal=journal) as hall, guests(hall.url, "Hana", "Ben", "Cleo") as (host, ben, cleo):
        code = await begin(host, ben, cleo, game="stlucia", sit=False, clock=600)
        for helped in range(1, 4):
            seat, until, since = host.tables[code]["waiting"]["due"][0]
            assert 600 <= until - since <= 610  # a climax before it gives some seconds more
            assert since >= host.heard[0]["now"], "awaited since the question was asked"
            assert (await refused(host.do(code, "help", seat=1 - seat))).reason == "not_awaited"
            assert (await refused(ben.do(code, "help", seat=seat))).reason == "not_host"
            assert (await refused(host.do(code, "help", seat=seat))).reason == "too_early"
            journal.at += 30
            await host.do(code, "help", seat=seat)
            await host.catch_up()
            assert host.events(code, "helped")[-1] == {"type": "helped", "seat": seat}
            assert len(host.events(code, "helped")) == helped
        assert (await refused(host.do(code, "help", seat=99))).reason == "not_awaited"


@in_a_loop
async def test_only_a_match_of_open_length_can_be_stopped(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        closed = await begin(ann, ben)
        assert (await refused(ann.do(closed, "stop"))).reason == "not_open_ended"
        code = await begin(ann, ben, options={"match": "open"})
        assert (await refused(ben.do(code, "stop"))).reason == "not_host"
        await ann.do(code, "stop")
        assert (await ben.hears(code, "game_ended"))["scores"] == [0, 0]


@in_a_loop
async def test_spectators_see_all_that_is_public_and_are_counted(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        code = await begin(ann, ben)
        await eve.ask("watch", table=code)
        await ann.until(lambda: ann.all("present") and ann.all("present")[-1]["watching"] == 1)
        mover = next(person for person in (ann, ben) if awaited(person, code))
        await step(mover, code)
        await eve.catch_up()
        assert eve.tables[code] == mover.tables[code]
        assert eve.mine[code] == []
        assert not any("mine" in message for message in eve.all("update"))
        await eve.ask("unwatch", table=code)
        await ann.until(lambda: ann.all("present")[-1]["watching"] == 0)


@in_a_loop
async def test_comings_and_goings_are_told_only_where_they_change_something(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        code = await ann.open("peril")
        await ben.ask("watch", table=code)
        await ann.until(lambda: ann.all("present"))
        await ben.do(code, "sit")
        await ann.until(lambda: ann.all("present")[-1]["watching"] == 0)
        for _ in range(2):
            await ben.do(code, "ready")
            await ben.do(code, "unready")
        await eve.ask("watch", table=code)
        await ann.until(lambda: ann.all("present")[-1]["watching"] == 1)
        assert [message["watching"] for message in ann.all("present")] == [1, 0, 1]


@in_a_loop
async def test_anyone_who_comes_while_another_goes_is_told_how_many_are_left() -> None:
    """The others know the number already: it is the one from before."""
    async with inside() as hall, guests(hall.url, "Ann", "Eve", "Dan") as (ann, eve, dan):
        code = await ann.open("peril")
        await eve.ask("watch", table=code)
        await ann.until(lambda: ann.all("present") and ann.all("present")[-1]["watching"] == 1)
        live = hall.parts.hall.find(code)
        viewers = {viewer.who: viewer for viewer in hall.parts.rooms.everybody}
        hall.parts.rooms.watch(viewers[dan.me], live, None)
        hall.parts.rooms.unwatch(viewers[eve.me], live)
        assert (await dan.message("table"))["watching"] == 2
        assert (await dan.message("present"))["watching"] == 1


@in_a_loop
async def test_anyone_who_holds_no_seat_any_more_is_told_to_forget_its_secret(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cid") as (ann, ben, cid):
        code = await ann.open("mindroll")
        for person in (ben, cid):
            await person.join(code)
        await ann.do(code, "start")
        await ben.until(lambda: ben.mine[code])
        assert ben.mine[code][0]["secret"] is not None
        await ben.do(code, "stand")
        last = [message for message in ben.all("update") if message["table"] == code][-1]
        assert last["mine"] == []
        assert ben.mine[code] == []
        await cid.catch_up()
        assert cid.mine[code][0]["secret"] is not None, "the others know theirs"


@in_a_loop
async def test_what_only_i_know_comes_in_the_update_and_a_secret_only_when_it_is_new(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, options={"turn_order": "seat", "rounds": 2})
        while not over(ann, code):
            for person in (ann, ben):
                await person.catch_up()
                if awaited(person, code) and not over(person, code):
                    await step(person, code)
        assert any("secret" not in mine for mine in told(ann) + told(ben)), "while a round goes on"
        for person in (ann, ben):
            updates = person.all("update")
            assert len({message["version"] for message in updates if message["table"] == code}) == len(updates)
            known, deals = person.all("table")[-1]["mine"][0]["secret"], 0
            for update in updates:
                dealt = any(event["type"] == "dealt" for event in update["events"])
                deals += dealt
                for mine in update.get("mine", []):
                    # The same dice again are told again: what is not told would tell that they are.
                    assert ("secret" in mine) == (dealt or mine.get("secret", known) != known)
                    known = mine.get("secret", known)
            assert deals == 1, "the first came with the table"


def told(client: Client) -> list[Message]:
    """What updates have brought for this person alone."""
    return [mine for update in client.all("update") for mine in update.get("mine", [])]


@pytest.mark.parametrize("moves", [["reveal"], ["call", "call"]])
@in_a_loop
async def test_a_move_out_of_turn_or_against_the_rules_changes_nothing(moves: list[str], url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, options={"turn_order": "seat"})
        mover, other = (ann, ben) if awaited(ann, code) else (ben, ann)
        assert due(other.tables[code]) == [mover.me]
        refusal = await refused(other.do(code, "move", moves=[{"type": "call", "total": 9}]))
        assert refusal.reason == "not_your_turn"
        illegal = [{"type": kind, "total": 12} if kind == "call" else {"type": kind} for kind in moves]
        refusal = await refused(mover.do(code, "move", moves=illegal))
        assert refusal.reason in ("not_an_option", "not_your_turn")
        await ann.catch_up()
        await ben.catch_up()
        assert not ann.events(code, "called")
        assert mover.options(code), "the question is still there"
