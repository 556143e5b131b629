"""Oneself: what the hall keeps about a person, and how they are forgotten."""

import asyncio
import contextlib
import json
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.server.administrators import confirm
from tests.server.browser import PASSWORD, account, cookie, fresh_name, me, problem, visitor
from tests.server.inside import inside
from tests.server.kit import (
    SHORT,
    Client,
    Refused,
    begin,
    come_in,
    finish,
    finish_together,
    guests,
    in_a_loop,
    names,
    rows,
)


async def hung_up_on(client: Client) -> int:
    await client.until(lambda: client.heard[-1]["type"] == "(gone)")
    return client.socket.close_code or 0


# Invitations


@in_a_loop
async def test_ones_invitations_are_listed(url: str) -> None:
    async with account(url) as http, guests(url, fresh_name()) as (host,):
        code = await host.open("bluff")
        await host.do(code, "invite", who=(await me(http))["name"])
        [invitation] = (await http.get("/api/me/invitations")).json()
        assert (invitation["table"], invitation["game"]) == (code, "bluff")
        await host.do(code, "close")
        assert (await http.get("/api/me/invitations")).json() == []


# The export


@in_a_loop
async def test_the_export_holds_all_that_the_hall_keeps_about_a_person(url: str, name: str) -> None:
    async with account(url, name) as http:
        await http.post("/api/me/tokens", json={"label": "My bot", "scope": "read"})
        ann = await come_in(url, cookie=cookie(http))
        code = await begin(ann, bots=["normal"], options=SHORT, public=False)
        await finish(ann, code)
        await ann.ask("say", table=code, text="Well played!")
        answer = await http.get("/api/me/export")
        assert answer.headers["content-disposition"] == f'attachment; filename="dicehall-{ann.me}.json"'
        export: dict[str, Any] = answer.json()
        assert set(export) == {"hall", "account", "results", "games", "administration", "themes", "predictions"}
        about = export["account"]
        assert (about["id"], about["name"], about["kind"], about["has_password"]) == (ann.me, name, "account", True)
        assert {sign_in["label"] for sign_in in about["sign_ins"]} == {"Firefox on Linux", "My bot"}
        assert [line["text"] for line in about["chat"]] == ["Well played!"]
        [game] = export["games"]
        assert (game["table"], game["number"], game["game"]) == (code, 1, "mindroll")
        assert export["results"]["mindroll"]["games"] == 1
        assert (await http.get(f"/api/tables/{code}/games/1")).status_code == 200, "the record that it names is there"
        assert game["record"].endswith(f"/api/tables/{code}/games/1")
        await ann.close()


@in_a_loop
async def test_the_export_holds_no_secret_and_nothing_of_anybody_else(url: str) -> None:
    async with account(url) as http, account(url) as other:
        token = (await http.post("/api/me/tokens", json={"label": "My bot", "scope": "read"})).json()["token"]
        ann, ben = await come_in(url, cookie=cookie(http)), await come_in(url, cookie=cookie(other))
        code = await begin(ann, ben, options=SHORT)
        await ben.ask("say", table=code, text="A word of Ben")
        text = (await http.get("/api/me/export")).text
        for secret in (token, token.removeprefix("dh_"), http.cookies["dicehall"], PASSWORD, "$argon2"):
            assert secret not in text
        assert "A word of Ben" not in text
        assert (await me(other))["name"] not in text
        for client in (ann, ben):
            await client.close()


@in_a_loop
async def test_the_export_says_nothing_of_a_game_that_is_running(url: str) -> None:
    async with account(url) as http, guests(url, fresh_name()) as (ben,):
        ann = await come_in(url, cookie=cookie(http))
        before = (await http.get("/api/me/export")).json()
        await begin(ann, ben, game="bluff")
        during = (await http.get("/api/me/export")).json()
        for export in (before, during):
            export["account"].pop("sign_ins")
        assert during == before
        await ann.close()


@in_a_loop
async def test_what_administrators_did_to_a_person_is_in_the_export() -> None:
    async with inside() as hall, account(hall.url, "Ann") as ann, account(hall.url, "Ben") as ben:
        secret = await hall.parts.accounts.new_claim()
        assert (await ben.post("/api/claim", json={"secret": secret})).status_code == 201
        await confirm(ben)
        for act in ({"name": "Anna"}, {"kind": "administrator"}, {"kind": "account"}):
            who = (await me(ann))["id"]
            assert (await ben.patch(f"/api/admin/people/{who}", json=act)).status_code == 200
        acts = (await ann.get("/api/me/export")).json()["administration"]
        assert [act["type"] for act in acts] == ["renamed", "appointed", "appointed"]
        assert {act["who"] for act in acts} == {who}


@in_a_loop
async def test_guests_have_an_export_too_and_strangers_have_none(url: str, name: str) -> None:
    async with visitor(url, name) as http, visitor(url) as nobody:
        assert (await http.get("/api/me/export")).json()["account"]["name"] == name
        assert problem(await nobody.get("/api/me/export")) == (401, "no_name")


# Being forgotten


def told_of(client: Client, who: str) -> list[str]:
    """The names that they were told someone has now."""
    return [message["people"][who] for message in client.all("people") if who in message["people"]]


@in_a_loop
async def test_a_person_who_deletes_the_account_leaves_all_tables_and_is_someone_from_then_on(
    url: str, name: str
) -> None:
    async with account(url, name) as http, guests(url, fresh_name(), fresh_name()) as (ben, hal):
        ann = await come_in(url, cookie=cookie(http))
        game = await begin(ann, ben, hal)
        lobby = await ben.open("peril")
        await ann.join(lobby)
        await ann.ask("say", table=lobby, text="Remember me")
        other = await account_again(url, name)
        answer = await http.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert answer.status_code == 204
        assert "max-age=0" in answer.headers["set-cookie"].lower()
        assert await hung_up_on(ann) == 4001
        await ben.hears(game, "left")
        await ben.until(lambda: ann.me not in [occupant["who"] for occupant in ben.tables[lobby]["seated"]])
        await ben.until(lambda: told_of(ben, ann.me))
        assert set(told_of(ben, ann.me)) == {"someone"}, "those at the table are told"
        assert ben.tables[game]["host"] == ben.me, "the next one owns the table"
        for cookies in (cookie(http) if "dicehall" in http.cookies else "", other):
            async with visitor(url, cookie=cookies) as again:
                assert (await again.get("/api/me")).status_code == 401
        async with visitor(url) as stranger:
            wrong = await stranger.post("/api/sessions", json={"name": name, "password": PASSWORD})
            assert problem(wrong) == (401, "wrong_password")
            page = await stranger.get(f"/t/{game}")
            assert name not in page.text
        late = await come_in(url)
        await late.ask("watch", table=lobby)
        assert "Remember me" not in json.dumps(late.heard)
        await late.close()


async def account_again(url: str, name: str) -> str:
    """A second session of the same person."""
    async with visitor(url) as http:
        (await http.post("/api/sessions", json={"name": name, "password": PASSWORD})).raise_for_status()
        return cookie(http)


@in_a_loop
async def test_a_name_that_was_given_up_is_free_again(url: str, name: str) -> None:
    async with account(url, name) as http:
        before = (await me(http))["id"]
        await http.request("DELETE", "/api/me", json={"password": PASSWORD})
    async with account(url, name) as http:
        assert (await me(http))["id"] != before


@in_a_loop
async def test_finished_games_stay_when_a_player_is_forgotten(url: str) -> None:
    async with account(url) as http, guests(url, fresh_name()) as (ben,):
        ann = await come_in(url, cookie=cookie(http))
        code = await begin(ann, ben, options=SHORT)
        await finish_together(code, ann, ben)
        record = (await http.get(f"/api/tables/{code}/games/1")).text
        await http.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert (await http.get(f"/api/tables/{code}/games/1")).text == record


@in_a_loop
async def test_an_account_is_deleted_only_by_who_knows_the_password() -> None:
    async with inside() as hall, account(hall.url, "Ann") as http:
        for body in (None, {}, {"password": "not that one"}):
            answer = await http.request("DELETE", "/api/me", json=body)
            assert problem(answer) == (403, "wrong_password")
        assert (await me(http))["name"] == "Ann"


@in_a_loop
async def test_a_guest_is_forgotten_without_a_password(url: str) -> None:
    async with visitor(url, fresh_name()) as http:
        assert (await http.request("DELETE", "/api/me")).status_code == 204
        assert (await http.get("/api/me")).status_code == 401


@in_a_loop
async def test_the_hall_log_says_that_someone_was_forgotten_and_not_who() -> None:
    async with inside() as hall, account(hall.url, "Ann") as http:
        who = (await me(http))["id"]
        await http.request("DELETE", "/api/me", json={"password": PASSWORD})
        [note] = await hall.journal.records("")
        told = json.loads(note)
        assert (told["type"], told["who"], told["by"]) == ("forgotten", who, who)
        assert b"Ann" not in note


@in_a_loop
async def test_nobody_is_half_forgotten_when_the_disk_is_full() -> None:
    async with inside() as hall, account(hall.url, "Ann") as http:
        ann = await come_in(hall.url, cookie=cookie(http))
        code = await ann.open("peril")
        hall.journal.writable = False
        answer = await http.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert problem(answer) == (503, "unwritable")
        assert code.upper() in answer.json()["detail"]
        assert (await me(http))["name"] == "Ann"
        hall.journal.writable = True
        assert (await http.request("DELETE", "/api/me", json={"password": PASSWORD})).status_code == 204
        await ann.close()


@in_a_loop
async def test_who_plays_and_talks_on_while_being_forgotten_leaves_nothing_behind(url: str) -> None:
    for _ in range(5):
        async with account(url) as http, guests(url, fresh_name()) as (ben,):
            codes = [await ben.open("peril") for _ in range(6)]
            windows = [await come_in(url, cookie=cookie(http)) for _ in range(3)]
            who = windows[0].me

            playing = [asyncio.create_task(restless(window, codes)) for window in windows]
            answer = await http.request("DELETE", "/api/me", json={"password": PASSWORD})
            await asyncio.gather(*playing)
            assert answer.status_code == 204, answer.text
            late = await come_in(url)
            for code in codes:
                await late.ask("watch", table=code)
                table = late.tables[code]
                assert who not in [occupant["who"] for occupant in table["seated"]]
                assert who not in (table["host"], *table["invited"])
                [shown] = [heard for heard in late.all("table") if heard["table"] == code]
                assert "Remember me" not in json.dumps(shown["chat"])
            for client in (*windows, late):
                await client.close()


async def restless(window: Client, codes: list[str]) -> None:
    """Sits down and talks wherever there is a occupant, until hung up on."""
    with contextlib.suppress(ConnectionError, ConnectionClosed):
        for code in codes * 20:
            for type, fields in (("watch", {}), ("act", {"do": {"type": "sit"}}), ("say", {"text": "Remember me"})):
                with contextlib.suppress(Refused):
                    await window.ask(type, table=code, **fields)


# The name


@in_a_loop
async def test_an_account_takes_another_name_and_the_old_one_is_free(url: str) -> None:
    before, after = fresh_name(), fresh_name()
    async with account(url, before) as http, visitor(url) as other, guests(url, fresh_name()) as (hal,):
        await hal.ask("enter_hall")
        ann = await come_in(url, cookie=cookie(http))
        code = await ann.open("peril")
        await hal.until(lambda: code in rows(hal))
        answer = await http.patch("/api/me", json={"name": after})
        assert answer.json() == {"id": ann.me, "name": after, "kind": "account"}
        await hal.until(lambda: rows(hal)[code]["host"] == after)
        await ann.catch_up()
        assert names(ann, code) == [after]
        assert (await other.post("/api/accounts", json={"name": before, "password": PASSWORD})).status_code == 201
        await ann.close()


# Those who are banned


@in_a_loop
async def test_who_is_banned_is_refused_everywhere_with_the_reason_and_may_go() -> None:
    async with inside() as hall, account(hall.url, "Ann") as http, visitor(hall.url) as other:
        await hall.parts.accounts.ban((await me(http))["id"], "Cheating at dice")
        for method, path in (
            ("GET", "/api/me"),
            ("GET", "/api/games"),
            ("PATCH", "/api/me"),
            ("GET", "/api/me/sign-ins"),
        ):
            answer = await http.request(method, path)
            assert problem(answer) == (403, "banned")
            assert answer.json()["detail"] == "You are banned from this hall: Cheating at dice"
        page = await http.get("/")
        assert page.status_code == 403
        assert "Cheating at dice" in page.text
        assert page.headers["content-type"].startswith("text/html")
        assert (await http.get("/api/me/export")).json()["account"]["banned"] == "Cheating at dice"
        log_in = await other.post("/api/sessions", json={"name": "Ann", "password": PASSWORD})
        assert problem(log_in) == (403, "banned")
        assert "set-cookie" not in log_in.headers
        assert (await http.delete("/api/sessions")).status_code == 204
        assert (await http.get("/api/games")).status_code == 200


# Two windows at once


@in_a_loop
async def test_anyone_who_is_forgotten_in_another_window_is_told_so_and_nothing_fails(url: str) -> None:
    for _ in range(10):
        async with visitor(url, fresh_name()) as http:
            answers = await asyncio.gather(
                http.patch("/api/me", json={"name": fresh_name()}),
                http.post("/api/accounts", json={"name": fresh_name(), "password": PASSWORD}),
                http.request("DELETE", "/api/me"),
                http.get("/api/me/export"),
            )
            assert all(answer.status_code < 500 for answer in answers), [answer.text for answer in answers]


@in_a_loop
async def test_who_is_banned_can_still_be_forgotten() -> None:
    async with inside() as hall, account(hall.url, "Ann") as http:
        who = (await me(http))["id"]
        await hall.parts.accounts.ban(who, "Cheating at dice")
        assert (await http.request("DELETE", "/api/me", json={"password": PASSWORD})).status_code == 204
        assert await hall.parts.people.by_id(who) is None
