"""Keeping someone out: at once, with a reason, and without spoiling the game of the others."""

from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from dicehall.server.services.leaving import BANNED
from tests.server.administrators import administrator, audit, ban, confirm, hung_up_on
from tests.server.browser import PASSWORD, account, cookie, fresh_name, me, problem, program, visitor
from tests.server.kit import RunningHall, begin, come_in, finish, guests, in_a_loop

# At once, and with a reason


@in_a_loop
async def test_who_is_banned_is_told_why_and_every_window_is_closed(hall: RunningHall) -> None:
    async with administrator(hall) as http, account(hall.url) as mallory:
        token = (await mallory.post("/api/me/tokens", json={"label": "bot", "scope": "play"})).json()["token"]
        windows = [await come_in(hall.url, cookie=cookie(mallory)), await program(hall.url, token)]
        answer = await ban(http, (await me(mallory))["name"], "Shouting  at \u202epeople\n")
        assert answer.status_code == 201
        assert answer.json()["reason"] == "Shouting at people"
        for window in windows:
            assert await hung_up_on(window) == BANNED
            [told] = window.all("refused")
            assert (told["id"], told["reason"]) == (None, "banned")
            assert told["message"] == "You are banned from this hall: Shouting at people"


@in_a_loop
async def test_who_is_banned_is_refused_everywhere_with_the_reason(hall: RunningHall) -> None:
    async with administrator(hall) as http, account(hall.url) as mallory, visitor(hall.url) as stranger:
        person = await me(mallory)
        token = (await mallory.post("/api/me/tokens", json={"label": "bot", "scope": "play"})).json()["token"]
        await ban(http, person["id"])
        for path in ("/api/me", "/api/tables", "/api/me/sign-ins"):
            answer = await mallory.get(path)
            assert problem(answer) == (403, "banned")
            assert "Shouting at people" in answer.json()["detail"]
        assert problem(await mallory.patch("/api/me", json={"name": fresh_name()})) == (403, "banned")
        with pytest.raises(InvalidStatus) as refused:
            await come_in(hall.url, cookie=cookie(mallory))
        assert refused.value.response.status_code == 403
        assert b"Shouting at people" in refused.value.response.body
        with pytest.raises(InvalidStatus):
            await program(hall.url, token)
        again = await stranger.post("/api/sessions", json={"name": person["name"], "password": PASSWORD})
        assert problem(again) == (403, "banned")
        assert (await stranger.get("/api/tables")).status_code == 200, "others are let in"


@in_a_loop
async def test_who_is_let_in_again_is_who_they_were(hall: RunningHall) -> None:
    async with administrator(hall) as http, account(hall.url) as mallory:
        person = await me(mallory)
        await ban(http, person["name"])
        assert (await http.delete(f"/api/admin/bans/{person['name']}")).status_code == 204
        assert await me(mallory) == person
        window = await come_in(hall.url, cookie=cookie(mallory))
        await window.ask("enter_hall")
        await window.close()


@in_a_loop
async def test_the_banned_are_listed_with_the_reason(hall: RunningHall) -> None:
    async with administrator(hall) as http, account(hall.url) as mallory:
        person = await me(mallory)
        await ban(http, person["id"], "Because")
        listed = (await http.get("/api/admin/bans")).json()
        assert {"person": person, "reason": "Because"} in listed
        await http.delete(f"/api/admin/bans/{person['id']}")
        assert person["id"] not in {each["person"]["id"] for each in (await http.get("/api/admin/bans")).json()}


@in_a_loop
async def test_a_ban_outlives_the_hall(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        async with administrator(hall) as http, account(hall.url) as mallory:
            await ban(http, (await me(mallory))["id"])
            hall.kill()
            hall.start()
            assert problem(await mallory.get("/api/me")) == (403, "banned")


# The others


@in_a_loop
async def test_a_running_game_goes_on_without_who_is_banned(hall: RunningHall) -> None:
    async with (
        administrator(hall) as http,
        guests(hall.url, fresh_name(), fresh_name()) as (ann, ben),
        visitor(hall.url, fresh_name()) as mallory,
    ):
        window = await come_in(hall.url, cookie=cookie(mallory))
        code = await begin(ann, ben, window, game="peril")
        await ban(http, window.me)
        left = await ann.hears(code, "left")
        assert ann.tables[code]["players"][left["seat"]] == window.me
        assert window.me not in {occupant["who"] for occupant in ann.tables[code]["seated"]}
        assert ann.tables[code]["waiting"]["type"] != "over"


@in_a_loop
async def test_a_game_of_two_is_won_by_who_is_left(hall: RunningHall) -> None:
    async with (
        administrator(hall) as http,
        guests(hall.url, fresh_name()) as (ann,),
        visitor(hall.url, fresh_name()) as mallory,
    ):
        window = await come_in(hall.url, cookie=cookie(mallory))
        code = await begin(ann, window, game="peril")
        await ban(http, window.me)
        await finish(ann, code)
        assert (await ann.hears(code, "game_ended"))["places"][0] == 1


@in_a_loop
async def test_the_table_of_who_is_banned_goes_to_the_next_one(hall: RunningHall) -> None:
    async with (
        administrator(hall) as http,
        guests(hall.url, fresh_name()) as (ben,),
        visitor(hall.url, fresh_name()) as mallory,
    ):
        window = await come_in(hall.url, cookie=cookie(mallory))
        code = await window.open("bluff")
        alone = await window.open("bluff", public=False)
        await ben.join(code)
        await ban(http, window.me)
        await ben.until(lambda: ben.tables[code]["host"] == ben.me)
        await ben.do(code, "add_bot", level="normal")
        listed = (await http.get("/api/admin/tables", params={"most": 200})).json()["tables"]
        assert alone not in {each["row"]["table"] for each in listed}, "a table without anybody is closed"


@in_a_loop
async def test_no_seat_is_kept_for_a_banned_person(hall: RunningHall) -> None:
    async with (
        administrator(hall) as http,
        guests(hall.url, fresh_name()) as (ann,),
        account(hall.url) as mallory,
    ):
        code = await ann.open("bluff")
        person = await me(mallory)
        await ann.do(code, "invite", who=person["name"])
        await ann.until(lambda: ann.tables[code]["invited"] == [person["id"]])
        await ban(http, person["id"])
        await ann.until(lambda: ann.tables[code]["invited"] == [])


@in_a_loop
async def test_seats_are_given_up_also_at_tables_that_nobody_has_touched_since_the_start(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--fast") as hall:
        async with administrator(hall) as http, visitor(hall.url, "Mallory") as mallory:
            window, ann = await come_in(hall.url, cookie=cookie(mallory)), await come_in(hall.url, "Ann")
            code = await begin(ann, window, game="peril")
            hall.kill()
            hall.start()
            await confirm(http)
            assert (await ban(http, "Mallory")).status_code == 201
            again = await ann.again()
            await again.ask("watch", table=code)
            assert [occupant["who"] for occupant in again.tables[code]["seated"]] == [ann.me]
            await again.close()


# Refusals


@pytest.mark.parametrize("reason", ["", " ", "\u200b", "x" * 201])
@in_a_loop
async def test_a_reason_has_to_be_given_and_can_be_read(hall: RunningHall, reason: str) -> None:
    async with administrator(hall) as http, visitor(hall.url, fresh_name()) as mallory:
        assert problem(await ban(http, (await me(mallory))["id"], reason)) == (400, "bad_reason")
        assert (await mallory.get("/api/me")).status_code == 200


@in_a_loop
async def test_administrators_are_banned_by_nobody_and_nobody_bans_themselves(hall: RunningHall) -> None:
    async with administrator(hall) as http, administrator(hall) as other:
        assert problem(await ban(http, (await me(http))["name"])) == (409, "yourself")
        answer = await ban(http, (await me(other))["name"])
        assert problem(answer) == (409, "administrator")
        assert "dismiss them first" in answer.json()["detail"]


@in_a_loop
async def test_what_is_so_already_is_refused_and_noted_by_nobody(hall: RunningHall) -> None:
    async with administrator(hall) as http, account(hall.url) as mallory:
        person = await me(mallory)
        assert problem(await http.delete(f"/api/admin/bans/{person['id']}")) == (409, "already")
        await ban(http, person["id"], "First")
        before = await audit(http)
        answer = await ban(http, person["id"], "Second")
        assert problem(answer) == (409, "already")
        assert "First" in answer.json()["detail"]
        assert await audit(http) == before


@pytest.mark.parametrize("who", ["Nobody at all", "", "pzzzzzzzzzz", "Fox", "\x00"])
@in_a_loop
async def test_someone_who_is_not_there_cannot_be_banned(hall: RunningHall, who: str) -> None:
    async with administrator(hall) as http:
        assert problem(await ban(http, who)) == (404, "nobody")
