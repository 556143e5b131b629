"""Who was signed in with a browser is remembered after signing out, by a cookie that is good for nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from dicehall.ports.people import SESSION_LASTS
from dicehall.server.services.last_here import MOST, LastHere
from tests.server.browser import PASSWORD, account, fresh_name, log_in, me, visitor
from tests.server.inside import Inside, inside
from tests.server.kit import in_a_loop

KEY, OTHER = b"k" * 32, b"o" * 32
COOKIE = "dicehall-last"


class Clock:
    at = 1000.0

    def __call__(self) -> float:
        return self.at


def test_the_last_people_come_back_the_latest_first_and_each_once() -> None:
    last = LastHere([KEY])
    assert last.read(last.written(["ann", "ben", "ann"])) == ("ann", "ben")
    assert last.read(last.written([f"p{number}" for number in range(9)])) == tuple(f"p{n}" for n in range(MOST))


@pytest.mark.parametrize("held", [None, "", "x", "ä", "AAAA", "A" * 600, "é" * 40])
def test_what_the_hall_has_not_written_is_nobody(held: str | None) -> None:
    assert LastHere([KEY]).read(held) == ()


def test_nobody_can_write_it_but_the_hall_and_one_from_before_a_restored_backup_holds() -> None:
    held = LastHere([KEY]).written(["ann"])
    assert LastHere([OTHER]).read(held) == ()
    assert LastHere([OTHER, KEY]).read(held) == ("ann",)
    assert LastHere([KEY]).read(held[:-1] + ("A" if held[-1] != "A" else "Q")) == ()
    assert LastHere([]).read(LastHere([]).written(["ann"])) == ()


def test_it_ends_with_the_sign_in_that_it_comes_with() -> None:
    clock = Clock()
    last = LastHere([KEY], clock)
    held = last.written(["ann"])
    clock.at += SESSION_LASTS - 1
    assert last.read(held) == ("ann",)
    clock.at += 1
    assert last.read(held) == ()


@asynccontextmanager
async def guest_in(browser: httpx.AsyncClient) -> AsyncIterator[str]:
    answer = await browser.post("/api/guests", json={"name": fresh_name().replace(" ", "")})
    yield answer.raise_for_status().json()["id"]


async def sharing(hall: Inside, who: str) -> set[str]:
    return hall.parts.predictions.book.sharing([who]) - {who}


@in_a_loop
async def test_w_07_signing_out_first_is_no_way_around_it_for_guests_passwords_and_accounts_that_are_made() -> None:
    async with inside() as hall, account(hall.url, "Otter Pup") as browser, account(hall.url, "Fox Pup") as elsewhere:
        otter, fox = (await me(browser))["id"], (await me(elsewhere))["id"]
        await browser.delete("/api/sessions")
        async with guest_in(browser) as guest:
            assert await sharing(hall, otter) == {guest}
        await browser.delete("/api/sessions")
        assert (await log_in(browser, "Fox Pup")).status_code == 201
        assert await sharing(hall, otter) == {guest, fox}
        await browser.delete("/api/sessions")
        made = await browser.post("/api/accounts", json={"name": "Owl Pup", "password": PASSWORD})
        assert await sharing(hall, otter) == {guest, fox, made.json()["id"]}


@in_a_loop
async def test_whoever_comes_back_shares_with_nobody_and_so_does_everyone_elsewhere() -> None:
    async with inside() as hall, account(hall.url, "Otter Pup") as browser, account(hall.url) as elsewhere:
        otter, other = (await me(browser))["id"], (await me(elsewhere))["id"]
        await browser.delete("/api/sessions")
        assert (await log_in(browser, "Otter Pup")).status_code == 201
        assert await sharing(hall, otter) == await sharing(hall, other) == set()


@in_a_loop
async def test_w_07_a_guest_in_between_who_is_deleted_breaks_no_chain_and_stays_in_no_cookie() -> None:
    async with inside() as hall, account(hall.url, "Otter Pup") as browser:
        otter = (await me(browser))["id"]
        await browser.delete("/api/sessions")
        async with guest_in(browser) as gone:
            assert (await browser.delete("/api/me")).status_code == 204
        keys = hall.parts.marks.head_keys
        assert LastHere(keys).read(browser.cookies[COOKIE]) == (otter,)
        async with guest_in(browser) as guest:
            assert await sharing(hall, otter) == {guest}
        assert gone not in hall.parts.predictions.book.sign_ins


@in_a_loop
async def test_whoever_deletes_the_account_that_was_first_here_leaves_no_cookie() -> None:
    async with inside() as hall, account(hall.url) as browser:
        assert COOKIE in browser.cookies
        answer = await browser.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert answer.status_code == 204
        assert COOKIE not in browser.cookies
        async with guest_in(browser) as guest:
            assert await sharing(hall, guest) == set()


@in_a_loop
async def test_someone_who_was_deleted_elsewhere_is_not_remembered() -> None:
    async with inside() as hall, account(hall.url, "Otter Pup") as browser, visitor(hall.url) as phone:
        otter = (await me(browser))["id"]
        await browser.delete("/api/sessions")
        await log_in(phone, "Otter Pup")
        assert (await phone.request("DELETE", "/api/me", json={"password": PASSWORD})).status_code == 204
        async with guest_in(browser) as guest:
            assert await sharing(hall, guest) == set()
        assert otter not in hall.parts.predictions.book.sign_ins


@in_a_loop
async def test_the_cookie_signs_nobody_in_and_no_script_sees_it() -> None:
    async with inside() as hall, account(hall.url) as browser, visitor(hall.url) as thief:
        given = [line for line in (await browser.get("/api/me")).headers.get_list("set-cookie") if COOKIE in line]
        assert len(given) == 1
        assert "httponly" in given[0].lower()
        assert "samesite=lax" in given[0].lower()
        cookie: dict[str, Any] = {"name": "dicehall", "value": browser.cookies[COOKIE]}
        for name in ("dicehall", COOKIE):
            thief.cookies.clear()
            thief.cookies.set(**{**cookie, "name": name})
            assert (await thief.get("/api/me")).status_code == 401


@in_a_loop
async def test_a_made_up_cookie_ties_nobody_to_anybody() -> None:
    async with inside() as hall, account(hall.url) as victim, visitor(hall.url) as forger:
        who = (await me(victim))["id"]
        forger.cookies.set(COOKIE, LastHere([OTHER]).written([who]))
        async with guest_in(forger):
            assert await sharing(hall, who) == set()
