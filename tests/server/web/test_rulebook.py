"""Rules as HTML: what a reader can link to, look at and follow, and nothing that a page must not show."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dicehall.cli.shared.rulebook import chapter
from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from dicehall.server.web.rulebook import render, slug

NAMES = [listing.name for listing in GAMES]
RULINGS = "# Rulings: Pig\n\n| id | how | kind |\n|---|---|---|\n| I-01 | As in I-02. | rule |\n| I-02 | So. | rule |\n"
each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)


def html(text: str) -> str:
    return render(text, "", NAMES).html.strip()


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.targets: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids[found["id"] or ""] += 1
        if tag == "a":
            self.targets.add(found["href"] or "")


# Headings


@pytest.mark.parametrize(
    ("heading", "id"),
    [
        ("A round", "a-round"),
        ("Out, and the end", "out-and-the-end"),
        ("Gentlemen's rules", "gentlemens-rules"),
        ("The `target` *counts*", "the-target-counts"),
    ],
)
def test_a_heading_can_be_linked_to(heading: str, id: str) -> None:
    assert f'<h2 id="{id}">' in html(f"## {heading}")


def test_headings_of_one_name_are_told_apart() -> None:
    assert re.findall('id="(.*?)"', html("# A\n\n## A\n\n## A\n")) == ["a", "a-1", "a-2"]


def test_rulings_follow_the_rules_one_step_below() -> None:
    both = render("# Pig\n", RULINGS, NAMES)
    assert '<h1 id="pig">Pig</h1>' in both.html
    assert '<h2 id="rulings">Rulings: Pig</h2>' in both.rulings


# Dice


@pytest.mark.parametrize(
    ("code", "faces"),
    [("4-5-6", "456"), ("4 5 6", "456"), ("1 2 2 A A A", "122AAA"), ("6", "6"), ("H", "H")],
)
def test_dice_are_drawn_as_dice(code: str, faces: str) -> None:
    dice = " ".join(f'<span class="die" data-face="{face}">{face}</span>' for face in faces)
    assert html(f"So `{code}` it is.") == f'<p>So <span class="dice">{dice}</span> it is.</p>'


def test_large_dice_are_dice_too() -> None:
    assert re.findall('data-face="(.*?)"', html("`30` and `12-20`")) == ["30", "12", "20"]


@pytest.mark.parametrize("code", ["P-07", "P-10", "laps=2", "rounds", "0", "07", "4-", "1,2", "AB", "4  5", "a", "100"])
def test_other_code_is_code(code: str) -> None:
    assert html(f"`{code}`") == f"<p><code>{code}</code></p>"


# Links


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("bluff.md", "/rules/bluff"),
        ("bluff.md#the-end", "/rules/bluff#the-end"),
        ("../rules/bluff.md", "/rules/bluff"),
        ("../rulings/bluff.md", "/rules/bluff#rulings"),
        ("#the-end", "#the-end"),
        ("https://example.org/a?b=c", "https://example.org/a?b=c"),
    ],
)
def test_a_link_leads_to_where_it_is_on_the_page(link: str, target: str) -> None:
    assert html(f"See [there]({link}).") == f'<p>See <a href="{target}">there</a>.</p>'


@pytest.mark.parametrize(
    "link", ["../rulings/README.md", "../tables.md", "chess.md", "../../README.md", "/etc/passwd", "mailto:a@b.c"]
)
def test_a_link_to_what_is_not_on_the_page_is_text(link: str) -> None:
    assert html(f"See [over *there*]({link}).") == "<p>See over <em>there</em>.</p>"


def test_a_ruling_that_is_cited_leads_to_its_row() -> None:
    both = render("Points win (I-01, I-03).", RULINGS, NAMES)
    assert both.html == '<p>Points win (<a href="#I-01">I-01</a>, I-03).</p>\n'
    assert '<tr id="I-01">\n<td>I-01</td>\n<td>As in <a href="#I-02">I-02</a>.</td>' in both.rulings


# What a page must not show


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "a <img src=x onerror=y> b", "<b>x</b>"])
def test_html_in_a_document_is_text(text: str) -> None:
    assert not re.search(r"<(script|img|b)", html(text))


def test_a_link_that_would_run_is_none() -> None:
    assert "href" not in html("[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x)")


# Every game


@each_game
def test_every_link_on_the_page_of_a_game_leads_somewhere(listing: Listing) -> None:
    both = render(*chapter(listing), games=NAMES)
    links = Links(both.html + both.rulings)
    assert max(links.ids.values()) == 1, "an id is there once"
    inside = {
        target.partition("#")[2] for target in links.targets if target.startswith(("#", f"/rules/{listing.name}#"))
    }
    assert inside <= links.ids.keys()
    assert inside
    others = {target for target in links.targets if not target.startswith("#")}
    assert others <= {"/rules/" + name + rest for name in NAMES for rest in ("", "#rulings")}
    assert "../" not in both.html + both.rulings
    assert " style=" not in both.html + both.rulings


@each_game
def test_the_board_of_a_game_points_to_headings_that_are_there(listing: Listing) -> None:
    board = Path(__file__).parents[3] / "web" / "src" / "boards" / listing.name / "index.ts"
    text = board.read_text(encoding="utf-8")
    body = re.search(r"(?:function paragraph\(|const PARAGRAPHS\b).*?\n\}", text, re.DOTALL)
    assert body is not None
    paragraphs = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', body[0]))
    assert paragraphs
    assert paragraphs <= Links(render(*chapter(listing), games=NAMES).html).ids.keys()


@each_game
def test_the_printed_example_of_a_game_shows_its_dice(listing: Listing) -> None:
    rules, rulings = chapter(listing)
    example = render(rules, rulings, NAMES).html.partition(f'id="{slug("An example")}"')[2].partition("<h2")[0]
    assert 'class="die"' in example
