"""HTTP: who I am, the games, the tables, records, plain pages, and what is said when something is wrong."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Over
from dicehall.rules.record import Record
from tests.server.inside import inside
from tests.server.kit import SHORT, begin, come_in, finish, guests, in_a_loop, rows

HOSTILE = "<script>x</script>"


@asynccontextmanager
async def visitor(url: str, name: str | None = None) -> AsyncIterator[httpx.AsyncClient]:
    """A browser without scripts; it has a name if one is given."""
    async with httpx.AsyncClient(base_url=url, verify=False) as http:
        if name is not None:
            (await http.post("/api/guests", json={"name": name})).raise_for_status()
        yield http


# People


@in_a_loop
async def test_a_guest_comes_in_is_known_and_takes_another_name(url: str) -> None:
    async with visitor(url) as http:
        came = await http.post("/api/guests", json={"name": "  Ann \u202e Bell "})
        assert came.status_code == 201
        assert came.json()["name"] == "Ann Bell"
        assert (await http.get("/api/me")).json() == came.json()
        renamed = await http.patch("/api/me", json={"name": "Anna"})
        assert renamed.json() == {"id": came.json()["id"], "name": "Anna"}
        assert (await http.get("/api/me")).json()["name"] == "Anna"


@in_a_loop
async def test_a_new_name_is_told_wherever_its_owner_is_known(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Hal") as (ann, ben, hal), visitor(url) as http:
        await hal.ask("enter_hall")
        code, private = await ann.open("peril"), await ann.open("bluff", public=False)
        other = await ben.open("peril")
        await ben.join(code)
        await hal.until(lambda: code in rows(hal))
        answer = await http.patch("/api/me", json={"name": "Anna"}, headers={"cookie": ann.cookie or ""})
        assert answer.json() == {"id": ann.me, "name": "Anna"}
        await ann.catch_up()
        await ben.catch_up()
        people = {ann.me: "Anna"}
        assert [message["table"] for message in ann.all("people")] == [code, private]
        assert ben.all("people") == [{"type": "people", "table": code, "people": people}]
        await hal.until(lambda: rows(hal)[code]["owner"] == "Anna")
        assert rows(hal)[other]["owner"] == "Ben"
        await ann.ask("say", table=code, text="It is me.")
        assert (await ben.message("chat"))["line"]["name"] == "Anna"
        await hal.ask("watch", table=code)
        assert hal.all("table")[-1]["people"] == {ann.me: "Anna", ben.me: "Ben"}


@in_a_loop
async def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(url: str) -> None:
    async with visitor(url) as http:
        cookie = (await http.post("/api/guests", json={"name": "Ann"})).headers["set-cookie"]
        parts = {part.strip().partition("=")[0].lower() for part in cookie.split(";")}
        assert {"httponly", "samesite", "max-age", "path"} <= parts
        assert "secure" not in parts, "this hall speaks plain HTTP"
        assert "samesite=lax" in cookie.lower()


@in_a_loop
async def test_the_cookie_of_a_hall_behind_https_is_never_sent_in_the_clear() -> None:
    async with inside(public_url="https://dice.example.org") as hall, visitor(hall.url) as http:
        cookie = (await http.post("/api/guests", json={"name": "Ann"})).headers["set-cookie"]
        assert "; secure" in cookie.lower()


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "x" * 21, "x" * 201, 7, None, ["Ann"]])
@in_a_loop
async def test_a_name_that_cannot_be_shown_is_refused(name: Any, url: str) -> None:
    async with visitor(url, "Ann") as http:
        for answer in (
            await http.post("/api/guests", json={"name": name}),
            await http.patch("/api/me", json={"name": name}),
        ):
            assert answer.status_code == 400
            assert answer.json()["detail"]
            assert "set-cookie" not in answer.headers
        assert (await http.get("/api/me")).json()["name"] == "Ann"


@pytest.mark.parametrize(
    "sent", [b"", b"{", b"[]", b"null", b'{"name":"Ann","admin":true}', b'{"nom":"Ann"}', b"\xff\xfe", b"[" * 30_000]
)
@in_a_loop
async def test_a_body_that_is_none_is_refused(sent: bytes, url: str) -> None:
    async with visitor(url) as http:
        answer = await http.post("/api/guests", content=sent, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert "set-cookie" not in answer.headers


@in_a_loop
async def test_too_much_is_refused(url: str) -> None:
    async with visitor(url) as http:
        assert (await http.post("/api/guests", json={"name": "x" * 100_000})).status_code == 413
        assert (await http.get("/api/tables")).status_code == 200


@pytest.mark.parametrize("cookie", ["", "dicehall=", "dicehall=guess", "dicehall=\\", "=;=;", 'a="', "dicehall=a b"])
@in_a_loop
async def test_a_cookie_that_fits_nobody_is_nobody(cookie: str, url: str) -> None:
    async with visitor(url) as http:
        answer = await http.get("/api/me", headers={"cookie": cookie})
        assert answer.status_code == 401
        assert "POST /api/guests" in answer.json()["detail"]


@in_a_loop
async def test_an_unknown_address_and_a_wrong_method_are_named(url: str) -> None:
    async with visitor(url) as http:
        assert (await http.get("/api/nothing")).status_code == 404
        assert (await http.put("/api/me", json={})).status_code == 405
        assert (await http.get("/ws")).status_code in (400, 404, 426)
        assert (await http.get("/api/tables/zzzz/games/first")).status_code == 404
        socket = await http.get("/other", headers={"upgrade": "websocket", "connection": "upgrade"})
        assert socket.status_code in (400, 404)


# Games and tables


@in_a_loop
async def test_every_game_is_told_with_its_options_and_presets(url: str) -> None:
    async with visitor(url) as http:
        games = (await http.get("/api/games")).json()
    assert [game["name"] for game in games] == [listing.name for listing in GAMES]
    peril = games[0]
    assert peril["seats"] == list(GAMES[0].seats)
    assert {preset["title"]: preset["clock"] for preset in peril["presets"]}["Speed"] == 120
    lives = next(option for option in peril["options"] if option["name"] == "starting_lives")
    assert lives["values"][0] == lives["default"]


@in_a_loop
async def test_tables_are_listed_and_private_ones_only_found(url: str) -> None:
    async with guests(url, "Ann") as (ann,), visitor(url) as http:
        await ann.ask("enter_hall")
        shown, hidden = await ann.open("peril"), await ann.open("bluff", public=False, bots=["house"])
        await ann.until(lambda: any(message["row"]["table"] == shown for message in ann.all("listed")))
        listed = {row["table"]: row for row in (await http.get("/api/tables")).json()}
        assert listed[shown]["owner"] == "Ann"
        assert hidden not in listed
        found = (await http.get(f"/api/tables/{hidden.upper()}")).json()
        assert (found["row"]["game"], found["row"]["bots"], found["games"]) == ("bluff", 1, [])
        missing = await http.get("/api/tables/zzzz")
        assert missing.status_code == 404
        assert missing.json() == {
            "status_code": 404,
            "detail": "There is no table 'ZZZZ' here; it may be closed. Codes are letters, like KIRO.",
        }


@pytest.mark.parametrize("game", [listing.name for listing in GAMES])
@in_a_loop
async def test_the_record_of_a_finished_game_replays_to_its_end(game: str, url: str) -> None:
    async with guests(url, "Ann") as (ann,), visitor(url) as http:
        code = await begin(ann, game=game, bots=["house", "uniform"])
        assert (await http.get(f"/api/tables/{code}/games/1")).status_code == 404, "not while it is played"
        await finish(ann, code)
        ended = await ann.hears(code, "game_ended")
        assert (await http.get(f"/api/tables/{code}")).json()["games"] == [1]
        answer = await http.get(f"/api/tables/{code}/games/1")
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        *_, last = Record.read(answer.text).replay()
        assert isinstance(last.pending, Over)
        assert [*last.pending.scores] == ended["scores"]
        assert [*last.pending.places] == ended["places"]
        for number in (0, 2, -1, 10**30):
            missing = await http.get(f"/api/tables/{code}/games/{number}")
            assert missing.status_code == 404
        assert missing.json()["detail"] == f"Table {code.upper()} has no finished game {10**30}."


@in_a_loop
async def test_the_records_of_a_closed_table_stay(url: str) -> None:
    async with guests(url, "Ann") as (ann,), visitor(url) as http:
        code = await begin(ann, bots=["house"], options=SHORT)
        await finish(ann, code)
        record = (await http.get(f"/api/tables/{code}/games/1")).text
        await ann.do(code, "rematch")
        await ann.do(code, "close")
        assert (await http.get(f"/api/tables/{code}")).status_code == 404
        for spelling in (code, code.upper()):
            assert (await http.get(f"/api/tables/{spelling}/games/1")).text == record
        unfinished = await http.get(f"/api/tables/{code}/games/2")
        assert unfinished.status_code == 404
        assert unfinished.json()["detail"] == f"Table {code.upper()} has no finished game 2."
        nowhere = await http.get("/api/tables/zzzz/games/1")
        assert nowhere.status_code == 404
        assert nowhere.json()["detail"].startswith("There is no table 'ZZZZ' here")


# Pages


@in_a_loop
async def test_names_are_shown_as_they_are_and_never_as_markup(url: str) -> None:
    async with guests(url, HOSTILE, '"><img src=x>') as (ann, ben), visitor(url) as http:
        await ann.ask("enter_hall")
        code = await ann.open("peril", bots=["house"])
        await ben.join(code)
        await ann.until(lambda: any(message["row"]["table"] == code for message in ann.all("listed")))
        for path in ("/", f"/t/{code}", f"/t/{code.upper()}"):
            page = await http.get(path)
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert HOSTILE not in page.text
            assert "<img" not in page.text
            assert code.upper() in page.text
        assert "&lt;script&gt;x&lt;/script&gt;, Fox, &quot;&gt;&lt;img src=x&gt;" in page.text
        missing = await http.get("/t/<script>alert(1)</script>")
        assert missing.status_code == 404
        assert "html" not in missing.headers["content-type"], "what was asked for is not repeated as a page"


@in_a_loop
async def test_the_landing_page_says_that_the_hall_is_open(url: str) -> None:
    async with visitor(url) as http:
        page = await http.get("/")
        assert page.status_code == 200
        assert "The hall is open" in page.text
        assert f"dicehall join {url}" in page.text


@in_a_loop
async def test_the_api_is_described_for_people_and_for_programs(url: str) -> None:
    async with visitor(url) as http:
        page = await http.get("/docs")
        assert page.status_code == 200
        assert "http://" not in page.text.replace(url, ""), "nothing is loaded from elsewhere"
        assert "https://" not in page.text
        schema = (await http.get("/docs/openapi.json")).json()
        assert schema["openapi"].startswith("3.")
        described = {(path, method) for path, methods in schema["paths"].items() for method in methods}
        assert described == {
            ("/api/guests", "post"), ("/api/me", "get"), ("/api/me", "patch"),
            ("/api/games", "get"), ("/api/tables", "get"), ("/api/tables/{code}", "get"),
            ("/api/tables/{code}/games/{number}", "get"),
        }  # fmt: skip
        for path, method in described:
            assert path in page.text
            assert schema["paths"][path][method]["description"]


# When the disk is full


@in_a_loop
async def test_a_hall_that_cannot_write_says_so() -> None:
    async with inside() as hall:
        ann = await come_in(hall.url, "Ann")
        hall.journal.writable = False
        await ann.socket.send(msgspec.json.encode({"type": "open", "id": 1, "game": "peril"}).decode())
        refusal = await ann.until(lambda: ann.answers.get(1))
        assert (refusal["type"], refusal["reason"]) == ("refused", "unwritable")
        await ann.ask("enter_hall")
        assert ann.all("hall")[-1]["tables"] == []
        for game in ("bluff", None):
            await ann.socket.send(msgspec.json.encode({"type": "quick", "id": 2, "game": game}).decode())
            assert (await ann.until(lambda: ann.answers.get(2)))["reason"] == "unwritable"
            del ann.answers[2]
        hall.journal.writable = True
        code = (await ann.ask("quick", game="bluff"))["table"]
        await ann.ask("watch", table=code)
        assert [chair["who"] for chair in ann.tables[code]["chairs"]] == [ann.me]
        await ann.close()
