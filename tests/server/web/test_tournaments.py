"""Tournaments over HTTP: the list, one of them as the socket tells it, and its results."""

import time
from typing import Any

from dicehall.server.web.tables import qr
from tests.server.browser import account, cookie, problem, visitor
from tests.server.kit import come_in, guests, in_a_loop
from tests.server.live.test_tournaments import act, create


@in_a_loop
async def test_the_list_has_what_runs_then_what_comes_then_what_is_over(url: str) -> None:
    soon = int(time.time()) + 3600
    async with account(url) as http, account(url) as other, guests(url, "Ben") as (ben,):
        ann, cat = await come_in(url, cookie=cookie(http)), await come_in(url, cookie=cookie(other))
        over = await create(ann, title="Over")
        await act(ann, over, "call_off")
        full = await create(ann, title="When full")
        later = await create(ann, title="Later", starts=soon + 60)
        sooner = await create(cat, title="Sooner", starts=soon)
        runs = await create(cat, title="Runs", format={"type": "arena", "minutes": 5})
        await act(ben, runs, "enter")
        await act(cat, runs, "add_bot")
        await act(cat, runs, "begin")
        answer = (await http.get("/api/tournaments")).json()
        mine = [each for each in answer["tournaments"] if each["code"] in (over, full, later, sooner, runs)]
        assert [each["title"] for each in mine] == ["Runs", "Sooner", "Later", "When full", "Over"]
        assert abs(answer["now"] - time.time()) < 3600
        name = (await other.get("/api/me")).json()["name"]
        assert mine[0] == {
            "code": runs, "title": "Runs", "game": "three_dice", "format": {"type": "arena", "minutes": 5},
            "phase": "open", "paused": False, "entrants": 2, "people": 1, "most": 500, "seats": 2, "starts": None,
            "open": True, "can_enter": True, "mine": False, "host": name, "created": mine[0]["created"], "podium": [],
        }  # fmt: skip
        assert mine[-1]["phase"] == "cancelled"
        await act(cat, runs, "call_off")
        for person in (ann, cat):
            await person.close()


@in_a_loop
async def test_you_can_ask_for_the_tournaments_that_you_are_in_the_middle_of(url: str) -> None:
    async with account(url) as http, guests(url, "Ben", "Cleo") as (ben, cleo), visitor(url) as nobody:
        ann = await come_in(url, cookie=cookie(http))
        runs, left, removed = [await create(ann, title=each) for each in ("Runs", "Left", "Removed")]
        for code in (runs, left, removed):
            await act(ben, code, "enter")
            await act(cleo, code, "enter")
        await act(ann, left, "begin")
        await act(ben, left, "leave")
        await act(ann, removed, "remove", who=ben.me)

        async def mine(headers: dict[str, Any]) -> set[str]:
            found = (await nobody.get("/api/tournaments?mine=true", headers=headers)).json()["tournaments"]
            assert all(each["mine"] for each in found)
            return {each["code"] for each in found}

        assert await mine({"cookie": ben.cookie}) == {runs, left}, "who is away may come back"
        assert await mine({"cookie": cleo.cookie}) == {runs, left, removed}
        assert await mine({"cookie": cookie(http)}) == set(), "the host does not play"
        assert await mine({}) == set()
        await act(ann, runs, "call_off")
        assert await mine({"cookie": ben.cookie}) == {left}, "what is over is over"
        await ann.close()


@in_a_loop
async def test_a_tournament_by_link_is_listed_only_for_those_who_belong_to_it(url: str) -> None:
    async with account(url) as http, guests(url, "Ben", "Cleo") as (ben, cleo), visitor(url) as nobody:
        ann = await come_in(url, cookie=cookie(http))
        code = await create(ann, open=False)
        key = ann.all("tournament")[-1]["key"]

        async def sees(headers: dict[str, Any]) -> bool:
            found = (await nobody.get("/api/tournaments", headers=headers)).json()["tournaments"]
            return code in [each["code"] for each in found]

        assert await sees({"cookie": cookie(http)}), "the host"
        assert not await sees({"cookie": ben.cookie})
        await act(ben, code, "enter", key=key)
        assert await sees({"cookie": ben.cookie}), "whoever takes part"
        assert not await sees({"cookie": cleo.cookie})
        assert not await sees({})
        found = await http.get(f"/api/tournaments/{code.upper()}")
        assert found.json()["key"] == "", "not even the host gets it here"
        assert key not in found.text
        await act(ann, code, "call_off")
        await ann.close()


@in_a_loop
async def test_one_tournament_is_told_as_over_the_socket(url: str) -> None:
    async with account(url) as http, visitor(url) as nobody, guests(url, "Ben") as (ben,):
        ann = await come_in(url, cookie=cookie(http))
        code = await create(ann)
        await act(ben, code, "enter", team={"label": "Foxes", "colour": "red", "pattern": "dots"})
        await act(ann, code, "add_bot", level="easy")
        await ben.ask("follow", tournament=code)
        told, found = ben.cups[code], (await nobody.get(f"/api/tournaments/{code}")).json()
        assert {**found, "now": told["now"]} == told
        table = await nobody.get(f"/api/tournaments/{code}/results.csv")
        assert table.headers["content-type"] == "text/csv; charset=utf-8"
        assert f'filename="{code}.csv"' in table.headers["content-disposition"]
        heads, *people = table.content.decode("utf-8-sig").splitlines()
        assert heads.startswith("rank,name,kind,team,status,")
        assert sorted(line.split(",")[2:4] for line in people) == [["bot", ""], ["person", "Foxes"]]
        rows = (await nobody.get(f"/api/tournaments/{code}/results.json")).json()
        assert (rows["code"], rows["phase"], len(rows["results"])) == (code, "gathering", 2)
        await act(ann, code, "call_off")
        await ann.close()


@in_a_loop
async def test_an_unknown_code_is_answered_with_what_codes_look_like(url: str) -> None:
    async with visitor(url) as http:
        for path in ("", "/results.csv", "/results.json"):
            answer = await http.get(f"/api/tournaments/cupx{path}")
            assert problem(answer) == (404, "no_tournament")
            assert "CUPRAMI" in answer.json()["detail"]


@in_a_loop
async def test_the_code_to_scan_is_the_link_and_has_its_key_only_for_those_who_have_it(url: str) -> None:
    async with account(url) as http, visitor(url) as nobody:
        ann = await come_in(url, cookie=cookie(http))
        code = await create(ann, open=False)
        key = ann.all("tournament")[-1]["key"]
        link = f"{ann.heard[0]['url']}/tournament/{code.upper()}"
        scanned = await nobody.get(f"/api/tournaments/{code}/qr")
        assert scanned.headers["content-type"].startswith("image/svg+xml")
        assert scanned.text == qr(link)
        assert (await nobody.get(f"/api/tournaments/{code}/qr?k=guess")).text == qr(link)
        assert (await nobody.get(f"/api/tournaments/{code}/qr?k={key}")).text == qr(f"{link}#k={key}")
        await act(ann, code, "call_off")
        await ann.close()
