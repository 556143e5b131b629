"""Passkeys: made and used with a device in software, and refused wherever a real one could be deceived."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product
from typing import Any

import httpx
import pytest

from tests.server.authenticator import PRESENT, Authenticator, to_bytes, to_text
from tests.server.browser import NEW_PASSWORD, PASSWORD, account, cookie, fresh_name, me, problem, visitor
from tests.server.inside import inside
from tests.server.kit import come_in, guests, in_a_loop

REGISTRATION, LOG_IN = "/api/passkeys/registration", "/api/passkeys/log-in"


def device_of(url: str) -> Authenticator:
    """In a browser that has opened the hall as localhost, as browsers want it."""
    return Authenticator(url.replace("127.0.0.1", "localhost"))


async def asked(http: httpx.AsyncClient, path: str, body: object = None) -> dict[str, Any]:
    """What the device is to sign."""
    answer = await http.post(path, json=body) if body is not None else await http.post(path)
    assert answer.status_code == 200, answer.text
    options: dict[str, Any] = answer.json()
    return options


async def make(http: httpx.AsyncClient, device: Authenticator, body: object = None) -> httpx.Response:
    credential = device.create(await asked(http, REGISTRATION, body))
    return await http.put(REGISTRATION, json={"credential": credential})


async def log_in(http: httpx.AsyncClient, device: Authenticator) -> httpx.Response:
    credential = device.get(await asked(http, LOG_IN))
    return await http.put(LOG_IN, json={"credential": credential})


@asynccontextmanager
async def keyholder(url: str) -> AsyncIterator[tuple[httpx.AsyncClient, Authenticator]]:
    """Someone whose account is a passkey and nothing else."""
    async with visitor(url) as http:
        device = device_of(url)
        assert (await make(http, device, {"name": fresh_name()})).status_code == 200
        yield http, device


# Making one


@in_a_loop
async def test_someone_new_makes_an_account_that_is_a_passkey(url: str) -> None:
    name, device = fresh_name(), device_of(url)
    async with visitor(url) as http:
        options = await asked(http, REGISTRATION, {"name": name})
        assert options["rp"] == {"name": "Dicehall", "id": "localhost"}
        assert options["user"]["name"] == name
        assert options["attestation"] == "none"
        assert options["authenticatorSelection"]["residentKey"] == "required"
        assert options["authenticatorSelection"]["userVerification"] == "preferred"
        guest = await me(http)
        assert (guest["kind"], to_bytes(options["user"]["id"]).decode()) == ("guest", guest["id"])
        before = http.cookies["dicehall"]
        answer = await http.put(REGISTRATION, json={"credential": device.create(options)})
        assert answer.status_code == 200
        assert answer.json() == await me(http) == {"id": guest["id"], "name": name, "kind": "account"}
        assert http.cookies["dicehall"] != before, "an account begins with a new session"
        [key] = (await http.get("/api/me/passkeys")).json()
        assert (key["key"], key["label"]) == (to_text(device.keys[0].id), "Firefox on Linux")


@in_a_loop
async def test_a_guest_becomes_an_account_by_passkey_and_keeps_the_seat(url: str) -> None:
    async with guests(url, fresh_name()) as (ann,), visitor(url, cookie=ann.cookie or "") as http:
        code = await ann.open("peril")
        device = device_of(url)
        options = await asked(http, REGISTRATION, {})
        cookies = f"{ann.cookie}; dicehall-passkey={http.cookies['dicehall-passkey']}"
        answer = await http.put(REGISTRATION, json={"credential": device.create(options)}, headers={"cookie": cookies})
        assert answer.json()["id"] == ann.me
        assert answer.json()["kind"] == "account"
        again = await come_in(url, cookie=f"dicehall={answer.cookies['dicehall']}")
        await again.ask("watch", table=code)
        assert again.tables[code]["host"] == ann.me
        await again.close()


@in_a_loop
async def test_an_account_adds_passkeys_and_stays_in_its_session(url: str) -> None:
    async with account(url) as http:
        before = cookie(http)
        one, two = device_of(url), device_of(url)
        assert (await make(http, one)).status_code == 200
        options = await asked(http, REGISTRATION)
        assert [key["id"] for key in options["excludeCredentials"]] == [to_text(one.keys[0].id)]
        credential = two.create(options)
        answer = await http.put(REGISTRATION, json={"credential": credential, "label": " The \u202e key "})
        assert answer.status_code == 200
        assert cookie(http) == before
        labels = [key["label"] for key in (await http.get("/api/me/passkeys")).json()]
        assert labels == ["Firefox on Linux", "The key"]
        for device in (one, two):
            async with visitor(url) as elsewhere:
                assert (await log_in(elsewhere, device)).json() == await me(http)


@in_a_loop
async def test_a_taken_name_is_refused_before_the_device_makes_a_key(url: str) -> None:
    name = fresh_name()
    other = fresh_name()
    async with account(url, name), visitor(url, other), visitor(url) as nobody, visitor(url, fresh_name()) as guest:
        for http, taken in product((nobody, guest), (name.upper(), other)):
            assert problem(await http.post(REGISTRATION, json={"name": taken})) == (409, "name_taken")
        assert problem(await nobody.post(REGISTRATION)) == (400, "bad_request")
        assert (await nobody.get("/api/me")).status_code == 401


@in_a_loop
async def test_a_name_that_was_taken_in_between_leaves_a_guest_and_no_passkey(url: str) -> None:
    name, device = fresh_name(), device_of(url)
    async with visitor(url, fresh_name()) as http:
        credential = device.create(await asked(http, REGISTRATION, {"name": name}))
        async with account(url, name):
            answer = await http.put(REGISTRATION, json={"credential": credential})
        assert problem(answer) == (409, "name_taken")
        assert (await me(http))["kind"] == "guest"
        async with visitor(url) as other:
            assert problem(await log_in(other, device)) == (401, "bad_passkey")


@in_a_loop
async def test_a_passkey_belongs_to_one_account_only(url: str) -> None:
    async with keyholder(url) as (_, device), account(url) as http:
        theirs = device.keys[0].id
        credential = device_of(url).create(await asked(http, REGISTRATION), id=theirs)
        answer = await http.put(REGISTRATION, json={"credential": credential})
        assert problem(answer) == (409, "bad_passkey")
        assert (await http.get("/api/me/passkeys")).json() == []
        async with visitor(url) as other:
            assert (await log_in(other, device)).status_code == 200, "the first one still has it"


@in_a_loop
async def test_ten_passkeys_are_the_most(url: str) -> None:
    async with account(url) as http:
        for _ in range(10):
            assert (await make(http, device_of(url))).status_code == 200
        assert problem(await make(http, device_of(url))) == (409, "too_many")


# Logging in


@in_a_loop
async def test_logging_in_needs_no_name_and_gives_a_new_session(url: str) -> None:
    async with keyholder(url) as (http, device), visitor(url, fresh_name()) as other:
        options = await asked(other, LOG_IN)
        assert options["allowCredentials"] == []
        assert options["rpId"] == "localhost"
        assert options["userVerification"] == "preferred"
        guest = cookie(other)
        answer = await other.put(LOG_IN, json={"credential": device.get(options)})
        assert answer.json() == await me(other) == await me(http)
        async with visitor(url, cookie=guest) as thief:
            assert (await thief.get("/api/me")).status_code == 401, "the session before has ended"
        assert (await log_in(other, device)).status_code == 200, "and again"


@in_a_loop
async def test_a_device_without_fingerprint_or_face_recognition_is_good_enough(url: str) -> None:
    async with keyholder(url) as (_, device), visitor(url) as other:
        device.flags = PRESENT
        assert (await log_in(other, device)).status_code == 200
        device.flags = 0
        assert problem(await log_in(other, device)) == (400, "bad_passkey"), "but someone has to touch it"


@in_a_loop
async def test_who_is_banned_does_not_get_in_by_passkey() -> None:
    async with inside(public_url="http://localhost") as hall, visitor(hall.url) as http:
        device = Authenticator("http://localhost")
        await make(http, device, {"name": "Ann"})
        await hall.parts.accounts.ban((await me(http))["id"], "Cheating at dice")
        async with visitor(hall.url) as other:
            answer = await log_in(other, device)
            assert problem(answer) == (403, "banned")
            assert "dicehall" not in other.cookies


# What is refused


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost", "null", "http://127.0.0.1"])
@in_a_loop
async def test_a_passkey_that_was_used_on_another_page_is_refused(origin: str, url: str) -> None:
    """The page of someone else may pass our question on, but the browser tells the device where it is."""
    async with keyholder(url) as (_, device), visitor(url) as other, account(url) as http:
        device.origin = origin
        answer = await log_in(other, device)
        assert problem(answer) == (400, "bad_passkey")
        assert "origin" in answer.json()["detail"]
        assert "dicehall" not in other.cookies
        assert problem(await make(http, Authenticator(origin))) == (400, "bad_passkey")


@in_a_loop
async def test_a_passkey_for_another_host_is_refused(url: str) -> None:
    async with keyholder(url) as (_, device), visitor(url) as other:
        options = await asked(other, LOG_IN)
        answer = await other.put(LOG_IN, json={"credential": device.get(options | {"rpId": "evil.example"})})
        assert problem(answer) == (400, "bad_passkey")


@in_a_loop
async def test_an_answer_is_good_once(url: str) -> None:
    async with keyholder(url) as (_, device), visitor(url) as other:
        credential = device.get(await asked(other, LOG_IN))
        kept = dict(other.cookies)
        assert (await other.put(LOG_IN, json={"credential": credential})).status_code == 200
        async with visitor(url) as thief:
            thief.cookies.update(kept)
            assert problem(await thief.put(LOG_IN, json={"credential": credential})) == (409, "stale")
        await asked(other, LOG_IN)
        again = await other.put(LOG_IN, json={"credential": credential})
        assert problem(again) == (400, "bad_passkey"), "nor to another question"


@pytest.mark.parametrize(
    "around",
    [{"crossOrigin": True}, {"crossOrigin": False, "topOrigin": "https://evil.example"}, {"crossOrigin": "no"}],
)
@in_a_loop
async def test_a_passkey_is_not_made_or_used_inside_a_page_of_another_site(around: dict[str, object], url: str) -> None:
    async with keyholder(url) as (http, device), visitor(url) as other:
        device.around = around
        assert problem(await make(http, device)) == (400, "bad_passkey")
        device.keys.pop()
        refused = await log_in(other, device)
        assert problem(refused) == (400, "bad_passkey")
        assert "inside a page of another site" in refused.json()["detail"]
        device.around = {"crossOrigin": False}
        assert (await log_in(other, device)).status_code == 200


@in_a_loop
async def test_a_failed_answer_uses_the_question_up(url: str) -> None:
    async with keyholder(url) as (_, device), visitor(url) as other:
        options = await asked(other, LOG_IN)
        device.origin, right = "https://evil.example", device.origin
        assert (await other.put(LOG_IN, json={"credential": device.get(options)})).status_code == 400
        device.origin = right
        assert problem(await other.put(LOG_IN, json={"credential": device.get(options)})) == (409, "stale")


@in_a_loop
async def test_an_answer_is_taken_only_from_the_browser_that_was_asked(url: str) -> None:
    async with keyholder(url) as (_, device), visitor(url) as mallory, visitor(url) as victim:
        credential = device.get(await asked(mallory, LOG_IN))
        assert problem(await victim.put(LOG_IN, json={"credential": credential})) == (409, "stale")
        await asked(victim, LOG_IN)
        assert problem(await victim.put(LOG_IN, json={"credential": credential})) == (400, "bad_passkey")


@in_a_loop
async def test_a_question_for_the_one_thing_is_no_question_for_the_other(url: str) -> None:
    async with keyholder(url) as (http, device):
        made = await asked(http, REGISTRATION)
        signed = device.get({"rpId": "localhost", "challenge": made["challenge"]})
        assert problem(await http.put(LOG_IN, json={"credential": signed})) == (409, "stale")
        asked_for = await asked(http, LOG_IN)
        credential = device.create({**made, "challenge": asked_for["challenge"]})
        assert problem(await http.put(REGISTRATION, json={"credential": credential})) == (409, "stale")


@in_a_loop
async def test_the_key_of_another_person_does_not_open_this_account(url: str) -> None:
    async with keyholder(url) as (_, ann), keyholder(url) as (_, mallory), visitor(url) as other:
        options = await asked(other, LOG_IN)
        forged = mallory.get(options, mallory.keys[0]._replace(id=ann.keys[0].id, handle=ann.keys[0].handle))
        answer = await other.put(LOG_IN, json={"credential": forged})
        assert problem(answer) == (400, "bad_passkey")
        assert "signature" in answer.json()["detail"]
        options = await asked(other, LOG_IN)
        someone_else = mallory.get(options, mallory.keys[0]._replace(handle=ann.keys[0].handle))
        answer = await other.put(LOG_IN, json={"credential": someone_else})
        assert problem(answer) == (400, "bad_passkey")
        assert "another account" in answer.json()["detail"]


@in_a_loop
async def test_a_copied_device_is_noticed_by_its_counter(url: str) -> None:
    async with keyholder(url) as (_, device), visitor(url) as other:
        for _ in range(3):
            assert (await log_in(other, device)).status_code == 200
        device.count = 1
        answer = await log_in(other, device)
        assert problem(answer) == (400, "bad_passkey")
        assert "count" in answer.json()["detail"]
        device.count = 10
        assert (await log_in(other, device)).status_code == 200


@in_a_loop
async def test_a_registration_that_was_begun_by_someone_else_is_not_ended(url: str) -> None:
    """Someone logs in, in the middle of it: the key is not to open the other account."""
    async with account(url) as ann, account(url) as ben:
        credential = device_of(url).create(await asked(ann, REGISTRATION))
        ceremony = ann.cookies["dicehall-passkey"]
        cookies = f"{cookie(ben)}; dicehall-passkey={ceremony}"
        async with visitor(url, cookie=cookies) as mixed:
            answer = await mixed.put(REGISTRATION, json={"credential": credential})
        assert problem(answer) == (409, "stale")
        for http in (ann, ben):
            assert (await http.get("/api/me/passkeys")).json() == []


@in_a_loop
async def test_a_registration_is_not_ended_by_who_has_become_an_account_otherwise_meanwhile(url: str) -> None:
    async with visitor(url, fresh_name()) as http:
        guest = await me(http)
        credential = device_of(url).create(await asked(http, REGISTRATION, {}))
        answer = await http.post("/api/accounts", json={"name": guest["name"], "password": PASSWORD})
        assert answer.json() == {**guest, "kind": "account"}
        assert problem(await http.put(REGISTRATION, json={"credential": credential})) == (409, "stale")
        assert (await http.get("/api/me/passkeys")).json() == []


@in_a_loop
async def test_a_passkey_that_nobody_has_is_named_so(url: str) -> None:
    async with account(url) as http, visitor(url) as other:
        stranger = device_of(url)
        stranger.create(await asked(http, REGISTRATION))
        assert problem(await log_in(other, stranger)) == (401, "bad_passkey")


def spoilt(credential: dict[str, Any]) -> list[Any]:
    """The answer of a device, each time with something wrong in it."""
    response = credential["response"]
    changes: list[dict[str, Any]] = [
        {"id": "other"}, {"rawId": 3}, {"rawId": "!"}, {"rawId": None}, {"type": "password"}, {"response": []},
        {"response": None}, {"response": {}}, {"response": "x"},
    ]  # fmt: skip
    bad: list[Any] = [None, 3, "", "AAAA", "!" * 10, "x" * 5000, []]
    changes += [{"response": response | {name: each}} for name, each in product(response, bad)]
    return [{}, *(credential | change for change in changes)]


@in_a_loop
async def test_garbage_is_answered_and_nobody_fails_over_it(url: str) -> None:
    async with keyholder(url) as (_, device), visitor(url) as other, account(url) as http:
        for credential in spoilt(device.get(await asked(other, LOG_IN))):
            await asked(other, LOG_IN)
            answer = await other.put(LOG_IN, json={"credential": credential})
            assert answer.status_code in (400, 401), (credential, answer.text)
            problem(answer)
        for credential in spoilt(device.create(await asked(http, REGISTRATION))):
            await asked(http, REGISTRATION)
            answer = await http.put(REGISTRATION, json={"credential": credential})
            assert answer.status_code == 400, (credential, answer.text)
            problem(answer)
        bodies: list[dict[str, Any]] = [{}, {"credential": []}, {"credential": {}, "more": 1}]
        for body in bodies:
            assert problem(await other.put(LOG_IN, json=body)) == (400, "bad_request")


# Removing one


@in_a_loop
async def test_a_passkey_that_is_removed_is_good_no_more(url: str) -> None:
    async with account(url) as http, account(url) as stranger, visitor(url) as other:
        device = device_of(url)
        await make(http, device)
        [key] = (await http.get("/api/me/passkeys")).json()
        path = f"/api/me/passkeys/{key['key']}"
        assert problem(await stranger.delete(path)) == (404, "no_passkey")
        assert (await http.delete(path)).status_code == 204
        assert problem(await http.delete(path)) == (404, "no_passkey")
        assert problem(await log_in(other, device)) == (401, "bad_passkey")


@in_a_loop
async def test_nobody_throws_the_last_key_away(url: str) -> None:
    async with keyholder(url) as (http, device):
        path = f"/api/me/passkeys/{to_text(device.keys[0].id)}"
        assert problem(await http.delete(path)) == (409, "last_key")
        answer = await http.put("/api/me/password", json={"new": NEW_PASSWORD})
        assert answer.status_code == 204, "who has no password sets one without an old one"
        assert (await http.delete(path)).status_code == 204
        name = (await me(http))["name"]
        async with visitor(url) as other:
            body = {"name": name, "password": NEW_PASSWORD}
            assert (await other.post("/api/sessions", json=body)).status_code == 201


@in_a_loop
async def test_the_last_two_keys_are_not_thrown_away_at_once(url: str) -> None:
    async with keyholder(url) as (http, _):
        for _ in range(5):
            assert (await make(http, device_of(url))).status_code == 200
            keys = [key["key"] for key in (await http.get("/api/me/passkeys")).json()]
            answers = await asyncio.gather(*(http.delete(f"/api/me/passkeys/{key}") for key in keys))
            assert sorted(answer.status_code for answer in answers) == [204, 409]
            [refusal] = [answer for answer in answers if answer.status_code == 409]
            assert problem(refusal) == (409, "last_key")
            assert len((await http.get("/api/me/passkeys")).json()) == 1


@in_a_loop
async def test_an_account_without_a_password_is_deleted_without_one(url: str) -> None:
    async with keyholder(url) as (http, device), visitor(url) as other:
        assert (await http.request("DELETE", "/api/me")).status_code == 204
        assert problem(await log_in(other, device)) == (401, "bad_passkey")
