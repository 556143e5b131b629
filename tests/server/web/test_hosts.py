"""A hall with a public address: found at no other name, known to browsers by a cookie that no neighbour can plant."""

import contextlib
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from dicehall.server.web.origins import allowed_host
from tests.server.inside import Inside, inside
from tests.server.kit import in_a_loop

PUBLIC = "https://dice.example.org"
HOST = {"host": "dice.example.org"}
EVIL = {"host": "evil.example"}


@contextlib.asynccontextmanager
async def at_home(public_url: str = PUBLIC) -> AsyncIterator[tuple[Inside, httpx.AsyncClient]]:
    async with (
        inside(public_url=public_url, public=True) as hall,
        httpx.AsyncClient(base_url=hall.url, verify=False) as http,
    ):
        yield hall, http


# The address


@pytest.mark.parametrize(
    ("host", "public", "allowed"),
    [
        ("anything", None, True),
        ("dice.example.org", PUBLIC, True),
        ("DICE.example.org:443", PUBLIC, True),
        ("127.0.0.1:8000", PUBLIC, True),
        ("[::1]:8000", PUBLIC, True),
        ("localhost", PUBLIC, True),
        ("dice.example.org:8443", "https://dice.example.org:8443", True),
        ("dice.example.org", "https://dice.example.org:8443", False),
        ("dice.example.org:80", PUBLIC, False),
        ("evil.example", PUBLIC, False),
        ("dice.example.org.evil.example", PUBLIC, False),
        ("localhost.evil.example", PUBLIC, False),
        ("192.168.1.5:8000", PUBLIC, False),
        ("127.0.0.1.evil.example", PUBLIC, False),
        ("dice.example.org:x", PUBLIC, False),
        ("", PUBLIC, False),
        ("[", PUBLIC, False),
    ],
)
def test_only_the_public_address_and_this_machine_are_the_hall(host: str, public: str | None, allowed: bool) -> None:
    assert allowed_host(host, public) is allowed


@in_a_loop
async def test_under_another_name_there_is_no_hall() -> None:
    async with at_home() as (hall, http):
        for path in ("/", "/api/tables", "/api/me"):
            answer = await http.get(path, headers=EVIL)
            assert answer.status_code == 421, path
            assert "The hall is at https://dice.example.org" in answer.text
        assert (await http.post("/api/guests", json={"name": "Ann"}, headers=EVIL)).status_code == 421
        for path in ("/healthz", "/readyz"):
            assert (await http.get(path, headers=EVIL)).status_code in (200, 503)
        for headers in (HOST, {}):
            assert (await http.get("/api/tables", headers=headers)).status_code == 200
        with pytest.raises(InvalidStatus, match="421"):
            await connect(f"ws{hall.url[4:]}/ws".replace("127.0.0.1", "evil.example"), host="127.0.0.1")
        async with connect(f"ws{hall.url[4:]}/ws") as socket:
            assert await socket.recv()


@in_a_loop
async def test_a_hall_without_a_public_address_is_found_at_any() -> None:
    async with inside() as hall, httpx.AsyncClient(base_url=hall.url, verify=False) as http:
        assert (await http.get("/api/tables", headers=EVIL)).status_code == 200


# The cookies

OURS = {"__Host-dicehall", "__Host-dicehall-last"}


def cookies_set(answer: httpx.Response) -> dict[str, str]:
    """By name: everything that is said of them, in small letters."""
    given = (line.partition("=") for line in answer.headers.get_list("set-cookie"))
    return {name: rest.lower() for name, _, rest in given}


@in_a_loop
async def test_over_tls_the_cookies_are_bound_to_this_very_host() -> None:
    async with at_home() as (_, http):
        given = cookies_set(await http.post("/api/guests", json={"name": "Ann"}))
        assert set(given) == OURS
        for said in given.values():
            parts = {part.strip() for part in said.split(";")}
            assert {"secure", "path=/", "httponly"} <= parts
            assert not [part for part in parts if part.startswith("domain")]


@in_a_loop
async def test_a_cookie_of_the_old_name_is_read_and_replaced_and_nobody_is_signed_out() -> None:
    async with at_home() as (_, http):
        came = await http.post("/api/guests", json={"name": "Ann"})
        token = came.headers["set-cookie"].partition("=")[2].partition(";")[0]
        before = await http.get("/api/me", headers={"cookie": f"dicehall={token}"})
        assert before.json()["name"] == "Ann"
        given = cookies_set(before)
        assert given["__Host-dicehall"].startswith(f"{token.lower()};")
        assert "max-age=0" in given["dicehall"]
        after = await http.get("/api/me", headers={"cookie": f"__Host-dicehall={token}"})
        assert after.json()["name"] == "Ann"
        assert set(cookies_set(after)) == OURS


@in_a_loop
async def test_a_planted_cookie_of_the_old_name_does_not_win() -> None:
    async with at_home() as (_, http):
        tokens = {}
        for name in ("Ann", "Eve"):
            came = await http.post("/api/guests", json={"name": name})
            tokens[name] = came.headers["set-cookie"].partition("=")[2].partition(";")[0]
        both = f"dicehall={tokens['Eve']}; __Host-dicehall={tokens['Ann']}"
        assert (await http.get("/api/me", headers={"cookie": both})).json()["name"] == "Ann"


@in_a_loop
async def test_signing_out_over_tls_takes_the_cookie_away() -> None:
    async with at_home() as (_, http):
        came = await http.post("/api/guests", json={"name": "Ann"})
        token = came.headers["set-cookie"].partition("=")[2].partition(";")[0]
        given = cookies_set(await http.delete("/api/sessions", headers={"cookie": f"__Host-dicehall={token}"}))
        assert set(given) == {"__Host-dicehall", "dicehall"}
        for said in given.values():
            assert "max-age=0" in said
            assert "secure" in said, "or the browser would not take it, and keep the cookie"
