"""Every answer tells browsers to trust nothing but the hall itself, and pages bring nothing that they would refuse."""

import re

import httpx

from tests.server.browser import fresh_name, visitor
from tests.server.inside import inside
from tests.server.kit import guests, in_a_loop

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}

EVERYWHERE = [
    ("GET", "/", 200),
    ("GET", "/account", 200),
    ("GET", "/assets/nothing.js", 404),
    ("GET", "/claim/secret", 200),
    ("GET", "/api/claim/secret", 404),
    ("GET", "/people/Zoe", 200),
    ("GET", "/dice", 200),
    ("GET", "/favicon.ico", 200),
    ("HEAD", "/", 200),
    ("HEAD", "/api/nothing", 404),
    ("GET", "/docs", 200),
    ("GET", "/docs/openapi.json", 200),
    ("GET", "/docs/nothing", 404),
    ("GET", "/api/games", 200),
    ("GET", "/api/me", 401),
    ("GET", "/api/nothing", 404),
    ("GET", "/t/ZZZZ", 200),
    ("PUT", "/api/games", 405),
    ("OPTIONS", "/api/games", 204),
    ("POST", "/api/guests", 400),
    ("GET", "/avatars/Ann.svg", 200),
    ("GET", "/healthz", 200),
    ("GET", "/metrics", 404),
]


@in_a_loop
async def test_a_file_that_is_no_document_has_only_those_that_count_for_it() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        for path in ("/assets/main-Ab12.js", "/docs/style.css"):
            headers = (await http.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff", path
            assert headers["cross-origin-resource-policy"] == "same-origin", path
            assert headers["referrer-policy"] == "same-origin", path
            assert not {"content-security-policy", "permissions-policy", "x-frame-options"} & set(headers), path


@in_a_loop
async def test_every_other_answer_has_all_of_them() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        answers = [(await http.request(method, path), status) for method, path, status in EVERYWHERE]
    for answer, status in answers:
        assert answer.status_code == status, answer.url
        has_all_of_them(answer)


def has_all_of_them(answer: httpx.Response) -> None:
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy.pop("connect-src") == "'self' ws://hall"
    assert policy == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in answer.headers["permissions-policy"]
    assert "publickey-credentials-get=(self)" in answer.headers["permissions-policy"]
    assert "strict-transport-security" not in answer.headers, "this hall speaks plain HTTP"
    assert "access-control-allow-origin" not in answer.headers


@in_a_loop
async def test_a_hall_behind_https_is_never_asked_in_the_clear_again() -> None:
    async with inside(public_url="https://dice.example.org") as hall, visitor(hall.url) as http:
        for path in ("/", "/api/nothing"):
            answer = await http.get(path)
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
            assert "connect-src 'self' wss://dice.example.org;" in answer.headers["content-security-policy"]


@in_a_loop
async def test_what_is_about_people_is_kept_in_no_cache(url: str) -> None:
    async with visitor(url, fresh_name()) as http:
        for path in ("/api/me", "/api/me/export", "/api/dice", "/api/tables", "/api/nothing"):
            assert (await http.get(path)).headers["cache-control"] == "no-store"
        assert (await http.get("/avatars/Ann.svg")).headers["cache-control"] == "public, max-age=86400"


@in_a_loop
async def test_no_page_has_a_script_or_a_style_in_it_or_loads_from_elsewhere() -> None:
    async with (
        inside() as hall,
        visitor(hall.url, accept="text/html") as http,
        guests(hall.url, "Ann") as (host,),
        visitor(hall.url, "Ben", accept="text/html") as guest,
    ):
        code, secret = await host.open("peril"), await hall.parts.accounts.new_claim()
        pages = ["/", f"/claim/{secret}", "/claim/secret", "/docs", f"/t/{code}", "/people/Ben", "/dice", "/nothing"]
        for page in [await each.get(path) for path in pages for each in (http, guest)]:
            assert "<style" not in page.text
            assert " style=" not in page.text
            assert not re.search(r"\son\w+=", page.text), "no handler in an attribute"
            assert all(" src=" in script for script in re.findall("<script[^>]*>", page.text))
            loaded = re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]*)"', page.text)
            assert loaded
            for address in loaded:
                assert address.startswith(("/docs/style.css", "/avatars/", "/assets/"))
                assert (await http.get(address)).status_code == 200


# The files that pages load


@in_a_loop
async def test_the_style_of_the_documentation_is_asked_about_and_not_sent_twice(url: str) -> None:
    async with visitor(url) as http:
        assert 'href="/docs/style.css"' in (await http.get("/docs")).text
        style = await http.get("/docs/style.css")
        assert style.headers["content-type"] == "text/css; charset=utf-8"
        assert style.headers["cache-control"] == "no-cache"
        for tag in (style.headers["etag"], f"W/{style.headers['etag']}", f'"x", {style.headers["etag"]}'):
            again = await http.get("/docs/style.css", headers={"if-none-match": tag})
            assert (again.status_code, again.content) == (304, b"")
        assert (await http.get("/docs/style.css", headers={"if-none-match": '"other"'})).status_code == 200


# Avatars


@in_a_loop
async def test_there_is_an_avatar_for_every_name_that_someone_can_have(url: str) -> None:
    async with visitor(url) as http:
        for name in ("Ann", "a%2Fb", "%F0%9F%8E%B2%20die", "..", "%3Cscript%3E", "x" * 20):
            answer = await http.get(f"/avatars/{name}.svg")
            assert answer.status_code == 200, name
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.text.startswith("<svg ")
            assert "script" not in answer.text
        for name in ("Ann", "Ann.png", ".svg", f"{'x' * 61}.svg", ""):
            answer = await http.get(f"/avatars/{name}")
            assert answer.status_code == 404, name
