"""Where you are signed in: sessions of browsers and access tokens, and how they end."""

import pytest

from dicehall.server.services.sessions import label
from dicehall.store.people.accounts import MOST_SESSIONS
from tests.server.browser import (
    FIREFOX,
    PASSWORD,
    account,
    closed_with,
    cookie,
    fresh_name,
    log_in,
    me,
    problem,
    program,
    visitor,
)
from tests.server.inside import inside
from tests.server.kit import come_in, in_a_loop


@in_a_loop
async def test_ones_sessions_are_listed_and_can_be_closed_one_by_one(url: str, name: str) -> None:
    async with account(url, name) as here, visitor(url) as there, account(url) as stranger:
        await log_in(there, name)
        sign_ins = {one["current"]: one["sign_in"] for one in (await here.get("/api/me/sign-ins")).json()}
        assert sign_ins[True]["label"] == sign_ins[False]["label"] == "Firefox on Linux"
        key = sign_ins[False]["key"]
        assert problem(await stranger.delete(f"/api/me/sign-ins/{key}")) == (404, "no_sign_in")
        assert (await here.delete(f"/api/me/sign-ins/{key}")).status_code == 204
        assert problem(await here.delete(f"/api/me/sign-ins/{key}")) == (404, "no_sign_in")
        assert (await there.get("/api/me")).status_code == 401
        assert key not in (await here.get("/api/me/sign-ins")).text


@in_a_loop
async def test_one_can_log_out_everywhere_else(url: str, name: str) -> None:
    async with account(url, name) as here, visitor(url) as one, visitor(url) as two:
        await log_in(one, name)
        await log_in(two, name)
        socket = await come_in(url, cookie=cookie(one))
        assert (await here.delete("/api/me/sign-ins")).status_code == 204
        assert await closed_with(socket) == (4001, "logged out")
        for other in (one, two):
            assert (await other.get("/api/me")).status_code == 401
        assert (await here.get("/api/me")).status_code == 200


@in_a_loop
async def test_a_token_is_shown_once_and_plays_as_its_person_until_it_is_revoked(url: str) -> None:
    async with account(url) as http:
        answer = await http.post("/api/me/tokens", json={"label": " My \u202e bot ", "scope": "play"})
        assert answer.status_code == 201
        token, sign_in = answer.json()["token"], answer.json()["sign_in"]
        assert token.startswith("dh_")
        assert (sign_in["label"], sign_in["scope"], sign_in["token"]) == ("My bot", "play", True)
        assert token not in (await http.get("/api/me/sign-ins")).text
        assert token not in (await http.get("/api/me/export")).text
        async with visitor(url, authorization=f"Bearer {token}") as script:
            assert await me(script) == await me(http)
            assert "set-cookie" not in (await script.get("/api/me")).headers
        bot = await program(url, token)
        code = await bot.open("peril")
        assert bot.tables[code]["host"] == (await me(http))["id"]
        assert (await http.delete(f"/api/me/sign-ins/{sign_in['key']}")).status_code == 204
        assert await closed_with(bot) == (4001, "logged out")
        async with visitor(url, authorization=f"Bearer {token}") as script:
            for path in ("/api/me", "/api/games", "/"):
                refused = await script.get(path)
                assert refused.status_code == 401
                assert refused.headers["www-authenticate"] == "Bearer"
            assert problem(await script.get("/api/games")) == (401, "bad_token")


@pytest.mark.parametrize("scope", ["play", "read"])
@in_a_loop
async def test_no_token_manages_the_account_or_the_hall(scope: str, url: str) -> None:
    async with account(url) as http:
        token = (await http.post("/api/me/tokens", json={"label": "My bot", "scope": scope})).json()["token"]
        async with visitor(url, authorization=f"Bearer {token}") as script:
            for method, path in (
                ("GET", "/api/me/sign-ins"), ("GET", "/api/me/export"), ("GET", "/api/me/passkeys"),
                ("PATCH", "/api/me"), ("DELETE", "/api/me"), ("PUT", "/api/me/password"), ("POST", "/api/me/tokens"),
                ("DELETE", "/api/me/sign-ins"), ("DELETE", "/api/sessions"), ("POST", "/api/accounts"),
                ("POST", "/api/passkeys/registration"), ("GET", "/api/admin/people"), ("POST", "/api/admin/reset"),
            ):  # fmt: skip
                answer = await script.request(method, path)
                assert problem(answer) == (403, "token"), (method, path)
                assert "sign in with a browser" in answer.json()["detail"]
            assert (await script.get("/api/me/invitations")).json() == []
            assert (await script.get("/api/tables")).status_code == 200


@pytest.mark.parametrize(
    "authorization",
    ["Bearer", "Bearer dh_", "Bearer guess", "Bearer dh_guess", f"Bearer dh_{'x' * 200}", "bearer x y"],
)
@in_a_loop
async def test_a_token_that_is_none_is_refused_over_http_and_at_the_socket(authorization: str, url: str) -> None:
    async with visitor(url, authorization=authorization) as script:
        assert problem(await script.get("/api/games")) == (401, "bad_token")
        upgrade = {
            "connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13",
            "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        }  # fmt: skip
        answer = await script.get("/ws", headers=upgrade)
        assert answer.status_code == 401
        assert "token" in answer.text


@in_a_loop
async def test_the_cookie_of_a_browser_is_no_token_and_other_authorisation_is_none_of_the_halls_business(
    url: str,
) -> None:
    async with account(url) as http:
        secret = http.cookies["dicehall"]
        async with visitor(url, authorization=f"Bearer {secret}") as script:
            assert (await script.get("/api/me")).status_code == 401
        answer = await http.get("/api/me", headers={"authorization": "Basic cHJveHk6cHJveHk="})
        assert answer.status_code == 200, "a proxy before the hall may want a password of its own"


@in_a_loop
async def test_tokens_are_for_accounts_have_a_name_and_are_not_without_number(url: str) -> None:
    async with account(url) as http, visitor(url, fresh_name()) as guest:
        body = {"label": "My bot", "scope": "play"}
        assert problem(await guest.post("/api/me/tokens", json=body)) == (403, "no_account")
        for label in ("", " ", "x" * 41):
            assert problem(await http.post("/api/me/tokens", json=body | {"label": label})) == (400, "bad_label")
        for scope in ("everything", "admin", None):
            answer = await http.post("/api/me/tokens", json=body | {"scope": scope})
            assert problem(answer) == (400, "bad_request")
        for _ in range(20):
            assert (await http.post("/api/me/tokens", json=body)).status_code == 201
        assert problem(await http.post("/api/me/tokens", json=body)) == (409, "too_many")


@pytest.mark.parametrize(
    ("agent", "called"),
    [
        (FIREFOX, "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/138.0 Safari/537.36 Edg/138.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1", "Safari on iPhone"),
        ("python-httpx/0.28.1", "python-httpx"),
        ("", "A program"),
        ("\x1b[31m", "A program"),
    ],
)
def test_a_session_is_named_after_its_browser(agent: str, called: str) -> None:
    assert label({"user-agent": agent}) == called


@in_a_loop
async def test_the_window_of_a_session_that_had_to_end_for_newer_ones_is_closed(url: str, name: str) -> None:
    async with account(url, name) as http, visitor(url) as other:
        oldest = await come_in(url, cookie=cookie(http))
        for _ in range(MOST_SESSIONS):
            other.cookies.clear()
            answer = await other.post("/api/sessions", json={"name": name, "password": PASSWORD})
            assert answer.status_code == 201
        assert await closed_with(oldest) == (4001, "logged out")
        newest = await come_in(url, cookie=cookie(other))
        assert newest.heard[0]["you"]["name"] == name
        await newest.close()


@pytest.mark.parametrize(("ends", "code"), [("end_sessions", 4001), ("ban", 4003)])
@in_a_loop
async def test_a_socket_on_its_way_in_is_closed_when_its_session_has_ended_elsewhere(ends: str, code: int) -> None:
    """Another machine ends it after this one has admitted the socket, and finds no window to close."""
    looks = -1

    async def elsewhere(name: str, _: tuple[object, ...]) -> None:
        nonlocal looks
        if name == "by_token" and looks >= 0:
            looks += 1
            if looks == 2:
                ann = await hall.parts.people.by_name("Ann")
                assert ann is not None
                await getattr(hall.parts.accounts, ends)(ann.id, *(["noise"] if ends == "ban" else []))

    async with inside(pause=elsewhere) as hall, account(hall.url, "Ann") as http:
        looks = 0
        socket = await come_in(hall.url, cookie=cookie(http))
        assert (await closed_with(socket))[0] == code
