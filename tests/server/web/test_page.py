"""The page as it is served: one document for all places, files that are kept for a year, and titles for links."""

import gzip
import shutil
from itertools import product
from pathlib import Path

import pytest

from dicehall.server.bounds.limits import Limits
from dicehall.server.web.cached import takes
from dicehall.server.web.page import DESCRIPTION, NOT_BUILT, PAGE, TITLE
from tests.server.browser import problem, visitor
from tests.server.inside import BUILT, inside
from tests.server.kit import ROOMY, guests, in_a_loop
from tests.test_build import load

VIEWS = (
    "/",
    "/rules",
    "/rules/peril",
    "/rules/chess",
    "/leaderboard",
    "/leaderboard?game=bluff",
    "/account",
    "/dice",
    "/night",
    "/nights",
    "/people",
    "/people/Ann",
    "/claim/secret",
    "/tournaments",
    "/tournaments/new",
    "/tournament/CUPRAMI",
    "/t",
    "/t/",
    "/t/ZZZZ",
)
DOCUMENT = (BUILT / "index.html").read_bytes()
NARROW = Limits.read((*ROOMY, "unknown_codes_per_address=3"))


# The document


@in_a_loop
async def test_every_view_is_the_same_document_and_asked_about_each_time() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        for path in VIEWS:
            page = await http.get(path)
            assert (page.status_code, page.content) == (200, DOCUMENT), path
            assert page.headers["content-type"] == "text/html; charset=utf-8", path
            assert page.headers["cache-control"] == "no-cache", path
            again = await http.get(path, headers={"if-none-match": page.headers["etag"]})
            assert (again.status_code, again.content) == (304, b""), path
            assert (await http.get(path, headers={"if-none-match": '"older"'})).status_code == 200, path


NO_VIEWS = ("/nothing", "/rules/peril/more", "/leaderboard/peril", "/t/KIRO/more", "/page")


@in_a_loop
async def test_what_is_no_view_is_not_there() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        for path in (*NO_VIEWS, "/api/nothing"):
            assert problem(await http.get(path)) == (404, "not_found"), path


@in_a_loop
async def test_a_browser_is_told_by_the_page_itself_that_nothing_is_there(tmp_path: Path) -> None:
    async with inside() as hall, visitor(hall.url, accept="text/html,*/*;q=0.8") as http:
        for path in NO_VIEWS:
            lost = await http.get(path)
            assert (lost.status_code, lost.content) == (404, DOCUMENT), path
            assert lost.headers["content-type"] == "text/html; charset=utf-8", path
            assert lost.headers["cache-control"] == "no-store", path
        assert problem(await http.get("/api/nothing")) == (404, "not_found")
    async with inside(page=tmp_path / "none") as hall, visitor(hall.url, accept="text/html") as http:
        for path in NO_VIEWS:
            assert "There is nothing at this address." in (await http.get(path)).text, "also where no page is built"


# The link of a table


@in_a_loop
async def test_the_link_of_a_table_says_what_is_played_there() -> None:
    async with inside() as hall, guests(hall.url, "Ann") as (ann,), visitor(hall.url) as http:
        for public in (True, False):
            code = (await ann.open("stlucia", public=public)).upper()
            for spelling in (code, code.lower()):
                page = (await http.get(f"/t/{spelling}")).text
                assert f"<title>King of StLucia at table {code} · Dicehall</title>" in page
                assert (
                    'content="Six dice, ten health and one town: take it, hold it, and know when to run. Open' in page
                )
            rest = DESCRIPTION.sub("", TITLE.sub("", page))
            assert rest == DESCRIPTION.sub("", TITLE.sub("", DOCUMENT.decode())), "nothing else is different"


@in_a_loop
async def test_a_title_is_text_whatever_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    said = r'</title><script>\1" { "{" }'
    async with inside() as hall, guests(hall.url, "Ann") as (ann,), visitor(hall.url) as http:
        code = await ann.open("peril")
        monkeypatch.setattr("dicehall.server.web.page.Narrator.text", lambda *_: said)
        page = (await http.get(f"/t/{code}")).text
        assert "<script>\\1" not in page
        assert r"<title>&lt;/title&gt;&lt;script&gt;\1&quot; {" in page
        assert r'content="&lt;/title&gt;&lt;script&gt;\1&quot; {' in page


@in_a_loop
async def test_the_titles_of_links_do_not_help_to_guess_codes() -> None:
    """Anyone who asks for many codes is no longer told which there are, and sees the page as ever."""
    async with inside(limits=NARROW) as hall, guests(hall.url, "Ann") as (ann,), visitor(hall.url) as http:
        code = await ann.open("peril")
        for _ in range(5):
            assert (await http.get("/t/zzzz")).content == DOCUMENT
        assert (await http.get(f"/t/{code}")).content == DOCUMENT
        assert (await http.get(f"/api/tables/{code}")).status_code == 200, "links that lead nowhere lock nobody out"


@in_a_loop
async def test_anyone_who_guesses_by_other_ways_sees_no_titles() -> None:
    async with inside(limits=NARROW) as hall, guests(hall.url, "Ann") as (ann,), visitor(hall.url) as http:
        code = await ann.open("peril")
        for _ in range(3):
            assert problem(await http.get("/api/tables/zzzz")) == (404, "no_table")
        assert (await http.get(f"/api/tables/{code}")).status_code == 429
        assert (await http.get(f"/t/{code}")).content == DOCUMENT
        own = await http.get(f"/t/{code}", headers={"cookie": ann.cookie or ""})
        assert code.upper() in own.text, "people see those of their own tables"


@in_a_loop
async def test_pages_of_others_neither_lock_a_household_out_nor_learn_of_tables() -> None:
    sites, places = ("cross-site", "same-site"), ("image", "iframe", "script", "empty", None)
    async with inside(limits=NARROW) as hall, guests(hall.url, "Ann") as (ann,), visitor(hall.url) as http:
        code = await ann.open("peril")
        for site, place in product(sites, places):
            embedded = {"sec-fetch-site": site} | ({} if place is None else {"sec-fetch-dest": place})
            answers = set()
            for asked in ("zzzz", code) * 3:
                assert (await http.get(f"/t/{asked}", headers=embedded)).content == DOCUMENT, embedded
                for path in ("", "/qr", "/games/1"):
                    answer = await http.get(f"/api/tables/{asked}{path}", headers=embedded)
                    assert problem(answer) == (403, "elsewhere"), embedded
                    answers.add(answer.text)
            assert len(answers) == 1, "one answer, whether there is a table or not"
            link = await http.get(f"/t/{code}", headers={"sec-fetch-site": site, "sec-fetch-dest": "document"})
            assert code.upper() in link.text, "a link from there is followed as any other"
            assert (await http.get(f"/api/tables/{code}")).status_code == 200, embedded


@pytest.mark.parametrize("document", [Path("web/index.html"), BUILT / "index.html"], ids=str)
def test_the_document_has_a_title_and_a_description_to_replace(document: Path) -> None:
    text = (Path(__file__).parents[3] / document).read_text(encoding="utf-8")
    assert len(TITLE.findall(text)) == len(DESCRIPTION.findall(text)) == 1


# What it loads


@in_a_loop
async def test_a_file_is_what_it_is_called_and_kept_for_a_year() -> None:
    kinds = {
        "main-Ab12.js": "text/javascript; charset=utf-8",
        "main-Cd34.css": "text/css; charset=utf-8",
        "letters-Gh78.woff2": "font/woff2",
        "die-Ef56.svg": "image/svg+xml",
    }
    async with inside() as hall, visitor(hall.url) as http:
        for file, kind in kinds.items():
            answer = await http.get(f"/assets/{file}")
            assert answer.content == (BUILT / "assets" / file).read_bytes(), file
            assert answer.headers["content-type"] == kind
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", file
            assert answer.headers["vary"] == "Accept-Encoding", file


@in_a_loop
async def test_what_gets_smaller_is_packed_once_and_only_for_those_who_can_unpack_it() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        script = (BUILT / "assets" / "main-Ab12.js").read_bytes()
        async with http.stream("GET", "/assets/main-Ab12.js") as packed:
            raw = b"".join([part async for part in packed.aiter_raw()])
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) == len(raw) < len(script)
        assert gzip.decompress(raw) == script, "packed once, and not twice"
        plain = await http.get("/assets/main-Ab12.js", headers={"accept-encoding": "br, identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == script
        font = await http.get("/assets/letters-Gh78.woff2")
        assert "content-encoding" not in font.headers, "it would be no smaller"


@in_a_loop
async def test_packed_and_plain_are_two_versions_for_a_cache() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        ways = {"gzip": {"accept-encoding": "gzip"}, "plain": {"accept-encoding": "identity"}}
        tags = {way: (await http.get("/assets/main-Ab12.js", headers=ways[way])).headers["etag"] for way in ways}
        assert tags["gzip"] != tags["plain"]
        for way, headers in ways.items():
            for kept, tag in tags.items():
                again = await http.get("/assets/main-Ab12.js", headers={**headers, "if-none-match": tag})
                assert again.status_code == (304 if way == kept else 200)
                assert again.headers["etag"] == tags[way]


@in_a_loop
async def test_what_the_build_has_packed_with_brotli_is_for_those_who_take_it(tmp_path: Path) -> None:
    shutil.copytree(BUILT, tmp_path, dirs_exist_ok=True)
    (tmp_path / "assets" / "main-Ab12.js.br").write_bytes(b"packed")
    async with inside(page=tmp_path) as hall, visitor(hall.url) as http:
        for accepted, coding in (("gzip, deflate, br", "br"), ("gzip, deflate", "gzip"), ("br;q=0, gzip", "gzip")):
            async with http.stream("GET", "/assets/main-Ab12.js", headers={"accept-encoding": accepted}) as answer:
                assert answer.headers["content-encoding"] == coding
                assert answer.headers["etag"].endswith(f'-{coding}"')
        assert (await http.get("/assets/main-Ab12.js.br")).status_code == 404


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("gzip", True), ("br, GZIP", True), ("gzip;q=0.5, br", True), ("br;q=1.0, gzip; q=0.01", True),
        ("", False), ("br", False), ("gzip;q=0", False), ("gzip;q=0.000", False), ("x-gzip", False),
    ],
)  # fmt: skip
def test_browsers_say_whether_they_can_unpack(accepted: str, expected: bool) -> None:
    assert takes("gzip", accepted) is expected


@in_a_loop
async def test_nothing_else_is_served_as_a_file_of_the_page() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        for file in ("..%2Findex.html", "index.html", "..%2f..%2fkit.py", "guard.py", ".stamp", ".", "%00"):
            assert (await http.get(f"/assets/{file}")).status_code == 404, file


@in_a_loop
async def test_a_page_that_is_open_when_someone_is_banned_still_finds_its_files() -> None:
    async with inside() as hall, visitor(hall.url, "Ann") as http:
        await hall.parts.accounts.ban("p-ann", "Noise")
        assert (await http.get("/assets/main-Cd34.css")).status_code == 200
        page = await http.get("/")
        assert page.status_code == 403
        assert "You are banned from this hall: Noise" in page.text


# A checkout without a build


@in_a_loop
async def test_where_no_page_is_built_it_says_so_and_everything_else_works(tmp_path: Path) -> None:
    async with inside(page=tmp_path / "none") as hall, visitor(hall.url) as http, guests(hall.url, "Ann") as (ann,):
        code = await ann.open("peril")
        for path in (*VIEWS, f"/t/{code}", "/assets/main-Ab12.js"):
            answer = await http.get(path, headers={"accept": "text/html"})
            assert (answer.status_code, answer.text) == (503, NOT_BUILT)
            assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert "`make page`" in NOT_BUILT
        assert (await http.get(f"/api/tables/{code}")).status_code == 200
        assert (await http.get("/api/dice")).status_code == 200


@in_a_loop
async def test_a_page_of_one_document_alone_is_a_page(tmp_path: Path) -> None:
    shutil.copy(BUILT / "index.html", tmp_path)
    async with inside(page=tmp_path) as hall, visitor(hall.url) as http:
        assert (await http.get("/")).content == DOCUMENT
        assert (await http.get("/assets/main-Ab12.js")).status_code == 404


def test_the_hall_looks_for_the_page_where_the_build_puts_it() -> None:
    assert load(Path(__file__).parents[3] / "web" / "build.py").BUILT == PAGE
