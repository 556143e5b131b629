"""HTTP: who I am, the games, the tables, records, plain pages, and what is said when something is wrong."""

import re
from typing import Any

import msgspec
import pytest
from litestar import Litestar, get

from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Over
from dicehall.rules.record import Record
from dicehall.server.app.http import http_app
from dicehall.server.bounds.rights import ROUTES
from dicehall.server.web.guard import routes_of
from tests.server.browser import account, fresh_name, problem, visitor
from tests.server.inside import inside
from tests.server.kit import SHORT, begin, come_in, finish, guests, in_a_loop, rows

# People


@in_a_loop
async def test_a_guest_comes_in_is_known_and_takes_another_name(url: str) -> None:
    one, other = fresh_name(), fresh_name()
    async with visitor(url) as http:
        came = await http.post("/api/guests", json={"name": f"  {one[:2]}\u202e{one[2:]} "})
        assert came.status_code == 201
        assert came.json()["name"] == one
        assert (await http.get("/api/me")).json() == came.json()
        renamed = await http.patch("/api/me", json={"name": other})
        assert renamed.json() == {"id": came.json()["id"], "name": other, "kind": "guest"}
        assert (await http.get("/api/me")).json()["name"] == other


@in_a_loop
async def test_a_second_guest_of_the_same_name_gets_a_number(url: str) -> None:
    name = fresh_name()
    async with visitor(url, name) as one, visitor(url, name) as two:
        assert (await one.get("/api/me")).json()["name"] == name
        assert (await two.get("/api/me")).json()["name"] == f"{name} 2"


@in_a_loop
async def test_a_new_name_is_told_wherever_the_person_is_known(url: str) -> None:
    new, benname = fresh_name(), fresh_name()
    async with guests(url, fresh_name(), benname, fresh_name()) as (ann, ben, hal), visitor(url) as http:
        await hal.ask("enter_hall")
        code, private = await ann.open("peril"), await ann.open("bluff", public=False)
        other = await ben.open("peril")
        await ben.join(code)
        await hal.until(lambda: code in rows(hal))
        answer = await http.patch("/api/me", json={"name": new}, headers={"cookie": ann.cookie or ""})
        assert answer.json() == {"id": ann.me, "name": new, "kind": "guest"}
        await ann.catch_up()
        await ben.catch_up()
        people = {ann.me: new}
        assert [message["table"] for message in ann.all("people")] == [code, private]
        assert ben.all("people") == [{"type": "people", "table": code, "people": people}]
        await hal.until(lambda: rows(hal)[code]["host"] == new)
        assert rows(hal)[other]["host"] == benname
        await ann.ask("say", table=code, text="It is me.")
        assert (await ben.message("chat"))["line"]["name"] == new
        await hal.ask("watch", table=code)
        assert hal.all("table")[-1]["people"] == {ann.me: new, ben.me: benname}


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
    own = fresh_name()
    async with visitor(url, own) as http:
        for answer in (
            await http.post("/api/guests", json={"name": name}),
            await http.patch("/api/me", json={"name": name}),
        ):
            assert answer.status_code == 400
            assert answer.json()["detail"]
            assert "set-cookie" not in answer.headers
        assert (await http.get("/api/me")).json()["name"] == own


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
        assert problem(await http.get("/api/nothing")) == (404, "not_found")
        assert problem(await http.put("/api/me", json={})) == (405, "wrong_method")
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
    async with guests(url, fresh_name()) as (ann,), visitor(url) as http:
        await ann.ask("enter_hall")
        shown, hidden = await ann.open("peril"), await ann.open("bluff", public=False, bots=["normal"])
        await ann.until(lambda: any(message["row"]["table"] == shown for message in ann.all("listed")))
        listed = {row["table"]: row for row in (await http.get("/api/tables")).json()}
        assert listed[shown]["host"] == (await http.get("/api/me", headers={"cookie": ann.cookie or ""})).json()["name"]
        assert hidden not in listed
        found = (await http.get(f"/api/tables/{hidden.upper()}")).json()
        assert (found["row"]["game"], found["row"]["bots"], found["games"]) == ("bluff", 1, [])
        missing = await http.get("/api/tables/zzzz")
        assert missing.status_code == 404
        assert missing.json() == {
            "status_code": 404,
            "detail": "There is no table 'ZZZZ' here; it may be closed. Codes are letters, like KIRO.",
            "reason": "no_table",
        }


@pytest.mark.parametrize("game", [listing.name for listing in GAMES])
@in_a_loop
async def test_the_record_of_a_finished_game_replays_to_its_end(game: str, url: str) -> None:
    async with guests(url, fresh_name()) as (ann,), visitor(url) as http:
        code = await begin(ann, game=game, bots=["normal", "uniform"])
        assert problem(await http.get(f"/api/tables/{code}/games/1")) == (409, "running"), "not while it is played"
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
    async with guests(url, fresh_name()) as (ann,), visitor(url) as http:
        code = await begin(ann, bots=["normal"], options=SHORT)
        await finish(ann, code)
        record = (await http.get(f"/api/tables/{code}/games/1")).text
        await ann.do(code, "rematch")
        await ann.do(code, "close")
        assert (await http.get(f"/api/tables/{code}")).status_code == 404
        for spelling in (code, code.upper()):
            assert (await http.get(f"/api/tables/{spelling}/games/1")).text == record
        broken_off = await http.get(f"/api/tables/{code}/games/2")
        assert broken_off.text.splitlines()[0] != record.splitlines()[0], "a game that was broken off is open too"
        never = await http.get(f"/api/tables/{code}/games/3")
        assert problem(never) == (404, "no_game")
        assert never.json()["detail"] == f"Table {code.upper()} has no finished game 3."
        nowhere = await http.get("/api/tables/zzzz/games/1")
        assert nowhere.status_code == 404
        assert nowhere.json()["detail"].startswith("There is no table 'ZZZZ' here")


# Pages


@in_a_loop
async def test_what_someone_is_called_is_in_no_document_of_the_page() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as (ann, ben), visitor(hall.url) as http:
        code = await ann.open("peril", bots=["normal"])
        await ben.join(code)
        for path in ("/", f"/t/{code}", f"/t/{code.upper()}", "/account", "/leaderboard"):
            page = await http.get(path)
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert "Ann" not in page.text
        lost = await http.get("/t/<script>alert(1)")
        assert lost.status_code == 200, "the page says itself that there is no such table"
        assert lost.content == (await http.get("/")).content


@in_a_loop
async def test_a_browser_that_has_lost_its_way_is_shown_a_page_that_does_not_repeat_it(url: str) -> None:
    async with visitor(url, accept="text/html,application/xhtml+xml,*/*;q=0.8") as http:
        page = (await http.get("/")).text
        for path in ("/nothing", "/nothing/<script>alert(1)</script>", "/rules/peril/alert", "/static/nothing.js"):
            lost = await http.get(path)
            assert lost.status_code == 404
            assert lost.headers["content-type"] == "text/html; charset=utf-8"
            assert lost.text == page or "There is nothing at this address." in lost.text
            assert "alert" not in lost.text
        assert problem(await http.get("/api/nothing")) == (404, "not_found")


@in_a_loop
async def test_head_is_answered_like_get_without_the_body() -> None:
    async with inside() as hall, guests(hall.url, "Ann") as (ann,), visitor(hall.url, "Ben") as http:
        code = await ann.open("peril")
        for path in ("/", "/healthz", "/readyz", f"/t/{code}", "/docs/style.css", "/favicon.ico", "/api/me"):
            whole, head = await http.get(path), await http.head(path)
            assert (whole.status_code, head.status_code, head.content) == (200, 200, b"")
            for name in ("content-type", "content-length", "cache-control"):
                assert head.headers.get(name) == whole.headers.get(name), (path, name)
        assert (await http.head("/nothing")).status_code == 404
        assert (await http.head("/api/admin/people")).status_code == 403, "the guard looks at the row of GET"
        assert (await http.head("/api/guests")).status_code == 405


@in_a_loop
async def test_the_api_is_described_for_people_and_for_programs(url: str) -> None:
    async with visitor(url) as http:
        page = await http.get("/docs")
        assert page.status_code == 200
        assert "http://" not in page.text.replace(url, ""), "nothing is loaded from elsewhere"
        assert "https://" not in page.text
        schema = (await http.get("/docs/openapi.json")).json()
        assert schema["openapi"].startswith("3.")
        described = {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}
        rights = {re.sub(r"{(\w+):\w+}", r"{\1}", deed) for deed in ROUTES}
        assert described == {deed for deed in rights if " /api/" in deed} | {
            "GET /avatars/{name}", "GET /healthz", "GET /readyz",
        }  # fmt: skip
        for deed in described:
            method, _, path = deed.partition(" ")
            does = schema["paths"][path][method.lower()]
            assert path in page.text
            assert does["description"]
            assert does["responses"]["default"]["content"]["application/json"]["schema"]["required"] == [
                "status_code", "detail", "reason",
            ]  # fmt: skip


# The one guard


def test_an_address_that_nobody_has_said_who_may_ask_for_keeps_the_hall_closed() -> None:
    @get("/api/secrets")
    async def secrets() -> None:
        pass

    with pytest.raises(LookupError, match="who may use GET /api/secrets"):
        routes_of(Litestar([secrets], openapi_config=None))


@in_a_loop
async def test_every_address_of_the_table_of_rights_is_served() -> None:
    async with inside() as hall:
        assert set(routes_of(http_app(hall.parts)).values()) == set(ROUTES)


@in_a_loop
async def test_who_may_not_is_told_why(url: str) -> None:
    async with visitor(url) as nobody, visitor(url, fresh_name()) as guest, account(url) as person:
        assert problem(await nobody.get("/api/me/passkeys")) == (401, "no_account")
        assert problem(await guest.get("/api/me/passkeys")) == (403, "no_account")
        assert problem(await nobody.get("/api/admin/people")) == (401, "not_administrator")
        for http in (guest, person):
            assert problem(await http.get("/api/admin/people")) == (403, "not_administrator")


@in_a_loop
async def test_what_the_hall_itself_has_done_wrong_is_no_secret_and_tells_none(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with inside() as hall, visitor(hall.url) as http:
        hall.parts.rooms.table_list.page = None  # type: ignore[assignment,method-assign]
        answer = await http.get("/api/tables")
        assert problem(answer) == (500, "failed")
        assert "NoneType" not in answer.text
        assert "GET /api/tables failed" in caplog.text
        assert "NoneType" in caplog.text, "anyone who runs the hall finds the reason in its log"
        hall.parts.results.dice = None  # type: ignore[assignment,method-assign]
        assert problem(await http.get("/api/dice")) == (500, "failed")


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
        assert [occupant["who"] for occupant in ann.tables[code]["seated"]] == [ann.me]
        await ann.close()
