"""What a page of someone else sends with the cookie of its visitor is refused, over HTTP and at the socket."""

import re
from collections.abc import AsyncIterator

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from dicehall.server.bounds.rights import ROUTES
from dicehall.server.web.guard import SAFE, has_body
from dicehall.server.web.origins import allowed_origin, elsewhere, origin_of
from tests.server.browser import fresh_name, problem, visitor
from tests.server.kit import in_a_loop

PUBLIC = "https://dice.example.org"
LAN = "http://192.168.1.5:8000"


# The one function that decides


@pytest.mark.parametrize(
    ("headers", "url"),
    [
        ({}, PUBLIC),
        ({"host": "dice.example.org"}, PUBLIC),
        ({"sec-fetch-site": "same-origin", "origin": PUBLIC, "host": "127.0.0.1:8000"}, PUBLIC),
        ({"sec-fetch-site": "same-origin", "origin": "https://other.example", "host": "127.0.0.1:8000"}, PUBLIC),
        ({"sec-fetch-site": "none"}, PUBLIC),
        ({"origin": PUBLIC, "host": "127.0.0.1:8000"}, PUBLIC),
        ({"origin": PUBLIC, "host": "127.0.0.1:8000"}, f"{PUBLIC}/"),
        ({"origin": PUBLIC, "host": "127.0.0.1:8000"}, f"{PUBLIC}:443/hall"),
        ({"origin": LAN, "host": "192.168.1.5:8000"}, "http://127.0.0.1:8000"),
        ({"origin": "http://localhost:8000", "host": "localhost:8000"}, LAN),
        ({"origin": "http://localhost:8000", "host": "localhost:8000"}, PUBLIC),
        ({"origin": "http://[::1]:8000", "host": "[::1]:8000"}, LAN),
        # A browser that does not know what its own socket is to the page, as some have been
        ({"sec-fetch-site": "cross-site", "origin": PUBLIC, "host": "127.0.0.1:8000"}, PUBLIC),
    ],
)
def test_the_halls_own_pages_and_programs_are_let_in(headers: dict[str, str], url: str) -> None:
    assert allowed_origin(headers, url)


@pytest.mark.parametrize(
    ("headers", "url"),
    [
        ({"sec-fetch-site": "cross-site"}, PUBLIC),
        ({"sec-fetch-site": "same-site"}, PUBLIC),
        ({"sec-fetch-site": "cross-site", "origin": "https://evil.example", "host": "dice.example.org"}, PUBLIC),
        ({"sec-fetch-site": "same-site", "origin": "https://evil.example.org", "host": "dice.example.org"}, PUBLIC),
        ({"origin": "https://evil.example", "host": "dice.example.org"}, PUBLIC),
        ({"origin": "null", "host": "null"}, PUBLIC),
        ({"origin": "", "host": ""}, PUBLIC),
        ({"origin": "://", "host": ""}, PUBLIC),
        ({"origin": "http://", "host": ""}, PUBLIC),
        ({"origin": "file://", "host": "dice.example.org"}, PUBLIC),
        ({"origin": "ftp://dice.example.org", "host": "dice.example.org"}, PUBLIC),
        ({"origin": "http://dice.example.org", "host": "dice.example.org"}, PUBLIC),
        ({"origin": f"{PUBLIC}.evil.example", "host": "dice.example.org"}, PUBLIC),
        ({"origin": f"{PUBLIC}:8443", "host": "dice.example.org"}, PUBLIC),
        ({"origin": "http://192.168.1.5:9000", "host": "192.168.1.5:8000"}, LAN),
        ({"origin": "http://192.168.1.5", "host": "192.168.1.5:8000"}, LAN),
    ],
)
def test_pages_of_others_are_not(headers: dict[str, str], url: str) -> None:
    assert not allowed_origin(headers, url)


def test_an_origin_is_written_as_browsers_write_it() -> None:
    assert origin_of("https://dice.example.org:443/hall") == "https://dice.example.org"
    assert origin_of("http://hall:80") == "http://hall"
    assert origin_of("https://hall:80") == "https://hall:80"
    assert origin_of("http://[::1]:8000") == "http://[::1]:8000"


def test_the_refusal_says_who_it_was_and_what_a_host_may_do() -> None:
    text = elsewhere({"origin": "https://evil.example\u202e" + "x" * 500}, PUBLIC)
    assert text.startswith("This request comes from https://evil.example")
    assert "\u202e" not in text
    assert len(text) < 350
    assert "the hall is at https://dice.example.org" in text
    assert "--public-url" in text


# Over HTTP

CROSS_SITE = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site", "origin": "http://other.hall"},
]

UNSAFE = [
    (method, re.sub(r"{\w+:\w+}", "x", path))
    for method, _, path in (route.partition(" ") for route in ROUTES)
    if path and method not in SAFE
]


@pytest.mark.parametrize(("method", "path"), UNSAFE)
@in_a_loop
async def test_every_unsafe_request_from_another_page_is_refused(method: str, path: str, url: str) -> None:
    async with visitor(url, fresh_name()) as http:
        before = (await http.get("/api/me")).json()
        for headers in CROSS_SITE:
            answer = await http.request(method, path, headers=headers, json={"name": "Mallory"})
            assert problem(answer) == (403, "elsewhere")
        assert (await http.get("/api/me")).json() == before


@in_a_loop
async def test_the_halls_own_page_may_do_all_that_its_visitor_may(url: str) -> None:
    async with visitor(url, fresh_name()) as http:
        for headers in ({"origin": url}, {"sec-fetch-site": "same-origin", "origin": url}, {}):
            name = fresh_name()
            answer = await http.patch("/api/me", headers=headers, json={"name": name})
            assert answer.json()["name"] == name


@in_a_loop
async def test_reading_is_open_to_every_origin_but_no_script_of_another_page_gets_to_see_it(url: str) -> None:
    """A link from elsewhere must work; what keeps scripts out is that the hall never says they may come in."""
    async with visitor(url, fresh_name()) as http:
        answer = await http.get("/api/me", headers={"origin": "https://evil.example", "sec-fetch-site": "cross-site"})
        assert answer.status_code == 200
        assert "access-control-allow-origin" not in answer.headers
        asked = await http.request(
            "OPTIONS", "/api/me", headers={"origin": "https://evil.example", "access-control-request-method": "PATCH"}
        )
        assert not [name for name in asked.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", ""],
)
@in_a_loop
async def test_a_body_that_a_form_could_send_is_refused(kind: str, url: str) -> None:
    async with visitor(url) as http:
        answer = await http.post("/api/guests", content=b'{"name": "Mallory"}', headers={"content-type": kind})
        assert problem(answer) == (415, "not_json")
        assert "Content-Type: application/json" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("headers", "has"),
    [
        ({}, False),
        ({"content-length": "0"}, False),
        ({"content-length": "1"}, True),
        ({"transfer-encoding": "chunked"}, True),
    ],
)
def test_a_body_is_known_by_its_length_or_by_coming_in_pieces(headers: dict[str, str], has: bool) -> None:
    assert has_body(headers) == has


@in_a_loop
async def test_a_body_that_comes_in_pieces_is_refused_as_well(url: str) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b'{"name": '
        yield b'"Mallory"}'

    async with visitor(url) as http:
        answer = await http.post("/api/guests", content=pieces(), headers={"content-type": "text/plain"})
        assert answer.request.headers["transfer-encoding"] == "chunked"
        assert problem(answer) == (415, "not_json")


@in_a_loop
async def test_json_may_say_its_charset(url: str) -> None:
    async with visitor(url) as http:
        headers = {"content-type": "Application/JSON; charset=utf-8"}
        answer = await http.post("/api/guests", content=f'{{"name": "{fresh_name()}"}}', headers=headers)
        assert answer.status_code == 201


# At the socket


async def handshake(url: str, **headers: str) -> tuple[int, str]:
    """What the hall answers to a socket."""
    try:
        socket = await connect(f"ws{url.removeprefix('http')}/ws", additional_headers=headers, compression=None)
    except InvalidStatus as refusal:
        return refusal.response.status_code, (refusal.response.body or b"").decode()
    await socket.close()
    return 101, ""


@in_a_loop
async def test_a_socket_of_another_page_is_refused_at_the_handshake_and_told_why(url: str) -> None:
    async with visitor(url, fresh_name()) as http:
        for origin in ("https://evil.example", "null", f"{url}.evil.example", "http://127.0.0.1"):
            status, said = await handshake(url, Cookie=f"dicehall={http.cookies['dicehall']}", Origin=origin)
            assert status == 403
            assert said.startswith(f"This request comes from {origin}, and the hall is at {url}.")


@in_a_loop
async def test_a_socket_of_the_halls_own_page_or_of_a_program_is_let_in(url: str) -> None:
    local = url.replace("127.0.0.1", "localhost")
    assert await handshake(url, Origin=url) == await handshake(local, Origin=local) == await handshake(url) == (101, "")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1", "http://hall"])
@in_a_loop
async def test_a_page_that_says_its_origin_is_told_what_the_handshake_was_told(url: str, origin: str) -> None:
    """To its own server a browser says nothing more of a page than that it is the same, whatever a proxy made of it."""
    told = await handshake(url, Origin=origin)
    async with visitor(url) as http:
        page = await http.get("/ws", params={"origin": origin}, headers={"Sec-Fetch-Site": "same-origin"})
        program = await http.get("/ws", headers={"Origin": origin})
    for answer in (page, program):
        assert problem(answer) == (403, "elsewhere")
        assert (answer.status_code, answer.json()["detail"]) == told


@in_a_loop
async def test_a_page_of_the_hall_is_told_that_its_socket_would_be_let_in(url: str) -> None:
    async with visitor(url) as http:
        for query in ({"origin": url}, {}):
            assert problem(await http.get("/ws", params=query)) == (426, "no_socket")


@in_a_loop
async def test_a_cross_site_page_does_not_say_that_it_is_ours(url: str) -> None:
    async with visitor(url) as http:
        answer = await http.get("/ws", params={"origin": url}, headers={"Origin": "https://evil.example"})
        assert problem(answer) == (403, "elsewhere")
