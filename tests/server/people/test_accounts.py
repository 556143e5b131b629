"""Accounts: making one, logging in and out, changing the password, and what nobody may do to someone else's."""

import asyncio

import pytest

from dicehall.ports import JournalError
from dicehall.ports.memos import MemoryMemos
from dicehall.server.app import http as app
from dicehall.server.bounds.login_throttle import LoginThrottle
from dicehall.store.people.accounts import DiskAccounts
from tests.server.browser import (
    NEW_PASSWORD,
    PASSWORD,
    account,
    closed_with,
    cookie,
    fresh_name,
    log_in,
    me,
    problem,
    take_over,
    visitor,
)
from tests.server.inside import inside
from tests.server.kit import begin, come_in, guests, in_a_loop

# Making one


@in_a_loop
async def test_someone_new_makes_an_account_and_is_logged_in(url: str, name: str) -> None:
    async with visitor(url) as http:
        answer = await http.post("/api/accounts", json={"name": f"  {name} ", "password": PASSWORD})
        assert answer.status_code == 201
        assert answer.json()["name"] == name
        assert answer.json()["kind"] == "account"
        assert await me(http) == answer.json()
        sign_ins = (await http.get("/api/me/sign-ins")).json()
        assert [one["current"] for one in sign_ins] == [True], "the guest's session is still open"


@in_a_loop
async def test_a_guest_becomes_an_account_under_the_same_id_and_keeps_the_seat(url: str) -> None:
    ann_name = fresh_name()
    async with guests(url, fresh_name(), fresh_name()) as (ann, ben), visitor(url) as http:
        code = await begin(ann, ben)
        take_over(http, ann.cookie or "")
        before = await me(http)
        answer = await http.post("/api/accounts", json={"name": ann_name, "password": PASSWORD})
        assert answer.status_code == 201
        assert answer.json() == {"id": before["id"], "name": ann_name, "kind": "account"}
        people = await ben.message("people")
        assert people["people"] == {before["id"]: ann_name}, "the others at the table learn the name at once"
        assert await closed_with(ann) == (4001, "logged out")
        again = await come_in(url, cookie=cookie(http))
        await again.ask("watch", table=code)
        assert again.me == ann.me
        assert ann.me in again.tables[code]["players"]
        await again.close()


@in_a_loop
async def test_the_session_of_the_guest_is_no_good_once_there_is_an_account(url: str) -> None:
    """Anyone who had slipped the guest a cookie of their own would otherwise be logged in as well."""
    async with visitor(url, fresh_name()) as http, visitor(url) as thief:
        take_over(thief, cookie(http))
        await http.post("/api/accounts", json={"name": fresh_name(), "password": PASSWORD})
        assert (await thief.get("/api/me")).status_code == 401
        assert (await http.get("/api/me")).status_code == 200


@in_a_loop
async def test_while_logged_in_you_do_not_become_someone_else_by_mistake(url: str) -> None:
    async with account(url) as http:
        for answer in (
            await http.post("/api/accounts", json={"name": fresh_name(), "password": PASSWORD}),
            await http.post("/api/guests", json={"name": fresh_name()}),
        ):
            assert problem(answer) == (409, "has_account")
            assert "set-cookie" not in answer.headers


@in_a_loop
async def test_the_name_of_an_account_is_taken_also_for_who_looks_like_it(url: str, name: str) -> None:
    async with account(url, name), visitor(url) as other, visitor(url, fresh_name()) as guest:
        for spelling in (name, name.upper(), name.replace(" ", "")):
            body = {"name": spelling, "password": PASSWORD}
            assert problem(await other.post("/api/accounts", json=body)) == (409, "name_taken")
            assert problem(await guest.post("/api/accounts", json=body)) == (409, "name_taken")
            assert problem(await guest.patch("/api/me", json={"name": spelling})) == (409, "name_taken")
            assert problem(await other.post("/api/guests", json={"name": spelling})) == (409, "name_taken")
        assert (await other.get("/api/me")).status_code == 401, "who was refused has not come in"


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("", "8 to 200 characters, not 0"),
        ("seven77", "8 to 200 characters, not 7"),
        ("x" * 201, "8 to 200 characters, not 201"),
        ("password", "too easy to guess"),
        ("Password123", "too easy to guess"),
        ("aaaaaaaaaaaa", "too easy to guess"),
        ("Marvellous Name", "too easy to guess"),
    ],
)
@in_a_loop
async def test_a_bad_password_is_refused_with_what_is_allowed(password: str, said: str, url: str) -> None:
    async with visitor(url) as http:
        answer = await http.post("/api/accounts", json={"name": "Marvellous Name", "password": password})
        assert problem(answer) == (400, "bad_password")
        assert said in answer.json()["detail"]


@pytest.mark.parametrize("name", ["", "x", "x" * 21, "admin", "Somebody", "\u202e\u202e", "---"])
@in_a_loop
async def test_a_bad_name_is_refused_wherever_one_is_given(name: str, url: str) -> None:
    async with visitor(url, fresh_name()) as http:
        for answer in (
            await http.post("/api/accounts", json={"name": name, "password": PASSWORD}),
            await http.patch("/api/me", json={"name": name}),
            await http.post("/api/guests", json={"name": name}),
        ):
            assert problem(answer) == (400, "bad_request")
            assert "name" in answer.json()["detail"] or "word" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"name": "Ann"}, "missing required field `password`"),
        ({"name": 3, "password": PASSWORD}, "name: Expected `str`, got `int`"),
        ({"name": "Ann", "password": PASSWORD, "kind": "administrator"}, "unknown field `kind`"),
        ({"name": "Ann", "password": "x" * 1000}, "password: Expected `str` of length <= 800"),
        ([], "Expected `object`, got `array`"),
    ],
)
@in_a_loop
async def test_a_body_that_does_not_fit_is_answered_with_what_does(body: object, said: str, url: str) -> None:
    async with visitor(url) as http:
        answer = await http.post("/api/accounts", json=body)
        assert problem(answer) == (400, "bad_request")
        assert said in answer.json()["detail"]


# Logging in and out


@in_a_loop
async def test_logging_in_gives_a_new_session_each_time(url: str, name: str) -> None:
    async with account(url, name) as one, visitor(url) as two:
        answer = await log_in(two, name.upper())
        assert answer.status_code == 201
        assert answer.json() == await me(one) == await me(two)
        assert one.cookies["dicehall"] != two.cookies["dicehall"]
        before = two.cookies["dicehall"]
        await log_in(two, name)
        assert two.cookies["dicehall"] != before
        async with visitor(url, cookie=f"dicehall={before}") as old:
            assert (await old.get("/api/me")).status_code == 401, "the session before has ended"


@in_a_loop
async def test_the_cookie_is_out_of_reach_of_scripts_and_lasts_ninety_days(url: str, name: str) -> None:
    async with account(url, name) as http:
        for answer in (await log_in(http, name), await http.get("/api/me")):
            given = answer.headers["set-cookie"].lower()
            assert {"httponly", "samesite=lax", "path=/", "max-age=7776000"} <= set(given.split("; "))
            assert "secure" not in given, "this hall speaks plain HTTP"


@in_a_loop
async def test_a_wrong_name_and_a_wrong_password_are_answered_alike() -> None:
    async with inside() as hall, account(hall.url, "Ann"), visitor(hall.url) as http:
        wrong = await log_in(http, "Ann", "not that one")
        nobody = await log_in(http, "Nobody at all", "not that one")
        assert problem(wrong) == problem(nobody) == (401, "wrong_password")
        assert wrong.json()["detail"] == nobody.json()["detail"]
        assert "set-cookie" not in wrong.headers


@in_a_loop
async def test_a_guest_cannot_be_logged_in_to() -> None:
    async with inside() as hall, visitor(hall.url, "Ann"), visitor(hall.url) as http:
        for password in ("", "None", PASSWORD):
            assert problem(await log_in(http, "Ann", password)) == (401, "wrong_password")


@in_a_loop
async def test_logging_out_ends_the_session_and_its_sockets_and_no_others(url: str, name: str) -> None:
    async with account(url, name) as here, visitor(url) as there:
        await log_in(there, name)
        mine, other = await come_in(url, cookie=cookie(here)), await come_in(url, cookie=cookie(there))
        kept = cookie(here)
        answer = await here.delete("/api/sessions")
        assert answer.status_code == 204
        assert "max-age=0" in answer.headers["set-cookie"].lower()
        assert await closed_with(mine) == (4001, "logged out")
        await other.catch_up()
        async with visitor(url, cookie=kept) as thief:
            assert (await thief.get("/api/me")).status_code == 401
            assert problem(await thief.delete("/api/sessions")) == (401, "no_name")
        assert (await there.get("/api/me")).status_code == 200
        await other.close()


@in_a_loop
async def test_after_too_many_wrong_passwords_one_has_to_wait() -> None:
    async with inside() as hall, account(hall.url, "Ann") as ann, visitor(hall.url) as http:
        for _ in range(5):
            assert problem(await log_in(http, "Ann", "not that one")) == (401, "wrong_password")
        answer = await log_in(http, "Ann")
        assert problem(answer) == (429, "too_fast")
        assert answer.headers["retry-after"] == "1"
        assert answer.json()["detail"] == "Too many wrong passwords. Wait 1 second, then try again."
        assert (await ann.get("/api/me")).status_code == 200, "who is in stays in"


@in_a_loop
async def test_the_right_password_clears_the_wrong_ones_before_it() -> None:
    async with inside() as hall, account(hall.url, "Ann") as ann, visitor(hall.url) as http:
        for _ in range(2):
            for _ in range(4):
                assert problem(await log_in(http, "Ann", "not that one")) == (401, "wrong_password")
            assert (await log_in(http, "Ann")).status_code == 201
        for _ in range(2):
            for _ in range(4):
                answer = await ann.put("/api/me/password", json={"new": PASSWORD, "old": "not that one"})
                assert problem(answer) == (403, "wrong_password")
            answer = await ann.put("/api/me/password", json={"new": PASSWORD, "old": PASSWORD})
            assert answer.status_code == 204


@in_a_loop
async def test_a_hundred_guesses_at_once_do_not_slip_through_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        app, "LoginThrottle", lambda _: LoginThrottle(MemoryMemos(lambda: 0.0))
    )  # however long the hundred take
    async with inside() as hall, account(hall.url, "Ann"), visitor(hall.url) as http:
        answers = await asyncio.gather(*(log_in(http, "ANN", f"guess number {number}") for number in range(100)))
        assert [answer.status_code for answer in answers].count(401) == 5


@in_a_loop
async def test_log_ins_are_counted() -> None:
    async with inside() as hall, account(hall.url, "Ann") as http:
        await log_in(http, "Ann")
        await log_in(http, "Ann", "not that one")
        metrics = hall.parts.metrics
        assert (metrics.log_ins, metrics.failed_log_ins, metrics.registrations) == (1, 1, 1)


# The password


@in_a_loop
async def test_a_new_password_logs_all_other_browsers_out() -> None:
    async with inside() as hall, account(hall.url, "Ann") as here, visitor(hall.url) as there:
        await log_in(there, "Ann")
        token = (await here.post("/api/me/tokens", json={"label": "My bot", "scope": "play"})).json()["token"]
        socket = await come_in(hall.url, cookie=cookie(there))
        own = await come_in(hall.url, cookie=cookie(here))
        answer = await here.put("/api/me/password", json={"old": PASSWORD, "new": NEW_PASSWORD})
        assert answer.status_code == 204
        assert await closed_with(socket) == (4001, "logged out")
        await own.catch_up()
        assert (await there.get("/api/me")).status_code == 401
        assert (await here.get("/api/me")).status_code == 200
        async with visitor(hall.url, authorization=f"Bearer {token}") as script:
            assert (await script.get("/api/me")).status_code == 200, "tokens stay"
        assert problem(await log_in(there, "Ann", PASSWORD)) == (401, "wrong_password")
        assert (await log_in(there, "Ann", NEW_PASSWORD)).status_code == 201
        await own.close()


@in_a_loop
async def test_the_password_is_changed_only_by_who_knows_it() -> None:
    async with inside() as hall, account(hall.url, "Ann") as http:
        for body in ({"new": NEW_PASSWORD}, {"old": "not that one", "new": NEW_PASSWORD}):
            assert problem(await http.put("/api/me/password", json=body)) == (403, "wrong_password")
        assert problem(await http.put("/api/me/password", json={"old": PASSWORD, "new": "short"})) == (
            400,
            "bad_password",
        )
        for _ in range(10):
            last = await http.put("/api/me/password", json={"old": "not that one", "new": NEW_PASSWORD})
        assert problem(last) == (429, "too_fast"), "an open browser is no place to guess at it"


@in_a_loop
async def test_guests_have_no_password_to_change(url: str) -> None:
    async with visitor(url, fresh_name()) as http:
        answer = await http.put("/api/me/password", json={"new": NEW_PASSWORD})
        assert problem(answer) == (403, "no_account")
        assert "POST /api/accounts" in answer.json()["detail"]


@in_a_loop
async def test_who_was_not_heard_for_the_crowd_has_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def crowded(*_: object) -> None:
        raise JournalError("too many people are signing in right now: try again in a few seconds")

    async with inside() as hall, account(hall.url, "Ann"), visitor(hall.url) as http:
        with monkeypatch.context() as patch:
            patch.setattr(DiskAccounts, "log_in", crowded)
            for _ in range(10):
                answer = await http.post("/api/sessions", json={"name": "Ann", "password": PASSWORD})
                assert answer.status_code == 503
        assert (await http.post("/api/sessions", json={"name": "Ann", "password": PASSWORD})).status_code == 201
