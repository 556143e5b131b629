"""Accounts, results and what administrators did, in folders of an earlier Dicehall: see README.md."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from dicehall.rules.verify import verify
from dicehall.store.journal.disk import DiskJournal
from tests.at_once import at_once
from tests.server.authenticator import Authenticator, Key, to_bytes
from tests.server.browser import me, problem, program, visitor
from tests.server.kit import PATIENCE, Message, RunningHall, in_a_loop, refused
from tests.upgrade.kit import OldHall, copied, lost


@pytest.fixture(scope="module", params=[pytest.param("0.1-clean", marks=pytest.mark.soak), "0.1-killed"])
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> OldHall:
    """These tests change little, so that they share one copy and one hall."""
    return copied(request.param, tmp_path_factory.mktemp("old"))


@pytest.fixture(scope="module")
def url(old: OldHall) -> Iterator[str]:
    with RunningHall(old.data) as hall:
        yield hall.url
        hall.stop()


def cookies(old: OldHall) -> dict[str, str]:
    return {person["id"]: person["cookie"] for person in old.people}


def an_administrator(old: OldHall) -> str:
    return next(str(person["cookie"]) for person in old.people if person["kind"] == "administrator")


async def answer_of(http: httpx.AsyncClient, path: str, **query: Any) -> Any:
    answer = await http.get(path, params=query)
    answer.raise_for_status()
    return answer.json()


async def becomes(then: Any, ask: Callable[[], Awaitable[Any]]) -> None:
    """The last games before a crash may still be counted when the hall opens."""
    now = None
    with suppress(TimeoutError):
        async with asyncio.timeout(2 * PATIENCE):
            while lost(now := await ask(), then):
                await asyncio.sleep(0.05)
    assert lost(now, then) == []


# Signing in


@in_a_loop
async def test_every_password_is_still_good(old: OldHall, url: str) -> None:
    kinds = {person["id"]: person["kind"] for person in old.people}
    names = {person["id"]: person["name"] for person in old.people}
    assert old.expected["accounts"]
    for who, password in old.expected["accounts"].items():
        async with visitor(url) as http:
            answer = await http.post("/api/sessions", json={"name": names[who], "password": password})
            assert answer.status_code == 201, answer.text
            assert await me(http) == {"id": who, "name": names[who], "kind": kinds[who]}
            wrong = await http.post("/api/sessions", json={"name": names[who], "password": f"{password}?"})
            assert problem(wrong) == (401, "wrong_password")


@in_a_loop
async def test_a_passkey_is_still_good(old: OldHall, url: str) -> None:
    kept = old.expected["passkey"]
    device = Authenticator(url.replace("127.0.0.1", "localhost"))
    secret = ec.derive_private_key(int(kept["secret"], 16), ec.SECP256R1())
    device.keys.append(Key(to_bytes(kept["id"]), secret, to_bytes(kept["handle"])))
    device.count = kept["count"]
    async with visitor(url) as http:
        question = (await http.post("/api/passkeys/log-in")).json()
        answer = await http.put("/api/passkeys/log-in", json={"credential": device.get(question)})
        assert answer.status_code == 200, answer.text
        assert (await me(http))["id"] == kept["who"]


@in_a_loop
async def test_access_tokens_still_do_what_they_were_made_for(old: OldHall, url: str) -> None:
    tokens = {token["scope"]: token for token in old.expected["tokens"]}
    player = await program(url, tokens["play"]["token"])
    reader = await program(url, tokens["read"]["token"])
    assert (player.me, reader.me) == (tokens["play"]["who"], tokens["read"]["who"])
    code = await player.open("peril")
    await reader.ask("watch", table=code)
    assert (await refused(reader.do(code, "sit"))).reason == "read_only"
    await player.close()
    await reader.close()


@in_a_loop
async def test_banned_people_stay_out_and_are_told_why(old: OldHall, url: str) -> None:
    for ban in old.expected["banned"]:
        async with visitor(url) as http:
            name, password = ban["person"]["name"], old.expected["banned_password"]
            answer = await http.post("/api/sessions", json={"name": name, "password": password})
            assert problem(answer) == (403, "banned")
            assert ban["reason"] in answer.json()["detail"]
    async with visitor(url, cookie=an_administrator(old)) as http:
        assert lost(await answer_of(http, "/api/admin/bans"), old.expected["banned"]) == []


@in_a_loop
async def test_invitations_still_stand(old: OldHall, url: str) -> None:
    assert any(old.expected["invitations"].values())
    for who, cookie in cookies(old).items():
        async with visitor(url, cookie=cookie) as http:
            invited = await answer_of(http, "/api/me/invitations")
            assert lost(invited, old.expected["invitations"][who]) == []


# Results


@in_a_loop
async def test_leaderboards_profiles_and_dice_show_the_same_figures(old: OldHall, url: str) -> None:
    results = old.expected["results"]
    async with visitor(url) as http:
        for then in results["leaderboards"]:
            board = {"rows" if name == "lines" else name: value for name, value in then.items()}
            query = {"bots": str(board["bots"]).lower()} | ({"game": board["game"]} if board["game"] else {})
            await becomes(board, partial(answer_of, http, "/api/leaderboard", **query))
        for who, profile in results["profiles"].items():
            await becomes(profile, partial(answer_of, http, f"/api/people/{who}"))
        await becomes(results["dice"], partial(answer_of, http, "/api/dice"))


@in_a_loop
async def test_everybody_finds_their_games_again(old: OldHall, url: str) -> None:
    """Also the private ones: each asks for their own."""
    for who, cookie in cookies(old).items():
        async with visitor(url, cookie=cookie) as http:
            path, history = f"/api/people/{who}/games", old.expected["histories"][who]
            await becomes(history, partial(answer_of, http, path, most=50))
            for game in history["games"]:
                assert (await http.get(game["record"])).status_code == 200


def test_the_dice_of_every_finished_game_can_still_be_thrown_again(old: OldHall, tmp_path: Path) -> None:
    told_by_nobody = {"signed", "told_commitment", "told_digest", "own_seed", "beyond"}
    with closing(DiskJournal(copied(old.folder, tmp_path).data)) as journal:
        for code in old.records:
            for body in at_once(journal.records(code)):
                game: Message = msgspec.json.decode(body)
                checks = verify(game["record"])
                unfinished = set() if game["places"] else {"end"}
                not_ok = {check.what for check in checks if check.outcome != "ok"}
                assert not_ok - unfinished == told_by_nobody, (code, checks)


# Administrators


@in_a_loop
async def test_what_administrators_did_is_still_listed(old: OldHall, url: str) -> None:
    audit = old.expected["audit"]
    async with visitor(url, cookie=an_administrator(old)) as http:
        assert lost(await answer_of(http, "/api/admin/audit", most=200), audit) == []


@in_a_loop
async def test_a_deleted_account_stays_deleted(old: OldHall, url: str) -> None:
    async with visitor(url) as http:
        assert (await http.get(f"/api/people/{old.expected['forgotten']}")).status_code == 404
