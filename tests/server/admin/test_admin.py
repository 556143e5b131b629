"""What administrators see of a hall, whom they rename and appoint, and what they may do at any table."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.administrators import administrator, audit, ban
from tests.server.browser import account, cookie, fresh_name, me, problem, visitor
from tests.server.kit import RunningHall, begin, come_in, guests, in_a_loop, known_to_all, refused


async def change(http: httpx.AsyncClient, who: str, **fields: str) -> httpx.Response:
    return await http.patch(f"/api/admin/people/{who}", json=fields)


async def people(http: httpx.AsyncClient, **query: str | int) -> list[dict[str, Any]]:
    answer = await http.get("/api/admin/people", params=query)
    answer.raise_for_status()
    found: list[dict[str, Any]] = answer.json()["people"]
    return found


# The list of people


@in_a_loop
async def test_people_are_found_by_a_part_of_their_name_with_all_that_matters(hall: RunningHall) -> None:
    name = fresh_name()
    async with administrator(hall) as http, account(hall.url, name) as player:
        person = await me(player)
        windows = [await come_in(hall.url, cookie=cookie(player)) for _ in range(2)]
        await known_to_all(lambda: has_windows(http, name, 2))
        [found] = await people(http, like=name.upper())
        assert {field: found[field] for field in person} == person
        assert (found["banned"], found["windows"]) == (None, 2)
        assert found["seen"] > 1_000_000_000
        for window in windows:
            await window.close()
        await ban(http, person["id"], "Because")
        await known_to_all(lambda: has_windows(http, name, 0))
        [found] = await people(http, like=name)
        assert (found["banned"], found["windows"]) == ("Because", 0)


async def has_windows(http: httpx.AsyncClient, name: str, windows: int) -> bool:
    [found] = await people(http, like=name)
    return bool(found["windows"] == windows)


@in_a_loop
async def test_who_was_seen_last_comes_first_and_it_is_said_when_there_are_more(hall: RunningHall) -> None:
    async with administrator(hall) as http:
        for name in ("Row One", "Row Two", "Row Six"):
            async with visitor(hall.url, name):
                pass
        assert [each["name"] for each in await people(http, like="Row ")] == ["Row Six", "Row Two", "Row One"]
        short = (await http.get("/api/admin/people", params={"like": "Row ", "most": 2})).json()
        assert (len(short["people"]), short["more"]) == (2, True)
        whole = (await http.get("/api/admin/people", params={"like": "Row ", "most": 3})).json()
        assert (len(whole["people"]), whole["more"]) == (3, False)
        assert await people(http, like="Nobody of this name") == []


@pytest.mark.parametrize("like", ["%", "_", "\\", "'", '"; --'])
@in_a_loop
async def test_a_search_means_what_it_says(hall: RunningHall, like: str) -> None:
    async with administrator(hall) as http:
        assert all(like in each["name"] for each in await people(http, like=like) if each["name"].isascii())


@pytest.mark.parametrize(
    "path", ["people?most=0", "people?most=201", "people?most=x", "tables?most=0", "tables?most=x"]
)
@in_a_loop
async def test_a_page_that_makes_no_sense_is_refused(hall: RunningHall, path: str) -> None:
    async with administrator(hall) as http:
        assert problem(await http.get(f"/api/admin/{path}")) == (400, "bad_request")


# Names


@in_a_loop
async def test_someone_is_renamed_and_everybody_at_their_tables_is_told(hall: RunningHall) -> None:
    async with administrator(hall) as http, guests(hall.url, fresh_name(), fresh_name()) as (ann, ben):
        code = await ann.open("bluff")
        await ben.join(code)
        name = fresh_name()
        answer = await change(http, ben.name, name=name)
        assert (answer.json()["id"], answer.json()["name"]) == (ben.me, name)
        told = await ann.message("people")
        assert told["people"] == {ben.me: name}


@pytest.mark.parametrize("name", ["admin", "x", "", "Fox"])
@in_a_loop
async def test_a_name_that_nobody_may_have_is_refused(hall: RunningHall, name: str) -> None:
    async with administrator(hall) as http, visitor(hall.url, fresh_name()) as guest:
        before = await audit(http)
        assert problem(await change(http, (await me(guest))["id"], name=name)) == (400, "bad_request")
        assert await audit(http) == before


@in_a_loop
async def test_a_name_that_looks_like_anothers_is_refused(hall: RunningHall) -> None:
    async with administrator(hall) as http, visitor(hall.url, fresh_name()) as guest, account(hall.url) as other:
        before = await audit(http)
        name = (await me(other))["name"]
        assert problem(await change(http, (await me(guest))["id"], name=name.upper())) == (409, "name_taken")
        assert await audit(http) == before
        assert (await change(http, name, name=name.upper())).status_code == 200, "of their own name they may have it"


# Administrators


@in_a_loop
async def test_an_account_is_appointed_and_dismissed_again(hall: RunningHall) -> None:
    async with administrator(hall) as http, account(hall.url) as ben:
        person = await me(ben)
        answer = await change(http, person["name"], kind="administrator")
        assert answer.json()["kind"] == "administrator"
        assert (await me(ben))["kind"] == "administrator"
        assert (await ben.get("/api/admin/people")).status_code == 200
        assert (await change(http, person["id"], kind="account")).json()["kind"] == "account"
        assert problem(await ben.get("/api/admin/people")) == (403, "not_administrator")
        [dismissed, appointed] = await audit(http, most=2)
        assert (appointed["kind"], dismissed["kind"]) == ("administrator", "account")


@in_a_loop
async def test_who_cannot_be_appointed_or_dismissed_is_said_why(hall: RunningHall) -> None:
    async with (
        administrator(hall) as http,
        visitor(hall.url, fresh_name()) as guest,
        account(hall.url) as plain,
        account(hall.url) as banned,
    ):
        own, theirs = (await me(http))["id"], (await me(plain))["id"]
        out = (await me(banned))["id"]
        await ban(http, out)
        before = await audit(http)
        for who, kind, reason in (
            ((await me(guest))["id"], "administrator", "no_account"),
            (out, "administrator", "banned"),
            (own, "administrator", "already"),
            (own, "account", "yourself"),
            (theirs, "account", "already"),
        ):
            assert problem(await change(http, who, kind=kind)) == (409, reason)
        assert problem(await change(http, "Nobody at all", kind="administrator")) == (404, "nobody")
        assert await audit(http) == before


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "Some Body", "kind": "account"},
        {"kind": "guest"},
        {"kind": "host"},
        {"banned": "yes"},
        {"name": 7},
    ],
)
@in_a_loop
async def test_a_change_that_makes_no_sense_is_refused(hall: RunningHall, body: dict[str, Any]) -> None:
    async with administrator(hall) as http, account(hall.url) as plain:
        answer = await http.patch(f"/api/admin/people/{(await me(plain))['id']}", json=body)
        assert problem(answer) == (400, "bad_request")


@in_a_loop
async def test_of_two_who_dismiss_each_other_at_once_one_stays(hall: RunningHall) -> None:
    for _ in range(3):
        async with administrator(hall) as ann, administrator(hall) as ben:
            names = [(await me(who))["id"] for who in (ann, ben)]
            answers = await asyncio.gather(
                change(ann, names[1], kind="account"), change(ben, names[0], kind="account")
            )  # fmt: skip
            assert sorted(answer.status_code for answer in answers) == [200, 403]
            kinds = sorted([(await me(who))["kind"] for who in (ann, ben)])
            assert kinds == ["account", "administrator"]


# The list of tables


@in_a_loop
async def test_all_tables_are_listed_also_private_ones_with_their_people(hall: RunningHall) -> None:
    async with administrator(hall) as http, guests(hall.url, fresh_name(), fresh_name()) as (ann, ben):
        code = await begin(ann, ben, bots=["normal"], game="bluff", public=False, seats=5)
        tables = (await http.get("/api/admin/tables", params={"most": 200})).json()["tables"]
        [found] = [each for each in tables if each["row"]["table"] == code]
        assert found["public"] is False
        assert found["host"] == {"id": ann.me, "name": ann.name}
        assert found["people"] == [{"id": ann.me, "name": ann.name}, {"id": ben.me, "name": ben.name}]
        row = found["row"]
        assert (row["game"], row["state"], row["people"], row["bots"], row["seats"]) == ("bluff", "playing", 2, 1, 5)


@in_a_loop
async def test_the_list_says_nothing_of_what_is_played(hall: RunningHall) -> None:
    async with administrator(hall) as http, guests(hall.url, fresh_name(), fresh_name()) as (ann, ben):
        await begin(ann, ben, game="bluff")
        [table, *_] = (await http.get("/api/admin/tables")).json()["tables"]
        assert set(table) == {"row", "public", "host", "people", "watching"}
        await ben.ask("enter_hall")
        await ben.until(lambda: ben.all("listed") or ben.all("hall")[-1]["tables"])
        listed = (await http.get("/api/tables")).json()
        assert set(table["row"]) == set(listed[0]), "as everybody sees it"


@in_a_loop
async def test_tables_are_listed_in_pages_that_neither_overlap_nor_leave_anything_out(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--fast") as hall:
        async with administrator(hall) as http, guests(hall.url, "Ann") as (ann,):
            codes = {await ann.open("peril", public=number % 2 == 0) for number in range(7)}
            hall.kill()
            hall.start()
            seen: list[str] = []
            after: str | None = ""
            while after is not None:
                page = (await http.get("/api/admin/tables", params={"most": "3", "after": after})).json()
                seen += [each["row"]["table"] for each in page["tables"]]
                after = page["next"]
            assert seen == sorted(codes)


# At any table


@in_a_loop
async def test_an_administrator_may_do_at_any_table_what_its_host_may(hall: RunningHall) -> None:
    async with administrator(hall) as http, guests(hall.url, fresh_name(), fresh_name()) as (ann, ben):
        code = await ann.open("bluff")
        await ben.join(code)
        window = await come_in(hall.url, cookie=cookie(http))
        await ann.do(code, "lock")
        await window.ask("watch", table=code)
        await window.do(code, "unlock")
        await window.do(code, "mute", who=ben.me)
        await window.do(code, "kick", who=ben.me)
        assert (await ben.message("gone"))["reason"] == "kicked"
        await window.do(code, "close")
        assert (await ann.message("gone"))["reason"] == "closed"
        await window.close()


@in_a_loop
async def test_who_is_dismissed_hosts_no_table_of_others_any_more_not_even_in_an_open_window(hall: RunningHall) -> None:
    async with administrator(hall) as http, administrator(hall) as other, guests(hall.url, fresh_name()) as (ann,):
        code = await ann.open("bluff")
        window = await come_in(hall.url, cookie=cookie(other))
        await window.ask("watch", table=code)
        await window.do(code, "lock")
        assert (await change(http, window.me, kind="account")).status_code == 200
        assert (await refused(window.do(code, "unlock"))).reason == "not_host"
        assert (await change(http, window.me, kind="administrator")).status_code == 200
        await window.do(code, "unlock")
        await window.close()
