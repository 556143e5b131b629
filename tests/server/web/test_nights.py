"""Theme nights over HTTP: hosts keep themes, everyone sees what comes, and an evening begins with its look."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import reduce
from typing import Any

import httpx
import msgspec

from dicehall.evenings.live.nights import Nights
from dicehall.evenings.themes import events
from dicehall.evenings.themes.decide import MOST_OF_A_HOST
from dicehall.evenings.themes.programme import Programme, evolve
from dicehall.evenings.themes.schedule import TOO_LATE
from dicehall.evenings.themes.shipped import SHIPPED
from dicehall.evenings.themes.theme import Theme
from dicehall.server.web.programme import entries
from tests.server.browser import PASSWORD, account, cookie, me, problem, visitor
from tests.server.inside import Inside, inside
from tests.server.kit import come_in, in_a_loop, refused, rows

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()
START = datetime(2026, 11, 20, 19, 30, tzinfo=UTC).timestamp()
FRIDAY: dict[str, Any] = {
    "title": "Frosty Friday",
    "welcome": "Bring a scarf.",
    "game": "bluff",
    "seats": 4,
    "clock": 45,
    "look": "frost",
    "sounds": "dice",
    "when": {"type": "weekly", "at": "20:30", "zone": "Europe/Madrid", "weekday": 4},
}
CUP = {**FRIDAY, "title": "Cup", "tournament": {"type": "knock_out", "advance": 1}}


class Calendar:
    def __init__(self, nights: Nights) -> None:
        self.nights = nights
        self.now = NOW
        nights.wall = lambda: self.now

    async def until(self, moment: float) -> None:
        self.now = moment
        await self.nights.look()


@asynccontextmanager
async def hall_with_calendar() -> AsyncIterator[tuple[Inside, Calendar]]:
    async with inside() as hall:
        yield hall, Calendar(hall.parts.nights)


async def saved(http: httpx.AsyncClient, theme: dict[str, Any]) -> str:
    answer = await http.post("/api/nights", json=theme)
    assert answer.status_code == 201, answer.text
    key: str = answer.json()["key"]
    return key


async def shown(http: httpx.AsyncClient) -> dict[str, Any]:
    answer = await http.get("/api/nights")
    answer.raise_for_status()
    told: dict[str, Any] = answer.json()
    return told


@in_a_loop
async def test_a_new_hall_has_five_themes_that_anyone_opens_with_one_tap() -> None:
    async with hall_with_calendar() as (hall, _), visitor(hall.url, "Gus") as gus:
        told = await shown(gus)
        assert [each["key"] for each in told["nights"]] == list(SHIPPED)
        assert {each["next"] for each in told["nights"]} == {None}
        assert {each["host"] for each in told["nights"]} == {None}
        opened = (await gus.post("/api/nights/lantern-dice/open")).json()
        client = await come_in(hall.url, cookie=cookie(gus))
        await client.ask("watch", table=opened["code"])
        table = client.tables[opened["code"]]
        assert opened["link"] == f"/t/{opened['code'].upper()}"
        assert table["night"]["title"] == "Three dice by lantern light"
        assert table["night"]["look"] == "lantern"
        assert table["host"] == client.me == table["seated"][0]["who"]
        await client.ask("enter_hall")
        await client.until(lambda: opened["code"] in rows(client))
        assert rows(client)[opened["code"]]["night"] == "Three dice by lantern light"
        await client.close()


@in_a_loop
async def test_a_theme_is_kept_shown_changed_and_removed_by_its_host() -> None:
    async with hall_with_calendar() as (hall, _), account(hall.url) as ann, account(hall.url) as ben:
        key = await saved(ann, FRIDAY)
        first = (await shown(ann))["nights"][0]
        assert (first["key"], first["next"], first["yours"]) == (key, START, True)
        assert first["host"] == (await me(ann))["name"]
        assert first["theme"]["when"] == FRIDAY["when"]
        assert (await shown(ben))["nights"][0]["yours"] is False
        assert problem(await ben.put(f"/api/nights/{key}", json=FRIDAY)) == (403, "forbidden")
        assert problem(await ben.delete(f"/api/nights/{key}")) == (403, "forbidden")
        assert (await ann.put(f"/api/nights/{key}", json={**FRIDAY, "title": "Thaw"})).status_code == 204
        assert (await shown(ben))["nights"][0]["theme"]["title"] == "Thaw"
        assert (await ann.delete(f"/api/nights/{key}")).status_code == 204
        assert problem(await ann.delete(f"/api/nights/{key}")) == (404, "no_theme")
        assert len((await shown(ben))["nights"]) == len(SHIPPED)


@in_a_loop
async def test_an_evening_begins_as_a_table_and_is_on_until_that_is_closed() -> None:
    async with hall_with_calendar() as (hall, calendar), account(hall.url) as ann, visitor(hall.url) as http:
        key = await saved(ann, FRIDAY)
        await calendar.until(START - 1)
        assert (await shown(http))["tonight"] == []
        await calendar.until(START)
        [evening] = (await shown(http))["tonight"]
        assert (evening["key"], evening["look"], evening["tournament"]) == (key, "frost", False)
        code = evening["code"]
        assert evening["link"] == f"/t/{code.upper()}"
        gus = await come_in(hall.url, "Gus")
        await gus.ask("watch", table=code)
        await gus.do(code, "sit")
        table = gus.tables[code]
        assert (table["setting"]["game"], table["setting"]["clock"], table["host"]) == ("bluff", 45, gus.me)
        assert table["night"] == {
            "title": "Frosty Friday", "welcome": "Bring a scarf.", "look": "frost", "sounds": "dice",
            "host": (await me(ann))["id"],
        }  # fmt: skip
        await gus.do(code, "close")
        assert (await shown(http))["tonight"] == []
        assert (await shown(http))["nights"][0]["next"] == START + 7 * 24 * 60 * 60
        await gus.close()


@in_a_loop
async def test_a_tournament_can_be_entered_half_an_hour_before() -> None:
    async with hall_with_calendar() as (hall, calendar), account(hall.url) as ann:
        await saved(ann, CUP)
        await calendar.until(START - 30 * 60)
        [evening] = (await shown(ann))["tonight"]
        assert evening["tournament"]
        assert evening["link"] == f"/tournament/{evening['code'].upper()}"
        live = await hall.parts.tournaments.find(evening["code"])
        assert live.tournament.setting.starts == START


@in_a_loop
async def test_a_missed_evening_is_called_off_and_said() -> None:
    async with hall_with_calendar() as (hall, calendar), account(hall.url) as ann:
        await saved(ann, FRIDAY)
        await calendar.until(START + TOO_LATE + 1)
        told = await shown(ann)
        assert told["tonight"] == []
        assert [(each["title"], each["start"]) for each in told["called_off"]] == [("Frosty Friday", START)]


@in_a_loop
async def test_bad_themes_are_refused_with_a_reason() -> None:
    async with hall_with_calendar() as (hall, _), account(hall.url) as ann, visitor(hall.url, "Gus") as gus:
        assert problem(await gus.post("/api/nights", json=FRIDAY)) == (403, "no_account")
        for wrong, reason in (
            ({"title": ""}, "bad_request"),
            ({"look": "neon"}, "bad_request"),
            ({"game": "chess"}, "unknown_game"),
            ({"seats": 20}, "bad_request"),
            ({"when": {**FRIDAY["when"], "zone": "Mars/Olympus"}}, "bad_request"),
            ({"when": {"type": "once", "at": "20:00", "zone": "UTC", "day": "2026-11-17"}}, "past"),
            ({"surprise": 1}, "bad_request"),
        ):
            assert problem(await ann.post("/api/nights", json={**FRIDAY, **wrong})) == (400, reason), wrong
        for _ in range(MOST_OF_A_HOST):
            await saved(ann, FRIDAY)
        assert problem(await ann.post("/api/nights", json=FRIDAY)) == (409, "too_many")
        assert problem(await ann.post("/api/nights/none/open")) == (404, "no_theme")


@in_a_loop
async def test_guests_open_tables_but_no_tournaments() -> None:
    async with hall_with_calendar() as (hall, _), account(hall.url) as ann, visitor(hall.url, "Gus") as gus:
        key = await saved(ann, CUP)
        assert problem(await gus.post(f"/api/nights/{key}/open")) == (403, "no_account")
        opened = (await ann.post(f"/api/nights/{key}/open")).json()
        assert opened["link"] == f"/tournament/{opened['code'].upper()}"


@in_a_loop
async def test_a_tournament_by_link_is_told_as_one_and_its_host_has_the_link() -> None:
    by_link = {**CUP, "terms": {"open": False, "bots": False, "most": 8}}
    async with hall_with_calendar() as (hall, calendar), account(hall.url) as ann:
        await saved(ann, by_link)
        await calendar.until(START - 30 * 60)
        [evening] = (await shown(ann))["tonight"]
        assert evening["open"] is False
        client = await come_in(hall.url, cookie=cookie(ann))
        await client.ask("follow", tournament=evening["code"])
        told = client.all("tournament")[-1]
        assert told["key"]
        assert (told["shown"]["setting"]["bots"], told["shown"]["setting"]["most"]) == (False, 8)
        gus = await come_in(hall.url, "Gus")
        assert (await refused(gus.ask("act_in", tournament=evening["code"], do={"type": "enter"}))).reason == "key"
        await gus.ask("act_in", tournament=evening["code"], do={"type": "enter", "key": told["key"]})
        await client.close()
        await gus.close()


@in_a_loop
async def test_a_shared_link_brings_the_theme_back() -> None:
    async with hall_with_calendar() as (hall, _), account(hall.url) as ann, visitor(hall.url) as http:
        await saved(ann, FRIDAY)
        link = (await shown(ann))["nights"][0]["link"]
        path, _, text = link.partition("#")
        assert path == "/night"
        theme = (await http.get(f"/api/nights/shared/{text}")).json()
        assert {name: theme[name] for name in FRIDAY} == FRIDAY
        assert problem(await http.get("/api/nights/shared/nonsense")) == (400, "bad_link")


@in_a_loop
async def test_the_calendar_has_the_coming_weeks() -> None:
    async with hall_with_calendar() as (hall, calendar), account(hall.url) as ann:
        await saved(ann, FRIDAY)
        answer = await ann.get("/api/nights.ics")
        assert answer.headers["content-type"].startswith("text/calendar")
        lines = answer.text.replace("\r\n ", "").split("\r\n")
        assert [line for line in lines if line.startswith("DTSTART")][:2] == [
            "DTSTART:20261120T193000Z",
            "DTSTART:20261127T193000Z",
        ]
        assert "SUMMARY:Frosty Friday" in lines
        assert any(line.startswith("URL:") and line.endswith("/nights") for line in lines), "it is not open yet"
        await calendar.until(START)
        again = (await ann.get("/api/nights.ics")).text
        assert again.count("DTSTART:20261120T193000Z") == 1


@in_a_loop
async def test_themes_go_with_the_account() -> None:
    async with hall_with_calendar() as (hall, _), account(hall.url) as ann, visitor(hall.url) as http:
        await saved(ann, FRIDAY)
        exported = (await ann.get("/api/me/export")).json()
        assert [theme["title"] for theme in exported["themes"]] == ["Frosty Friday"]
        gone = await ann.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert gone.status_code == 204, gone.text
        assert len((await shown(http))["nights"]) == len(SHIPPED)


@in_a_loop
async def test_a_calendar_survives_an_evening_of_the_year_9999() -> None:
    last = {
        **FRIDAY,
        "title": "The last",
        "when": {"type": "once", "at": "23:59", "zone": "Pacific/Pago_Pago", "day": "9999-12-31"},
    }
    async with hall_with_calendar() as (hall, _), account(hall.url) as ann:
        assert problem(await ann.post("/api/nights", json=last)) == (400, "far")
        await saved(ann, FRIDAY)
        assert "SUMMARY:Frosty Friday" in (await ann.get("/api/nights.ics")).raise_for_status().text
    kept = [
        events.ThemeSaved(NOW, key, None, msgspec.convert(each, Theme)) for key, each in (("a", FRIDAY), ("b", last))
    ]
    assert {each.title for each in entries(reduce(evolve, kept, Programme()), "http://hall")} == {"Frosty Friday"}
