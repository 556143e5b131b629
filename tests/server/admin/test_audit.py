"""Everything that administrators do is written down: before it is done, once, and for good."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehall.ports import Unwritable
from dicehall.server.admin.claim import first_link
from dicehall.server.bounds.rights import ADMINISTRATORS, ROUTES
from dicehall.store.people.accounts import DiskAccounts
from tests.server.administrators import administrator, audit, ban, claim
from tests.server.beside import acts
from tests.server.browser import PASSWORD, account, fresh_name, me, problem, visitor
from tests.server.inside import inside
from tests.server.kit import RunningHall, guests, in_a_loop

# One entry for each act

Doing = Callable[[httpx.AsyncClient, str], Awaitable[httpx.Response]]


async def someone(url: str) -> str:
    """The id of a new account."""
    async with account(url) as http:
        return str((await me(http))["id"])


async def table(url: str) -> str:
    async with guests(url, fresh_name()) as (ann,):
        return await ann.open("bluff", public=False)


async def close(http: httpx.AsyncClient, url: str) -> httpx.Response:
    return await http.delete(f"/api/admin/tables/{await table(url)}")


async def ban_someone(http: httpx.AsyncClient, url: str) -> httpx.Response:
    return await ban(http, await someone(url))


async def change(http: httpx.AsyncClient, url: str) -> httpx.Response:
    return await http.patch(f"/api/admin/people/{await someone(url)}", json={"name": fresh_name()})


async def appoint(http: httpx.AsyncClient, url: str) -> httpx.Response:
    return await http.patch(f"/api/admin/people/{await someone(url)}", json={"kind": "administrator"})


async def reset(http: httpx.AsyncClient, _url: str) -> httpx.Response:
    return await http.post("/api/admin/reset", json={"what": "leaderboard", "confirm": "leaderboard"})


async def reset_game(http: httpx.AsyncClient, _url: str) -> httpx.Response:
    body = {"what": "leaderboard", "confirm": "leaderboard", "game": "bluff"}
    return await http.post("/api/admin/reset", json=body)


async def reset_everything(http: httpx.AsyncClient, _url: str) -> httpx.Response:
    return await http.post("/api/admin/reset", json={"what": "everything", "confirm": "everything"})


async def unban(http: httpx.AsyncClient, _url: str) -> httpx.Response:
    [first, *_] = (await http.get("/api/admin/bans")).json()
    return await http.delete(f"/api/admin/bans/{first['person']['id']}")


async def dismiss(http: httpx.AsyncClient, _url: str) -> httpx.Response:
    people = (await http.get("/api/admin/people", params={"most": 200})).json()["people"]
    own = (await me(http))["id"]
    other = next(each for each in people if each["kind"] == "administrator" and each["id"] != own)
    return await http.patch(f"/api/admin/people/{other['id']}", json={"kind": "account"})


DOINGS: dict[str, dict[str, Doing]] = {
    "PATCH /api/admin/people/{person:str}": {"renamed": change, "appointed": appoint, "appointed ": dismiss},
    "DELETE /api/admin/tables/{code:str}": {"table_closed": close},
    "POST /api/admin/bans": {"banned": ban_someone},
    "DELETE /api/admin/bans/{person:str}": {"unbanned": unban},
    "POST /api/admin/reset": {
        "leaderboard_reset": reset, "leaderboard_reset ": reset_game, "everything_reset": reset_everything,
    },
}  # fmt: skip
"""For every address by which administrators change something, each act that it may be; spaces make keys distinct."""

CHANGING = [deed for deed, roles in ROUTES.items() if roles == ADMINISTRATORS and not deed.startswith("GET ")]


@in_a_loop
async def test_every_address_that_changes_something_leaves_exactly_one_entry(hall: RunningHall) -> None:
    assert [*DOINGS] == CHANGING
    for deed in CHANGING:
        async with administrator(hall) as http:
            await ban_someone(http, hall.url)
            await appoint(http, hall.url)
            by = await me(http)
            for act, do in DOINGS[deed].items():
                before = await audit(http, most=1)
                answer = await do(http, hall.url)
                assert answer.is_success, (deed, answer.text)
                after = await audit(http, most=2)
                assert after[1:] == before, f"exactly one entry is new of {deed}"
                assert after[0]["act"] == act.strip()
                assert after[0]["by"] == {"id": by["id"], "name": by["name"]}, deed


@in_a_loop
async def test_people_who_are_not_administrators_are_refused_and_leave_no_entry(hall: RunningHall) -> None:
    deeds = [deed.split(" ") for deed, roles in ROUTES.items() if roles == ADMINISTRATORS]
    async with administrator(hall) as http, account(hall.url) as plain, visitor(hall.url, fresh_name()) as guest:
        before = await audit(http)
        token = (await http.post("/api/me/tokens", json={"label": "bot", "scope": "play"})).json()["token"]
        async with visitor(hall.url) as nobody, visitor(hall.url, authorization=f"Bearer {token}") as bot:
            for method, path in deeds:
                where = path.replace("{person:str}", "anything").replace("{code:str}", "anything")
                for who, refusal in (
                    (nobody, (401, "not_administrator")),
                    (plain, (403, "not_administrator")),
                    (guest, (403, "not_administrator")),
                    (bot, (403, "token")),  # an administrator's, all the same
                ):
                    assert problem(await who.request(method, where)) == refusal, (method, path)
        assert await audit(http) == before


# Reading it


@in_a_loop
async def test_people_are_named_as_they_are_called_now_and_ids_stay(hall: RunningHall) -> None:
    async with administrator(hall) as http, account(hall.url) as mallory:
        person = await me(mallory)
        await ban(http, person["id"])
        await http.delete(f"/api/admin/bans/{person['id']}")
        name = fresh_name()
        await http.patch(f"/api/admin/people/{person['id']}", json={"name": name})
        entries = await audit(http, most=3)
        assert [entry["act"] for entry in entries] == ["renamed", "unbanned", "banned"]
        assert [entry["who"] for entry in entries] == [{"id": person["id"], "name": name}] * 3
        gone = await mallory.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert gone.status_code == 204
        entries = await audit(http, most=3)
        assert [entry["act"] for entry in entries] == ["renamed", "unbanned", "banned"], "who goes is no administrator"
        assert [entry["who"] for entry in entries] == [{"id": person["id"], "name": None}] * 3


@in_a_loop
async def test_the_log_itself_holds_no_names(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        async with administrator(hall) as http, account(hall.url, "Mallory Mosquito") as mallory:
            await ban(http, "Mallory Mosquito", "Humming all night")
            host, person = (await me(http))["id"], (await audit(http, most=1))[0]["who"]["id"]
            assert problem(await mallory.get("/api/me")) == (403, "banned")
        hall.stop()
    text = b"".join(await acts(hall)).decode()
    assert host in text
    assert person in text
    assert "Mallory" not in text
    assert "Humming" not in text


@in_a_loop
async def test_it_is_read_in_pages_that_neither_overlap_nor_leave_anything_out(hall: RunningHall) -> None:
    async with administrator(hall) as http:
        for _ in range(7):
            await reset(http, hall.url)
        whole = await audit(http, most=200)
        assert [entry["number"] for entry in whole] == list(range(len(whole), 0, -1))
        pages: list[dict[str, Any]] = []
        while page := await audit(http, most=3, **({"before": pages[-1]["number"]} if pages else {})):
            pages += page
        assert pages == whole
        assert await audit(http, before=10**6, most=1) == whole[:1]
        assert await audit(http, before=1) == []


@pytest.mark.parametrize("query", ["before=0", "before=x", "most=0", "most=201", "most="])
@in_a_loop
async def test_a_page_that_makes_no_sense_is_refused(hall: RunningHall, query: str) -> None:
    async with administrator(hall) as http:
        assert problem(await http.get(f"/api/admin/audit?{query}")) == (400, "bad_request")


@in_a_loop
async def test_the_log_outlives_the_hall(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        async with administrator(hall) as http:
            await reset(http, hall.url)
            before = await audit(http)
            hall.kill()
            hall.start()
            assert await audit(http) == before
            assert [entry["act"] for entry in before] == ["leaderboard_reset", "claimed"]


# Written first, done then


async def full(*_: object, **__: object) -> None:
    """In the place of a deed: as if the hall had died, or its disk been full, right after the entry."""
    raise Unwritable("the disk is full")


@in_a_loop
async def test_what_cannot_be_written_down_is_not_done() -> None:
    async with inside() as hall, visitor(hall.url) as http, account(hall.url, "Mallory") as mallory:
        await claim(http, await hall.parts.accounts.new_claim(), name="Ann", password=PASSWORD)
        hall.journal.writable = False
        for answer in (
            await ban(http, "Mallory"),
            await http.patch("/api/admin/people/Mallory", json={"name": "Mal"}),
            await http.patch("/api/admin/people/Mallory", json={"kind": "administrator"}),
            await reset_everything(http, hall.url),
        ):
            assert problem(answer) == (503, "unwritable")
        hall.journal.writable = True
        person = await me(mallory)
        assert (person["name"], person["kind"]) == ("Mallory", "account")
        assert [entry["act"] for entry in await audit(http)] == ["claimed"]


@in_a_loop
async def test_what_could_not_be_done_is_in_the_log_and_can_be_seen_not_to_have_happened() -> None:
    async with inside() as hall, visitor(hall.url) as http, account(hall.url, "Mallory") as mallory:
        await claim(http, await hall.parts.accounts.new_claim(), name="Ann", password=PASSWORD)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(DiskAccounts, "ban", full)
            patch.setattr(DiskAccounts, "appoint", full)
            assert problem(await ban(http, "Mallory")) == (503, "unwritable")
            appointing = {"kind": "administrator"}
            assert problem(await http.patch("/api/admin/people/Mallory", json=appointing)) == (503, "unwritable")
        assert [entry["act"] for entry in await audit(http)] == ["appointed", "banned", "claimed"]
        [seen] = (await http.get("/api/admin/people", params={"like": "Mallory"})).json()["people"]
        assert (seen["kind"], seen["banned"]) == ("account", None)
        assert (await mallory.get("/api/me")).status_code == 200
        assert (await ban(http, "Mallory")).status_code == 201, "it can be done again"


@in_a_loop
async def test_a_claim_that_was_broken_off_leaves_a_hall_that_can_be_claimed() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        accounts = hall.parts.accounts
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(DiskAccounts, "appoint", full)
            answer = await claim(http, secret := await accounts.new_claim(), name="Ann", password=PASSWORD)
            assert problem(answer) == (503, "unwritable")
        assert not await accounts.is_claimed()
        assert await accounts.is_claim(secret)
        link = await first_link(accounts, hall.url)
        assert link is not None
        assert (await claim(http, link.rpartition("/")[2], name="Ben", password=PASSWORD)).status_code == 201
        assert await first_link(accounts, hall.url) is None
