"""An administrator proves again who they are before what is hard to undo; a stolen cookie is not enough."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from dicehall.ports import Person
from dicehall.ports.memos import MemoryMemos
from dicehall.server.bounds import confirmations
from dicehall.server.bounds.confirmations import digest
from dicehall.server.bounds.rights import CONFIRMED_COMMANDS
from dicehall.table.core.access import HOSTS, RIGHTS
from tests.at_once import at_once
from tests.server.authenticator import Authenticator
from tests.server.browser import PASSWORD, cookie, fresh_name, problem, take_over, visitor
from tests.server.inside import Inside, inside
from tests.server.kit import Client, begin, come_in, guests, in_a_loop, refused

CONFIRM, BY_KEY, REGISTRATION = "/api/me/confirmation", "/api/passkeys/confirmation", "/api/passkeys/registration"

DESTRUCTIVE: list[tuple[str, str, Any]] = [
    ("POST", "/api/admin/bans", {"who": "Mallory", "reason": "Shouting"}),
    ("POST", "/api/admin/reset", {"what": "everything", "confirm": "everything"}),
    ("POST", "/api/admin/reset", {"what": "leaderboard", "confirm": "leaderboard"}),
    ("DELETE", "/api/admin/tables/kiro", None),
    ("PATCH", "/api/admin/people/Mallory", {"kind": "administrator"}),
    ("PATCH", "/api/admin/people/Mallory", {"name": "Mal"}),
    ("POST", REGISTRATION, None),
    ("PUT", REGISTRATION, {"credential": {}}),
    ("DELETE", "/api/me/passkeys/xyz", None),
]
HARMLESS = ["/api/admin/people", "/api/admin/tables", "/api/admin/bans", "/api/admin/audit", "/api/me"]


@asynccontextmanager
async def administrator(hall: Inside) -> AsyncIterator[httpx.AsyncClient]:
    """Who has signed in, a long time ago."""
    accounts, name = hall.parts.accounts, fresh_name()
    person, _ = await hall.parts.people.welcome(name)
    await accounts.register(person.id, name, PASSWORD)
    await accounts.appoint(person.id, "administrator")
    async with visitor(hall.url) as http:
        take_over(http, await accounts.open_session(person.id, "old"))
        yield http


async def ask(http: httpx.AsyncClient, method: str, path: str, body: Any) -> tuple[int, str]:
    answer = await http.request(method, path, json=body) if body is not None else await http.request(method, path)
    return problem(answer) if answer.status_code >= 400 else (answer.status_code, "")


@pytest.fixture
def url() -> str:
    """Where passkeys work, as far as the hall knows; the browser is told the same."""
    return "http://localhost:8000"


@in_a_loop
async def test_an_old_session_does_nothing_that_is_hard_to_undo_until_the_password_is_given_again() -> None:
    async with inside() as hall, administrator(hall) as http:
        for act in DESTRUCTIVE:
            assert await ask(http, *act) == (403, "confirm_password"), act
        for path in HARMLESS:
            assert (await http.get(path)).status_code == 200
        assert problem(await http.post(CONFIRM, json={"password": "not this one"})) == (403, "wrong_password")
        assert await ask(http, *DESTRUCTIVE[0]) == (403, "confirm_password")
        assert (await http.post(CONFIRM, json={"password": PASSWORD})).status_code == 204
        for act in DESTRUCTIVE:
            assert not (await ask(http, *act))[1].startswith("confirm_"), act


@in_a_loop
async def test_a_confirmation_holds_for_one_browser() -> None:
    async with inside() as hall, administrator(hall) as http, visitor(hall.url) as other:
        who = (await http.get("/api/me")).json()["id"]
        take_over(other, await hall.parts.accounts.open_session(who, "other"))
        assert (await http.post(CONFIRM, json={"password": PASSWORD})).status_code == 204
        reset = DESTRUCTIVE[2]
        assert await ask(http, *reset) == (200, "")
        assert await ask(other, *reset) == (403, "confirm_password")


ANN = Person("p1", "Ann", "administrator")


class Known:
    """The accounts, as far as they matter here."""

    def __init__(self, *, passkeys: int, password: bool) -> None:
        self._passkeys = passkeys
        self._password = password

    async def passkeys(self, _: str) -> list[object]:
        return [object()] * self._passkeys

    async def keeps_password(self, _: str) -> bool:
        return self._password


@pytest.mark.parametrize(
    ("passkeys", "password", "passkeys_work", "needed"),
    [
        (0, True, True, "confirm_password"),
        (1, True, True, "confirm_passkey"),
        (1, True, False, "confirm_password"),
        (1, False, True, "confirm_passkey"),
        (1, False, False, "confirm_passkey"),  # which cannot be given there: a cookie alone is never enough
    ],
)
def test_what_is_asked_for(passkeys: int, password: bool, passkeys_work: bool, needed: str) -> None:
    accounts = Known(passkeys=passkeys, password=password)
    told = confirmations.Confirmations(accounts, MemoryMemos(), passkeys_work=passkeys_work)  # type: ignore[arg-type]
    why = at_once(told.refusal(ANN, digest("token")))
    assert why is not None
    assert why[0] == needed


def test_a_confirmation_ends_after_ten_minutes() -> None:
    now = 1000.0
    accounts = Known(passkeys=0, password=True)
    memos = MemoryMemos(lambda: now)
    told = confirmations.Confirmations(accounts, memos, passkeys_work=True)  # type: ignore[arg-type]
    at_once(told.add("token", "password"))
    now += confirmations.HOLDS_FOR - 1
    assert at_once(told.refusal(ANN, digest("token"))) is None
    for token in ("other", "", None):
        assert at_once(told.refusal(ANN, digest(token))) is not None
    now += 1
    assert at_once(told.refusal(ANN, digest("token"))) is not None


@in_a_loop
async def test_signing_in_counts() -> None:
    async with inside() as hall, administrator(hall) as http, visitor(hall.url) as other:
        name = (await http.get("/api/me")).json()["name"]
        answer = await other.post("/api/sessions", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 201
        assert await ask(other, *DESTRUCTIVE[2]) == (200, "")


@in_a_loop
async def test_guesses_are_slowed_down() -> None:
    async with inside() as hall, administrator(hall) as http:
        statuses = [
            (await http.post(CONFIRM, json={"password": f"guess {number}"})).status_code for number in range(30)
        ]
        assert 429 in statuses


async def sign(http: httpx.AsyncClient, device: Authenticator) -> httpx.Response:
    asked = await http.post(BY_KEY)
    assert asked.status_code == 200, asked.text
    return await http.put(BY_KEY, json={"credential": device.get(asked.json())})


@in_a_loop
async def test_with_a_passkey_nothing_less_will_do(url: str) -> None:
    async with inside(public_url=url) as hall, administrator(hall) as http, administrator(hall) as eve:
        device, theirs = Authenticator(url), Authenticator(url)
        for owner, own in ((http, device), (eve, theirs)):
            assert (await owner.post(CONFIRM, json={"password": PASSWORD})).status_code == 204
            made = own.create((await owner.post(REGISTRATION)).json())
            assert (await owner.put(REGISTRATION, json={"credential": made})).status_code == 200
        assert (await http.post(CONFIRM, json={"password": PASSWORD})).status_code == 204
        assert await ask(http, *DESTRUCTIVE[2]) == (403, "confirm_passkey")
        assert problem(await sign(http, theirs)) == (403, "bad_passkey"), "of another account"
        assert await ask(http, *DESTRUCTIVE[2]) == (403, "confirm_passkey")
        async with guests(hall.url, "Ann") as (ann,):
            code = await ann.open("peril")
            window = await come_in(hall.url, cookie=cookie(http))
            assert (await refused(window.do(code, "close"))).reason == "confirm_passkey"
            assert (await sign(http, device)).status_code == 204
            await window.do(code, "close")
            await window.close()
        assert await ask(http, *DESTRUCTIVE[2]) == (200, "")


@in_a_loop
async def test_with_a_passkey_the_account_itself_is_not_changed_or_deleted_without_it(url: str) -> None:
    """Not even by someone who knows the password."""
    acts: list[tuple[str, str, Any]] = [
        ("PUT", "/api/me/password", {"old": PASSWORD, "new": "another long sentence"}),
        ("DELETE", "/api/me", {"password": PASSWORD}),
    ]
    async with inside(public_url=url) as hall, administrator(hall) as http:
        device = Authenticator(url)
        assert (await http.post(CONFIRM, json={"password": PASSWORD})).status_code == 204
        made = device.create((await http.post(REGISTRATION)).json())
        assert (await http.put(REGISTRATION, json={"credential": made})).status_code == 200
        who = (await http.get("/api/me")).json()["id"]
        take_over(http, await hall.parts.accounts.open_session(who, "stolen"))
        for act in acts:
            assert await ask(http, *act) == (403, "confirm_passkey"), act
        assert (await sign(http, device)).status_code == 204
        assert await ask(http, *acts[0]) == (204, "")
        assert await ask(http, "DELETE", "/api/me", {"password": "another long sentence"}) == (204, "")


@in_a_loop
async def test_other_people_are_asked_nothing_more() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        person, token = await hall.parts.people.welcome("Alma")
        await hall.parts.accounts.register(person.id, "Alma", PASSWORD)
        http.cookies.set("dicehall", token)
        for act in DESTRUCTIVE:
            assert not (await ask(http, *act))[1].startswith("confirm_"), act


# At tables of others, over the socket


async def refusals(window: Client, code: str, whom: str) -> set[str]:
    """Why nothing of what is hard to undo is done there."""
    return {
        (await refused(window.do(code, command, **({"who": whom} if command == "kick" else {})))).reason
        for command in sorted(CONFIRMED_COMMANDS)
    }


@in_a_loop
async def test_an_old_session_harms_no_table_of_others_until_the_password_is_given_again() -> None:
    async with inside() as hall, administrator(hall) as http, guests(hall.url, "Ann", "Ben", "Cleo") as everyone:
        ann, ben, cleo = everyone
        code = await begin(ann, ben, game="bluff")
        await cleo.ask("watch", table=code)
        window = await come_in(hall.url, cookie=cookie(http))
        before = (await http.get("/api/admin/audit")).json()
        assert await refusals(window, code, cleo.me) == {"confirm_password"}
        assert (await http.get("/api/admin/audit")).json() == before, "nothing is said to have been done"
        await window.do(code, "lock")
        await window.do(code, "mute", who=cleo.me)
        assert problem(await http.post(CONFIRM, json={"password": "not this one"})) == (403, "wrong_password")
        assert await refusals(window, code, cleo.me) == {"confirm_password"}
        assert (await http.post(CONFIRM, json={"password": PASSWORD})).status_code == 204
        await window.do(code, "reset")
        await window.do(code, "kick", who=cleo.me)
        await window.do(code, "close")
        assert (await ann.message("gone"))["reason"] == "closed"
        await window.close()


@in_a_loop
async def test_a_confirmation_holds_for_the_sockets_of_one_browser() -> None:
    async with (
        inside() as hall,
        administrator(hall) as http,
        visitor(hall.url) as other,
        guests(hall.url, "Ann") as [ann],
    ):
        who = (await http.get("/api/me")).json()["id"]
        take_over(other, await hall.parts.accounts.open_session(who, "other"))
        assert (await http.post(CONFIRM, json={"password": PASSWORD})).status_code == 204
        code = await ann.open("bluff")
        window, elsewhere = [await come_in(hall.url, cookie=cookie(browser)) for browser in (http, other)]
        assert (await refused(elsewhere.do(code, "close"))).reason == "confirm_password"
        await window.do(code, "close")
        await window.close()
        await elsewhere.close()


@in_a_loop
async def test_at_a_table_of_their_own_administrators_are_asked_nothing_more() -> None:
    async with inside() as hall, administrator(hall) as http:
        window = await come_in(hall.url, cookie=cookie(http))
        await window.do(await window.open("bluff"), "close")
        await window.close()


def test_only_what_hosts_may_do_is_confirmed_at_tables() -> None:
    assert {RIGHTS[command] for command in CONFIRMED_COMMANDS} == {HOSTS}
