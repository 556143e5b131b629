"""The games over HTTP: their words, their rules, and the code of a table to scan."""

from io import BytesIO
from itertools import product
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
import segno

from dicehall.cli.shared.rulebook import chapter
from dicehall.narrate import read_messages
from dicehall.narrate.kinds import kinds_of_game
from dicehall.rules.catalog import GAMES
from dicehall.server.bounds.limits import Limits
from dicehall.server.web import games
from dicehall.server.web.tables import drawing, qr
from tests.server.browser import problem, visitor
from tests.server.inside import inside
from tests.server.kit import ROOMY, guests, in_a_loop


@in_a_loop
async def test_the_catalog_says_what_the_games_declare() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        told = (await http.get("/api/games")).json()
    assert [(game["name"], game["icon"], game["colour"], game["colour_light"]) for game in told] == [
        (listing.name, listing.icon, listing.colour, listing.colour_light) for listing in GAMES
    ]
    assert {game["name"]: (game["points"], game["wants_games_won"], game["thrown"]) for game in told} == {
        "peril": (False, False, ["threw"]),
        "mindroll": (True, False, ["dealt"]),
        "three_dice": (False, False, ["threw", "threw_again", "rolled_off"]),
        "stlucia": (False, False, ["threw", "threw_again"]),
        "bluff": (False, True, ["dealt"]),
    }
    assert {game["name"]: (game["clock"], game["minutes"]) for game in told} == {
        listing.name: (listing.clock, listing.minutes) for listing in GAMES
    }
    assert {game["name"]: game["allowances"] for game in told} == {
        "peril": {"threw": 6},
        "mindroll": {"verdict": 9},
        "three_dice": {"threw": 5, "threw_again": 5, "lowest_roll": 5, "false_start": 5, "lost": 4, "all_safe": 4},
        "stlucia": {"hit": 6, "claimed": 4},
        "bluff": {"elimination_began": 4, "no_bluff": 8, "was_bluff": 8, "immunity_played": 4},
    }


@in_a_loop
async def test_a_game_brings_its_words_and_what_is_meant_by_them() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        for listing in GAMES:
            answer = await http.get(f"/api/games/{listing.name}/words")
            told = answer.json()
            assert told["messages"] == read_messages(listing.name, "en")
            assert told["kinds"]["table-sat"] == {"who": "who"}
            assert told["kinds"][f"{listing.name}-left"] == {"seat": "seat"}
            assert told["kinds"].keys() == kinds_of_game(listing).keys()
            await is_kept(http, answer)


@in_a_loop
async def test_a_game_brings_its_rules_and_rulings() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        for listing in GAMES:
            answer = await http.get(f"/api/games/{listing.name}/rules")
            told = answer.json()
            assert f">{listing.title}</h1>" in told["html"]
            assert '<h2 id="rulings">' in told["rulings"], listing.name
            assert '<tr id="' in told["rulings"], listing.name
            await is_kept(http, answer)


async def is_kept(http: httpx.AsyncClient, answer: httpx.Response) -> None:
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"
    again = await http.get(answer.url, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@in_a_loop
async def test_an_unknown_game_is_answered_with_those_that_there_are() -> None:
    names = ("chess", "<b>", "Peril", "table", "page", "x" * 500)
    async with inside() as hall, visitor(hall.url) as http:
        for name, what in product(names, ("words", "rules")):
            answer = await http.get(f"/api/games/{name}/{what}")
            assert problem(answer) == (404, "unknown_game"), (name, what)
            assert answer.json()["detail"].endswith("the games are peril, mindroll, three_dice, stlucia, bluff.")
            assert len(answer.text) < 300, (name, what)


@in_a_loop
async def test_a_game_without_written_rules_has_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    new = GAMES[0]._replace(name="sixth", title="Sixth & last", sentence="Nobody knows <b>how</b>.")
    monkeypatch.setattr(games, "find", lambda _: new)
    assert chapter(new) == ("# Sixth & last\n\nNobody knows <b>how</b>.\n", "")
    async with inside() as hall, visitor(hall.url) as http:
        told = (await http.get("/api/games/sixth/rules")).json()
    paragraph = "<p>Nobody knows &lt;b&gt;how&lt;/b&gt;.</p>"
    assert told == {"html": f'<h1 id="sixth--last">Sixth &amp; last</h1>\n{paragraph}\n', "rulings": ""}


# The code to scan


@in_a_loop
async def test_a_table_has_a_code_to_scan_that_is_its_link() -> None:
    async with inside() as hall, guests(hall.url, "Ann") as (ann,), visitor(hall.url) as http:
        code = await ann.open("peril", public=False)
        for spelling in (code, code.upper()):
            answer = await http.get(f"/api/tables/{spelling}/qr")
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.text == qr(f"http://hall/t/{code.upper()}")
            assert set(answer.headers["cache-control"].split(", ")) == {"private", "max-age=3600"}
        unknown = await http.get("/api/tables/zzzz/qr")
        assert problem(unknown) == (404, "no_table")
        assert unknown.headers["cache-control"] == "no-store"


@in_a_loop
async def test_the_codes_of_as_many_tables_as_there_may_be_are_drawn_once() -> None:
    async with inside(limits=Limits.read((*ROOMY, "tables=200"))) as hall:
        drawn: Any = drawing(hall.parts.visitors.limits.tables)
        for _ in range(2):
            for number in range(200):
                drawn(f"http://hall/t/{number}")
        assert drawn.cache_info().misses == 200


def test_a_code_is_dark_on_light_with_a_quiet_zone_of_four_modules() -> None:
    drawn = ElementTree.fromstring(qr("http://hall/t/KIRO"))
    size = segno.make("http://hall/t/KIRO", error="m", micro=False).symbol_size(border=4)[0]
    assert drawn.attrib["viewBox"] == f"0 0 {size} {size}"
    assert "width" not in drawn.attrib, "anyone who shows it says how large"
    ground, modules = drawn
    assert ground.attrib == {"fill": "#fff", "d": f"M0 0h{size}v{size}h-{size}z"}
    assert modules.attrib["stroke"] == "#000"
    assert modules.attrib["d"].startswith("M4 4.5h7"), "the corner of a finder pattern"


def test_a_code_has_no_style_of_its_own_that_a_page_would_refuse() -> None:
    assert "style=" not in qr("http://hall/t/KIRO")
    assert BytesIO(qr("http://hall/t/KIRO").encode()).getbuffer().nbytes < 5000
