"""Whose hall it is: anyone who opens the link first, once, and nobody else."""

import asyncio
from pathlib import Path

import pytest

from dicehall.ports import Unwritable
from dicehall.server.bounds.limits import Limits
from dicehall.store.people.accounts import DiskAccounts
from tests.server.administrators import administrator, audit, claim, secret_beside
from tests.server.beside import everything, rows
from tests.server.browser import PASSWORD, account, cookie, fresh_name, me, problem, visitor
from tests.server.inside import inside
from tests.server.kit import ROOMY, RunningHall, come_in, in_a_loop

# The link


@in_a_loop
async def test_a_hall_prints_a_new_link_at_every_start_until_it_is_claimed(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        first = hall.link()
        hall.kill()
        hall.start()
        second = hall.link()
        assert first is not None
        assert second is not None
        async with visitor(hall.url) as http:
            assert problem(await claim(http, first, name="Ann", password=PASSWORD)) == (403, "bad_link")
            answer = await claim(http, second, name="Ann", password=PASSWORD)
            assert (answer.status_code, answer.json()["kind"]) == (201, "administrator")
        hall.stop()
        hall.start()
        assert hall.link() is None


@in_a_loop
async def test_a_hall_whose_only_administrator_has_gone_prints_a_link_again(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        async with administrator(hall) as http:
            gone = await http.request("DELETE", "/api/me", json={"password": PASSWORD})
            assert gone.status_code == 204, gone.text
        hall.stop()
        hall.start()
        assert hall.link() is not None


@in_a_loop
async def test_what_is_kept_of_a_hall_holds_no_secret_of_a_link(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        secret = hall.link()
        assert secret is not None
        hall.stop()
        kept = await everything(hall)
    [(digest,)] = await rows(hall, "SELECT secret FROM people.claims")
    assert digest in kept or digest.hex().encode() in kept
    assert secret.encode() not in kept


@in_a_loop
async def test_a_link_that_is_made_beside_a_running_hall_is_good_and_the_one_before_is_void(hall: RunningHall) -> None:
    async with visitor(hall.url) as http:
        before, now = await secret_beside(hall), await secret_beside(hall)
        assert problem(await claim(http, before, name=fresh_name(), password=PASSWORD)) == (403, "bad_link")
        assert (await claim(http, now, name=fresh_name(), password=PASSWORD)).status_code == 201


@in_a_loop
async def test_a_link_works_once_also_for_many_who_open_it_together(hall: RunningHall) -> None:
    secret = await secret_beside(hall)

    async def try_it() -> int:
        async with visitor(hall.url) as http:
            return (await claim(http, secret, name=fresh_name(), password=PASSWORD)).status_code

    outcomes = await asyncio.gather(*(try_it() for _ in range(4)))
    assert sorted(outcomes) == [201, 403, 403, 403]
    assert await try_it() == 403


@in_a_loop
async def test_who_guesses_is_slowed_down(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        async with visitor(hall.url) as http:
            answers = [await claim(http, f"guess {number}", name="Ann", password=PASSWORD) for number in range(8)]
        assert problem(answers[0]) == (403, "bad_link")
        assert problem(answers[-1]) == (429, "too_fast")
        assert int(answers[-1].headers["retry-after"]) > 0


@in_a_loop
async def test_a_link_can_be_checked_before_anything_is_filled_in() -> None:
    async with inside() as hall, visitor(hall.url) as http, account(hall.url, "Ann") as ann:
        secret = await hall.parts.accounts.new_claim()
        for visitors in (http, ann):
            assert (await visitors.get(f"/api/claim/{secret}")).status_code == 204
            assert (await visitors.get(f"/claim/{secret}")).text == (await visitors.get("/")).text, "the page"
        assert not await hall.parts.accounts.is_claimed(), "looking at the link does not claim the hall"
        await hall.parts.accounts.new_claim()
        assert problem(await http.get(f"/api/claim/{secret}")) == (404, "bad_link")
        assert (await http.get(f"/claim/{secret}")).status_code == 200, "the page says what is wrong"


@in_a_loop
async def test_anyone_who_has_the_link_is_let_in_however_many_came_from_the_same_address() -> None:
    limits = Limits.read((*ROOMY, "accounts_per_address=1", "guests_per_address=1"))
    async with inside(limits=limits) as hall, account(hall.url, "Ben"), visitor(hall.url) as http:
        other = await http.post("/api/accounts", json={"name": "Cleo", "password": PASSWORD})
        assert other.status_code == 429
        answer = await claim(http, await hall.parts.accounts.new_claim(), name="Ann", password=PASSWORD)
        assert (answer.status_code, answer.json()["kind"]) == (201, "administrator")


async def full(*_: object) -> None:
    raise Unwritable("the disk is full")


@pytest.mark.parametrize("deed", ["register", "appoint", "end_sessions", "use_claim"])
@in_a_loop
async def test_a_link_whose_use_has_failed_is_as_good_as_before_and_so_is_the_name(deed: str) -> None:
    async with inside() as hall, visitor(hall.url) as http:
        accounts = hall.parts.accounts
        secret = await accounts.new_claim()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(DiskAccounts, deed, full)
            assert problem(await claim(http, secret, name="Ann", password=PASSWORD)) == (503, "unwritable")
        assert not await accounts.is_claimed()
        assert (await claim(http, secret, name="Ann", password=PASSWORD)).status_code == 201
        assert not await accounts.is_claim(secret)


# Who can claim it


@in_a_loop
async def test_someone_new_gets_an_account_and_is_logged_in(hall: RunningHall) -> None:
    name = fresh_name()
    async with visitor(hall.url) as http:
        answer = await claim(http, await secret_beside(hall), name=name, password=PASSWORD)
        assert answer.json() == await me(http)
        assert (answer.json()["name"], answer.json()["kind"]) == (name, "administrator")
        assert (await http.get("/api/admin/people")).status_code == 200
    async with visitor(hall.url) as later:
        again = await later.post("/api/sessions", json={"name": name, "password": PASSWORD})
        assert again.json()["kind"] == "administrator"


@in_a_loop
async def test_a_guest_claims_the_hall_and_stays_the_same_person(hall: RunningHall) -> None:
    async with visitor(hall.url, fresh_name()) as http:
        guest = await me(http)
        answer = await claim(http, await secret_beside(hall), password=PASSWORD)
        assert answer.json() == {**guest, "kind": "administrator"}


@in_a_loop
async def test_an_account_claims_the_hall_without_a_password_and_with_a_new_cookie(hall: RunningHall) -> None:
    async with account(hall.url) as http:
        before, old = await me(http), cookie(http)
        answer = await claim(http, await secret_beside(hall))
        assert answer.json() == {**before, "kind": "administrator"}
        assert await me(http) == answer.json()
        stale = await come_in(hall.url, cookie=old)
        assert stale.heard[0]["you"] is None
        await stale.close()


@in_a_loop
async def test_the_claim_is_in_the_audit_log(hall: RunningHall) -> None:
    async with administrator(hall) as http:
        [entry] = await audit(http, most=1)
        person = await me(http)
        assert entry["act"] == "claimed"
        assert entry["by"] == {"id": person["id"], "name": person["name"]}


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({}, (400, "no_password")),
        ({"name": "Ann of the hall"}, (400, "no_password")),
        ({"name": "Ann of the hall", "password": "short"}, (400, "bad_password")),
        ({"name": "admin", "password": PASSWORD}, (400, "bad_request")),
        ({"name": "x", "password": PASSWORD}, (400, "bad_request")),
        ({"name": "TAKEN", "password": PASSWORD}, (409, "name_taken")),
        ({"name": "Ann of the hall", "password": PASSWORD, "kind": "administrator"}, (400, "bad_request")),
    ],
)
@in_a_loop
async def test_what_is_wrong_with_the_account_does_not_use_the_link_up(
    hall: RunningHall, fields: dict[str, str], refusal: tuple[int, str]
) -> None:
    secret = await secret_beside(hall)
    async with visitor(hall.url) as http, account(hall.url) as other:
        taken = (await me(other))["name"].upper()
        given = {field: value.replace("TAKEN", taken) for field, value in fields.items()}
        assert problem(await claim(http, secret, **given)) == refusal
        assert (await claim(http, secret, name=fresh_name(), password=PASSWORD)).status_code == 201


@in_a_loop
async def test_who_owns_the_hall_already_leaves_the_link_to_others(hall: RunningHall) -> None:
    async with administrator(hall) as http, visitor(hall.url) as other:
        secret = await secret_beside(hall)
        assert problem(await claim(http, secret)) == (409, "already")
        assert (await claim(other, secret, name=fresh_name(), password=PASSWORD)).status_code == 201


@in_a_loop
async def test_neither_a_token_nor_a_cross_site_page_claims_a_hall(hall: RunningHall) -> None:
    secret = await secret_beside(hall)
    async with account(hall.url) as http:
        token = (await http.post("/api/me/tokens", json={"label": "bot", "scope": "play"})).json()["token"]
        async with visitor(hall.url, authorization=f"Bearer {token}") as bot:
            assert problem(await claim(bot, secret))[0] == 403
        elsewhere = {"origin": "https://elsewhere.example"}
        answer = await http.post("/api/claim", json={"secret": secret}, headers=elsewhere)
        assert problem(answer) == (403, "elsewhere")
        assert (await claim(http, secret)).status_code == 201
